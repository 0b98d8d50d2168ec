"""Plays one random game and chains what happens: who may act, what is legal, what was done and told, what became."""

from __future__ import annotations

import hashlib
import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bastide.kernel.families import configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.playout import first_actor
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, Event, State
from bastide.players import make_bot
from tests.differential.player import Player
from tests.differential.sets import Set

MOST_STEPS: Final = 50_000
"""Random games end long before: the option `turns` sees to that."""
DEAL_EVERY: Final = 40
"""After how many steps the hidden cards are dealt anew, on a copy."""


@dataclass(frozen=True)
class Step:
    """One action: the legal ones of every seat that could act before it (pairs of code and weight for chance), the
    seat that did, its action, what was told, and the position after it.
    """

    legal: dict[int, Sequence[int]]
    seat: int
    action: int
    events: list[Event]
    state: State


@dataclass(frozen=True)
class Outcome:
    """A game in short: `chain` is a hash over all its steps, `deals` one over hidden cards dealt anew on the way."""

    steps: int
    over: bool
    chain: str
    deals: str


class Chain:
    """The hashes over a game, step by step."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.count = 0
        self.over = False
        self.chain = hashlib.blake2b(digest_size=16)
        self.deals = hashlib.blake2b(digest_size=16)

    def add(self, step: Step) -> None:
        """Add the next step, before anything else looks at its position."""
        chain = self.chain
        chain.update(f"{step.seat} {step.action}\n".encode())
        for seat, codes in step.legal.items():
            chain.update(f"{seat} {len(codes)}\n".encode())
            chain.update(codes)  # type: ignore[arg-type] # an array of the array module
        chain.update("\n".join(map(told, step.events)).encode())
        chain.update(step.state.row())
        self.count += 1
        self.over = bool(self.rules.is_over(step.state))
        other = dealt(self.rules, step.state, self.count)
        if other is not None:
            self.deals.update(state_hash(other).encode())

    def outcome(self) -> Outcome:
        """The game so far."""
        return Outcome(self.count, self.over, self.chain.hexdigest(), self.deals.hexdigest())


def rules_of(set_: Set, seed: int, *, short: bool = False) -> Rules:
    """The rules of one game, its layout dealt by the seed."""
    return configure(set_.short(seed) if short else set_.game(seed), random.Random(f"{set_.name} {seed}"))


def steps(rules: Rules, seed: int, bot: str = "") -> Iterator[Step]:
    """Play one game to its end; the state of each step is the same object, as it stands after the step.

    Seats are played at random, or all by bots of one kind: the first for which the game waits.
    """
    player = Player(rules, seed)
    rng = random.Random(f"bots {seed}")
    bots = [make_bot(bot, seed * 8 + seat) for seat in range(int(rules.seats))] if bot else []
    s = rules.start()
    count = 0
    while count < MOST_STEPS and not rules.is_over(s):
        mask = rules.actors(s)
        able = mask | rules.optional(s)
        legal: dict[int, Sequence[int]] = {}
        for seat in range(int(rules.seats)):
            if able & BITS[seat]:
                legal[seat] = array("q", rules.legal(s, seat))
        if mask == 0:
            legal[int(CHANCE)] = array("q", rules.outcomes(s))
        if bots and mask != 0:
            seat = int(first_actor(rules, s))
            action = int(bots[seat].act(rules, s, seat, rng))
        else:
            seat, action = player.choose(s, legal)
        s.journal = []
        rules.apply(s, seat, action)
        yield Step(legal, seat, action, s.journal, s)
        s.journal = None
        count += 1


def play(set_: Set, seed: int) -> Outcome:
    """One whole game."""
    rules = rules_of(set_, seed)
    chain = Chain(rules)
    for step in steps(rules, seed, set_.bot):
        chain.add(step)
    return chain.outcome()


def dealt(rules: Rules, s: State, count: int) -> State | None:
    """The position after so many steps with its hidden cards dealt anew, for each viewer in turn; mostly None."""
    turn, rest = divmod(count, DEAL_EVERY)
    return None if rest or rules.is_over(s) else resample(rules, s, turn % (int(rules.seats) + 1) - 1, count)


def told(event: Event) -> str:
    """An event as text."""
    return f"{event.kind} {event.seat} {event.a} {event.b} {event.c} {event.d} {event.sees}"


def notation(rules: Rules, action: int) -> str:
    """One engine action as text; a choice of several cards is several of them."""
    verb = next(verb for verb in rules.verbs if verb.offset <= action < verb.offset + verb.size)
    return verb.describe(action - verb.offset)
