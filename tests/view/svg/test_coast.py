"""The shore goes round every island and every lake of any layout."""

import math
import re

import pytest

from bastide.view.svg.coastline import MOST_OFFSET, boundary, coastline, offset
from bastide.view.svg.geometry import Axial, Point, land_hexes
from tests.view.svg import table

BASE = land_hexes(table.board())
RING = frozenset({(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)})


def area(line: list[Point]) -> float:
    """The area inside a closed line; positive if it runs clockwise on the paper."""
    pairs = zip(line, line[1:] + line[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


@pytest.mark.parametrize(
    ("hexes", "corners"),
    [
        (frozenset({(0, 0)}), [6]),
        (BASE, [30]),
        (RING, [6, 18]),
        (frozenset({(0, 0), (3, 0)}), [6, 6]),
        (frozenset({(0, 0), (1, 0), (0, 1)}), [12]),
        (frozenset(), []),
    ],
)
def test_the_boundary_has_one_walk_for_each_island_and_lake(hexes: frozenset[Axial], corners: list[int]) -> None:
    assert sorted(len(walk) for walk in boundary(hexes)) == corners


def test_an_island_runs_clockwise_and_a_lake_the_other_way() -> None:
    areas = sorted(area(offset(walk, 15)) for walk in boundary(RING))
    assert areas[0] < 0 < areas[1]


def test_an_offset_moves_the_land_out_and_the_lake_in() -> None:
    for walk in boundary(RING):
        sizes = [area(offset(walk, by)) for by in (0, 15, 48, 74, MOST_OFFSET)]
        assert sizes == sorted(sizes)


def test_the_offset_of_a_hex_is_its_area_and_a_rim_with_round_corners() -> None:
    [walk] = boundary(frozenset({(0, 0)}))
    hexagon, rim, corners = 1.5 * math.sqrt(3) * 100**2, 6 * 100 * 20, math.pi * 20**2
    assert area(offset(walk, 20)) == pytest.approx(hexagon + rim + corners, rel=0.002)


def test_every_walk_is_one_closed_curve() -> None:
    path = coastline(RING, 74, 11, "far", 34)
    assert path.count("M") == path.count("z") == 2
    assert not re.search("nan|inf", path)


def test_the_shore_is_the_same_every_time() -> None:
    first = coastline(BASE, 15, 4.5, "beach", 14)
    coastline.cache_clear()
    assert coastline(frozenset(sorted(BASE, reverse=True)), 15, 4.5, "beach", 14) == first
