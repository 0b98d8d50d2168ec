"""Records as rows: every decision once, as the viewer could know it."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from bastide.data.decisions import COLUMNS, rows_of
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.view.model import OPEN, SPECTATOR
from tests.cli.conftest import Command


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_decision_is_a_row(bastide: Command, game_file: Path, record: str) -> None:
    game = Game.load(record)
    found = rows(bastide("export", game_file).out)
    assert [row["decision"] for row in found] == [decision.text for decision in game.decisions]
    assert all(tuple(row) == COLUMNS for row in found)
    for n in (1, 7, 40, len(found)):
        before, row = game.at(n - 1), found[n - 1]
        by = game.decisions[n - 1].seat
        assert (row["file"], row["game"], row["seats"], row["n"]) == (str(game_file), 1, 3, n)
        assert row["seat"] == ("chance" if by == CHANCE else by)
        assert row["player"] == (None if by == CHANCE else game.names[by])
        assert row["phase"] == game.rules.phase(before.state).name
        assert row["legal"] == len(game.rules.legal(before.state, by))
        assert row["won"] == (None if by == CHANCE else by in game.winners)
        for seat in range(3):
            assert row[f"points_{seat}"] == game.rules.total_points(before.state, seat)
        assert row["points_3"] is None
    assert {row["won"] for row in found if row["seat"] == game.winners[0]} == {True}


def test_csv_has_the_same_rows(bastide: Command, game_file: Path, tmp_path: Path) -> None:
    plain = rows(bastide("export", game_file).out)
    said = bastide("export", game_file, "--format", "csv")
    table = list(csv.DictReader(io.StringIO(said.out)))
    assert table == [{key: "" if value is None else str(value) for key, value in row.items()} for row in plain]
    target = tmp_path / "games.csv"
    assert bastide("export", game_file, "--output", target).out == ""
    assert target.read_bytes().decode("utf-8") == said.out
    assert bastide("export", game_file, game_file, "--output", tmp_path / "two.jsonl").code == 0
    assert rows((tmp_path / "two.jsonl").read_text("utf-8")) == plain * 2


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"])
def test_csv_holds_no_formula(bastide: Command, tmp_path: Path, name: str) -> None:
    game = Game.new({"seats": 2, "options": {"first": 0}}, seed=1, names=[name, "Odile"])
    game.play("settle 0,0,N" if "settle 0,0,N" in game.legal() else game.legal()[0])
    (tmp_path / "one.jsonl").write_text(game.save(), "utf-8")
    said = bastide("export", tmp_path / "one.jsonl", "--format", "csv").out
    assert [row["player"] for row in csv.DictReader(io.StringIO(said, newline=""))] == [f"'{name}"]
    assert [row["player"] for row in rows(bastide("export", tmp_path / "one.jsonl").out)] == [name]


def test_games_of_one_file_are_numbered(bastide: Command, record: str, tmp_path: Path) -> None:
    (tmp_path / "two.jsonl").write_text(record + record, "utf-8")
    assert {row["game"] for row in rows(bastide("export", tmp_path / "two.jsonl").out)} == {1, 2}


def test_files_of_the_same_name_stay_apart(bastide: Command, record: str, tmp_path: Path) -> None:
    files = [tmp_path / name / "game.jsonl" for name in ("monday", "tuesday")]
    for file in files:
        file.parent.mkdir()
        file.write_text(record, "utf-8")
    assert {row["file"] for row in rows(bastide("export", *files).out)} == {str(file) for file in files}


def running() -> Game:
    """A game in which seats hold hidden points, and cards were stolen and drawn."""
    game = Game.new({"seats": 3, "layout": "random"}, seed=2)
    bot, rng = make_bot("greedy", 1), random.Random(4)
    while not game.over:
        if (
            game.version > 200
            and game.actors[0] != CHANCE
            and any(int(game.rules.hidden_points(game.state, seat)) for seat in (1, 2))
        ):
            break
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bot.choose(game, seat), seat)
    assert not game.over
    return game


def test_a_viewer_gets_no_more_than_a_replay(bastide: Command, tmp_path: Path) -> None:
    game = running()
    file = tmp_path / "running.jsonl"
    file.write_text(game.save(), "utf-8")
    for viewer, name in ((SPECTATOR, "spectator"), (0, "0"), (2, "2")):
        found = rows(bastide("export", file, "--seat", name).out)
        moves = bastide("replay", file, "--moves", "--seat", name, "--json").json["moves"]
        assert [row["decision"] for row in found] == [move["do"] for move in moves]
        assert any(row["decision"] == "steal ?" for row in found) or viewer == 0
        for n, row in enumerate(found):
            assert (row["legal"] is not None) == (row["seat"] == viewer)
            assert row["won"] is None
            before = game.at(n) if n % 50 == 0 else None
            if before is not None:
                for seat in range(3):
                    hidden = int(game.rules.hidden_points(before.state, seat)) if seat == viewer else 0
                    assert row[f"points_{seat}"] == game.rules.open_points(before.state, seat) + hidden


def test_hidden_points_are_only_for_their_seat() -> None:
    game = running()
    by = next(seat for seat in (1, 2) if int(game.rules.hidden_points(game.state, seat)))
    game.play(game.legal(game.actors[0])[0], game.actors[0])
    seen = {viewer: list(rows_of(game, viewer))[-1][f"points_{by}"] for viewer in (OPEN, SPECTATOR, 0, by)}
    assert seen[OPEN] == seen[by] > seen[SPECTATOR] == seen[0]


def test_carcassonne_is_exported_too() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "modules": ["river"]}, seed=1)
    rng = random.Random(1)
    while game.version < 30:
        seat = game.actors[0]
        game.draw(rng) if seat == CHANCE else game.play(rng.choice(game.legal(seat)), seat)
    found = list(rows_of(game, OPEN))
    assert len(found) == 30
    assert found[0]["modules"] == "river"
    assert found[29]["points_0"] == game.rules.points(game.at(29).state, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "xml"), "--format 'xml' is no format of rows; choose one of jsonl, csv"),
        (("--seat", "7"), "--seat '7' is not a viewer"),
        (("--output", "missing/rows.csv"), "missing/rows.csv"),
    ],
)
def test_bad_arguments_are_quoted(bastide: Command, game_file: Path, arguments: tuple[str, ...], said: str) -> None:
    found = bastide("export", game_file, *arguments)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


def test_a_record_that_is_not_valid_is_refused(bastide: Command, tmp_path: Path, record: str) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(record[: len(record) // 2], "utf-8")
    found = bastide("export", broken)
    assert found.code == 2
    assert "broken.jsonl: line" in found.err
    kept = tmp_path / "rows.csv"
    kept.write_text("earlier rows", "utf-8")
    assert bastide("export", broken, "--output", kept).code == 2
    assert kept.read_text("utf-8") == "earlier rows"
    assert sorted(path.name for path in tmp_path.glob("*rows*")) == ["rows.csv"]


def test_a_record_is_not_replaced_by_its_rows(bastide: Command, game_file: Path, record: str, tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(game_file)
    for target in (game_file, tmp_path / "link.jsonl"):
        found = bastide("export", game_file, "--output", target)
        assert found.code == 2
        assert f"--output '{str(target)[:50]}" in found.err
        assert "is one of the records, and would replace it" in found.err
        assert game_file.read_text("utf-8") == record
