"""Rivers with each variant: the robber and the swamps, events, harbours, two players and their neutral colours."""

from __future__ import annotations

import pytest

from tests.expansions.island.event_cards.kit import reveal
from tests.expansions.island.rivers.kit import BRIDGE, SITES, SWAMPS, poor, purses, rich, rivers, riverside
from tests.expansions.island.two_players.kit import WHITE, module

ALL = ("event_cards", "friendly_robber", "harbors", "two_players")


@pytest.mark.rule("TB-RIV-025", "TB-TWO-024")
@pytest.mark.parametrize(("corner", "tokens"), [("-1,1,S", 2), ("1,2,N", 3), ("2,-2,N", 1), ("0,0,N", 0)])
def test_a_settlement_beside_a_swamp_brings_two_tokens(corner: str, tokens: int) -> None:
    t = riverside(2, modules=["two_players"])
    assert module(t).tokens_at[t.r.board.corner_index[corner]] == tokens


@pytest.mark.rule("TB-RIV-025", "TB-TWO-019", "TB-TWO-035")
def test_tokens_send_the_robber_to_a_swamp() -> None:
    t = riverside(2, modules=["two_players"], robber="0,0")
    s, m = t.game.state, module(t)
    s.cells[m.tokens] = 5
    assert t.places("banish") == set(SWAMPS)
    t.refuses("banish 0,1", "TB-TWO-019")
    t.play(f"banish {SWAMPS[0]}").check(robber=SWAMPS[0])
    t = riverside(2, modules=["two_players"], robber=SWAMPS[0])
    t.game.state.cells[module(t).tokens] = 5
    assert t.places("banish") == {SWAMPS[1]}


@pytest.mark.rule("TB-RIV-034")
def test_neutral_colours_earn_nothing_and_build_no_bridge() -> None:
    t = riverside(
        2,
        modules=["two_players"],
        settlements={0: "-1,0,N", 1: "2,-2,N", WHITE: "1,0,N"},
        hands={0: f"brick lumber {BRIDGE}"},
    )
    t.play("bridge -1,-1,SE")
    assert (t.phase, purses(t)) == ("main", [3, 0])
    t.play("road -1,0,NE", "neutral 2")
    assert t.phase == "two_players_neutral"
    assert not t.places("neutral-road") & set(SITES)
    t.refuses("neutral-road 1,-1,SE", "TB-RIV-008")
    t.play("neutral-road 1,0,NE")
    assert purses(t) == [4, 0]
    assert int(t.r.left_of(t.game.state, WHITE, rivers(t.game).bridge_item)) == 3


@pytest.mark.rule("TB-RIV-026", "TB-EVT-036", "TB-EVT-051")
def test_the_robber_flees_to_one_of_the_swamps() -> None:
    t = riverside(modules=["event_cards"], robber="0,0", rolled=False)
    reveal(t, "robber-flees 4").check(phase="event_cards_desert", actors=[0])
    assert t.places("flee") == set(SWAMPS)
    t.refuses("flee 0,1", "TB-EVT-051")
    t.play(f"flee {SWAMPS[1]}").check(phase="main", robber=SWAMPS[1])
    t = riverside(modules=["event_cards"], robber=SWAMPS[0], rolled=False)
    reveal(t, "robber-flees 4").check(phase="main", robber=SWAMPS[0])


@pytest.mark.rule("TB-EVT-047")
def test_bridges_are_neither_damaged_nor_barred() -> None:
    t = riverside(
        modules=["event_cards"],
        settlements={0: "-1,0,N"},
        bridges={0: "-1,-1,SE", 1: "1,0,SE"},
        roads={0: "-1,0,E"},
        hands={0: f"brick lumber {BRIDGE}"},
        rolled=False,
    )
    reveal(t, "earthquake 6").check(phase="event_cards_quake", actors=[0])
    assert t.places("damage") == {"-1,0,E"}, "no bridge, and seat 1 has no road"
    t.refuses("damage -1,-1,SE", "TB-EVT-009")
    t.play("damage -1,0,E")
    assert t.places("road") == set(), "roads are barred until the damaged one is repaired"
    assert t.places("bridge") == {"-1,0,SE"}
    t.play("bridge -1,0,SE")
    assert purses(t) == [3, 0, 0]


@pytest.mark.rule("TB-ROB-003", "TB-ROB-008")
def test_the_friendly_robber_goes_home_to_a_swamp() -> None:
    t = riverside(modules=["friendly_robber"], robber="0,0", rolled=False)
    board = t.r.board
    # A corner of every hex belongs to a player without points: no pieces have left the supply.
    for hex_ in range(int(board.hexes)):
        t.game.state.cells[t.r.owner + board.hex_corners[6 * hex_]] = 2
    t.play("roll", "roll 3 4").check(phase="friendly_robber_desert", actors=[0])
    assert t.places("robber") == set(SWAMPS)
    t.refuses("robber 0,1", "TB-ROB-003")
    t.play(f"robber {SWAMPS[0]}").check(robber=SWAMPS[0])


@pytest.mark.rule("TB-ROB-002")
def test_misery_counts_when_the_robber_spares() -> None:
    t = riverside(modules=["friendly_robber"], gold=[1], cities={1: "0,0,N 2,-2,N"}, robber="2,0", rolled=False)
    t.check(points={1: 2})
    t.play("roll", "roll 3 4")
    assert "0,0" not in t.places("robber")


@pytest.mark.rule("TB-RIV-027", "TB-HARB-005")
def test_with_harbours_eleven_points_win() -> None:
    t = riverside(modules=["harbors"])
    assert t.r.goal(t.game.state, 0) == 11


@pytest.mark.rule("TB-RIV-025", "TB-RIV-026", "TB-RIV-027", "TB-RIV-034")
def test_all_variants_and_rivers_are_one_game() -> None:
    hands = {0: BRIDGE}
    t = riverside(2, modules=ALL, robber="0,0", settlements={0: "-1,0,N"}, hands=hands, rolled=False)
    assert t.r.goal(t.game.state, 0) == 11
    reveal(t, "robber-flees 4").play(f"flee {SWAMPS[0]}").check(phase="roll", robber=SWAMPS[0])
    reveal(t, "fine-day 10").play("bridge -1,-1,SE", f"banish {SWAMPS[1]}").check(phase="main", robber=SWAMPS[1])
    assert (purses(t), rich(t), poor(t)) == ([3, 0], 0, [1])
