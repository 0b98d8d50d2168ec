"""The same position with everything that a viewer cannot know dealt anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from bastide.kernel.rules import Rules
from bastide.kernel.state import EVERYONE, OWNER, Field, State

TRIES: Final = 200
NOBODY_IS_SEAT: Final = -1


def resample(rules: Rules, state: State, viewer: int, rng: random.Random) -> State:
    """A position that looks the same to `viewer` (a seat, or -1 for a spectator).

    The cards of each pool that the viewer cannot see are shuffled and dealt back: every hidden row keeps its size,
    every kind its total, and cards that a negotiation has shown stay where they are (`Rules.floor`). Positions that
    could not be (a seat that would already have won) are dealt again; after `TRIES` of them the position is returned
    as it is.
    """
    if rules.is_over(state):
        return state.copy()
    pools = {f.pool for f in rules.schema.fields if f.pool}
    for _ in range(TRIES):
        dealt = state.copy()
        for pool in sorted(pools):
            _deal(rules, dealt, pool, viewer, rng)
        rules.dealt(dealt, viewer)
        if rules.consistent(dealt):
            return dealt
    return state.copy()


def hidden_rows(rules: Rules, viewer: int, pool: str) -> Iterator[tuple[Field, int, int, int]]:
    """The rows of a pool that the viewer cannot see: field, row, offset of the row, number of kinds."""
    for f in rules.schema.fields:
        if f.pool != pool or f.sees == EVERYONE or f.ordered:
            continue
        kinds = f.shape[-1]
        for row in range(int(f.size) // kinds):
            if f.sees == OWNER and row == viewer:
                continue
            yield f, row, int(f.offset) + row * kinds, kinds


def _deal(rules: Rules, s: State, pool: str, viewer: int, rng: random.Random) -> None:
    cards: list[int] = []
    sizes: list[tuple[int, int]] = []
    for f, row, offset, kinds in hidden_rows(rules, viewer, pool):
        free = 0
        for kind in range(kinds):
            known = min(int(rules.floor(s, f.name, row, kind, viewer)), int(s.cells[offset + kind]))
            loose = int(s.cells[offset + kind]) - known
            cards.extend([kind] * loose)
            s.cells[offset + kind] = known
            free += loose
        sizes.append((offset, free))
    places: list[int] = []
    for f in rules.schema.fields:
        if f.pool == pool and f.ordered:
            for i in range(int(f.size)):
                kind = int(s.cells[f.offset + i]) - 1
                if kind >= 0 and rules.floor(s, f.name, i, kind, viewer) == 0:
                    cards.append(kind)
                    places.append(int(f.offset) + i)
    rng.shuffle(cards)
    at = len(places)
    for place, kind in zip(places, cards[:at], strict=True):
        s.cells[place] = kind + 1
    for offset, free in sizes:
        for kind in cards[at : at + free]:
            s.cells[offset + kind] += 1
        at += free
