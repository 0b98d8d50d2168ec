"""Compares two builds of the engine by the processor instructions that they execute for the same games.

    python -m benchmarks.instructions BUILD_A BUILD_B

A build is a wheel, a folder with a source tree, or a revision of this repository. The engine of a tree or a revision
is compiled once, without a profile, with the same compiler and `-O3`; builds are cached under
`build/instructions`. Each build runs under valgrind's callgrind: it replays the games of `benchmarks/recorded` action
by action, listing the legal actions before each, and plays random games inside its own loop. The count covers the
engine and everything it calls, without the Python code that drives it. Both builds must do the same work: equal
numbers of actions and of legal ones, and the same ends. With `--idle`, the second build plays with so many modules
that override no seam; given one build twice, that is what they cost. Counts are cached; a repetition differs by less
than 0.01 %, however busy the machine is.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.recorded import FOLDER as RECORDED
from benchmarks.recorded import kinds
from benchmarks.report import table
from benchmarks.subjects import ROOT, WORKERS, Unavailable, built_wheel, kept, pip, run, venv_python

CACHE: Final = ROOT / "build" / "instructions"
ENGINE: Final = "__mypyc."
"""Part of the file name of the compiled engine."""
NEEDED: Final = ("librt", "mypy_extensions")
"""The engine's dependencies beyond the standard library."""
TIMES: Final = (1, 3)
"""How often the games are played in each of two runs: the difference is the cost of the games alone."""


class Count(NamedTuple):
    """The cost of one kind of games for a build: thousands of instructions a game, and the work done."""

    engine: float
    process: float
    done: list[int]


def say(line: str) -> None:
    """Print a progress line."""
    print(line, file=sys.stderr, flush=True)


# Builds


def python_of(build: str) -> Path:
    """The Python of an environment that contains only a build.

    :raises Unavailable: it is not a build, or cannot be built.
    """
    path = Path(build)
    wheel = path.resolve() if path.suffix == ".whl" else wheel_of(path.resolve() if path.is_dir() else unpacked(build))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [line for line in project["dependencies"] if line.startswith(NEEDED)]
    folder = CACHE / f"venv-{digest(wheel.read_bytes(), *needed)}"
    with kept(folder, *needed) as made:
        if made:
            run([sys.executable, "-m", "venv", "--clear", str(folder)])
            pip("install", "--no-deps", str(wheel), *needed, python=venv_python(folder))
    return venv_python(folder)


def unpacked(revision: str) -> Path:
    """The source tree of a revision. Raises Unavailable."""
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode != 0:
        raise Unavailable(f"{revision!r} is neither a wheel, a folder nor a revision")
    commit = found.stdout.strip()
    folder = CACHE / f"source-{commit[:12]}"
    with kept(folder, commit) as made:
        if made:
            archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
            with tarfile.open(fileobj=BytesIO(archive)) as file:
                file.extractall(folder, filter="data")
    return folder


def wheel_of(tree: Path) -> Path:
    """The wheel of a source tree, compiled once. Raises Unavailable."""
    # `benchmarks.subjects` has put the build backend's folder on the path.
    from bastide_tree import source_digest
    from bastide_vendor import VENDOR

    if not (tree / "pyproject.toml").is_file():
        raise Unavailable(f"{tree} is not a source tree")
    vendor = tree / VENDOR.relative_to(ROOT)
    same = (tree / "package-lock.json").read_bytes() == (ROOT / "package-lock.json").read_bytes()
    if VENDOR.is_dir() and same and not vendor.exists():
        shutil.copytree(VENDOR, vendor)  # otherwise they would be downloaded
    key = digest(source_digest(tree).encode(), sys.version, *(os.environ.get(name, "") for name in ("CC", "CFLAGS")))
    folder = CACHE / f"wheel-{key}"
    with kept(folder, key) as made:
        if made:
            say(f"building {tree}, for some minutes")
            built_wheel(tree, folder, "1")
    [wheel] = folder.glob("*.whl")
    return wheel


def digest(content: bytes, *more: str) -> str:
    """A short hash of a build's inputs."""
    return sha256(content + repr(more).encode()).hexdigest()[:16]


# Counts


def known(python: Path, what: str, fresh: bool, idle: int) -> Count:
    """The count for one kind of games with some idle modules, cached per build unless `fresh` asks to count again.

    :raises Unavailable: they cannot be played or counted.
    """
    sources = (RECORDED / f"{what.removeprefix('playouts:')}.json.xz", WORKERS / "replayed.py")
    key = digest(b"".join(path.read_bytes() for path in sources), str(python), sys.version, repr(TIMES), str(idle))
    file = CACHE / f"count-{what.replace(':', '-')}-{key}.json"
    if fresh or not file.exists():
        file.write_text(json.dumps(count(python, what, idle)), "utf-8")
    return Count(*json.loads(file.read_text("utf-8")))


def count(python: Path, what: str, idle: int) -> Count:
    """The count for one kind of games. Raises Unavailable if they cannot be played or counted."""
    runs = [callgrind(python, what, times, idle) for times in TIMES]
    (engine, process, told), (engine_more, process_more, again) = runs
    if told != again:
        raise Unavailable(f"{what}: the recorded games were not reproduced")
    games = told["games"] * (TIMES[1] - TIMES[0]) * 1000
    return Count((engine_more - engine) / games, (process_more - process) / games, told["done"])


def callgrind(python: Path, what: str, times: int, idle: int) -> tuple[int, int, dict[str, Any]]:
    """Instructions in the engine and in the whole process, and the worker's answer. Raises Unavailable."""
    file = CACHE / f"callgrind.{os.getpid()}.out"
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", str(python), "-P", "-m"]
    # A fixed hash seed: names are kept in sets and dicts, whose order changes the count.
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, "benchmarks.workers.replayed", what, str(times), str(idle)],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Unavailable(f"{what}: {(done.stderr.strip() or 'the worker failed').splitlines()[-1]}")
        engine, process = counted(file.read_text("utf-8", errors="replace"))
    finally:
        file.unlink(missing_ok=True)
    if not engine:
        raise Unavailable(f"{python} has no compiled engine")
    told: dict[str, Any] = json.loads(done.stdout)
    return engine, process, told


def counted(profile: str) -> tuple[int, int]:
    """From a callgrind file: the inclusive instructions of all calls into the engine, and those of the whole
    process.
    """
    objects: dict[str, str] = {}

    def named(text: str) -> str:
        """The name of an object file, which is spelled out only the first time."""
        found = re.fullmatch(r"\((\d+)\)(?: (.*))?", text)
        if found is None:
            return text
        if found[2]:
            objects[found[1]] = found[2]
        return objects[found[1]]

    caller = callee = ""
    inner = whole = 0
    lines = iter(profile.splitlines())
    for line in lines:
        if line.startswith("ob="):
            caller = callee = named(line[3:])
        elif line.startswith("cob="):
            callee = named(line[4:])
        elif line.startswith("calls="):
            cost = int(next(lines).split()[-1])
            if ENGINE in callee and ENGINE not in caller:
                inner += cost
            callee = caller
        elif line.startswith(("summary:", "totals:")):
            whole = max(whole, int(line.split()[1]))
    return inner, whole


# The comparison


def compared(builds: Sequence[str], names: Sequence[str], fresh: bool, idle: int) -> list[tuple[str, Count, Count]]:
    """The counts of both builds for each kind of games, in the second build with idle modules.

    :raises Unavailable: one cannot be built, or their work differs.
    """
    pythons = [python_of(build) for build in builds]
    out = []
    for name in names:
        say(f"counting {name}")
        one, other = (known(python, name, fresh, extra) for python, extra in zip(pythons, (0, idle), strict=True))
        if one.done != other.done:
            raise Unavailable(f"{name}: the builds do not play the same games: {one.done}, {other.done}")
        out.append((name, one, other))
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two builds; 1 if the second takes more than `--most` allows, 2 if they cannot be compared."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("builds", nargs=2, metavar="BUILD", help="a wheel, a source tree, or a revision")
    parser.add_argument(
        "--only", default="", help="only these kinds of games, separated by commas, such as island,playouts:island"
    )
    parser.add_argument(
        "--most", type=float, metavar="PERCENT", help="the maximum increase of the second build for any kind"
    )
    parser.add_argument(
        "--idle", type=int, default=0, metavar="COUNT", help="idle modules of the island in the second build's games"
    )
    parser.add_argument("--fresh", action="store_true", help="ignore cached counts")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    given = parser.parse_args(arguments)
    names = [name for name in given.only.split(",") if name] or [*kinds(), *(f"playouts:{kind}" for kind in kinds())]
    CACHE.mkdir(parents=True, exist_ok=True)
    try:
        if shutil.which("valgrind") is None:
            raise Unavailable("valgrind is not installed; it counts the instructions")
        found = compared(given.builds, names, given.fresh, given.idle)
    except (Unavailable, OSError) as error:
        say(f"cannot compare: {error}")
        return 2
    if given.json:
        print(json.dumps({name: [one._asdict(), other._asdict()] for name, one, other in found}, indent=2))
    else:
        head = ["thousands of instructions in a game", "A", "B", "B to A", "with the Python that drives it"]
        rows = [
            [name, f"{a.engine:,.1f}", f"{b.engine:,.1f}", share(a.engine, b.engine), share(a.process, b.process)]
            for name, a, b in found
        ]
        print("\n".join(table(head, rows)))
    worst = max(100 * (other.engine / one.engine - 1) for _, one, other in found)
    if given.most is not None and worst > given.most:
        say(f"{worst:.2f} % more, and at most {given.most:g} % is allowed")
        return 1
    return 0


def share(before: float, after: float) -> str:
    """The change in percent.

    >>> share(1000, 1002.5)
    '+0.25 %'
    """
    return f"{100 * (after / before - 1):+.2f} %"


if __name__ == "__main__":
    sys.exit(main())
