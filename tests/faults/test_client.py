"""The scripted client itself: on an undisturbed server it hears what happens once, also if it is slow or comes late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import pytest

from tests.faults.client import Client
from tests.faults.hooks import Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.story import PLAIN

LATE: Final = 20
"""The version of the table after which it comes."""


def test_a_client_whose_patience_is_short_hears_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine frames are on their way for longer than its patience."""
    play = Client.play

    async def hurried(self: Client) -> None:
        self.patience = 0.03
        await play(self)

    monkeypatch.setattr(Client, "play", hurried)
    asyncio.run(whole_match(PLAIN, tmp_path, House(tmp_path, lambda: Plan(PLAIN.seed))))


def test_a_client_that_comes_late_hears_what_happens_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first frame holds what happened before."""
    play = Client.play
    clients: list[Client] = []

    async def late(self: Client) -> None:
        clients.append(self)
        while not self.token and not any(client.version > LATE for client in clients):
            await asyncio.sleep(0.01)
        await play(self)

    monkeypatch.setattr(Client, "play", late)
    asyncio.run(whole_match(PLAIN, tmp_path, House(tmp_path, lambda: Plan(PLAIN.seed))))
    assert max(client.came for client in clients) > 0
