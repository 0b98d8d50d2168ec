"""Many games at once: the same whatever the number of processes, kept as records, counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.arena.matches import Digest, Series
from bastide.arena.statistics import wilson
from bastide.kernel.game import Game
from bastide.kernel.record import read
from tests.cli.conftest import Command

QUICK = ("--option", "goal=4", "--option", "trade=bank")


def test_the_result_does_not_depend_on_the_number_of_processes(bastide: Command) -> None:
    alone, three = (
        bastide("simulate", "-n", 7, "--layout", "random", *QUICK, "-j", jobs, "--json").json for jobs in (1, 3)
    )
    for timed in ("seconds", "games_per_second", "jobs"):
        del alone[timed], three[timed]
    assert alone == three
    assert alone["games"] == 7
    assert sum(alone["wins_by_seat"]) + alone["truncated"] == 7


def test_another_seed_gives_other_games(bastide: Command) -> None:
    one, two, again = (bastide("simulate", "-n", 2, *QUICK, "--seed", n, "--json").json["hash"] for n in (1, 2, 1))
    assert one == again != two


def test_the_fingerprint_does_not_depend_on_the_order() -> None:
    series = Series({"options": {"goal": 3}}, ("random",) * 4, 1)
    games = [series.play(index) for index in range(3)]
    forth, back = Digest(), Digest()
    for game in games:
        forth.add(game)
    for game in reversed(games):
        back.add(game)
    assert str(forth) == str(back) != str(Digest())


def test_records_lead_to_the_same_positions(bastide: Command, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    said = bastide("simulate", "-n", 3, *QUICK, "--records", folder, "--json").json
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["game-0001.jsonl", "game-0002.jsonl", "game-0003.jsonl"]
    games = [Game.load(file.read_text(encoding="utf-8")) for file in files]
    assert sum(game.version for game in games) == said["decisions"]
    assert all(game.over for game in games)
    series = Series({"seats": 4, "options": {"goal": 4, "trade": "bank"}}, ("random",) * 4, 0)
    assert [game.hash() for game in games] == [series.play(index).hash for index in range(3)]


def test_all_records_go_into_one_file(bastide: Command, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    bastide("simulate", "-n", 2, *QUICK, "--records", file)
    said = bastide("replay", "--check", file)
    assert (said.code, said.err) == (0, "")
    assert "valid, 2 games" in said.out


def test_bots_move_on_by_one_seat() -> None:
    series = Series({}, ("greedy", "random", "random"), 1, rotate=True)
    assert [series.seats(index).index("greedy") for index in range(4)] == [0, 1, 2, 0]


def test_the_cap_counts_as_truncated(bastide: Command) -> None:
    said = bastide("simulate", "-n", 2, "-o", "turns=3", "--json").json
    assert (said["truncated"], said["wins_by_seat"], said["turns"]) == (2, [0, 0, 0, 0], 2 * 3)


def test_people_read_a_table(bastide: Command) -> None:
    said = bastide("simulate", "-n", 2, *QUICK, "--lang", "fr")
    assert said.err == ""
    assert said.out.startswith("Parties")
    assert all(len(line) < 80 for line in said.out.splitlines())


def test_a_config_gives_the_seats(bastide: Command, tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text('seats = 2\nlayout = "spiral"\n[options]\ngoal = 4\n', encoding="utf-8")
    said = bastide("simulate", "-n", 2, "--config", file, "--records", tmp_path / "r", "--json").json
    assert said["players"] == ["random", "random"]
    kept = read((tmp_path / "r" / "game-0001.jsonl").read_text(encoding="utf-8")).config
    assert (kept["seats"], kept["options"]["goal"]) == (2, 4)
    # What the command line says goes before the file.
    assert bastide("simulate", "-n", 1, "--config", file, "-o", "goal=3", "--json").code == 0


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--games", "0"], "--games must be a whole number from 1 to 10000000, got 0"),
        (["--jobs", "-1"], "--jobs must be a whole number from 0 to 1024, got -1"),
        (["--games", "many"], "--games"),
        (["--players", "random"], "--players must name 2 to 8 bots, separated by commas, got 'random'"),
        (["--players", "random,oracle"], "'oracle' is unknown; the levels are"),
        (["--option", "goal"], "--option 'goal' must be written like goal=10"),
        (["--option", "goal=ten"], "goal must be a whole number from 3 to 30, got 'ten'"),
        (["--option", "gaol=9"], "'gaol'"),
        (["--layout", "round"], "layout must be one of beginner, spiral, random"),
        (["--module", "submarines"], "'submarines' is not a module of the island"),
        (["--config", "missing.toml"], "missing.toml cannot be read: No such file"),
        (["--records", "/dev/null/games"], "/dev/null/games cannot be written: Not a directory"),
        (["--lang", "de"], "--lang 'de' is not a language of Bastide; choose one of en, fr"),
        (["--gmaes", "3"], "--gmaes"),
    ],
)
def test_bad_input_is_one_clear_line(bastide: Command, arguments: list[str], hint: str) -> None:
    said = bastide("simulate", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert hint in said.err
    assert said.err.startswith("bastide: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("a.toml", "seats = = 3", "a.toml is not valid TOML: Invalid value (at line 1, column 9)"),
        ("a.json", '{"seats": 3,}', "a.json is not valid JSON"),
        ("a.toml", 'options = "goal"', "options must be a table, got 'goal'"),
        ("a.toml", "seats = 5", "5 seats need the module 'five_six'; without it there are 2, 3, 4"),
        ("a.toml", "seats = 3", "--players names 2 bots, but the config has seats = 3"),
    ],
)
def test_a_broken_config_is_one_clear_line(
    bastide: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text, encoding="utf-8")
    players = ["--players", "random,random"] if "seats = 3" in text and name == "a.toml" else []
    said = bastide("simulate", "--config", name, *players, "-o", "goal=4")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert hint in said.err


def test_a_config_that_is_no_text(bastide: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"seats = 3 # \xff")
    assert "is not UTF-8 text (byte 12)" in bastide("simulate", "--config", file).err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(bastide: Command) -> None:
    said = bastide("simulate", "-n", 1, *QUICK, "--records", "/dev/full")
    assert (said.code, said.err) == (2, "bastide: /dev/full cannot be written: No space left on device\n")


def test_the_interval_of_a_share() -> None:
    low, high = wilson(0, 10)
    assert low == 0
    assert 0.25 < high < 0.31
