"""Benchmark Bastide beside other engines, print the table, and write it with its plot to the docs.

The speeds of the expansions go to the READMEs of their rooms; with --room nothing else is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks import machine, plot, report, rooms
from benchmarks.results import PAIR, results
from benchmarks.rounds import measured
from benchmarks.subjects import CACHE, CXX_FLAGS, ROOT, Unavailable, compiled, subjects
from tools.marked import block, replaced

PAGE: Final = ROOT / "docs" / "performance.md"
IMAGE: Final = ROOT / "docs" / "img" / "performance.svg"
RESULTS: Final = CACHE / "results.json"


def say(line: str) -> None:
    """Print a progress line."""
    print(line, file=sys.stderr, flush=True)


def compare(rounds: int, pairs: int, only: Sequence[str] = ()) -> dict[str, Any]:
    """Prepare all subjects, run them in turn, and return the results as plain data.

    With the names of some measures, only these are taken, of the compiled engine.

    :raises Unavailable: only the compiled engine is to be measured, and it cannot be built.
    """
    facts = {**machine.facts(ROOT), "Flags of the C++ loop": " ".join(CXX_FLAGS)}
    for name, value in facts.items():
        say(f"{name}: {value}")
    there, missing = ([compiled("Bastide, compiled", only)], []) if only else subjects(say)
    for subject in there:
        say(f"{subject.title}: {shown(subject.command)}")
    found = measured(there, rounds, 0 if only else pairs, PAIR, say)
    found.missing[:0] = missing
    commands = ["make bench", *(f"# {subject.title}\n{shown(subject.command)}" for subject in there)]
    out = results(facts, rounds, {subject.key: subject.title for subject in there}, found)
    return {**out, "commands": commands}


def shown(command: tuple[str, ...]) -> str:
    """A command as typed in the project's folder."""
    return " ".join(command).replace(f"{ROOT}/", "")


def caption(found: dict[str, Any]) -> list[str]:
    """The caption of the plot."""
    facts = found["facts"]
    return [
        f"Four seats, no trade among players. Logarithmic axis; median of {found['rounds']} rounds, min to max.",
        f"{facts['Date']}, {facts['Processor']}",
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; the exit status is 0 even if a peer or a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="the number of rounds; each measures every subject once")
    parser.add_argument(
        "--pairs", type=int, default=15, help="the number of paired rounds that measure the cost of the seams"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    parser.add_argument("--no-docs", action="store_true", help="do not update the pages")
    parser.add_argument("--results", type=Path, metavar="FILE", help="show the results of an earlier run instead")
    parser.add_argument("--room", action="append", default=[], help="measure the expansion in this room alone")
    given = parser.parse_args(arguments)
    if given.rounds < 1 or given.pairs < 0:
        parser.error("--rounds must be at least 1 and --pairs at least 0")
    try:
        games = rooms.games_of(given.room)
    except ValueError as error:
        parser.error(f"--room: {error}")
    if given.results is not None:
        try:
            found = json.loads(given.results.read_text("utf-8"))
        except OSError as error:
            parser.error(f"--results {given.results}: {error.strerror}")
        except (ValueError, RecursionError) as error:
            parser.error(f"--results {given.results} is no JSON of `python -m benchmarks --json` ({error})")
    else:
        try:
            found = compare(given.rounds, given.pairs, rooms.measures(games) if given.room else ())
        except Unavailable as error:
            parser.error(str(error))
        file = RESULTS.with_stem("room") if given.room else RESULTS
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
        say(f"all figures: {shown((str(file),))}")
    try:
        pages = rooms.pages(found, games)
        if not given.room:
            text = report.markdown(found, f"img/{IMAGE.name}")
            pages[IMAGE] = plot.svg(plot.groups(found), caption(found))
            pages[PAGE] = replaced(PAGE.read_text("utf-8"), report.NAME, text)
        else:
            text = "\n\n".join(block(page, rooms.NAME).text for page in pages.values())
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if given.results is None:
            raise
        what = f"{type(error).__name__}: {error}"
        parser.error(f"--results {given.results} holds no results of `python -m benchmarks --json` ({what})")
    if not given.no_docs:
        for path, page in pages.items():
            path.write_text(page, "utf-8")
        say(f"written: {shown(tuple(map(str, pages)))}")
    try:
        print(json.dumps(found, indent=2, ensure_ascii=False) if given.json else text, flush=True)
    except BrokenPipeError:
        # The reader of our output has gone (broken pipe): print nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
