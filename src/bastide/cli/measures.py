"""Engine measures: each runs for about the requested time and returns named figures.

`bastide bench` runs them in its own process; the comparison in `benchmarks/` runs them in one process per build.
"""

from __future__ import annotations

import itertools
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any, Final

from bastide import __version__
from bastide.arena.matches import Series, by_weight, play_out
from bastide.catan.base.reading import read
from bastide.catan.base.seams import IslandModule
from bastide.catan.family import IslandGame
from bastide.cli import others
from bastide.cli.loops import SEED, Measure, Values, growing, loop_of, named, rates
from bastide.kernel.built import is_compiled
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.playout import Stepper
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import make_bot
from bastide.view import view as make_view
from bastide.view.text import text
from bastide.view.words import Words

CONFIG: Final[dict[str, Any]] = {"game": "island", "seats": 4, "layout": "random", "options": {"trade": "bank"}}
"""What is played unless a measure says otherwise: four seats, a dealt board, no trade among players."""
SEATS: Final = range(2, 9)
"""Numbers of seats to try; those that a config refuses are left out."""
MODULES: Final = (0, 1, 3, 5)
"""Numbers of idle modules."""
Bits = Callable[[int], int]
"""So many random bits, as a number."""


@dataclass(frozen=True)
class Spread:
    """Several values of one figure: their median, minimum, maximum and count."""

    median: float
    low: float
    high: float
    rounds: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """The spread of some values. Raises ValueError if there are none."""
        row = sorted(values)
        if not row:
            raise ValueError("no values to take a median of")
        return cls(statistics.median(row), row[0], row[-1], len(row))

    def rounded(self, digits: int = 5) -> dict[str, float | int]:
        """The same as plain data, rounded to this many significant digits."""
        return {
            name: float(f"{value:.{digits}g}") if name != "rounds" else value for name, value in asdict(self).items()
        }


def build() -> dict[str, str | bool]:
    """The build under test: the version, whether it is compiled, and its Python."""
    return {
        "version": __version__,
        "compiled": is_compiled(),
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
    }


# Whole games


def board(number: int, seats: int = 4) -> Rules:
    """The rules of a game on that round's board. Raises ConfigError if this many seats cannot play."""
    return configure({**CONFIG, "seats": seats}, random.Random(f"{SEED}:{number}"))


def by_number(stepper: Stepper, bits: Bits) -> int:
    """Play a game, picking each action by its index among the legal ones; return the action count."""
    choose, count, actions = stepper.choose, stepper.reset(), 0
    while count:
        count = choose(bits(16) % count)
        actions += 1
    return actions


def from_list(stepper: Stepper, bits: Bits) -> int:
    """The same, picking each action from the list of legal ones."""
    legal, step, count, actions = stepper.legal, stepper.step, stepper.reset(), 0
    while count:
        count = step(legal()[bits(16) % count])
        actions += 1
    return actions


def driven(play: Callable[[Stepper, Bits], int], *, forced: bool = True, dealt: bool = False) -> Measure:
    """Random games in which an interpreted loop picks every action; chance is sampled in the engine.

    Only seats' actions count. Without `forced` the loop is asked only where there is a choice. With `dealt` each
    game has its own board, dealt and configured within the measured time.
    """

    def measure(seconds: float, number: int) -> Values:
        stepper = Stepper(board(number), SEED + number, forced)
        bits = random.Random(number).getrandbits  # quicker than a float times the count, and uniform to 2**-9
        won = games = actions = 0
        begun = time.process_time()
        while True:
            if dealt:
                stepper = Stepper(board(1_000_000 * number + games), SEED + games, forced)
            actions += play(stepper, bits)
            games += 1
            won += stepper.winners != 0
            took = time.process_time() - begun
            if took >= seconds and won:
                return rates(won, games, actions, took)

    return measure


def greedy(seconds: float, number: int) -> Values:
    """Games of four greedy bots."""
    rules = board(number)
    games = 0
    begun = time.process_time()
    while True:
        rngs = [random.Random(f"{number}:{games}:{seat}") for seat in range(4)]
        bots = [make_bot("greedy", games * 4 + seat) for seat in range(4)]
        play_out(rules, rules.start(), bots, rngs, by_weight(random.Random(f"{number}:{games}")))
        games += 1
        took = time.process_time() - begun
        if took >= seconds:
            return {"games_per_second": games / took}


def idle_modules(count: int) -> Callable[[int], Rules]:
    """Makes the game with so many modules that change nothing."""

    def make(number: int) -> Rules:
        config = read(CONFIG, random.Random(f"{SEED}:{number}"), {})
        return IslandGame(config, [IslandModule(f"idle {n}") for n in range(count)])

    return make


# Single calls


@dataclass(frozen=True)
class Samples:
    """Positions of a game between greedy bots, each with its actor and its action."""

    game: Game
    rules: Rules
    steps: Sequence[tuple[State, int, int]]
    decisions: Sequence[tuple[str, list[int]]]
    middles: Sequence[Game]


@cache
def samples() -> Samples:
    """The game on which single calls are measured; the same for every build."""
    game = Game.load(Series(CONFIG, ("greedy",) * 4, SEED, records=True).play(0).text)
    rules, state = game.rules, game.rules.start()
    steps: list[tuple[State, int, int]] = []
    decisions: list[tuple[str, list[int]]] = []
    for decision in game.decisions:
        codes = rules.read(decision.text)
        decisions.append((decision.text, codes))
        for code in codes:
            steps.append((state.copy(), decision.seat, code))
            rules.apply(state, decision.seat, code)
    middles = [game.at(game.version * k // 8) for k in range(1, 8)]
    return Samples(game, rules, steps, decisions, middles)


def repeated(pass_: Callable[[], object], calls: int, seconds: float) -> float:
    """The seconds one of the `calls` calls of a pass takes: the mean over as many passes as fit."""
    passes = 0
    begun = time.process_time()
    while True:
        pass_()
        passes += 1
        took = time.process_time() - begun
        if took >= seconds:
            return took / (passes * calls)


def copy_(seconds: float, number: int) -> Values:
    """Copies of positions."""
    states = [state for state, _, _ in samples().steps]

    def pass_() -> None:
        for state in states:
            state.copy()

    return {"copy_us": 1e6 * repeated(pass_, len(states), seconds)}


def legal(seconds: float, number: int) -> Values:
    """Lists of the legal actions of the seat to act."""
    rules = samples().rules
    decisions = [(state, seat) for state, seat, _ in samples().steps if seat != CHANCE]

    def pass_() -> None:
        for state, seat in decisions:
            rules.legal(state, seat)

    return {"legal_us": 1e6 * repeated(pass_, len(decisions), seconds)}


def apply(seconds: float, number: int) -> Values:
    """Actions and outcomes applied, each to a copy made before the clock starts."""
    rules, steps = samples().rules, samples().steps
    calls, took = 0, 0.0
    while took < seconds:
        fresh = [(state.copy(), seat, code) for state, seat, code in steps]
        begun = time.process_time()
        for state, seat, code in fresh:
            rules.apply(state, seat, code)
        took += time.process_time() - begun
        calls += len(fresh)
    return {"apply_us": 1e6 * took / calls}


def notation(seconds: float, number: int) -> Values:
    """Decisions parsed and formatted."""
    rules, decisions = samples().rules, samples().decisions

    def reading() -> None:
        for line, _ in decisions:
            rules.read(line)

    def writing() -> None:
        for _, codes in decisions:
            rules.write(codes)

    return {
        "read_us": 1e6 * repeated(reading, len(decisions), seconds / 2),
        "write_us": 1e6 * repeated(writing, len(decisions), seconds / 2),
    }


def resampled(seconds: float, number: int) -> Values:
    """Hidden cards resampled for the view of seat 0."""
    rules, rng = samples().rules, random.Random(number)
    states = [middle.state for middle in samples().middles]

    def pass_() -> None:
        for state in states:
            resample(rules, state, 0, rng)

    return {"resample_us": 1e6 * repeated(pass_, len(states), seconds)}


def viewed(seconds: float, number: int) -> Values:
    """Views for seat 0, one per decision as on a server, and the text rendered from each."""
    whole, words = samples().game, Words("en")
    views = [(make_view(game, 0), game.names) for game in samples().middles]
    made, took = 0, 0.0
    while took < seconds / 2:
        game = Game(whole.rules)
        for decision in whole.decisions:
            game.play(decision.text, decision.seat)
            begun = time.process_time()
            make_view(game, 0)
            took += time.process_time() - begun
        made += whole.version

    def writing() -> None:
        for one, names in views:
            text(one, words, names)

    return {
        "view_ms": 1e3 * took / made,
        "text_ms": 1e3 * repeated(writing, len(views), seconds / 2),
    }


def facade(seconds: float, number: int) -> Values:
    """Decisions parsed, checked, played, told by `Game`."""
    whole = samples().game

    def pass_() -> None:
        game = Game(whole.rules)
        for decision in whole.decisions:
            game.play(decision.text, decision.seat)

    return {"facade_decisions_per_second": 1 / repeated(pass_, whole.version, seconds)}


def configured(seconds: float, number: int) -> Values:
    """Games configured, each on a freshly dealt board, since rules of a known board are cached."""
    numbers = itertools.count(1_000_000 * (number + 1))
    return {"configure_us": 1e6 * repeated(lambda: board(next(numbers)), 1, seconds)}


def possible_seats() -> dict[int, Rules]:
    """The rules by number of seats, for every playable number."""
    there: dict[int, Rules] = {}
    for seats in SEATS:
        try:
            there[seats] = board(0, seats)
        except ConfigError:
            continue
    return there


def measures() -> dict[str, Measure]:
    """Every measure by name."""
    out: dict[str, Measure] = {
        "loop": named("loop", loop_of(board)),
        "driven": named("driven", driven(by_number)),
        "choices": named("choices", driven(by_number, forced=False)),
        "listed": named("listed", driven(from_list)),
        "dealt": named("dealt", driven(by_number, dealt=True)),
        "greedy": named("greedy", greedy),
        "facade": facade,
        "configure": configured,
        "copy": copy_,
        "legal": legal,
        "apply": apply,
        "notation": notation,
        "resample": resampled,
        "view": viewed,
    }
    for seats in possible_seats():
        out[f"seats {seats}"] = growing(f"seats_{seats}", loop_of(partial(board, seats=seats)))
    for count in MODULES:
        out[f"modules {count}"] = growing(f"modules_{count}", loop_of(idle_modules(count)))
    return out | others.measures()


def sizes() -> dict[str, int]:
    """The bytes that a position's cells take, by figure."""
    out = {"state_bytes": 8 * int(board(0).schema.size)}
    for seats, rules in possible_seats().items():
        out[f"state_bytes_seats_{seats}"] = 8 * int(rules.schema.size)
    return out | others.sizes()


@dataclass(frozen=True)
class Ratio:
    """A ratio of two figures of one build, computed within each round; `meaning` describes it."""

    over: str
    under: str
    meaning: str


RATIOS: Final = {
    "five_modules_to_none": Ratio(
        "loop_games_per_second_modules_5",
        "loop_games_per_second_modules_0",
        "inside the engine, with five idle modules to none",
    ),
    "driven_to_loop": Ratio(
        "driven_games_per_second", "loop_games_per_second", "driven from Python to inside the engine"
    ),
    "choices_to_loop": Ratio(
        "choices_games_per_second",
        "loop_games_per_second",
        "driven from Python where there is a choice to inside the engine",
    ),
}
"""What the figures of one build say beside each other, by name."""


def by_round(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """The ratios of two rows of values, round by round."""
    return [a / b for a, b in zip(over, under, strict=True)]


def taken(
    chosen: Mapping[str, Measure], seconds: float, rounds: int, step: Callable[[], object] = lambda: None
) -> dict[str, list[float]]:
    """The values of every figure: the measures take turns, round by round; `step` is called after each."""
    values: dict[str, list[float]] = {}
    for number in range(rounds):
        for measure in chosen.values():
            for name, value in measure(seconds, number).items():
                values.setdefault(name, []).append(value)
            step()
    return values
