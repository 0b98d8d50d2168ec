"""One game of a plan: what it came to, by its number alone.

A plug-in's bot that raises, plays what is not legal, thinks too long, takes too much memory or ends its process loses
the game by forfeit: the other seats win, and the record ends there. Forfeits for time, memory or an ended process
depend on the machine (`time`, `memory`, `exit`); all else of a game does not.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import MutableSequence
from dataclasses import dataclass, replace
from typing import Final

from mypy_extensions import i64

from bastide.arena.matches import bot_of, by_weight, play_out, points, seats_of, turns
from bastide.arena.plan import Plan
from bastide.kernel import record
from bastide.kernel.errors import IllegalAction
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.game import Game
from bastide.kernel.plugins import FOREIGN, cut
from bastide.kernel.record import Decision, Record
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import LEVELS, Bot

NUMBER: Final = 0
ACTS: Final = 1
SEAT: Final = 2
"""What `Watch` holds: the number of the game, how often plug-ins have been asked in it, which of their seats is."""
Watch = MutableSequence[int]
"""Three numbers that another process may read; the seat is -1 while no plug-in decides."""


@dataclass(frozen=True)
class Played:
    """What a game came to, as it is stored; lists by seat. `seconds` are the processor times of the seats.

    `fault` is empty, or says which seat forfeited and why: `2 time`. `text` is the record, if it is kept.
    """

    number: int
    block: int
    config: str
    board: str
    seating: tuple[str, ...]
    winners: tuple[int, ...]
    over: bool
    points: tuple[int, ...]
    turns: int
    decisions: int
    seconds: tuple[float, ...]
    hash: str
    fault: str
    text: str


class Forfeit(Exception):
    """A seat has lost the game by what its bot did."""

    def __init__(self, seat: int, cause: str, said: str = "") -> None:
        super().__init__(seat, cause, said)
        self.fault = f"{seat} {cause}" + (f": {said}" if said else "")
        self.seat = seat


class Meter:
    """Processor time by seat.

    It is read when the turn goes to another seat or to chance, not at each action, since that takes longer than the
    decision of a quick bot. So it counts what the engine does with an action, too.
    """

    def __init__(self, seats: int) -> None:
        self.seconds = [0.0] * seats
        self._seat = CHANCE
        self._since = 0.0

    def turn(self, seat: int) -> None:
        """Count for this seat from now on; for none with `CHANCE`."""
        if seat == self._seat:
            return
        now = time.process_time()
        if self._seat != CHANCE:
            self.seconds[self._seat] += now - self._since
        self._seat, self._since = seat, now


class Seated(Bot):
    """A bot whose processor time is measured; a plug-in's is watched.

    A plug-in's bot forfeits when bots of plug-ins have been asked `end` times in the game; never for 0.
    """

    def __init__(self, level: str, seed: int, meter: Meter, watch: Watch, end: int) -> None:
        super().__init__(None)
        self._meter = meter
        self._bot: Bot | None = None
        self._level = level
        self._seed = seed
        self._foreign = level not in LEVELS
        self._watch = watch
        self._end = end

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One action of the bot.

        :raises Forfeit: it has none.
        """
        self._meter.turn(seat)
        if not self._foreign:
            return self._asked(rules, state, seat, rng)
        self._watch[ACTS] += 1
        if self._watch[ACTS] == self._end:
            raise Forfeit(seat, "")
        self._watch[SEAT] = seat
        try:
            return self._asked(rules, state, seat, rng)
        except IllegalAction as error:
            raise Forfeit(seat, "illegal", cut(str(error))) from None
        except MemoryError:
            raise Forfeit(seat, "memory") from None
        except FOREIGN as error:
            raise Forfeit(seat, "error", cut(f"{type(error).__name__}: {error}")) from None
        finally:
            self._watch[SEAT] = -1

    def _asked(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        if self._bot is None:
            # Made when it is first asked, so that a plug-in's fault is this seat's.
            self._bot = bot_of(self._level, self._seed)
        return self._bot.act(rules, state, seat, rng)


def play(plan: Plan, number: int, watch: Watch) -> Played:
    """Play a game of a plan to its end."""
    try:
        return _played(plan, number, watch)
    except Forfeit as forfeit:
        return forfeited(plan, number, watch, watch[ACTS], forfeit.seat, forfeit.fault)


def forfeited(plan: Plan, number: int, watch: Watch, acts: int, seat: int, fault: str) -> Played:
    """A game that a seat gave up when plug-ins were asked that often; played again up to there, for its record."""
    kept: list[Decision] = []
    meter = Meter(len(plan.unit(number).seating))
    try:
        found = _played(plan, number, watch, acts, kept, meter)
    except Forfeit:
        meter.turn(CHANCE)
        # Not the position at which the bots stopped: that may be inside a choice of several cards.
        game = Game(plan.rules(number), names(plan, number))
        for decision in kept:
            game.replay(decision.text, decision.seat)
        found = _told(plan, number, game.rules, game.state, len(kept), meter, game.save())
    # A plug-in that decides otherwise each time may have ended the game otherwise.
    winners = tuple(other for other in range(len(found.seating)) if other != seat)
    return replace(found, winners=winners, fault=fault)


def _played(
    plan: Plan,
    number: int,
    watch: Watch,
    end: int = 0,
    kept: list[Decision] | None = None,
    meter: Meter | None = None,
) -> Played:
    """Play a game; `kept` collects its decisions and `meter` the time of its seats.

    :raises Forfeit: a bot has none.
    """
    rules = plan.rules(number)
    seating = plan.unit(number).seating
    rngs = [plan.stream(number, f"seat {seat}") for seat in range(len(seating))]
    watch[NUMBER], watch[ACTS], watch[SEAT] = number, 0, -1
    clock = meter or Meter(len(seating))
    bots = [
        Seated(plan.entrants[entrant].bot, rng.getrandbits(62), clock, watch, end)
        for entrant, rng in zip(seating, rngs, strict=True)
    ]
    s = rules.start()
    if kept is None and plan.records:
        kept = []
    weighed = by_weight(plan.stream(number, "chance"))

    def draw(rules: Rules, s: State) -> int:
        clock.turn(CHANCE)
        return weighed(rules, s)

    _, decisions = play_out(rules, s, bots, rngs, draw, kept)
    clock.turn(CHANCE)
    text = ""
    if kept is not None:
        won, over = seats_of(rules, int(rules.winners(s))), bool(rules.is_over(s))
        named = names(plan, number)
        text = record.write(Record(rules.resolved(), named, tuple(kept), won, over, fingerprint(rules, s)))
    return _told(plan, number, rules, s, decisions, clock, text)


def _told(plan: Plan, number: int, rules: Rules, s: State, decisions: int, meter: Meter, text: str) -> Played:
    unit = plan.unit(number)
    return Played(
        number=number,
        block=plan.block(number),
        config=plan.configs[unit.config][0],
        board=digest(rules.resolved()),
        seating=tuple(plan.entrants[entrant].name for entrant in unit.seating),
        winners=seats_of(rules, int(rules.winners(s))),
        over=bool(rules.is_over(s)),
        points=points(rules, s),
        turns=turns(rules, s),
        decisions=decisions,
        seconds=tuple(meter.seconds),
        hash=fingerprint(rules, s),
        fault="",
        text=text,
    )


def names(plan: Plan, number: int) -> tuple[str, ...]:
    """The names of the seats in a record."""
    return tuple(f"{plan.entrants[entrant].name} {seat}" for seat, entrant in enumerate(plan.unit(number).seating))


def digest(resolved: object) -> str:
    """Sixteen hexadecimal digits of a resolved config."""
    text = json.dumps(resolved, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
