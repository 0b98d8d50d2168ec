"""The hand-drawn parts of the pictures, read from the SVG files in `art/`, and the numerals of the board."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from bastide.kernel.rooms import beside, folders, rooms
from bastide.view.owners import BASE, Collision, compatible, merged
from bastide.view.svg.ink import n

SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
EMBLEM: Final = re.compile(r'<use href="#emblem"([^>]*)/>')


@cache
def sheet(name: str) -> dict[str, str]:
    """All drawings of the sheet `art/NAME.svg` by id, as SVG text without the enclosing group.

    The base's come first, then those that island expansions add in `view/art/NAME.svg` or `art/NAME.svg`.

    :raises Collision: two of these files have a drawing of the same id.
    """
    return merged_sheet(name, artists(name))


def read_sheets() -> None:
    """Read all sheets of the base, with what expansions add to them."""
    for file in files("bastide.view.svg").joinpath("art").iterdir():
        if file.name.endswith(".svg"):
            sheet(file.name.removesuffix(".svg"))


@cache
def artists(name: str) -> dict[str, Traversable]:
    """The folders whose drawings of this sheet are used, by owner.

    A plug-in is left out, with a warning, if its file cannot be read or has a drawing of an id that is taken.

    :raises Collision: two of our own files have a drawing of the same id.
    """
    brought = {room: beside(folder, "view", "art") for room, folder in folders("island").items()}
    found = {BASE: files("bastide.view.svg").joinpath("art"), **brought}
    return compatible(found, (BASE, *rooms("island")), partial(merged_sheet, name))


def check_drawings(room: str) -> None:
    """Read all drawings of an island expansion.

    :raises Collision: one of them has an id that is taken.
    """
    folder = beside(folders("island")[room], "view", "art")
    for file in folder.iterdir() if folder.is_dir() else ():
        name = file.name.removesuffix(".svg")
        merged_sheet(name, {**artists(name), room: folder})


def merged_sheet(name: str, owners: Mapping[str, Traversable]) -> dict[str, str]:
    """The drawings of one sheet of several owners; `owners` are the folders of their drawings.

    :raises Collision: two owners have a drawing of the same id.
    """
    owned = {owner: folder.joinpath(f"{name}.svg") for owner, folder in owners.items()}
    found = [(owner, drawn(path)) for owner, path in owned.items() if path.is_file()]
    return merged(f"the drawing in {name}.svg", found)


@cache
def drawings(package: str, path: str) -> dict[str, str]:
    """All drawings of an SVG file of a package (`path` without its ending), each the inside of a group with an id."""
    return drawn(files(package).joinpath(f"{path}.svg"))


def drawn(file: Traversable) -> dict[str, str]:
    """All drawings of an SVG file by their id.

    :raises Collision: two drawings have the same id.
    """
    found: dict[str, str] = {}
    for group in ET.fromstring(file.read_text(encoding="utf-8")):
        if group.attrib["id"] in found:
            raise Collision(f"{file.name} has two drawings {group.attrib['id']!r}")
        parts = []
        for element in group:
            for node in element.iter():
                node.tag = node.tag.removeprefix(f"{{{SVG_NAMESPACE}}}")
                node.text = node.tail = None
            parts.append(ET.tostring(element, encoding="unicode").replace(" />", "/>"))
        found[group.attrib["id"]] = "".join(parts)
    return found


def with_emblem(drawing: str, emblem: str) -> str:
    """A piece with the emblem of its player where the drawing leaves room for one."""
    art = sheet("emblems")[emblem]
    return EMBLEM.sub(lambda found: f'<g{found[1]} color="var(--e)" fill="var(--e)">{art}</g>', drawing)


@cache
def _numerals() -> dict[str, Any]:
    text = files("bastide.view.svg").joinpath("art", "digits.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def numeral(text: str, size: float, x: float, y: float, fill: str, weight: int = 800) -> str:
    """Digits and colons as outlines, centred on `x` with their baseline at `y`: no font is needed."""
    font = _numerals()[str(weight)]
    scale = size / font["em"]
    left = x - sum(font[sign]["advance"] for sign in text) * scale / 2
    parts, at = [], 0
    for sign in text:
        shift = f' transform="translate({at})"' if at else ""
        parts.append(f'<path d="{font[sign]["path"]}"{shift}/>')
        at += font[sign]["advance"]
    return f'<g fill="{fill}" transform="translate({n(left)} {n(y)}) scale({scale:.4f})">{"".join(parts)}</g>'
