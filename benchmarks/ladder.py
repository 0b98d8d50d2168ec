"""Whether a run of the arena finds the order of its plan: `python -m benchmarks.ladder FOLDER [--write]`.

The plan of Bastide's own bots is `benchmarks/ladder.toml`, the weakest first. The ladder is found if the intervals of
all ratings are disjoint and in that order. `--write` writes the table into docs/arena.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Final

from bastide.arena.plan import Plan
from bastide.arena.run import plan_of, results_of
from bastide.arena.statistics import Rating, ratings
from bastide.kernel.errors import ConfigError
from benchmarks.report import table
from tools.marked import ROOT, replaced, stamp

PAGE: Final = ROOT / "docs" / "arena.md"
NAME: Final = "arena-ladder"
"""The marked table."""
HEAD: Final = ("bot", "Elo", "95 % interval", "games")


def in_order(plan: Plan, found: Sequence[Rating]) -> list[Rating]:
    """The ratings in the order of the plan."""
    named = {rating.name: rating for rating in found}
    return [named[entrant.name] for entrant in plan.entrants if entrant.name in named]


def wrong(steps: Sequence[Rating]) -> list[str]:
    """The steps of a ladder that are not found: whose intervals overlap, or are the other way round."""
    return [f"{worse.name} < {better.name}" for worse, better in pairwise(steps) if not worse.high < better.low]


def told(steps: Sequence[Rating]) -> str:
    """The table, as Markdown."""
    rows = [
        (rating.name, f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}", f"{rating.games:,}")
        for rating in steps
    ]
    return "\n".join(table(HEAD, rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print or write the ladder of a run; 1 if it is not found, 2 if the run cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the run")
    parser.add_argument("--write", action="store_true", help="write the table into docs/arena.md")
    given = parser.parse_args(arguments)
    try:
        plan, _ = plan_of(given.folder)
        with closing(results_of(given.folder)) as results:
            games = list(results.games())
            code = results.about()["versions"]
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    steps = in_order(plan, ratings(plan, games))
    missing = [entrant.name for entrant in plan.entrants if entrant.name not in {step.name for step in steps}]
    failed = wrong(steps) + [f"{name} has played no game" for name in missing]
    said = "Not found: " + "; ".join(failed) if failed else "All intervals are disjoint, in the order of the plan"
    versions = ", ".join(sorted(set(code.values())))
    text = f"{told(steps)}\n\n{said}. Written on {stamp('src/bastide')}; {len(games):,} games of {versions}."
    if given.write:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, text), "utf-8")
    print(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
