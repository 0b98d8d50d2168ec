"""The compiled engine, outside the source tree: the release wheel, and the tests of the engine.

`wheel` makes and checks the release wheel, which is compiled twice, guided by a profile. `engine` builds and installs
one that is compiled once, `tests-compiled` runs the engine's tests on it, `differential` plays the same games on it and
interpreted, `balance` measures the boards of a room with it, and `arena` and `examples` run tests of the arena and of
examples/ on it: those on Ray, and those that train networks, in environments that have what they need. Each state of
the build's input files has one wheel, cached under build/compiled.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "compiled"
DIST = ROOT / "dist"

sys.path.insert(0, str(ROOT / "build_backend"))
from bastide_compile import GROUP, CompileError, Wish, engine_modules, hindrance, wish  # noqa: E402  (found as above)
from bastide_tree import source_digest, source_files  # noqa: E402
from bastide_vendor import configuration, vendor_files  # noqa: E402

Command = Sequence[str | Path]
RELEASE = Wish.GUIDED
"""How the engine of a release is compiled."""
FOR_TESTS = Wish.COMPILED
"""How the engine of the tests is compiled: once, which takes half as long."""
LEVELS = {FOR_TESTS: "1"}
"""The optimisation of each kind of wheel, where it is not 3: the tests' engine compiles in a third of the time."""

EXTENSIONS = (".so", ".pyd")
TALLIES = ROOT / "build" / "checks"
"""Where the stages of the check write what they tell of themselves (tools/checks.py)."""
ON_RAY = "tests/ray"
"""The tests that need the extra `ray`."""
EXAMPLES = "examples"
"""The folder of programs, those that train networks among them, and the extra that these need."""
CPU_WHEELS = "https://download.pytorch.org/whl/cpu"
"""Where torch is without CUDA, of which PyPI's would bring all."""
TEST_TOOLS = ("hypothesis", "pytest", "pytest-timeout", "pytest-xdist")
"""What these tests need of the dependencies for tests."""


class Failed(Exception):
    """A step failed; the message says which, and how."""


def say(line: str) -> None:
    """Print a progress line."""
    print(f"compiled: {line}", flush=True)


def clean_environment(**more: str) -> dict[str, str]:
    """The environment without variables that redirect imports."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")} | more


def quiet(command: Command, what: str, **more: str) -> str:
    """Run a command and return its output. Raises Failed with all of it."""
    environment = clean_environment(**more)
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{what} failed:\n{done.stdout}")
    return done.stdout


def pip(*arguments: str | Path) -> list[str | Path]:
    """A pip command."""
    return [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]


# The wheel.


def kept_folder(built: Wish) -> Path:
    """The wheel cache for these files, this Python and this compiler."""
    surroundings = [sys.version, sysconfig.get_platform(), *(os.environ.get(name, "") for name in ("CC", "CFLAGS"))]
    key = sha256(repr([source_digest(), built.value, LEVELS.get(built, "3"), surroundings]).encode()).hexdigest()
    return KEPT / f"{built.name.lower()}-{key[:16]}"


def built_wheel(built: Wish) -> Path:
    """The wheel of the source tree, plain, compiled or guided by a profile; built if not cached. Raises Failed."""
    folder = kept_folder(built)
    there = sorted(folder.glob("*.whl"))
    if there:
        say("nothing has changed: taking the wheel that was built before")
        return there[0]
    say("building a wheel" + (" of plain Python" if built is Wish.PLAIN else ", engine and all: some minutes"))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bastide-wheel-") as scratch:
        wish_ = {"BASTIDE_COMPILE": built.value, "BASTIDE_OPTIMIZE": LEVELS.get(built, "3")}
        told = quiet(pip("wheel", "--verbose", "--no-deps", "--wheel-dir", scratch, ROOT), "the build", **wish_)
        for line in told.splitlines():
            if line.strip().startswith("bastide: "):
                say(line.strip().removeprefix("bastide: "))
        wheel = next(Path(scratch).glob("*.whl"))
        target = folder / wheel.name
        for old in KEPT.glob(f"{folder.name.partition('-')[0]}-*"):
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{wheel.name}.{os.getpid()}"
        shutil.copy(wheel, part)
        part.rename(target)
    say(f"built {target.name} in {time.monotonic() - begun:.0f} s")
    return target


def install(folder: Path, wheel: Path, *more: str, extra: str = "") -> Path:
    """Make a virtual environment with the wheel, an extra of it, its dependencies and `more`; return its Python.

    :raises Failed: something cannot be installed.
    """
    venv.create(folder, clear=True, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # No byte-compiling ahead: most installed modules are never imported here.
    wanted = f"{wheel}[{extra}]" if extra else wheel
    command = pip("--python", python, "install", "--quiet", "--no-compile", wanted, *more)
    quiet(command, f"installing {wheel.name}")
    return python


# The release.

PLAY = """
import importlib, sys, tempfile
from bastide import Game, make_bot, play
import bastide, bastide.web.app

wanted, *modules = sys.argv[1:]
for name in modules:
    file = importlib.import_module(name).__file__
    if file.endswith((".so", ".pyd")) != (wanted == "compiled"):
        sys.exit(f"{name} is not {wanted}: it was loaded from {file}")
game = play({"layout": "random", "options": {"goal": 3}}, [make_bot("greedy", 5)] * 3, seed=5)
assert Game.load(game.save()).hash() == game.hash()
print(f"a game of {game.version} decisions, won by seat {game.winners[0]}")
"""


def check_files(wheel: Path, *, compiled: bool) -> str:
    """Compare the wheel's files with the source tree. Raises Failed if any is missing or extra."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        extensions = {name for name in names if name.endswith(EXTENSIONS)}
        counting = [name for name in extensions if b".gcda" in archive.read(name)]
    if counting:
        raise Failed(f"{wheel.name} would count what is played, as an engine does that makes a profile: {counting[0]}")
    wanted = {path.relative_to("src").as_posix() for path in source_files() if path.parts[0] == "src"}
    wanted = {name for name in wanted if not Path(name).name.startswith(".")}
    wanted |= {f"bastide/web/static/vendor/{name}" for name in vendor_files()}
    for what, wrong in (("lacks", wanted - names), ("should not hold", names - wanted - extensions)):
        if wrong:
            raise Failed(f"{wheel.name} {what} {', '.join(sorted(wrong))}")
    here = {re.sub(r"\..*", "", name).replace("/", ".") for name in extensions}
    modules = set(engine_modules(ROOT)) if compiled else set()
    # Each module is a small extension that finds its code in the shared one.
    if here != modules | ({f"{GROUP}__mypyc"} if compiled else set()):
        raise Failed(f"{wheel.name} has other extensions than pyproject.toml names: {sorted(here)}")
    return f"all {len(wanted)} files of the package, {len(modules)} of them compiled as well"


def check_wheel(wheel: Path, *, compiled: bool) -> None:
    """Inspect the wheel, install it away from the source tree, and play. Raises Failed."""
    say(check_files(wheel, compiled=compiled))
    with tempfile.TemporaryDirectory(prefix="bastide-check-") as name:
        folder = Path(name)
        python = install(folder / "venv", wheel)
        script = folder / "play.py"
        script.write_text(PLAY, "utf-8")
        wanted = "compiled" if compiled else "interpreted"
        say("facade: " + quiet([python, "-I", script, wanted, *engine_modules(ROOT)], "a game").strip())
        command = python.with_name("bastide.exe" if os.name == "nt" else "bastide")
        records = folder / "games.jsonl"
        quiet(
            [command, "simulate", "--games", "2", "--players", "greedy,random,random", "--records", records], "a game"
        )
        said = quiet([command, "replay", "--check", records, "--lang", "fr"], "the check of a record")
        say(f"command: {said.rpartition(':')[2].strip()}")


def make_wheel() -> None:
    """Build the release wheel into dist/ and check it. Raises Failed."""
    compiled = wish() is not Wish.PLAIN
    if compiled and (why_not := hindrance()):
        raise Failed(f"the release is compiled, and {why_not}; BASTIDE_COMPILE=0 makes a wheel of plain Python")
    wheel = built_wheel(RELEASE if compiled else Wish.PLAIN)
    check_wheel(wheel, compiled=compiled)
    DIST.mkdir(exist_ok=True)
    shutil.copy(wheel, DIST)
    say(f"dist/{wheel.name} is good ({wheel.stat().st_size / 1e6:.1f} MB)")


# The tests.


class Engine(NamedTuple):
    """An installed compiled engine: its Python, its start folder, its modules, comma-separated."""

    python: Path
    tree: Path
    modules: str


def engine(extra: str = "") -> Engine:
    """The compiled engine of the source tree with its tests; built and installed if missing.

    With an extra of the package, in another environment, which has what that brings.

    :raises Failed: it cannot be built.
    """
    wheel = built_wheel(FOR_TESTS)
    folder = wheel.parent
    say(check_files(wheel, compiled=True))
    name = f"venv-{extra}" if extra else "venv"
    python = folder / name / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    marker = folder / f".installed{name.removeprefix('venv')}"
    if not marker.exists():
        say("installing it into an environment of its own")
        named = re.compile(rf"({'|'.join(TEST_TOOLS)})\b(?!-)")
        extras = configuration()["project"]["optional-dependencies"]
        more = [line for line in extras["test"] if named.match(line)]
        if extra == EXAMPLES:
            more += ["--extra-index-url", CPU_WHEELS]
        python = install(folder / name, wheel, *more, extra=extra)
        marker.touch()
    # The tests are packages: they need their folder on the path, without the source tree.
    tree = folder / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for part in ("tests", EXAMPLES):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    return Engine(python, tree, ",".join(engine_modules(ROOT)))


def run_tests(compiled: Engine, arguments: Sequence[str]) -> None:
    """Run the tests of the engine on the compiled one; pytest gets further arguments. Raises Failed."""
    say("running the tests of the engine, less what is marked `interpreted`")
    shutil.rmtree(chains(), ignore_errors=True)
    chains().mkdir(parents=True)
    options = ["-q", "-n", "2", "--dist", "worksteal", "--durations=20", "-p", "no:cacheprovider"]
    options += ["-m", "not interpreted and not campaign", "--compiled", compiled.modules]
    options += [f"--tally={tally_of('tests-compiled')}"]
    command: Command = [compiled.python, "-m", "pytest", *options, *arguments]
    watched(command, compiled.tree, "a test of the compiled engine", BASTIDE_CHAINS=str(chains()))


def run_differential(compiled: Engine, arguments: Sequence[str]) -> None:
    """Play the same games on the compiled engine and interpreted. Raises Failed."""
    say("playing the same games interpreted and compiled")
    options = ["--modules", compiled.modules, "--tally", str(tally_of("differential")), "--chains", str(chains())]
    options += arguments
    command: Command = [sys.executable, "-m", "tests.differential", compiled.python, compiled.tree, *options]
    watched(command, ROOT, "the differential run")
    say("the compiled engine plays the same games")


def run_balance(compiled: Engine, arguments: Sequence[str]) -> None:
    """Measure the boards of a room on the compiled engine. Raises Failed."""
    watched([compiled.python, "-m", "tests.players.balance", *arguments], compiled.tree, "measuring boards")


def run_files(compiled: Engine, arguments: Sequence[str]) -> None:
    """Run tests with the compiled engine that are not of the engine; pytest gets the arguments. Raises Failed."""
    watched([compiled.python, "-m", "pytest", "-p", "no:cacheprovider", *arguments], compiled.tree, "a test")


def test_engine(part: str, arguments: Sequence[str]) -> None:
    """Build the compiled engine (`engine`), and run its tests, the differential run or a measurement. Raises Failed."""
    why_not = "BASTIDE_COMPILE=0" if wish() is Wish.PLAIN else hindrance()
    if why_not and os.environ.get("CI") == "1":
        raise Failed(f"{why_not}, and with CI=1 nothing may be left out")
    if why_not:
        say(f"left out: {why_not}")
        tally_of(part).write_text(json.dumps({"why": why_not}), "utf-8")
        return
    on_ray = any(argument.startswith(ON_RAY) for argument in arguments)
    compiled = engine(EXAMPLES if part == EXAMPLES else "ray" if on_ray else "")
    if part == "tests-compiled":
        run_tests(compiled, arguments)
    if part == "differential":
        run_differential(compiled, arguments)
    if part == "balance":
        run_balance(compiled, arguments)
    if part in ("arena", EXAMPLES):
        run_files(compiled, arguments)


def tally_of(stage: str) -> Path:
    """Where a check stage writes its tally."""
    TALLIES.mkdir(parents=True, exist_ok=True)
    return TALLIES / f"{stage}.json"


def chains() -> Path:
    """Where the engine's tests keep the games that the differential run compares."""
    return TALLIES / "chains"


def watched(command: Command, folder: Path, what: str, **more: str) -> None:
    """Run a command that prints its own output; print its duration. Raises Failed."""
    begun = time.monotonic()
    if subprocess.run(command, cwd=folder, env=clean_environment(**more), check=False).returncode != 0:
        raise Failed(f"{what} failed")
    say(f"{time.monotonic() - begun:.0f} s")


def main(arguments: Sequence[str]) -> int:
    """Run one of the commands."""
    try:
        match arguments:
            case ["wheel"]:
                make_wheel()
            case [("engine" | "tests-compiled" | "differential" | "balance" | "arena" | "examples") as part, *rest]:
                test_engine(part, rest)
            case _:
                print(__doc__)
                return 2
    except (CompileError, Failed) as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
