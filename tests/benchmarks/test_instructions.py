"""Instruction counts: parsing callgrind's file, the kinds of builds, and replayed games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bastide.catan.base.island import Island
from bastide.catan.family import MODULES
from bastide.kernel.codes import Codes
from benchmarks import instructions
from benchmarks.instructions import Count, counted, main, python_of
from benchmarks.recorded import kinds, read
from benchmarks.server.start import rows
from benchmarks.subjects import ROOT, Unavailable
from benchmarks.workers.replayed import coded, replay, with_idle

PROFILE = """\
version: 1
creator: callgrind-3.19.0
events: Ir

ob=(1) /usr/bin/python3
fl=(1) ceval.c
fn=(1) _PyEval_EvalFrameDefault
100 40
cob=(2) /venv/bastide/engine__mypyc.cpython-311-x86_64-linux-gnu.so
cfn=(2) CPyPy_apply
calls=3 0
100 700
cfn=(3) PyLong_AsLong
calls=2 0
100 9

ob=(2)
fn=(2)
0 500
cob=(1)
cfn=(4) PyObject_Malloc
calls=1 0
0 100
cob=(2)
cfn=(5) CPyDef_legal
calls=1 0
0 100

ob=(1)
fn=(4)
5 100
cob=(2)
cfn=(2)
calls=1 0
5 30
totals: 1179
"""


def test_what_the_engine_takes_is_what_calls_into_it_take() -> None:
    assert counted(PROFILE) == (700 + 30, 1179)


def test_without_a_compiled_engine_nothing_is_counted() -> None:
    assert counted(PROFILE.replace("__mypyc.", "_plain.")) == (0, 1179)


@pytest.mark.parametrize("kind", kinds())
def test_recorded_games_are_played_again_by_the_engine(kind: str) -> None:
    command = [sys.executable, "-P", "-m", "benchmarks.workers.replayed", kind, "1"]
    done = subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    steps, listed, ended = told["done"]
    games = read(kind)
    assert told["games"] == ended == len(games), "every game comes to its end"
    assert steps >= sum(len(game.decisions) for game in games)
    assert listed > steps / 2


@pytest.mark.parametrize("kind", ["island", "cities_knights"])
def test_idle_modules_take_part_and_change_no_game(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.catan.family.MODULES", dict(MODULES))
    game = read(kind)[0]
    plain, games = coded(game), coded(with_idle(game, 5))
    assert isinstance(plain[0], Island)
    assert isinstance(games[0], Island)
    assert len(games[0].modules) == len(plain[0].modules) + 5
    assert replay([games], Codes()) == replay([plain], Codes())


def test_idle_modules_are_of_the_island_alone() -> None:
    with pytest.raises(SystemExit, match="not of 'carcassonne'"):
        with_idle(read("carcassonne")[0], 1)


def test_idle_modules_are_in_the_games_of_the_second_build(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def known(python: Path, _what: str, _fresh: bool, idle: int) -> Count:
        asked.append((python.name, idle))
        return Count(1000.0, 3000.0, [1, 2])

    monkeypatch.setattr(instructions, "python_of", Path)
    monkeypatch.setattr(instructions, "known", known)
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/valgrind")
    assert main(["a", "b", "--only", "island", "--idle", "5"]) == 0
    assert asked == [("a", 0), ("b", 5)]


def test_the_base_game_is_played_by_four() -> None:
    assert all(game.config["seats"] == 4 and not game.config["modules"] for game in read("island"))


@pytest.mark.parametrize("build", ["no-such-revision", "docs"])
def test_what_is_no_build_is_refused(build: str) -> None:
    with pytest.raises(Unavailable, match=r"is neither a wheel, a folder nor a revision|is not a source tree"):
        python_of(str(ROOT / build) if build == "docs" else build)


def compared(monkeypatch: pytest.MonkeyPatch, one: Count, other: Count, *options: str) -> int:
    found = iter([one, other])
    monkeypatch.setattr(instructions, "python_of", Path)
    monkeypatch.setattr(instructions, "known", lambda *_: next(found))
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/valgrind")
    return main(["a", "b", "--only", "island", *options])


def test_a_build_that_takes_too_much_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, more = Count(1000.0, 3000.0, [1, 2]), Count(1015.0, 3010.0, [1, 2])
    assert compared(monkeypatch, one, more) == 0
    assert "| island | 1,000.0 | 1,015.0 | +1.50 % | +0.33 % |" in capsys.readouterr().out
    assert compared(monkeypatch, one, more, "--most", "2") == 0
    assert compared(monkeypatch, one, more, "--most", "1") == 1
    assert "1.50 % more" in capsys.readouterr().err
    assert compared(monkeypatch, more, one, "--most", "0") == 0


def test_builds_that_play_otherwise_are_not_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(monkeypatch, Count(1000.0, 3000.0, [1, 2]), Count(900.0, 2900.0, [1, 3])) == 2
    assert "do not play the same games" in capsys.readouterr().err


def test_starts_are_compared_within_their_rounds() -> None:
    found = [
        [{"listens": 1.0}, {"listens": 1.1}],
        [{"listens": 2.0}, {"listens": 2.0}],
        [{"listens": 1.0}, {"listens": 0.9}],
    ]
    assert rows(found) == [["listens", "1000", "1100", "1.000 (0.900 to 1.100)"]]
