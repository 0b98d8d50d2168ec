"""Interpreted against compiled: `python -m tests.differential PYTHON FOLDER`.

The interpreted side is the Python that runs this, in the source tree; PYTHON has the compiled engine installed, and
FOLDER holds a copy of `tests` and no `src`. Exits with 1 if any game differs, with 2 if there was nothing to compare.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.differential.compare import Side, run, say
from tests.differential.window import window

ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("python", type=Path, metavar="PYTHON")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--modules", required=True, help="the modules that must be compiled, with commas")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time (default: 2)")
    parser.add_argument("--most", default="0", help="at most so many games of a set (default: all)")
    parser.add_argument("--first", type=int, help="the seed of the first game of each set (default: by the commit)")
    parser.add_argument("--tally", type=Path, metavar="FILE", help="write as JSON what took how long")
    parser.add_argument("--only", default="", metavar="SET", help="this set alone, as 'island'")
    parser.add_argument("--slice", default="", metavar="NAME", help="the sets of this slice of the campaign alone")
    parser.add_argument("--chains", type=Path, metavar="FOLDER", help="games that the compiled side has played already")
    options = parser.parse_args(arguments)
    interpreted = Side("interpreted", Path(sys.executable), ROOT, compiled=False, path=str(ROOT / "src"))
    chains = options.chains and options.chains.absolute()
    compiled = Side("compiled", options.python.absolute(), options.folder.absolute(), compiled=True, chains=chains)
    first, why = (options.first, "as asked") if options.first is not None else window(ROOT)
    say(f"seeds from {first}, {why}; --first {first} plays the same games again")
    limits = ("--most", options.most, "--only", options.only, "--slice", options.slice, "--first", str(first))
    return run((interpreted, compiled), options.modules.split(","), options.jobs, *limits, tally=options.tally)


if __name__ == "__main__":
    sys.exit(main())
