"""The public part of an island position: computed once, for all viewers of that position.

It is built as a spectator sees it, so that it cannot reveal hidden information. Its parts stay the same objects for
all viewers, and from one position to the next if they have not changed, because renderers compare them
again and again.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from bastide.catan.base.config import UNLIMITED
from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.island import board, seats
from bastide.view.island.glance import Glance
from bastide.view.island.model import Board, NeutralView, Roll, SeatView, SideRoll
from bastide.view.model import SPECTATOR, Piece


class Common(NamedTuple):
    """The public part of a position, by view field."""

    board: Board
    pieces: list[Piece]
    robber: str | None
    roll: Roll | None
    side_roll: SideRoll | None
    rolls: list[int]
    bank: dict[str, int]
    deck: int | None
    seats: list[SeatView]
    neutrals: list[NeutralView]
    moved: str | None


class Seen(NamedTuple):
    """The last result for a game: its state, the number of decisions and their events."""

    cells: Any
    decisions: int
    last: list[Event] | None
    common: Common


_seen: Final[WeakKeyDictionary[Game, Seen]] = WeakKeyDictionary()


def common(game: Game) -> Common:
    """The public part of a game's current position."""
    found = _seen.get(game)
    cells, history = game.state.cells, game.history
    last = history[-1] if history else None
    if found is not None and found.decisions == len(history) and found.last is last and found.cells == cells:
        return found.common
    now = _look(Glance(game, SPECTATOR))
    if found is not None:
        now = _kept(now, found.common)
    _seen[game] = Seen(cells[:], len(history), last, now)
    return now


def _look(g: Glance) -> Common:
    return Common(
        board=board.board(g),
        pieces=board.pieces(g),
        robber=board.robber(g),
        roll=board.last_roll(g),
        side_roll=board.last_side_roll(g),
        rolls=board.roll_counts(g),
        bank={name: n for i, (name, n) in enumerate(g.goods(g.rules.bank).items()) if g.rules.stock[i] != UNLIMITED},
        deck=int(g.rules.cards_for_sale(g.state, g.on_turn)) if g.rules.sells_cards else None,
        seats=seats.seat_views(g),
        neutrals=seats.neutrals(g),
        moved=board.last_move(g),
    )


def _kept(now: Common, before: Common) -> Common:
    """The same with the objects of before, where they are equal."""
    parts = [old if old == new else new for old, new in zip(before, now, strict=True)]
    known = Common._make(parts)
    if known.seats is before.seats:
        return known
    return known._replace(seats=[old if old == new else new for old, new in zip(before.seats, now.seats, strict=True)])
