"""A commit reached the disk, but its answer was lost: the database was restarted, or its connection broke."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bastide.server.common.model import Shown
from bastide.server.log.draft import Who
from bastide.server.log.state import News
from bastide.server.storage.store import StoreError
from bastide.server.tables.feed import Feed
from bastide.server.tables.table import Table
from tests.server.tables import Page, hub_in, playing, refused, run

pytestmark = pytest.mark.usefixtures("everywhere")


class Listening(Page):
    """A page that remembers the versions of all events that it was told, and gaps as 0."""

    def __init__(self, table: Table, who: Who) -> None:
        self.versions: list[int] = []
        super().__init__(table, who)

    def notify(self, news: Sequence[News] | None) -> None:
        super().notify(news)
        self.versions += [0] if news is None else [item.version for item in news]


def test_readers_are_told_the_events_of_a_commit_whose_answer_was_lost(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            page = Listening(maud.table, odile.who)
            before = maud.table.state.version
            store: Any = hub.shared.store
            append = store.append

            async def answer_lost(*given: Any, **more: Any) -> None:
                await append(*given, **more)
                raise StoreError("the connection was closed")

            store.append = answer_lost
            outcome = await maud.do("play", "draw")
            store.append = append
            await maud.do("play", "end")
            assert outcome.version == before + 2, "it counts: the reload finds it"
            assert page.versions == [before + 1, before + 2, before + 3]

    run(story())


def test_who_comes_before_events_are_announced_is_told_them_once(tmp_path: Path) -> None:
    """A table that another server changed is caught up with before its readers here are told."""

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            before = table.state
            await maud.do("play", "mark 1")
            after, table.state, table._announced = table.state, before, before.version
            stays, comes = (Feed(table, odile.who, "en", True) for _ in range(2))
            stays.join(before.version)
            table.state = after
            comes.join(before.version)
            stays.next()
            table.announce()
            frames = [feed.next() for feed in (stays, comes)]
            assert [len(frame.events) for frame in frames if isinstance(frame, Shown)] == [1, 1]
            table.announce()

    run(story())


def test_what_could_not_be_stored_counts_against_no_limit(tmp_path: Path) -> None:
    """A client sends it again and again until the database is there."""

    async def story() -> None:
        async with hub_in(tmp_path, chat_burst=3, chat_rate=0.001, undo_burst=1, undo_rate=0.001) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await maud.do("play", "mark 1")
            store: Any = hub.shared.store
            append = store.append

            async def fails(*given: Any, **more: Any) -> None:
                raise StoreError("the connection was closed")

            store.append = fails
            for _ in range(10):
                await refused(maud.do("chat", "hello", id="hello"), "store")
                await refused(maud.do("undo", id="undo"), "store")
            store.append = append
            await maud.do("chat", "hello", id="hello")
            await maud.do("undo", id="undo")

    run(story())
