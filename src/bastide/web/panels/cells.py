"""The figures of a player's card on the sheet of a phone."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from bastide.web.panels.html import tag


@lru_cache(maxsize=2048)
def cell(picture: Markup, figure: str, words: str, *, over: bool = False, title: str | None = None) -> Markup:
    """One figure with its icon above and its label below."""
    return tag(
        "li", tag("i", picture), tag("b", figure, cls="over" if over else None), tag("small", words), title=title
    )
