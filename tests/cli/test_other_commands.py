"""Rules, perft, bench, and what holds for every command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bastide import __version__
from bastide.cli import bench
from bastide.cli.loops import Measure, Values
from bastide.cli.measures import Spread
from bastide.view.words import Words
from tests.cli.conftest import Command

COMMAND = [sys.executable, "-c", "from bastide.cli.app import main; main()"]


def test_version_and_help(bastide: Command) -> None:
    assert bastide("--version").out == f"bastide {__version__}\n"
    for arguments in ([], ["--help"], ["-h"]):
        said = bastide(*arguments)
        assert (said.code, said.err) == (0, "")
        assert "simulate" in said.out


def test_an_unknown_command_is_one_clear_line(bastide: Command) -> None:
    said = bastide("simulat")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "simulate" in said.err


def test_the_language_of_the_environment(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "aucune règle ne parle de 'xyzzy'" in bastide("rules", "xyzzy").err
    assert "goal doit être un nombre entier de 3 à 30, et non 99" in bastide("perft", "-o", "goal=99").err
    monkeypatch.setenv("BASTIDE_LANG", "en")
    assert "no rule mentions 'xyzzy'" in bastide("rules", "xyzzy").err
    monkeypatch.setenv("BASTIDE_LANG", "C.UTF-8")
    assert "no rule mentions" in bastide("rules", "xyzzy").err


@pytest.mark.skipif(os.name == "nt", reason="closes a file descriptor before the command starts")
def test_without_a_stdout_nothing_is_said() -> None:
    done = subprocess.run([*COMMAND, "rules", "BASE-001"], preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_goes_away_is_no_error() -> None:
    script = "from bastide.cli.app import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, "rules", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_terminal_without_these_signs_gets_others() -> None:
    done = subprocess.run(
        [*COMMAND, "rules", "--lang", "fr", "BASE-019"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


# Rules.


def test_a_rule_by_its_id_and_by_words(bastide: Command) -> None:
    assert bastide("rules", "base-019").out.startswith("BASE-019  ")
    assert "BASE-023" in bastide("rules", "robber").out
    assert "BASE-023" in bastide("rules", "--lang", "fr", "voleurs").out
    [rule] = bastide("rules", "BASE-019", "--json").json
    assert rule["id"] == "BASE-019"
    assert len(bastide("rules", "--json").json) > 50
    assert all(len(line) < 80 for line in bastide("rules").out.splitlines())


def test_an_unknown_rule_names_the_nearest(bastide: Command) -> None:
    said = bastide("rules", "BASE-999")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("bastide: there is no rule 'BASE-999'; the nearest are BASE-")
    assert re.search(r"; ids begin with CARC, .*\bBASE\b", bastide("rules", "QQ-1").err)


def test_coverage_from_a_map(bastide: Command, tmp_path: Path) -> None:
    every = {rule["id"]: ["a test"] for rule in bastide("rules", "--json").json}
    file = tmp_path / "map.json"
    file.write_text(json.dumps(every), encoding="utf-8")
    assert bastide("rules", "--coverage", "--map", file, "--require", "BASE").code == 0
    del every["BASE-019"]
    file.write_text(json.dumps(every), encoding="utf-8")
    said = bastide("rules", "--coverage", "--map", file, "--require", "BASE")
    assert said.code == 1
    assert "without a test: BASE-019" in said.out
    assert bastide("rules", "--coverage", "--map", file).code == 1
    assert bastide("rules", "--coverage", "--map", file, "--require", "HOUSE").code == 0
    rows = bastide("rules", "--coverage", "--map", file, "--json").json
    assert [row["missing"] for row in rows if row["missing"]] == [["BASE-019"]]


def test_coverage_excuses_rules_that_wait_for_something_and_says_for_what(bastide: Command, tmp_path: Path) -> None:
    every = {rule["id"]: ["a test"] for rule in bastide("rules", "--json").json}
    file = tmp_path / "map.json"
    excused = ("X56-008",)
    file.write_text(json.dumps({key: tests for key, tests in every.items() if key not in excused}), encoding="utf-8")
    said = bastide("rules", "--coverage", "--map", file, "--require", "X56")
    assert said.code == 0
    assert " ".join(said.out.split()).count("X56-008 (Bastide does not have Troy yet.)") == 1
    assert "Troy yet" in bastide("rules", "X56-008").out


def test_coverage_says_what_it_needs(bastide: Command, tmp_path: Path) -> None:
    assert "--coverage needs --map FILE" in bastide("rules", "--coverage").err
    file = tmp_path / "map.json"
    for text, hint in (("[1]", "is not a rule map"), ("x", "is not valid JSON")):
        file.write_text(text, encoding="utf-8")
        assert hint in bastide("rules", "--coverage", "--map", file).err
    file.write_text("{}", encoding="utf-8")
    assert "is not a group of rules" in bastide("rules", "--coverage", "--map", file, "--require", "X").err


# Perft and bench.


def test_perft_counts(bastide: Command, game_file: Path) -> None:
    counts = bastide("perft", "-d", 2, "-o", "first=0", "--layout", "random", "--divide", "--json").json
    first, second = (row["count"] for row in counts["counts"])
    assert first == len(counts["divide"]) == 54
    assert second == sum(counts["divide"].values()) == 144
    assert bastide("perft", "--record", game_file, "--at", 30, "-d", 1).code == 0
    assert bastide("perft", "--record", game_file, "--json").json["counts"][0]["count"] == 1
    said = bastide("perft", "--at", 3)
    assert (said.code, said.err) == (2, "bastide: --at 3 needs --record FILE\n")
    said = bastide("perft", "--record", game_file, "--seats", 3)
    assert (said.code, said.err) == (2, "bastide: --record and --seats exclude each other; choose one\n")


def test_perft_refuses_depths(bastide: Command) -> None:
    assert "--depth must be a whole number from 1 to 20, got 0" in bastide("perft", "-d", 0).err


@pytest.mark.slow
def test_bench_measures(bastide: Command) -> None:
    said = bastide("bench", "--seconds", 0.001, "--rounds", 1, "--json").json
    assert said["compiled"] is False
    assert said["version"] == __version__
    assert set(bench.labels(Words("en"))) <= set(said["figures"])
    assert said["ratios"].keys() == {"driven_to_loop", "choices_to_loop", "five_modules_to_none"}
    for figure in (*said["figures"].values(), *said["ratios"].values()):
        assert 0 < figure["low"] <= figure["median"] <= figure["high"]
        assert figure["rounds"] == 1
    assert 0 < said["sizes"]["state_bytes_seats_3"] < said["sizes"]["state_bytes"]
    assert said["figures"]["loop_games_per_second_modules_5"]["median"] > 0
    assert said["sizes"]["state_bytes_cities_knights"] > said["sizes"]["state_bytes"]


def test_bench_refuses_a_time_that_never_passes(bastide: Command) -> None:
    said = bastide("bench", "--seconds", "nan")
    assert said.code == 2
    assert "nan is not a number of seconds" in said.err


def test_bench_takes_turns_and_shows_every_figure(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, float, int]] = []

    def fake(name: str) -> Measure:
        def measure(seconds: float, number: int) -> Values:
            taken.append((name, seconds, number))
            return {name: 2000.0 * (number + 1)}

        return measure

    names = [*bench.labels(Words("en")), "loop_games_per_second_seats_3", "loop_games_per_second_modules_1"]
    monkeypatch.setattr(bench, "measures", lambda: {name: fake(name) for name in names})
    said = bastide("bench", "--seconds", 0.5, "--rounds", 3)
    assert [name for name, _, _ in taken] == names * 3
    assert {seconds for _, seconds, _ in taken} == {0.5}
    shown = [" ".join(line.split()) for line in said.out.splitlines()]
    assert "Random games inside the engine 4,000 a second (2,000 to 6,000)" in shown
    assert "One view 4,000 ms (2,000 to 6,000)" in shown
    assert "Games of 3 seats" in said.out
    assert "Games with 1 idle module " in said.out
    assert said.out.count("\n") == len(names) + 4
    french = bastide("bench", "--rounds", 1, "--lang", "fr").out
    assert "2\u202f000 par seconde" in french
    assert "La médiane de 1 série" in french


def test_ratios_are_worked_out_within_each_round(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = {
        "driven_games_per_second": (100.0, 300.0, 20.0),
        "choices_games_per_second": (200.0, 300.0, 40.0),
        "loop_games_per_second": (400.0, 400.0, 200.0),
        "loop_games_per_second_modules_5": (9.0, 10.0, 11.0),
        "loop_games_per_second_modules_0": (10.0, 10.0, 10.0),
    }
    monkeypatch.setattr(bench, "measures", lambda: {"all": lambda _, n: {key: row[n] for key, row in speeds.items()}})
    ratios = bastide("bench", "--rounds", 3, "--json").json["ratios"]
    spreads = {name: (one["median"], one["low"], one["high"], one["rounds"]) for name, one in ratios.items()}
    assert spreads == {
        "driven_to_loop": (0.25, 0.1, 0.75, 3),
        "choices_to_loop": (0.5, 0.2, 0.75, 3),
        "five_modules_to_none": (1.0, 0.9, 1.1, 3),
    }
    assert ratios["driven_to_loop"]["meaning"] == "driven from Python to inside the engine"


def test_bench_refuses_no_rounds(bastide: Command) -> None:
    said = bastide("bench", "--rounds", 0)
    assert (said.code, said.err.count("\n")) == (2, 1)


def test_a_spread_is_a_median_between_two_ends() -> None:
    assert Spread.of([3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0, 3)
    assert Spread.of([4.0, 1.0]) == Spread(2.5, 1.0, 4.0, 2)
    assert Spread.of([1234567.0]).rounded(3) == {"median": 1.23e6, "low": 1.23e6, "high": 1.23e6, "rounds": 1}
    with pytest.raises(ValueError, match="no values"):
        Spread.of([])


@pytest.mark.parametrize(("shell", "line"), [("bash", "complete -o default -F"), ("zsh", "#compdef bastide")])
def test_the_shell_completes_commands(shell: str, line: str) -> None:
    environment = {**os.environ, "_BASTIDE_COMPLETE": f"source_{shell}"}
    assert line in subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False).stdout
    asked = {"_BASTIDE_COMPLETE": "complete_bash", "COMP_WORDS": "bastide ex", "COMP_CWORD": "1"}
    said = subprocess.run(COMMAND, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert said.stdout.split() == ["export"]


def test_perft_names_every_number_of_seats(bastide: Command) -> None:
    assert "2 to 8" in " ".join(bastide("perft", "--help").out.replace("│", " ").split())
    eight = bastide("perft", "--depth", 2, "--game", "carcassonne", "--seats", 8, "--json")
    assert eight.code == 0
    assert eight.json["counts"][0]["count"] > 0
