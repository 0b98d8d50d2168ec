"""A row for each decision of a game, as a viewer could know it then: for tables and statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from bastide.arena.matches import turns
from bastide.data.sources import Source, found
from bastide.kernel.errors import OutOfRange, quote
from bastide.kernel.families import MOST_SEATS
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view.island.log import may_know
from bastide.view.model import OPEN, SPECTATOR

COLUMNS: Final = (
    *("file", "game", "seats", "modules", "n", "turn", "seat", "player", "phase", "decision", "legal", "won"),
    *(f"points_{seat}" for seat in range(MOST_SEATS)),
)
"""The names of a row's values, in the order of the columns."""

Row = dict[str, Any]
Viewer = int | str
"""`open` sees everything, `spectator` what is public, and a seat what it sees."""


def rows(sources: Source | Iterable[Source], viewer: Viewer = "open") -> Iterator[Row]:
    """The decisions of all games of sources (`sources.found`), those of chance included.

    Hidden cards are left out of the notation, as `bastide replay --moves` does. Points hold another seat's hidden ones,
    and a row holds another seat's number of legal actions or that of outcomes of chance, only for who sees all.

    :raises RecordError: a record is truncated or altered; the message names file and line.
    :raises OutOfRange: a game has no such seat.
    :raises OSError: a file cannot be read.
    """
    for each in found(sources):
        game = each.load()
        seen_by = viewer_of(viewer, int(game.rules.seats))
        for row in rows_of(game, seen_by):
            yield {"file": each.source, "game": each.number, **row}


def viewer_of(viewer: Viewer, seats: int) -> int:
    """The viewer by its number. Raises OutOfRange if there is none."""
    named = {"open": int(OPEN), "spectator": int(SPECTATOR)}
    if isinstance(viewer, str) and viewer in named:
        return named[viewer]
    if isinstance(viewer, int) and 0 <= viewer < seats:
        return viewer
    raise OutOfRange(f"{quote(viewer)} is not a viewer; use 'open', 'spectator', or a seat from 0 to {seats - 1}")


def rows_of(game: Game, viewer: int) -> Iterator[Row]:
    """The rows of one game without `file` and `game`: the position before each decision, and the decision."""
    rules = game.rules
    seats = range(int(rules.seats))
    winners = game.winners if game.over else None
    common = {"seats": len(seats), "modules": " ".join(rules.module_names)}
    steps = game.steps()
    for n, decision in enumerate(game.decisions, 1):
        s = next(steps).state
        by = decision.seat
        known = viewer in (OPEN, by) and not (by == CHANCE and viewer != OPEN)
        points = [rules.total_points(s, seat) if viewer == OPEN else rules.points(s, seat, viewer) for seat in seats]
        yield {
            **common,
            "n": n,
            "turn": turns(rules, s),
            "seat": "chance" if by == CHANCE else by,
            "player": game.names[by] if 0 <= by < len(game.names) else None,
            "phase": rules.phase(s).name,
            "decision": notation(game, n, viewer),
            "legal": len(rules.legal(s, by)) if known else None,
            "won": None if winners is None or by == CHANCE else by in winners,
            **{f"points_{seat}": int(points[seat]) if seat in seats else None for seat in range(MOST_SEATS)},
        }


def notation(game: Game, number: int, viewer: int) -> str:
    """A decision by its number, as a viewer may know it: of a hidden card only the verb, as in `steal ?`."""
    text = game.decisions[number - 1].text
    if all(may_know(event, viewer) for event in game.history[number - 1]):
        return text
    return f"{text.partition(' ')[0]} ?"
