"""Everything at once: a server that dies and whose disk is full, behind lines that lose and double messages."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.chosen import now_and_then
from tests.faults.counting import report
from tests.faults.hooks import POINTS, Plan
from tests.faults.house import House
from tests.faults.match import whole_match
from tests.faults.proxies import Messages
from tests.faults.story import TAKING_BACK


@now_and_then(2)
def test_all_faults_together_change_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)

    def plan() -> Plan:
        troubles = {rng.randint(1, 12) for _ in range(3)}
        return Plan(TAKING_BACK.seed, rng.choice(POINTS[:-1]), rng.randint(3, 15), full=troubles)

    house = House(tmp_path, plan)

    async def game() -> None:
        async with Messages(house.port, 5, 0.05).open() as lines:
            await whole_match(TAKING_BACK, tmp_path, house, port=lines.port, orderly=False, tabs=2)
        report("everything at once", house.notes() + lines.counts)

    asyncio.run(game())
