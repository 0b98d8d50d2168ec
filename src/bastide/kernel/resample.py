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
    every kind its total, cards that the viewer has seen stay where they are (`Rules.floor`), and none come where it
    knows that there are none (`Rules.lacks`). Positions that could not be (a seat that would already have won) are
    dealt again; after `TRIES` of them the position is returned as it is.
    """
    if rules.is_over(state):
        return state.copy()
    pools = {f.pool for f in rules.schema.fields if f.pool}
    for _ in range(TRIES):
        dealt = state.copy()
        if all(_deal(rules, dealt, pool, viewer, rng) for pool in sorted(pools)):
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


def _deal(rules: Rules, s: State, pool: str, viewer: int, rng: random.Random) -> bool:
    """Deal one pool anew. False if the last rows were left with cards that cannot be there."""
    cards: list[int] = []
    rows: list[tuple[int, int, frozenset[int]]] = []
    for f, row, offset, kinds in hidden_rows(rules, viewer, pool):
        free = 0
        for kind in range(kinds):
            known = min(int(rules.floor(s, f.name, row, kind, viewer)), int(s.cells[offset + kind]))
            loose = int(s.cells[offset + kind]) - known
            cards.extend([kind] * loose)
            s.cells[offset + kind] = known
            free += loose
        barred = frozenset(kind for kind in range(kinds) if rules.lacks(s, f.name, row, kind, viewer))
        rows.append((offset, free, barred))
    places: list[int] = []
    for f in rules.schema.fields:
        if f.pool == pool and f.ordered:
            for i in range(int(f.size)):
                kind = int(s.cells[f.offset + i]) - 1
                if kind >= 0 and rules.floor(s, f.name, i, kind, viewer) == 0:
                    cards.append(kind)
                    places.append(int(f.offset) + i)
    rng.shuffle(cards)
    for place in places:
        s.cells[place] = cards.pop() + 1
    for offset, free, barred in sorted(rows, key=lambda row: -len(row[2])):
        fitting = _fitting(cards, free, barred)
        if len(fitting) < free:
            return False
        for kind in fitting:
            s.cells[offset + kind] += 1
    return True


def _fitting(cards: list[int], count: int, barred: frozenset[int]) -> list[int]:
    """So many cards off the top that are of none of the barred kinds, taken out; fewer if there are no more."""
    found = [at for at in range(len(cards) - 1, -1, -1) if cards[at] not in barred][:count]
    return [cards.pop(at) for at in found]
