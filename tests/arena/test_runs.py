"""Runs: begun, killed and gone on with, the same with any number of processes, and what bots do to their own games."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bastide.arena.games import Played
from bastide.arena.results import FILE, Results
from bastide.arena.run import PLAN
from bastide.cli.arena_page import page
from bastide.kernel.game import Game
from bastide.view.words import Words
from tests.arena.runs import (
    KINDS,
    PATIENCE,
    a_bot_loses_its_own_games,
    count,
    folder_of,
    rows,
    wait_until,
    with_bot,
)
from tests.arena.test_plan import DUEL
from tests.chosen import now_and_then
from tests.cli.conftest import Command, bastide
from tests.sizes import sized

__all__ = ["bastide"]


def test_results_do_not_depend_on_the_number_of_processes(bastide: Command, tmp_path: Path) -> None:
    many = DUEL.replace("blocks = 2", f"blocks = {sized(4, 1000)}").replace(
        'name = "greedy"', 'name = "other"\nbot = "random"'
    )
    found = []
    for jobs in (1, 2):
        (tmp_path / str(jobs)).mkdir()
        folder = folder_of(tmp_path / str(jobs), many)
        said = bastide("arena", "run", folder, "-j", jobs, "--json")
        assert said.code == 0, said.err
        assert said.json["games"] == said.json["of"] == 2 * sized(4, 1000)
        found.append(rows(folder))
    assert found[0] == found[1]


def test_a_run_is_shown_tested_exported_and_its_games_come_back(bastide: Command, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, DUEL.replace("blocks = 2", "blocks = 20") + "[test]\nevery = 10\n")
    shown = bastide("arena", "run", folder, "-j", 1)
    assert "greedy - dice" in shown.out
    assert "blocks by score, 0 to 2" in shown.out
    told = bastide("arena", "table", folder, "--json").json
    assert told["games"] < told["of"], "the test has decided before the last block"
    assert told["games"] == 2 * told["test"]["blocks"]
    assert told["ratings"][0]["name"] == "greedy"
    assert "'greedy' is stronger than 'dice', by 20 Elo rather than 0" in bastide("arena", "test", folder).out
    assert "est plus fort que" in bastide("arena", "test", folder, "--lang", "fr").out
    for language, said in (("en", "greedy - dice"), ("fr", "Face à face")):
        assert bastide("arena", "page", folder, "--output", tmp_path / "run.html", "--lang", language).code == 0
        page = (tmp_path / "run.html").read_text("utf-8")
        assert f'<html lang="{language}">' in page
        assert said in page
        assert page.count("<polyline") == 1
    exported = [json.loads(line) for line in bastide("arena", "export", folder).out.splitlines()]
    assert [row["number"] for row in exported] == [*range(told["games"])]
    bastide("arena", "export", folder, "--output", tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text("utf-8").splitlines()[0].startswith("number,block,config,board,seating")
    game = Game.load(bastide("arena", "record", folder, 1).out)
    assert game.hash() == exported[1]["hash"]
    for command in ("record", "watch"):
        assert bastide("arena", command, folder, 99).err == "bastide: there is no game 99; the plan has games 0 to 39\n"
        unplayed = told["games"]
        assert f"game {unplayed} has not been played" in bastide("arena", command, folder, unplayed).err


def test_a_page_shows_names_as_text_and_what_cost_games(tmp_path: Path) -> None:
    evil = "<img src=x>"
    folder = folder_of(tmp_path, DUEL.replace('"dice"', f'"{evil}"'))
    with closing(Results(folder, write=True)) as results:
        results.begin({"plan": "", "versions": {"greedy": "bastide 1", evil: evil}})
        game = Played(0, 0, "duel", "", ("greedy", evil), (0,), False, (3, 2), 9, 30, (0.1, 0.1), "", f"1 {evil}", "")
        results.add([game])
    page(Words("en"), folder, tmp_path / "run.html")
    html = (tmp_path / "run.html").read_text("utf-8")
    assert "<img" not in html
    assert html.count("&lt;img src=x&gt;") >= 4
    assert "<polyline" not in html, "no block is whole"


def test_a_run_is_neither_begun_twice_nor_gone_on_with_otherwise(bastide: Command, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, DUEL.replace("blocks = 2", "blocks = 1"))
    assert "this run has not begun; start it with bastide arena run" in bastide("arena", "table", folder).err
    assert "this run has not begun" in bastide("arena", "resume", folder).err
    assert bastide("arena", "run", folder, "-j", 1).code == 0
    before = rows(folder)
    assert "has results already; go on with bastide arena resume" in bastide("arena", "run", folder).err
    assert bastide("arena", "resume", folder, "-j", 1).code == 0
    (folder / PLAN).write_text(DUEL, "utf-8")
    assert "has changed since the run began" in bastide("arena", "resume", folder).err
    (folder / PLAN).write_text(DUEL.replace("blocks = 2", "blocks = 1  # one is enough"), "utf-8")
    assert bastide("arena", "resume", folder, "-j", 1).code == 0
    with sqlite3.connect(folder / FILE) as database:
        database.execute("UPDATE run SET value = replace(value, 'bastide', 'another')  WHERE key = 'versions'")
    assert "the code of 'greedy' has changed since the run began" in bastide("arena", "resume", folder).err
    for command in ("record", "watch"):
        said = bastide("arena", command, folder, 0).err
        assert "the code of 'greedy' has changed since the run began, from 'another " in said
        assert said.count("\n") == 1
    assert rows(folder) == before
    assert "cannot be read" in bastide("arena", "run", tmp_path / "nowhere").err


def test_a_game_that_comes_twice_counts_once(tmp_path: Path) -> None:
    results = Results(tmp_path, write=True)
    game = Played(0, 0, "duel", "", ("a", "b"), (0,), True, (10, 5), 60, 200, (0.1, 0.1), "", "", "")
    results.add([game])
    results.add([game])
    assert [*results.games()] == [game]
    results.close()


@now_and_then(2)
@pytest.mark.slow
def test_kills_of_processes_and_of_the_driver_lose_and_double_nothing(bastide: Command, tmp_path: Path) -> None:
    text = DUEL.replace("blocks = 2", f"blocks = {sized(30, 300)}").replace("goal = 4", "goal = 10")
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
    whole, folder = folder_of(tmp_path / "whole", text), folder_of(tmp_path / "killed", text)
    assert bastide("arena", "run", whole, "-j", 2).code == 0
    kills = 0
    for number in range(sized(3, 23)):
        word = "run" if number == 0 else "resume"
        command = [sys.executable, "-P", "-m", "bastide", "arena", word, str(folder), "-j", "2"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as driver:
            # Until it has written more games, so that each driver is killed at work.
            begun, there = time.monotonic(), count(folder)
            while count(folder) == there and driver.poll() is None and time.monotonic() - begun < PATIENCE:
                time.sleep(0.1)
            children = Path(f"/proc/{driver.pid}/task/{driver.pid}/children").read_text().split()
            # Each third time the driver itself, otherwise one of its processes, then the driver.
            if number % 3 and children:
                os.kill(int(children[-1]), signal.SIGKILL)
                kills += 1
                time.sleep(1)
            driver.kill()
            driver.wait(PATIENCE)
            kills += 1
    assert bastide("arena", "resume", folder, "-j", 2).code == 0
    assert rows(folder) == rows(whole)
    assert kills >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "fault"), KINDS.items())
def test_what_a_bot_does_costs_its_own_game_alone(tmp_path: Path, kind: str, fault: str) -> None:
    a_bot_loses_its_own_games(tmp_path, kind, fault)


STUCK = """
import os
from pathlib import Path
from bastide.players import Bot

class Stuck(Bot):
    def act(self, rules, state, seat, rng):
        Path(os.environ["STUCK"]).write_text(str(os.getpid()))
        while True:
            pass
"""


@pytest.mark.slow
def test_a_process_ends_with_its_driver_even_if_a_bot_never_answers(tmp_path: Path) -> None:
    told = tmp_path / "stuck"
    environment = {**with_bot(tmp_path, "stuck", STUCK), "STUCK": str(told)}
    folder = folder_of(tmp_path, DUEL.replace('bot = "random"', 'bot = "stuck"') + "[limits]\nseconds = 3600\n")
    command = [sys.executable, "-P", "-m", "bastide", "arena", "run", str(folder), "-j", "1"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as driver:
        try:
            wait_until(lambda: told.exists() and told.read_text())
        finally:
            driver.kill()
    process = int(told.read_text())
    try:
        wait_until(lambda: not Path(f"/proc/{process}").exists())
    finally:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
