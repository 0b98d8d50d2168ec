"""Land hexes: a bevelled tile, its ground and its motif. Every hex is a symbol grown from its own seed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from bastide.view.island.model import Board, Hex
from bastide.view.styles import Ground, styles
from bastide.view.svg.art import sheet
from bastide.view.svg.geometry import Axial, ring
from bastide.view.svg.ink import mix, polyline
from bastide.view.svg.motifs import MOTIFS

RIM: Final = 97
"""Radius of the tile; what is left to 100 is the path between two tiles."""
FACE: Final = 90
"""Radius of the flat face within the rim."""
VARIANTS: Final = 4
"""How many different pictures a terrain has."""
SEA_LINE: Final = 91
"""Radius of the outline that marks a sea hex of the map."""
PLAIN: Final = Ground("#D9D2C0", "#B5AB93", "#EAE5D8", "#857B63")
"""The colours of a terrain that has none here."""

WHEAT_ANGLES: Final = (-24, 16, 58)
EAR = (
    '<path d="M0 6V1" stroke="#B98528" stroke-opacity=".8"/>'
    '<path d="M0 2.5Q-2.6 1.5-2.8-1.2-.3-.6 0 2.5zM0 2.5Q2.6 1.5 2.8-1.2.3-.6 0 2.5zM0 0Q-1.5-1.8 0-4 1.5-1.8 0 0z"'
    ' fill="#F7DF95" fill-opacity=".85"/>'
)


def ground(terrain: str) -> Ground:
    """The colours of a terrain."""
    return styles().terrains.get(terrain, PLAIN)


def is_tile(h: Hex) -> bool:
    """Whether a hex has a tile: land, or water that a module gives a ground of its own."""
    return not h.water or h.terrain in styles().terrains


def variants(board: Board) -> dict[Axial, int]:
    """The picture of each tile: its running number within its terrain, so that neighbours rarely look alike."""
    seen: dict[str, int] = {}
    chosen: dict[Axial, int] = {}
    for h in board.hexes:
        if is_tile(h):
            number = seen.get(h.terrain, 0)
            seen[h.terrain] = number + 1
            chosen[h.q, h.r] = number % VARIANTS if h.terrain in MOTIFS else 0
    return chosen


def wheat_pattern(index: int, angle: int) -> str:
    """Two rows of ears, one on darker ground."""
    ears = "".join(f'<g transform="translate({x} 5.5)">{EAR}</g>' for x in (4.5, 13.5))
    return (
        f'<pattern id="wheat{index}" width="18" height="12" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate({angle})"><path d="M0 0h9v12H0z" fill="#B57E1C" fill-opacity=".2"/>{ears}</pattern>'
    )


def gradient(name: str, direction: str, stops: Iterable[tuple[float, str]]) -> str:
    """A linear gradient; `direction` is x1 y1 x2 y2."""
    x1, y1, x2, y2 = direction.split()
    marks = "".join(f'<stop offset="{at:g}" stop-color="{color}"/>' for at, color in stops)
    return f'<linearGradient id="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{marks}</linearGradient>'


def gradients(terrains: Iterable[str]) -> str:
    """Ground and rim of these terrains, the paints of the motifs, and the clip of a face."""
    out = [f'<clipPath id="face"><path d="{polyline(ring(FACE))}"/></clipPath>']
    for name in terrains:
        g = ground(name)
        rim = (0, g.rim), (0.48, mix(g.rim, g.rim_shade, 0.45)), (1, g.rim_shade)
        out.append(gradient(f"g-{name}", ".2 0 .8 1", ((0, g.face), (1, g.face_shade))))
        out.append(gradient(f"r-{name}", ".15 .05 .85 .95", rim))
    out += [wheat_pattern(i, angle) for i, angle in enumerate(WHEAT_ANGLES)]
    out.append(gradient("peak-lit", "0 0 1 1", ((0, "#C3C9CD"), (1, "#8B959E"))))
    out.append(gradient("peak-dark", "0 0 .6 1", ((0, "#79848E"), (1, "#4F5963"))))
    out.append(gradient("dune", "0 0 1 1", ((0, "#FBF1D2"), (1, "#DDC38C"))))
    return "".join(out)


@cache
def hexagon(terrain: str, seed: int) -> str:
    """A tile round the origin: a rim lit from the upper left, a sunk face with the motif, an inner edge."""
    face = ring(FACE)
    motif = MOTIFS[terrain](seed) if terrain in MOTIFS else sheet("terrains").get(terrain, "")
    dark, lit = [face[4], face[5], face[0], face[1]], face[1:5]
    return (
        f'<path d="{polyline(ring(RIM))}" fill="url(#r-{terrain})"/>'
        f'<path d="{polyline(face)}" fill="url(#g-{terrain})"/><g clip-path="url(#face)">{motif}</g>'
        f'<path d="{polyline(dark, False)}" fill="none" stroke="#1b2418" stroke-opacity=".22" stroke-width="1.6"/>'
        f'<path d="{polyline(lit, False)}" fill="none" stroke="#fff" stroke-opacity=".38" stroke-width="1.4"/>'
    )


def needed(boards: Iterable[Board]) -> frozenset[tuple[str, int]]:
    """The tiles on these boards: their terrains, and picture variants."""
    need: set[tuple[str, int]] = set()
    for board in boards:
        chosen = variants(board)
        need |= {(h.terrain, chosen[h.q, h.r]) for h in board.hexes if is_tile(h)}
    return frozenset(need)


def symbols(need: Iterable[tuple[str, int]]) -> str:
    """These tiles, the little things on them, and their paints."""
    if not need:
        return ""
    scenery = "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in sheet("scenery").items())
    tiles = "".join(f'<g id="hex-{terrain}-{seed}">{hexagon(terrain, seed)}</g>' for terrain, seed in sorted(need))
    return gradients(sorted({terrain for terrain, _ in need})) + scenery + tiles
