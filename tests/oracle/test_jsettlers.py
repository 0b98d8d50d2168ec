"""The comparison of games of five and six, on one that is carried over; and that it catches what is wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import jsettlers

GAME = Path(__file__).parent / "data" / "jsettlers_five_seats.jsonl.gz"
Lines = list[dict[str, Any]]


def lines() -> Lines:
    with gzip.open(GAME, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def step_of(entries: Lines, phase: str, word: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry.get("phase") == phase and entry["a"].split()[0] == word)


@pytest.mark.rule("X56-003", "X56-004", "X56-005", "X56-006")
def test_a_game_of_an_independent_engine_is_ours_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert jsettlers.main([str(GAME)]) == 0
    out = capsys.readouterr().out
    assert "games        1" in out
    assert "486 compared, of 486" in out
    assert "unexplained  0" in out


def hand(entries: Lines) -> None:
    step_of(entries, "roll", "roll")["after"]["p"][1]["res"][2] += 1


def bank(entries: Lines) -> None:
    step_of(entries, "special", "road")["after"]["bank"][0] -= 1


def fewer_legal(entries: Lines) -> None:
    step = step_of(entries, "special", "road")
    step["legal"] = [step["a"], "end"]


def more_legal(entries: Lines) -> None:
    step_of(entries, "special", "end")["legal"].append("bank ore*4 wool")


def fewer_places(entries: Lines) -> None:
    step_of(entries, "special", "end")["places"]["road"].pop()


def another_seat_builds(entries: Lines) -> None:
    step_of(entries, "special", "end")["seat"] = 3


def nobody_is_asked(entries: Lines) -> None:
    first = entries.index(step_of(entries, "special", "end"))
    del entries[first]
    for i, entry in enumerate(entries[1:-1]):
        entry["i"] = i
    entries[-1]["steps"] -= 1


def deck(entries: Lines) -> None:
    entries[0]["dev_deck"][0] = "point" if entries[0]["dev_deck"][0] != "point" else "knight"


def flag(entries: Lines) -> None:
    step_of(entries, "special", "end")["x"] = ["extra:ship 0,0,E"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (hand, "seat 1: goods"),
        (bank, "the bank"),
        (fewer_legal, "a legal action"),
        (more_legal, "a legal action"),
        (fewer_places, "places for road"),
        (another_seat_builds, "who decides what"),
        (nobody_is_asked, "who decides what"),
        (deck, "the deck"),
        (flag, "a flag that is not known"),
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


def without_robber(entries: Lines) -> None:
    """Until it is first moved the robber stands beside the board; then it may also go to the hex where it began."""
    before, entries[0]["robber"] = entries[0]["robber"], None
    for entry in entries[1:]:
        if entry["a"].startswith("robber"):
            entry["legal"].append(f"robber {before}")
            return
        entry["after"]["robber"] = None


def written(path: Path, entries: Lines) -> str:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return str(path)


def test_a_robber_may_begin_beside_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = lines()
    without_robber(entries)
    assert jsettlers.main([written(tmp_path / "game.jsonl", entries)]) == 0
    assert "486 compared, of 486" in capsys.readouterr().out


def test_files_beside_one_that_cannot_be_read_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unread, unlaid = lines(), lines()
    unread[3]["a"] = None
    unlaid[0]["hexes"][0]["terrain"] = "lava"
    files = [written(tmp_path / "unread.jsonl", unread), written(tmp_path / "unlaid.jsonl", unlaid), str(GAME)]
    assert jsettlers.main(files) == 2
    out, err = capsys.readouterr()
    assert "486 compared, of 486" in out
    assert [line.partition(".jsonl")[0].rpartition("/")[2] for line in err.splitlines()] == ["unread", "unlaid"]


@pytest.mark.parametrize("change", [{"scenario": "FOG"}, {"seats": 4}, {"special_building": False}])
def test_other_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any]) -> None:
    entries = lines()
    entries[0] |= change
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    assert jsettlers.main([str(path)]) == 2
    assert "error:" in capsys.readouterr().err
