"""Checks what differs from a revision: `python -m tools.changed [REVISION] [-- PYTEST ARGUMENTS]`.

Runs ruff, mypy and the quick tests that the changed files may affect. A changed file of the program affects the test
files that import its package, or a package to the right of it: by the import contracts in pyproject.toml, a package
imports only packages to its left. A changed room affects the tests that name it, its own folder and those of all
rooms. A changed file of tests affects the test files that import it. CI always runs everything.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from bastide.kernel.families import FAMILIES
from tools.marked import ROOT, git

ROOMS: Final = "src/bastide/expansions/"
TOOLS: Final = ("tools", "build_backend", "Makefile", "pyproject.toml", "package.json", ".ci")
"""What builds and checks the program; its tests are in tests/build."""
SCRIPTS: Final = ("ts", "js", "mjs")
QUICK: Final = "(quick or not slow) and not campaign and not compiled"


@dataclass(frozen=True)
class Plan:
    """What to run: all test files in `files`, and of all other tests those whose name has one of `rooms`."""

    files: tuple[str, ...]
    rooms: tuple[str, ...]
    scripts: bool


def changed_files(revision: str, root: Path = ROOT) -> list[str]:
    """The files that differ from where this branch left a revision, committed or not; new ones too.

    :raises ValueError: there is no such revision.
    """
    base = git(root, "merge-base", revision, "HEAD")
    if not base:
        raise ValueError(f"git knows no revision {revision!r} that is related to this one")
    found = git(root, "diff", "--name-only", "--no-renames", base)
    return sorted({*found.splitlines(), *git(root, "ls-files", "--others", "--exclude-standard").splitlines()})


def plan(changed: Sequence[str], root: Path = ROOT) -> Plan:
    """What the changed files may affect."""
    packages = {package for path in changed if (package := package_of(path))}
    affected = {other for package in packages for other in above(package, root)}
    rooms = {PurePosixPath(path).parts[4] for path in changed if path.startswith(ROOMS) and path.count("/") > 4}
    rooms |= {room for path in changed if (room := room_of_tests(path))}
    modules = {path for path in changed if path.startswith("tests/")}
    folders = {"tests/build"} if any(path.split("/")[0] in TOOLS for path in changed) else set()
    for name in ("benchmarks", "examples", "training"):
        if any(path.startswith(f"{name}/") for path in changed):
            affected.add(name)
    if any(path.startswith("docs/") or path.endswith(".md") for path in changed):
        folders.add("docs")
    files = []
    uses = imports(root)
    for file in uses:
        if not PurePosixPath(file).name.startswith("test_"):
            continue
        reached = set(closure(file, uses))
        if (
            modules & reached
            or affected & {name for one in reached for name in uses[one].packages}
            or any(file.startswith(f"{folder}/") for folder in folders)
            or ("docs" in folders and "docs" in PurePosixPath(file).stem)
        ):
            files.append(file)
    return Plan(tuple(files), tuple(sorted(rooms)), any(path.rpartition(".")[2] in SCRIPTS for path in changed))


def package_of(path: str) -> str:
    """The package of the program that a file is of, as `bastide.view`; empty for other files, and for those of a room.

    >>> package_of("src/bastide/view/svg/board.py")
    'bastide.view'
    """
    parts = PurePosixPath(path).parts
    if parts[:2] != ("src", "bastide") or len(parts) < 3 or (path.startswith(ROOMS) and len(parts) > 5):
        return ""
    return f"bastide.{parts[2].removesuffix('.py')}"


def room_of_tests(path: str) -> str:
    """The room whose tests a file is of; empty for other files."""
    parts = PurePosixPath(path).parts
    return parts[3] if parts[:2] == ("tests", "expansions") and len(parts) > 4 else ""


def above(package: str, root: Path = ROOT) -> set[str]:
    """A package, and those that may import it: the ones above it in the contract of all packages."""
    layers = layers_of(root)
    level = next((at for at, layer in enumerate(layers) if package in layer), None)
    if level is None:  # a package of no layer: the program as a whole
        return {name for layer in layers for name in layer} | {package}
    return {name for layer in layers[:level] for name in layer} | {package}


@cache
def layers_of(root: Path) -> tuple[frozenset[str], ...]:
    """The layers of the program, the highest first, from the first contract of import-linter that has layers."""
    contracts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    return tuple(frozenset(name.strip(" ()") for name in layer.split("|")) for layer in layers)


# What test files import.

FIRST: Final = "tests/conftest.py"
FLOORS: Final = {"view": "bastide.view", "page": "bastide.web", "bot": "bastide.players"}
"""The package that each floor of a room adds to; its rules add to the game of its family."""


@dataclass(frozen=True)
class Uses:
    """What a file of tests imports: packages of the program and folders beside it, and other files of tests."""

    packages: frozenset[str]
    files: frozenset[str]


@cache
def imports(root: Path) -> Mapping[str, Uses]:
    """What each file of tests/ imports."""
    known = {path.relative_to(root).as_posix() for path in (root / "tests").rglob("*.py")}
    inside = frozenset(name for layer in layers_of(root) for name in layer)
    facade = set(imported((root / "src/bastide/__init__.py").read_text("utf-8")))
    offered = {name for one in facade for name in packages_of(one, inside, frozenset())}
    found = {}
    for path in sorted(known):
        names = set(imported((root / path).read_text("utf-8")))
        packages = {one for name in names for one in packages_of(name, inside, frozenset(offered))}
        files = {one for name in names for one in files_of(name)} | {
            f"{folder.as_posix()}/conftest.py" for folder in PurePosixPath(path).parents
        }
        found[path] = Uses(frozenset(packages), frozenset(files & known - {path}))
    # Every test uses what pytest loads first, which imports parts of several folders to report on them.
    return found | dict.fromkeys({FIRST} & known, Uses(frozenset(), frozenset()))


def packages_of(name: str, inside: Set[str], offered: Set[str]) -> Set[str]:
    """The packages that an imported name belongs to.

    Those of the program are `inside`; `offered` has the packages of what the program itself offers, as `bastide.Game`.
    A floor of a room belongs to the package that it adds to.
    """
    parts = name.split(".")
    if parts[0] != "bastide":
        return {parts[0]}
    if parts[1:2] == ["expansions"]:
        return {FLOORS.get(floor) or ".".join(FAMILIES[parts[2]].split(".")[:2]) for floor in parts[4:5]}
    package = ".".join(parts[:2])
    return {package} if package in inside else offered


def files_of(name: str) -> Iterator[str]:
    """The files of tests/ that an imported name may stand for."""
    parts = name.split(".")
    if parts[0] == "tests":
        for end in range(2, len(parts) + 1):
            yield f"{'/'.join(parts[:end])}.py"


def imported(text: str) -> Iterator[str]:
    """The dotted names in the import statements of a file, wherever they stand."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def closure(file: str, found: Mapping[str, Uses]) -> Iterator[str]:
    """A file of tests and all files of tests that it imports, directly or not."""
    seen, waiting = {file}, [file]
    while waiting:
        one = waiting.pop()
        yield one
        more = found[one].files - seen
        seen |= more
        waiting += more


# The command.


def commands(wanted: Plan, arguments: Sequence[str]) -> Iterator[list[str]]:
    """The commands to run, in order."""
    python = sys.executable
    yield [python, "-m", "ruff", "check", "."]
    yield [python, "-m", "ruff", "format", "--check", "."]
    yield [python, "-m", "mypy"]
    yield [str(Path(python).with_name("lint-imports")), "--no-logo"]
    if wanted.scripts:
        yield [python, "tools/front_end.py", "check"]
    tests = [python, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-q", *arguments]
    if wanted.files:
        yield [*tests, "-m", QUICK, *wanted.files]
    if wanted.rooms:
        others = [f"--ignore={file}" for file in wanted.files]
        yield [*tests, "-m", QUICK, "-k", " or ".join(wanted.rooms), *others]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks of what differs and stop at the first that fails; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.changed", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("revision", nargs="?", default="main", help="what to compare with (default: main)")
    parser.add_argument("--list", action="store_true", help="run nothing, show what would run")
    parser.add_argument("more", nargs="*", metavar="ARGUMENT", help="after --: further arguments for pytest")
    options = parser.parse_args(arguments)
    try:
        changed = changed_files(options.revision)
    except ValueError as error:
        print(f"changed: {error}")
        return 2
    wanted = plan(changed)
    print(f"changed: {len(changed)} files differ from {options.revision}", end="")
    print(f"; {len(wanted.files)} test files{''.join(f', tests of {room}' for room in wanted.rooms)}", flush=True)
    for command in commands(wanted, options.more):
        if options.list:
            print(" ".join(command))
            continue
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status and not (status == NO_TESTS and "pytest" in command):
            return status
    return 0


NO_TESTS: Final = 5
"""The exit status of pytest if no test was selected."""


if __name__ == "__main__":
    sys.exit(main())
