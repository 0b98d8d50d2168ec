"""Games as tables: every decision and every action once, as its viewer could know it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bastide import configure
from bastide.arena.matches import Series
from bastide.cli.app import run as command
from bastide.data import card, frame, rows, to_parquet
from bastide.data.sources import found, parts
from bastide.kernel.errors import ConfigError, OutOfRange, RecordError
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.learn.actions import Actions
from bastide.learn.features import Features
from bastide.server.engine.games import Games
from tests.differential.sets import Set
from tests.learn.games import config_of, sets
from tests.server.kept_tables import game_of, party
from tests.server.tables import hub_in, run, settings

QUICK = {"seats": 2, "layout": "random", "options": {"goal": 4}}


def record(config: dict[str, Any], seed: int = 4) -> str:
    """A game between random bots; of a long one the beginning."""
    seats = int(configure(config, seed=1).seats)
    game = Game.load(Series(config, ("random",) * seats, seed, records=True).play(0).text)
    return game.at(min(game.version, 300)).save()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    made.mkdir()
    for seed in (1, 2):
        (made / f"{seed}.jsonl").write_text(record(QUICK, seed), "utf-8")
    return made


@pytest.mark.parametrize("set_", sets(1))
def test_each_action_with_a_choice_is_a_row_as_its_seat_saw_it(set_: Set, tmp_path: Path) -> None:
    dtype = "float32" if set_.modules else "int32"
    source = tmp_path / "game.jsonl"
    source.write_text(record(config_of(set_)), "utf-8")
    made = frame(source, observations={"dtype": dtype}, masks=True)
    game = Game.load(source.read_text("utf-8"))
    actions, features = Actions(game.rules), Features(game.rules, dtype=dtype)
    state, at = game.rules.start(), 0
    for n, decision in enumerate(game.decisions, 1):
        for code in game.rules.read(decision.text):
            if decision.seat != CHANCE and len(legal := actions.legal(state, decision.seat)) > 1:
                row = made.iloc[at]
                assert (row.n, row.seat, row.decision, row.action) == (
                    n,
                    decision.seat,
                    decision.text,
                    actions.index(code),
                )
                assert (row.choices, row.legal.tolist(), row.phase) == (len(legal), legal, game.rules.phase(state).name)
                assert np.array_equal(row.observation, features.row(state, decision.seat))
                at += 1
            game.rules.apply(state, decision.seat, code)
    assert at == len(made) > 20
    results = game.rules.returns(state)
    assert [results[seat] for seat in made.seat] == made.result.tolist()


def test_forced_actions_are_rows_if_wanted(folder: Path) -> None:
    made = frame(folder, masks=True, forced=True)
    chosen = frame(folder, masks=True)
    assert len(made) > len(chosen)
    assert made[made.choices > 1].action.tolist() == chosen.action.tolist()


@pytest.mark.parametrize("viewer", ["open", "spectator", 1])
def test_a_file_has_the_rows_of_decisions(folder: Path, tmp_path: Path, viewer: str | int) -> None:
    target = tmp_path / "games.parquet"
    wanted = list(rows(folder, viewer))
    assert to_parquet(folder, target, viewer=viewer) == len(wanted)
    held = pq.read_table(target).to_pylist()
    for row in held:
        row["seat"] = "chance" if row["seat"] == CHANCE else row["seat"]
    assert held == wanted
    assert {row["game"] for row in held} == {1}
    assert {row["file"] for row in held} == {str(folder / "1.jsonl"), str(folder / "2.jsonl")}
    said = card(target)
    assert f"{len(wanted):,} rows" in said
    assert "| island, 2 seats | 2 |" in said
    assert "| decision | string | the decision in notation |" in said


def test_the_card_names_actions_and_observations(folder: Path, tmp_path: Path) -> None:
    to_parquet(folder, tmp_path / "rows.parquet", observations=True)
    said = card(tmp_path / "rows.parquet")
    rules = configure(QUICK, seed=1)
    assert Actions(rules).fingerprint in said
    assert f"{Features(rules).size - 1} `{Features(rules).names[-1]}`" in said
    plain = tmp_path / "plain.parquet"
    pq.write_table(pa.table({"number": [1]}), plain)
    with pytest.raises(ValueError, match="was not written by"):
        card(plain)


def test_a_file_of_many_records_is_read_record_by_record(folder: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    one, two = (path.read_text("utf-8") for path in sorted(folder.iterdir()))
    spread = "\n".join(json.dumps(json.loads(line), indent=1) for line in two.splitlines())
    many.write_text(one + spread + "\n" + one, "utf-8")
    held = list(found(many))
    assert [each.number for each in held] == [1, 2, 3]
    assert [Game.load(each.part.text).save() for each in held] == [one, two, one]
    with many.open(encoding="utf-8") as file:
        parted = parts(file)
        next(parted)
        assert next(parted).before == one.count("\n")


@pytest.mark.parametrize("more", [{}, {"observations": True}, {"masks": True}])
def test_an_altered_record_names_file_and_line_and_leaves_everything(
    folder: Path, tmp_path: Path, more: dict[str, bool]
) -> None:
    target = tmp_path / "games.parquet"
    target.write_text("kept")
    lines = (folder / "2.jsonl").read_text("utf-8").splitlines(keepends=True)
    altered = lines[5].replace('"do": "', '"do": "x')
    (folder / "3.jsonl").write_text(
        (folder / "1.jsonl").read_text("utf-8") + "".join([*lines[:5], altered, *lines[6:]])
    )
    line = (folder / "1.jsonl").read_text("utf-8").count("\n") + 6
    with pytest.raises(RecordError, match=rf"3\.jsonl: line {line}: .*does not match its checksum"):
        to_parquet(folder, target, **more)
    assert target.read_text() == "kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "games.parquet"]


def test_an_illegal_decision_names_file_and_line(tmp_path: Path) -> None:
    game = Game.new({"seats": 2, "layout": "beginner", "options": {"first": 0}}, seed=1)
    game.play(game.legal()[0])
    good = game.save()
    game.decisions[0] = type(game.decisions[0])(1, game.decisions[0].text)
    (tmp_path / "bad.jsonl").write_text(good + game.save(), "utf-8")
    for more in ({}, {"masks": True}):
        with pytest.raises(RecordError, match=rf"bad\.jsonl: line {good.count(chr(10)) + 2}: "):
            frame(tmp_path / "bad.jsonl", **more)


def test_games_that_are_numbered_otherwise_do_not_share_a_table(folder: Path, tmp_path: Path) -> None:
    (folder / "3.jsonl").write_text(record(QUICK | {"seats": 3}), "utf-8")
    with pytest.raises(ConfigError, match="numbered otherwise"):
        to_parquet(folder, tmp_path / "games.parquet", masks=True)
    assert to_parquet(folder, tmp_path / "games.parquet") > 0


def test_rows_need_no_library(folder: Path) -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('numpy', 'pandas', 'pyarrow')))\n"
        "from bastide import data\n"
        "print(next(data.rows(sys.argv[1]))['decision'])"
    )
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == next(rows(folder))["decision"]


def test_what_cannot_be_asked_for(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(RecordError, match="hold no game"):
        frame(tmp_path / "empty")
    with pytest.raises(OutOfRange, match="0 to 1"):
        frame(folder, viewer=2)
    with pytest.raises(ValueError, match="as the seat that acts saw it"):
        frame(folder, viewer=0, masks=True)
    with pytest.raises(ValueError, match="forced"):
        frame(folder, forced=True)
    with pytest.raises(FileNotFoundError):
        frame(folder / "missing.jsonl")
    (folder / "4.jsonl").write_bytes(b"\xff\xff")
    with pytest.raises(RecordError, match="not UTF-8"):
        frame(folder)


def test_the_finished_games_of_a_server_without_names_and_links(tmp_path: Path) -> None:
    held: list[str] = []

    async def story() -> None:
        async with hub_in(tmp_path, Games()) as hub:
            at = await party(hub, 2, 5, ("random",), config={"game": "island", "options": {"goal": 3}}, name="Quay")
            await at.people[0].do("start")
            await at.play(lambda game: game.over)
            game = game_of(at.table)
            held.extend([at.table.state.id, *game.names, game.save()])
            await at.people[0].do("rematch")
            await at.people[0].do("start")

    run(story())
    table, *names, text = held
    url = settings(tmp_path).database_url
    (only,) = found(url)
    assert (only.source, only.number) == ("database", 1), "the second game is not over"
    assert all(word not in only.part.text for word in (table, *names))
    assert only.load().decisions == Game.load(text).decisions
    assert len(frame(url)) == len(only.load().decisions)


def test_the_commands_write_the_same_rows(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target, wanted = tmp_path / "games.parquet", tmp_path / "wanted.parquet"
    config = ["--layout", "random", "--option", "goal=4", "-p", "random,random"]
    played = [
        "simulate",
        "-n",
        "2",
        "--seed",
        "4",
        *config,
        "--parquet",
        target,
        "--masks",
        "--records",
        tmp_path / "records",
    ]
    assert command([str(each) for each in played]) == 0
    to_parquet(tmp_path / "records", wanted, masks=True)
    one, other = (pq.read_table(path).drop_columns(["file", "game"]) for path in (target, wanted))
    assert one == other
    assert command(["export", str(folder), "--output", str(target)]) == 0
    assert pq.read_table(target).num_rows == len(frame(folder))
    capsys.readouterr()
    for arguments, said in (
        (["export", str(folder), "--format", "parquet"], "needs --output"),
        (["export", str(folder), "--masks"], "need --format parquet"),
        (["export", str(folder), "--masks", "--seat", "0", "--output", str(target)], "as its own seat saw it"),
        (["export", str(folder), "--output", str(tmp_path / "no" / "x.parquet")], "cannot be written"),
        (["export", str(tmp_path / "no"), "--output", str(target)], "no cannot be read"),
        (["simulate", "-n", "1", "--masks"], "need --parquet FILE"),
    ):
        assert command(arguments) == 2
        assert said in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert command(["export", str(folder), "--output", str(target)]) == 2
    assert "pip install 'bastide[data]'" in capsys.readouterr().err
