"""The covers of expansions in the form for a new table."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bastide.kernel.rooms import beside, folders, rooms
from bastide.view import covers
from bastide.view.covers import cover, default, definitions, own

ROOMS = [(family, name) for family in ("island", "carcassonne") for name in rooms(family)]
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


@pytest.mark.parametrize(("family", "name"), ROOMS)
def test_every_room_has_a_cover_of_a_moderate_size(family: str, name: str) -> None:
    drawing = cover(family, name)
    root = ET.fromstring(drawing)
    assert root.attrib["viewBox"] == "0 0 160 100"
    ids = set(re.findall(r'\bid="([^"]+)"', drawing))
    assert set(covers.USED.findall(drawing)) <= ids, "it holds all that it uses"
    assert "var(--sea" not in drawing, "no style sheet reaches a picture"
    assert len(drawing) < 40_000


@pytest.mark.parametrize(("family", "name"), ROOMS)
def test_a_room_without_a_cover_is_shown_by_its_own_drawing_or_its_initials(
    family: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(covers, "own", lambda art, name: None)
    drawing = cover.__wrapped__(family, name)
    ET.fromstring(drawing)
    art = beside(folders(family)[name], "view", "art")
    assert ("<text" in drawing) != any(art.joinpath(file).is_file() for file in (*covers.OWN, covers.LAND))


def test_a_default_cover_shows_a_terrain_of_the_room(tmp_path: Path) -> None:
    (tmp_path / "terrains.svg").write_text(SVG.format('<g id="desert"><path d="M0 0h9"/></g>'))
    land = default("island", "dunes", tmp_path)
    assert "#hex-desert-0" in land
    assert "<text" not in land
    (tmp_path / "figures.svg").write_text(SVG.format('<g id="dune"><path d="M0 0h7"/></g>'))
    assert "M0 0h7" in default("island", "dunes", tmp_path)


def test_a_cover_names_its_room(tmp_path: Path) -> None:
    assert own(tmp_path, "wagons") is None
    (tmp_path / "cover.svg").write_text(SVG.format('<g id="wagons"><path d="M0 0h9"/></g>'))
    assert own(tmp_path, "wagons") == '<path d="M0 0h9"/>'
    (tmp_path / "cover.svg").write_text(SVG.format('<g id="carts"/>'))
    with pytest.raises(
        ValueError, match=r"cover\.svg of 'wagons' must have one drawing with that id, it has \['carts'\]"
    ):
        own(tmp_path, "wagons")


@pytest.mark.parametrize("family", ["island", "carcassonne"])
def test_a_symbol_that_does_not_exist_is_named(family: str) -> None:
    with pytest.raises(ValueError, match="a cover uses the symbol 'hex-nowhere', which its family does not have"):
        definitions(family, '<use href="#hex-nowhere"/>')


def test_pieces_wear_the_colour_of_their_name() -> None:
    assert 'class="p-azure"' in definitions("island", '<use href="#city-azure"/>')
    assert 'id="road-ivory-30"' in definitions("island", '<use href="#road-ivory-30"/>')
    assert "viewBox" in definitions("carcassonne", '<use href="#tile-base.monastery"/>')
    assert default("island", "salt_road", None).count(">SR<") == 1


def test_a_plug_in_with_a_broken_cover_has_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "cover.svg").write_text(SVG.format('<g id="wagons"><use href="#nothing"/></g>'))
    monkeypatch.setattr(covers, "folders", lambda family: {"wagons": tmp_path})
    assert ">W<" in cover.__wrapped__("island", "wagons")
