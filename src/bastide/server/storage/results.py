"""Results of finished games: one row per seat, for the history of accounts.

The rows of a game are stored in the transaction that stores its last entry. For games stored by older versions, which
kept no results, they are computed from the log when the table is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select

from bastide.server.engine.interface import Engine
from bastide.server.log.entries import Entry, Start
from bastide.server.log.state import TableState
from bastide.server.storage.schema import result
from bastide.view.model import OPEN


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat in a game. `place` counts from 1 and is shared by equals; `ended` is in milliseconds."""

    table_id: str
    game: int
    seat: int
    generation: int
    kind: str
    name: str
    family: str
    seats: int
    points: int
    place: int
    won: bool
    ended: int


class Score(NamedTuple):
    """The result of one seat in the last game of a table, for lists."""

    table: str
    game: int
    seat: int
    name: str
    points: int
    won: bool


def results_of(engine: Engine, state: TableState) -> list[SeatResult]:
    """The results of all seats in the finished game of this table."""
    assert state.match is not None
    view = engine.view(state.match.game, OPEN)
    winners = view.result.winners if view.result is not None else []
    merits = [(seat.seat in winners, seat.total) for seat in view.seats]
    return [
        SeatResult(
            table_id=state.id,
            game=state.games,
            seat=seat.seat,
            generation=state.seats[seat.seat].generation,
            kind=state.seats[seat.seat].kind,
            name=state.seats[seat.seat].name,
            family=view.family,
            seats=len(view.seats),
            points=seat.total,
            place=1 + sum(other > merits[seat.seat] for other in merits),
            won=seat.seat in winners,
            ended=state.at,
        )
        for seat in view.seats
    ]


def ending(engine: Engine, before: TableState, after: TableState) -> list[SeatResult]:
    """The results of the game that a change ended; empty if it ended none."""
    return results_of(engine, after) if after.stage == "over" and before.stage != "over" else []


def ended(state: TableState) -> int:
    """How many games of this table are finished."""
    return state.games - (state.stage == "playing")


def from_log(engine: Engine, table: str, entries: Sequence[Entry], game: int) -> list[SeatResult]:
    """The results of one finished game of a table, replayed from the log.

    :raises bastide.kernel.errors.BastideError: the log does not replay under these rules.
    """
    starts = [place for place, entry in enumerate(entries) if isinstance(entry.payload, Start)]
    begin = starts[game - 1] + 1
    state = TableState.replayed(engine, table, entries[:begin])
    for entry in entries[begin : starts[game] if game < len(starts) else len(entries)]:
        state.replay(engine, entry)
        if state.stage == "over":
            return results_of(engine, state)
    return []


def keep(connection: Connection, rows: Sequence[SeatResult]) -> None:
    """Insert results in an open transaction."""
    if rows:
        connection.execute(insert(result), [msgspec.structs.asdict(row) for row in rows])


def kept(connection: Connection, table: str) -> set[int]:
    """The numbers of a table's games whose results are stored."""
    rows = connection.execute(select(result.c.game).where(result.c.table_id == table).distinct())
    return {row.game for row in rows}
