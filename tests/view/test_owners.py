"""Duplicate declarations in two rooms: an error names both. Names, translations, drawings, styles."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.view.catalogues import LOCALE, all_folders, all_names, po_files, translations
from bastide.view.owners import BASE, Collision, merged
from bastide.view.styles import CardStyle, GoodStyle, PieceStyle, Styles, collected
from bastide.view.svg.art import drawn, merged_sheet

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def room(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A room of a few files."""
    for path, text in files.items():
        at = folder / name / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(text, encoding="utf-8")
    return folder / name


def po(**said: str) -> str:
    """A catalogue of messages of one word."""
    return HEAD + "\n".join(f'msgid "{message}"\nmsgstr "{text}"\n' for message, text in said.items())


def svg(*ids: str) -> str:
    """A sheet of drawings."""
    drawings = "".join(f'<g id="{one}"><path d="M0 0h1"/></g>' for one in ids)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawings}</svg>'


def test_equal_entries_may_stand_twice_where_that_is_allowed() -> None:
    owned = [("wagons", {"wagon": "wagon"}), ("ships", {"wagon": "wagon"})]
    assert merged("the name", owned, equal=True) == {"wagon": "wagon"}
    with pytest.raises(Collision, match="the name 'wagon' is declared by wagons and by ships"):
        merged("the name", owned)


def test_a_third_owner_is_told_of_the_first() -> None:
    with pytest.raises(Collision, match="by the first and by the third"):
        merged("x", [("the first", {"a": 1}), ("the second", {"a": 1}), ("the third", {"a": 2})], equal=True)


def test_rooms_bring_names(tmp_path: Path) -> None:
    rooms = {
        "island/wagons": room(tmp_path, "wagons", {"words/names.toml": 'wagon = "wagon"\nore = "ore"'}),
        "island/bare": room(tmp_path, "bare", {"README.md": "nothing"}),
    }
    assert all_names(rooms)["wagon"] == "wagon"


def test_two_rooms_give_one_key_two_names(tmp_path: Path) -> None:
    rooms = {
        "island/wagons": room(tmp_path, "wagons", {"words/names.toml": 'trek = "trek"'}),
        "island/caravans": room(tmp_path, "caravans", {"words/names.toml": 'trek = "caravan"'}),
    }
    with pytest.raises(Collision, match=r"'trek' .* island/wagons/words/names.toml and by island/caravans/words/names"):
        all_names(rooms)


def test_a_room_renames_what_the_base_has(tmp_path: Path) -> None:
    rooms = {"island/wagons": room(tmp_path, "wagons", {"words/names.toml": 'ore = "iron"'})}
    with pytest.raises(Collision, match=rf"'ore' is declared by {BASE} and by island/wagons"):
        all_names(rooms)


def test_two_catalogues_translate_a_message_differently(tmp_path: Path) -> None:
    rooms = {
        "island/wagons": room(tmp_path, "wagons", {"words/fr.po": po(trek="convoi", cart="charrette")}),
        "island/caravans": room(tmp_path, "caravans", {"fr.po": po(trek="caravane", cart="charrette")}),
    }
    with pytest.raises(Collision, match=r"'trek' .* island/wagons/words/fr.po and by island/caravans/fr.po"):
        translations(po_files("fr", "", rooms), "fr")


def test_a_room_translates_a_message_of_the_base_otherwise(tmp_path: Path) -> None:
    rooms = {"island/wagons": room(tmp_path, "wagons", {"words/fr.po": po(ore="fer")})}
    with pytest.raises(Collision, match=r"'ore' is declared by locale/fr/view.po and by island/wagons/words/fr.po"):
        translations(po_files("fr", "", rooms), "fr")


def test_an_edition_overrides_its_language_but_not_another_room(tmp_path: Path) -> None:
    first = room(tmp_path, "wagons", {"words/fr.po": po(trek="convoi"), "words/old/fr.po": po(trek="charroi")})
    rooms = {"island/wagons": first}
    assert translations(po_files("fr", "", rooms), "fr")["trek"] == "convoi"
    assert translations(po_files("fr", "old", rooms), "fr") == {"trek": "charroi"}
    rooms["island/caravans"] = room(tmp_path, "caravans", {"words/old/fr.po": po(trek="caravane")})
    with pytest.raises(Collision, match=r"island/wagons/words/old/fr.po and by island/caravans/words/old/fr.po"):
        translations(po_files("fr", "old", rooms), "fr")


def test_no_file_of_words_holds_a_message_twice() -> None:
    paths = [path for folder in all_folders().values() for path in Path(str(folder)).rglob("*.po")]
    for path in [*LOCALE.rglob("*.po"), *paths]:
        lines = path.read_text(encoding="utf-8").splitlines()
        messages = [line for line in lines if line.startswith('msgid "') and line != 'msgid ""']
        assert len(messages) == len(set(messages)), path
    assert paths


def test_rooms_bring_drawings(tmp_path: Path) -> None:
    owners = {
        BASE: room(tmp_path, "base", {"goods.svg": svg("ore")}),
        "wagons": room(tmp_path, "wagons", {"goods.svg": svg("salt")}),
        "bare": room(tmp_path, "bare", {}),
    }
    assert list(merged_sheet("goods", owners)) == ["ore", "salt"]


def test_two_rooms_draw_the_same_thing(tmp_path: Path) -> None:
    owners = {
        "wagons": room(tmp_path, "wagons", {"goods.svg": svg("salt")}),
        "caravans": room(tmp_path, "caravans", {"goods.svg": svg("salt")}),
    }
    with pytest.raises(Collision, match=r"the drawing in goods.svg 'salt' is declared by wagons and by caravans"):
        merged_sheet("goods", owners)


def test_one_sheet_draws_a_thing_twice(tmp_path: Path) -> None:
    path = room(tmp_path, "wagons", {"goods.svg": svg("salt", "salt")}) / "goods.svg"
    with pytest.raises(Collision, match=r"goods.svg has two drawings 'salt'"):
        drawn(path)


PALE = GoodStyle(("#fff", "#eee"), ("#fff", "#eee"))


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (Styles(pieces={"wagon": PieceStyle()}), Styles(pieces={"wagon": PieceStyle(edge=True)}), "piece 'wagon'"),
        (Styles(goods={"salt": PALE}), Styles(goods={"salt": PALE}), "good 'salt'"),
        (Styles(cards={"trek": CardStyle("a", "b")}), Styles(cards={"trek": CardStyle("a", "c")}), "card 'trek'"),
    ],
)
def test_two_rooms_style_the_same_thing(first: Styles, second: Styles, told: str) -> None:
    with pytest.raises(Collision, match=f"the style of the {told} is declared by wagons and by caravans"):
        collected([("wagons", first), ("caravans", second)])


def test_a_room_styles_what_the_base_has() -> None:
    with pytest.raises(Collision, match=rf"the piece 'road' is declared by {BASE} and by wagons"):
        collected([("wagons", Styles(pieces={"road": PieceStyle()}))])
