"""A table: who may do what when, what is stored and refused, and what a restart restores."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bastide.server.common import logs
from bastide.server.log import state
from bastide.server.log.draft import Who
from bastide.server.log.entries import Entry
from bastide.server.log.match import Match
from bastide.server.log.state import TableState
from bastide.server.storage.server_lock import ServerLock
from bastide.server.storage.store import Conflict, Store, StoreError
from bastide.server.tables.hub import Hub
from bastide.server.tables.snapshot_writer import SnapshotWriter
from bastide.server.tables.table import Table
from tests.server.tables import CONFIG, Person, complaints, hub_in, order, playing, refused, run, seated, until
from tests.server.toy import Toy, ToyBot, ToyGame

pytestmark = pytest.mark.usefixtures("everywhere")


def match_of(table: Table) -> Match:
    assert table.state.match is not None
    return table.state.match


def game_hash(table: Table) -> Any:
    game: Any = match_of(table).game
    return game.hash()


def test_people_sit_start_and_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            table = maud.table
            assert table.state.stage == "waiting"
            assert table.state.names == ["Maud", "Odile"]
            await refused(odile.do("start"), "host")
            await maud.do("start")
            outcome = await maud.do("play", "draw")
            kinds = [entry.kind for entry in await hub.shared.store.load(table.state.id)]
            assert kinds == ["create", "sit", "start", "play", "chance"]
            assert outcome.version == table.state.version == 5
            await maud.do("play", "end")
            await odile.do("play", "mark 1")
            await odile.do("undo")
            assert match_of(table).free() == {1}

    run(story())


def test_a_restart_brings_every_table_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, _ = await playing(hub, "Maud", "Odile", "Jean")
            for text in ("draw", "mark 1", "mark 2"):
                await maud.do("play", text)
            await maud.do("undo")
            await maud.do("chat", "  good   wind ")
            await maud.do("play", "offer")
            await odile.do("play", "yes")
            before, hashed = maud.table.state, game_hash(maud.table)
        async with hub_in(tmp_path) as hub:
            table = await hub.table(before.id)
            after = table.state
            assert game_hash(table) == hashed
            assert match_of(table).free() == {0, 2}
            assert after.match is not None
            assert before.match is not None
            assert after.match.fresh == before.match.fresh
            for name in (
                "version",
                "seats",
                "host",
                "stage",
                "name",
                "config",
                "done",
                "moved",
                "at",
                "floor",
                "created",
            ):
                assert getattr(after, name) == getattr(before, name), name
            assert list(after.chat) == list(before.chat)
            assert [news.version for news in after.news] == [news.version for news in before.news]
            assert await Person(table, odile.who, "Odile").do("play", "yes", id=f"Odile-{2:016d}")
            jean = Person(table, Who(2, 1), "Jean")
            await jean.do("play", "no", id="Jean-later")
            assert match_of(table).free() == {0}

    run(story())


def test_a_resent_command_applies_once_and_gets_the_same_answer(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            first = await maud.do("play", "draw", id="one")
            again = await maud.do("play", "draw", id="one")
            assert first == again
            many = await asyncio.gather(*(maud.do("play", "end", id="two") for _ in range(5)))
            assert len(set(many)) == 1
            assert await odile.do("play", "draw", id="two") != many[0], "another seat's ids are its own"
            fault = await refused(maud.do("chat", "hello", id="one"), "used")
            assert "'one'" in str(fault)
        async with hub_in(tmp_path) as hub:
            table = await hub.table(maud.table.state.id)
            assert await Person(table, maud.who).do("play", "draw", id="one") == first

    run(story())


def test_a_resent_sit_gets_the_same_seat_but_not_after_it_was_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table, _ = await hub.create(order("open", "open"))
            guest = Person(table, Who(), "Odile")
            sat = await guest.do("sit", "Odile", id="o" * 20)
            assert sat == await guest.do("sit", "Odile", id="o" * 20)
            assert sat.seat == 1
            await refused(guest.do("sit", "Odile", id="short"), "malformed")
            guest.who = Who(sat.seat, sat.generation)
            left = await guest.do("leave", id="bye")
            assert left == await guest.do("leave", id="bye"), "a leave is resent with a token that it made void"
            await refused(Person(table, Who()).do("sit", "Odile", id="o" * 20), "used")
            await refused(guest.do("chat", "still here"), "token")
            assert table.state.stage == "waiting"

    run(story())


def test_two_may_answer_at_once_but_not_an_offer_they_have_not_seen(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, jean = await playing(hub, "Maud", "Odile", "Jean")
            offered = (await maud.do("play", "offer")).version
            await odile.do("play", "yes", version=offered)
            await jean.do("play", "no", version=offered)
            again = (await maud.do("play", "offer")).version
            await maud.do("play", "withdraw", version=again)
            new = (await maud.do("play", "offer")).version
            fault = await refused(odile.do("play", "yes", version=again), "stale")
            assert str(again) in str(fault)
            assert str(new) in str(fault)
            await refused(odile.do("play", "yes", version=new + 5), "stale")
            await jean.do("chat", "hm")
            await odile.do("play", "yes", version=new)
            await maud.do("play", "withdraw", version=new)
            seen = maud.table.state.version
            await maud.do("play", "mark 1", version=seen)
            await refused(maud.do("play", "mark 1", version=seen), "stale")
            await refused(maud.do("undo", version=seen), "stale")
            await maud.do("undo", version=seen + 1)

    run(story())


def test_a_move_and_the_one_before_it_are_both_played_or_neither(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, _ = await playing(hub, "Maud", "Odile", "Jean")
            offered = (await maud.do("play", "offer")).version
            answered = (await odile.do("play", "yes", version=offered)).version
            # Maud has not seen the answer: it is not thrown away.
            await refused(maud.do("play", "mark 1", version=offered, before="withdraw"), "stale")
            await refused(maud.do("play", "mark 9", version=answered, before="withdraw"), "illegal")
            await refused(maud.do("chat", "hm", before="withdraw"), "malformed")
            assert maud.table.state.version == answered
            for _again in range(2):
                both = await maud.do("play", "mark 1", version=answered, before="withdraw", id="both-or-neither!")
                assert both.version == answered + 2
            await refused(maud.do("play", "mark 1", id="both-or-neither!"), "used")
            game = maud.table.state.match
            assert game is not None
            assert [one.text for one in game.game.decisions[-2:]] == ["withdraw", "mark 1"]

    run(story())


def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            before = (table.state.version, game_hash(table))
            fault = await refused(odile.do("play", "draw"), "turn")
            assert "Maud" in str(fault)
            fault = await refused(maud.do("play", "dance"), "invalid")
            assert "'dance'" in str(fault)
            fault = await refused(maud.do("play", "yes"), "illegal")
            assert fault.rule == "TOY-001"
            assert str(fault) == "'yes': Maud may not yes now"
            await refused(maud.do("play", "card secret001"), "illegal")
            watcher = Person(table, Who(), "w")
            await refused(watcher.do("play", "draw"), "spectator")
            await refused(watcher.do("undo"), "spectator")
            await refused(watcher.do("start"), "spectator")
            await refused(maud.do("start"), "stage")
            await refused(maud.do("rematch"), "stage")
            await refused(maud.do("undo"), "undo")
            await refused(maud.do("sit", "Maud", id="m" * 20), "taken")
            await refused(maud.do("bot", "greedy", seat=1), "taken")
            await refused(maud.do("open", seat=1), "stage")
            await refused(maud.do("open", seat=0), "taken")
            await refused(maud.do("open", seat=6), "malformed")
            await refused(maud.do("chat", "   "), "malformed")
            await refused(maud.do("chat", "a\u202eb"), "malformed")
            await refused(maud.do("chat", "\ud800"), "malformed")
            await refused(Person(table, Who(0, 9)).do("play", "draw"), "token")
            for alike in ("mAUD", "Ma\u200dud", "\u041caud", "Maud\ufe0f", "Ma\u3164ud"):
                await refused(Person(table, Who(), "z").do("sit", alike), "taken")
            for nothing in ("\u3164 \u3164", "\ufe0f", "\u200d\u034f", " "):
                await refused(Person(table, Who(), "z").do("sit", nothing), "malformed")
            await refused(Person(table, Who(), "y").do("sit", "Jean"), "taken")
            assert (table.state.version, game_hash(table)) == before
            assert len(await hub.shared.store.load(table.state.id)) == before[0]

    run(story())


def test_the_host_leaves_and_the_next_person_takes_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile, _ = await seated(hub, "Maud", "Odile", "Jean")
            table = maud.table
            await maud.do("leave")
            assert table.state.host == 1
            await odile.do("bot", "greedy", seat=0)
            assert table.state.seats[0].kind == "bot"
            await odile.do("open", seat=2)
            await refused(odile.do("start"), "stage")
            await odile.do("leave")
            assert table.state.first("person") is None
            newcomer = Person(table, Who(), "Luc")
            await newcomer.do("sit", "Luc", seat=2)
            assert table.state.host == 2

    run(story())


def test_a_seat_left_in_play_can_be_taken_by_a_bot_or_by_anybody(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            # No bot wins this while it plays.
            maud, odile = await playing(hub, "Maud", "Odile", config=CONFIG | {"goal": 50})
            await odile.do("leave")
            await maud.do("play", "end")
            await maud.do("bot", "random", seat=1)
            await until(lambda: match_of(maud.table).free() == {0})
            await maud.do("open", seat=1)
            guest = Person(maud.table, Who(), "Luc")
            assert (await guest.do("sit", "Luc")).seat == 1

    run(story())


def test_bots_play_to_the_end_and_a_rematch_keeps_the_people(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "random", "greedy", start=True))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            while not match_of(table).over:
                await until(lambda: match_of(table).free() in ({0}, set()))
                for text in ("draw", "end"):
                    if not match_of(table).over:
                        await maud.do("play", text)
            record = await table.record(Who())
            await maud.do("rematch")
            assert table.state.stage == "waiting"
            await maud.do("start")
            await refused(table.record(Who()), "hidden")
            assert await table.record(Who(), 1) == record
            await refused(table.record(Who(), 3), "unknown")
            version = table.state.version
        async with hub_in(tmp_path) as hub:
            again = await hub.table(table.state.id)
            assert again.state.version >= version
            assert again.state.stage == "playing"
            assert again.state.done.keys() >= table.state.done.keys()

    run(story())


def test_while_a_table_is_made_the_others_go_on(tmp_path: Path) -> None:
    free = threading.Event()

    class Slow(Toy):
        def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> ToyGame:
            if config.get("goal") == 9:
                assert free.wait(20)
            return super().new(config, names)

    async def story() -> None:
        async with hub_in(tmp_path, Slow()) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            slow = order("open", "open", config={"game": "toy", "goal": 9})
            made = [asyncio.create_task(hub.create(slow)) for _ in range(3)]
            await maud.do("chat", "the table goes on")
            assert not any(one.done() for one in made)
            free.set()
            assert len({table.state.id for table, _ in await asyncio.gather(*made)}) == 3
            wrong = order("open", "open", config={"game": "chess"})
            await refused(hub.create(wrong), "config")

    run(story())


def test_what_was_done_long_ago_is_done_once_all_the_same(
    tmp_path: Path, anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "REMEMBERED", 8)

    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            table = maud.table
            first = await maud.do("chat", "once", id="the first")
            for number in range(30):
                await maud.do("chat", str(number))
            assert len(table.state.done) == 8
            assert "0.1:the first" not in table.state.done
            version = table.state.version
            assert await maud.do("chat", "once", id="the first") == first
            await refused(maud.do("chat", "another", id="the first"), "used")
            assert table.state.version == version
            opened = TableState.replayed(Toy(), table.state.id, await hub.shared.store.load(table.state.id))
            assert len(opened.done) == 8
            await maud.do("chat", "and on")

    run(story())


@pytest.mark.parametrize("level", ["broken", "illegal", "slow"])
def test_a_bot_that_fails_is_replaced_for_that_move(
    tmp_path: Path, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, bot_timeout=0.05) as hub:
            table, outcome = await hub.create(order("open", level, start=True))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            await maud.do("play", "end")
            await until(lambda: match_of(table).free() == {0} or table.state.stage == "over")
        told = [logs.content(record) for record in caplog.records]
        assert [(line["bot"], line["seat"]) for line in told if "bot" in line][:1] == [(level, 1)]

    run(story())


def test_a_thinking_bot_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = threading.Event()
    monkeypatch.setattr(ToyBot, "waited_for", thought)

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "waits", "open"))
            maud = Person(table, Who(outcome.seat, outcome.generation), "Maud")
            odile = Person(table, Who(), "Odile")
            sat = await odile.do("sit", "Odile")
            odile.who = Who(sat.seat, sat.generation)
            await maud.do("start")
            await maud.do("play", "offer")
            await odile.do("play", "yes")
            await maud.do("chat", "come on")
            assert 1 in match_of(table).free(), "it thinks still"
            thought.set()
            await until(lambda: match_of(table).free() == {0})

    run(story())


def test_a_bot_that_has_decided_when_its_table_closes_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thought = threading.Event()
    monkeypatch.setattr(ToyBot, "waited_for", thought)
    stop = SnapshotWriter.close

    async def slowly(writer: SnapshotWriter) -> None:
        thought.set()
        await asyncio.sleep(0.1)
        await stop(writer)

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "waits", start=True))
            await Person(table, Who(outcome.seat, outcome.generation), "Maud").do("play", "end")
            assert match_of(table).free() == {1}
            await asyncio.sleep(0.05)
            monkeypatch.setattr(SnapshotWriter, "close", slowly)

    run(story())
    assert complaints(caplog) == []


class Faulty:
    """A store that fails as told: before anything is written, or after the commit has reached the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fail = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, state: TableState, entries: Sequence[Entry], **more: Any) -> None:
        fail, self.fail = self.fail, ""
        if fail == "before":
            raise StoreError("disk full")
        if fail == "conflict":
            raise Conflict("somebody else")
        await self._store.append(state, entries, **more)
        if fail == "after":
            raise StoreError("the line to the disk broke")


def faulty(hub: Hub) -> Faulty:
    store = Faulty(hub.shared.store)
    object.__setattr__(hub.shared, "store", store)
    return store


def test_what_cannot_be_stored_never_happened(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            store = faulty(hub)
            store.fail = "before"
            version = maud.table.state.version
            await refused(maud.do("play", "mark 1", id="a"), "store")
            assert maud.table.state.version == version
            await maud.do("play", "mark 1", id="a")
            store.fail = "after"
            stored = await maud.do("play", "mark 2", id="b")
            assert stored.version == maud.table.state.version == version + 2
            assert await maud.do("play", "mark 2", id="b") == stored
            store.fail = "conflict"
            assert (await maud.do("play", "mark 1", id="c")).version == version + 3
            assert [entry.version for entry in await hub.shared.store.load(maud.table.state.id)] == list(
                range(1, version + 4)
            )

    run(story())


def test_another_process_writing_the_same_table_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some network file systems have no locks.
    monkeypatch.setattr(ServerLock, "take", lambda lock: None)

    async def story() -> None:
        # Where servers agree on who owns a table, see test_servers.
        url = f"sqlite:///{tmp_path / 'shared.db'}"
        async with hub_in(tmp_path, database=url) as one, hub_in(tmp_path, database=url) as two:
            maud, _ = await playing(one, "Maud", "Odile")
            other = await two.table(maud.table.state.id)
            await maud.do("play", "mark 1")
            rival = Person(other, maud.who, "tab")
            assert (await rival.do("play", "mark 2")).version == maud.table.state.version + 1
            await maud.do("play", "mark 1")
            assert game_hash(maud.table) != game_hash(other)
            assert len(await one.shared.store.load(maud.table.state.id)) == maud.table.state.version

    run(story())


def test_idle_tables_are_let_go_and_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, idle=0.01) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await asyncio.sleep(0.02)
            await hub.rest()
            assert hub.loaded == 0
            assert maud.table.closed
            await refused(maud.do("play", "mark 1"), "busy")
            table, same = await asyncio.gather(hub.table(maud.table.state.id), hub.table(maud.table.state.id))
            assert table is same
            await Person(table, maud.who, "Maud again").do("play", "mark 1")

    run(story())


def test_a_caller_that_goes_away_does_not_undo_what_it_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            version = maud.table.state.version
            asked = asyncio.create_task(maud.do("play", "mark 1"))
            await asyncio.sleep(0)
            asked.cancel()
            await until(lambda: maud.table.state.version == version + 1)

    run(story())


def test_creation_checks_the_config_the_seats_and_the_bots(tmp_path: Path) -> None:
    async def story() -> None:
        deep: Any = {}
        for _ in range(40):
            deep = {"in": deep}
        async with hub_in(tmp_path) as hub:
            fault = await refused(hub.create(order(config={"game": "chess"})), "config")
            assert "'chess'" in str(fault)
            await refused(hub.create(order(config={"game": "toy", "seats": 4})), "config")
            await refused(hub.create(order("random", "random")), "config")
            fault = await refused(hub.create(order("open", "genius")), "config")
            assert "'genius'" in str(fault)
            await refused(hub.create(order(config={"game": "toy", "goal": deep})), "config")
            await refused(hub.create(order(config={"game": "toy", "goal": 2**60})), "config")
            await refused(hub.create(order("open", "open", start=True)), "stage")
            await refused(hub.create(order(nickname="\u200b")), "malformed")
            assert await hub.shared.store.count() == 0
            table, _ = await hub.create(order("open", "greedy", nickname="Bruno"))
            assert table.state.names[0] == "Bruno"
            assert table.state.names[1] not in ("Bruno", "")

    run(story())


def test_the_pages_word_for_a_level_is_kept_as_the_level(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "steady", "open"))
            await Person(table, Who(outcome.seat, outcome.generation), "Maud").do("bot", "steady", seat=2)
            assert [seat.bot for seat in table.state.seats[1:]] == ["greedy", "greedy"]

    run(story())
