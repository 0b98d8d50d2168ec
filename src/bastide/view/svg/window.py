"""The largest scale of the island: the box it needs, and its best place among the panels of a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bastide.view.island.model import Board, Hex, Site
from bastide.view.styles import styles
from bastide.view.svg.art import sheet
from bastide.view.svg.geometry import Point, centre, is_dry
from bastide.view.svg.sea import sign_place

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HEX_BOXES: Final[tuple[Box, ...]] = ((-101, -56, 101, 56), (-40, -112, 40, 112))
"""A hex with its beach, as two boxes round its centre."""
SIGN_BOX: Final[Box] = (-37, -22, 37, 30)
WATER_BOXES: Final[tuple[Box, ...]] = ((-84, -48, 84, 48), (-30, -94, 30, 94))
"""A listed hex of water that is drawn as a tile."""
SEA_BOXES: Final[tuple[Box, ...]] = ((-50, -36, 50, 36),)
"""The middle of a listed hex of open sea: what stands there. Its sides towards land are part of the beach, and those
that lead out to sea end there; the outer ones count once a ship is near (`SHIP_BOX`)."""
SHIP_BOX: Final[Box] = (-115, -115, 115, 115)
"""A piece out at sea: the paths that go on from there too."""
BESIDE_BOX: Final[Box] = (-36, -30, 36, 40)
"""A site beside the board, round its middle."""
BESIDE_STEP: Final = 78
"""Distance between the middles of neighbouring sites beside the board."""
GAP: Final = 7
"""Pixels between the island and a panel or the window's edge."""
STEP: Final = 4
"""Distance in pixels between tried rows."""
LEAST, MOST, PRECISION = 0.2, 1.6, 0.004
"""Bounds and precision of the scale."""


class Fit(NamedTuple):
    """Where the origin of the board lies on the page, in pixels, and how many pixels a unit is."""

    x: float
    y: float
    scale: float


def boxes(board: Board) -> tuple[Box, ...]:
    """What must stay visible: every hex, land with its beach, every harbour's sign, and what lies beside the board."""
    out = map_boxes(board)
    out += [around(at, BESIDE_BOX) for _, at in beside(board)]
    return tuple(out) or ((-100.0, -100.0, 100.0, 100.0),)


def map_boxes(board: Board) -> list[Box]:
    """The same without the sites that lie beside the board."""
    out: list[Box] = []
    for h in board.hexes:
        at = centre(h.q, h.r)
        out += [around(at, part) for part in parts_of(h)]
    for harbor in board.harbors:
        out.append(around(sign_place(harbor), SIGN_BOX))
    return out


def parts_of(h: Hex) -> tuple[Box, ...]:
    """The boxes of a hex, round its centre."""
    if is_dry(h):
        return HEX_BOXES
    return WATER_BOXES if h.terrain in styles().terrains else SEA_BOXES


def afloat(board: Board, places: Iterable[Point]) -> tuple[Box, ...]:
    """What must stay visible beyond `boxes`: pieces at these places that are out at sea, and the paths round them."""
    shown = map_boxes(board)
    return tuple(
        around((x, y), SHIP_BOX)
        for x, y in places
        if not any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in shown)
    )


def around(at: Point, part: Box) -> Box:
    """A box moved to a point."""
    (x, y), (a, b, c, d) = at, part
    return x + a, y + b, x + c, y + d


def beside(board: Board) -> list[tuple[Site, Point]]:
    """The drawn sites beside the board and their places: in a row below it, in the order of the layout."""
    found = [site for site in board.sites if not site.place and site.word in sheet("sites")]
    if not found:
        return []
    left, _, right, bottom = bounds(map_boxes(board))
    first = (left + right - (len(found) - 1) * BESIDE_STEP) / 2
    return [(site, (first + i * BESIDE_STEP, bottom + BESIDE_STEP / 2)) for i, site in enumerate(found)]


def viewbox(board: Board) -> tuple[float, float, float, float]:
    """The tight box of land and signs: x, y, width and height."""
    left, top, right, bottom = bounds(boxes(board))
    return left, top, right - left, bottom - top


def bounds(parts: Sequence[Box]) -> Box:
    """The box round all boxes."""
    return min(p[0] for p in parts), min(p[1] for p in parts), max(p[2] for p in parts), max(p[3] for p in parts)


def fit(width: int, height: int, panels: Sequence[Box], board: Board) -> Fit:
    """The largest island that touches no panel and no window edge, centred in its free area.

    `panels` are boxes in pixels. If there is no free place, it is in the middle of the window at the minimum scale.
    """
    return place(width, height, tuple(panels), boxes(board))


@lru_cache(maxsize=512)
def place(width: int, height: int, panels: tuple[Box, ...], parts: tuple[Box, ...]) -> Fit:
    """The best place of these parts, see `fit`; bisection finds the scale."""
    low, high = LEAST, MOST
    best = spans(width, height, panels, parts, low)
    if not best:
        return Fit(width / 2, height / 2, LEAST)
    while high - low > PRECISION:
        middle = (low + high) / 2
        found = spans(width, height, panels, parts, middle)
        if found:
            low, best = middle, found
        else:
            high = middle
    x, y = centred(best)
    return Fit(round(x, 1), round(y, 1), round(low, 3))


Span = tuple[float, float, float]
"""A row `y` in which the origin may lie from `a` to `b`."""


def spans(width: int, height: int, panels: tuple[Box, ...], parts: tuple[Box, ...], k: float) -> list[Span]:
    """Where the origin may be at scale `k`: in every row, outside all part-panel overlaps."""
    left, top, right, bottom = (edge * k for edge in bounds(parts))
    first, last = GAP - left, width - GAP - right
    y, end = GAP - top, height - GAP - bottom
    forbidden = [
        (p[1] - GAP - d * k, p[3] + GAP - b * k, p[0] - GAP - c * k, p[2] + GAP - a * k)
        for a, b, c, d in parts
        for p in panels
    ]
    out: list[Span] = []
    while y <= end:
        at = first
        for a, b in sorted((a, b) for above, below, a, b in forbidden if above < y < below):
            if a > at:
                out.append((y, at, min(a, last)))
            at = max(at, b)
            if at > last:
                break
        if at <= last:
            out.append((y, at, last))
        y += STEP
    return [span for span in out if span[2] >= span[1]]


def centred(free: list[Span]) -> tuple[float, float]:
    """The free place nearest to the mean of all free places."""
    weights = [b - a + 1 for _, a, b in free]
    total = sum(weights)
    mean_x = sum(weight * (a + b) / 2 for weight, (_, a, b) in zip(weights, free, strict=True)) / total
    mean_y = sum(weight * y for weight, (y, _, _) in zip(weights, free, strict=True)) / total
    places = ((min(max(mean_x, a), b), y) for y, a, b in free)
    return min(places, key=lambda at: math.dist(at, (mean_x, mean_y)))
