"""Positions for the scenarios of Event Cards: a table on which the next card is chosen."""

from __future__ import annotations

from typing import Any, Final

from bastide.expansions.island.event_cards.rules.deck import DECK, KINDS
from bastide.expansions.island.event_cards.rules.module import EventCardsRules
from bastide.testing.invariants import row
from tests.kit import Table, table

ONE: Final = "event_cards"


def cards(
    seats: int = 3, *, modules: tuple[str, ...] = (), damaged: dict[int, str] | None = None, **more: Any
) -> Table:
    """A table before the card of the turn is revealed; `damaged` are roads that must be repaired."""
    roads: dict[int, str] = dict(more.pop("roads", {}))
    for seat, places in (damaged or {}).items():
        roads[seat] = f"{roads.get(seat, '')} {places}".strip()
    t = table(seats, modules=[*modules, ONE], roads=roads, **{"rolled": False, **more})
    m = module(t)
    for seat, places in (damaged or {}).items():
        for place in places.split():
            m.damage(t.game.state, t.r.board.edge_index[place], seat)
    return t


def module(t: Table) -> EventCardsRules:
    """The variant in a game."""
    return t.r.module(EventCardsRules)


def reveal(t: Table, card: str) -> Table:
    """The card on turn is that one: `epidemic 8`."""
    return t.play("roll", f"chance: reveal {card}")


def see(t: Table, *gone: str) -> Table:
    """These cards have come since New Year; `all` are all but five fine days."""
    m = module(t)
    for kind in range(int(KINDS)):
        event, number, _count = DECK[kind]
        for text in gone:
            name, _, count = text.partition("*")
            if name == f"{event} {number}":
                t.game.state.cells[m.seen + kind] = int(count or 1)
            if name == "all":
                t.game.state.cells[m.seen + kind] = m.copies[kind]
    t.game.state.cells[m.come] = sum(row(t.game.state, m.seen, int(KINDS)))
    return t


def whole() -> dict[str, int]:
    """The deck: how many cards there are of each."""
    return {f"{event} {number}": count for event, number, count in DECK}


def damaged(t: Table, seat: int) -> set[str]:
    """The damaged roads of a seat."""
    found, edge = set(), int(module(t).next_damaged(t.game.state, seat, -1))
    while edge >= 0:
        found.add(t.r.board.edge_names[edge])
        edge = int(module(t).next_damaged(t.game.state, seat, edge))
    return found


def weights(t: Table) -> dict[str, int]:
    """What chance may bring, with its weights."""
    pairs = t.r.outcomes(t.game.state)
    found: dict[str, int] = {}
    for i in range(0, len(pairs), 2):
        verb = t.r.verb_of[pairs[i]]
        found[verb.describe(pairs[i] - verb.offset)] = int(pairs[i + 1])
    return found
