"""Areas of a tile as sets of its 240 x 240 squares, held as the bits of one number.

Cutting, joining and shrinking areas then takes a few operations on that number: this is how a drawing finds which
meadows a road parts, and where there is room for a house, a tree or a figure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from bastide.view.carcassonne.tiles.geometry import Point, T

SIDE: Final = int(T)
ROW: Final = 256
"""Bits per row; those beyond the tile stay empty, so that shifts do not spill into another row."""
ONES: Final = (1 << SIDE) - 1
FULL: Final = sum(ONES << (y * ROW) for y in range(SIDE))
"""The whole tile."""
DOUBLINGS: Final = 8


def polygon(points: Sequence[Point]) -> int:
    """The inside of a polygon."""
    rows = []
    edges = [(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True) if a[1] != b[1]]
    top = max(0, math.floor(min(y for _, y in points)))
    for row in range(top, min(SIDE, math.ceil(max(y for _, y in points)))):
        y = row + 0.5
        xs = sorted(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in edges if (a[1] <= y) != (b[1] <= y))
        bits = 0
        for x0, x1 in zip(xs[::2], xs[1::2], strict=False):
            first, last = max(0, math.ceil(x0 - 0.5)), min(SIDE - 1, math.ceil(x1 - 0.5) - 1)
            if last >= first:
                bits |= ((1 << (last - first + 1)) - 1) << first
        rows.append(bits.to_bytes(ROW // 8, "little"))
    return int.from_bytes(b"".join(rows), "little") << (top * ROW)


def box(x0: float, y0: float, x1: float, y1: float) -> int:
    """An axis-aligned box."""
    a, b = max(0, round(x0)), min(SIDE, round(x1))
    c, d = max(0, round(y0)), min(SIDE, round(y1))
    if b <= a or d <= c:
        return 0
    row = ((1 << (b - a)) - 1) << a
    return int.from_bytes(row.to_bytes(ROW // 8, "little") * (d - c), "little") << (c * ROW)


@cache
def _disc(radius: int) -> tuple[tuple[int, int], ...]:
    return tuple((dy, math.isqrt(radius * radius - dy * dy)) for dy in range(-radius, radius + 1))


def disc(centre: Point, radius: float) -> int:
    """A disc."""
    x, y = round(centre[0]), round(centre[1])
    out = 0
    for dy, half in _disc(max(0, round(radius))):
        if 0 <= y + dy < SIDE:
            a, b = max(0, x - half), min(SIDE - 1, x + half)
            if b >= a:
                out |= (((1 << (b - a + 1)) - 1) << a) << ((y + dy) * ROW)
    return out


def has(area: int, p: Point) -> bool:
    """Whether a point lies in an area."""
    x, y = int(p[0]), int(p[1])
    return 0 <= x < SIDE and 0 <= y < SIDE and bool(area >> (y * ROW + x) & 1)


def _diagonal(step: int) -> bool:
    # Of five steps two go to all eight neighbours: an octagon, near enough to a circle.
    return step % 5 in (1, 3)


def grow(area: int, by: float) -> int:
    """An area with everything near it."""
    for step in range(round(by)):
        wide = area | area << 1 | area >> 1
        tall = (wide if _diagonal(step) else area) | (wide if _diagonal(step) else area) << ROW
        tall |= (wide if _diagonal(step) else area) >> ROW
        area = (wide | tall) & FULL
    return area


def shrink(area: int, by: float) -> int:
    """The part of an area not near its rim; the tile's border is a rim too."""
    for step in range(round(by)):
        area = _shrunk(area, step)
    return area


def _shrunk(area: int, step: int) -> int:
    wide = area & area << 1 & area >> 1
    tall = wide if _diagonal(step) else area
    return wide & (tall << ROW) & (tall >> ROW)


def _spread(seed: int, room: int, step: int) -> int:
    """The part of `room` reached from a seed in straight lines, `step` bits either way."""
    forth = back = seed
    open_forth = open_back = room
    for _ in range(DOUBLINGS):
        forth |= open_forth & (forth << step)
        back |= open_back & (back >> step)
        open_forth &= open_forth << step
        open_back &= open_back >> step
        step *= 2
    return (forth | back) & room


def pieces(area: int, least: int = 1) -> list[int]:
    """The connected pieces of an area with at least this many squares."""
    out = []
    while area:
        piece = area & -area
        while True:
            more = _spread(_spread(piece, area, 1), area, ROW)
            if more == piece:
                break
            piece = more
        area &= ~piece
        if piece.bit_count() >= least:
            out.append(piece)
    return out


def rows(area: int) -> Iterator[tuple[int, int]]:
    """The non-empty rows of an area: y and the bits."""
    data = area.to_bytes(SIDE * ROW // 8, "little")
    for y in range(SIDE):
        bits = int.from_bytes(data[y * ROW // 8 : (y + 1) * ROW // 8], "little")
        if bits:
            yield y, bits


def centre(area: int) -> Point:
    """The middle of an area."""
    count = x = y = 0
    for row, bits in rows(area):
        n = bits.bit_count()
        count += n
        y += row * n
        x += _sum_of_places(bits)
    return (x / count + 0.5, y / count + 0.5) if count else (T / 2, T / 2)


def _sum_of_places(bits: int) -> int:
    total = 0
    for power, mask in enumerate(PLACES):
        total += (bits & mask).bit_count() << power
    return total


PLACES: Final = tuple(sum(1 << x for x in range(SIDE) if x >> power & 1) for power in range(8))
"""By power of two: the columns with that bit set."""


def rim(area: int) -> list[Point]:
    """The first and last square of each row: they include the extremes in every direction."""
    out = []
    for y, bits in rows(area):
        out.append(((bits & -bits).bit_length() - 1.0, y + 0.0))
        out.append((bits.bit_length() + 0.0, y + 1.0))
    return out


def nearest(area: int, p: Point) -> Point:
    """The square of an area nearest to a point."""
    best, found = math.inf, p
    for y, bits in rows(area):
        dy = (y + 0.5 - p[1]) ** 2
        if dy >= best:
            continue
        x = min(max(int(p[0]), 0), SIDE - 1)
        below = bits & ((1 << (x + 1)) - 1)
        above = bits >> x
        for at in (below.bit_length() - 1 if below else None, x + (above & -above).bit_length() - 1 if above else None):
            if at is not None and dy + (at + 0.5 - p[0]) ** 2 < best:
                best, found = dy + (at + 0.5 - p[0]) ** 2, (at + 0.5, y + 0.5)
    return found


def pole(area: int) -> tuple[Point, float]:
    """The middle and the radius of the largest circle inside an area."""
    radius = 0
    while area:
        core = _shrunk(area, radius)
        if not core:
            return nearest(area, centre(area)), radius + 0.5
        area = core
        radius += 1
    return (T / 2, T / 2), 0.0


def spot(area: int, keep: float = 0.84) -> tuple[Point, float]:
    """A good place for a figure: nearly the roomiest, as central as possible; and its clearance."""
    best: tuple[int, Point, float] = (0, (T / 2, T / 2), 0.0)
    for piece in pieces(area, 4) or [area]:
        at, radius = pole(piece)
        if radius > best[2]:
            best = (piece, at, radius)
    piece, at, radius = best
    room = shrink(piece, keep * radius)
    return (nearest(room, centre(piece)) if room else at), radius


def central(area: int, want: float) -> Point:
    """The point nearest to the middle of an area with that much clearance."""
    room = shrink(area, want)
    return nearest(room, centre(area)) if room else pole(area)[0]


def outlines(area: int, smooth: float = 1.0) -> list[list[Point]]:
    """The rims of an area as closed lines, outer ones clockwise and those of holes counterclockwise."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def edge(a: tuple[int, int], b: tuple[int, int]) -> None:
        after.setdefault(a, []).append(b)

    for y, bits in rows(area & ~(area << ROW)):
        for x in _places(bits):
            edge((x, y), (x + 1, y))
    for y, bits in rows(area & ~(area >> ROW)):
        for x in _places(bits):
            edge((x + 1, y + 1), (x, y + 1))
    for y, bits in rows(area & ~(area << 1)):
        for x in _places(bits):
            edge((x, y + 1), (x, y))
    for y, bits in rows(area & ~(area >> 1)):
        for x in _places(bits):
            edge((x + 1, y), (x + 1, y + 1))
    out = []
    while after:
        start = at = next(iter(after))
        line: list[Point] = []
        while at in after:
            line.append((float(at[0]), float(at[1])))
            following = after[at]
            to = following.pop()
            if not following:
                del after[at]
            at = to
            if at == start:
                break
        middle = len(line) // 2
        out.append(simpler(line[: middle + 1], smooth)[:-1] + simpler([*line[middle:], line[0]], smooth)[:-1])
    return out


def _places(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def simpler(line: Sequence[Point], tolerance: float) -> list[Point]:
    """A line with fewer points that stays within a tolerance (Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    a, b = line[0], line[-1]
    far, where = -1.0, 0
    base = math.hypot(b[0] - a[0], b[1] - a[1])
    for i in range(1, len(line) - 1):
        p = line[i]
        if base:
            d = abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / base
        else:
            d = math.hypot(p[0] - a[0], p[1] - a[1])
        if d > far:
            far, where = d, i
    if far <= tolerance:
        return [a, b]
    return simpler(line[: where + 1], tolerance)[:-1] + simpler(line[where:], tolerance)
