"""What the rooms of Carcassonne bring, and how the shared code finds it."""

from __future__ import annotations

from importlib.resources import files

import pytest

from bastide.carcassonne.family import MODULES
from bastide.carcassonne.tiles.sets import BASE, roles, sets, tags, tags_of
from bastide.kernel.combinations import adapted
from bastide.kernel.families import in_order
from bastide.kernel.rooms import adapts_to, folders, rooms
from bastide.view.carcassonne.tiles import borders
from bastide.view.carcassonne.tiles.marks import icon, placements, scenery
from bastide.view.carcassonne.tiles.sections import file_text, kept_text
from bastide.view.catalogues import LANGUAGES
from bastide.view.words import Words
from tests.catalogue import every_rule

ROOMS = tuple(rooms("carcassonne"))


def test_tags_stand_in_the_order_of_the_sets() -> None:
    """The order is that of digits in the state: hashes of positions depend on it."""
    assert tags() == ("shield", "inn", "cathedral", "wine", "grain", "cloth", "sheep")
    assert tags_of("city") == ("shield", "cathedral", "wine", "grain", "cloth")
    assert dict(roles()) == {"": 2, "source": 1, "mouth": 1}


def test_every_tag_is_placed_and_has_a_drawing() -> None:
    assert set(placements()) == set(tags())
    assert set(tags()) | {icon()} <= set(scenery())


def test_rules_of_rooms_follow_their_base_in_the_order_of_the_registry() -> None:
    groups = every_rule().groups
    assert groups[:8] == ("CARC", "RIVER", "INN", "TRD", "SHEEP", "WHEEL", "COMBO", "BASE")


def test_rooms_come_after_those_whose_figures_and_board_they_use() -> None:
    modules = in_order(adapted("carcassonne", [MODULES[name]() for name in ROOMS]))
    assert [module.name for module in modules] == ["inns", "traders", "hills", "wheel", "river"]
    assert not any(adapts_to("carcassonne", name) for name in (*ROOMS, "nowhere"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_its_page_and_its_words(room: str) -> None:
    folder = folders("carcassonne")[room]
    assert folder.joinpath("README.md").read_text("utf-8").startswith("# ")
    for language in LANGUAGES:
        for key in (f"module_{room}", f"module_{room}_note"):
            assert Words(language).name(key) != key.replace("_", " ")


def test_sections_are_kept_with_their_set() -> None:
    for name in sets():
        assert f'"{name}.' in kept_text(name)
        assert not any(f'"{other}.' in kept_text(name) for other in sets() if other != name)
    assert file_text(BASE) == files("bastide.view.carcassonne.art").joinpath("sections.json").read_text("utf-8")


@pytest.mark.slow
def test_open_borders_are_kept_with_their_set() -> None:
    for name in sets():
        assert kept_text(name, borders.FILE) == borders.file_text(name)
