"""The anchors of bots, from made-up runs: what is compared, what counts, and that they fit the model of ratings."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bastide.arena.games import Played
from bastide.arena.plan import read
from bastide.arena.results import Results
from bastide.arena.run import PLAN
from bastide.kernel.errors import ConfigError
from bastide.server.common import anchors
from bastide.server.common.rating import BETA, MU
from tools.anchors import Comparisons, Table, compared, gather, strengths, written

DUEL = """
blocks = 50
[[config]]
name = "duel"
seats = 2
layout = "random"
[[entrant]]
name = "steady"
bot = "greedy"
[[entrant]]
name = "easy"
"""


def game(number: int, seating: Sequence[str], points: Sequence[int], *, fault: str = "") -> Played:
    """A game that most points win."""
    winners = tuple(seat for seat, got in enumerate(points) if got == max(points))
    seconds = (0.0,) * len(points)
    return Played(
        number, number // 2, "duel", "", tuple(seating), winners, True, tuple(points), 9, 30, seconds, "", fault, ""
    )


def run_of(folder: Path, wins: int, games: int, *, extra: Sequence[Played] = ()) -> Path:
    """A run in which the steady bot wins so many games, those of the first seat first."""
    folder.mkdir()
    (folder / PLAN).write_text(DUEL, "utf-8")
    plan = read(DUEL)
    with closing(Results(folder, write=True)) as results:
        results.begin({"plan": DUEL, "versions": {"steady": "bastide 1 abc", "easy": "bastide 1 abc"}})
        for number in range(games):
            names = [plan.entrants[entrant].name for entrant in plan.unit(number).seating]
            won = "steady" if number < wins else "easy"
            results.add([game(number, names, [10 if name == won else 5 for name in names])])
        results.add(extra)
    return folder


def test_every_two_seats_of_different_bots_are_compared() -> None:
    found = list(compared(game(0, ("a", "b", "b", "b"), (7, 10, 7, 3))))
    assert found == [("a", "b", 0.0), ("a", "b", 0.5), ("a", "b", 1.0)]


def test_wins_become_strengths_of_the_model(tmp_path: Path) -> None:
    into: defaultdict[Table, Comparisons] = defaultdict(Comparisons)
    # Half a block, and a forfeit, are left out.
    extra = [
        game(80, ("steady", "easy"), (0, 9)),
        *(game(n, ("easy", "steady"), (9, 0), fault="1 time") for n in (82, 83)),
    ]
    gather(run_of(tmp_path / "run", 60, 80, extra=extra), into)
    assert list(into) == [Table("island", 2)]
    [comparisons] = into.values()
    assert (comparisons.games.total(), len(comparisons.blocks)) == (80, 40)
    found = strengths(comparisons, 2)
    assert [*found] == ["easy", "greedy"]
    assert found["greedy"][0] == MU
    # 60 of 80, with a drawn game more: odds of 60.5 to 20.5.
    assert found["easy"][0] == pytest.approx(MU - BETA * math.sqrt(2) * math.log(60.5 / 20.5), abs=0.01)
    text = written(into)
    assert "# 80 games in 40 blocks: seed 0, round-robin, steady, easy of bastide 1 abc\n" in text
    read_again = anchors.read(text)
    assert read_again["island"][2]["easy"].mu == found["easy"][0]


def test_what_is_not_rated_has_no_anchor(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "run", 1, 2)
    (folder / PLAN).write_text(DUEL.replace('layout = "random"', "options = { first = 0 }"), "utf-8")
    with pytest.raises(ConfigError, match="are not rated"):
        gather(folder, defaultdict(Comparisons))
    with pytest.raises(ConfigError, match="has not begun"):
        gather(run_folder(tmp_path / "other"), defaultdict(Comparisons))
    comparisons = Comparisons()
    comparisons.blocks[folder, 0] = [("easy", "random", 1.0)]
    with pytest.raises(ConfigError, match="no games of greedy"):
        strengths(comparisons, 2)


def run_folder(folder: Path) -> Path:
    """A plan that nobody has begun."""
    folder.mkdir()
    (folder / PLAN).write_text(DUEL, "utf-8")
    return folder
