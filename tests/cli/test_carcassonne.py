"""The second family on the command line: what works, and what says that it does not yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "game.toml"
    file.write_text('game = "carcassonne"\nseats = 5\n', encoding="utf-8")
    return file


def test_games_are_simulated_and_their_records_are_right(bastide: Command, config: Path, tmp_path: Path) -> None:
    records = tmp_path / "records"
    said = bastide("simulate", "-n", "12", "--config", config, "--records", records, "--json")
    assert said.code == 0, said.err
    report = said.json
    assert report["games"] == 12
    assert report["truncated"] == 0
    # Everybody is a random bot, so it wins every game once, shared or not.
    assert report["wins"]["random"]["wins"] == 12
    assert sum(report["wins_by_seat"]) >= 12
    assert report["wins"]["random"]["points"] > 5
    assert 68 <= report["turns"] / 12 <= 71
    assert bastide("replay", "--check", *sorted(records.iterdir())).code == 0
    moves = bastide("replay", "--moves", records / "game-0001.jsonl").out
    assert "draw " in moves
    assert "tile " in moves


def test_a_shared_victory_is_one_win_of_a_kind(bastide: Command, config: Path) -> None:
    report = bastide("simulate", "-n", "60", "--seed", "3", "--config", config, "--json").json
    assert sum(report["wins_by_seat"]) > 60, "no shared victory: choose another seed"
    assert report["wins"]["random"]["wins"] == 60
    assert report["wins"]["random"]["share"] == 1


def test_positions_are_counted(bastide: Command, config: Path) -> None:
    said = bastide("perft", "--depth", "3", "--config", config, "--json").json
    assert "589" in str(said)


@pytest.mark.parametrize(
    "command",
    [("play", "--text", "--bots", "random,random,random,random", "--config"), ("replay",), ("replay", "--text")],
)
def test_what_would_show_a_game_says_that_it_cannot(
    bastide: Command, config: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    record = tmp_path / "games.jsonl"
    assert bastide("simulate", "-n", "1", "--config", config, "--records", record).code == 0
    said = bastide(*command, config if command[0] == "play" else record)
    assert said.code == 2
    assert "bastide: games of carcassonne cannot be shown yet" in said.err


def test_the_greedy_bot_says_that_it_cannot_play(bastide: Command, config: Path) -> None:
    said = bastide("simulate", "-n", "1", "--config", config, "--players", ",".join(["greedy"] * 5))
    assert (said.code, said.err) == (2, "bastide: the greedy bot plays the island only\n")


def test_a_wrong_config_is_refused(bastide: Command, config: Path) -> None:
    said = bastide("simulate", "-n", "1", "--config", config, "--option", "farmers=maybe")
    assert said.code == 2
    assert "options.farmers must be one of on, off, got 'maybe'" in said.err
