"""Small pictures of Troy: markers, decision cards, the signs of ships, trade points, the back of a card."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

COLOURS: Final = {"troy": ("#B5482F", "#7C2A18"), "mycenae": ("#2F62A8", "#1B3D6E")}
"""The colours of each city, lit and shaded."""
WALLS: Final = {
    "troy": '<path d="M6 34V14h5v-4h5v4h8v-4h5v4h5v20zM17 34v-8a3 3 0 0 1 6 0v8z"/>',
    "mycenae": '<path d="M5 34l3-12 6-4 6-9 6 9 6 4 3 12zM17 34v-9h6v9z"/>',
}
"""The walls of each city, in a box of 40 by 40."""
SIGNS: Final = {
    "three": '<text x="12" y="16.500" class="ratio">3:1</text>',
    "flag": '<path d="M6 21V3M7 4h12l-4 4 4 4H7" fill="#F2C653"/>',
    "exchange": '<path d="M4 8h14l-4-4M20 16H6l4 4"/>',
    "two": '<text x="12" y="16.500" class="ratio">2:1</text>',
    "draw": '<path d="M4 5h9v14H4zM18 5v13l-3-3M18 18l3-3"/>',
}
"""What each kind of ship brings: lines in a box of 24 by 24."""


@cache
def walls(city: str, size: float) -> Markup:
    """The walls of a city on its colour."""
    light, dark = COLOURS[city]
    return Markup(
        '<svg width="{0:g}" height="{0:g}" viewBox="0 0 40 40" aria-hidden="true"><rect x="1" y="1"'
        ' width="38" height="38"'
        ' rx="8" fill="{1}" stroke="{2}" stroke-width="2"/><g fill="#F6EBCB" fill-rule="evenodd" stroke="{2}"'
        ' stroke-width="1.4" stroke-linejoin="round">{3}</g></svg>'
    ).format(size, light, dark, Markup(WALLS[city]))


@cache
def marker(city: str, size: float) -> Markup:
    """A city's marker."""
    light, dark = COLOURS[city]
    return Markup(
        '<svg width="{0:g}" height="{0:g}" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 22c0-6 2-8'
        " 4-9a5 5 0 1 1 6 0c2"
        ' 1 4 3 4 9z" fill="{1}" stroke="{2}" stroke-width="1.8" stroke-linejoin="round"/></svg>'
    ).format(size, light, dark)


@cache
def sign(kind: str, size: float) -> Markup:
    """What a kind of ship brings."""
    return Markup(
        '<svg class="troy-sign" width="{0:g}" height="{0:g}" viewBox="0 0 24 24" aria-hidden="true"><g fill="none"'
        ' stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{1}</g></svg>'
    ).format(size, Markup(SIGNS[kind]))


@cache
def amphora(size: float) -> Markup:
    """A trade point."""
    return Markup(
        '<svg width="{0:g}" height="{0:g}" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 3h6M10 3v4c-5'
        " 2-6 8-1 13h6c5-5"
        ' 4-11-1-13V3M8.500 7C4 7 5 12 7 12M15.500 7c4.500 0 3.500 5 1.500 5" fill="#C96A45" stroke="var(--ink)"'
        ' stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/><path d="M7 12h10M7.500 15h9"'
        ' stroke="#F6EBCB" stroke-width="1.5"/></svg>'
    ).format(size)


@cache
def ship(size: float) -> Markup:
    """A ship."""
    return Markup(
        '<svg width="{0:g}" height="{0:g}" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 14h20l-3'
        ' 6H5zM11 3h2v11h-2z"'
        ' fill="#8A5A33" stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round"/><path d="M6 4h12q2'
        " 4 0 8H6q-2-4"
        ' 0-8z" fill="#F6EBCB" stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round"/></svg>'
    ).format(size)


@cache
def back(size: float) -> Markup:
    """A card of the row, face down."""
    return Markup(
        '<svg class="troy-back" width="{0:g}" height="{1:g}" viewBox="0 0 20 26" aria-hidden="true"><rect x="1" y="1"'
        ' width="18" height="24" rx="3" fill="#D8CBA6" stroke="#5B4A26" stroke-width="1.4"/><path d="M10 8l5'
        ' 5-5 5-5-5z"'
        ' fill="none" stroke="#5B4A26" stroke-opacity=".7" stroke-width="1.5"/></svg>'
    ).format(size, size * 1.3)
