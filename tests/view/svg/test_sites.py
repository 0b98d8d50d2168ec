"""What a layout marks on the land: paths within hexes, tokens beside them, sites on the board and beside it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest

from bastide.view import svg
from bastide.view.island.model import Board, Harbor, Hex, Site
from bastide.view.svg.geometry import centre
from bastide.view.svg.sites import token_place
from bastide.view.svg.window import beside, boxes
from tests.web.rooms import entered


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The words of the archipelago have drawings."""
    with entered(["tests.island.archipelago"]):
        yield


def board(*sites: Site) -> Board:
    """Two hexes of land and two of water, one of them with a ground of its own."""
    hexes = [Hex(0, 0, "forest", 8), Hex(1, 0, "lagoon", 5), Hex(0, 1, "sea", None, water=True)]
    hexes.append(Hex(-1, 1, "shallows", None, water=True))
    return Board(hexes, [Harbor(0, 0, "NW", None, 3)], list(sites))


def inner(*names: str) -> list[Site]:
    return [Site("inner", f"0,0,{name}") for name in names]


def test_a_board_without_sites_is_drawn_without_them() -> None:
    drawn = svg.land(board())
    assert "inner" not in drawn
    assert "site" not in drawn
    assert token_place(board(), Hex(0, 0, "forest", 8)) == (0, 26)


@pytest.mark.parametrize(
    ("names", "direction"),
    [
        (["CSE", "CS", "CSW", "CNW"], -60),
        (["CN"], 90),
        (["CN", "CS"], 180),
        (["CN", "CNE", "CSE", "CS", "CSW", "CNW"], -120),
        (["CNW", "CN"], 60),
    ],
)
def test_a_token_lies_in_the_widest_gap_between_paths(names: list[str], direction: float) -> None:
    x, y = token_place(board(*inner(*names)), Hex(0, 0, "forest", 8))
    assert math.hypot(x, y) == pytest.approx(54)
    assert math.degrees(math.atan2(y, x)) == pytest.approx(direction, abs=0.01)


def test_paths_lead_from_a_place_in_the_middle() -> None:
    drawn = svg.land(board(*inner("CN", "CSE")))
    assert drawn.count("<circle") >= 2
    assert "M0 0L0-100" in drawn.replace(" -", "-")


def test_sites_with_a_drawing_are_drawn_where_they_are() -> None:
    drawn = svg.land(
        board(Site("market", "0,0,N", 2), Site("zone", "1,0"), Site("ford", "0,0,NE"), Site("start", "0,0"))
    )
    assert re.findall(r'class="site-(\w+)"', drawn) == ["market", "zone", "ford"]
    assert 'class="site-zone"><g transform="translate(173.2 0)' in drawn
    assert "rotate(30)" in drawn, "a ford lies along its edge"


def test_a_value_may_be_a_number_token() -> None:
    one, other = (svg.land(board(Site(word, "0,0,N", 9))) for word in ("boat", "market"))
    assert one.count("var(--token-rim)") == 1
    assert other.count("var(--token-rim)") == 0


def test_a_site_may_lie_out_to_sea_from_its_corner_of_the_coast() -> None:
    above, below = (svg.land(board(Site("pier", place, 4))) for place in ("1,-1,S", "0,1,N"))
    assert 'class="site-pier"><g transform="translate(86.6-110) scale(1)' in above.replace(" -", "-")
    assert 'class="site-pier"><g transform="translate(86.6 110) rotate(180)' in below
    assert "translate(86.6 110) scale(0.82)" in below, "the number stands upright in its middle"


def test_sites_beside_the_board_lie_in_a_row_below_it_in_sight() -> None:
    plain, marked = board(), board(Site("chest", "", 3), Site("chest", "", 4), Site("row", "", 1))
    (one, (ax, ay)), (other, (bx, by)) = beside(marked)
    assert (one.value, other.value) == (3, 4)
    assert ay == by > max(box[3] for box in boxes(plain))
    assert ax < bx
    _, _, _, height = svg.viewbox(plain)
    assert svg.viewbox(marked)[3] > height
    assert beside(plain) == []


def test_water_has_a_tile_only_with_a_ground_of_its_own() -> None:
    drawn = svg.land(board())
    assert 'href="#hex-shallows-0"' in drawn
    assert "hex-sea" not in drawn
    held = svg.defs(board())
    assert 'id="hex-shallows-0"' in held
    assert 'id="hex-sea' not in held
    assert "#7CC7C0" in held, "the ground of the lagoon"
    assert any(box[0] <= centre(-1, 1)[0] - 60 for box in boxes(board())), "listed water is in sight"
