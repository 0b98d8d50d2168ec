"""A player is away: it is shown, a bot stands in, and the player comes back."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import ClassVar

from bastide.server.log.draft import Who
from bastide.server.log.entries import StandIn
from bastide.server.log.state import ChairState
from bastide.server.tables.presence import AWAY, Presence
from tests.server.tables import Page, Person, chair_of, hub_in, playing, refused, run, seated, until
from tests.server.toy import Toy, ToyBot, ToyGame


class Thinker(ToyBot):
    """A bot that decides only when told to; `at_work` are the bots asked."""

    at_work: ClassVar[list[threading.Event]] = []

    def choose(self, game: ToyGame, seat: int) -> str:
        may = threading.Event()
        self.at_work.append(may)
        may.wait(5)
        return super().choose(game, seat)


class Thinking(Toy):
    def bot(self, level: str, seed: int) -> ToyBot:
        return Thinker(level, seed)


def test_a_bot_plays_for_whoever_asks_it_to_and_stops_when_the_seat_is_taken_back(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 50})
            table = maud.table
            await maud.do("stand-in", "random")
            seat = table.state.seats[0]
            assert (seat.kind, seat.name, seat.generation, seat.stand_in) == ("person", "Maud", 1, "random")
            assert chair_of(maud).stand_in == "random"
            await until(lambda: table.state.match and table.state.match.game.actors == [1])
            await refused(maud.do("play", "draw"), "stand-in")
            await refused(maud.do("undo"), "stand-in")
            await refused(maud.do("stand-in", "random"), "stand-in")
            await maud.do("back")
            assert table.state.seats[0].stand_in == ""
            await refused(maud.do("back"), "stand-in")
            await odile.do("play", "end")
            await maud.do("play", "draw")

    run(job())


def test_what_a_bot_thinks_over_while_the_person_comes_back_is_never_played(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, Thinking()) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            Thinker.at_work.clear()
            await maud.do("stand-in", "random")
            await until(lambda: len(Thinker.at_work) == 1)
            await maud.do("back")
            # A bot that is asked anew is another bot: the answer of the first is not taken for its own.
            version = (await maud.do("stand-in", "greedy")).version
            Thinker.at_work[0].set()
            await until(lambda: len(Thinker.at_work) == 2)
            assert table.state.version == version
            version = (await maud.do("back")).version
            Thinker.at_work[1].set()
            await maud.do("play", "mark 1")
            await odile.do("chat", "welcome back")
            await until(lambda: not table.bots.thinking)
            assert table.state.version == version + 2

    run(job())


def test_a_play_decided_before_the_bot_stood_in_is_stale_afterwards(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            _, odile = await playing(hub, "Maud", "Odile")
            seen = odile.table.state.version
            await odile.do("stand-in", "random")
            now = (await odile.do("back")).version
            await refused(odile.do("play", "draw", version=seen), "stale")
            await refused(odile.do("play", "draw", version=now), "turn")

    run(job())


def test_the_host_lets_a_bot_play_only_for_a_person_who_has_been_away_for_long(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=1.0) as hub:
            maud, odile, jean = await playing(hub, "Maud", "Odile", "Jean")
            table = maud.table
            host, first, second = Page(table, maud.who), Page(table, odile.who), Page(table, odile.who)
            await refused(maud.do("stand-in", "random", seat=1), "stand-in")
            first.leave()
            assert chair_of(odile).present
            second.leave()
            assert not chair_of(odile).present
            assert chair_of(odile).away is None
            told = host.told
            await until(lambda: chair_of(odile).absent)
            assert chair_of(odile).away is not None
            assert host.told > told, "nobody acted, and yet the host is shown that a bot may play now"
            await refused(jean.do("stand-in", "random", seat=1), "host")
            await refused(maud.do("stand-in", "nobody", seat=1), "config")
            await refused(maud.do("stand-in", "random", seat=7), "malformed")
            await maud.do("stand-in", "random", seat=1)
            assert not chair_of(maud).stand_in
            assert chair_of(odile).stand_in == "random"
            back = Page(table, odile.who)
            assert chair_of(odile).stand_in, "the person says when"
            assert not chair_of(odile).absent
            await refused(jean.do("back"), "stand-in")
            await odile.do("back")
            assert not chair_of(odile).stand_in
            back.leave()

    run(job())


def test_stand_ins_are_for_people_and_for_games_that_are_played(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=0.0) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            await refused(maud.do("stand-in", "random"), "stage")
            await maud.do("start")
            watcher = Person(maud.table, Who(), "w")
            await refused(watcher.do("stand-in", "random", seat=0), "spectator")
            await refused(watcher.do("back"), "spectator")
            await odile.do("leave")
            await refused(maud.do("stand-in", "random", seat=1), "stand-in")

    run(job())


def test_leaving_and_a_rematch_end_what_a_bot_does_for_a_person(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=0.02) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
            table = maud.table
            await odile.do("stand-in", "random")
            await maud.do("play", "draw")
            assert table.state.stage == "over"
            await maud.do("rematch")
            assert not table.state.seats[1].stand_in
            await maud.do("start")
            await odile.do("stand-in", "random")
            await odile.do("leave")
            assert table.state.seats[1] == ChairState(generation=2)

    run(job())


def test_the_host_clears_the_seat_of_an_absent_person_for_whom_a_bot_stands_in(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path, absence=0.05) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            Page(table, maud.who)  # a host who is gone passes on
            page = Page(table, odile.who)
            await odile.do("stand-in", "random")
            await refused(maud.do("open", seat=1), "stage")
            page.leave()
            await until(lambda: chair_of(odile).absent)
            await maud.do("open", seat=1)
            assert table.state.seats[1] == ChairState(generation=2)
            await refused(odile.do("back"), "token")

    run(job())


def test_a_stand_in_is_stored_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await maud.do("stand-in", "random", id="once")
            version = maud.table.state.version
            stored = await hub.shared.store.load(maud.table.state.id)
            assert [entry.payload for entry in stored if isinstance(entry.payload, StandIn)] == [StandIn(0, "random")]
        async with hub_in(tmp_path) as hub:
            table = await hub.table(maud.table.state.id)
            assert table.state.seats[0].stand_in == "random"
            await until(lambda: table.state.version > version, 5)
            again = Person(table, maud.who, "Maud")
            assert (await again.do("stand-in", "random", id="once")).version == version
            assert [chair.away for chair in table.view(None).chairs] == [None, None], "a moment is given to come back"

    run(job())


def test_absence_is_counted_per_person_and_a_sign_of_life_begins_it_anew() -> None:
    async def job() -> None:
        now = 100.0
        changes: list[None] = []
        seats = [
            ChairState("person", "Maud", generation=1),
            ChairState("bot", "Emma", "random"),
            ChairState("person", "Odile"),
            ChairState(),
        ]
        presence = Presence(60, lambda: changes.append(None), lambda: now)
        presence.update(seats, {0})
        assert set(presence.gaps()) == {2}
        now += AWAY
        assert presence.gaps()[2].away
        assert not presence.gaps()[2].absent
        presence.heard(2)
        assert changes == [None]
        assert not presence.gaps()[2].away
        presence.heard(0)
        assert changes == [None]
        now += 60
        assert {seat for seat, gap in presence.gaps().items() if gap.absent} == {2}
        seats[2] = ChairState("person", "Jean", generation=2)
        presence.update(seats, {0})
        assert not presence.gaps()[2].away, "somebody else sat down"
        presence.update(seats, {0, 2})
        assert not presence.gaps()
        presence.close()

    run(job())
