"""Plays one random game and chains what happens: who may act, what is legal, what was done and told, what became."""

from __future__ import annotations

import hashlib
import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from bastide.kernel.families import configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.playout import Chooser, first_actor, random_action
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, Event, State
from bastide.players import Bot, make_bot
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


def rules_of(set_: Set, seed: int) -> Rules:
    """The rules of one game, its layout dealt by the seed."""
    return configure(set_.config(seed), random.Random(f"{set_.name} {seed}"))


def steps(rules: Rules, set_: Set, seed: int) -> Iterator[Step]:
    """Play one game to its end; the state of each step is the same object, as it stands after the step."""
    chooser = Chooser(seed)
    rng = random.Random(f"bots {seed}")
    bots = [make_bot(set_.bot, seed * 8 + seat) for seat in range(int(rules.seats))] if set_.bot else []
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
        seat, action = choose(rules, s, legal, chooser, bots, rng)
        s.journal = []
        rules.apply(s, seat, action)
        yield Step(legal, seat, action, s.journal, s)
        s.journal = None
        count += 1


def choose(
    rules: Rules, s: State, legal: dict[int, Sequence[int]], chooser: Chooser, bots: list[Bot], rng: random.Random
) -> tuple[int, i64]:
    """Who acts and what: mostly the first whom the game waits for; in every fourth step anybody who can."""
    seat = int(first_actor(rules, s))
    if bots and seat != CHANCE:
        return seat, bots[seat].act(rules, s, seat, rng)
    free = [other for other, codes in legal.items() if codes and other != CHANCE]
    if free and chooser.below(4) == 0:
        seat = free[chooser.below(len(free))]
    return seat, random_action(rules, s, seat, chooser)


def play(set_: Set, seed: int) -> Outcome:
    """One whole game."""
    rules = rules_of(set_, seed)
    chain = hashlib.blake2b(digest_size=16)
    deals = hashlib.blake2b(digest_size=16)
    count = 0
    over = False
    for step in steps(rules, set_, seed):
        text = [f"{step.seat} {step.action}"]
        for seat, codes in step.legal.items():
            text.append(f"{seat}: {codes}")
        for event in step.events:
            text.append(told(event))
        text.append(state_hash(step.state))
        chain.update("\n".join(text).encode())
        count += 1
        over = bool(rules.is_over(step.state))
        other = dealt(rules, step.state, count)
        if other is not None:
            deals.update(state_hash(other).encode())
    return Outcome(count, over, chain.hexdigest(), deals.hexdigest())


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
