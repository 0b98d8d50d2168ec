"""Undo and redo at a table: who may, beside what others do, after a restart, and with stand-ins and new people."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, Command, CreateTable, SeatPlan
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Engine
from bastide.server.log.commands import apply_command, create, play, start
from bastide.server.log.draft import Draft, Who
from bastide.server.log.entries import Leave, Open, Play, SetBot, Sit, StandIn, Undo
from bastide.server.log.snapshots import freeze, thaw
from bastide.server.log.state import TableState
from bastide.server.tables.table import Table
from bastide.view.island.shown import view
from bastide.view.model import CHANCE
from tests.server.tables import Person, hub_in, playing, refused, run
from tests.server.test_table import game_hash
from tests.server.toy import Toy

TOY: dict[str, Any] = {"game": "toy", "goal": 4}
ISLAND: dict[str, Any] = {"game": "island", "layout": "beginner", "options": {"first": 0}}


def can_redo(table: Table, seat: int) -> bool:
    shown = table.view(seat, False).view
    assert shown is not None
    return bool(shown.can_redo)


def test_what_was_taken_back_is_done_again_after_a_restart_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            table = maud.table
            await maud.do("play", "mark 1")
            await maud.do("play", "mark 2")
            hashed = game_hash(table)
            await maud.do("undo")
            await refused(odile.do("redo"), "undo")
            await odile.do("chat", "take your time")
            assert [can_redo(table, seat) for seat in (0, 1)] == [True, False]
        async with hub_in(tmp_path) as hub:
            table = await hub.table(table.state.id)
            maud, odile = (Person(table, person.who, f"{person.name} again") for person in (maud, odile))
            assert game_hash(table) != hashed
            await maud.do("redo")
            assert game_hash(table) == hashed
            await refused(maud.do("redo"), "undo")
            await maud.do("undo")
            await maud.do("undo")
            await maud.do("redo")
            await maud.do("play", "mark 2")
            assert game_hash(table) == hashed
            await refused(maud.do("redo"), "undo")
            kinds = [entry.kind for entry in await hub.shared.store.load(table.state.id)]
            assert kinds.count("redo") == 2
            assert kinds.count("undo") == 3

    run(story())


def test_redo_is_checked_like_undo(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await refused(maud.do("redo"), "undo")
            await maud.do("play", "mark 1")
            seen = (await maud.do("undo")).version
            await refused(maud.do("redo", version=seen - 1), "stale")
            await maud.do("pause")
            await refused(maud.do("redo"), "paused")
            await maud.do("resume")
            first = await maud.do("redo", version=seen, id="again")
            assert await maud.do("redo", version=seen, id="again") == first, "a resent redo is done once"
            await refused(maud.do("redo", version=seen), "stale")

    run(story())


def drafted(engine: Engine, config: dict[str, Any], seats: int = 3, **more: Any) -> Draft:
    """A table of people in a game that has begun."""
    draft = Draft(TableState("t"), engine, random.Random(1), None, "", at=1_700_000_000_000)
    create(draft, CreateTable(name="Quay", nickname="Maud", config=config, seats=[SeatPlan()] * seats, **more), "")
    for seat in range(1, seats):
        draft.write(Sit(f"Person {seat}", 1, 0), seat)
    start(draft, 0)
    return draft


def do(draft: Draft, seat: int, what: Any, text: str = "", version: int | None = None) -> None:
    who = Who(seat, draft.state.seats[seat].generation)
    apply_command(draft, who, Command(id=f"{draft.next}", do=what, text=text, version=version))


def code(draft: Draft, seat: int, what: str, version: int | None = None) -> str:
    """The refusal of a command."""
    with pytest.raises(RequestRefused) as caught:
        do(draft, seat, what, version=version)
    return caught.value.code


def can(draft: Draft, seat: int) -> bool:
    shown = draft.state.shown(draft.engine, seat, frozenset(), 0).view
    assert shown is not None
    return shown.can_undo


def thawed(draft: Draft) -> Draft:
    """The table as it is loaded: from its snapshot, which is equal to the replayed log."""
    data = freeze(draft.engine, draft.state)
    assert data is not None
    kept = thaw(draft.engine, "t", data)
    replayed = TableState.replayed(draft.engine, "t", draft.entries)
    assert kept.seats == replayed.seats == draft.state.seats
    for state in (kept, replayed):
        assert state.match is not None
        assert state.match.automatic == draft.match.automatic
        assert state.match.game.save() == draft.match.game.save()
        assert [state.match.game.can_redo(n) for n in range(3)] == [draft.match.game.can_redo(n) for n in range(3)]
    return Draft(kept, draft.engine, random.Random(2), None, "")


def test_what_a_stand_in_did_cannot_be_taken_back() -> None:
    draft = drafted(Toy(), TOY)
    do(draft, 0, "play", "mark 1")
    draft.write(StandIn(0, "random"), 0)
    assert code(draft, 0, "undo") == "stand-in"
    play(draft, Who(0, 1, bot=True), "mark 2", None)
    draft.write(StandIn(0, ""), 0)
    assert draft.match.game.can_undo(0)
    for again in (thawed(draft), draft):
        assert not can(again, 0)
        assert code(again, 0, "undo") == "undo"
        do(again, 0, "play", "mark 1")
        assert can(again, 0)
        do(again, 0, "undo")
        assert not can(again, 0)
        do(again, 0, "redo")
        do(again, 0, "undo")
        assert code(again, 0, "undo") == "undo"


@pytest.mark.parametrize("between", ["person", "bot"])
def test_a_new_person_does_not_take_back_what_was_done_before_on_the_seat(between: str) -> None:
    draft = drafted(Toy(), TOY)
    do(draft, 0, "play", "mark 1")
    draft.write(Leave(2, 1), 0)
    if between == "bot":
        draft.write(SetBot(0, "random", "Bruno", 3), 1)
        play(draft, Who(0, 3, bot=True), "mark 2", None)
        draft.write(Open(0, 4), 1)
    draft.write(Sit("Jean", 5, 1), 0)
    assert not can(draft, 0)
    assert code(draft, 0, "undo") == "undo"
    do(draft, 0, "play", "mark 2")
    do(draft, 0, "undo")
    assert code(draft, 0, "undo") == "undo"


def test_a_rematch_forgets_who_played_before() -> None:
    draft = drafted(Toy(), {"game": "toy", "goal": 1})
    for _ in range(4):
        do(draft, 0, "play", "mark 1")
    draft.write(StandIn(0, "random"), 0)
    draft.write(StandIn(0, ""), 0)
    do(draft, 0, "play", "draw")
    do(draft, 0, "rematch")
    start(draft, 0)
    do(draft, 0, "play", "mark 1")
    do(draft, 0, "undo")


def hand(game: Game, seat: int) -> dict[str, int]:
    return view(game, seat).seats[seat].hand or {}


def offered(draft: Draft) -> tuple[int, list[int]]:
    """Play at random until a seat has made an offer that all others can accept; that seat, and the others."""
    rng = random.Random(3)
    while True:
        game = draft.match.game
        assert isinstance(game, Game)
        seat = game.actors[0]
        assert seat != CHANCE
        if "end" in game.legal(seat):
            hands = [hand(game, n) for n in range(3)]
            others = [n for n in range(3) if n != seat]
            for want in ("brick", "lumber", "wool", "grain", "ore"):
                give = next((good for good, n in hands[seat].items() if n and good != want), None)
                sizes = {sum(hands[n].values()) for n in others}
                if give and len(sizes) == 2 and all(hands[n].get(want) for n in others):
                    do(draft, seat, "play", f"offer {give} for {want}")
                    return seat, others
        do(draft, seat, "play", rng.choice(game.simple(seat)))


def test_a_yes_is_taken_back_beside_the_answers_of_others() -> None:
    draft = drafted(Games(), ISLAND, clock=Clock(kind="turn", seconds=600))
    maker, (one, two) = offered(draft)
    do(draft, one, "play", "accept")
    # The other's time was up.
    events = draft.match.play(draft.next, two, "refuse", automatic=True)
    draft.write(Play("refuse", True), two, events)
    assert len(draft.match.automatic) == 1
    assert can(draft, one)
    assert not can(draft, maker)
    seen = draft.state.version
    do(draft, one, "undo", version=seen)
    assert draft.match.game.actors == [one]
    assert draft.match.game.decisions[draft.match.automatic[0] - 1].text == "refuse"
    assert draft.state.clocks is not None
    assert draft.state.clocks.running == {one}
    # The offering player saw the yes when choosing it; it is gone.
    with pytest.raises(RequestRefused) as caught:
        do(draft, maker, "play", f"trade {one}", version=seen)
    assert caught.value.code == "stale"
    draft = thawed(draft)
    do(draft, one, "redo")
    assert sorted(draft.match.game.actors) == [maker]
    do(draft, maker, "play", f"trade {one}")
    assert code(draft, one, "undo") == "undo"
    assert code(draft, one, "redo") == "undo"


def test_the_choice_comes_before_a_yes_is_taken_back() -> None:
    draft = drafted(Games(), ISLAND)
    maker, (one, two) = offered(draft)
    do(draft, one, "play", "accept")
    seen = draft.state.version
    do(draft, maker, "play", f"trade {one}", version=seen)
    assert code(draft, one, "undo", seen) == "stale"
    assert code(draft, one, "undo") == "undo"
    assert code(draft, two, "undo") == "undo"


def test_an_offer_that_an_earlier_version_took_back_is_still_replayed() -> None:
    """Logs of earlier versions hold offers that were undone, and offers that name seats with too few cards."""
    draft = drafted(Games(), ISLAND)
    maker, others = offered(draft)
    assert code(draft, maker, "undo") == "undo"
    before = draft.match.game.decisions[-1].text
    draft.match.undo(draft.next, maker)
    draft.write(Undo(), maker)
    state = TableState.replayed(draft.engine, "t", draft.entries)
    assert state.match is not None
    assert state.match.game.save() == draft.match.game.save()
    game = draft.match.game
    assert isinstance(game, Game)
    count, few = min((sum(hand(game, n).values()), n) for n in others)
    named = f"{before}*{count + 1} to {few}"
    with pytest.raises(RequestRefused) as caught:
        do(draft, maker, "play", named)
    assert caught.value.rule == "HOUSE-007"
    events = draft.match.play(draft.next, maker, named, recorded=True)
    draft.write(Play(named), maker, events)
    assert TableState.replayed(draft.engine, "t", draft.entries).match is not None


def test_readers_are_told_what_was_done_again() -> None:
    draft = drafted(Toy(), TOY)
    do(draft, 0, "play", "mark 1")
    do(draft, 0, "undo")
    assert draft.state.since(draft.state.version - 1) is None
    undone = draft.state.version
    do(draft, 0, "redo")
    news = draft.state.since(undone)
    assert news is not None
    assert [event["kind"] for item in news for event in item.events] == ["mark"]


def test_a_record_holds_only_what_stands() -> None:
    draft = drafted(Games(), {**ISLAND, "options": {"first": 0, "pieces": "free"}})
    game = draft.match.game
    assert isinstance(game, Game)
    do(draft, 0, "play", game.legal(0)[0])
    plain = draft.match.game.save()
    do(draft, 0, "undo")
    do(draft, 0, "redo")
    assert draft.match.game.save() == plain
