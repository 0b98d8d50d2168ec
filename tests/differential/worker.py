"""Plays its share of the sets and writes one line of JSON for each game: `python -m tests.differential.worker`.

The first line says where the engine was loaded from. With `--steps SET SEED` it writes every step of one game instead.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.differential.chain import dealt, notation, play, rules_of, steps, told
from tests.differential.chains import Kept, Key, Line, kept, line_of, loaded
from tests.differential.sets import Set, all_sets


def share_of(sets: Sequence[Set], share: int, shares: int) -> list[tuple[Set, int]]:
    """The games of this share, each a set and a number: neighbours, so that a share has few sets to configure."""
    every = [(set_, number) for set_ in sets for number in range(set_.seeds)]
    return every[share * len(every) // shares : (share + 1) * len(every) // shares]


def games(chosen: Sequence[tuple[Set, int]], first: int, known: Mapping[Key, Line]) -> Iterator[Line]:
    """Play these games, number 0 with the seed `first`, except the known ones.

    An error is what came out of a game, not the end of the run.
    """
    for set_, number in chosen:
        seed = first + number
        line = known.get((set_.name, seed))
        if line is not None:
            yield line
            continue
        begun = time.perf_counter()
        try:
            line = line_of(set_, seed, play(set_, seed))
        except Exception as error:  # whatever a broken engine raises
            line = {"set": set_.name, "seed": seed, "error": f"{type(error).__name__}: {error}"}
        yield line | {"seconds": time.perf_counter() - begun}


def every_step(set_: Set, seed: int) -> Iterator[dict[str, Any]]:
    """The fields of the state, then each step of one game; an error is the last line."""
    rules = rules_of(set_, seed)
    yield {
        "config": set_.game(seed),
        "fields": [[field.name, int(field.offset), list(field.shape)] for field in rules.schema.fields],
    }
    try:
        for count, step in enumerate(steps(rules, seed, set_.bot), 1):
            other = dealt(rules, step.state, count)
            yield {
                "legal": {
                    str(seat): [
                        [int(code) for code in codes],
                        [notation(rules, code) for code in codes[:: 1 + (seat < 0)]],
                    ]
                    for seat, codes in step.legal.items()
                },
                "seat": step.seat,
                "action": notation(rules, step.action),
                "events": [told(event) for event in step.events],
                "cells": [int(cell) for cell in step.state.cells],
                "dealt": [int(cell) for cell in other.cells] if other is not None else [],
            }
    except Exception as error:  # whatever a broken engine raises
        yield {"error": f"{type(error).__name__}: {error}"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the lines."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.worker", description=__doc__)
    parser.add_argument("--modules", default="", help="the engine's modules, with commas: say where they are from")
    parser.add_argument("--share", default="0/1", help="which share of the games, as 0/2 and 1/2")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game of each set")
    parser.add_argument("--most", type=int, default=0, help="at most so many games of a set")
    parser.add_argument("--only", default="", metavar="SET", help="this set alone")
    parser.add_argument(
        "--slice", default="", metavar="NAME", help="the sets whose last module this is, or of a family"
    )
    parser.add_argument("--chains", type=Path, metavar="FOLDER", help="games that were played before")
    parser.add_argument("--steps", nargs=2, metavar=("SET", "SEED"), help="every step of one game")
    options = parser.parse_args(arguments)
    sets = all_sets(options.only or (options.steps[0] if options.steps else ""))
    if options.slice:
        sets = [set_ for set_ in sets if set_.slice == options.slice]
    if options.most:
        sets = [replace(set_, seeds=min(set_.seeds, options.most)) for set_ in sets]
    if options.steps is not None:
        name, seed = options.steps
        lines = every_step(next(set_ for set_ in sets if set_.name == name), int(seed))
    else:
        known = kept(options.chains, options.modules) if options.chains else Kept({}, [])
        share, shares = (int(n) for n in options.share.split("/"))
        chosen = share_of(sets, share, shares)
        here = dict.fromkeys(set_ for set_, _ in chosen)
        about = {set_.name: [set_.family, set_.modules, set_.seeds, len(set_.configs)] for set_ in here}
        print_line({"files": loaded(options.modules), "sets": about, "stale": known.stale})
        lines = games(chosen, options.first, known.games)
    for line in lines:
        print_line(line)
    return 0


def print_line(line: dict[str, Any]) -> None:
    """Write one line at once."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
