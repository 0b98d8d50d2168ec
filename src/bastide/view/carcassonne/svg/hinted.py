"""The hint on the table: frames where the tile would lie, and marks where a figure would stand, with their rank."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.view.carcassonne.model import CarcassonneView, Laid
from bastide.view.carcassonne.svg.layers import image
from bastide.view.carcassonne.svg.pieces import TILE
from bastide.view.carcassonne.svg.places import DISC, plain, spot
from bastide.view.carcassonne.tiles import GROUND, STANDING
from bastide.view.model import Target
from bastide.view.svg.hinted import mark
from bastide.view.svg.ink import n

SCALE = 0.62
"""Marks are so large in the units of tiles."""


def hinted(view: CarcassonneView, marked: Sequence[str]) -> str:
    """What these notations do, as far as they are places of the view; the mark of the best lies on top of all."""
    known = {target.notation: target for target in view.targets}
    pictures, marks = "", ""
    beside: dict[str, int] = {}
    for rank, text in enumerate(marked, 1):
        if text not in known:
            continue
        target = known[text]
        if target.verb == "tile":
            x, y = (int(part) for part in target.place.split(","))
            count = beside[target.place] = beside.get(target.place, -1) + 1
            pictures += "" if count else lain(view, target, x, y)
            marks = mark(rank, (x + 1) * TILE - 12 - 24 * count, y * TILE + 12, SCALE) + marks
        else:
            (right, down), _ = spot(view, target)
            pictures += f'<circle class="hint-ring" cx="{n(right)}" cy="{n(down)}" r="{n(DISC + 4)}"/>'
            marks = mark(rank, right + DISC, down - DISC, SCALE) + marks
    return f'<g class="hinted">{pictures}{marks}</g>' if marks else ""


def lain(view: CarcassonneView, target: Target, x: int, y: int) -> str:
    """The drawn tile, pale, where it would lie."""
    if view.drawn is None:
        return ""
    turned = int(target.notation.rpartition(",")[2])
    tile = Laid(view.drawn.tile, x, y, turned // 90, view.drawn.number)
    side = TILE - 6
    frame = f'<rect class="hint-ring" x="{x * TILE + 3}" y="{y * TILE + 3}" width="{side}" height="{side}" rx="6"/>'
    return f'<g opacity=".8">{plain(tile)}{image(tile, GROUND)}{image(tile, STANDING)}</g>{frame}'
