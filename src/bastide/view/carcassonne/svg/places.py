"""Where the viewer may act now: places for the drawn tile with its preview, discs for figures on the last tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby
from typing import Final

from bastide.view.carcassonne.model import CarcassonneView, Laid
from bastide.view.carcassonne.svg.layers import image
from bastide.view.carcassonne.svg.pieces import SCALE, TILE, colors_of, figure, lies, place
from bastide.view.carcassonne.tiles import GROUND, MEADOW, STANDING
from bastide.view.carcassonne.tiles.geometry import Point, add, dist, sub, unit
from bastide.view.model import Say, Target
from bastide.view.svg.ink import n
from bastide.view.svg.palette import SEAT_COLORS

DISC: Final = 12.0
"""The radius of the disc behind an offered figure."""
APART: Final = 2.2 * DISC
TURN_SIGN: Final = "M66 33v11h-11M65 44a18 18 0 1 0 2 12"
"""The arrow on a place where the drawn tile fits when it is turned; the page's script shows it."""


def targets(
    view: CarcassonneView,
    label: Callable[[Say], str],
    tip: Callable[[Target], str],
    seats: Sequence[str] = SEAT_COLORS,
    joins: Callable[[Target], str] = lambda target: "",
    where: Callable[[Target], str] = lambda target: "",
) -> str:
    """All targets, as focusable groups, each with its notation.

    `joins` adds to the spoken label of a tile's place, `where` to that of a figure's.
    """
    tiles = [target for target in view.targets if target.verb == "tile"]
    others = [target for target in view.targets if target.verb != "tile"]
    return cells(view, tiles, label, joins) + discs(view, others, label, tip, seats, where)


def cells(
    view: CarcassonneView,
    tiles: list[Target],
    label: Callable[[Say], str],
    joins: Callable[[Target], str] = lambda target: "",
) -> str:
    """The places for the drawn tile. Each holds one target per rotation; the script shows one at a time.

    Its preview is drawn on first hover or focus (`later`).
    """
    if view.drawn is None:
        return ""
    out = []
    inside = TILE - 6
    for name, of in groupby(tiles, key=lambda target: target.place):
        x, y = (int(part) for part in name.split(","))
        inner = ""
        for i, target in enumerate(of):
            turned = int(target.notation.rpartition(",")[2])
            ghost = Laid(view.drawn.tile, x, y, turned // 90, view.drawn.number)
            off = ' data-off=""' if i else ""
            inner += (
                f'<g class="target tile" role="button" tabindex="0" data-notation="{target.notation}" data-verb="tile"'
                f' data-turned="{turned}"{off} aria-label="{escape(label(target.label) + joins(target))}">'
                f'<rect class="bed" x="{x * TILE + 3}" y="{y * TILE + 3}" width="{inside}" height="{inside}" rx="6"/>'
                f'<g class="ghost">{plain(ghost)}{later(image(ghost, GROUND) + image(ghost, STANDING))}</g></g>'
            )
        turn = f'<path class="turn-sign" d="{TURN_SIGN}" transform="translate({x * TILE} {y * TILE})"/>'
        out.append(f'<g class="place" data-cell="{name}">{inner}{turn}</g>')
    return "".join(out)


def plain(tile: Laid) -> str:
    """A square of meadow."""
    x, y = tile.x * TILE, tile.y * TILE
    return f'<rect x="{x}" y="{y}" width="{TILE}" height="{TILE}" fill="{MEADOW}"/>'


def later(images: str) -> str:
    """Images that the script fetches when their place is hovered or focused: few possible tiles are ever seen."""
    return images.replace(" data-art=", " data-later=")


def discs(
    view: CarcassonneView,
    chosen: list[Target],
    label: Callable[[Say], str],
    tip: Callable[[Target], str],
    seats: Sequence[str],
    where: Callable[[Target], str] = lambda target: "",
) -> str:
    """Where a figure may be placed or removed: each with its figure on a disc; spread out where they are close."""
    color = colors_of(seats, view.viewer)
    out = ""
    if view.claiming is not None and any(target.at is None for target in chosen):
        tile = view.tiles[view.claiming]
        out = f'<rect class="claiming" x="{tile.x * TILE}" y="{tile.y * TILE}" width="{TILE}" height="{TILE}" rx="3"/>'
    for verb, of in groupby(sorted(chosen, key=lambda target: target.verb), key=lambda target: target.verb):
        group = list(of)
        found = [spot(view, target) for target in group]
        for target, at, (foot, flat) in zip(group, spread([at for at, _ in found]), found, strict=True):
            drawn = figure(target.piece, color, flat)
            thread = f'<path class="thread" d="M{n(at[0])} {n(at[1])}L{n(foot[0])} {n(foot[1])}"/>'
            feet = at[1] + (0 if flat else 38 * SCALE)
            out += (
                f'<g class="target claim" role="button" tabindex="0" data-notation="{escape(target.notation)}"'
                f' data-verb="{escape(verb)}" aria-label="{escape(spoken(label, target, where(target)))}"'
                f' data-tip="{escape(tip(target))}">{thread if dist(at, foot) > 2 else ""}'
                f'<circle class="disc" cx="{n(at[0])}" cy="{n(at[1])}" r="{DISC}"/>'
                f'<g transform="translate({n(at[0])} {n(feet)}) scale({SCALE * 0.9:.5f})">{drawn}</g></g>'
            )
    return out


def spot(view: CarcassonneView, target: Target) -> tuple[Point, bool]:
    """The position of a target's figure, and whether it lies down.

    Either the target's own place, or the figure on that square, or a section of the tile just laid.
    """
    if target.at is not None:
        return (target.at[0] * TILE, target.at[1] * TILE), False
    section = target.place
    tile = view.tiles[-1]
    for one in view.figures:
        if f"{one.x},{one.y}" == target.place:
            section = one.section
            tile = next(tile for tile in view.tiles if (tile.x, tile.y) == (one.x, one.y))
    return place(tile.tile, tile.x, tile.y, tile.turns, section), lies(target.piece, section)


def spoken(label: Callable[[Say], str], target: Target, where: str) -> str:
    """A target's spoken label: where, and what it would score."""
    return ", ".join((label(target.label) + where, *(label(say) for say in target.tip)))


def spread(wanted: list[Point]) -> list[Point]:
    """Places near the wanted ones, spaced for a disc each."""
    at = list(wanted)
    for _ in range(40):
        moved = False
        for i in range(len(at)):
            for j in range(i):
                gap = dist(at[i], at[j])
                if gap < APART:
                    away = unit(sub(at[i], at[j])) if gap > 0.01 else (1.0, 0.0)
                    at[i] = add(at[i], away, (APART - gap) / 2 + 0.1)
                    at[j] = add(at[j], away, -(APART - gap) / 2 - 0.1)
                    moved = True
        if not moved:
            break
    return at
