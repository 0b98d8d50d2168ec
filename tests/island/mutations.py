"""Do the scenarios fail when a rule is broken? `python -m tests.island.mutations [--all] [--jobs 2] [RULE ...]`.

Every mutation breaks one rule (or several) by changing a piece of the source. It is applied to a copy of the engine,
never to the source itself; then the scenarios marked with that rule run against the copy, and at least one must fail.
Exits with 1 if a mutation survives. `--all` tries the mutations of every file `broken.py` below tests/, each on the
scenarios beside it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from tests.island.broken import MUTATIONS
from tests.island.mutation import Mutation

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "bastide"
LEFT_OUT: Final = ("__pycache__", "*.so", "web", "server", "cli", "players")
"""What no scenario needs, or what would be imported instead of a changed source."""
IGNORED: Final = ("test_page.py",)
"""The page is left out of the copy."""
PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-q", "-x", "--rootdir", str(ROOT), "-o", "addopts="),
    *("-p", "no:cacheprovider", "-p", "no:tests.browser.fixtures"),
)
LEAN: Final = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Plug-ins of pytest take twice as long to load as a scenario runs, and no scenario needs one."""
SECONDS: Final = 300
HERE: Final = Path(__file__).parent


class Trial(NamedTuple):
    """One mutation tried on the scenarios of one rule."""

    mutation: Mutation
    rule: str
    killed: bool
    said: str


class Broken(Exception):
    """The tool cannot work: a text does not occur exactly once, or the scenarios fail without any mutation."""


def scenarios(folder: Path, tests: Path = HERE) -> dict[str, list[str]]:
    """The tests of each rule in a package, but for those in `IGNORED`."""
    target = folder / "map.json"
    command = [*PYTEST, "--collect-only", "--rule-map", str(target), str(tests)]
    for name in IGNORED:
        command += ["--ignore", str(tests / name)]
    environment = os.environ | LEAN
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode != 0:
        raise Broken(f"the scenarios cannot be collected:\n{done.stdout}")
    found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return found


def copy(folder: Path) -> Path:
    """A copy of the engine in this folder; the folder goes on the path."""
    target = folder / "bastide"
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    found = _python(folder, "-c", "import bastide; print(bastide.__file__)").stdout.strip()
    if Path(found).parent != target:
        raise Broken(f"the tests would run against {found} instead of {target}")
    return folder


def changed(mutation: Mutation) -> str:
    """The text of the changed file.

    :raises Broken: the old text does not stand there exactly once.
    """
    text = (SOURCE / mutation.file).read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        raise Broken(f"{mutation.file} holds {text.count(mutation.old)} times, not once:\n{mutation.old}")
    return text.replace(mutation.old, mutation.new)


def attempt(folder: Path, mutation: Mutation, tests: dict[str, list[str]]) -> Iterator[Trial]:
    """Try a mutation on the copy in this folder, for each of its rules."""
    path = folder / "bastide" / mutation.file
    path.write_text(changed(mutation), encoding="utf-8")
    try:
        for rule in mutation.rules:
            done = _python(folder, *PYTEST[1:], *tests.get(rule, []))
            killed = bool(tests.get(rule)) and done.returncode == 1  # 1: tests failed; others: they could not run
            yield Trial(mutation, rule, killed, done.stdout)
    finally:
        shutil.copy2(SOURCE / mutation.file, path)


def run(mutations: Sequence[Mutation], jobs: int, where: Path = HERE) -> Iterator[Trial]:
    """Try all these mutations, several at a time."""
    if not mutations:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tests = scenarios(folder, where)
        (folder / "0").mkdir()
        first = copy(folder / "0")
        wanted = {test for mutation in mutations for rule in mutation.rules for test in tests.get(rule, [])}
        # It leaves compiled files behind, so that each trial compiles the changed one alone.
        whole = _python(first, *PYTEST[1:], *sorted(wanted), keep=True) if wanted else None
        if whole and whole.returncode != 0:
            raise Broken(f"a scenario fails although nothing is broken:\n{whole.stdout}")
        copies: queue.Queue[Path] = queue.Queue()
        copies.put(first)
        for n in range(1, jobs):
            copies.put(Path(shutil.copytree(first, folder / str(n))))

        def one(mutation: Mutation) -> list[Trial]:
            mine = copies.get()
            try:
                return list(attempt(mine, mutation, tests))
            finally:
                copies.put(mine)

        with ThreadPoolExecutor(jobs) as pool:
            for trials in pool.map(one, mutations):
                yield from trials


def _python(folder: Path, *arguments: str, keep: bool = False) -> subprocess.CompletedProcess[str]:
    """Run Python on a copy; `keep` the compiled files."""
    environment = os.environ | LEAN | {"PYTHONPATH": str(folder)} | ({} if keep else {"PYTHONDONTWRITEBYTECODE": "1"})
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def report(trials: Iterable[Trial]) -> int:
    """Print each trial, then the survivors and the counts; how many survived."""
    survivors: list[Trial] = []
    count = 0
    for trial in trials:
        count += 1
        say(f"{trial.rule}  {'killed' if trial.killed else 'SURVIVED'}  {trial.mutation.title}")
        if not trial.killed:
            survivors.append(trial)
    for trial in survivors:
        say(f"\n{trial.rule} survived {trial.mutation.file}:\n{trial.mutation.new}\n{trial.said}")
    say(f"{count - len(survivors)} of {count} trials killed")
    return len(survivors)


def tables() -> Iterator[tuple[Path, Sequence[Mutation]]]:
    """Every table of mutations, with the folder of the scenarios that must notice them."""
    for path in sorted(ROOT.glob("tests/**/broken.py")):
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        yield path.parent, module.MUTATIONS


def main(arguments: Sequence[str] | None = None, mutations: Sequence[Mutation] = MUTATIONS, tests: Path = HERE) -> int:
    """Try all mutations, or those of the named rules; 1 if one survives."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.island.mutations", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("rules", nargs="*", metavar="RULE", help="only mutations of these rules")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--all", action="store_true", help="those of every table, not of this one alone")
    parser.add_argument("--of", metavar="FOLDER", help="those of the table in this folder, as tests/carcassonne")
    options = parser.parse_args(arguments)
    chosen = [(tests, mutations)]
    if options.all or options.of:
        chosen = [
            (folder, table) for folder, table in tables() if options.all or folder == (ROOT / options.of).resolve()
        ]
    if not chosen:
        parser.error(f"{options.of} has no table of mutations")
    survivors = 0
    for folder, table in chosen:
        wanted = [m for m in table if not options.rules or set(options.rules) & set(m.rules)]
        # The text of every mutation is checked before the first one runs.
        for mutation in wanted:
            changed(mutation)
        say(f"{len(wanted)} mutations of {folder.relative_to(ROOT).as_posix()}")
        survivors += report(run(wanted, options.jobs, folder))
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
