"""Rotations that lay the same features are tried once."""

from __future__ import annotations

import random

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.players.greedy.carcassonne.bot import tables_of
from bastide.players.strong.carcassonne.policy import Tiler


def test_tiles_are_alike_as_they_are_drawn() -> None:
    t = tables_of(configure({"game": "carcassonne", "seats": 2}, random.Random(1)))
    index = t.r.tables.kind_index
    found = {name: [int(t.first_alike(4 * k + turn)) - 4 * k for turn in range(4)] for name, k in index.items()}
    assert found["monastery"] == found["crossing4"] == found["city4_s"] == [0, 0, 0, 0]
    assert found["road_straight"] == found["city_through"] == found["two_cities_opposite"] == [0, 1, 0, 1]
    # Its road and its city make the difference.
    assert found["monastery_road"] == found["city1_straight_road"] == found["road_curve"] == [0, 1, 2, 3]


def test_a_search_tries_one_of_them_and_all_others() -> None:
    rules = configure({"game": "carcassonne", "seats": 2}, random.Random(1))
    t = tables_of(rules)
    s, chooser, saved = rules.start(), Chooser(3), 0
    while not rules.is_over(s):
        seat = int(first_actor(rules, s))
        if seat >= 0 and s.cells[s.top()] == t.r.tile_phase:
            codes, out = [int(code) for code in rules.legal(s, seat)], Codes()
            Tiler(t, 0).rank(s, seat, out, 0)
            base, start = 4 * (int(s.cells[t.r.drawn]) - 1), int(t.r.tile_offset)
            places = [divmod(code - start, 4) for code in codes]
            wanted = {(place, int(t.first_alike(base + turn)) - base) for place, turn in places}
            assert {divmod(int(code) - start, 4) for code in out.row()} == wanted
            saved += len(codes) - len(wanted)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
    assert saved > 0
