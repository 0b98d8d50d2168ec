"""The values of hidden progress cards in hand, and of one more."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.weights import CROWDED, HELD
from bastide.expansions.island.cities_knights.rules.progress.memory import remembered
from bastide.expansions.island.cities_knights.rules.progress.names import CONSTITUTION, KINDS, PRINTING
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.weights import PIP, POINT

KEPT = 40
"""The percentage of its worth that a card keeps near the end of the game."""


def held(look: Look, kind: i64) -> i64:
    """The worth of a card of a kind in hand."""
    return HELD[kind] * (KEPT + (100 - KEPT) * look.pip // PIP) // 100


def cards_worth(m: KnightsState, look: Look) -> i64:
    """The worth of a seat's hidden cards; the more there are, the sooner one must go."""
    s = look.s
    n = m.cards_of(s, look.seat)
    if n == 0:
        return 0
    total: i64 = 0
    for kind in range(KINDS):
        count = s.cells[m.card_at(look.seat, kind)]
        if count > 0:
            total += count * held(look, kind)
    return total - CROWDED[min(n, len(CROWDED) - 1)]


def without(m: KnightsState, look: Look, kind: i64) -> i64:
    """The seat's loss when a hidden card leaves its hand."""
    n = m.cards_of(look.s, look.seat)
    top = len(CROWDED) - 1
    return held(look, kind) - CROWDED[min(n, top)] + CROWDED[min(n - 1, top)]


def draw_worth(m: KnightsState, look: Look, domain: i64) -> i64:
    """The average value of a pile's top card, given the cards that the seat has seen."""
    c = look.s.cells
    total: i64 = 0
    unseen: i64 = 0
    for kind in range(m.first[domain], m.first[domain + 1]):
        n = m.copies[kind] - c[m.card_at(look.seat, kind)]
        for other in range(m.r.seats):
            n -= remembered(m, look.s, look.seat, other, kind)
        worth = held(look, kind)
        if kind in (PRINTING, CONSTITUTION):
            worth = POINT
            for other in range(m.r.seats):
                n -= c[m.laid_open + other * 2 + (0 if kind == PRINTING else 1)]
        total += n * worth
        unseen += n
    if unseen > 0:
        return total // unseen
    return 0
