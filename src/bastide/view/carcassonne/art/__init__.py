"""The hand-drawn parts of the pictures, read from the SVG files of this folder."""

from __future__ import annotations

from functools import cache

from bastide.view.svg.art import drawings


@cache
def sheet(name: str) -> dict[str, str]:
    """All drawings of the file `NAME.svg` by their id, as SVG text without the group round them."""
    return drawings("bastide.view.carcassonne.art", name)
