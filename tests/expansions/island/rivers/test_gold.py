"""Rivers: what brings gold, how it is traded, exchanged and kept apart from cards."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.catan.base.config import UNLIMITED
from tests.expansions.island.rivers.kit import BRIDGE, purses, rivers, riverside

ROAD, SETTLEMENT, CITY = "brick lumber", "brick lumber wool grain", "ore*3 grain*2"


@pytest.mark.rule("TB-RIV-012")
@pytest.mark.parametrize(
    ("road", "gold"),
    [
        ("-1,0,E", 1),  # between a hex with a river and one without
        ("-2,0,E", 1),
        ("-1,0,NE", 1),
        ("1,0,E", 1),
        ("0,-2,SE", 0),
        ("-1,1,NE", 1),
        ("0,-1,E", 1),
    ],
)
def test_a_road_beside_a_river_brings_one_gold(road: str, gold: int) -> None:
    board = riverside().r.board
    end = board.corner_names[board.edge_corners[2 * board.edge_index[road]]]
    t = riverside(settlements={0: end}, hands={0: ROAD}).play(f"road {road}")
    assert purses(t) == [gold, 0, 0]
    assert [(int(e.seat), int(e.a)) for e in t.told("rivers_gold")] == [(0, 1)] * gold


@pytest.mark.rule("TB-RIV-012")
@pytest.mark.parametrize(("corner", "gold"), [("-1,0,N", 1), ("1,1,S", 1), ("2,0,N", 0), ("0,-2,N", 0), ("0,-1,N", 0)])
def test_a_settlement_beside_a_river_brings_one_gold(corner: str, gold: int) -> None:
    board = riverside().r.board
    at = board.corner_index[corner]
    near = next(e for e in board.corner_edges[3 * at : 3 * at + 3] if e >= 0 and board.edge_names[e] not in sites())
    t = riverside(roads={0: board.edge_names[near]}, hands={0: SETTLEMENT}).play(f"settle {corner}")
    assert purses(t) == [gold, 0, 0]


def sites() -> set[str]:
    return {site.place for site in riverside().r.board.layout.sites}


@pytest.mark.rule("TB-RIV-012", "TB-RIV-008", "TB-RIV-018", "TB-RIV-019")
def test_the_first_pieces_bring_four_gold_at_most() -> None:
    """TB-RIV-EX-01: orange, seat 0, builds by both rivers, the others elsewhere."""
    game = Game.new({"seats": 4, "modules": ["rivers"], "options": {"first": 0}})
    m = rivers(game)
    dry = iter(["0,-2,N", "2,-2,N", "2,0,N", "-2,1,S", "0,2,S", "-2,-1,S"])
    for seat in (0, 1, 2, 3, 3, 2, 1, 0):
        assert not any(m.points(game.state, other) for other in range(4)), "no tile is dealt before the end"
        if seat == 0:
            first = int(game.state.cells[m.r.left + 1]) == 5
            corner, road, shut = ("-1,0,N", "-1,0,NE", "-1,-1,SE") if first else ("1,0,S", "0,1,NE", "1,0,SE")
            game.play(f"settle {corner}")
            assert f"road {shut}" not in game.legal()
            game.play(f"road {road}")
        else:
            game.play(f"settle {next(dry)}")
            game.play(next(text for text in game.legal() if m.path_gold[m.r.board.edge_index[text.split()[1]]] == 0))
    assert [int(m.gold_of(game.state, seat)) for seat in range(4)] == [4, 0, 0, 0]
    assert [bool(m.holds_fortune(game.state, seat)) for seat in range(4)] == [True, False, False, False]
    assert [bool(m.holds_misery(game.state, seat)) for seat in range(4)] == [False, True, True, True]
    assert [int(m.r.open_points(game.state, seat)) for seat in range(4)] == [3, 0, 0, 0]


@pytest.mark.rule("TB-RIV-013")
def test_a_bridge_brings_three_gold_and_no_more() -> None:
    t = riverside(settlements={0: "-1,0,N"}, hands={0: BRIDGE}).play("bridge -1,-1,SE")
    assert purses(t) == [3, 0, 0]


@pytest.mark.rule("TB-RIV-014")
def test_a_city_brings_no_gold() -> None:
    t = riverside(settlements={0: "-1,0,N"}, hands={0: CITY}).play("city -1,0,N")
    assert purses(t) == [0, 0, 0]
    assert t.told("rivers_gold") == []


@pytest.mark.rule("TB-RIV-031")
def test_a_free_road_brings_its_gold() -> None:
    t = riverside(settlements={0: "-1,0,N"}, cards={0: "roads"})
    t.play("roads", "road -1,0,NE", "road -1,-1,E")
    assert purses(t) == [2, 0, 0]


@pytest.mark.rule("TB-RIV-015")
def test_gold_is_had_from_the_bank_and_at_harbours() -> None:
    t = riverside(hands={0: "wool*4"}).play("bank wool*4 gold")
    t.check(hands={0: "gold"})
    # 0,-2,N lies at a general harbour, 2,-2,N at that of grain.
    t = riverside(settlements={0: "0,-2,N"}, hands={0: "wool*3"})
    t.play("bank wool*3 gold").check(hands={0: "gold"})


@pytest.mark.rule("TB-RIV-015")
def test_gold_is_traded_with_other_players() -> None:
    t = riverside(hands={0: "wool", 1: "ore"}, gold=[0, 3])
    t.play("offer wool for gold*2", "1: accept", "trade 1")
    t.check(hands={0: "gold*2", 1: "ore wool gold"})


@pytest.mark.rule("TB-RIV-016")
def test_two_gold_are_a_resource_twice_a_turn() -> None:
    t = riverside(gold=[7]).play("bank gold*2 ore", "bank gold*2 wool")
    t.check(hands={0: "ore wool gold*3"})
    t.refuses("bank gold*2 ore", "TB-RIV-016")
    t.play("end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "bank gold*2 ore")
    t.check(hands={0: "ore*2 wool gold"})
    t.refuses("bank gold*2 ore", "TB-RIV-016", "gold")


@pytest.mark.rule("TB-RIV-016")
def test_a_full_purse_is_exchanged_no_third_time_at_the_usual_rate_of_the_bank() -> None:
    t = riverside(gold=[9]).play("bank gold*2 ore", "bank gold*2 wool")
    t.refuses("bank gold*4 ore", "TB-RIV-016")
    assert not [text for text in t.legal() if text.startswith("bank gold")]


@pytest.mark.rule("TB-RIV-016")
def test_gold_may_be_spent_in_the_turn_in_which_it_came() -> None:
    t = riverside(settlements={0: "-1,0,N"}, hands={0: BRIDGE}).play("bridge -1,-1,SE", "bank gold*2 brick")
    t.check(hands={0: "brick gold"})


@pytest.mark.rule("TB-RIV-016")
def test_a_harbour_makes_gold_no_cheaper_or_dearer() -> None:
    t = riverside(settlements={0: "0,-2,N"}, gold=[4])
    t.refuses("bank gold*3 ore", "TB-RIV-016")
    t.refuses("bank gold*4 ore", "TB-RIV-016")
    assert {text for text in t.legal() if text.startswith("bank gold")} == {
        f"bank gold*2 {good}" for good in ("lumber", "brick", "wool", "grain", "ore")
    }


@pytest.mark.rule("TB-RIV-032")
def test_gold_is_exchanged_after_the_roll_for_what_the_bank_has() -> None:
    t = riverside(gold=[4], rolled=False)
    t.refuses("bank gold*2 ore", "BASE-016")
    t = riverside(gold=[4], bank="wool gold*100")
    assert [text for text in t.legal() if text.startswith("bank gold")] == ["bank gold*2 wool"]
    t.refuses("bank gold*2 ore", "BASE-009")


@pytest.mark.rule("TB-RIV-017")
def test_gold_is_no_card() -> None:
    t = riverside(hands={0: "ore*7"}, gold=[9, 9], settlements={1: "0,0,N"}, rolled=False).play("roll", "roll 3 4")
    assert t.phase == "robber"
    t.play("robber 0,0")
    assert t.phase == "main"  # the owner of the settlement has nothing but gold
    t = riverside(gold=[0, 5], cards={0: "monopoly plenty"})
    assert "monopoly gold" not in t.legal()
    assert not any("gold" in text for text in t.legal() if text.startswith("plenty"))


@pytest.mark.rule("TB-GEN-003")
def test_gold_never_runs_out() -> None:
    t = riverside(gold=[101, 99], hands={0: "wool*4"}).play("bank wool*4 gold")
    assert purses(t) == [102, 99, 0]
    assert t.cell(t.r.bank + rivers(t.game).gold) == UNLIMITED - 201
