"""The greedy bot for Carcassonne: lays the tile and places the figure that leave it the best position.

It looks at every place and rotation, and for the most promising ones at every figure as well. Of chance it knows what
everybody knows: how many tiles are left.
"""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.errors import ConfigError
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, OVER, State
from bastide.players.bot import Bot, legal_codes
from bastide.players.greedy.carcassonne.worth import claim_worth, position_worth

PROMISING: Final = 10
"""For how many of the best placements all figures are tried."""
CLAIM: Final = 60
"""The weight, in percent, of a possible follower when placements are first compared."""


class CarcassonneBot(Bot):
    """Evaluates the position after each action and takes the best; of equals the first in the order of codes."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = legal_codes(rules, state, seat)
        if len(codes) == 1:
            return codes[0]
        if not isinstance(rules, Carcassonne):
            raise ConfigError("this bot plays Carcassonne only")
        if state.cells[state.top()] == rules.tile_phase:
            return best_placement(rules, state, seat, codes)
        return max(codes, key=lambda code: (after(rules, state, seat, code), -code))


def after(r: Carcassonne, state: State, seat: int, code: int) -> int:
    """The value of the position after an action."""
    s = state.copy()
    r.perform(s, seat, code)
    return judged(r, s, seat)


def judged(r: Carcassonne, s: State, seat: int) -> int:
    """The value of a position; after the end, the points alone."""
    if s.cells[OVER] != 0:
        own = int(r.points(s, seat))
        return 100_000 * (own - max(int(r.points(s, other)) for other in range(int(r.seats)) if other != seat))
    return int(position_worth(r, s, seat))


def best_placement(r: Carcassonne, state: State, seat: int, codes: list[int]) -> int:
    """The placement that, with its best figure, leaves the best position."""
    rough: list[tuple[int, int, State]] = []
    for code in codes:
        s = state.copy()
        tile = s.cells[r.tiles]
        r.perform(s, seat, code)
        value = judged(r, s, seat)
        if mine(r, s, seat):
            value += int(claim_worth(r, s, seat, tile)) * CLAIM // 50
        rough.append((value, -code, s))
    rough.sort(key=lambda one: one[:2], reverse=True)
    best: tuple[int, int] | None = None
    for value, negative, s in rough[:PROMISING]:
        if mine(r, s, seat):
            value = max(after(r, s, seat, code) for code in legal_codes(r, s, seat))
        elif s.cells[OVER] == 0:
            value = judged(r, s, seat)
        if best is None or (value, negative) > best:
            best = (value, negative)
    assert best is not None
    return -best[1]


def mine(r: Carcassonne, s: State, seat: int) -> bool:
    """Whether the seat decides next, about a figure."""
    if s.cells[OVER] != 0 or s.cells[s.top()] != r.figure_phase:
        return False
    return bool(r.actors(s) & BITS[seat])
