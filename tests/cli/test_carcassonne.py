"""The second family on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
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


def test_a_game_is_shown_as_text_and_as_a_picture(bastide: Command, config: Path, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    assert bastide("simulate", "-n", "1", "--config", config, "--records", record).code == 0
    shown = bastide("replay", "--at", "40", record)
    assert shown.code == 0, shown.err
    assert "tiles left" in shown.out
    assert "# city" in shown.out
    picture = tmp_path / "table.svg"
    assert bastide("replay", "--svg", picture, record).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_picture_names_whose_figures_stand_there(bastide: Command, tmp_path: Path) -> None:
    config = {"game": "carcassonne", "seats": 2, "modules": ["wheel"], "options": {"first": 0}}
    game = Game.new(config, names=["Maud", "Odile"])
    for text in ("draw road_curve", "tile 2,-1,0", "meeple crown:storm"):
        game.play(text, CHANCE if text.startswith("draw") else 0)
    record = tmp_path / "crown.jsonl"
    record.write_text(game.save(), encoding="utf-8")
    drawn = bastide("replay", "--svg", "-", record).out
    assert "<title>Maud has a follower on the crown</title>" in drawn
    assert "{player}" not in drawn
    assert "data-notation" not in drawn, "a replay offers nothing"


def test_a_game_is_played_in_the_terminal(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(("look", "look 0,0", "map", "why pass", "legal", "quit", "quit"))
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    said = bastide("play", "--text", "--game", "carcassonne", "--bots", "random,random", "--seed", "3", "-o", "first=0")
    assert said.code == 0, said.err
    assert "The drawn tile: " in said.out
    assert "+ it fits" in " ".join(said.out.split())
    assert "lay the drawn tile first [CARC-009]" in " ".join(said.out.split())


def test_the_greedy_bot_plays_by_family(bastide: Command) -> None:
    said = bastide("simulate", "-n", "1", "--game", "carcassonne", "--players", "greedy,random", "--json")
    assert said.code == 0, said.err
    assert said.json["wins"]["greedy"]["wins"] == 1


def test_a_wrong_config_is_refused(bastide: Command, config: Path) -> None:
    said = bastide("simulate", "-n", "1", "--config", config, "--option", "farmers=maybe")
    assert said.code == 2
    assert "options.farmers must be one of on, off, got 'maybe'" in said.err
