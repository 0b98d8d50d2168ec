"""The ladder of Bastide's levels: `python -m benchmarks.ladder [NAME ...] --blocks 50`, with `--write` into the page.

Each plan of `benchmarks/ladder/` is a run of `bastide arena` in `build/ladder/NAME`, which goes on where it stopped.
`--blocks` ends after so many blocks for now. `--write` writes the table of docs/arena.md from what has been played.
Games are played with the engine of the Python that runs this, at the lowest priority.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from bastide.arena.games import Played
from bastide.arena.plan import Plan
from bastide.arena.results import FILE
from bastide.arena.run import PLAN, opened, plan_of, play, results_of
from bastide.arena.statistics import Rating, block_scores, interval, ratings
from bastide.cli.arena import player
from bastide.kernel.errors import ConfigError
from benchmarks.report import table
from tools.marked import ROOT, replaced, stamp

PLANS: Final = Path(__file__).with_suffix("")
RUNS: Final = ROOT / "build" / "ladder"
PAGE: Final = ROOT / "docs" / "arena.md"
NAME: Final = "ladder"
HEAD: Final = ("rule set", "bot", "Elo", "95 %", "against the bot above it, 95 %", "games")


def names() -> list[str]:
    """The names of the plans: those of the rule sets."""
    return sorted(path.stem for path in PLANS.glob("*.toml"))


def go_on(plan: Path, folder: Path, blocks: int, jobs: int) -> None:
    """Play what is missing of a plan's first blocks.

    :raises ConfigError: the plan or the bots have changed since the run began.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(plan, folder / PLAN)
    with opened(folder, resume=(folder / FILE).is_file()) as (whole, results), player(whole, jobs, None) as played:
        play(replace(whole, blocks=min(whole.blocks, blocks)), results, played, lambda _count: None)


def whole_blocks(folder: Path) -> tuple[Plan, list[Played]]:
    """The plan of a run, and the games of those of its blocks that have been played to the end.

    :raises ConfigError: the run has not begun.
    """
    plan, _ = plan_of(folder)
    with closing(results_of(folder)) as results:
        games = list(results.games())
    count = Counter(game.block for game in games)
    return plan, [game for game in games if count[game.block] == len(plan.units)]


def wrong(steps: Sequence[Rating]) -> list[str]:
    """The steps of a ladder, the weakest first, that are not found: intervals overlap, or are in the other order."""
    return [f"{worse.name} < {better.name}" for worse, better in pairwise(steps) if not worse.high < better.low]


def rows(plan: Plan, games: Sequence[Played], rated: Mapping[str, Rating]) -> list[list[str]]:
    """A row for each bot of a run, in the order of the plan."""
    out = []
    for number, entrant in enumerate(plan.entrants if games else ()):
        rating = rated[entrant.name]
        scores = block_scores(plan, games, number, number - 1) if number else []
        beats = "{:.1f} % ({:.1f} to {:.1f})".format(*(100 * share for share in interval(scores))) if scores else ""
        between = f"{rating.low:+.0f} to {rating.high:+.0f}"
        out.append([plan.configs[0][0], entrant.name, f"{rating.elo:+.0f}", between, beats, f"{rating.games:,}"])
    return out


def text_of(folders: Iterable[Path]) -> str:
    """The table of the runs that have begun, as Markdown."""
    found, missing = [], []
    for folder in folders:
        if (folder / FILE).is_file():
            plan, games = whole_blocks(folder)
            rated = {rating.name: rating for rating in ratings(plan, games)}
            found += rows(plan, games, rated)
            steps = [rated[entrant.name] for entrant in plan.entrants if entrant.name in rated]
            missing += [f"{step} ({plan.configs[0][0]})" for step in wrong(steps)]
    verdict = (
        f"Not found: {', '.join(missing)}." if missing else "All intervals of a plan are disjoint and in this order."
    )
    return "\n".join([*table(HEAD, found), "", f"{verdict} Measured {stamp('src/bastide')}."])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print or write; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plans", nargs="*", choices=[[], *names()], help="all if none is named")
    parser.add_argument("--blocks", type=int, default=1_000_000, help="of each plan, for now; 0 plays nothing")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--write", action="store_true", help="write the table into docs/arena.md")
    given = parser.parse_args(arguments)
    if hasattr(os, "nice"):
        os.nice(19)
    try:
        for name in given.plans or names():
            if given.blocks:
                go_on(PLANS / f"{name}.toml", RUNS / name, given.blocks, given.jobs)
        text = text_of(RUNS / name for name in names())
    except ConfigError as error:
        print(f"ladder: {error}", file=sys.stderr)
        return 1
    if given.write:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, text), "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
