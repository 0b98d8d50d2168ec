"""Ratings: which games are rated, what they do to whom, and that they follow from the finished games alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from bastide.server.accounts import ladder
from bastide.server.accounts.accounts import Account, Accounts, ChairKey
from bastide.server.common import anchors, rating
from bastide.server.common.rating import SHOWN_AT, Strength, after
from bastide.server.engine.rule_sets import config_of, rule_set
from bastide.server.log import snapshots
from bastide.server.storage import ratings, schema
from bastide.server.storage.store import Store
from bastide.server.tables.hub import Hub
from bastide.server.tables.rater import Rater
from tests.server.tables import Person, hub_in, refused, run, seated
from tests.server.test_results import finish

GREEDY = Strength(25.0, 1.0)
SHORT = {"game": "toy", "goal": 1}
"""A game that the first card wins."""
DAY = 86_400_000


@pytest.fixture(autouse=True)
def anchored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of one level are rated in the toy."""
    bots = {"greedy": GREEDY}
    monkeypatch.setattr(anchors, "anchors", lambda: {"toy": {2: bots, 3: bots}})
    monkeypatch.setattr(ladder, "anchors", lambda: {"toy": {2: bots}})


class Club:
    """People with accounts that take part, at the tables of a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.store = hub.shared.store
        self.accounts = Accounts(self.store)

    async def member(self, name: str, *, rated: bool = True) -> Account:
        found = await self.accounts.named(name.casefold())
        if found is not None:
            return found[0]
        made = await self.accounts.register(name, name.casefold(), "-")
        return await self.accounts.take_part(made, rated=rated, program=False)

    async def link(self, person: Person, of: Account) -> None:
        assert person.who.seat is not None
        chair = ChairKey(person.table.state.id, person.who.seat, person.who.generation)
        assert await self.accounts.link(of, [chair]) == 1

    async def seated(self, *names: str, **more: Any) -> list[Person]:
        people = await seated(self.hub, *names, **{"public": True, "clock": None, **more})
        for person in people:
            await self.link(person, await self.member(person.name))
        return people

    async def playing(self, *names: str, **more: Any) -> list[Person]:
        people = await self.seated(*names, **more)
        await people[0].do("start")
        return people

    async def won(self, *names: str) -> None:
        """A short game that the first wins; the others are equal."""
        people = await self.playing(*names, config=SHORT)
        await people[0].do("play", "draw")
        await self.rated()

    async def rated(self) -> None:
        """Wait until all games are rated."""
        async with asyncio.timeout(5):
            while await self.store.read(ratings.waiting):
                await asyncio.sleep(0.005)

    async def strengths(self) -> dict[str, tuple[Strength, int]]:
        query = select(schema.account.c.name, schema.rating).join_from(schema.rating, schema.account)
        rows = await self.store.rows(query)
        return {row.name: (Strength(row.mu, row.sigma), row.games) for row in rows}

    async def means(self) -> dict[str, float]:
        return {name: strength.mu for name, (strength, _) in (await self.strengths()).items()}

    async def seats(self) -> list[Any]:
        table = schema.rated_seat
        return list(await self.store.rows(select(table).order_by(table.c.number, table.c.seat)))


def close_to(found: dict[str, tuple[Strength, int]], names: Sequence[str], wanted: Sequence[Strength]) -> None:
    assert {name: found[name] for name in names} == {
        name: (strength, 1) for name, strength in zip(names, wanted, strict=True)
    }


@pytest.mark.usefixtures("everywhere")
def test_a_public_game_of_people_who_take_part_is_rated(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", "Pia")
            assert people[0].table.view(0).rated
            assert await club.strengths() == {}
            await finish(*people)
            await club.rated()
            close_to(await club.strengths(), ("Maud", "Odile", "Pia"), after([Strength()] * 3, [1, 2, 2]))
            found = await club.seats()
            assert [(row.place, row.gone, row.counted, row.number) for row in found] == [
                (1, False, True, 1),
                (2, False, True, 1),
                (2, False, True, 1),
            ]

    run(story())


@pytest.mark.parametrize(
    "what", ["private", "password", "hints", "stranger", "no account", "one account twice", "a bot without an anchor"]
)
def test_other_games_are_not_rated(what: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            more: dict[str, Any] = {"private": {"public": False}, "hints": {"hints": True}}.get(what, {})
            people = await seated(hub, "Maud", "Odile", **{"public": True, "clock": None, **more})
            await club.link(people[0], await club.member("Maud"))
            if what == "one account twice":
                await club.link(people[1], await club.member("Maud"))
            elif what != "no account":
                await club.link(people[1], await club.member("Odile", rated=what != "stranger"))
            if what == "password":
                people[0].table.state.password = "a hash"
            if what == "a bot without an anchor":
                await people[1].do("leave")
                await people[0].do("start", "random")
            else:
                await people[0].do("start")
            assert not people[0].table.view(0).rated
            if what != "a bot without an anchor":
                await finish(*people)
                assert await club.seats() == []
                assert await club.strengths() == {}

    run(story())


def test_a_game_with_starting_pieces_of_the_host_is_not_rated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            monkeypatch.setattr("bastide.server.tables.rater.rule_set", lambda config: "")
            people = await Club(hub).playing("Maud", "Odile")
            assert not people[0].table.view(0).rated

    run(story())


def test_leaving_loses_and_is_an_ordinary_game_for_the_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", "Pia")
            # Maud leaves with a card more than the others; a bot that is rated as little as the seat plays on.
            await people[0].do("play", "draw")
            await people[0].do("leave")
            await people[1].do("bot", "greedy", seat=0)
            table = people[1].table
            while table.state.stage == "playing":
                match = table.state.match
                assert match is not None
                [seat] = match.game.actors
                if seat == 0:
                    # The bot's turn.
                    await asyncio.sleep(0.005)
                    continue
                await people[seat].do("play", "draw")
                if table.state.stage == "playing":
                    await people[seat].do("play", "end")
            await club.rated()
            maud, odile, pia = await club.seats()
            assert (maud.place, maud.gone) == (3, True)
            assert not odile.gone
            others = sorted([(odile.place, odile.mu_after), (pia.place, pia.mu_after)])
            assert others[0][0] == 1
            wanted = after([Strength()] * 3, [3, odile.place, pia.place])
            close_to(await club.strengths(), ("Maud", "Odile", "Pia"), wanted)
            assert wanted[0].mu < 25

    run(story())


@pytest.mark.parametrize("returns", [False, True])
def test_a_seat_that_a_stand_in_finishes_loses_even_if_it_wins(returns: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", config={"game": "toy", "goal": 2})
            await people[0].do("play", "draw")
            await people[0].do("play", "end")
            # While Odile is on turn a bot takes Maud's seat, and draws the winning card.
            await people[0].do("stand-in", "greedy")
            if returns:
                await people[0].do("back")
            await people[1].do("play", "end")
            if returns:
                await people[0].do("play", "draw")
            else:
                for _ in range(200):
                    if people[0].table.state.stage == "over":
                        break
                    match = people[0].table.state.match
                    assert match is not None
                    if match.game.actors == [1]:
                        await people[1].do("play", "end")
                    await asyncio.sleep(0.005)
            assert people[0].table.state.stage == "over"
            await club.rated()
            maud, odile = await club.seats()
            assert (maud.place, maud.gone, odile.place) == ((1, False, 2) if returns else (2, True, 1))
            assert (maud.mu_after > 25) is returns

    run(story())


def test_who_takes_the_seat_of_somebody_who_left_is_not_rated(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            maud, odile = await club.playing("Maud", "Odile", config={"game": "toy", "goal": 2})
            await odile.do("leave")
            pia = Person(maud.table, type(maud.who)(), "Pia")
            outcome = await pia.do("sit", "Pia")
            pia.who = type(maud.who)(outcome.seat, outcome.generation)
            await club.link(pia, await club.member("Pia"))
            await maud.do("play", "end")
            await pia.do("play", "draw")
            await pia.do("play", "end")
            await maud.do("play", "end")
            await pia.do("play", "draw")
            assert maud.table.state.stage == "over"
            await club.rated()
            assert [(row.place, row.gone) for row in await club.seats()] == [(1, False), (2, True)]
            assert (await club.means()).keys() == {"Maud", "Odile"}

    run(story())


def test_a_new_token_is_no_leaving(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            maud, _ = await club.playing("Maud", "Odile", config=SHORT)
            outcome = await maud.do("renew")
            maud.who = type(maud.who)(outcome.seat, outcome.generation)
            await maud.do("play", "draw")
            await club.rated()
            assert (await club.means())["Maud"] > 25 > (await club.means())["Odile"]

    run(story())


def test_games_against_one_person_count_three_times_a_day(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            for _ in range(3):
                await club.won("Maud", "Odile")
            third = await club.strengths()
            assert [games for _, games in third.values()] == [3, 3]
            await club.won("Maud", "Odile")
            assert await club.strengths() == third
            # With a third person at the table it counts for that one alone.
            await club.won("Maud", "Odile", "Pia")
            fifth = await club.strengths()
            assert {name: fifth[name] for name in third} == third
            assert fifth["Pia"][1] == 1
            # Against others the day goes on, and tomorrow against her too.
            await club.won("Maud", "Pia")
            assert (await club.strengths())["Maud"][1] == 4
            await club.store.change(update(schema.rated_seat).values(ended=schema.rated_seat.c.ended - DAY))
            await club.won("Maud", "Odile")
            assert (await club.strengths())["Odile"][1] == 4

    run(story())


def test_bots_keep_their_ratings_and_their_seats(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.seated("Maud", "Odile", config=SHORT)
            await people[1].do("leave")
            await people[0].do("start", "greedy")
            assert people[0].table.view(0).rated
            for do in ("bot", "open"):
                error = await refused(people[0].do(do, "random" if do == "bot" else "", seat=1), "stage")
                assert "play to its end" in str(error)
            await people[0].do("play", "draw")
            await club.rated()
            [maud, bot] = await club.seats()
            assert (bot.bot, Strength(bot.mu, bot.sigma), bot.mu_after, bot.account_id) == (
                "greedy",
                GREEDY,
                None,
                None,
            )
            wanted, _ = after([Strength(), GREEDY], [1, 2])
            close_to(await club.strengths(), ("Maud",), [wanted])
            assert not maud.gone

    run(story())


def test_there_are_no_hints_in_a_rated_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.seated("Maud", "Odile")
            await people[1].do("leave")
            await people[0].do("start", "greedy")
            table = people[0].table
            assert table.view(0).hint is None
            error = await refused(table.hints.ask(people[0].who, None), "hint")
            assert "rated" in str(error)

    run(story())


@pytest.mark.usefixtures("everywhere")
def test_games_that_a_killed_server_left_are_rated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Rater, "wake", lambda self: None)
            async with hub_in(tmp_path) as hub:
                club = Club(hub)
                people = await club.playing("Maud", "Odile", config=SHORT)
                await people[0].do("play", "draw")
                assert [row.number for row in await club.seats()] == [None, None]
        for _ in range(2):
            async with hub_in(tmp_path) as hub:
                club = Club(hub)
                await club.rated()
                assert await club.store.write(ratings.rate) == 0
                close_to(await club.strengths(), ("Maud", "Odile"), after([Strength()] * 2, [1, 2]))

    run(story())


@pytest.mark.slow
def test_two_servers_rate_each_game_once_and_in_one_order(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr(Rater, "wake", lambda self: None)
        monkeypatch.setattr(ratings, "AT_ONCE", 1)
        async with hub_in(tmp_path, database=postgres_url) as hub:
            club = Club(hub)
            for count in range(8):
                people = await club.playing(*["Maud", "Odile", "Pia"][count % 2 :][:2], config=SHORT)
                await people[0].do("play", "draw")
            stores = [await Store.open(postgres_url) for _ in range(2)]

            async def drained(store: Store) -> None:
                while await store.write(ratings.rate):
                    pass

            await asyncio.gather(*(drained(store) for store in stores), *(drained(store) for store in stores))
            for store in stores:
                await store.close()
            assert sorted(row.number for row in await club.seats()) == [n // 2 + 1 for n in range(16)]
            before = await club.strengths()
            assert await club.store.write(ratings.recompute) == (8, 0)
            assert await club.strengths() == before

    run(story())


@pytest.mark.usefixtures("everywhere")
def test_computed_again_from_the_games_ratings_are_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            for names in ("Maud Odile", "Odile Maud Pia", "Maud Pia", "Maud Odile", "Maud Odile", "Pia Maud Odile"):
                await club.won(*names.split())
            before, seats = await club.strengths(), await club.seats()
            assert await club.store.write(ratings.recompute) == (6, 0)
            assert await club.strengths() == before
            assert await club.seats() == seats
            # It finds a rating that is wrong, and puts it right.
            await club.store.change(update(schema.rating).where(schema.rating.c.games == 3).values(mu=40.0))
            games, wrong = await club.store.write(ratings.recompute)
            assert games == 6
            assert wrong >= 1
            assert await club.strengths() == before

    run(story())


@pytest.mark.usefixtures("everywhere")
def test_a_deleted_account_takes_its_ratings_along_and_leaves_others_theirs(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            for names in ("Maud Odile", "Odile Pia", "Maud Odile", "Pia Maud", "Maud Odile", "Maud Odile"):
                await club.won(*names.split())
            odile = await club.member("Odile")
            before = await club.strengths()
            await club.accounts.delete(odile)
            del before["Odile"]
            assert await club.strengths() == before
            rows = await club.seats()
            assert odile.id not in {row.account_id for row in rows}
            assert all(row.mu_after is None for row in rows if row.account_id is None)
            found = await ladder.player(club.accounts, await club.member("Maud"))
            assert {name for game in found.history for name in game.others} == {"Pia"}
            assert [game.hidden for game in found.history if not game.others] == [1] * 4
            # What the others have follows from what is left, and so it goes on.
            assert await club.store.write(ratings.recompute) == (6, 0)
            assert await club.strengths() == before
            await club.won("Pia", "Maud")
            assert (await club.strengths())["Pia"][1] == before["Pia"][1] + 1

    run(story())


def test_a_game_of_an_account_that_was_deleted_before_its_end_is_not_rated(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", config=SHORT)
            await club.accounts.delete(await club.member("Odile"))
            await people[0].do("play", "draw")
            await club.rated()
            assert await club.seats() == []
            assert await club.strengths() == {}

    run(story())


def test_no_rating_shows_before_ten_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(ratings, "A_DAY", 100)
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            for _ in range(SHOWN_AT - 1):
                await club.won("Maud", "Odile")
            maud = await club.member("Maud")
            found = await ladder.player(club.accounts, maud)
            assert (found.rating, found.margin, found.curve, found.games) == (None, None, [], SHOWN_AT - 1)
            assert {(game.before, game.after) for game in found.history} == {(None, None)}
            assert (await ladder.ladder(club.accounts, "toy")).people == []
            await club.won("Maud", "Odile")
            await club.won("Maud", "Odile")
            [first, second] = (await ladder.ladder(club.accounts, "toy")).people
            assert (first.name, first.place, second.name, second.place) == ("Maud", 1, "Odile", 2)
            found = await ladder.player(club.accounts, maud)
            assert found.rating == found.curve[-1] == first.rating > 1500 > second.rating
            assert len(found.curve) == 2, "after the tenth game and the eleventh"
            assert [(game.before is None, game.after is None) for game in found.history[:3]] == [
                (False, False),
                (True, False),
                (True, True),
            ]

    run(story())


def test_who_takes_no_part_is_shown_nowhere_and_finds_the_rating_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr(ladder, "SHOWN_AT", 2)
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            for _ in range(2):
                await club.won("Maud", "Odile")
            odile = await club.member("Odile")
            before = await ladder.player(club.accounts, odile)
            odile = await club.accounts.take_part(odile, rated=False, program=False)
            assert [one.name for one in (await ladder.ladder(club.accounts, "toy")).people] == ["Maud"]
            found = await ladder.player(club.accounts, await club.member("Maud"))
            assert [(game.others, game.hidden) for game in found.history] == [([], 1)] * 2
            assert [(one.rules, one.people) for one in await ladder.rule_sets(club.accounts)] == [("toy", 1)]
            people = await seated(hub, "Maud", "Odile", public=True)
            await club.link(people[0], await club.member("Maud"))
            await club.link(people[1], odile)
            await people[0].do("start")
            assert not people[0].table.view(0).rated
            # Taking part again is no fresh start.
            odile = await club.accounts.take_part(odile, rated=True, program=False)
            assert await ladder.player(club.accounts, odile) == before

    run(story())


def test_a_program_with_ratings_stays_marked_as_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            maud = await club.accounts.take_part(await club.member("Maud"), rated=True, program=True)
            maud = await club.accounts.take_part(maud, rated=True, program=False)
            maud = await club.accounts.take_part(maud, rated=True, program=True)
            await club.won("Maud", "Odile")
            await refused(club.accounts.take_part(maud, rated=True, program=False), "stage")
            maud = await club.accounts.take_part(maud, rated=False, program=True)
            assert (await ladder.player(club.accounts, maud)).program

    run(story())


def test_snapshots_keep_what_is_rated(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", "Pia")
            await people[2].do("leave")
            state = people[0].table.state
            assert (state.rated, state.gone, len(state.starters)) == ("toy", (2,), 3)
            data = snapshots.freeze(hub.shared.engine, state)
            assert data is not None
            kept = snapshots.thaw(hub.shared.engine, state.id, data)
            assert (kept.rated, kept.gone, kept.starters) == (state.rated, state.gone, state.starters)

    run(story())


def test_a_rematch_is_rated_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            club = Club(hub)
            people = await club.playing("Maud", "Odile", config=SHORT)
            await people[0].do("play", "draw")
            await people[0].do("rematch")
            assert not people[0].table.view(0).rated
            await club.accounts.take_part(await club.member("Odile"), rated=False, program=False)
            await people[0].do("start")
            await people[0].do("play", "draw")
            await club.rated()
            assert {row.game for row in await club.seats()} == {1}

    run(story())


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        ({}, "island"),
        (
            {"game": "island", "seats": 3, "layout": "random", "options": {"first": "draw", "harbors": "shuffled"}},
            "island",
        ),
        ({"options": {"goal": 10}}, "island"),
        ({"options": {"trade": "bank", "goal": 12}}, "island,goal=12,trade=bank"),
        ({"options": {"first": 2}}, ""),
        ({"analysis": True}, ""),
        ({"starts": [{"seat": 0, "corner": "0,2,N", "edge": "0,1,E", "pays": True}]}, ""),
        ({"game": "carcassonne", "seats": 2}, "carcassonne"),
        ({"game": "carcassonne", "seats": 2, "options": {"farmers": "off"}}, "carcassonne,farmers=off"),
    ],
)
def test_rule_sets(config: dict[str, Any], wanted: str) -> None:
    assert rule_set(config) == wanted
    if wanted:
        found = config_of(wanted)
        assert rule_set({**found, "seats": config.get("seats", 4)}) == wanted


def test_the_anchors_can_be_read_and_the_best_bot_is_rated_best() -> None:
    found = anchors.read(anchors.FILE.read_text("utf-8"))
    assert found, "there are none"
    for seats in found.values():
        for bots in seats.values():
            assert bots["greedy"].mu == rating.MU
            assert bots["random"].mu < bots["easy"].mu < bots["greedy"].mu
            assert all(0 < bot.sigma < 6 for bot in bots.values())
