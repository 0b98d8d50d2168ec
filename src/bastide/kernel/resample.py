"""Resampling: redeal everything in a position that a viewer cannot know."""

from __future__ import annotations

import random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser
from bastide.kernel.dealing import deal
from bastide.kernel.errors import ImpossiblePosition
from bastide.kernel.pools import Pool
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

TRIES: Final[i64] = 10_000
"""The most deals tried until a position could occur in a running game.

Few positions need more than one: every deal keeps the bars (`Rules.lacks`), and nearly all deals pass
`Rules.consistent`. If one in 200 deals passes, all 10,000 fail with probability 2e-22; if one in 1,000 does, with
5e-5.
"""


def resample(rules: Rules, state: State, viewer: i64, rng: int | random.Random) -> State:
    """A position that looks the same to `viewer` (a seat, or -1 for a spectator), drawn from all that do.

    `rng` is a 64-bit seed, or a `random.Random` from which one is drawn. Neighbouring seeds give independent deals.

    The cards of each pool that the viewer cannot see are redealt: every hidden row keeps its size, every kind its
    total; cards known to be in a row stay there (`Rules.floor`), and kinds known to be absent stay out
    (`Rules.lacks`). All deals of the other cards, told apart, that give a position of a running game
    (`Rules.consistent`) are equally likely. An ended game is dealt as it is.

    :raises OutOfRange: there is no such viewer, or the state is of another game.
    :raises ImpossiblePosition: no deal fits what is known, or none of `TRIES` gave a position of a running game.
    """
    if not isinstance(rng, (int, random.Random)):
        raise TypeError(f"rng must be a seed (a whole number) or a random.Random; got {rng!r}")
    rules.check_state(state)
    rules.check_seat(viewer)
    if rules.is_over(state):
        return state.copy()
    chooser = Chooser(rng if isinstance(rng, int) else rng.getrandbits(64))
    for _try in range(TRIES):
        dealt = state.copy()
        for pool in rules.schema.pools:
            _deal(rules, state, dealt, pool, viewer, chooser)
        rules.dealt(dealt, viewer)
        if rules.consistent(dealt):
            return dealt
    raise ImpossiblePosition(f"none of {TRIES} deals of the hidden cards gave a position of a running game")


def hidden_rows(pool: Pool, viewer: int) -> list[tuple[int, int, int]]:
    """A pool's unordered rows that the viewer cannot see: offset of the field, row, first cell."""
    return [
        (int(pool.field[n]), int(pool.row[n]), int(pool.at[n]))
        for n in range(pool.rows)
        if pool.seat[n] != viewer and not pool.ordered[n]
    ]


def _deal(rules: Rules, state: State, dealt: State, pool: Pool, viewer: i64, chooser: Chooser) -> None:
    """Redeal one pool of `state` into a copy of it."""
    known = state.cells
    c = dealt.cells
    kinds = pool.kinds
    if kinds == 0:
        for n in range(pool.rows):
            if known[pool.at[n]] > kinds:
                kinds = known[pool.at[n]]
    loose = vec[i64]([0] * kinds)
    room = vec[i64]([0] * pool.rows)
    count: i64 = 0
    for n in range(pool.rows):
        if pool.seat[n] == viewer:
            continue
        at = pool.at[n]
        if pool.ordered[n]:
            kind = known[at] - 1
            if kind >= 0 and rules.floor(state, pool.field[n], pool.row[n], kind, viewer) <= 0:
                loose[kind] += 1
                room[n] = 1
        else:
            for kind in range(kinds):
                cards = known[at + kind]
                if cards > 0:
                    free = cards - rules.floor(state, pool.field[n], pool.row[n], kind, viewer)
                    if free > 0:
                        if free > cards:
                            free = cards
                        loose[kind] += free
                        room[n] += free
                        c[at + kind] = cards - free
        count += room[n]
    if count == 0:
        return
    barred = vec[i64]([0] * pool.rows)
    for n in range(pool.rows):
        if room[n] > 0:
            barred[n] = rules.lacks(state, pool.field[n], pool.row[n], viewer)
    table = deal(loose, room, barred, chooser)
    for n in range(pool.rows):
        if room[n] > 0:
            for kind in range(kinds):
                cards = table[n * kinds + kind]
                if cards > 0:
                    if pool.ordered[n]:
                        c[pool.at[n]] = kind + 1
                    else:
                        c[pool.at[n] + kind] += cards
