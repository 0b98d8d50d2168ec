"""The players: points and their sources, figures left, and module extras."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Stock, TileSeat
from bastide.view.model import Points, Story

_tallied: Final[WeakKeyDictionary[Game, tuple[object, ScoreTally]]] = WeakKeyDictionary()


class ScoreTally:
    """Scores of a game: count and points by seat and reason, and everybody's points turn by turn."""

    def __init__(self, r: Carcassonne) -> None:
        seats = range(int(r.seats))
        self.counts = [dict.fromkeys(range(len(r.reasons)), 0) for _ in seats]
        self.points = [dict.fromkeys(range(len(r.reasons)), 0) for _ in seats]
        self.by_turn: list[list[int]] = [[] for _ in seats]
        self.read = 0

    def add(self, events: Sequence[Event]) -> None:
        """What one decision told."""
        for event in events:
            if event.kind == "turn":
                for seat, points in enumerate(self.points):
                    self.by_turn[seat].append(sum(points.values()))
            elif event.kind == "score":
                self.counts[event.seat][int(event.b)] += 1
                self.points[event.seat][int(event.b)] += int(event.a)


def tally(g: Glance) -> ScoreTally:
    """The scores so far; the cached tally is extended, except after an undo."""
    history = g.game.history
    known = _tallied.get(g.game)
    if known is None or known[1].read > len(history) or (known[1].read and history[known[1].read - 1] is not known[0]):
        made = ScoreTally(g.rules)
        made.add(g.game.opening)
        known = (None, made)
    tallied = known[1]
    for events in history[tallied.read :]:
        tallied.add(events)
    tallied.read = len(history)
    _tallied[g.game] = (history[-1] if history else None, tallied)
    return tallied


def story(g: Glance) -> Story:
    """Everybody's points turn by turn, and at the end."""
    tallied = tally(g)
    return Story([[*line, int(g.rules.points(g.state, seat))] for seat, line in enumerate(tallied.by_turn)], [])


def seat_views(g: Glance) -> list[TileSeat]:
    """Every player in seat order."""
    tallied = tally(g)
    return [_seat(g, tallied, seat) for seat in range(int(g.rules.seats))]


def _seat(g: Glance, tallied: ScoreTally, seat: int) -> TileSeat:
    r = g.rules
    sources = [
        Points(name, tallied.counts[seat][reason], tallied.points[seat][reason])
        for reason, name in enumerate(r.reasons)
        if tallied.counts[seat][reason]
    ]
    figures = [
        Stock(word, g.cell(int(r.figure_supply[n]) + seat), int(r.figure_count[n]))
        for n, word in enumerate(r.figure_words)
    ]
    return TileSeat(
        seat=seat,
        points=int(r.points(g.state, seat)),
        sources=sources,
        followers=figures[0].left,
        figures=figures,
        goods=[stock for module in g.modules for stock in module.goods(g, seat)],
    )
