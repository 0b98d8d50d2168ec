"""The scripted client itself: on an undisturbed server it hears what happens once, also if it is slow or comes late."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.client import Client
from tests.faults.hooks import Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.story import PLAIN


def test_a_client_whose_patience_is_short_hears_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine frames are on their way for longer than its patience."""
    play = Client.play

    async def hurried(self: Client) -> None:
        self.patience = 0.003
        await play(self)

    monkeypatch.setattr(Client, "play", hurried)
    asyncio.run(whole_match(PLAIN, tmp_path, House(tmp_path, lambda: Plan(PLAIN.seed))))


def test_a_client_that_comes_late_hears_what_happens_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first frame holds what happened before."""
    play = Client.play
    came: list[int] = []

    async def late(self: Client) -> None:
        if not self.token:
            await asyncio.sleep(1)
        await play(self)
        came.append(self.came)

    monkeypatch.setattr(Client, "play", late)
    asyncio.run(whole_match(PLAIN, tmp_path, House(tmp_path, lambda: Plan(PLAIN.seed))))
    assert max(came) > 0
