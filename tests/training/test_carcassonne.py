"""The fit of Carcassonne's weights: it moves towards the side that scores more, and resumes where it stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from bastide.carcassonne.family import CarcassonneGame
from bastide.players.greedy.carcassonne.weights import CHANCES, GREEDY, SUPPLY, TIED
from training import carcassonne
from training.carcassonne import NUMBERS, Run, read, row_of


def less_is_more(rules: CarcassonneGame, row: Sequence[int], other: Sequence[int], board: int) -> float:
    """As if shared features had best be worth 50 percent."""
    return (abs(other[TIED] - 50) - abs(row[TIED] - 50)) / 2 + board % 2


def test_it_moves_towards_the_side_that_scores_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carcassonne, "lead", less_is_more)
    run = Run()
    rules = run.rules()
    for _ in range(300):
        run.step(rules)
    assert 35 < row_of(run.means)[TIED] < 65
    assert GREEDY[TIED] == 85


def test_a_run_that_resumes_comes_to_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(carcassonne, "lead", less_is_more)
    whole, half = Run(), Run()
    rules = whole.rules()
    for _ in range(6):
        whole.step(rules)
    for _ in range(3):
        half.step(rules)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(asdict(half)), "utf-8")
    again = read(path, 2, [])
    for _ in range(3):
        again.step(rules)
    assert again == whole
    with pytest.raises(SystemExit, match="keeps a run with 2 seats and no modules"):
        read(path, 4, [])


def test_numbers_say_what_greedy_weighs() -> None:
    row = row_of([number.start for number in NUMBERS])
    assert row[CHANCES:] == [min(99, int(chance)) if chance != 100 else 100 for chance in GREEDY][CHANCES:]
    assert row[SUPPLY : SUPPLY + 2] == [0, GREEDY[SUPPLY + 1]]
    assert all(abs(ours - int(weight)) < 200 for ours, weight in zip(row, GREEDY, strict=True))


@pytest.mark.slow
def test_equal_rows_are_even_on_every_board() -> None:
    rules = Run().rules()
    row = [int(weight) for weight in GREEDY]
    assert carcassonne.lead(rules, row, row, 3) == 0
    worse = list(row)
    worse[SUPPLY : SUPPLY + 9] = [0] * 9
    assert sum(carcassonne.lead(rules, row, worse, board) for board in range(3)) > 0
