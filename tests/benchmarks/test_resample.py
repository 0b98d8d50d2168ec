"""Timing `resample` on recorded games."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

from bastide.catan.base.island import Island
from benchmarks.recorded import kinds
from benchmarks.recorded.make import plans
from benchmarks.resample import asked, lines
from benchmarks.workers.resampled import chosen


def test_every_kind_of_game_with_hidden_cards_is_timed() -> None:
    found = asked(Path(sys.executable), positions=7, times=1)
    hidden = [
        kind for kind, games in plans().items() if kind in kinds() and any(bot == "greedy" for _, bot, _ in games)
    ]
    assert sorted(found["kinds"]) == sorted(hidden)
    assert "island" in hidden
    assert all(len(times) == 7 and min(times) > 0 for times in found["kinds"].values())


def test_positions_are_taken_from_the_whole_of_all_greedy_games() -> None:
    turns = [int(state.cells[rules.turn]) for rules, state in chosen("island", 100) if isinstance(rules, Island)]
    assert len(turns) == 100
    assert turns[0] == 0
    assert max(turns) > 40
    assert sum(now < before for before, now in pairwise(turns)) == 3, "four games"


def test_builds_stand_side_by_side() -> None:
    slow = {"compiled": False, "kinds": {"island": [8, 4]}}
    quick = {"compiled": True, "kinds": {"island": [1, 2]}}
    assert lines([slow, quick])[2:] == [
        "| island | interpreted | 2 | 6.00 | 8.00 | 1.000 |",
        "| island | compiled | 2 | 1.50 | 2.00 | 0.250 |",
    ]
