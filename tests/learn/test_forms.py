"""Features as graphs and planes: every number of a row once, at its place, by declaration."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from bastide import OutOfRange, configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import Schema
from bastide.learn.features import Features
from bastide.learn.forms import GLOBAL, PLANES
from tests.differential.sets import Set
from tests.learn.games import made, positions, sets
from tests.sizes import sized

STEPS = sized(40, 1000)


def graph_of(rules: Rules, **given: Any) -> Features:
    return Features(rules, form="graph", **given)


@pytest.mark.parametrize("set_", sets(2))
def test_every_number_of_a_row_is_in_the_graph_once(set_: Set) -> None:
    rules = made(set_, 1)
    features = graph_of(rules)
    arrangement = features.arrangement
    held = [int(k) for at in (*arrangement.at.values(), arrangement.rest) for k in at.flat if k >= 0]
    assert sorted(held) == list(range(features.size))
    row = np.arange(features.size) + 1
    arrays = features.arrange(row)
    assert sum(int((array > 0).sum()) for name, array in arrays.items() if "neighbours" not in name) == features.size
    for kind, at in arrangement.at.items():
        assert arrays[kind].shape == (arrangement.places[kind].count, len(arrangement.columns[kind])) == at.shape
    assert [features.names[k] for k in arrangement.rest] == arrangement.columns[GLOBAL]


@pytest.mark.parametrize("set_", sets(2))
def test_every_field_of_places_is_declared(set_: Set) -> None:
    """By its size, on boards whose numbers of hexes, corners and edges are no other numbers of the game."""
    rules = made(set_, 1)
    sizes = {each.count: each.name for each in rules.schema.places}
    for field in rules.schema.fields:
        if field.derived or field.size == 0:
            continue
        members = field.packing is not None and bool(field.shape) and field.shape[-1] == field.packing.cells
        first = len(field.packing.most) if field.packing and members and len(field.shape) == 1 else 0
        first = first or (field.shape[0] if field.shape else 0)
        if first in sizes and first > 30:
            assert field.place == sizes[first], field.name
        if field.place:
            [count] = [each.count for each in rules.schema.places if each.name == field.place]
            assert first <= count


def test_a_field_may_have_the_first_places_alone() -> None:
    rules = configure({"modules": ["great_wall"]}, seed=1)
    features = graph_of(rules)
    nodes = features.arrange(np.ones(features.size, np.int32))["hex"]
    freed = nodes[:, features.arrangement.columns["hex"].index("great_wall.freed")].tolist()
    assert 0 < sum(freed) < len(freed)
    assert freed == sorted(freed, reverse=True)


def test_the_graph_of_the_island_has_its_pieces_and_its_paths() -> None:
    rules = configure({"seats": 3, "layout": "random"}, seed=1)
    features = graph_of(rules)
    *_, stepper = positions(rules, 3, 60)
    row = features.row(stepper.state, 1)
    arrays = features.arrange(row)
    columns = features.arrangement.columns
    assert columns["corner"] == ["owner", "level", "board.harbors"]
    assert columns["hex"] == ["board.terrain", "board.numbers[0]"]
    assert (arrays["corner"][:, 0] == row[features.names.index("owner[0]") :][:54]).all()
    assert arrays["corner"][:, 1].any()
    links = features.arrangement.links
    assert links["hex-corner"].shape == (19 * 6, 2)
    assert links["edge-corner"].shape == (72 * 2, 2)
    assert set(Counter(links["edge-corner"][:, 1].tolist()).values()) == {2, 3}
    roads = np.flatnonzero(arrays["edge"][:, 0] == 1)
    ends = {int(c) for e, c in links["edge-corner"] if e in roads}
    own = set(np.flatnonzero(arrays["corner"][:, 0] == 1).tolist())
    assert own
    assert own <= ends, "each settlement of the set-up has a road"


@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_planes_have_each_place_at_its_own_point(dtype: Any) -> None:
    rules = configure({"seats": 3, "layout": "random"}, seed=1)
    features = Features(rules, form="planes", dtype=dtype)
    arrangement = features.arrangement
    *_, stepper = positions(rules, 3, 60)
    rows = np.stack([features.row(stepper.state, seat) for seat in range(3)])
    arrays = features.arrange(rows)
    channels = arrangement.channels
    assert arrays[PLANES].shape == (3, len(channels), arrangement.height, arrangement.width)
    assert arrays[GLOBAL].shape == (3, len(arrangement.rest))
    graph = graph_of(rules, dtype=dtype).arrange(rows)
    for kind in ("hex", "corner", "edge"):
        for k, name in enumerate(arrangement.columns[kind]):
            plane = arrays[PLANES][:, channels.index(f"{kind}.{name}")]
            for seat in range(3):
                values = graph[kind][seat, :, k]
                assert sorted(plane[seat][plane[seat] != 0]) == sorted(values[values != 0])
    points = Features(rules, form="planes").arrange(np.ones(features.size, np.int32))[PLANES]
    hexes, corners, edges = (
        points[channels.index(name)] for name in ("hex.board.terrain", "corner.level", "edge.road")
    )
    assert [int(each.sum()) for each in (hexes, corners, edges)] == [19, 54, 72]
    assert (hexes + corners + edges).max() == 1, "no two places lie at one point"


@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_tiles_lie_where_they_were_laid(dtype: Any) -> None:
    rules = configure({"game": "carcassonne", "seats": 2}, seed=1)
    *_, stepper = positions(rules, 2, 60)
    features = graph_of(rules, dtype=dtype)
    row = features.row(stepper.state, 0)
    arrays = features.arrange(row)
    beside = arrays["tile.neighbours"]
    plain = Features(rules).row(stepper.state, 0)
    names = Features(rules).names
    count = int(plain[names.index("tiles")])
    assert count > 5
    assert (beside[1:count] >= 0).any(axis=1).all(), "each tile is laid to another"
    assert (beside[count:] == -1).all()
    for k, side in np.argwhere(beside >= 0).tolist():
        n = int(beside[k][side])
        assert beside[n][(side + 2) % 4] == k
        apart = [plain[names.index(f"position[{n},{j}]")] - plain[names.index(f"position[{k},{j}]")] for j in range(2)]
        assert sorted(map(abs, apart)) == [0, 1]
    near = Features(rules, form="planes", dtype=dtype, reach=20)
    planes = near.arrange(np.stack([row, row]))[PLANES]
    assert planes.shape == (2, len(near.arrangement.channels), 41, 41)
    position = planes[0, near.arrangement.channels.index("tile.position[0]")]
    assert int((position != 0).sum()) == count
    assert position[20, 20] != 0, "the first tile lies in the middle"
    with pytest.raises(OutOfRange, match="a tile lies further from the middle than 1: make Features"):
        Features(rules, form="planes", dtype=dtype, reach=1).arrange(row)


def test_wrong_arguments_are_refused() -> None:
    rules = configure({"seats": 3}, seed=1)
    with pytest.raises(ValueError, match="form must be one of vector, graph, planes, got 'tree'"):
        Features(rules, form="tree")  # type: ignore[arg-type] # that is what is refused
    with pytest.raises(ValueError, match="reach must be at least 1, got 0"):
        Features(rules, form="planes", reach=0)
    row = Features(rules).row(rules.start(), 0)
    assert Features(rules).arrange(row)["vector"] is row
    schema = Schema()
    schema.place("corner", 1, [0], [0])
    with pytest.raises(ValueError, match="the places 'corner' are declared twice"):
        schema.place("corner", 1, [0], [0])
    with pytest.raises(ValueError, match="the 2 places 'edge' have 1 and 2 coordinates"):
        schema.place("edge", 2, [0], [0, 1])
