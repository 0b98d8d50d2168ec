"""Bot games played directly on the engine, without facade or text, for `simulate` and `bench`."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mypy_extensions import i64

from bastide.kernel import record
from bastide.kernel.errors import IllegalAction, quote
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.record import Decision, Record
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State
from bastide.players import LEVELS, Bot, make_bot
from bastide.players.bot import legal_codes


@dataclass(frozen=True)
class MatchOutcome:
    """The result of one game. `kinds` are the bots by seat; `text` is the record, if requested.

    `lost` says that the game ended by a rule under which nobody wins, and not at the limit of turns.
    """

    index: int
    kinds: tuple[str, ...]
    winners: tuple[int, ...]
    over: bool
    lost: bool
    actions: int
    decisions: int
    turns: int
    points: tuple[int, ...]
    hash: str
    text: str


@dataclass(frozen=True)
class Series:
    """Many games of one config. A game depends only on `seed` and its number `index`.

    With `rotate`, the bots move on by one seat each game. With `records`, each outcome holds its record.
    """

    config: Mapping[str, Any]
    kinds: tuple[str, ...]
    seed: int
    rotate: bool = False
    records: bool = False

    def rules(self, index: int) -> Rules:
        """The rules of one game, its layout dealt. Raises ConfigError."""
        return configure(self.config, random.Random(f"{self.seed}:{index}:layout"))

    def seats(self, index: int) -> tuple[str, ...]:
        """The bots of one game by seat."""
        n = len(self.kinds)
        return tuple(self.kinds[(seat - index) % n] if self.rotate else self.kinds[seat] for seat in range(n))

    def play(self, index: int) -> MatchOutcome:
        """Play one game to its end."""
        rules = self.rules(index)
        kinds = self.seats(index)
        rngs = [random.Random(f"{self.seed}:{index}:{seat}") for seat in range(len(kinds))]
        bots = [bot_of(kind, rng.getrandbits(62)) for kind, rng in zip(kinds, rngs, strict=True)]
        kept: list[Decision] | None = [] if self.records else None
        chance = random.Random(f"{self.seed}:{index}:chance")
        s = rules.start()
        actions, decisions = play_out(rules, s, bots, rngs, by_weight(chance), kept)
        winners = seats_of(rules, int(rules.winners(s)))
        over = bool(rules.is_over(s))
        hash_ = fingerprint(rules, s)
        text = ""
        if kept is not None:
            names = tuple(f"{kind} {seat}" for seat, kind in enumerate(kinds))
            text = record.write(Record(rules.resolved(), names, tuple(kept), winners, over, hash_))
        lost = not winners and rules.ending(s) != ""
        return MatchOutcome(
            index, kinds, winners, over, lost, actions, decisions, turns(rules, s), points(rules, s), hash_, text
        )


class Checked(Bot):
    """A bot of a plug-in; each of its actions is checked, since the engine itself does not."""

    def __init__(self, name: str, bot: Bot) -> None:
        super().__init__(None)
        self.name = name
        self.bot = bot

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """The bot's action code. Raises IllegalAction if it is none of the legal ones."""
        code: object = self.bot.act(rules, state, seat, rng)
        if not isinstance(code, int) or code not in legal_codes(rules, state, seat):
            text = quote(rules.write([code]) if isinstance(code, int) and 0 <= code < rules.actions else code)
            raise IllegalAction(f"the bot {quote(self.name)} chose {text}, which is not legal now", rules.turn_rule)
        return code


def bot_of(kind: str, seed: int) -> Bot:
    """The bot of that level or plug-in. Raises ConfigError."""
    bot = make_bot(kind, seed)
    return bot if kind in LEVELS else Checked(kind, bot)


Draw = Callable[[Rules, State], int]
"""The code of the outcome of chance in a position."""


def play_out(
    rules: Rules,
    s: State,
    bots: Sequence[Bot],
    rngs: Sequence[random.Random],
    draw: Draw,
    kept: list[Decision] | None = None,
) -> tuple[int, int]:
    """Play a position to the end of its game and return the numbers of engine actions and of decisions.

    If several seats are to act, the lowest acts first. `kept` collects the decisions, if given.
    """
    actions = decisions = 0
    codes: list[int] = []
    while not rules.is_over(s):
        mask = int(rules.actors(s))
        if mask == 0:
            seat = int(CHANCE)
            code = draw(rules, s)
        else:
            seat = (mask & -mask).bit_length() - 1
            code = int(bots[seat].act(rules, s, seat, rngs[seat]))
        rules.apply(s, seat, code)
        actions += 1
        if kept is not None:
            codes.append(code)
        if not rules.partial(s, seat):
            decisions += 1
            if kept is not None:
                kept.append(Decision(seat, rules.write(codes)))
                codes = []
    return actions, decisions


def by_weight(rng: random.Random) -> Draw:
    """Chance as the rules have it, from these random numbers."""
    return lambda rules, s: drawn(rules, s, rng)


def drawn(rules: Rules, s: State, rng: random.Random) -> int:
    """The code of one chance outcome, sampled by weight."""
    pairs = rules.outcomes(s)
    total = 0
    for i in range(1, len(pairs), 2):
        total += int(pairs[i])
    at = rng.randrange(total)
    for i in range(0, len(pairs), 2):
        at -= int(pairs[i + 1])
        if at < 0:
            return int(pairs[i])
    raise AssertionError("weights changed while they were counted")


def seats_of(rules: Rules, mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(int(rules.seats)) if mask & BITS[seat])


def turns(rules: Rules, s: State) -> int:
    """The number of turns begun; 0 for a family that counts none.

    At the limit of turns the game ends when one more would begin, which is not counted.
    """
    return turn_counter(rules)(s)


def turn_counter(rules: Rules) -> Callable[[State], int]:
    """The same for many positions of a game."""
    at = next((int(field.offset) for field in rules.schema.fields if field.name == "turn"), -1)
    if at < 0:
        return lambda s: 0
    limit = getattr(rules, "turn_limit", None)
    if limit is None:
        return lambda s: int(s.cells[at])
    return lambda s: min(int(s.cells[at]), int(limit))


def points(rules: Rules, s: State) -> tuple[int, ...]:
    """All points by seat, hidden included."""
    return tuple(int(rules.total_points(s, seat)) for seat in range(int(rules.seats)))


class Digest:
    """An order-independent fingerprint of many final positions."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, outcome: MatchOutcome) -> None:
        """Add one game."""
        one = hashlib.blake2b(f"{outcome.index}:{outcome.hash}".encode(), digest_size=16).digest()
        self._sum = (self._sum + int.from_bytes(one, "big")) % (1 << 128)

    def __str__(self) -> str:
        return f"{self._sum:032x}"
