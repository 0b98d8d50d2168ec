"""The fixed ratings of bots, from runs of the arena: `python -m tools.anchors RUN...` writes `anchors.toml` anew.

A run is a folder of `bastide arena run`; the games of all runs with the same rule set and number of seats are taken
together. In each game every seat is compared with every other one of another bot: better, worse or equal by victory,
then points. Bradley-Terry ratings of these comparisons (`bastide.arena.statistics`) become strengths of the model of
people's ratings, where greedy has the mean of a new player. The deviation is that of a bootstrap over blocks.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from bastide.arena.games import Played
from bastide.arena.plan import seats_of
from bastide.arena.run import plan_of, results_of
from bastide.arena.statistics import SCALE, bradley_terry, summed
from bastide.kernel.errors import ConfigError
from bastide.players import LEVELS
from bastide.server.common.anchors import FILE
from bastide.server.common.rating import BETA, MU
from bastide.server.engine.rule_sets import rule_set
from tools.marked import ROOT, git

ZERO: Final = "greedy"
"""The bot that has the mean of a new player."""
SAMPLES: Final = 200
HEAD: Final = """\
# The fixed ratings of bots: mean and deviation of their strength, where a new player has {mu} and {zero} the same.
# Written by `python -m tools.anchors` on {date} at {commit}, from runs of `bastide arena`:
"""


class Table(NamedTuple):
    """The kind of a table: a rule set and a number of seats."""

    rules: str
    seats: int


class Comparisons:
    """The comparisons at tables of one kind, by block, with what they come from."""

    def __init__(self) -> None:
        self.blocks: defaultdict[tuple[Path, int], list[tuple[str, str, float]]] = defaultdict(list)
        self.sources: dict[Path, str] = {}
        self.games: Counter[Path] = Counter()


def main(arguments: Sequence[str]) -> int:
    """Write the file; the exit status."""
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print(__doc__)
        return 2
    found: defaultdict[Table, Comparisons] = defaultdict(Comparisons)
    try:
        for argument in arguments:
            gather(Path(argument), found)
    except ConfigError as error:
        print(f"anchors: {error}", file=sys.stderr)
        return 1
    FILE.write_text(written(found), "utf-8")
    print(f"{FILE}: {len(found)} kinds of tables")
    return 0


def gather(folder: Path, into: defaultdict[Table, Comparisons]) -> None:
    """Add the games of a run.

    :raises ConfigError: it has not begun, or a config is not rated.
    """
    plan, _ = plan_of(folder)
    kinds: dict[str, Table] = {}
    for name, config in plan.configs:
        rules = rule_set(config)
        if not rules:
            raise ConfigError(f"{folder}: games of the config {name!r} are not rated")
        kinds[name] = Table(rules, seats_of(config))
    bots = {entrant.name: entrant.bot for entrant in plan.entrants}
    with closing(results_of(folder)) as results:
        versions = results.about()["versions"]
        told = "; ".join(
            f"{', '.join(name for name in bots if versions[name] == version)} of {version}"
            for version in dict.fromkeys(versions[name] for name in bots)
        )
        games = list(results.games())
        whole = Counter(game.block for game in games)
        for game in games:
            # Only in a whole block has everybody had every seat.
            if game.fault or whole[game.block] < len(plan.units):
                continue
            there = into[kinds[game.config]]
            there.games[folder] += 1
            there.sources[folder] = f"seed {plan.seed}, {plan.schedule}, {told}"
            there.blocks[folder, game.block] += [(bots[a], bots[b], share) for a, b, share in compared(game)]


def compared(game: Played) -> Iterator[tuple[str, str, float]]:
    """Each two seats of different entrants, with 1 if the first was better, 0 if the other, a half if they tie."""
    merits = [(seat in game.winners, points) for seat, points in enumerate(game.points)]
    for one, other in combinations(range(len(merits)), 2):
        if game.seating[one] != game.seating[other]:
            share = 0.5 if merits[one] == merits[other] else float(merits[one] > merits[other])
            yield game.seating[one], game.seating[other], share


def strengths(comparisons: Comparisons, seats: int) -> dict[str, tuple[float, float]]:
    """The mean and the deviation of each bot's strength, the weakest first.

    In a game of so many seats the model divides strengths by `BETA * sqrt(seats)` before it compares them.
    """
    names = sorted({name for block in comparisons.blocks.values() for one, other, _ in block for name in (one, other)})
    if ZERO not in names:
        raise ConfigError(f"there are no games of {ZERO} at tables of {seats} seats")
    index = {name: number for number, name in enumerate(names)}
    tables = []
    for block in comparisons.blocks.values():
        table = [[0.0] * len(names) for _ in names]
        for one, other, share in block:
            table[index[one]][index[other]] += share
            table[index[other]][index[one]] += 1 - share
        tables.append(table)
    unit = BETA * math.sqrt(seats) / SCALE

    def above(ratings: Sequence[float]) -> list[float]:
        return [unit * (one - ratings[index[ZERO]]) for one in ratings]

    found = bradley_terry(summed(tables, len(names)))
    rng = random.Random(0)
    drawn = [
        above(bradley_terry(summed(rng.choices(tables, k=len(tables)), len(names)), found)) for _ in range(SAMPLES)
    ]
    out = {}
    for name, mean in zip(names, above(found), strict=True):
        values = [sample[index[name]] for sample in drawn]
        middle = sum(values) / SAMPLES
        deviation = math.sqrt(sum((value - middle) ** 2 for value in values) / (SAMPLES - 1))
        # Greedy has none: the others' are measured against it.
        out[name] = (round(MU + mean, 2), round(max(deviation, 0.1), 2))
    order = {level: number for number, level in enumerate(LEVELS)}
    return dict(sorted(out.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))


def written(found: defaultdict[Table, Comparisons]) -> str:
    """The file."""
    date = datetime.now(UTC).date().isoformat()
    text = HEAD.format(mu=f"{MU:g}", zero=ZERO, date=date, commit=git(ROOT, "rev-parse", "--short", "HEAD"))
    for (rules, seats), comparisons in sorted(found.items()):
        text += f'\n[[anchors]]\nrules = "{rules}"\nseats = {seats}\n'
        for folder, source in comparisons.sources.items():
            blocks = sum(place == folder for place, _ in comparisons.blocks)
            text += f"# {comparisons.games[folder]} games in {blocks} blocks: {source}\n"
        text += "[anchors.bots]\n"
        for name, (mean, deviation) in strengths(comparisons, seats).items():
            text += f"{name} = [{mean}, {deviation}]\n"
    return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
