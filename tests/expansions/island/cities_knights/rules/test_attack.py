"""The barbarians (CK-098 to CK-114, CK-173, CKV-001 to CKV-006)."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table
from tests.kit import land

both = pytest.mark.parametrize("edition", EDITIONS)

TWO = {0: "0,0,S -2,0,S", 1: "1,1,S 2,0,N"}
"""Two cities each for two seats."""


def shore(seats: int = 3, **more: Any) -> KnightsState:
    """The ship is a space away, and nobody has rolled."""
    return knights_table(seats, ship=6, rolled=False, **more)


@pytest.mark.compiled
@pytest.mark.rule("CK-098", "CK-099", "CK-100", "CK-101", "CK-102", "CK-103", "CK-104", "CK-112", "CK-113", "CKO-032")
@both
def test_who_loses_a_city(edition: str) -> None:
    """CK-EX-15: 5 against 3; Red and Blue lose a city, Orange has only a metropolis and White only settlements."""
    t = shore(
        4,
        cities={0: "0,0,S -2,0,S", 1: "1,1,S 2,0,N", 2: "0,-1,N"},
        settlements={3: "-1,2,S"},
        metropolises={"trade": "0,-1,N"},
        knights={0: "-1,0,N active", 1: "2,-1,N active", 3: "0,2,N active"},
        edition=edition,
    )
    t.attack()
    (told,) = t.told("attack")
    assert (told.a, told.b) == (5, 3)
    t.check(phase="fall", actors=[0])
    t.refuses("0: lose 1,1,S", "CK-104")
    t.play("0: lose -2,0,S", "1: lose 1,1,S")
    t.check(points={0: 3, 1: 3, 2: 4, 3: 1}, phase="main")
    assert not t.city("-2,0,S")
    assert [t.knights(seat) for seat in (0, 1, 3)] == [{"-1,0,N": "basic"}, {"2,-1,N": "basic"}, {"0,2,N": "basic"}]
    assert t.cell(t.m.ship) == 0


@pytest.mark.rule("CK-103", "CK-059")
@both
def test_if_all_are_equal_all_lose(edition: str) -> None:
    """CK-EX-16: every knight is inactive."""
    t = shore(cities={0: "0,0,S", 1: "1,1,S", 2: "0,-1,N"}, knights={1: "2,-1,N mighty"}, edition=edition)
    t.attack()
    t.check(points={0: 1, 1: 1, 2: 1}, phase="main", cities={0: 4, 1: 4}, settlements={0: 4})


@pytest.mark.rule("CK-101", "CKO-033")
@both
def test_only_the_least_lose(edition: str) -> None:
    """Inactive knights count for nothing."""
    t = shore(
        cities={0: "0,0,S", 1: "1,1,S", 2: "0,-1,N 2,0,N"},
        knights={0: "-1,0,N mighty", 1: "2,-1,N active"},
        edition=edition,
    )
    t.attack()
    t.check(actors=[2], phase="fall")
    t.play("2: lose 2,0,N")
    t.check(points={0: 1, 1: 2, 2: 3})


@pytest.mark.rule("CK-099")
@both
def test_the_levels_of_all_active_knights_add_up(edition: str) -> None:
    knights = {0: "-1,0,N mighty active; 0,2,N active; 0,2,S strong", 1: "2,-1,N strong active"}
    t = shore(cities=TWO, knights=knights, edition=edition)
    t.attack()
    assert [(told.a, told.b) for told in t.told("attack")] == [(4, 6)]
    t.check(points={0: 5, 1: 4})


@pytest.mark.rule("CK-104")
@both
def test_the_losers_choose_clockwise_from_the_player_on_turn(edition: str) -> None:
    t = shore(cities={**TWO, 2: "0,-1,N 0,2,N"}, on_turn=1, edition=edition)
    t.attack()
    for seat, lost in ((1, "1,1,S"), (2, "0,2,N"), (0, "-2,0,S")):
        t.check(phase="fall", actors=[seat])
        t.play(f"{seat}: lose {lost}")
    t.check(phase="main", points={0: 3, 1: 3, 2: 3})


@pytest.mark.rule("CK-050", "CK-105")
@both
def test_a_fallen_city_loses_its_wall(edition: str) -> None:
    t = shore(cities={0: "0,0,S"}, walls="0,0,S", edition=edition)
    assert t.cell(t.m.walls_left) == 2
    t.attack()
    assert t.cell(t.m.walls_left) == 3
    assert t.corner(t.m.wall, "0,0,S") == 0
    t.check(settlements={0: 4}, cities={0: 4})


FIVE = "-1,-1,N 0,-2,N 2,-2,N 2,-1,S -1,2,S"


@pytest.mark.rule("CK-106", "CK-107", "CK-165")
@both
def test_without_a_settlement_left_the_city_lies_on_its_side(edition: str) -> None:
    """CK-EX-18."""
    t = shore(
        2,
        cities={0: "0,0,S -2,0,S"},
        settlements={0: FIVE},
        hands={0: "ore*6 grain*4 brick*2"},
        edition=edition,
    )
    t.check(points={0: 9})
    t.attack("0: lose 0,0,S")
    t.check(points={0: 8})
    assert t.corner(t.m.tipped, "0,0,S") == 1
    assert "0,0,S" not in t.places("wall")
    t.refuses("city -1,2,S", "CK-107")
    assert t.places("city") == {"0,0,S"}
    t.play("city 0,0,S")
    t.check(points={0: 9}, hands={0: "ore*3 grain*2 brick*2"}, settlements={0: 0}, cities={0: 2})
    t.play("city -1,2,S")
    t.check(points={0: 10}, settlements={0: 1}, cities={0: 1})


@pytest.mark.rule("CK-106", "CK-165", "CK-082")
def test_what_a_city_on_its_side_is_worth() -> None:
    """CK-EX-18: it produces one card, takes no improvement, does not strengthen the barbarians and cannot be lost."""
    t = shore(2, cities={0: "0,0,S"}, settlements={0: FIVE}, hands={0: "cloth*2"})
    t.attack()
    t.check(points={0: 6})
    shown = next(action for action in view(t.game, 0).actions if action.verb == "settlement")
    assert shown.left == 0, "no supply has less than nothing"
    t.refuses("improve trade", "CK-082")
    t.play("end", "roll", "roll 1 5", "event politics")
    t.check(hands={0: "cloth*2 brick*2 ore"})
    t.game.state.cells[t.m.ship] = 6
    t.play("end").attack()
    assert t.told("attack")[0].a == 0
    t.check(points={0: 6}, phase="main")


@pytest.mark.rule("CK-107", "CK-128", "CK-181")
@both
def test_medicine_restores_a_city_first(edition: str) -> None:
    t = shore(
        2,
        cities={0: "0,0,S"},
        settlements={0: FIVE},
        hands={0: "ore*4 grain*2"},
        progress={0: "medicine*2"},
        edition=edition,
    )
    t.attack()
    assert t.places("medicine") == {"0,0,S"}
    t.play("medicine 0,0,S", "medicine -1,2,S")
    t.check(points={0: 8}, hands={0: ""})


# The knights win.


@pytest.mark.rule("CK-100", "CK-108", "CK-005", "CKO-020")
@both
def test_the_best_defender(edition: str) -> None:
    """As strong as the barbarians is enough; players without a city count."""
    t = shore(
        cities={0: "0,0,S -2,0,S", 1: "1,1,S"},
        settlements={2: "-1,2,S"},
        knights={0: "-1,0,N active", 2: "0,2,N strong active"},
        tokens={2: 6},
        edition=edition,
    )
    t.attack()
    t.check(points={0: 4, 1: 2, 2: 8}, phase="main")
    assert t.cell(t.m.tokens + 2) == 7


@pytest.mark.rule("CK-109", "CK-111", "CK-113", "CKO-020")
@both
def test_equal_defenders_draw(edition: str) -> None:
    t = shore(
        cities={0: "0,0,S", 1: "1,1,S"},
        knights={0: "-1,0,N active", 1: "2,-1,N active"},
        progress={0: "crane*2 merchant*2"},
        on_turn=1,
        edition=edition,
    )
    t.attack()
    t.check(phase="choose", actors=[1], points={0: 2, 1: 2})
    assert set(t.legal(1)) == {"draw-from science", "draw-from trade", "draw-from politics", "pass"}
    t.play("1: draw-from politics", "progress constitution")
    t.check(points={1: 3}, actors=[0], phase="choose")
    # The fight is not over before the last has drawn.
    assert t.knights(0) == {"-1,0,N": "basic active"}
    t.play("0: draw-from trade", "progress taxes")
    t.check(phase="surplus", actors=[0])
    t.play("0: return taxes")
    t.check(phase="main", actors=[1])
    assert t.knights(0) == {"-1,0,N": "basic"}
    assert t.cell(t.m.ship) == 0


@pytest.mark.rule("CK-109", "CK-029")
def test_a_defender_may_pass_and_draws_from_no_empty_pile() -> None:
    t = shore(
        knights={0: "-1,0,N active", 1: "2,-1,N active"}, piles={"science": "", "trade": "", "politics": "wedding"}
    )
    t.attack()
    assert set(t.legal(0)) == {"draw-from politics", "pass"}
    t.play("0: draw-from politics", "progress wedding")
    assert set(t.legal(1)) == {"pass"}
    t.play("1: pass")
    t.check(phase="main")


@pytest.mark.rule("CK-110")
def test_nobody_earns_a_point_for_nothing() -> None:
    t = shore(settlements={0: "0,0,S"}, knights={0: "-1,0,N mighty"})
    t.attack()
    t.check(points={0: 1}, phase="main")
    assert t.cell(t.m.ship) == 0


@pytest.mark.rule("CK-027", "CK-173", "CK-112")
def test_a_card_forced_in_a_tie_is_played_before_helmets_come_off() -> None:
    t = shore(
        knights={0: "-1,0,N active; 0,0,S", 1: "2,-1,N active"},
        progress={0: "encouragement alchemist*2 crane"},
        on_turn=0,
    )
    t.attack("0: draw-from trade", "progress merchant-fleet", "0: encouragement")
    assert t.knights(0) == {"-1,0,N": "basic active", "0,0,S": "basic active"}
    t.play("1: pass")
    assert t.knights(0) == {"-1,0,N": "basic", "0,0,S": "basic"}


@pytest.mark.rule("CK-174", "CK-001", "CK-020")
def test_the_point_of_a_defender_wins_before_production() -> None:
    """At once: the ship does not even return."""
    t = shore(tokens={0: 11}, settlements={0: "0,0,S"}, knights={0: "-1,0,N active"}, cities={1: "1,1,S"})
    t.play("roll", "roll 1 5", "event ship")
    t.check(winners=[0], hands={0: ""})
    assert not t.told("ship_home")


@pytest.mark.rule("CK-020", "CK-173")
def test_the_attack_comes_before_production() -> None:
    """The city that falls draws as a settlement."""
    t = shore(cities={0: "0,0,S"})
    t.play("roll", "roll 1 5", "event ship")
    t.check(hands={0: "ore"}, phase="main")


# The robber wakes.


@pytest.mark.rule("CK-039", "CK-040", "CK-173")
def test_the_first_attack_wakes_the_robber() -> None:
    """CK-EX-17: the roll is a seven too: the attack first, then discards and the robber."""
    t = shore(cities={0: "0,0,S"}, hands={0: "wool*8"}, asleep=True, settlements={1: "-2,0,S"})
    t.play("roll", "roll 3 4", "event ship")
    t.check(phase="discard", robber="1,-1", points={0: 1})
    t.play("0: discard wool*4", "robber -2,0")
    t.check(phase="main", robber="-2,0")


@pytest.mark.rule("CK-039")
def test_nobody_is_robbed_when_the_robber_wakes() -> None:
    t = shore(settlements={1: "1,-1,S"}, hands={1: "wool"}, asleep=True)
    t.attack()
    t.check(phase="main", robber="1,-1", hands={1: "wool"})


@pytest.mark.rule("CK-039", "CK-041")
def test_a_later_attack_leaves_the_robber_where_it_stands() -> None:
    t = shore(robber="2,0", knights={0: "-1,0,N active"})
    t.attack()
    t.check(robber="2,0", phase="main")
    assert t.told("robber_wakes") == []


@pytest.mark.rule("CK-039", "CK-041")
def test_without_a_desert_the_robber_awakes_beside_the_board() -> None:
    """Nothing is told of a desert, no knight can chase the robber, and the first seven brings it to a hex."""
    t = shore(
        2,
        layout=land("0,0 forest 8", "1,0 hills 5", "0,1 fields 4", "-1,0 sea"),
        knights={0: "0,0,N active"},
        settlements={1: "0,1,S"},
        asleep=True,
    )
    assert t.r.desert == -1
    t.attack()
    assert len(t.told("attack")) == 1
    assert t.told("robber_wakes") == []
    assert t.cell(t.r.robber) == -1
    shown = view(t.game, 0)
    assert isinstance(shown, IslandView)
    assert shown.robber is None
    t.game.state.cells[t.m.active + t.r.board.corner_index["0,0,N"]] = 1
    t.refuses("chase 0,0,N", "CK-078")
    t.play("end", "roll", "roll 3 4", "event politics", "robber 0,1")
    t.check(robber="0,1", phase="main")


# The chosen defence.


def tactics(edition: str = "2025", **more: Any) -> KnightsState:
    return shore(defense="chosen", edition=edition, **more)


@pytest.mark.rule("CKV-001", "CKV-002", "CKV-003", "CKV-004", "CKV-005", "CKV-006", "CKO-021", "CKO-034")
@both
def test_letting_the_barbarians_win(edition: str) -> None:
    """CK-EX-27: Red sends none, Blue its strong knight; White loses the city."""
    t = tactics(
        edition,
        cities={0: "0,-1,N", 1: "1,1,S 2,0,N", 2: "0,0,S"},
        metropolises={"trade": "0,-1,N"},
        knights={0: "-1,0,N mighty active", 1: "2,-1,N strong active"},
    )
    t.attack()
    t.check(phase="muster", actors=[0])
    t.refuses("1: defend 2,-1,N", "CKV-001")
    t.play("0: pass")
    t.check(actors=[1])
    t.play("1: defend 2,-1,N")
    (told,) = t.told("attack")
    assert (told.a, told.b) == (4, 2)
    t.check(points={0: 4, 1: 4, 2: 1}, phase="main")
    assert t.knights(0) == {"-1,0,N": "mighty active"}
    assert t.knights(1) == {"2,-1,N": "strong"}
    without = shore(
        cities={0: "0,-1,N", 1: "1,1,S 2,0,N", 2: "0,0,S"},
        metropolises={"trade": "0,-1,N"},
        knights={0: "-1,0,N mighty active", 1: "2,-1,N strong active"},
        edition=edition,
    )
    without.attack()
    without.check(points={0: 5, 2: 2})


@pytest.mark.rule("CKV-003", "CKO-034", "CK-173", "CK-027")
def test_a_defender_that_is_driven_off_has_fought_all_the_same() -> None:
    """A card forced in a tie drives a defender off before the helmets come off."""
    t = tactics(
        knights={0: "-1,0,N active", 1: "0,1,N active"},
        roads={0: "0,0,SE", 1: "0,0,E"},
        progress={0: "intrigue alchemist*2 crane"},
    )
    t.attack("0: defend -1,0,N", "1: defend 0,1,N")
    t.check(phase="choose", actors=[0])
    t.play("0: draw-from trade", "progress commercial-harbor", "0: intrigue 0,1,N", "1: retreat 1,-1,S", "1: pass")
    t.check(phase="main")
    assert t.knights(0) == {"-1,0,N": "basic"}
    assert t.knights(1) == {"1,-1,S": "basic"}


@pytest.mark.rule("CKV-001", "CKV-005")
@both
def test_the_defenders_are_asked_clockwise_from_the_player_on_turn(edition: str) -> None:
    knights = {0: "-1,0,N active", 1: "2,-1,N active", 2: "0,2,N active"}
    t = tactics(edition, knights=knights, cities={0: "0,0,S"}, on_turn=1)
    t.attack()
    for seat in (1, 2, 0):
        t.check(phase="muster", actors=[seat])
        t.play(f"{seat}: pass")
    t.check(phase="main", points={0: 1})


@pytest.mark.rule("CKV-001", "CKV-005", "CKV-002")
def test_some_of_several_knights_take_part() -> None:
    t = tactics(cities={1: "1,1,S"}, knights={0: "-1,0,N active; 0,0,S strong active; 2,1,N", 1: "2,-1,N active"})
    t.attack()
    assert set(t.legal(0)) == {"defend -1,0,N", "defend 0,0,S", "pass"}
    t.play("0: defend -1,0,N")
    assert set(t.legal(0)) == {"defend 0,0,S", "pass"}
    t.refuses("0: defend -1,0,N", "CKV-001")
    t.play("0: pass", "1: pass")
    t.check(phase="main", points={0: 1})
    assert t.knights(0) == {"-1,0,N": "basic", "0,0,S": "strong active", "2,1,N": "basic"}
