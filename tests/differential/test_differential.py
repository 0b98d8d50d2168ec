"""The differential run finds what it is there for, and leaves no module out."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.catan import family
from bastide.catan.base.seams import IslandModule
from tests.chosen import now_and_then, sampled
from tests.differential import __main__ as command
from tests.differential.chain import play
from tests.differential.chains import Line, keep, line_of
from tests.differential.compare import Played, Side, Unusable, cell_name, check_engine, run, tallied
from tests.differential.sets import (
    ALONE,
    EXAMPLES,
    LONG,
    MAXIMAL,
    OF_MODULES,
    PAIRS,
    SHORT,
    VARIANTS,
    WHOLE,
    Config,
    Set,
    all_sets,
    configs_of,
    module_sets,
)
from tests.differential.window import window
from tests.differential.worker import share_of
from tests.sizes import sized

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[2]
MODULES = ["bastide.kernel.rules", "bastide.catan.family"]
SHORT_GAME = ("--most", "1", "--first", "1")
ONE = (*SHORT_GAME, "--only", "island")
PLAIN = Side("interpreted", Path(sys.executable), ROOT, compiled=False, path=str(ROOT / "src"))


def maker(name: str, excludes: str = "") -> type[IslandModule]:
    class Some(IslandModule):
        def __init__(self) -> None:
            super().__init__(name)
            self.excludes = dict.fromkeys(excludes.split(), "HOUSE-001")

    return Some


# The table of sets.


def plain(config: Config) -> Config:
    """A config without its game and modules."""
    return {key: value for key, value in config.items() if key not in ("game", "modules")}


def test_modules_alone_in_pairs_and_in_maximal_sets() -> None:
    assert module_sets("island", {}) == {(): ALONE}
    assert module_sets("island", {"a": maker("a")}) == {(): ALONE, ("a",): ALONE}
    makers = {"a": maker("a"), "b": maker("b", "c"), "c": maker("c"), "d": maker("d"), "e": maker("e", "a b c")}
    found = module_sets("island", makers)
    assert [names for names, games in found.items() if games == ALONE] == [(), *((name,) for name in makers)]
    assert {"".join(names) for names, games in found.items() if games == PAIRS} == {"ab", "ac", "ad", "bd", "cd"}
    # The last pair is all that goes with e.
    assert {"".join(names) for names, games in found.items() if games == MAXIMAL} == {"abd", "acd", "de"}


@now_and_then(3)
@pytest.mark.slow
def test_a_module_that_is_entered_joins_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, make in EXAMPLES["island"].items():  # so that they leave the table with this test
        monkeypatch.setitem(family.MODULES, name, make)
        del family.MODULES[name]
    before = {set_.name: set_ for set_ in all_sets()}
    for name in EXAMPLES["island"]:
        del family.MODULES[name]
    assert {"island", "island + orchard"} <= before.keys()
    monkeypatch.setitem(family.MODULES, "fog", maker("fog"))
    monkeypatch.setitem(family.MODULES, "wind", maker("wind"))
    sets = {set_.name: set_ for set_ in all_sets()}
    new = sets.keys() - before.keys()
    assert {"island + fog", "island + wind"} <= new
    assert all("fog" in name or "wind" in name for name in new)
    for set_ in sets.values():
        assert set_.bot or len(set_.modules) > 1 or set_.seeds == ALONE >= 40 or LONG.issuperset(set_.modules)
        assert set_.bot or set_.seeds >= PAIRS >= 5
        family_, *words = set_.name.replace(",", "").replace("+", "").split()
        more = sum(len(OF_MODULES.get(word, [])) for word in words)
        usual = [config for config in set_.configs if plain(config) in VARIANTS[family_]]
        # A set has all variants of a number of seats, or none; some options of a module need another.
        seats = {config["seats"] for config in usual}
        assert list(map(plain, usual)) == [config for config in VARIANTS[family_] if config["seats"] in seats]
        assert len(set_.configs) - len(usual) <= more
        assert len(set_.configs) > len(usual) or not more
        assert not set_.bot or set_.seeds == sized(1, len(set_.configs))


def test_one_set_alone_is_the_one_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, make in EXAMPLES["island"].items():  # so that they leave the table with this test
        monkeypatch.setitem(family.MODULES, name, make)
    for name in ("island", "island + orchard", "island, greedy bots", "carcassonne"):
        assert [set_.name for set_ in all_sets(name)] == [name]
    assert all_sets("no such set") == []


def test_a_set_that_no_variant_fits_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^island \+ unheard-of cannot be played in any variant"):
        configs_of("island", ("unheard-of",))


def test_every_variant_is_played_in_short_games_and_in_whole_ones() -> None:
    for set_ in (Set("island", (), 1), Set("island", ("five_six",), 1)):
        whole = [set_.whole(seed) for seed in range(WHOLE * len(set_.configs))]
        assert sum(whole) == len(set_.configs)
        assert {seed % len(set_.configs) for seed, one in enumerate(whole) if one} == set(range(len(set_.configs)))
        assert set_.game(whole.index(True)) == set_.config(whole.index(True))
        short = set_.game(whole.index(False))
        assert short["options"].items() >= SHORT["island"].items()
        assert {**short, "options": {}} == {**set_.config(whole.index(False)), "options": {}}
    bots = Set("island", (), 1, "greedy")
    assert all(bots.game(seed) == bots.config(seed) for seed in range(9)), "bots play to the end"


def test_shares_are_all_games_and_each_once() -> None:
    sets = [Set("island", (), 7), Set("island", ("orchard",), 4), Set("carcassonne", (), 1)]
    every = [(set_, number) for set_ in sets for number in range(set_.seeds)]
    for shares in (1, 2, 5, 12, 20):
        assert [game for n in range(shares) for game in share_of(sets, n, shares)] == every


def test_each_commit_has_seeds_of_its_own_that_can_be_played_again(tmp_path: Path) -> None:
    assert window(tmp_path) == (0, "because this is no checkout")
    firsts: list[int] = []
    for _ in range(2):
        git = ["git", "-c", "user.name=x", "-c", "user.email=x", "-C", str(tmp_path)]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", f"{len(firsts)}"], check=True)
        first, why = window(tmp_path)
        assert window(tmp_path) == (first, why)
        assert 0 <= first < 1_000_000
        assert re.fullmatch(r"by the commit [0-9a-f]{10}", why)
        firsts.append(first)
    assert firsts[0] != firsts[1]


def test_the_time_of_a_set_is_shared_out_among_its_modules() -> None:
    sets = {"a": ["island", [], 1, 1], "b": ["island", ["fog"], 1, 1], "c": ["island", ["fog", "wind"], 1, 1]}
    one = Played(sets, {}, {("a", 0): 1.0, ("b", 0): 2.0, ("c", 0): 4.0})
    told = tallied(one, Played(sets, {}, {("a", 0): 0.5}))
    assert told["seconds"] == {"island": 1.5, "island/fog": 4.0, "island/wind": 2.0}
    assert told["ran"] == {"island": 2, "island/fog": 2, "island/wind": 1}


def test_the_name_of_a_cell() -> None:
    fields = [["depth", 0, []], ["agenda", 3, [12, 4]], ["hand", 51, [4, 5]]]
    assert [cell_name(at, fields) for at in (0, 3, 50, 51, 64)] == [
        "depth",
        "agenda[0][0]",
        "agenda[11][3]",
        "hand[0][0]",
        "hand[2][3]",
    ]


# What it tells of an engine that is another.


def altered(folder: Path, file: str, text: str) -> Side:
    """An engine with something added to the end of a file."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "web", "server", "cli")
    shutil.copytree(ROOT / "src" / "bastide", folder / "bastide", ignore=ignored)
    with (folder / "bastide" / file).open("a", encoding="utf-8") as source:
        source.write(text)
    return Side("altered", Path(sys.executable), ROOT, compiled=False, path=str(folder))


@now_and_then(3)
@pytest.mark.slow
def test_an_engine_equals_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In a game of each family; the differential run itself plays all sets."""
    same = altered(tmp_path, "kernel/rules.py", "# nothing\n")
    names = ["island + orchard", "carcassonne"]
    for name in names:
        assert run((PLAIN, same), MODULES, 1, *SHORT_GAME, "--only", name) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == names
    assert all(line.endswith("all equal") and " 1 played to the end" in line for line in lines)


@pytest.mark.slow
def test_a_cell_that_differs_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = """
_right = Rules.apply

def _wrong(self, s, seat, action):
    _right(self, s, seat, action)
    ends = any(verb.word == "end" and verb.offset == action for verb in self.verbs)
    if ends and s.cells[self.hand] < 3:
        s.cells[self.hand] += 1

Rules.apply = _wrong
"""
    assert run((PLAIN, altered(tmp_path, "kernel/rules.py", wrong)), MODULES, 1, *ONE) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("island: 1 games in 24 configs, ")
    assert lines[0].endswith(": 1 DIFFER")
    assert lines[1].startswith('island, seed 1, {"game": "island", "seats": ')
    assert re.fullmatch(r"  step \d+: seat \d: 'end'", lines[2])
    name, values = lines[3].split(": ")
    before = int(values.split()[0])
    assert (name, values) == ("    hand[0][0]", f"{before} interpreted, {before + 1} altered")


@pytest.mark.slow
def test_a_deal_of_hidden_cards_that_differs_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = """
_right = resample

def resample(rules, state, viewer, rng):
    return _right(rules, state, viewer, rng + 1)
"""
    assert run((PLAIN, altered(tmp_path, "kernel/resample.py", wrong)), MODULES, 1, *ONE) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(": 1 DIFFER")
    assert re.fullmatch(r"  step \d*[02468]0: .*", lines[2])
    assert all(re.fullmatch(r"    dealt anew: \w+\S*: \d+ interpreted, \d+ altered", line) for line in lines[3:])


@pytest.mark.slow
def test_legal_actions_in_another_order_are_a_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = """
_right = Rules.legal

def _wrong(self, s, seat):
    codes = _right(self, s, seat)
    return type(codes)(list(codes)[::-1]) if seat >= 0 else codes

Rules.legal = _wrong
"""
    assert run((PLAIN, altered(tmp_path, "kernel/rules.py", wrong)), MODULES, 1, *ONE) == 1
    out = capsys.readouterr().out
    assert ": before it, other actions are legal\n" in out
    assert re.search(r"^    seat \d, altered: ", out, re.MULTILINE)


@now_and_then(3)
@pytest.mark.slow
def test_an_engine_that_breaks_down_is_a_difference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = """
def _wrong(self, s, winners):
    raise ZeroDivisionError("at the end")

Rules.finish = _wrong
"""
    broken = altered(tmp_path, "kernel/rules.py", wrong)
    assert run((PLAIN, broken), MODULES, 1, *ONE) == 1
    assert ", altered: ZeroDivisionError: at the end\n" in capsys.readouterr().out
    assert run((broken, broken), MODULES, 1, *ONE) == 1, "broken in the same way on both sides is no success"


# Games that the compiled engine's tests have played before.


@pytest.fixture(scope="module")
def line() -> Line:
    """The game that is played with `ONE`."""
    set_ = Set("island", (), 1)
    return line_of(set_, 1, play(set_, 1))


def kept_as(folder: Path, line: Line, /, **head: object) -> Side:
    """The interpreted side with this game kept, and its file changed."""
    keep("base-0", ",".join(MODULES), [line], str(folder))
    [path] = folder.iterdir()
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | head), "utf-8")
    return replace(PLAIN, chains=folder)


@now_and_then(3)
@pytest.mark.slow
def test_a_game_that_is_kept_is_compared_and_not_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: Line
) -> None:
    assert run((PLAIN, kept_as(tmp_path, line)), MODULES, 1, *ONE) == 0
    assert capsys.readouterr().out.startswith("1 of 1 interpreted games were played before\n")
    assert run((PLAIN, kept_as(tmp_path, line | {"chain": "another"})), MODULES, 1, *ONE) == 1
    assert ": 1 DIFFER\n" in capsys.readouterr().out


@pytest.mark.slow
def test_a_game_of_other_seeds_is_not_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: Line) -> None:
    assert run((PLAIN, kept_as(tmp_path, line | {"chain": "another"})), MODULES, 1, *ONE, "--first", "2") == 0
    assert capsys.readouterr().out.startswith("0 of 1 interpreted games were played before\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "head",
    sampled([{"folder": "/another"}, {"files": {}}, {"tests": "0123"}], count=1, rest=pytest.mark.campaign),
)
def test_a_game_of_another_engine_or_of_other_tests_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: Line, head: dict[str, object]
) -> None:
    assert run((PLAIN, kept_as(tmp_path, line | {"chain": "another"}, **head)), MODULES, 1, *ONE) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "0 of 1 interpreted games were played before",
        "games of another engine or of other tests were refused: base-0.json",
    ]


# Its proof that one side is compiled and the other is not.


@pytest.mark.slow
def test_a_side_that_is_not_what_it_should_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([sys.executable, str(ROOT), "--modules", "bastide.kernel.rules", *ONE]) == 2
    said = capsys.readouterr().out.partition("\n")[2]
    assert said.startswith("differential run: the compiled side is not compiled: bastide.kernel.rules was loaded from ")
    with pytest.raises(Unusable, match="the interpreted side is not interpreted"):
        check_engine(PLAIN, {"bastide.kernel.rules": "rules.cpython-311-x86_64-linux-gnu.so"})
    with pytest.raises(Unusable, match="no module of the engine was named"):
        check_engine(PLAIN, {})
