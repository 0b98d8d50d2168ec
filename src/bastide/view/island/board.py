"""What lies on the board, and where the viewer may act."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final
from weakref import WeakKeyDictionary

from bastide.catan.base.config import IslandConfig
from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import Board, Harbor, Hex, Roll, SideRoll, Site
from bastide.view.island.module_views import views_of
from bastide.view.island.tips import label, tip
from bastide.view.model import Piece, Target

KINDS_BY_LEVEL: Final = ("", "settlement", "city")
_boards: WeakKeyDictionary[Game, tuple[list[int], Board]] = WeakKeyDictionary()
"""The last board seen of each game, with its number tokens if they move."""
_counts: WeakKeyDictionary[Game, tuple[int, list[Event] | None, list[int]]] = WeakKeyDictionary()
"""Counts of each sum rolled, the number of decisions counted and the last events of them."""
NUMBERS: Final = frozenset({"roll", "number"})
"""The events that tell the number of a turn."""
TARGET_VERBS: Final = {"settle": "settlement", "road": "road", "city": "city", "robber": "robber"}
"""The verbs that take a place, and the piece each puts there."""


def board(g: Glance) -> Board:
    """The layout, one object shared by all views of a game as long as its number tokens do not move."""
    r = g.rules
    # Computed on every call, and so only where a number token can move at all.
    moved = [g.cell(r.number + h) for h in range(int(r.board.hexes))] if r.numbers_move else []
    found = _boards.get(g.game)
    if found is None or found[0] != moved:
        found = _boards[g.game] = (moved, _board(g))
    return found[1]


def _board(g: Glance) -> Board:
    r, layout = g.rules, g.rules.config.layout
    numbers = [r.numbers_of(g.state, r.board.hex_index[f"{h.q},{h.r}"]) for h in layout.hexes]
    return board_with(r.config, numbers)


def board_with(config: IslandConfig, numbers: Sequence[Sequence[int]]) -> Board:
    """A layout for display, with these numbers on its hexes."""
    return Board(
        hexes=[
            Hex(
                h.q,
                h.r,
                h.terrain,
                tokens[0] if tokens else None,
                list(tokens) if len(tokens) > 1 else [],
                config.terrains[h.terrain].water,
            )
            for h, tokens in zip(config.layout.hexes, numbers, strict=True)
        ],
        harbors=[Harbor(h.q, h.r, h.side, h.good or None, 2 if h.good else 3) for h in config.layout.harbors],
        sites=[Site(site.word, site.place, site.value) for site in config.layout.sites],
    )


def pieces(g: Glance) -> list[Piece]:
    """Lines in the order of the edges, then buildings in the order of the corners."""
    r = g.rules
    out: list[Piece] = []
    roads, owners = (
        g.state.cells[at : at + count] for at, count in ((r.road, r.board.edges), (r.owner, r.board.corners))
    )
    for e, owner in enumerate(roads):
        if owner:
            out.append(Piece(r.line_names[r.line_at(g.state, e)], r.board.edge_names[e], int(owner) - 1))
    other = {name: piece for module in views_of(r) for name, piece in module.buildings(g).items()}
    for c, owner in enumerate(owners):
        if owner:
            name = r.board.corner_names[c]
            out.append(other.get(name) or Piece(KINDS_BY_LEVEL[g.cell(r.level + c)], name, int(owner) - 1))
    for module in views_of(r):
        out += module.pieces(g)
    return out


def robber(g: Glance) -> str | None:
    """Where the robber stands."""
    at = g.cell(g.rules.robber)
    return g.rules.board.hex_names[at] if at >= 0 else None


def targets(g: Glance) -> list[Target]:
    """Every legal decision with a place."""
    out: list[Target] = []
    for text in g.legal:
        verb, _, place = text.partition(" ")
        piece = TARGET_VERBS.get(verb) or (verb if verb in g.rules.line_names else None)
        if piece is not None:
            out.append(Target(text, place, piece, piece, label(g, piece, place), tip(g, piece, place)))
    for module in views_of(g.rules):
        out += module.targets(g)
    return out


def last_roll(g: Glance) -> Roll | None:
    """The last roll of a turn, kept in the next turn until its player rolls."""
    for events in reversed(g.game.history):
        for event in events:
            if event.kind in NUMBERS:
                where = _hexes(g, events, "yield"), next(iter(_hexes(g, events, "blocked")), None)
                if event.kind == "number":
                    return Roll(int(event.seat), [], *where, int(event.a))
                return Roll(int(event.seat), [int(event.a), int(event.b)], *where)
    return None


def last_side_roll(g: Glance) -> SideRoll | None:
    """The last side roll of this turn."""
    for events in reversed(g.game.history):
        for event in reversed(events):
            if event.kind == "throw":
                return SideRoll(int(event.seat), int(event.b), int(event.a))
            if event.kind == "turn":
                return None
    return None


def _hexes(g: Glance, events: list[Event], kind: str) -> list[str]:
    """The hexes named by events of a kind."""
    found = {int(e.c if kind == "yield" else e.a) for e in events if e.kind == kind}
    return [g.rules.board.hex_names[h] for h in sorted(found)]


def roll_counts(g: Glance) -> list[int]:
    """How often each sum was rolled: `counts[n]` for n from 0 to 12."""
    history = g.game.history
    known, last, counts = _counts.get(g.game, (0, None, [0] * 13))
    if known > len(history) or (known and history[known - 1] is not last):
        known, counts = 0, [0] * 13
    for events in islice(history, known, None):
        for event in events:
            if event.kind in NUMBERS:
                counts = list(counts)
                counts[int(event.a + event.b)] += 1
    _counts[g.game] = len(history), history[-1] if history else None, counts
    return counts


def last_move(g: Glance) -> str | None:
    """The place in the last decision that has one."""
    for d in reversed(g.game.decisions):
        verb, _, place = d.text.partition(" ")
        if verb in TARGET_VERBS or verb in g.rules.line_names:
            return place
        if verb == "end":
            return None
        for module in views_of(g.rules):
            found = module.moved(d.text)
            if found is not None:
                return found
    return None
