"""The faces of the bots, one for each level, each with one thing that tells it from the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from markupsafe import Markup

from bastide.players import known_levels
from bastide.view.levels import described
from bastide.view.svg.art import sheet
from bastide.view.words import Words

UNKNOWN: Final = "robot"
"""The face of a level of another package."""


def face(level: str, size: int = 30) -> Markup:
    """The face of a level, hidden from readers: the level is always written beside it. It refers to `symbols`."""
    name = level if level in sheet("faces") else UNKNOWN
    return Markup('<svg class="face" width="{0}" height="{0}" aria-hidden="true"><use href="#face-{1}"/></svg>').format(
        size, name
    )


@cache
def symbols() -> Markup:
    """The faces of the levels that exist, once per page."""
    known = {*known_levels(), UNKNOWN}
    drawn = "".join(
        f'<symbol id="face-{name}" viewBox="0 0 48 48">{drawing}</symbol>'
        for name, drawing in sheet("faces").items()
        if name in known
    )
    return Markup('<svg width="0" height="0" class="vh" aria-hidden="true"><defs>{}</defs></svg>').format(Markup(drawn))


def choices(words: Words, levels: Sequence[str], size: int) -> list[tuple[str, str, Markup, str]]:
    """For a menu of levels: each with its name, its face of so many pixels, and what it is in a sentence."""
    return [(level, words.name(level), face(level, size), described(words, level)) for level in levels]
