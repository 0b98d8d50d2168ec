"""Small pictures of Fishermen: a token, its back, the old boot, what fish buy."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

DISC: Final = (
    '<circle cx="20" cy="20" r="18.5" fill="#2C7C8C" stroke="#16343C" stroke-width="1.6"/>'
    '<circle cx="20" cy="20" r="15.5" fill="none" stroke="#BFE6E4" stroke-opacity=".75" stroke-width="1.2"/>'
)
FISH: Final = (
    '<path transform="translate({x} {y}) scale({s})" d="M-9 0C-5-6 3-6 6-.5L10-4.500V4.500L6 .5C3 6-5 6-9 0z"'
    ' fill="#FDFAF0" stroke="#16343C" stroke-width="1.3" stroke-linejoin="round"/>'
)
SCHOOLS: Final = (
    ((20, 20, 1.15),),
    ((19, 15, 0.95), (21, 26, 0.95)),
    ((19, 11.5, 0.8), (22, 20, 0.8), (18, 28.5, 0.8)),
)
"""The fish on each kind of token: place and size."""
WAVES: Final = (
    '<path d="M8 15q4-4 8 0t8 0 8 0M8 21q4-4 8 0t8 0 8 0M8 27q4-4 8 0t8 0 8 0" fill="none" stroke="#BFE6E4"'
    ' stroke-width="2.2" stroke-linecap="round"/>'
)
BOOT: Final = (
    '<path d="M12 6c3 2 7 2 10 0l1 15c4 3 9 3 11 7v5H11c-1-8 0-18 1-27z" fill="#8A5A33" stroke="#2E1B0C"'
    ' stroke-width="1.8" stroke-linejoin="round"/><path d="M11 33h23v3H11z" fill="#2E1B0C"/>'
    '<path d="M23 20l-5 1M23.500 16l-5 1M24 24l-4 2M13 8c3 1 6 1 9 0" fill="none" stroke="#E7C98F" stroke-width="1.5"'
    ' stroke-linecap="round"/><path d="M27 26l3-1 1 3-3 1z" fill="#C9A36B" stroke="#2E1B0C" stroke-width="1"/>'
)
SIGNS: Final = {
    "robber": '<path d="M6 20c-2-5 0-8 5-9 5 1 7 4 5 9zM11 10a4 4 0 1 1 .1 0M15 4l6 6M21 4l-6 6"/>',
    "steal": '<path d="M3 8l7-3 4 11-7 3zM12 8l7-2 2 11-6 2M15 3l5 1"/>',
    "resource": '<path d="M12 21V8M12 8c-3 0-4-3-4-5 3 0 4 2 4 5zm0 0c3 0 4-3 4-5-3 0-4 2-4 5zM12 14c-3 0-5-2-5-4'
    ' 3 0 5 1 5 4zm0 0c3 0 5-2 5-4-3 0-5 1-5 4z"/>',
    "road": '<path d="M3 17L17 7l4 4L7 21zM8 16l.1-.1M12 13l.1-.1M16 10l.1-.1"/>',
    "card": '<path d="M6 3h12v18H6zM9 10V7h2v1h2V7h2v3l-1 1v4H10v-4z"/>',
}
"""What each delivery brings: lines in a box of 24 by 24."""


@cache
def token(fish: int, size: float) -> Markup:
    """A token, face up, with so many fish."""
    school = "".join(FISH.format(x=x, y=y, s=scale) for x, y, scale in SCHOOLS[fish - 1])
    return picture(DISC + school, size)


@cache
def back(size: float) -> Markup:
    """A token, face down."""
    return picture(DISC + WAVES, size)


@cache
def back_with_boot(size: float) -> Markup:
    """A token, face down, with the old boot on it: one figure for both."""
    return picture(DISC + WAVES + f'<g transform="translate(11 9) scale(.78)">{BOOT}</g>', size)


@cache
def boot(size: float) -> Markup:
    """The old boot."""
    return picture(BOOT, size)


@cache
def sign(word: str) -> Markup:
    """What a delivery brings."""
    return Markup(
        '<svg class="fish-sign" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" stroke="currentColor"'
        ' stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{}</g></svg>'
    ).format(Markup(SIGNS[word]))


def picture(drawing: str, size: float) -> Markup:
    """A drawing in a box of 40 by 40."""
    return Markup('<svg width="{0:g}" height="{0:g}" viewBox="0 0 40 40" aria-hidden="true">{1}</svg>').format(
        size, Markup(drawing)
    )
