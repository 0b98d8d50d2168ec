"""Plays all sets on two engines, in processes of their own, and tells where a set of games first differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from tests.differential.chains import Key, Line

WORKER: Final = "tests.differential.worker"
SHARES: Final = 4
"""Into how many parts the games are divided for each process that plays at a time: some take longer than others."""
EXTENSIONS: Final = (".so", ".pyd")


class Unusable(Exception):
    """The two sides cannot be compared: one does not start, or is not what it should be."""


@dataclass(frozen=True)
class Side:
    """An engine: the Python that has it, and the folder to start in, which holds `tests`.

    `path` goes before everything else that Python imports. `compiled` is what the engine must be. `chains` is a folder
    with games that it has played already.
    """

    name: str
    python: Path
    folder: Path
    compiled: bool
    path: str = ""
    chains: Path | None = None

    def run(self, *arguments: str) -> list[Line]:
        """The lines that a worker writes. Raises Unusable."""
        command = [str(self.python), "-m", WORKER, *arguments]
        if self.chains is not None:
            command += ["--chains", str(self.chains)]
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        if self.path:
            environment["PYTHONPATH"] = self.path
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unusable(f"the {self.name} side ended with status {done.returncode}:\n{done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]


@dataclass(frozen=True)
class Played:
    """What one side has played: of each set its family, modules, number of games and number of configs; how each game
    went, and how many seconds it took, unless it was known. `stale` names the files of games that it refused.
    """

    sets: dict[str, list[Any]]
    games: dict[Key, Line]
    seconds: dict[Key, float]
    stale: list[str] = field(default_factory=list)


def play_all(sides: Sequence[Side], modules: Sequence[str], jobs: int, *limits: str) -> list[Played]:
    """Every set on every side, `jobs` processes at a time; `limits` are options of the worker. Raises Unusable."""
    shares = SHARES * jobs
    orders = [
        (side, ["--modules", ",".join(modules), "--share", f"{n}/{shares}", *limits])
        for side in sides
        for n in range(shares)
    ]
    with ThreadPoolExecutor(jobs) as pool:
        outputs = list(pool.map(lambda order: order[0].run(*order[1]), orders))
    out: list[Played] = []
    for at, side in enumerate(sides):
        played = Played({}, {}, {})
        for head, *lines in outputs[at * shares : (at + 1) * shares]:
            check_engine(side, head["files"])
            played.sets.update(head["sets"])
            played.stale[:] = head["stale"]
            for line in lines:
                key = (line["set"], line["seed"])
                if "seconds" in line:
                    played.seconds[key] = line.pop("seconds")
                played.games[key] = line
        out.append(played)
    return out


def check_engine(side: Side, files: dict[str, str]) -> None:
    """Every module of the engine is an extension on the compiled side and none on the other. Raises Unusable."""
    if not files:
        raise Unusable("no module of the engine was named")
    for name, file in files.items():
        if file.endswith(EXTENSIONS) != side.compiled:
            should = "compiled" if side.compiled else "interpreted"
            raise Unusable(f"the {side.name} side is not {should}: {name} was loaded from {file}")


def differing(left: Played, right: Played) -> list[Key]:
    """The games that went differently, or not without an error. Raises Unusable if other games were played."""
    if left.sets != right.sets or left.games.keys() != right.games.keys() or not left.games:
        raise Unusable(f"the two sides have played other games: {left.sets} and {right.sets}")
    return [key for key, line in left.games.items() if line != right.games[key] or "error" in line]


def difference(sides: Sequence[Side], set_: str, seed: int) -> Iterator[str]:
    """Where a game first differs, in words: the step, who may do what, the action, what was told, the cells."""
    (left_head, *left), (right_head, *right) = (side.run("--steps", set_, str(seed)) for side in sides)
    one, other = (side.name for side in sides)
    yield f"{set_}, seed {seed}, {json.dumps(left_head['config'])}"
    if left_head != right_head:
        yield "  the sides declare other fields:"
        yield f"    {one}: {left_head['fields']}"
        yield f"    {other}: {right_head['fields']}"
        return
    for n, (a, b) in enumerate(zip_longest(left, right), 1):
        if a == b and "error" not in a:
            continue
        if a is None or b is None:
            yield f"  step {n}: the game is over on the {one if a is None else other} side alone"
        elif "error" in a or "error" in b:
            for name, step in ((one, a), (other, b)):
                yield f"  step {n}, {name}: {step.get('error') or said(step)}"
        else:
            yield from in_step(n, one, a, other, b, left_head["fields"])
        return
    yield "  played once more, it is the same on both sides: one of them depends on more than the seed"


def in_step(n: int, one: str, a: Line, other: str, b: Line, fields: list[Any]) -> Iterator[str]:
    """What differs in a step that both sides have."""
    if a["legal"] != b["legal"]:
        yield f"  step {n}: before it, other actions are legal"
        for seat in sorted({*a["legal"], *b["legal"]}, key=int):
            codes_a, words_a = a["legal"].get(seat, [[], []])
            codes_b, words_b = b["legal"].get(seat, [[], []])
            if codes_a != codes_b:
                who = "chance" if int(seat) < 0 else f"seat {seat}"
                yield f"    {who}, {one}: {', '.join(words_a) or 'none'} {codes_a}"
                yield f"    {who}, {other}: {', '.join(words_b) or 'none'} {codes_b}"
        return
    if said(a) != said(b):
        yield f"  step {n}: {said(a)} {one}, {said(b)} {other}, chosen from the same legal actions"
        return
    yield f"  step {n}: {said(a)}"
    for x, y in zip_longest(a["events"], b["events"]):
        if x != y:
            yield f"    told: {x} {one}, {y} {other}"
    for word, cells in (("", "cells"), ("dealt anew: ", "dealt")):
        for at, (x, y) in enumerate(zip_longest(a[cells], b[cells])):
            if x != y:
                yield f"    {word}{cell_name(at, fields)}: {x} {one}, {y} {other}"


def said(step: Line) -> str:
    """Who did what in a step."""
    who = "chance" if step["seat"] < 0 else f"seat {step['seat']}"
    return f"{who}: {step['action']!r}"


def cell_name(at: int, fields: list[Any]) -> str:
    """The field that a cell belongs to, with its indices: `hand[2][3]`."""
    name, offset, shape = max((field for field in fields if field[1] <= at), key=lambda field: int(field[1]))
    rest, indices = at - offset, ""
    for n in reversed(shape):
        rest, index = divmod(rest, n)
        indices = f"[{index}]{indices}"
    return f"{name}{indices}"


def run(sides: Sequence[Side], modules: Sequence[str], jobs: int, *limits: str, tally: Path | None = None) -> int:
    """Compare two sides and print what came out; `limits` are the worker's `--most`, `--only` and `--first`.

    `tally` is a file for what took how long, as tools/tallies.py reads it. Returns 0 if every game is the same, 1 if
    not, 2 if the sides cannot be compared.
    """
    try:
        left, right = play_all(sides, modules, jobs, *limits)
        wrong = differing(left, right)
        for side, played in zip(sides, (left, right), strict=True):
            if side.chains is not None:
                known = len(played.games) - len(played.seconds)
                say(f"{known} of {len(played.games)} {side.name} games were played before")
                if played.stale:
                    say(f"games of another engine or of other tests were refused: {', '.join(played.stale)}")
        for name, (_, _, seeds, configs) in left.sets.items():
            lines = [line for key, line in left.games.items() if key[0] == name]
            count = sum(line.get("steps", 0) for line in lines)
            ended = sum(line.get("over", False) for line in lines)
            mine = [key for key in wrong if key[0] == name]
            verdict = f"{len(mine)} DIFFER" if mine else "all equal"
            say(f"{name}: {seeds} games in {configs} configs, {count} steps, {ended} played to the end: {verdict}")
        for name in dict.fromkeys(key[0] for key in wrong):
            first = next(key for key in wrong if key[0] == name)
            for text in difference(sides, *first):
                say(text)
    except Unusable as error:
        say(f"differential run: {error}")
        return 2
    if tally is not None:
        tally.write_text(json.dumps(tallied(left, right)) + "\n", "utf-8")
    return 1 if wrong else 0


def tallied(*sides: Played) -> dict[str, dict[str, float]]:
    """The games and their seconds by module, as `island/cities_knights`, those of a set shared out evenly among its
    modules; those of a base game stand under its family.
    """
    ran: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    for side in sides:
        for key, took in side.seconds.items():
            family, modules, *_ = side.sets[key[0]]
            for name in [f"{family}/{module}" for module in modules] or [family]:
                ran[name] += 1
                seconds[name] += took / max(len(modules), 1)
    return {"ran": dict(ran), "seconds": {name: round(took, 2) for name, took in seconds.items()}}


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
