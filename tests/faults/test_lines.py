"""Connections that lose, double, delay and swap messages, or end inside one."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.counting import FACTOR, report, until_enough
from tests.faults.hooks import Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.proxies import FAULTS, Bytes, Messages
from tests.faults.story import PLAIN, TAKING_BACK


@pytest.mark.parametrize("undo", [False, True])
def test_messages_that_are_lost_doubled_late_or_out_of_order_change_nothing(tmp_path: Path, undo: bool) -> None:
    counts: Counter[str] = Counter()
    plain = TAKING_BACK if undo else PLAIN

    def game(folder: Path) -> Counter[str]:
        story = replace(plain, seed=plain.seed + int(folder.name) + 5 * int(folder.parent.name))

        async def played() -> Counter[str]:
            house = House(folder, lambda: Plan(story.seed))
            async with Messages(house.port, story.seed, 0.12).open() as lines:
                await whole_match(story, folder, house, port=lines.port, orderly=False, tabs=2)
            return lines.counts

        return asyncio.run(played())

    name = "bad messages" + (", with undo" if undo else "")
    for number in range(max(1, int(FACTOR))):
        games = tmp_path / str(number)
        games.mkdir()
        counts += until_enough(name, games, game)
    for fault in FAULTS:
        assert any(kind.startswith(f"message {fault} ") for kind in counts), fault
    report(name, counts)


def test_lines_that_end_anywhere_lose_nobody_anything(tmp_path: Path) -> None:
    """Bytes come in pieces, and the line ends within them; every client is told everything, once and in order."""
    counts: Counter[str] = Counter()

    async def game() -> None:
        house = House(tmp_path, lambda: Plan(PLAIN.seed))
        async with Bytes(house.port, 1, 40_000).open() as lines:
            await whole_match(PLAIN, tmp_path, house, port=lines.port)
        counts.update(lines.counts)

    asyncio.run(game())
    report("bad lines", Counter({kind: count for kind, count in counts.items() if "cut" in kind}))
