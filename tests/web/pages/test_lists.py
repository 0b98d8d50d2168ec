"""The lists of tables: which seats are free, and what a visitor may do there."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.server.common.model import TableCard
from bastide.view.words import Words
from bastide.web.tables import public_row


def card(stage: Any, players: int, free: int, seat: int | None = None) -> TableCard:
    names = ["Maud", "Odile", "Pia"][:players]
    return TableCard("a", "The quay", stage, "/t/a", 0, 3, free, names, {}, seat)


@pytest.mark.parametrize(
    ("shown", "pips", "button"),
    [
        (card("waiting", 1, 2), (1, 2), "Join"),
        (card("waiting", 3, 0), (3, 0), "Watch"),
        (card("waiting", 1, 2, seat=0), (1, 2), "Watch"),
        (card("playing", 3, 0), (3, 0), "Watch"),
        (card("playing", 2, 1), (2, 1), "Join"),  # somebody has left
        (card("playing", 3, 1), (2, 1), "Join"),  # the others have opened the seat of an idle person
        (card("playing", 2, 0), (2, 0), "Watch"),  # the free chair is locked
    ],
)
def test_a_row_shows_the_free_seats_and_offers_to_take_one(
    shown: TableCard, pips: tuple[int, int], button: str
) -> None:
    row = public_row(shown, Words("en"))
    assert ((row.taken, row.free), row.button) == (pips, button)
    assert row.note == (f"{pips[1]} free" if pips[1] else "")
