"""The greedy bot in Barbarian Attack: it defends its coast, fights where the odds pay, and hinders the others."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.chosen import sampled
from tests.expansions.island.barbarian_attack.kit import CARD, ONE, attack, barbarians, knights, prisoners
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def marched(t: Table) -> Table:
    """The bot of seat 0 has marched."""
    while t.phase in ("barbarian_attack_march", "barbarian_attack_halt") and t.actors == [0]:
        t.play(chosen(t))
    return t


def test_it_marches_where_one_knight_wins() -> None:
    t = marched(attack(barbarians={"-1,-1": 1}, knights={0: "-1,-1,E 0,0,NE"}, settlements={0: "1,1,N"}).play("end"))
    assert t.phase == "barbarian_attack_colour"
    assert prisoners(t) == [1, 0, 0]


def test_two_knights_go_together() -> None:
    t = marched(attack(barbarians={"-1,-1": 1}, knights={0: "-1,0,E 0,-1,SE"}, settlements={0: "1,1,N"}).play("end"))
    assert prisoners(t) == [1, 0, 0]


def test_it_does_not_win_prisoners_for_others() -> None:
    t = attack(barbarians={"-1,-1": 2}, knights={0: "1,1,E", 1: "-1,-1,E -1,-1,NE"}, settlements={0: "1,1,N"})
    marched(t.play("end")).check(phase="roll")
    assert prisoners(t) == [0, 0, 0]


def test_it_frees_its_own_hex_rather_than_another() -> None:
    t = attack(
        barbarians={"1,1": 3, "-2,1": 3},
        settlements={0: "2,0,S", 1: "-2,1,S"},
        hands={0: CARD},
    ).play("buy", "turn-up intrigue")
    assert chosen(t) == "capture 1,1"


def test_treason_goes_against_the_others() -> None:
    t = attack(
        barbarians={"1,1": 2, "0,2": 1},
        settlements={0: "2,0,S", 1: "0,-2,N", 2: "2,-1,N"},
        cities={1: "-2,0,N"},
        hands={0: CARD},
    ).play("buy", "turn-up treason")
    while t.phase != "main":
        t.play(chosen(t))
    assert barbarians(t).get("1,1", 0) < 2


def test_it_buys_cards_while_there_are_barbarians_to_beat() -> None:
    prey = {"-1,-1": 2, "1,1": 2, "0,2": 2, "2,0": 2, "0,-2": 1}
    for barbarians_, action in ((prey, "buy"), ({}, "end")):
        t = attack(barbarians=barbarians_, settlements={0: "1,1,N 0,0,N"}, hands={0: "wool*2 grain*2 ore"})
        assert chosen(t) == action


def test_a_knight_that_must_leave_the_castle_leaves_it() -> None:
    t = attack(knights={0: "-2,2,NE"}, entered="-2,2,NE", barbarians={"-2,1": 1}).play("end")
    marched(t).check(phase="roll")
    assert knights(t, 0) != {"-2,2,NE"}


@pytest.mark.slow
def test_with_the_rooms_part_the_bot_wins_more() -> None:
    """The README has the figures of more games."""
    games = sized(10, 400)
    assert measure(MATCHES["two-blind"], games, modules=(ONE, "two_players")).wins() >= sized(6, 240)


@pytest.mark.slow
def test_it_beats_random_seats() -> None:
    games = sized(8, 400)
    assert measure(MATCHES["three"], games, modules=(ONE,)).wins() >= 0.9 * games


@pytest.mark.compiled
@pytest.mark.parametrize("others", sampled([(), ("event_cards",)], count=1))
def test_it_looks_at_no_hidden_card(others: tuple[str, ...]) -> None:
    config = {"game": "island", "seats": 3, "modules": [ONE, *others]}
    assert assert_honest(make_bot("greedy", 1), config, decisions=120) == 40
