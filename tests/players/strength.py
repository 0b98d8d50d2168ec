"""Measures the bots: `python -m tests.players.strength --games 400 --jobs 2`.

For each match: wins of the first level with the Wilson interval of 95 percent, turns, trades, attacks, time. Where all
seats have one level: wins by seat and by turn order.
Boards have random tokens unless `--layout` names another one, the goal is the modules', seats take turns, game `k` of a
match is always the same game.
`--old PYTHON` names the Python of another version, whose greedy bot plays the level `old`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from mypy_extensions import i64

from bastide.arena.matches import play_out
from bastide.arena.statistics import wilson
from bastide.catan.base.island import CITY
from bastide.catan.family import IslandGame, configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, WINNERS, State
from bastide.players import Bot, make_bot
from tests.players.blind import Blind, ships_of
from tests.players.elsewhere import Elsewhere

MATCHES = {
    "duel": ("greedy", "random"),
    "four": ("greedy", "random", "random", "random"),
    "three": ("greedy", "random", "random"),
    "mirror2": ("greedy", "greedy"),
    "mirror3": ("greedy", "greedy", "greedy"),
    "mirror4": ("greedy", "greedy", "greedy", "greedy"),
    "mirror6": ("greedy",) * 6,
    "versus": ("greedy", "old"),
    "against": ("greedy", "old", "old", "old"),
    "duel-blind": ("greedy", "blind", "greedy", "blind"),
    "two-blind": ("greedy", "blind"),
    "one-blind": ("greedy", "blind", "blind", "blind"),
    "one-blind3": ("greedy", "blind", "blind"),
}
"""The matches by name: the levels at the table, turned by one seat from game to game. `blind` is the greedy bot without
its modules' parts; a duel at a table of four gives each side two seats, opposite each other.
"""
ALL = tuple(name for name, levels in MATCHES.items() if "blind" not in levels)
"""The matches that `all` plays; those with a blind bot say something only with a module."""

MOST_ACTIONS = 100_000
"""No bot takes as many in a game; one that loops would."""


@dataclass
class Played:
    """One finished game."""

    winner: int  # the index in the match's levels, -1 for none
    won: bool  # whether a seat of the first level won
    seat: int  # the seat that won, -1 for none
    order: int  # the winner's place in the turn order, 0 for the starting player, -1 for none
    turns: int
    actions: int
    offers: int
    trades: int
    bank: int
    seconds: float
    spent: float  # seconds in decisions of the first level
    decided: int  # decisions of the first level
    told: Counter[str] = field(default_factory=Counter)
    """What was told, by kind; also attacks lost, cities standing at the end, and corners that ever had a city."""


@dataclass
class Tally:
    """What a match came to."""

    games: list[Played] = field(default_factory=list)

    def wins(self) -> int:
        return sum(game.won for game in self.games)

    def mean(self, name: str) -> float:
        return sum(float(getattr(game, name)) for game in self.games) / max(len(self.games), 1)

    def told(self, kind: str) -> float:
        return sum(game.told[kind] for game in self.games) / max(len(self.games), 1)


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from equal shares: the sum of squared differences over the expected count."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / max(expected, 1)


class Heard(Bot):
    """A bot whose actions are noted, and timed."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(None)
        self.bot = bot
        self.codes: list[int] = []
        self.seconds = 0.0

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        if len(self.codes) == MOST_ACTIONS:
            raise RuntimeError("the game does not end")
        at = time.process_time()
        code = self.bot.act(rules, state, seat, rng)
        self.seconds += time.process_time() - at
        self.codes.append(int(code))
        return code


def outcome(rng: random.Random, rules: Rules, s: State) -> int:
    """What chance does, in the way in which all these games have always drawn."""
    pairs = [int(n) for n in rules.outcomes(s)]
    return rng.choices(pairs[::2], pairs[1::2])[0]


def play(
    levels: tuple[str, ...],
    number: int,
    modules: tuple[str, ...] = (),
    options: tuple[tuple[str, str], ...] = (),
    old: str = "",
    layout: str = "random",
    ends: Mapping[str, Callable[[IslandGame, State], bool]] | None = None,
) -> Played:
    """Game `number` of a match, with these modules: levels turned by one seat from game to game.

    `ends` is what is told of the last position, by name.
    """
    seats = len(levels)
    rng = random.Random(f"game {number}")
    order = {"game": "island", "seats": seats, "layout": layout, "modules": list(modules), "options": dict(options)}
    rules = configure(order, rng)
    index = [(seat + number) % seats for seat in range(seats)]
    other = Elsewhere(old, "greedy", number)
    kinds = [levels[index[seat]] for seat in range(seats)]
    bots = [Heard(bot_of(kind, 1000 * number + seat, other)) for seat, kind in enumerate(kinds)]
    s = rules.start()
    s.journal = []
    offer, trade, bank = (code_of(rules, word) for word in ("offer", "trade", "bank"))
    banks = int(rules.goods * rules.goods * 3)
    began = time.process_time()
    actions, _ = play_out(rules, s, bots, [heard.bot.rng for heard in bots], partial(outcome, rng))
    codes = [code for heard in bots for code in heard.codes]
    first = [heard for heard, place in zip(bots, index, strict=True) if place == 0]
    told = Counter(event.kind for event in s.journal)
    told["lost"] = sum(event.kind == "attack" and event.a > event.b for event in s.journal)
    told["standing"] = seats * int(rules.supply[CITY]) - sum(
        int(s.cells[rules.left + 3 * n + CITY]) for n in range(seats)
    )
    told["sites"] = len({int(event.a) for event in s.journal if event.kind == "city"})
    told.update({name: int(holds(rules, s)) for name, holds in (ends or {}).items()})
    for seat in (seat for seat in range(seats) if kinds[seat] == levels[0]):
        ships, arrived = ships_of(rules, s, seat)
        told["ships"] += ships
        told["arrived"] += arrived
    winner = next((seat for seat in range(seats) if s.cells[WINNERS] & BITS[seat]), -1)
    return Played(
        winner=index[winner] if winner >= 0 else -1,
        won=winner >= 0 and kinds[winner] == levels[0],
        seat=winner,
        order=(winner - int(s.cells[rules.starter])) % seats if winner >= 0 else -1,
        turns=int(s.cells[rules.turn]),
        actions=actions,
        offers=codes.count(offer),
        trades=sum(trade <= code < trade + seats for code in codes),
        bank=sum(bank <= code < bank + banks for code in codes),
        seconds=time.process_time() - began,
        spent=sum(heard.seconds for heard in first),
        decided=sum(len(heard.codes) for heard in first),
        told=told,
    )


def bot_of(level: str, seed: int, other: Elsewhere) -> Bot:
    """The bot of a level; `old` is another version's, `blind:NAME` lacks the part of that module alone."""
    if level == "old":
        return other
    kind, _, without = level.partition(":")
    return Blind(seed, without) if kind == "blind" else make_bot(level, seed)


def code_of(rules: IslandGame, word: str) -> int:
    """The first code of a verb."""
    return next(int(verb.offset) for verb in rules.verbs if verb.word == word)


def measure(
    levels: tuple[str, ...],
    games: int,
    jobs: int = 1,
    first: int = 0,
    modules: tuple[str, ...] = (),
    options: tuple[tuple[str, str], ...] = (),
    old: str = "",
    layout: str = "random",
) -> Tally:
    """Play games `first` to `first + games - 1` of a match."""
    work = [(levels, number, modules, options, old, layout) for number in range(first, first + games)]
    if jobs == 1:
        return Tally([play(*item) for item in work])
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return Tally(pool.starmap(play, work, chunksize=4))


def report(name: str, tally: Tally) -> Iterator[str]:
    """The lines printed for one match."""
    games = len(tally.games)
    draws = sum(game.seat < 0 for game in tally.games)
    if name.startswith("mirror"):
        seats = len(MATCHES[name])
        for what in ("seat", "order"):
            counts = [sum(getattr(game, what) == n for game in tally.games) for n in range(seats)]
            for n, wins in enumerate(counts):
                low, high = wilson(wins, games)
                share = f"{100 * wins / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
                yield f"{name} {what} {n}: {wins}/{games} = {share}"
            yield f"{name} {what}: chi-square {chi_square(counts):.1f} with {seats - 1} degrees of freedom"
    else:
        wins = tally.wins()
        for count, which in [(games, ""), *([(games - draws, " of the games that somebody won")] if draws else [])]:
            low, high = wilson(wins, count)
            share = f"{100 * wins / max(count, 1):.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
            yield f"{name}: {wins}/{count} = {share}{which}"
    turns = sorted(game.turns for game in tally.games)
    took = 1000 * tally.mean("spent") / max(tally.mean("decided"), 1)
    yield (
        f"{name}: turns {tally.mean('turns'):.0f} (median {turns[games // 2]}, 5-95 % {turns[games // 20]}-"
        f"{turns[games - 1 - games // 20]}), draws {draws}, actions {tally.mean('actions'):.0f}; "
        f"offers {tally.mean('offers'):.1f}, taken {tally.mean('trades'):.1f}, bank {tally.mean('bank'):.1f}; "
        f"CPU seconds {tally.mean('seconds'):.2f}, ms a decision {took:.3f}"
    )
    if tally.told("attack"):
        kinds = ("attack", "lost", "city", "fall", "sites", "standing", "recruit", "promote", "activate", "defender")
        yield f"{name}: " + ", ".join(f"{kind} {tally.told(kind):.2f}" for kind in kinds)
    if tally.told("ships"):
        arrived = 100 * tally.told("arrived") / tally.told("ships")
        yield (
            f"{name}: ships of {MATCHES[name][0]} at the end {tally.told('ships'):.1f}, on a route that reached a "
            f"settlement {arrived:.1f} %; of all seats: moves {tally.told('seafarers_sail'):.2f}, "
            f"chits {tally.told('seafarers_chit'):.2f}"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the bots against each other.")
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--match", choices=[*MATCHES, "all"], default="all")
    parser.add_argument("--module", action="append", default=[], help="a module to play with")
    parser.add_argument(
        "--without", default="", help="the module whose part alone `blind` lacks; all of them by default"
    )
    parser.add_argument("--option", action="append", default=[], help="an option, as edition=classic")
    parser.add_argument("--layout", default="random", help="the board, such as four_islands")
    parser.add_argument("--old", default="", help="the Python of another version, whose greedy bot plays `old`")
    given = parser.parse_args()
    options = tuple((name, value) for name, _, value in (text.partition("=") for text in given.option))
    for name, levels in MATCHES.items():
        if given.match == name or (given.match == "all" and name in ALL and (given.old or "old" not in levels)):
            modules = tuple(given.module)
            if given.without:
                levels = tuple(f"blind:{given.without}" if level == "blind" else level for level in levels)
            tally = measure(levels, given.games, given.jobs, given.first, modules, options, given.old, given.layout)
            for line in report(name, tally):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
