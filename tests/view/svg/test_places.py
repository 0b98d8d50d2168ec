"""Places on the paper follow from the notation alone, whichever hex they are written from."""

import itertools
import math

import pytest

from bastide.view.svg.geometry import (
    CORNERS,
    INNER,
    SIDES,
    STEPS,
    centre,
    corner_place,
    edge_place,
    ends,
    hex_place,
    land_hexes,
    middle,
)
from tests.view.svg import table

HEXES = sorted(land_hexes(table.board()))


def test_places_of_a_layout_are_distinct() -> None:
    corners = {corner_place(f"{q},{r},{name}") for q, r in HEXES for name in CORNERS}
    edges = {edge_place(f"{q},{r},{name}") for q, r in HEXES for name in SIDES}
    hexes = {hex_place(f"{q},{r}") for q, r in HEXES}
    assert (len(corners), len(edges), len(hexes)) == (54, 72, 19)
    spots = [*corners, *((edge.x, edge.y) for edge in edges), *hexes]
    rounded = {(round(x, 1), round(y, 1)) for x, y in spots}
    assert len(rounded) == 54 + 72 + 19


@pytest.mark.parametrize(
    ("one", "other"),
    [("0,0,N", "0,-1,SE"), ("0,0,N", "1,-1,SW"), ("0,0,S", "0,1,NW"), ("2,0,SE", "2,1,N"), ("-2,2,S", "-3,3,NE")],
)
def test_a_corner_is_the_same_from_every_hex_also_from_the_sea(one: str, other: str) -> None:
    assert corner_place(one) == corner_place(other)


def test_a_side_is_the_same_from_both_hexes() -> None:
    opposite = {"NE": "SW", "E": "W", "SE": "NW", "SW": "NE", "W": "E", "NW": "SE"}
    for (q, r), (side, (dq, dr)) in itertools.product(HEXES, STEPS.items()):
        assert edge_place(f"{q},{r},{side}") == edge_place(f"{q + dq},{r + dr},{opposite[side]}")


def test_an_edge_lies_between_its_corners() -> None:
    for side in SIDES:
        (ax, ay), (bx, by) = ends(1, -2, side)
        edge = edge_place(f"1,-2,{side}")
        assert (edge.x, edge.y) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_an_inner_path_lies_between_the_middle_and_a_corner_of_its_hex() -> None:
    assert corner_place("1,-2,C") == hex_place("1,-2")
    x, y = hex_place("1,-2")
    for name, angle in INNER.items():
        cx, cy = corner_place(f"1,-2,{name[1:]}")
        edge = edge_place(f"1,-2,{name}")
        assert (edge.x, edge.y) == pytest.approx(((x + cx) / 2, (y + cy) / 2))
        turned = math.degrees(math.atan2(cy - y, cx - x)) % 180
        assert edge.angle == angle == pytest.approx(turned)


def test_centres_and_the_middle() -> None:
    assert centre(0, 0) == (0, 0)
    assert middle(table.board()) == pytest.approx((0, 0))


@pytest.mark.parametrize("place", ["", "0", "0,0,X", "a,b", "0,0,N,E"])
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        corner_place(place)
    with pytest.raises(ValueError, match="not a"):
        edge_place(place)


def test_a_corner_is_no_hex() -> None:
    with pytest.raises(ValueError, match="not a hex"):
        hex_place("0,0,N")
