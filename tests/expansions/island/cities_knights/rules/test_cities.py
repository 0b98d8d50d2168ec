"""Production, trade, walls, improvements and metropolises (CK-030 to CK-050, CK-080 to CK-097)."""

from __future__ import annotations

import pytest

from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table
from tests.kit import land

both = pytest.mark.parametrize("edition", EDITIONS)


# Production.


@pytest.mark.rule("CK-030", "CK-031", "CK-032")
@both
def test_what_a_city_draws(edition: str) -> None:
    rolls = {"roll 5 6": "brick*2", "roll 1 4": "grain*2", "roll 1 5": "ore coin"}
    for roll, hand in rolls.items():
        t = knights_table(cities={0: "0,0,S"}, rolled=False, edition=edition)
        t.play("roll", roll, "event politics")
        t.check(hands={0: hand}, phase="main")
    for roll, hand in {"roll 4 4": "lumber paper", "roll 4 6": "wool cloth"}.items():
        t = knights_table(cities={0: "-2,0,S"}, rolled=False, edition=edition)
        t.play("roll", roll, "event politics")
        t.check(hands={0: hand})


@pytest.mark.rule("CK-033", "CK-163")
def test_settlements_draw_one_resource_and_metropolises_as_cities() -> None:
    t = knights_table(settlements={0: "0,0,S"}, cities={1: "-2,0,S"}, metropolises={"trade": "-2,0,S"}, rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(hands={0: "ore"})
    t.play("end", "roll", "roll 4 4", "event politics")
    t.check(hands={1: "lumber paper"})


@pytest.mark.rule("CK-034")
def test_the_robber_stops_commodities_too() -> None:
    t = knights_table(cities={0: "0,0,S"}, robber="0,1", rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(hands={0: ""})


@pytest.mark.rule("CK-036")
def test_a_shortage_is_judged_for_each_kind() -> None:
    """Two coins are claimed and one is left: nobody gets coin, both get ore; a single claimant gets what is left."""
    t = knights_table(cities={0: "0,0,S", 1: "0,1,S"}, bank="ore*19 coin", hands={2: "coin*11"}, rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(hands={0: "ore", 1: "ore"}, bank="ore*17 coin")
    t = knights_table(cities={0: "0,0,S 0,1,S"}, bank="ore*19 coin", hands={2: "coin*11"}, rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(hands={0: "ore*2 coin"})


# The seven.


@pytest.mark.rule("CK-037", "CK-035", "CK-118")
def test_before_the_first_attack_a_seven_only_discards() -> None:
    t = knights_table(
        hands={0: "wool*4 cloth*4", 1: "wool*7"},
        progress={1: "crane merchant"},
        settlements={1: "0,0,S"},
        asleep=True,
        rolled=False,
    )
    t.play("roll", "roll 3 4", "event politics")
    t.check(phase="discard", actors=[0])
    t.play("0: discard cloth*4")
    t.check(phase="main", hands={0: "wool*4"})
    assert t.cell(t.r.robber) == -1


@pytest.mark.rule("CKO-001")
def test_in_the_older_edition_a_seven_moves_the_robber_at_once() -> None:
    t = knights_table(edition="classic", asleep=True, rolled=False, settlements={1: "0,0,S"}, hands={1: "wool"})
    t.play("roll", "roll 3 4", "event politics", "robber 0,0", "steal wool")
    t.check(hands={0: "wool"}, robber="0,0")


@pytest.mark.rule("CK-041", "CK-035")
def test_later_a_seven_robs_commodities_too() -> None:
    t = knights_table(rolled=False, settlements={1: "0,0,S"}, hands={1: "cloth"})
    t.play("roll", "roll 3 4", "event politics", "robber 0,0")
    assert dict(t.game.chances()) == {"steal cloth": 1}
    t.play("steal cloth")
    t.check(hands={0: "cloth"})


@pytest.mark.rule("CK-042", "CK-050")
@pytest.mark.parametrize(("held", "owed"), [(11, 0), (12, 6), (13, 6)])
@both
def test_two_walls_protect_eleven_cards(held: int, owed: int, edition: str) -> None:
    """CK-EX-04, CK-EX-05, CKO-EX-08."""
    t = knights_table(
        cities={0: "0,0,S -2,0,S"}, walls="0,0,S -2,0,S", hands={0: f"wool*{held}"}, rolled=False, edition=edition
    )
    t.play("roll", "roll 3 4", "event politics")
    t.check(phase="discard" if owed else "robber")
    if owed:
        t.refuses(f"0: discard wool*{owed + 1}", "BASE-022")
        t.play(f"0: discard wool*{owed}")
        t.check(hands={0: f"wool*{held - owed}"})


# Trade.


@pytest.mark.rule("CK-044", "CK-047", "CKO-018")
@both
def test_four_for_one(edition: str) -> None:
    """CK-EX-02."""
    t = knights_table(hands={0: "wool*4 paper*3 coin*3"}, edition=edition)
    t.refuses("bank paper*4 wool", "BASE-027", missing="paper")
    t.play("bank wool*4 paper")
    t.check(hands={0: "paper*4 coin*3"})
    t.play("bank paper*4 ore")
    t.check(hands={0: "ore coin*3"})


@pytest.mark.rule("CK-045", "CK-046", "CKO-018")
@both
def test_harbours(edition: str) -> None:
    """CK-EX-03: a 3:1 harbour takes commodities; one of brick only brick, and gives commodities."""
    t = knights_table(hands={0: "coin*3"}, settlements={0: "-1,-1,S"}, edition=edition)
    corner = next(name for i, name in enumerate(t.r.board.corner_names) if t.r.board.harbor[i] == 1)
    t = knights_table(hands={0: "coin*3"}, settlements={0: corner}, edition=edition)
    t.play("bank coin*3 cloth")
    t.check(hands={0: "cloth"})
    brick = next(name for i, name in enumerate(t.r.board.corner_names) if t.r.board.harbor[i] == 3)
    t = knights_table(hands={0: "brick*2 cloth*3"}, settlements={0: brick}, edition=edition)
    t.refuses("bank cloth*2 paper", "BASE-027")
    t.play("bank brick*2 paper")
    t.check(hands={0: "paper cloth*3"})


@pytest.mark.rule("CK-043", "CK-161")
def test_players_trade_commodities() -> None:
    t = knights_table(hands={0: "paper wool", 1: "coin*2"}, progress={0: "crane"})
    t.refuses("offer paper for paper", "BASE-026")
    t.play("offer paper wool for coin*2", "1: accept", "0: trade 1")
    t.check(hands={0: "coin*2", 1: "paper wool"})


@pytest.mark.rule("CK-086", "CK-088", "CK-168")
@both
def test_the_guild(edition: str) -> None:
    t = knights_table(cities={0: "0,0,S"}, levels={0: "trade 2"}, hands={0: "cloth*3 paper*4 wool*2"}, edition=edition)
    t.refuses("bank paper*2 ore", "BASE-027")
    t.play("improve trade", "bank paper*2 ore", "bank paper*2 coin")
    t.check(hands={0: "ore coin wool*2"})
    t.refuses("bank wool*2 ore", "BASE-027")


# Walls.


@pytest.mark.rule("CK-048", "CK-049")
@both
def test_a_wall(edition: str) -> None:
    t = knights_table(
        cities={0: "0,0,S -2,0,S", 1: "1,1,S"},
        settlements={0: "0,-1,N"},
        metropolises={"trade": "-2,0,S"},
        hands={0: "brick*9"},
        edition=edition,
    )
    assert t.places("wall") == {"0,0,S", "-2,0,S"}
    t.play("wall 0,0,S")
    assert t.places("wall") == {"-2,0,S"}
    t.play("wall -2,0,S")
    t.check(hands={0: "brick*5"})
    assert t.cell(t.m.walls_left) == 1
    for place in ("0,0,S", "0,-1,N", "1,1,S"):
        t.refuses(f"wall {place}", "CK-049")


@pytest.mark.rule("CK-048")
def test_walls_run_out_and_cost_two_brick() -> None:
    t = knights_table(cities={0: "0,0,S -2,0,S 0,-1,N 1,1,S"}, walls="0,0,S -2,0,S 0,-1,N", hands={0: "brick*2"})
    t.refuses("wall 1,1,S", "CK-048")
    t = knights_table(cities={0: "0,0,S"}, hands={0: "brick"})
    t.refuses("wall 0,0,S", "CK-048", missing="brick")


# The aqueduct.


@pytest.mark.rule("CK-084", "CK-169", "CKO-019")
@both
def test_the_aqueduct(edition: str) -> None:
    t = knights_table(levels={0: "science 3", 1: "science 3", 2: "science 2"}, rolled=False, on_turn=1, edition=edition)
    t.play("roll", "roll 6 5", "event politics")
    t.check(phase="aqueduct", actors=[1])
    t.refuses("1: take paper", "CK-084")
    t.play("1: take ore")
    t.check(phase="aqueduct", actors=[0])
    t.play("0: pass")
    t.check(phase="main", hands={0: "", 1: "ore", 2: ""})


@pytest.mark.rule("CK-084", "CK-169")
def test_the_aqueduct_when_the_robber_or_the_bank_is_to_blame() -> None:
    t = knights_table(levels={0: "science 3"}, cities={0: "0,0,S"}, robber="0,1", rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(phase="aqueduct")
    t = knights_table(levels={0: "science 3"}, cities={0: "0,0,S"}, bank="wool", hands={1: "coin*12"}, rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(phase="aqueduct")
    assert set(t.legal(0)) == {"take wool", "pass"}
    t = knights_table(levels={0: "science 3"}, cities={0: "0,0,S"}, bank="coin", hands={1: "coin*11"}, rolled=False)
    t.play("roll", "roll 1 5", "event politics")
    t.check(phase="main", hands={0: "coin"})  # a commodity is something


@pytest.mark.rule("CK-085")
def test_no_aqueduct_on_a_seven() -> None:
    t = knights_table(levels={0: "science 5"}, rolled=False)
    t.play("roll", "roll 3 4", "event politics")
    t.check(phase="robber")


# Improvements.


@pytest.mark.rule("CK-080", "CK-081", "CK-083", "CKO-013")
@both
def test_a_domain_costs_fifteen(edition: str) -> None:
    """CK-EX-09."""
    t = knights_table(cities={0: "0,0,S"}, hands={0: "paper*12 cloth coin"}, edition=edition)
    for level in range(1, 5):
        t.play("improve science")
        assert t.level(0, "science") == level
    t.check(hands={0: "paper*2 cloth coin"})
    t.refuses("improve science", "CK-080", missing="paper*3")
    t.play("improve trade", "improve politics")
    t.check(hands={0: "paper*2"})
    t = knights_table(cities={0: "0,0,S"}, hands={0: "paper"}, levels={0: "science 1"})
    t.refuses("improve science", "CK-080", missing="paper")
    t = knights_table(
        cities={0: "0,0,S"}, hands={0: "paper*9"}, levels={0: "science 5"}, metropolises={"science": "0,0,S"}
    )
    t.refuses("improve science", "CK-080")


@pytest.mark.rule("CK-082", "CK-164", "CKO-035")
@both
def test_without_a_city_levels_stay_and_do_not_grow(edition: str) -> None:
    t = knights_table(
        settlements={0: "0,0,S"}, levels={0: "science 3"}, hands={0: "paper*5 cloth*2"}, rolled=False, edition=edition
    )
    t.play("roll", "roll 4 1", "event science", "progress crane")
    assert t.progress(0) == {"crane": 1}
    t.check(phase="main", hands={0: "paper*5 cloth*2 grain"})
    t.refuses("improve science", "CK-082")
    t.refuses("improve trade", "CK-082")
    t = knights_table(settlements={0: "0,0,S"}, levels={0: "trade 3"}, hands={0: "paper*2"}, edition=edition)
    t.play("bank paper*2 ore")


@pytest.mark.rule("CK-089", "CK-090", "CK-091", "CK-094", "CKO-036", "CKO-022")
@both
def test_the_first_at_level_four_has_the_metropolis(edition: str) -> None:
    t = knights_table(
        cities={0: "0,0,S -2,0,S", 1: "1,1,S"},
        settlements={0: "0,-1,N"},
        levels={0: "trade 3", 1: "trade 3"},
        hands={0: "cloth*4", 1: "cloth*4"},
        edition=edition,
    )
    t.check(points={0: 5})
    t.play("improve trade")
    t.check(phase="metropolis")
    assert t.places("metropolis") == {"0,0,S", "-2,0,S"}
    t.refuses("end", "CK-089")
    t.play("metropolis -2,0,S")
    assert t.metropolis("trade") == "-2,0,S"
    t.check(points={0: 7})
    t.play("end", "roll", "roll 1 1", "event ship", "improve trade")
    assert t.level(1, "trade") == 4
    assert t.metropolis("trade") == "-2,0,S"
    t.check(phase="main", points={1: 2})


@pytest.mark.rule("CK-174", "CK-089", "CK-001")
@pytest.mark.parametrize("cities", ["0,0,S", "0,0,S -2,0,S"])
def test_a_metropolis_wins_at_once(cities: str) -> None:
    """On the only city, and on a chosen one."""
    tokens = 11 - 2 * len(cities.split())
    t = knights_table(cities={0: cities}, levels={0: "trade 3"}, hands={0: "cloth*4"}, tokens={0: tokens})
    t.check(points={0: 11})
    t.play("improve trade")
    if len(cities.split()) > 1:
        t.check(phase="metropolis", points={0: 11})
        t.play("metropolis 0,0,S")
    t.check(winners=[0], points={0: 13})


@pytest.mark.rule("CK-092", "CK-170", "CKO-036")
@both
def test_level_five_takes_a_metropolis(edition: str) -> None:
    t = knights_table(
        cities={0: "0,0,S", 1: "1,1,S"},
        levels={0: "science 4", 1: "science 4"},
        metropolises={"science": "1,1,S"},
        walls="1,1,S",
        hands={0: "paper*5"},
        edition=edition,
    )
    t.check(points={0: 2, 1: 4})
    t.play("improve science")
    assert [event.seat for event in t.told("metropolis_lost")] == [1]
    assert t.metropolis("science") == "0,0,S"
    assert t.city("1,1,S")
    assert t.corner(t.m.wall, "1,1,S") == 1
    assert t.level(1, "science") == 4
    t.check(points={0: 4, 1: 2})


@pytest.mark.rule("CK-093", "CK-096", "CKO-036")
@both
def test_level_five_keeps_a_metropolis(edition: str) -> None:
    t = knights_table(
        cities={0: "0,0,S", 1: "1,1,S"},
        levels={0: "trade 4", 1: "trade 4"},
        metropolises={"trade": "1,1,S"},
        hands={0: "cloth*5", 1: "cloth*5"},
        on_turn=1,
        edition=edition,
    )
    t.play("improve trade", "end", "roll", "roll 1 1", "event ship", "end", "roll", "roll 1 1", "event ship")
    t.play("improve trade")
    assert t.metropolis("trade") == "1,1,S"
    t.check(points={0: 2, 1: 4})


@pytest.mark.rule("CK-095", "CK-171")
def test_a_metropolis_needs_a_city_of_its_own() -> None:
    t = knights_table(
        cities={0: "0,0,S"},
        settlements={0: "-2,0,S"},
        levels={0: "science 4 trade 2"},
        metropolises={"science": "0,0,S"},
        hands={0: "cloth*7 grain*2 ore*3"},
    )
    t.play("improve trade")
    t.refuses("improve trade", "CK-095")
    t.play("city -2,0,S", "improve trade")
    assert t.metropolis("trade") == "-2,0,S"


@pytest.mark.rule("CK-097", "CK-157")
def test_several_metropolises() -> None:
    t = knights_table(
        cities={0: "0,0,S -2,0,S"},
        levels={0: "science 4 trade 3"},
        metropolises={"science": "0,0,S"},
        hands={0: "cloth*4"},
    )
    t.play("improve trade")
    t.check(points={0: 8}, phase="main")
    assert (t.metropolis("science"), t.metropolis("trade")) == ("0,0,S", "-2,0,S")


@pytest.mark.rule("CK-159")
def test_everything_mixes_after_the_roll() -> None:
    t = knights_table(
        cities={0: "0,0,S"},
        roads={0: "0,0,SE"},
        hands={0: "wool ore grain brick*3 lumber paper coin*4"},
        progress={0: "crane"},
    )
    t.play(
        "recruit 0,1,N", "improve science", "wall 0,0,S", "activate 0,1,N", "crane", "bank coin*4 wool", "road 0,0,E"
    )
    t.check(hands={0: "wool"})


@pytest.mark.rule("CK-010")
def test_another_layout_may_be_used() -> None:
    t = knights_table(
        2, layout=land("0,0 forest 5", "1,0 mountains 6", "0,1 hills 8"), cities={0: "0,1,N"}, rolled=False
    )
    t.play("roll", "roll 1 4", "event politics")
    t.check(hands={0: "lumber paper"})
