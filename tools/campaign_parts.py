"""The parts of the campaign: the slices of each, and how one is run (`tools/campaign.py`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms

ROOT: Final = Path(__file__).resolve().parent.parent
TESTS: Final = ROOT / "tests"
FAULTS: Final = ROOT / "build" / "faults.json"
LESSONS: Final = "tests/lessons/test_lessons.py"

Figures = list[str]


class Failed(Exception):
    """A slice failed; its row stays as it is."""


@dataclass(frozen=True)
class Part:
    """One section of the page: `run` plays one of the slices with so many processes, and returns its figures.

    `checks` gives the files and folders that a slice checks, and its tests: when they change, its row is out of date.
    """

    title: str
    what: str
    columns: tuple[str, ...]
    slices: Callable[[], Iterable[str]]
    run: Callable[[str, int], Figures]
    checks: Callable[[str], Iterable[str]]


def output_of(*command: str | Path) -> str:
    """Run a command at campaign size, show its output, and return it. Raises Failed."""
    environment = os.environ | {"BASTIDE_CAMPAIGN": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line)
    if process.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} ended with status {process.returncode}")
    return "".join(lines)


def run_tests(jobs: int, *arguments: str | Path) -> tuple[str, str]:
    """Run tests; how many passed, and all output. Raises Failed, also if every test was skipped."""
    told = output_of(sys.executable, "-m", "pytest", "-n", str(jobs), *arguments)
    passed = re.findall(r"\b(\d+) passed", told)
    if not passed:
        raise Failed("no test ran")
    return f"{int(passed[-1]):,}", told


# The slices.


def families() -> list[str]:
    """The families and their rooms: a base game is a slice too."""
    return [name for family in FAMILIES for name in (family, *rooms(family))]


def folders() -> dict[str, Path]:
    """The folders of tests/ and of the rooms in it, by name."""
    return {path.name: path for pattern in ("*/", "expansions/*/*/") for path in sorted(TESTS.glob(pattern))}


def tests_in(name: str) -> dict[str, Path]:
    """The test files of a folder of tests/, by name without `test_`."""
    return {path.stem.removeprefix("test_"): path for path in sorted((TESTS / name).glob("test_*.py"))}


def with_properties() -> list[str]:
    """The folders with a test that uses Hypothesis, and the rooms whose properties are in one file for all."""
    given = [
        name
        for name, folder in folders().items()
        if name != "expansions" and any("@given" in path.read_text("utf-8") for path in folder.rglob("test_*.py"))
    ]
    return list(dict.fromkeys([*given, *rooms("island")]))


def lessons() -> list[str]:
    """The lessons of the families and of their rooms."""
    from bastide.lessons.lessons import lessons

    return list(lessons())


def in_browser() -> dict[str, Path]:
    """The files of tests/browser, and the rooms with browser tests of their own."""
    return tests_in("browser") | {
        name: folder / "browser" for name, folder in folders().items() if (folder / "browser").is_dir()
    }


def with_mutations() -> dict[str, Path]:
    """The folders with a table of mutations, by the folder of tests/ or the room that they are of."""
    from tests.selection import room

    tables = sorted(TESTS.glob("**/broken.py"))
    return {room(str(path.relative_to(ROOT))).rpartition("/")[2]: path.parent for path in tables}


# What slices check.


def sources(name: str) -> list[str]:
    """The program and the tests of a room, of a family's base game and the kernel, or of another folder of tests."""
    for family, place in FAMILIES.items():
        if name in rooms(family):
            return [f"{top}/expansions/{family}/{name}" for top in ("src/bastide", "tests")]
        if name == family:
            return ["src/bastide/kernel", f"src/{'/'.join(place.split('.')[:-1])}", f"tests/{name}"]
    above = [f"src/bastide/{name}"] if (ROOT / "src" / "bastide" / name).is_dir() else sources(next(iter(FAMILIES)))
    return [*above, f"tests/{name}"]


def with_tests(*paths: str) -> Callable[[str], list[str]]:
    """The files of a slice that is named like a room or folder, and tests that all of its part share."""
    return lambda name: [*sources(name), *paths]


def files(*paths: str) -> Callable[[str], list[str]]:
    """These files, where {} is the slice."""
    return lambda name: [path.format(name) for path in paths]


# The parts.


def differential(name: str, jobs: int) -> Figures:
    """The sets of modules of which this is the last one, on both engines."""
    output_of(sys.executable, "tools/compiled.py", "engine")
    options = ["--slice", name, "--jobs", str(jobs)]
    told = output_of(sys.executable, "tools/compiled.py", "differential", *options)
    first = re.search(r"^seeds from (\d+)", told, re.MULTILINE)
    found = re.findall(r": (\d+) games in \d+ configs, (\d+) steps, (\d+) played.*: all equal$", told, re.MULTILINE)
    if first is None or not found:
        raise Failed("the differential run told no figures")
    sums = (sum(map(int, column)) for column in zip(*found, strict=True))
    return [f"{len(found)}", *(f"{total:,}" for total in sums), first[1]]


def combinations(name: str, jobs: int) -> Figures:
    """The sets of modules of which this is the last one, on the compiled engine."""
    from tests.combinations.playing import CAMPAIGN_GAMES
    from tests.combinations.test_games import BATCH

    options = ["tests/combinations/test_games.py", "-vv", "-n", str(jobs), "-k", sets_ending(name)]
    told = output_of(sys.executable, "tools/compiled.py", "tests-compiled", *options)
    passed = Counter(re.findall(r"PASSED \S+::test_random_games_keep_the_invariants\[([\w+]+)-\d+\]", told))
    first = re.search(r"^seeds from (\d+)", told, re.MULTILINE)
    if first is None or not passed or any(batches * BATCH != CAMPAIGN_GAMES for batches in passed.values()):
        raise Failed("the sets of modules told no figures")
    return [f"{len(passed)}", f"{passed.total() * BATCH:,}", first[1]]


def sets_ending(name: str) -> str:
    """The expression by which pytest selects the sets of which this module is the last one."""
    from tests.combinations.table import SHORT

    last = SHORT.get(name, "base")
    return f"[{last}- or +{last}- or [{last}] or +{last}]"


def sets_of_combinations() -> list[str]:
    """The base of the island and the rooms in the table of combinations."""
    from tests.combinations.table import present

    return ["island", *present()]


def mutations(name: str, jobs: int) -> Figures:
    """Every mutation of one table."""
    folder = with_mutations()[name]
    told = output_of(sys.executable, "-m", "tests.island.mutations", "--of", folder, "--jobs", str(jobs))
    count = re.search(r"^(\d+) mutations of ", told, re.MULTILINE)
    killed = re.search(r"^(\d+) of (\d+) trials killed$", told, re.MULTILINE)
    if count is None or killed is None:
        raise Failed("the mutations told no figures")
    return [count[1], killed[2], killed[1]]


def properties(name: str, jobs: int) -> Figures:
    """The properties of a folder, or of a room: those that are in its own folder and those that all rooms have."""
    where: list[str | Path] = [folders()[name], f"--ignore={OF_ROOMS}"]
    if name in rooms("island"):
        where = [folders()[name], OF_ROOMS, "-k", name]
    return [run_tests(jobs, "-m", "hypothesis", *where)[0]]


def printed(name: str, jobs: int) -> Figures:
    """The printed bots in games of every set of modules of a family."""
    return [run_tests(jobs, "tests/client/test_printed_bots.py", "-k", f"[{name}")[0]]


def strength(name: str, jobs: int) -> Figures:
    """Greedy bots against random ones at a small and at a large table, 200 games each."""
    from tests.differential.sets import configs_of

    family = next(family for family in FAMILIES if name == family or name in rooms(family))
    modules = () if name == family else (name,)
    seats = {config.get("seats", 4) for config in configs_of(family, modules)}
    figures = []
    for count in [count for count in (2, 4) if count in seats] or [min(seats), max(seats)]:
        command = ["simulate", "--game", family, *LAYOUT.get(family, [])]
        command += ["--players", ",".join(["greedy", *["random"] * (count - 1)])]
        command += ["--games", "200", "--rotate", "--jobs", str(jobs), "--json"]
        command += [word for module in modules for word in ("--module", module)]
        found = json.loads(output_of(Path(sys.executable).with_name("bastide"), *command))
        greedy, (low, high) = found["wins"]["greedy"], found["wins"]["greedy"]["interval"]
        figures.append(
            f"{count} seats: {greedy['wins']} of {found['games']} ({low:.1%} - {high:.1%}),"
            f" {found['turns'] / found['games']:.0f} turns"
        )
    return [figures[0], figures[1] if len(figures) > 1 else ""]


def balance(name: str, jobs: int) -> Figures:
    """Greedy bots against themselves on the boards of a room, on the compiled engine."""
    output_of(sys.executable, "tools/compiled.py", "engine")
    told = output_of(sys.executable, "tools/compiled.py", "balance", name, "--jobs", str(jobs))
    found = re.findall(r"^(.+: [\d,]+ of [\d,]+ games won; .+)$", told, re.MULTILINE)
    if not found:
        raise Failed("the measurement told no figures")
    return ["<br>".join(found)]


def searches(name: str, jobs: int) -> Figures:
    """What searches choose in a family or room, on both engines, and in redealt worlds on the compiled one."""
    chosen = ["-k", ending(name)]
    choices, redealt = (f"tests/search/test_{test}.py" for test in ("choices", "redealt"))
    output_of(sys.executable, "tools/compiled.py", "engine")
    told = output_of(sys.executable, "tools/compiled.py", "tests-compiled", choices, redealt, *chosen, "-n", str(jobs))
    passed = re.findall(r"\b(\d+) passed", told)
    if not passed:
        raise Failed("no test ran on the compiled engine")
    return [run_tests(jobs, choices, *chosen)[0], passed[-1]]


def on_ray(name: str, jobs: int) -> Figures:
    """The tests of the arena on Ray, on the compiled engine; they start as many workers as they need."""
    told = output_of(sys.executable, "tools/compiled.py", "arena", f"tests/ray/test_{name}.py")
    passed = re.findall(r"\b(\d+) passed", told)
    if not passed:
        raise Failed("no test ran on Ray")
    return [passed[-1]]


def learning(name: str, jobs: int) -> Figures:
    """An example that trains a network, on the compiled engine: what it printed last."""
    told = output_of(sys.executable, "tools/compiled.py", "examples", "-s", f"tests/examples/test_{name}.py")
    found = re.findall(r"^(.+ duels won)$", told, re.MULTILINE)
    if not found:
        raise Failed("the example told no figures")
    return [found[-1]]


def ending(name: str) -> str:
    """How the name of a test ends that is of a family alone, or of its room."""
    return f"[{name}]" if name in FAMILIES else f"{name}]"


def balanced() -> list[str]:
    """The rooms that have their boards measured."""
    from tests.players.balance import rooms

    return rooms()


def faults(name: str, jobs: int) -> Figures:
    """Games with injected faults, five times as many as in the check."""
    begun = int(time.time())
    passed, _ = run_tests(jobs, tests_in("faults")[name])
    found = json.loads(FAULTS.read_text("utf-8")) if FAULTS.exists() else {}
    count = sum(sum(part.get("faults", {}).values()) for part in found.values() if part["at"] >= begun)
    return [passed, f"{count:,}"]


def fuzz(name: str, jobs: int) -> Figures:
    """One parser, or the HTTP API."""
    path = "tests/fuzz/" + ("test_api.py" if name == API else f"test_decoders.py::test_no_input_breaks[{name}]")
    _, told = run_tests(jobs, "-rP", path)
    count = re.search(r"Done (\d+) runs|^(\d+) generated", told, re.MULTILINE)
    if count is None:
        raise Failed("the fuzzer told no figures")
    return [f"{int(count[1] or count[2]):,}"]


def fuzzed() -> list[str]:
    """The parsers that have examples, and the HTTP API."""
    return [*sorted(path.name for path in (TESTS / "fuzz" / "corpus").iterdir()), API]


def secrecy(name: str, jobs: int) -> Figures:
    """10,000 positions, seen by every viewer in two worlds."""
    begun = int(time.time())
    run_tests(jobs, "tests/server/test_ten_thousand.py")
    found = json.loads(FAULTS.read_text("utf-8"))
    parts = [part for key, part in found.items() if key.startswith("secrecy, part") and part["at"] >= begun]
    if not parts:
        raise Failed("the positions told no figures")
    return [f"{sum(part[key] for part in parts):,}" for key in COMPARED]


def passes(path: Callable[[str], str | Path], *options: str) -> Callable[[str, int], Figures]:
    """A run whose only figure is how many of the tests at this path passed."""
    return lambda name, jobs: [run_tests(jobs, *options, path(name))[0]]


API: Final = "api"
OF_ROOMS: Final = "tests/properties/test_rooms.py"
"""The properties that all rooms of the island have, a test for each."""
OF_SETS: Final = {
    "records": "tests/compat/test_records.py",
    "plain": "tests/carcassonne/test_brute.py",
    "counts": "tests/carcassonne/test_everything.py",
    "reasons": "tests/rules/test_reasons.py",
}
"""Tests over many sets or games, of which a commit plays some, and their names as slices."""
IN_TURNS: Final = {
    "backend": "tests/build/test_backend.py",
    "closing": "tests/cli/test_closing.py",
    "collecting": "tests/build/test_collecting.py",
    "differential": "tests/differential/test_differential.py",
    "labels": "tests/view/island/test_labels.py",
    "marks": "tests/rules/test_marks.py",
    "new_room": "tests/cli/test_new_room.py",
    "processes": "tests/server/test_processes.py",
    "rooms": "tests/expansions",
    "walk": "tests/web/pages/test_making_walk.py",
}
"""Other tests without a browser of which a commit plays some."""
COMPARED: Final = ("positions", "pairs", "differing", "view", "why", "errors", "log", "html", "legal")
LAYOUT: Final = {"island": ["--layout", "random"]}
"""More options for a family: a board that is dealt anew for each game."""
PARTS: Final = {
    "differential": Part(
        "Differential run",
        "Every set of modules plays 100 games on the interpreted and on the compiled engine (`tests/differential/`)."
        " A set belongs to its last module.",
        ("sets", "games", "steps", "played to the end", "seeds from"),
        families,
        differential,
        with_tests("tests/differential"),
    ),
    "combinations": Part(
        "Combinations",
        "Every set of modules that may be played together plays 300 random games on the compiled engine; invariants, "
        "refusals and records are checked (`tests/combinations/`). A set belongs to its last module in the table.",
        ("sets", "games", "seeds from"),
        sets_of_combinations,
        combinations,
        with_tests("tests/combinations", "src/bastide/testing"),
    ),
    "properties": Part(
        "Properties",
        "Every Hypothesis property on at least 200 new examples.",
        ("tests passed",),
        with_properties,
        properties,
        with_tests(OF_ROOMS, "src/bastide/testing"),
    ),
    "sets": Part(
        "All sets",
        "Records of earlier versions, a plain model of Carcassonne beside the engine, and reasons of refusals: every "
        "set and game, of which the check plays some by the commit.",
        ("tests passed",),
        lambda: OF_SETS,
        passes(lambda name: OF_SETS[name]),
        lambda name: ["src/bastide/kernel", "src/bastide/catan", "src/bastide/carcassonne", OF_SETS[name]],
    ),
    "turns": Part(
        "Tests that take turns",
        "Tests of the check's own tools, of servers, pages and rooms, of which the check plays some by the commit.",
        ("tests passed",),
        lambda: IN_TURNS,
        passes(lambda name: IN_TURNS[name], "-m", "campaign and not browser"),
        lambda name: ["src/bastide", IN_TURNS[name]],
    ),
    "drawings": Part(
        "Drawings",
        "Every drawing of positions of every set of modules that may be played together, for every viewer.",
        ("tests passed",),
        lambda: FAMILIES,
        passes(lambda name: f"tests/view/{name}/test_drawings.py"),
        files("src/bastide/view", "tests/view/{}"),
    ),
    "printed": Part(
        "Printed bots",
        "The bots that the documentation prints, in Python and in JavaScript, decide in games of every set of modules "
        "that may be played together.",
        ("tests passed",),
        lambda: FAMILIES,
        printed,
        files("src/bastide/view", "docs/bots.md", "docs/http.md", "docs/write-a-bot.md", "examples", "tests/client"),
    ),
    "thousand": Part(
        "A thousand games",
        "Random games of the base island. Each must end, and replaying its record must give the same position.",
        ("tests passed",),
        lambda: ["island"],
        passes(lambda name: "tests/properties/test_thousand.py"),
        with_tests("tests/properties"),
    ),
    "mutations": Part(
        "Mutations",
        "Every rule is broken in the source in one or more ways; each time a scenario of that rule must fail. A trial "
        "is one mutation paired with one rule that it breaks.",
        ("mutations", "trials", "killed"),
        with_mutations,
        mutations,
        sources,
    ),
    "strength": Part(
        "Strength of bots",
        "A greedy bot against random bots, 200 games at a small and at a large table: games won, with the 95 % "
        "interval. Every run plays the same games.",
        ("small table", "large table"),
        families,
        strength,
        with_tests("src/bastide/players"),
    ),
    "balance": Part(
        "Fairness of boards",
        "Greedy bots play against themselves, and trade with the bank alone, on the boards that a room has measured "
        "(`tests/players/balance.py`): wins of each place in the turn order, of the games that somebody wins, with the "
        "95 % interval. Every run plays the same games.",
        ("figures in percent",),
        balanced,
        balance,
        with_tests("src/bastide/players"),
    ),
    "searches": Part(
        "Searches",
        "With a budget of 16, searches choose the same interpreted and compiled at 1,000 positions of each family and "
        "50 of each room, and the same in 100 redealt worlds at 500 positions. Tests passed on each engine.",
        ("interpreted", "compiled"),
        families,
        searches,
        with_tests("src/bastide/search", "src/bastide/players", "tests/search"),
    ),
    "arena": Part(
        "Arena",
        "Runs of thousands of games in one process and in two, kills of drivers and of processes, 100 runs of two "
        "versions of one bot, and 2,000 made-up runs of sequential tests.",
        ("tests passed",),
        lambda: tests_in("arena"),
        passes(lambda name: tests_in("arena")[name]),
        files("src/bastide/arena", "tests/arena/test_{}.py"),
    ),
    "ray": Part(
        "Arena on Ray",
        "100,000 random and 2,000 greedy games have the same results in one process, in two, on Ray with one worker "
        "and with two, and on three nodes. 20 kills of workers, the loss of a node and three kills of the driver lose "
        "and double none. With tasks of 100 ms Ray takes at most 5 % longer than processes.",
        ("tests passed",),
        lambda: tests_in("ray"),
        on_ray,
        files("src/bastide/arena", "tests/ray/test_{}.py"),
    ),
    "learn": Part(
        "Environments",
        "Actions, candidates and observations in 20 games of every set of modules, with 100 redealt worlds at one of "
        "40 decisions; the checks of Gymnasium, PettingZoo and OpenSpiel for every set, and their games as tables.",
        ("tests passed",),
        lambda: tests_in("learn"),
        passes(lambda name: tests_in("learn")[name]),
        files("src/bastide/learn", "src/bastide/data", "src/bastide/kernel", "tests/learn/test_{}.py"),
    ),
    "examples": Part(
        "Networks",
        "The programs in `examples/` that train networks, as they stand: PPO for 15 minutes of processor time, and "
        "cloning from 500 records of greedy. On new boards they must win 95 % and 75 % of duels with the bot `random`.",
        ("figures",),
        lambda: tests_in("examples"),
        learning,
        files("src/bastide/learn", "src/bastide/data", "examples/{}.py", "tests/examples/test_{}.py"),
    ),
    "secrecy": Part(
        "Secrecy",
        "10,000 positions of random games, each shown to every viewer in two worlds that look the same to that viewer.",
        COMPARED,
        lambda: ["positions"],
        secrecy,
        files("src/bastide/view", "src/bastide/server", "tests/server/test_ten_thousand.py"),
    ),
    "lessons": Part(
        "Lessons",
        "Each lesson is played in every way that it offers, and each other legal move of each step gets an answer.",
        ("tests passed",),
        lessons,
        lambda name, jobs: [run_tests(jobs, LESSONS, "-k", f"[{name}]")[0]],
        lambda name: [*sources(name), "src/bastide/lessons", LESSONS],
    ),
    "faults": Part(
        "Faults",
        "Servers are killed, disks fill up and connections are cut while games are played.",
        ("tests passed", "faults injected"),
        lambda: tests_in("faults"),
        faults,
        files("src/bastide/server", "tests/faults/test_{}.py"),
    ),
    "fuzz": Part(
        "Fuzzing",
        "Each parser of outside input, and the HTTP API, gets five minutes of generated input.",
        ("inputs",),
        fuzzed,
        fuzz,
        files("src/bastide/kernel", "src/bastide/server", "tests/fuzz"),
    ),
    "browser": Part(
        "Browser",
        "Every test that drives the page in Chromium.",
        ("tests passed",),
        in_browser,
        passes(lambda name: in_browser()[name]),
        lambda name: ["src/bastide/web", in_browser()[name].relative_to(ROOT).as_posix()],
    ),
}
