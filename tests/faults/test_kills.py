"""The server is killed with SIGKILL, at chosen points and at any moment, again and again while a game is played."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bastide.kernel.errors import BastideError
from bastide.server.cluster.opening import open_hub
from tests.chosen import now_and_then, sampled
from tests.faults.counting import FACTOR, LEAST, report, until_enough
from tests.faults.hooks import POINTS, Plan
from tests.faults.house import House, stored
from tests.faults.match import Laid, judge, lay, where, whole_match
from tests.faults.story import PLAIN, TAKING_BACK, Seeded, Story, undisturbed


def test_at_least_five_hundred_faults_are_injected() -> None:
    assert sum(LEAST.values()) >= 500


def test_a_story_is_always_the_same() -> None:
    one = undisturbed(TAKING_BACK)
    undisturbed.cache_clear()
    assert one == undisturbed(TAKING_BACK)
    assert one.undos == 15
    assert len(one.decisions) > 120
    verbs = {text.split()[0] for _, text in undisturbed(PLAIN).decisions}
    assert verbs >= {"discard", "steal", "offer", "accept", "refuse", "trade", "city", "bank"}


def test_without_faults_the_server_tells_the_story_as_it_is(tmp_path: Path) -> None:
    story = PLAIN
    house = House(tmp_path, lambda: Plan(seed=story.seed))
    clients = asyncio.run(whole_match(story, tmp_path, house, tabs=2))
    assert [client.lines for client in clients] == [1] * (story.seats + 2)
    assert house.killed == 1, "at the end, by the test"
    assert not any(client.refused for client in clients)


@pytest.mark.parametrize("undo", sampled([False, True], count=1, rest=pytest.mark.campaign))
def test_killed_at_any_point_of_a_command_nothing_is_lost_and_nothing_done_twice(tmp_path: Path, undo: bool) -> None:
    counts: Counter[str] = Counter()
    for round_ in range(max(1, int(FACTOR))):
        story = TAKING_BACK if undo else PLAIN
        story = replace(story, seed=story.seed + round_)
        rng = random.Random(10 * story.seed + undo)
        points = itertools.cycle(rng.sample(POINTS, len(POINTS)))

        def plan(story: Story = story, rng: random.Random = rng, points: itertools.cycle[str] = points) -> Plan:
            kill = next(points)
            return Plan(story.seed, kill, 1 if kill == "while reading the log" else rng.randint(1, 9))

        folder = tmp_path / str(round_)
        folder.mkdir()
        house = House(folder, plan)
        asyncio.run(whole_match(story, folder, house, tabs=2))
        counts += house.notes()
        assert sum(house.notes().values()) in (house.killed, house.killed - 1), "the last one is the test's"
    assert set(counts) == {f"kill -9 {point}" for point in POINTS}
    report("kills at chosen points" + (", with undo" if undo else ""), counts)


def done(folder: Path) -> int:
    """How many entries there are that people or chance have made."""
    return stored(folder) - stored(folder, "back")


@now_and_then(2)
def test_killed_from_outside_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(PLAIN.seed)

    def play(folder: Path) -> Counter[str]:
        house = House(folder, lambda: Plan(PLAIN.seed))

        async def killer() -> None:
            while True:
                # Sometimes while it starts; otherwise after a little more was done, so that the game goes on.
                enough = 0 if rng.random() < 0.15 else done(folder) + rng.randint(1, 8)
                while done(folder) < enough:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(rng.uniform(0.0, 0.1))
                house.kill()

        async def game() -> None:
            job = asyncio.create_task(killer())
            await whole_match(PLAIN, folder, house, tabs=2)
            assert not job.done()
            job.cancel()

        asyncio.run(game())
        return Counter({"kill -9 at any moment": house.killed - 1})

    until_enough("kills from outside", tmp_path, play)


def test_killed_while_it_first_makes_its_database_it_starts_afterwards(tmp_path: Path) -> None:
    story = PLAIN
    rng = random.Random(4)
    house = House(tmp_path, lambda: Plan(story.seed))
    most = 16

    async def begin() -> None:
        async with house.open():
            while house.lives < most:
                await asyncio.sleep(rng.uniform(0.02, 0.2))
                house.kill()
        hub = await open_hub(where(tmp_path), Seeded(story.seed))
        assert await hub.shared.store.check()
        await hub.close()
        [laid] = await lay(story, where(tmp_path))
        assert laid.tokens

    asyncio.run(begin())
    assert (tmp_path / "secret").exists() is False, "the test gives the secret"
    report("kills at the first start", Counter({"kill -9 at the first start": house.killed - 1}))


DAMAGE = {
    "an entry in the middle": "DELETE FROM entry WHERE version = 40",
    "the last entries": "DELETE FROM entry WHERE version > (SELECT max(version) - 3 FROM entry)",
    "the id of a command": "UPDATE entry SET command_id = NULL WHERE command_id LIKE '%:play%' AND version > 90",
    "what a command came to": "UPDATE entry SET upto = upto + 1 WHERE command_id LIKE '%:chat%'",
    "a line of chat": "UPDATE entry SET payload = replace(payload, 'chat', 'rematch') WHERE kind = 'chat'",
    "the order of time": "UPDATE entry SET at = at - 100000 WHERE version = 50",
}


def test_the_judge_sees_what_is_lost(tmp_path: Path) -> None:
    story = PLAIN
    house = House(tmp_path, lambda: Plan(seed=story.seed))

    async def judged() -> None:
        clients = await whole_match(story, tmp_path, house)
        whole = (tmp_path / "bastide.db").read_bytes()
        for name, sql in DAMAGE.items():
            (tmp_path / "bastide.db").write_bytes(whole)
            with contextlib.closing(sqlite3.connect(tmp_path / "bastide.db")) as database:
                assert database.execute(sql).rowcount > 0, name
                database.commit()
            try:
                await judge(story, Laid(clients[0].table), where(tmp_path), clients)
            except (AssertionError, BastideError):
                continue
            pytest.fail(f"the judge does not see that {name} is lost")

    asyncio.run(judged())
