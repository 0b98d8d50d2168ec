"""Workers run in turn; one that fails is left out."""

from __future__ import annotations

import io
import json

import pytest

from benchmarks.rounds import Worker, WorkerError, measured
from benchmarks.workers.protocol import serve
from tests.benchmarks.fakes import subject

PAIR = ("a", "b", "loop", 0.5)


def quiet(line: str) -> None:
    """Say nothing."""


def test_a_worker_says_what_it_is_and_answers_each_line() -> None:
    asked: list[tuple[str, float, int]] = []

    def answer(measure: str, seconds: float, number: int) -> dict[str, float]:
        asked.append((measure, seconds, number))
        return {"games": 3.0}

    out = io.StringIO()
    serve({"version": "1"}, answer, io.StringIO("loop 1.5 0\nseats 2 0.25 6\n"), out)
    about, *answers = map(json.loads, out.getvalue().splitlines())
    assert about == {"version": "1"}
    assert asked == [("loop", 1.5, 0), ("seats 2", 0.25, 6)]
    assert [set(one) for one in answers] == [{"games", "cpu", "wall"}] * 2


def test_every_round_asks_all_and_pairs_follow() -> None:
    said: list[str] = []
    found = measured([subject("a", 2), subject("b", 1, loop=1.0, driven=1.0)], 3, 2, PAIR, said.append)
    assert found.missing == []
    assert found.values["a"] == {
        "loop_games_per_second": [2, 4, 6],
        "paired_loop_games_per_second": [2, 4],
    }
    assert found.values["b"]["driven_games_per_second"] == [1, 2, 3]
    assert found.about == {"a": {"version": "1"}, "b": {"version": "1"}}
    assert (found.cpu, found.wall) == (6.5, 13.0)
    assert len(said) == 5


def test_who_fails_is_named_and_left_out() -> None:
    late = subject("late", ends=1)
    never = subject("never", about='{"error": "no numpy"}')
    found = measured([late, never, subject("a")], 3, 1, PAIR, quiet)
    assert found.missing == ["Never: no numpy", "Late: out of memory"]
    assert set(found.values) == {"a"}
    assert found.values["a"]["loop_games_per_second"] == [1, 2, 3]


def test_a_program_that_is_no_worker() -> None:
    with pytest.raises(WorkerError, match="answered 3"):
        Worker(subject("three", about="3"), None)
    worker = Worker(subject("a"), None)
    worker.close()
    with pytest.raises((WorkerError, ValueError)):
        worker.ask("loop", 1, 0)
