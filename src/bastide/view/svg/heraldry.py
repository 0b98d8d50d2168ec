"""Marks of a player or an honour: banner, shield, awards, pieces on buttons, dice, and the logo of Bastide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bastide.view.styles import piece_style, styles
from bastide.view.svg import cards
from bastide.view.svg.furniture import has_drawing
from bastide.view.svg.ink import fine, n
from bastide.view.svg.palette import LOOKS

PIECE_BOX: Final = "-39 -18 78 36"
"""The view box of a button's piece."""

DIE_PIPS: Final[dict[int, str]] = {
    1: "0 0", 2: "-1 -1,1 1", 3: "-1 -1,0 0,1 1", 4: "-1 -1,1 -1,-1 1,1 1",
    5: "-1 -1,1 -1,0 0,-1 1,1 1", 6: "-1 -1,1 -1,-1 0,1 0,-1 1,1 1",
}  # fmt: skip

GILT: Final = (
    "M13 1l3.2 2 3.8-.2 1.7 3.4 3.3 1.9-.2 3.8 2 3.1-2 3.2.2 3.8-3.3 1.9L20 25.2l-3.8-.2L13 27l-3.2-2-3.8.2-1.7-3.4"
    "L1 19.9l.2-3.8-2-3.2 2-3.1L1 6 4.3 4.1 6 .8 9.8 1z"
)
AWARDS: Final[dict[str, str]] = {
    "route": (
        '<path d="M6 20l4-7 6 2.5L20 8" fill="none" stroke="#4A3206" stroke-width="2.6" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
        '<g fill="#4A3206"><circle cx="6" cy="20" r="2.3"/><circle cx="20" cy="8" r="2.3"/></g>'
    ),
    "army": (
        '<path d="M7 7l11.5 11.5M19 7L7.5 18.5M6 15.5l4.5 4.5M20 15.5L15.5 20M6.5 20.5l2-2M19.5 20.5l-2-2" fill="none"'
        ' stroke="#4A3206" stroke-width="2.2" stroke-linecap="round"/>'
    ),
}
BANNERS: Final = ((38.0, 54.0), (32.0, 46.0))
"""Banner sizes used beside players, which have symbols."""
SHIELD_BOX: Final = "0 0 25 28"
SHIELD: Final = (
    '<path d="M1.5 1.5h22V12c0 7.5-5 12-11 14.5C6.5 24 1.5 19.5 1.5 12z" fill="var(--c)" stroke="#1E1810"'
    ' stroke-width="1.6" stroke-linejoin="round"/><path d="M3.5 3v9c0 5 2.5 8.5 6 11" fill="none" stroke="var(--l)"'
    ' stroke-width="1.5" stroke-opacity=".9"/>'
)
DIE_BOX: Final = "0 0 48 51"
BRAND_BOX: Final = "0 0 36 36"
WALL: Final = "M9.5 26.5V15H8V9h4v2.5h3V9h6v2.5h3V9h4v6h-1.5v11.5h-5V21a3.5 3.5 0 0 0-7 0v5.5z"


BRAND: Final = (
    '<path d="M18 1.5l14.5 8.25v16.5L18 34.5 3.5 26.25V9.75z" fill="#E9C98A" stroke="#5B3B1E" stroke-width="1.5"/>'
    '<path d="M18 1.5l14.5 8.25v16.5L18 34.5z" fill="#B24A2A" fill-opacity=".28"/>'
    f'<path d="{WALL}" fill="#7A2F18"/>'
)


def emblem(color: str, x: float, y: float, scale: float) -> str:
    """The emblem of a player with its upper left corner at a point."""
    name = LOOKS[color].emblem
    return (
        f'<g transform="translate({n(x)} {n(y)}) scale({fine(scale)})" color="var(--e)">'
        f'<use href="#e-{name}" width="24" height="24"/></g>'
    )


def banner(color: str, width: float = 38, height: float = 54) -> str:
    """A player's hanging banner: swallow-tailed, in the player's colour, with the emblem."""
    inner, top = banner_cloth(color, width, height), -3
    if (width, height) in BANNERS:
        inner, top = f'<use href="#banner-{color}-{width:g}"/>', 0
    return (
        f'<svg class="banner p-{color}" width="{width:g}" height="{height + 4:g}"'
        f' viewBox="0 {top} {width:g} {height + 4:g}" aria-hidden="true">{inner}</svg>'
    )


def banner_cloth(color: str, width: float, height: float) -> str:
    """The banner itself."""
    w, h, middle = width, height, n(width / 2)
    scale = w * 0.66 / 24
    return (
        f'<path d="M2 1.5H{n(w - 2)}V{n(h + 0.5)}L{middle} {n(h * 0.8 + 0.5)} 2 {n(h + 0.5)}z" fill="#0b1216"'
        f' fill-opacity=".28"/><path d="M2-1H{n(w - 2)}V{n(h - 2)}L{middle} {n(h * 0.8 - 2)} 2 {n(h - 2)}z"'
        ' fill="var(--c)" stroke="#1E1810" stroke-width="1.3" stroke-linejoin="round"/>'
        f'<path d="M{n(w * 0.66)}-1H{n(w - 2.6)}V{n(h - 3)}L{n(w * 0.66)} {n(h * 0.86 - 2)}z" fill="var(--d)"'
        f' fill-opacity=".28"/><path d="M4.5.5V{n(h - 8)}" stroke="var(--l)" stroke-width="1.6"/>'
        f"{emblem(color, w / 2 - 12 * scale, h * 0.4 - 12 * scale - 1, scale)}"
        f'<rect y="-3" width="{w:g}" height="4.6" rx="2.3" fill="#7A5433" stroke="#2E2014"/>'
    )


def shield(color: str, size: float = 22) -> str:
    """A player's shield, for lines of text."""
    return (
        f'<svg class="shield p-{color}" width="{size:g}" height="{round(size * 1.12)}" viewBox="{SHIELD_BOX}"'
        f' aria-hidden="true"><use href="#shield-{color}"/></svg>'
    )


def award(kind: str, size: float = 30) -> str:
    """The tokens of the longest `route` and the largest `army`, as gilded plaques."""
    return (
        f'<svg class="plaque award-{kind}" width="{size:g}" height="{size:g}" viewBox="0 0 26 26" aria-hidden="true">'
        f'<path d="{GILT}" transform="translate(1 .3) scale(.922)" fill="#F2C653" stroke="#7A5208" stroke-width="1.2"/>'
        f'<circle cx="13" cy="13.3" r="9.2" fill="#F9DE8E" stroke="#B9862A" stroke-width=".9"/>{AWARDS[kind]}</svg>'
    )


def piece_art(kind: str, color: str = "ivory", width: float = 78, height: float = 36) -> str:
    """A piece in a player's colour as inline SVG, for buttons; `card` is the back of a development card."""
    if kind == "card":
        return cards.back("card", height / cards.RATIO)
    if not piece_style(kind).figure and not has_drawing(kind):
        kind = "road"
    style = piece_style(kind)
    turned = "-30" if kind == "road" or style.turned else ""
    name = kind if style.figure else f"{kind}-{color}{turned}"
    return (
        f'<svg class="art p-{color}" width="{width:g}" height="{height:g}" viewBox="{PIECE_BOX}" overflow="visible"'
        f' aria-hidden="true"><g transform="{style.button}"><use href="#{name}"/></g></svg>'
    )


def die(face: int, size: float = 48, kind: str = "ivory") -> str:
    """A die seen from the front, with a little thickness below."""
    dots = ""
    for spot in DIE_PIPS[face].split(","):
        dx, dy = (float(part) for part in spot.split())
        dots += f'<circle cx="{24 + dx * 11.5:g}" cy="{23 + dy * 11.5:g}" r="4.3"/>'
    return framed_die(f'<g fill="{styles().dice[kind].pips}">{dots}</g>', size, kind)


def framed_die(inner: str, size: float = 48, kind: str = "ivory") -> str:
    """A die with another face, drawn on a field of 48 by 46."""
    return (
        f'<svg class="die" width="{size:g}" height="{size * 51 / 48:.0f}" viewBox="{DIE_BOX}" aria-hidden="true">'
        f'<use href="#die-{kind}"/>{inner}</svg>'
    )


def die_block(kind: str) -> str:
    """A die without its pips."""
    light, dark, _, gleam = styles().dice[kind]
    return (
        '<rect x="1" y="4" width="46" height="46" rx="10" fill="#17110a" fill-opacity=".35"/>'
        f'<rect x="1" y="3.5" width="46" height="45" rx="10" fill="{dark}"/>'
        f'<rect x="1" y="1" width="46" height="44.5" rx="10" fill="{light}"/>'
        '<rect x="1.7" y="1.7" width="44.6" height="43" rx="9.4" fill="none" stroke="#000" stroke-opacity=".16"'
        ' stroke-width="1.4"/>'
        '<path d="M4 12q1-8 9-9h22" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"'
        f' stroke-opacity="{gleam}"/>'
    )


def brand(size: float = 36) -> str:
    """The mark of Bastide: a gate in a town wall, on a hexagon."""
    return (
        f'<svg class="brand-mark" width="{size:g}" height="{size:g}" viewBox="{BRAND_BOX}" aria-hidden="true">'
        '<use href="#brand"/></svg>'
    )


def symbols(colors: Iterable[str]) -> str:
    """The parts redrawn with every change of a player or the dice, as symbols, once per page.

    `colors` are those of the players in it.
    """
    out = f'<symbol id="brand" viewBox="{BRAND_BOX}">{BRAND}</symbol>'
    for kind in styles().dice:
        out += f'<symbol id="die-{kind}" viewBox="{DIE_BOX}">{die_block(kind)}</symbol>'
    for color in dict.fromkeys(colors):
        out += shield_symbol(color)
        for width, height in BANNERS:
            cloth = banner_cloth(color, width, height)
            out += f'<symbol id="banner-{color}-{width:g}" viewBox="0 -3 {width:g} {height + 4:g}">{cloth}</symbol>'
    return out


def shield_symbol(color: str) -> str:
    """The shield of a player as a symbol."""
    sign = SHIELD + emblem(color, 4.3, 3.6, 0.685)
    return f'<symbol id="shield-{color}" viewBox="{SHIELD_BOX}">{sign}</symbol>'
