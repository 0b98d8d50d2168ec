"""What hexes and seats give: as the rules would pay it, and from public information only."""

from __future__ import annotations

from bastide.kernel.resample import resample
from bastide.view import SPECTATOR
from bastide.view.island.facts import Facts, HexFacts, facts
from tests.kit import Table, table

SEATS = range(3)


def put(**more: str) -> Table:
    return table(
        settlements={0: "0,0,N", 1: "0,1,N"},
        cities={0: "0,2,N"},
        hands={0: "ore*3 wool", 1: "grain*2 brick", 2: "lumber*4"},
        cards={1: "knight point"},
        rolled=False,
        **more,  # type: ignore[arg-type]  # the place of the robber
    )


def at(known: Facts, place: str) -> HexFacts:
    [one] = [one for one in known.hexes if one.place == place]
    return one


def held(t: Table) -> list[int]:
    return [int(t.r.hand_size(t.game.state, seat)) for seat in SEATS]


def test_income_is_what_36_rolls_pay() -> None:
    paid = [0, 0, 0]
    for total in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        t = put()
        before = held(t)
        t.play("roll", f"roll {max(1, total - 6)} {total - max(1, total - 6)}")
        ways = 6 - abs(7 - total)
        paid = [sum_ + ways * (now - then) for sum_, now, then in zip(paid, held(t), before, strict=True)]
    known = facts(put().game)
    assert [sum(one.income.values()) for one in known.seats] == paid
    assert paid[0] > paid[1] > paid[2] == 0


def test_a_hex_under_the_robber_gives_nothing() -> None:
    free = facts(put().game)
    place = next(one.place for one in free.hexes if 0 in one.draws)
    robbed = facts(put(robber=place).game)
    assert not at(free, place).blocked
    assert at(robbed, place).blocked
    assert at(robbed, place).draws == {}
    lost = at(free, place).rolls * sum(at(free, place).draws[0].values())
    assert sum(robbed.seats[0].income.values()) == sum(free.seats[0].income.values()) - lost


def test_facts_are_the_same_in_all_worlds_of_a_spectator_and_change_nothing() -> None:
    t = put()
    before = t.game.state.copy()
    known = facts(t.game)
    assert t.game.state == before
    other = t.game.copy()
    other.state = resample(t.game.rules, t.game.state, SPECTATOR, 7)
    assert other.state != before, "another world"
    assert facts(other) == known
