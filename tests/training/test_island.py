"""The fit of the island's evaluation: its data, its gradient, and the file that it writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bastide import make_bot, play
from bastide.kernel.state import CHANCE, State
from bastide.players.strong.island.value import COUNT
from training import island
from training.island import NAMES, Rollouts, Row, Rows, siblings, written

LATE = 14
"""So many decisions before its end a game is looked at: rollouts are short there."""


@pytest.fixture(scope="module")
def position() -> tuple[Rollouts, State, int, list[int]]:
    """A late position in which a seat has a choice, the seat and its first three actions."""
    bots = [make_bot("greedy", seat) for seat in range(2)]
    game = play({"game": "island", "seats": 2, "layout": "random"}, bots, seed=4)
    for version in range(game.version - LATE, game.version):
        before = game.at(version)
        seat = before.actors[0]
        codes = [] if seat == CHANCE else [int(code) for code in before.rules.legal(before.state, seat)]
        if len(codes) > 2:
            return Rollouts(before.rules), before.state, seat, codes[:3]
    raise AssertionError("the last decisions of the game leave no choice")


def made(position: tuple[Rollouts, State, int, list[int]], monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The rows of one decision in two worlds."""
    monkeypatch.setattr(island, "WORLDS", 2)
    return siblings(*position, decision=0, seed=7)


def test_rows_are_those_of_every_action_in_the_same_worlds(
    position: tuple[Rollouts, State, int, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = made(position, monkeypatch)
    assert [row.action for row in rows] == [0, 1, 2] * 2
    assert all(sum(row.shares) == 1 for row in rows)
    assert all(row.leaf is None or [len(each) for each in row.leaf] == [COUNT] * 2 for row in rows)
    assert rows == made(position, monkeypatch)


def shard(path: Path, weights: np.ndarray[Any, np.dtype[np.float64]], decisions: int, seed: int) -> None:
    """A shard of made-up rows whose shares follow from weights."""
    rng = np.random.default_rng(seed)
    rows = decisions * 3 * 4
    leaves = rng.integers(0, 5, (rows, 2, COUNT))
    keys = np.array([(n // 12, n // 4 % 3, n // 12 % 2) for n in range(rows)])
    worth = leaves @ weights
    chance = 1 / (1 + np.exp(worth[:, 1] - worth[:, 0]))
    first = rng.random(rows) < chance
    ended = rng.random(rows) < 0.1
    np.savez(path, leaves=leaves, ended=ended, shares=np.stack([first, ~first], 1).astype(np.float32), keys=keys)


def test_the_gradient_is_that_of_the_loss(tmp_path: Path) -> None:
    from scipy.optimize import approx_fprime

    weights = np.linspace(-0.1, 0.1, COUNT)
    shard(tmp_path / "000.npz", weights, 20, 1)
    rows = Rows([tmp_path / "000.npz"])
    _loss, gradient = rows.loss(weights / 2)
    assert gradient == pytest.approx(approx_fprime(weights / 2, lambda w: rows.loss(w)[0], 1e-6), abs=1e-4)


def test_a_fit_finds_the_weights_and_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(island, "DATA", tmp_path)
    (tmp_path / "2").mkdir()
    weights = np.linspace(-0.3, 0.3, COUNT)
    for number in range(3):
        shard(tmp_path / "2" / f"{number:03}.npz", weights, 400, number)
    island.fit(2, 100)
    assert "explains" in capsys.readouterr().out
    monkeypatch.setattr(island, "LEARNED", tmp_path / "learned.py")
    monkeypatch.setattr("sys.argv", ["island", "write"])
    island.main()
    found: dict[str, Any] = {}
    exec((tmp_path / "learned.py").read_text(encoding="utf-8"), found)
    (row,) = found["WEIGHTS"]
    assert len(row) == COUNT
    assert np.corrcoef(np.array(list(row)), weights)[0, 1] > 0.95


def test_the_written_file_says_where_its_numbers_come_from() -> None:
    made_up = {"seats": 2, "decisions": 18_000, "shards": 9, "date": "2026-01-02", "commit": "0123456789"}
    text = written([{**made_up, "weights": dict.fromkeys(NAMES, 5)}])
    assert "18,000 decisions (9 shards), fitted on 2026-01-02 at 0123456789" in text.replace("\n", " ")
    assert all(f"5,  # {name}\n" in text for name in NAMES)


def test_a_fit_without_data_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(island, "DATA", tmp_path)
    with pytest.raises(SystemExit, match=r"there are 0 shards in .*make them with `label`"):
        island.fit(2, 1)
