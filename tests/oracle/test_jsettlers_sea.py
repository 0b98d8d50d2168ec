"""The comparison of Seafarers games, on one that is carried over; and that it catches what is wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import jsettlers

GAME = Path(__file__).parent / "data" / "jsettlers_new_shores.jsonl.gz"
Lines = list[dict[str, Any]]


def lines() -> Lines:
    with gzip.open(GAME, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def step_of(entries: Lines, word: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry["t"] == "step" and entry["a"].split()[0] == word)


@pytest.mark.rule("SEA-003", "SEA-005", "SEA-008", "SEA-010", "SEA-011", "SEA-014", "SEA-022")
def test_a_game_of_an_independent_engine_is_ours_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert jsettlers.main([str(GAME)]) == 0
    out = capsys.readouterr().out
    assert "379 compared, of 379" in out
    assert "unexplained  0" in out


def pirate(entries: Lines) -> None:
    step_of(entries, "pirate")["after"]["pirate"] = "0,0"


def length(entries: Lines) -> None:
    step_of(entries, "ship")["after"]["p"][0]["len"] += 1


def ships(entries: Lines) -> None:
    step_of(entries, "ship")["after"]["p"][0]["left"][1] += 1


def chit(entries: Lines) -> None:
    step_of(entries, "settle")["after"]["p"][0]["svp"] += 2


def fewer_moves(entries: Lines) -> None:
    step = step_of(entries, "move")
    step["legal"] = [text for text in step["legal"] if not text.startswith("move") or text == step["a"]]


def another_flag(entries: Lines) -> None:
    step_of(entries, "move")["x"] = ["win_missed:p0"]


def flagged_move_of_the_rules(entries: Lines) -> None:
    step = step_of(entries, "move")
    step["x"] = [f"extra:{text}" for text in step["legal"] if text.startswith("move") and text != step["a"]][:1]


def flagged_move_of_the_peer(entries: Lines) -> None:
    step_of(entries, "move")["x"] = ["missing:move 0,0,E 0,0,E"]


def no_pirate(entries: Lines) -> None:
    entries[0]["pirate"] = None


def gold(entries: Lines) -> None:
    step_of(entries, "take")["need"] += 1


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (pirate, "the pirate"),
        (length, "seat 0: length"),
        (ships, "seat 0: ships left"),
        (chit, "seat 0: island points"),
        (fewer_moves, "a legal action"),
        (another_flag, "a flag that is not known"),
        (flagged_move_of_the_rules, "a legal action"),
        (flagged_move_of_the_peer, "a legal action"),
        (no_pirate, "the pirate: ours None"),
        (gold, "cards of gold"),
    ],
)
def test_what_is_wrong_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Lines], None], said: str
) -> None:
    entries = lines()
    change(entries)
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    assert jsettlers.main([str(path)]) == 1
    assert said in capsys.readouterr().out
