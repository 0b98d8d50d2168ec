"""The hint on the board: ghosts of the pieces with their rank, and in the set-up the heat of the corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.view.island.model import IslandView
from bastide.view.model import Target
from bastide.view.styles import piece_style
from bastide.view.svg.ink import n
from bastide.view.svg.layers import spot, symbol
from bastide.view.svg.palette import SEAT_COLORS
from bastide.view.svg.targets import GHOST_SCALE, drawn, suffix

SMALLEST, LARGEST = 9.0, 18.0
"""The radius of the heat of the worst and of the best corner."""
PALEST: Final = 0.18
"""How opaque the heat of the worst corner is."""


def hinted(view: IslandView, marked: Sequence[str], heat: Mapping[str, int], seats: Sequence[str] = SEAT_COLORS) -> str:
    """The heat of the places, and a ghost with its rank for each of these notations that is a place of the view."""
    known = {target.notation: drawn(target) for target in view.targets}
    color = seats[view.viewer] if 0 <= view.viewer < len(seats) else SEAT_COLORS[0]
    out = "".join(glow(known[text], worth) for text, worth in heat.items() if text in known)
    placed = [(rank, known[text]) for rank, text in enumerate(marked, 1) if text in known]
    # The best lies on top.
    return out + "".join(ghost(target, rank, color, bool(heat)) for rank, target in reversed(placed))


def glow(target: Target, worth: int) -> str:
    """What a corner is worth, as a disc; the browser scales nothing, so small ones stay quiet."""
    x, y = spot(target.piece, target.place)
    radius = SMALLEST + (LARGEST - SMALLEST) * worth / 100
    opacity = PALEST + (1 - PALEST) * (worth / 100) ** 2
    return f'<circle class="heat" cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" opacity="{opacity:.2f}"/>'


def ghost(target: Target, rank: int, color: str, bare: bool = False) -> str:
    """The piece where it would stand, pale, with its rank at the upper right; `bare` draws a ring in its place."""
    x, y = spot(target.piece, target.place)
    style = piece_style(target.piece)
    if bare or not target.piece:
        piece = '<circle class="hint-ring" r="21"/>'
    else:
        size = "" if style.edge else f' transform="scale({GHOST_SCALE})"'
        kind = "" if style.figure else f' class="p-{color}"'
        ring = (
            ""
            if suffix(target) == "-hex" or style.ring
            else f'<use href="#legal{suffix(target) if style.edge else ""}"/>'
        )
        piece = (
            f'{ring}<g{size} opacity=".85"><g{kind}><use href="#{symbol(target.piece, color, target.place)}"/></g></g>'
        )
    return f'<g class="hinted" transform="translate({n(x)} {n(y)})">{piece}{mark(rank, 25, -23)}</g>'


def mark(rank: int, x: float, y: float, scale: float = 1.0) -> str:
    """The round mark of a rank beside a place, in units of the board."""
    best = " best" if rank == 1 else ""
    return (
        f'<g class="hint-mark{best}" transform="translate({n(x)} {n(y)}) scale({scale:g})"><circle r="17"/>'
        f'<text y="7.5" text-anchor="middle">{rank}</text></g>'
    )
