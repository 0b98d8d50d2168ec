"""The hand-drawn parts of the pictures, read from SVG files of this folder and of expansions."""

from __future__ import annotations

from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from bastide.kernel.rooms import beside, folders
from bastide.view.svg.art import drawings, drawn

FAMILY: Final = "carcassonne"


@cache
def sheet(name: str) -> dict[str, str]:
    """All drawings of the file `NAME.svg` by id, as SVG text without the enclosing group."""
    return drawings("bastide.view.carcassonne.art", name)


@cache
def room_sheet(room: str, name: str) -> dict[str, str]:
    """The same for an expansion's file `NAME.svg`: in `view/art/`, or in `art/` beside a single-file view."""
    return drawn(room_file(room, f"{name}.svg"))


def room_file(room: str, name: str) -> Traversable:
    """A data file among a room's drawings."""
    return beside(folders(FAMILY)[room], "view", "art").joinpath(name)
