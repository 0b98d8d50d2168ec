"""The hand-drawn parts of the pictures, read from the SVG files in `art/`, and the numerals of the board."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from functools import cache
from importlib.resources import files
from typing import Any, Final

from bastide.view.svg.ink import n

SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
EMBLEM: Final = re.compile(r'<use href="#emblem"([^>]*)/>')


@cache
def sheet(name: str) -> dict[str, str]:
    """All drawings of the file `art/NAME.svg` by their id, as SVG text without the group round them."""
    return drawings("bastide.view.svg", f"art/{name}")


def drawings(package: str, path: str) -> dict[str, str]:
    """All drawings of an SVG file of a package (`path` without its ending), each the inside of a group with an id."""
    text = files(package).joinpath(f"{path}.svg").read_text(encoding="utf-8")
    found = {}
    for group in ET.fromstring(text):
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
    """Figures and colons as outlines, centred on `x` with their baseline at `y`: no font is needed to see them."""
    font = _numerals()[str(weight)]
    scale = size / font["em"]
    left = x - sum(font[sign]["advance"] for sign in text) * scale / 2
    parts, at = [], 0
    for sign in text:
        shift = f' transform="translate({at})"' if at else ""
        parts.append(f'<path d="{font[sign]["path"]}"{shift}/>')
        at += font[sign]["advance"]
    return f'<g fill="{fill}" transform="translate({n(left)} {n(y)}) scale({scale:.4f})">{"".join(parts)}</g>'
