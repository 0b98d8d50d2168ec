"""A data reader's copy of the log and the chat, when only new lines are sent."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tracemalloc
from pathlib import Path

import msgspec

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Panels, Shown, TableView
from bastide.server.engine.games import Games
from bastide.server.log.draft import Who
from bastide.server.tables import panel_hashes
from bastide.server.tables.feed import Feed, panel_of
from bastide.web.panels.painter import Painter
from tests.server.tables import Person, hub_in, playing, run

ISLAND = {"game": "island", "layout": "beginner", "options": {"first": "draw", "goal": 4}}


class Reader:
    """Keeps a table as docs/server.md says: the first lines of its own log, then those that were sent."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.table: TableView | None = None
        self.sent = self.frames = 0

    def read(self) -> None:
        frame = self.feed.next()
        if frame is None:
            return
        assert isinstance(frame, Shown)
        self.sent += len(msgspec.json.encode(frame))
        self.frames += 1
        fresh, kept = frame.table, self.table
        if not frame.whole and kept is not None:
            chat = {line.number: line for line in (*kept.chat, *fresh.chat)}
            view = fresh.view
            if view is not None:
                own = [] if kept.view is None else kept.view.log
                view = msgspec.structs.replace(view, log=own[: frame.lines - len(view.log)] + view.log)
            fresh = msgspec.structs.replace(fresh, chat=list(chat.values()), view=view)
        self.table = fresh


def test_everybody_draws_in_turn_and_lets_others_do_something_between(tmp_path: Path) -> None:
    async def story() -> None:
        drawn: list[tuple[int, int | None]] = []
        turns = 0

        def render(table: TableView, language: str, unseen: frozenset[str]) -> dict[str, str]:
            drawn.append((turns, table.seat))
            return {}

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        async with hub_in(tmp_path, render=render) as hub:
            tables = [await playing(hub, "Maud", "Odile") for _ in range(5)]
            feeds = [Feed(person.table, person.who, "en", False) for people in tables for person in people]
            busy = asyncio.create_task(others())
            await asyncio.gather(*(feed.drawn() for feed in feeds))
            busy.cancel()
        assert [seat for _, seat in drawn] == [0, 1] * 5
        assert len({turn for turn, _ in drawn}) == 10, "never two in one turn of the loop"

    run(story())


async def act(people: list[Person], rng: random.Random) -> None:
    """Let any awaited seat do anything."""
    match = people[0].table.state.match
    assert match is not None
    seat = next(iter(match.game.actors))
    bot = Games().bot("random", rng.getrandbits(32))
    await people[seat].do("play", bot.choose(match.game.copy(), seat))


def test_the_log_is_sent_once_and_kept_whole(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(5)
        async with hub_in(tmp_path, Games(), seed=5) as hub:
            people = await playing(hub, "Maud", "Odile", "Paul", config=ISLAND)
            table = people[0].table
            viewers = [person.who for person in people] + [Who()]
            readers = [Reader(Feed(table, who, "en", True)) for who in viewers]
            for reader in readers:
                reader.feed.join()
            whole = step = 0
            while table.stage == "playing":
                await act(people, rng)
                step += 1
                if step % 9 == 0:
                    await people[step % 3].do("chat", f"step {step}")
                whole += len(msgspec.json.encode(table.view(0)))
                # Some read less often; one goes and comes back with the version that it has.
                for number, reader in enumerate(readers):
                    if step % (number + 1) == 0:
                        reader.read()
                if step % 50 == 0 and readers[1].table is not None:
                    readers[1].feed.part()
                    readers[1].feed = Feed(table, viewers[1], "en", True)
                    readers[1].feed.join(seen=readers[1].table.version)
            await people[0].do("rematch")
            await people[0].do("chat", "again")
            await people[0].do("start")
            await act(people, rng)
            for reader, who in zip(readers, viewers, strict=True):
                reader.read()
                assert reader.table == table.view(who.seat)
                reader.feed.part()
            assert readers[0].frames > step / 2
            assert readers[0].sent < whole / 2, "what was sent before is not sent again"

    run(story())


def test_what_was_taken_back_is_not_kept(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(6)
        config = ISLAND | {"layout": "random", "options": {"first": 0}}
        async with hub_in(tmp_path, Games(), seed=6) as hub:
            people = await playing(hub, "Maud", "Odile", config=config)
            table = people[0].table
            reader = Reader(Feed(table, people[1].who, "en", True))
            reader.feed.join()
            reader.read()
            for _ in range(8):
                match = table.state.match
                assert match is not None
                seat = match.game.actors[0]
                await act(people, rng)
                reader.read()
                await people[seat].do("undo")
                reader.read()
                assert reader.table == table.view(1)
                await act(people, rng)
                reader.read()
                assert reader.table == table.view(1)

    run(story())


class Screen:
    """A page as it stands: its panels by id, as frames change them."""

    def __init__(self) -> None:
        self.panels: dict[str, str] = {}
        self.version = 0

    def read(self, feed: Feed) -> set[str]:
        """Take the next frames until there are none; the panels that came with the first of them."""
        first: set[str] | None = None
        while feed.dirty:
            frame = feed.next()
            if frame is None:
                continue
            assert isinstance(frame, Panels)
            first = set(frame.panels) if first is None else first
            shown = {key for key, html in frame.panels.items() if html}
            if frame.whole:
                self.panels = {}
            self.panels = {k: h for k, h in (self.panels | frame.panels).items() if k not in frame.panels or k in shown}
            self.version = frame.version
        return first or set()


def test_a_page_that_comes_back_is_sent_what_differs_from_what_it_has(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(5)
        async with hub_in(tmp_path, Games(), Painter(), seed=5) as hub:
            people = await playing(hub, "Maud", "Odile", "Paul", config=ISLAND)
            table, who = people[0].table, people[0].who
            screen = Screen()
            feed = Feed(table, who, "en", False)
            feed.join()
            assert {"defs", "land"} <= screen.read(feed), "a client without a list is sent everything"
            while table.stage == "playing":
                feed.part()
                feed = Feed(table, who, "en", False)
                for _ in range(rng.randrange(12)):
                    if table.stage == "playing":
                        await act(people, rng)
                has = panel_hashes.parse_hashes(panel_hashes.format_hashes(screen.panels))
                feed.join(screen.version, has)
                sent = screen.read(feed)
                assert not {"defs", "land"} & sent
                assert len(sent) < len(screen.panels)
                assert screen.panels == table.panels(0, "en")
            await people[0].do("rematch")
            assert screen.read(feed)
            assert screen.panels == table.panels(0, "en")
            assert not any(key.startswith("log-") for key in screen.panels)
            feed.part()

    run(story())


def test_what_a_page_does_not_look_at_is_left_out_until_it_does(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(8)
        config = ISLAND | {"layout": "random", "options": {"first": 0, "goal": 4}}
        async with hub_in(tmp_path, Games(), Painter(), seed=8) as hub:
            people = await playing(hub, "Maud", "Odile", "Paul", config=config)
            table, feed, screen = people[0].table, Feed(people[0].table, people[0].who, "en", False), Screen()
            feed.join()
            screen.read(feed)
            looks, left = 0, 0
            while table.stage == "playing":
                if rng.random() < 0.1:
                    # The line was lost: the page says what it has, and at what it does not look.
                    feed.part()
                    feed = Feed(table, people[0].who, "en", False)
                    feed.join(screen.version, panel_hashes.parse_hashes(panel_hashes.format_hashes(screen.panels)))
                    feed.look({"players", "rail"})
                elif rng.random() < 0.3:
                    feed.look(rng.choice([{"players"}, {"players", "rail"}, set()]))
                    feed.catch_up(rng.choice([screen.version, 0]))
                sent = screen.read(feed)
                drawn = table.panels(0, "en")
                seen = {name for name in drawn if panel_of(name) not in feed.unseen}
                assert {name: screen.panels.get(name) for name in seen} == {name: drawn[name] for name in seen}
                assert not {panel_of(name) for name in sent} & feed.unseen
                left += bool(feed.unseen)
                looks += not feed.unseen
                if rng.random() < 0.1 and people[0].table.state.match is not None:
                    with contextlib.suppress(RequestRefused):
                        await people[rng.randrange(3)].do("undo")
                await act(people, rng)
            assert min(looks, left) > 10
            feed.look({"players"})
            await people[0].do("rematch")
            screen.read(feed)
            feed.look(())
            feed.catch_up(screen.version)
            assert "players" in screen.read(feed), "what was not looked at always comes, also if it is as it was"
            assert screen.panels == table.panels(0, "en"), "and rows that are no more go"
            feed.part()

    run(story())


def test_marks_that_are_none_are_like_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, Games(), Painter(), seed=5) as hub:
            people = await playing(hub, "Maud", "Odile", config=ISLAND)
            for text in ("head", "head.x.log-3", "...", ".".join(["head.00000000"] * 5000), "<p>.<p>"):
                screen = Screen()
                feed = Feed(people[0].table, people[0].who, "en", False)
                feed.join(people[0].table.state.version, panel_hashes.parse_hashes(text))
                screen.read(feed)
                assert screen.panels == people[0].table.panels(0, "en")
                feed.part()

    run(story())


def test_readers_who_leave_out_ever_other_panels_fill_no_memory(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, Games(), Painter()) as hub:
            table = (await playing(hub, "Maud", "Odile", "Paul", config=ISLAND))[0].table
            whole = table.panels(None, "en")
            tracemalloc.start()
            for number in range(3000):
                assert table.panels(None, "en", unseen=frozenset((f"none-{number}",))) == whole
            grown, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert grown < 1_000_000

    run(story())
