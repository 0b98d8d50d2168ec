"""Clocks are a fold of the log: no double or negative charge, an undo gives nothing back, a replay agrees."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Clock, Command, CreateTable, SeatPlan
from bastide.server.log.clock import ClockInput, Clocks, now
from bastide.server.log.commands import apply_command, create
from bastide.server.log.draft import Draft, Who
from bastide.server.log.entries import Entry
from bastide.server.log.state import TableState
from bastide.server.log.timing import came_back, late
from tests.server.toy import Toy

TURN = Clock(kind="turn", seconds=60, answer=20)
RESERVE = Clock(kind="reserve", seconds=300, increment=10, answer=20)
ALL = frozenset({0, 1, 2})


def moment(at: float, turn: tuple[int, int] = (1, 0), waited: set[int] | None = None, **more: Any) -> ClockInput:
    """Seconds, a turn, and who must act; by default the seat on turn."""
    must = frozenset({turn[1]} if waited is None else waited)
    return ClockInput(int(at * 1000), turn, must, more.get("people", ALL), more.get("paused", False))


def walk(rule: Clock, *moments: ClockInput, **more: Any) -> Clocks:
    clocks = Clocks.begin(rule, 3, moments[0])
    for one in moments[1:]:
        clocks = clocks.step(one)
    return clocks


def left(clocks: Clocks, at: float) -> list[float]:
    return [clocks.left(seat, int(at * 1000)) / 1000 for seat in range(3)]


def test_each_turn_has_its_own_time() -> None:
    clocks = walk(TURN, moment(0), moment(25), moment(40, (2, 1)))
    assert left(clocks, 40) == [60, 60, 60]
    assert left(clocks, 55) == [60, 45, 60]
    assert clocks.charged == (40_000, 0, 0)
    assert clocks.due(55_000) == 45_000


def test_a_reserve_lasts_for_the_game_and_grows_when_a_turn_begins() -> None:
    clocks = walk(RESERVE, moment(0), moment(30, (2, 1)), moment(35, (3, 2)), moment(35, (4, 0)))
    assert left(clocks, 35) == [300 + 10 - 30 + 10, 300 + 10 - 5, 310]


def test_a_turn_begins_when_somebody_is_awaited_in_it() -> None:
    clocks = walk(RESERVE, moment(0, (0, 0), set()), moment(0, (1, 0)), moment(0, (2, 1), set()), moment(0, (2, 1)))
    assert left(clocks, 0) == [310, 310, 300]


def test_a_spent_reserve_leaves_an_answers_time_for_each_further_turn() -> None:
    clocks = walk(RESERVE, moment(0), moment(1000, (2, 1)), moment(1001, (3, 0)))
    assert left(clocks, 1001)[0] == 20


def test_what_is_asked_out_of_turn_has_its_own_time_and_costs_the_turn_nothing() -> None:
    asked = moment(10, waited={1, 2})
    clocks = walk(TURN, moment(0), asked)
    assert left(clocks, 25) == [50, 5, 5]
    assert [one.answer for one in clocks.shown(25_000).seats] == [False, True, True]
    clocks = clocks.step(moment(25, waited={2}))
    assert left(clocks, 29) == [50, 60, 1]
    clocks = clocks.step(moment(29)).step(moment(30, waited={1}))
    assert left(clocks, 30) == [49, 20, 60], "the next question has its own time"


def test_the_seat_on_turn_answers_in_its_own_time() -> None:
    assert left(walk(TURN, moment(0), moment(10, waited={0, 1})), 15) == [45, 15, 60]


def test_nobodys_clock_runs_in_a_pause_or_while_chance_decides() -> None:
    clocks = walk(TURN, moment(0), moment(10, paused=True))
    assert (left(clocks, 500)[0], clocks.due(500_000), clocks.late(500_000)) == (50, None, [])
    assert left(clocks.step(moment(500)), 501)[0] == 49
    assert left(walk(TURN, moment(0), moment(10, waited=set())), 500)[0] == 50


def test_an_answer_has_no_more_time_after_a_pause() -> None:
    clocks = walk(TURN, moment(0), moment(0, waited={1}), moment(15, waited={1}, paused=True), moment(99, waited={1}))
    assert left(clocks, 99)[1] == 5


def test_time_in_which_the_server_was_gone_counts_for_nobody() -> None:
    clocks = walk(RESERVE, moment(0), moment(30))
    back = clocks.step(moment(9000), counts=False)
    assert left(back, 9001)[0] == 310 - 30 - 1
    assert back.charged == (30_000, 0, 0)


def test_an_undo_of_the_end_of_a_turn_gives_no_time_back() -> None:
    clocks = walk(TURN, moment(0), moment(40, (2, 1)))
    again = clocks.step(moment(45, (1, 0)), undo=True)
    assert left(again, 45) == [20, 60, 60]
    assert left(again.step(moment(50, (2, 1))), 50) == [60, 55, 60], "the next turn goes on where it was"
    reserve = walk(RESERVE, moment(0), moment(40, (2, 1)))
    for _ in range(5):
        reserve = reserve.step(moment(40, (1, 0)), undo=True).step(moment(40, (2, 1)))
    assert left(reserve, 40) == [270, 310, 300], "and grows once"


def test_an_undo_of_an_answer_gives_no_time_back() -> None:
    clocks = walk(TURN, moment(0), moment(0, waited={1, 2}), moment(15, waited={2}))
    assert left(clocks.step(moment(16, waited={1, 2}), undo=True), 16)[1:] == [5, 4]


def test_bots_have_no_clock() -> None:
    clocks = walk(TURN, moment(0, people=frozenset({1})), moment(500, waited={0, 1}, people=frozenset({1})))
    assert clocks.late(10_000_000) == [1]
    assert [one.seat for one in clocks.shown(0).seats] == [1]
    assert clocks.charged == (0, 0, 0)


@pytest.mark.parametrize("rule", [TURN, RESERVE])
def test_whoever_takes_a_seat_back_has_a_little_time_once_a_turn(rule: Clock) -> None:
    bots = frozenset({1, 2})
    clocks = walk(rule, moment(0), moment(1000, people=bots))
    assert left(clocks.step(moment(1001)), 1001)[0] == 20
    again = clocks.step(moment(1001)).step(moment(1030, people=bots)).step(moment(1031))
    assert again.late(1031_000) == [0]
    assert left(again.step(moment(1032, (2, 1))).step(moment(1033, (3, 0))), 1033)[0] >= 20


def test_whoever_comes_back_with_time_left_keeps_it() -> None:
    clocks = walk(TURN, moment(0), moment(10, people=frozenset({1, 2})), moment(20))
    assert left(clocks, 20)[0] == 50


# Properties.

times = st.integers(0, 200_000)
seats = st.sets(st.integers(0, 2)).map(frozenset)
rules = st.builds(
    Clock,
    kind=st.sampled_from(["turn", "reserve"]),
    seconds=st.integers(5, 300),
    increment=st.integers(0, 30),
    answer=st.integers(5, 60),
)
steps = st.tuples(times, st.tuples(st.integers(0, 3), st.integers(0, 2)), seats, seats, st.booleans())


@given(rules, st.lists(st.tuples(steps, st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_what_is_charged_is_what_has_passed(rule: Clock, walked: list[tuple[Any, bool, bool]]) -> None:
    """Whatever happens: every seat that was waited for is charged what passed, nobody anything else."""
    (first, *_), at = walked[0], 0
    clocks = Clocks.begin(rule, 3, ClockInput(0, *first[1:]))
    expected = [0, 0, 0]
    for (gap, *rest), counts, undo in walked[1:]:
        before = clocks
        for seat in sorted(before.running) if counts else []:
            expected[seat] += gap
        at += gap
        assert all(before.left(seat, at - gap) >= before.left(seat, at) >= 0 for seat in range(3)), (
            "time only runs down"
        )
        clocks = clocks.step(ClockInput(at, *rest), counts=counts, undo=undo)
        assert list(clocks.charged) == expected
        assert all(new >= old for new, old in zip(clocks.charged, before.charged, strict=True))


@given(rules, st.lists(times, min_size=1, max_size=20), st.integers(0, 2))
def test_one_seat_alone_pays_for_all_that_passes(rule: Clock, gaps: list[int], seat: int) -> None:
    clocks, at = Clocks.begin(rule, 3, ClockInput(0, (1, seat), frozenset({seat}), ALL)), 0
    begun = clocks.left(seat, 0)
    for gap in gaps:
        at += gap
        clocks = clocks.step(ClockInput(at, (1, seat), frozenset({seat}), ALL))
    assert clocks.charged[seat] == sum(clocks.charged) == at
    assert clocks.left(seat, at) == max(0, begun - at)


@given(rules, st.lists(steps, min_size=2, max_size=10))
def test_a_clock_of_the_machine_that_is_set_back_charges_nothing(rule: Clock, walked: list[Any]) -> None:
    clocks = Clocks.begin(rule, 3, ClockInput(10_000_000, *walked[0][1:]))
    for at, *rest in walked[1:]:
        clocks = clocks.step(ClockInput(at, *rest))
    assert clocks.charged == (0, 0, 0)
    assert clocks.moment.at == 10_000_000


class Life:
    """A table that lives through commands at chosen times, without disk and without waiting."""

    def __init__(self, rule: Clock, seed: int) -> None:
        self.rng = random.Random(seed)
        self.at = 1_700_000_000_000
        self.log: list[Entry] = []
        draft = self.draft(TableState("t" * 17))
        plans = [SeatPlan(), SeatPlan("bot", "random"), SeatPlan()]
        order = CreateTable(name="n", nickname="Maud", config={"game": "toy", "goal": 5}, seats=plans, clock=rule)
        create(draft, order)
        self.keep(draft)
        self.do(None, "sit", "Odile", "odile-odile-odile")
        self.do(0, "start")

    def draft(self, state: TableState | None = None) -> Draft:
        return Draft(state or self.state.fork(), Toy(), self.rng, f"{len(self.log)}", "", at=self.at)

    def keep(self, draft: Draft) -> None:
        self.log += draft.sealed()
        self.state = draft.state

    def do(self, seat: int | None, do: Any, text: str = "", command_id: str = "") -> bool:
        generation = 0 if seat is None else self.state.seats[seat].generation
        draft = self.draft()
        command = Command(id=command_id or f"{len(self.log)}", do=do, text=text)
        who = Who(seat, generation, bot=seat is not None and bool(self.state.seats[seat].level))
        try:
            apply_command(draft, who, command)
        except RequestRefused:
            return False
        self.keep(draft)
        return True

    def own(self, what: Any, *more: Any) -> None:
        draft = self.draft()
        what(draft, *more)
        if draft.entries:
            self.keep(draft)


MOVES = ("draw", "mark 1", "offer", "yes", "no", "withdraw", "end")
lives = st.lists(
    st.tuples(
        st.integers(0, 90_000),
        st.sampled_from(
            [*MOVES, *MOVES, *MOVES, "undo", "pause", "resume", "chat", "back", "stand-in", "late", "load"]
        ),
        st.integers(0, 2),
    ),
    max_size=40,
)


@settings(deadline=None)
@given(rules, lives, st.integers(0, 5))
def test_replaying_the_log_gives_the_clocks_that_were_lived_through(
    rule: Clock, life: list[tuple[int, str, int]], seed: int
) -> None:
    if rule.kind == "turn":
        rule = msgspec.structs.replace(rule, increment=0)
    table = Life(rule, seed)
    for gap, what, seat in life:
        table.at += gap
        if what == "late":
            table.own(late, seat)
        elif what == "load":
            table.own(came_back)
        elif what in MOVES:
            match = table.state.match
            assert match is not None
            acting = next(iter(match.game.actors), seat) if what not in ("withdraw",) else seat
            table.do(acting, "play", what)
        else:
            table.do(seat, what, "greedy" if what == "stand-in" else "hello" if what == "chat" else "")
        again = TableState.replayed(Toy(), table.state.id, table.log)
        assert again.clocks == table.state.clocks
        assert again.paused == table.state.paused
        if table.state.paused is not None and table.state.clocks is not None:
            assert not table.state.clocks.running


def test_the_time_of_this_process_only_goes_forward() -> None:
    seen = [now() for _ in range(100)]
    assert seen == sorted(seen)
