"""Random games inside the engine: for measuring, for tests over many games, and for search that plays positions out."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State

M1: Final[i64] = 2147483563
M2: Final[i64] = 2147483399


class Chooser:
    """Uniform choices: L'Ecuyer's combined generator (CACM 31, 1988), the same compiled and interpreted."""

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed % (M1 - 1) + 1
        self.b: i64 = (seed // 7 + 12345) % (M2 - 1) + 1
        for _ in range(8):
            self.below(2)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1; `n` is far below 2**31, so that the bias of the remainder does not matter."""
        self.a = self.a * 40014 % M1
        self.b = self.b * 40692 % M2
        z = self.a - self.b
        if z < 1:
            z += M1 - 1
        return z % n


def random_action(rules: Rules, s: State, seat: i64, chooser: Chooser) -> i64:
    """A legal action of that seat, each as likely; an outcome by its weight for CHANCE."""
    if seat != CHANCE:
        codes = rules.legal(s, seat)
        return codes[chooser.below(len(codes))]
    pairs = rules.outcomes(s)
    total: i64 = 0
    for i in range(1, len(pairs), 2):
        total += pairs[i]
    at = chooser.below(total)
    for i in range(0, len(pairs), 2):
        at -= pairs[i + 1]
        if at < 0:
            return pairs[i]
    raise ValueError("chance has no outcome here")


def first_actor(rules: Rules, s: State) -> i64:
    """The awaited seat with the lowest number, or CHANCE."""
    mask = rules.actors(s)
    for seat in range(rules.seats):
        if mask & BITS[seat]:
            return seat
    return CHANCE


def playout(rules: Rules, s: State, chooser: Chooser, limit: i64) -> i64:
    """Play at random until the game is over or `limit` actions are taken; returns how many."""
    steps: i64 = 0
    while steps < limit and not rules.is_over(s):
        seat = first_actor(rules, s)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
        steps += 1
    return steps
