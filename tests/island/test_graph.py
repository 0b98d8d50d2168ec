"""The tables of boards with water and with middles: what comes first, what lies beside what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.catan.base.config import figures
from bastide.catan.base.reading import sites_of, terrains_of
from bastide.catan.board.graph import WAYS, Board
from bastide.catan.board.grid import SIDES, Hex, edge_ends, inner_path, neighbour, place_name, side_edge
from bastide.catan.board.reader import Vocabulary, custom
from bastide.catan.family import configure
from tests.island.archipelago.rules.lagoon import water
from tests.kit import land
from tests.sizes import examples

ISLAND = ["0,0 forest 8", "1,0 hills 5", "0,1 fields 4", "-1,1 desert", "1,-1 hills 9"]
PATHS = ["CN", "CNE", "CSE", "CS", "CSW", "CNW"]


def board(layout: dict[str, Any]) -> Board:
    """The board of a layout by coordinates, however small."""
    goods, terrains = list(figures()["goods"]), terrains_of([])
    return Board(custom(layout, Vocabulary(terrains, goods, sites_of([]))), goods, terrains)


def given_by(spots: Iterable[Hex], terrain: str) -> list[dict[str, Any]]:
    """Hexes of one terrain by coordinates."""
    return [{"q": q, "r": r, "terrain": terrain} for q, r in spots]


def near(table_: object, i: int, width: int = 3) -> list[int]:
    """A row of a table without its gaps."""
    return [int(n) for n in table_[width * i : width * i + width] if n >= 0]  # type: ignore[index] # a vec[i64]


spots = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=30)


def test_a_ring_of_water_changes_no_number_of_the_base() -> None:
    base = configure({"seats": 3}, None).resolved()
    ringed = dict(base["layout"])
    ringed["hexes"] = [*given_by([(h.q, h.r) for h in water()], "sea"), *ringed["hexes"]]
    plain, wet = board(base["layout"]), board(ringed)
    assert (wet.land, wet.ashore, wet.overland) == (19, 54, 72) == (plain.hexes, plain.corners, plain.edges)
    assert (wet.hexes, wet.corners, wet.edges) == (19 + 18, 96, 72 + 18)
    assert wet.hex_names[:19] == plain.hex_names
    assert wet.corner_names[:54] == plain.corner_names
    assert wet.edge_names[:72] == plain.edge_names
    assert list(wet.edge_corners[:144]) == list(plain.edge_corners)
    assert list(wet.harbor[:54]) == list(plain.harbor)


@examples(40)
@given(dry=spots, wet=spots)
def test_places_come_first_where_the_base_plays(dry: set[Hex], wet: set[Hex]) -> None:
    wet -= dry
    b = board({"hexes": given_by(wet, "sea") + given_by(dry, "desert")})
    assert b.terrain == ["desert"] * len(dry) + ["sea"] * len(wet)
    assert int(b.land) == len(dry)
    for c in range(int(b.corners)):
        hexes = near(b.corner_hexes, c)
        assert hexes == sorted(hexes)
        assert (c < b.ashore) == any(h < b.land for h in hexes)
        assert 1 <= len(hexes) <= 3
    for e, name in enumerate(b.edge_names):
        one, other = (int(b.edge_hexes[2 * e + k]) for k in range(2))
        assert (e < b.overland) == (0 <= one < b.land or 0 <= other < b.land)
        assert e < b.overland or (one >= b.land and other >= b.land)
        ends = [int(b.edge_corners[2 * e + k]) for k in range(2)]
        for h in (one, other):
            assert h < 0 or set(ends) <= set(near(b.hex_corners, h, 6))
        assert b.place(name) == e
        for c, beyond in (ends, ends[::-1]):
            assert near(b.corner_corners, c)[near(b.corner_edges, c).index(e)] == beyond
            assert (c < b.ashore) or e >= b.overland
    for names in (b.hex_names[: b.land], b.hex_names[b.land :]):
        assert names == sorted(names, key=lambda name: tuple(map(int, name.split(",")))[::-1])


def test_an_edge_of_water_has_listed_hexes_on_both_sides() -> None:
    b = board(land("0,0 desert", "1,0 sea", "2,0 sea", "2,-1 sea"))
    assert b.edge_names[b.overland :] == ["2,-1,SE", "1,0,E", "1,0,NE"]
    assert not b.wide
    assert len(b.ways) == len(b.way_ends) == 0


# -- middles


@examples(40)
@given(names=st.sets(st.sampled_from([f"{at},{path}" for at in ("0,0", "1,0", "0,1") for path in PATHS]), min_size=1))
def test_a_middle_joins_the_corners_that_its_paths_lead_to(names: set[str]) -> None:
    b = board(land(*ISLAND, "2,0 sea", sites=[f"inner {name}" for name in sorted(names, reverse=True)]))
    plain = board(land(*ISLAND, "2,0 sea"))
    assert b.wide
    assert (int(b.ashore), int(b.land)) == (int(plain.ashore), int(plain.land))
    assert b.corner_names[: b.ashore] == plain.corner_names[: plain.ashore]
    assert b.edge_names[: plain.overland] == plain.edge_names[: plain.overland]
    middles = sorted({name.rpartition(",")[0] + ",C" for name in names}, key=lambda name: name.split(",")[1::-1])
    assert b.corner_names[b.ashore : b.ashore + len(middles)] == middles
    assert set(b.edge_names[plain.overland : b.overland]) == names
    for name in names:
        path = inner_path(name)
        assert path is not None
        edge = b.edge_index[name]
        ends = [b.corner_index[place_name(at)] for at in edge_ends(path)]
        at = b.hex_index[f"{path[0]},{path[1]}"]
        assert [int(b.edge_corners[2 * edge + k]) for k in range(2)] == ends
        assert ends[1] in near(b.hex_corners, at, 6)
        assert near(b.edge_hexes, edge, 2) == [at, at]
        assert near(b.corner_hexes, ends[0]) == [at]
    for c in range(int(b.corners)):
        ways, ends = near(b.ways, c, WAYS), near(b.way_ends, c, WAYS)
        assert len(ways) == len(ends) == len(set(ways))
        assert near(b.corner_edges, c) == ways[:3]
        assert near(b.corner_corners, c) == ends[:3]
        assert {(e, c) for e in ways} == {
            (e, c) for e in range(int(b.edges)) if c in (b.edge_corners[2 * e], b.edge_corners[2 * e + 1])
        }
        for e, beyond in zip(ways, ends, strict=True):
            assert {c, beyond} == {int(b.edge_corners[2 * e]), int(b.edge_corners[2 * e + 1])}


def test_the_landward_corners_of_a_quarry_have_four_edges() -> None:
    island = configure({"seats": 3}, None).resolved()["layout"]
    sites = [{"word": "inner", "place": f"2,-2,{path}"} for path in ("CSE", "CS", "CSW", "CNW")]
    b = board(island | {"sites": sites})
    counts = {name: len(near(b.ways, c, WAYS)) for c, name in enumerate(b.corner_names)}
    assert {name for name, count in counts.items() if count == 4} == {"2,-2,C", "2,-1,N", "2,-2,S", "1,-1,N", "2,-3,S"}
    assert max(counts.values()) == 4


@pytest.mark.parametrize("text", ["0,0,C", "0,0,NE", "0,0", "0,0,CE", "00,0,CN", "0,0,CN ", "-0,0,CN", ""])
def test_what_is_no_inner_path(text: str) -> None:
    assert inner_path(text) is None


def test_every_side_of_a_hex_has_one_name() -> None:
    for side in SIDES:
        opposite = SIDES[(SIDES.index(side) + 3) % 6]
        assert side_edge((0, 0), side) == side_edge(neighbour((0, 0), side), opposite)


@examples(20)
@given(spots=spots, wet=spots)
def test_the_sides_of_a_hex_are_those_of_its_edges(spots: set[Hex], wet: set[Hex]) -> None:
    b = board({"hexes": given_by(spots, "desert") + given_by(wet - spots, "sea")})
    for i in range(6 * int(b.hexes)):
        edge, beyond = int(b.hex_edges[i]), int(b.hex_hexes[i])
        if edge < 0:  # between listed water and the open sea
            assert i // 6 >= b.land
            assert beyond < 0
            continue
        assert b.edge_names[edge] == place_name(side_edge(hex_of(b.hex_names[i // 6]), SIDES[i % 6]))
        assert sorted(map(int, b.edge_hexes[2 * edge : 2 * edge + 2])) == sorted([i // 6, beyond])
        assert b.land_beside(edge).count(beyond) == (0 <= beyond < b.land)
        assert b.by_water(edge) == (i // 6 >= b.land or not 0 <= beyond < b.land)


def hex_of(name: str) -> Hex:
    q, _, r = name.partition(",")
    return int(q), int(r)
