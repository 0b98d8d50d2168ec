"""Perft: count the action sequences from a position, the standard test of move generation."""

from __future__ import annotations

from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State


def perft(rules: Rules, state: State, depth: int) -> int:
    """The number of leaves at `depth` engine actions, over all seats that may act and all outcomes of chance.

    An ended game is a leaf at any depth. Choices of several cards count card by card.

    :raises ValueError: the depth is negative.
    """
    if depth <= 0 or rules.is_over(state):
        if depth < 0:
            raise ValueError(f"depth must be at least 0, got {depth}")
        return 1
    total = 0
    for seat in seats_to_move(rules, state):
        codes = rules.legal(state, seat)
        if depth == 1:
            total += len(codes)
            continue
        for code in codes:
            after = state.copy()
            rules.perform(after, seat, code)
            total += perft(rules, after, depth - 1)
    return total


def seats_to_move(rules: Rules, state: State) -> list[int]:
    """The seats that may act, awaited or not; `[CHANCE]` when chance decides; none when the game is over."""
    if rules.is_over(state):
        return []
    if rules.chance_acts(state):
        return [int(CHANCE)]
    mask = rules.actors(state) | rules.optional(state)
    return [seat for seat in range(rules.seats) if mask & BITS[seat]]
