"""The lists of tables: which seats are free, and what a visitor may do there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.server.common.model import TableCard
from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web.app import create_app
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


def test_a_running_game_with_a_free_seat_is_listed_with_those_that_can_be_joined(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as client:
        config = {"game": "island", "layout": "beginner"}
        order = {
            "name": "The quay",
            "nickname": "Maud",
            "public": True,
            "config": config,
            "seats": [{"kind": "open"}] * 3,
        }
        made = client.post("/api/tables", json=order).json()
        table, maud = made["table"], made["token"]
        client.cookies.clear()
        tokens = []
        for name in ("Odile", "Pia"):
            sat = client.post(f"/api/tables/{table}/sit", json={"nickname": name, "id": name[0] * 16})
            tokens.append(sat.json()["token"])
            client.cookies.clear()
        for token, do in ((maud, "start"), (tokens[0], "leave")):
            sent = {"id": do, "do": do}
            told = client.post(f"/api/tables/{table}/commands", json=sent, headers={"Authorization": f"Bearer {token}"})
            assert told.status_code == 200, told.text
            listed = client.get("/").text.partition('id="public"')[2].partition('id="watch"')
            assert ("The quay" in listed[0], "The quay" in listed[2]) == (do == "leave", do == "start")
        assert "1 free" in listed[0]
