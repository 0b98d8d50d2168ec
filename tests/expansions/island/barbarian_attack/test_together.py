"""Barbarian Attack with the variants: for two, with events, harbours and the friendly robber."""

from __future__ import annotations

import pytest

from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.expansions.island.harbors.rules import HarborsRules
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from tests.expansions.island.barbarian_attack.kit import (
    CARD,
    CASTLE_PATHS,
    COAST,
    SETTLEMENT,
    attack,
    barbarians,
    gold,
    knights,
    module,
    prisoners,
)
from tests.expansions.island.two_players.kit import BLUE, tokens
from tests.expansions.island.two_players.test_building import COAST as COAST_CORNER
from tests.expansions.island.two_players.test_building import COAST_ROAD
from tests.kit import Table
from tests.view.island.seen import seen

TWO = ("two_players",)
EVENTS = ("event_cards",)
NE, E, SE, SW, W, NW = "-1,-1,NE", "-1,-1,E", "-1,-1,SE", "-2,0,NE", "-2,-1,E", "-1,-2,SE"
NOBODY = 2


def pair(**more: object) -> Table:
    return attack(2, modules=TWO, trade="bank", **more)  # type: ignore[arg-type] # keywords


def hired(edge: str, **more: object) -> Table:
    """The mercenary stands on a path."""
    return pair(**{**more, "knights": {NOBODY: edge, **more.get("knights", {})}})  # type: ignore[dict-item] # keywords


# -- for two


@pytest.mark.rule("TB-BARB-042", "TB-BARB-057")
def test_the_first_knight_brings_the_mercenary_which_marches_after_the_own_knights() -> None:
    t = pair(hands={0: CARD}).play("buy", "turn-up knighthood", "station -2,2,NE")
    t.check(phase="barbarian_attack_hire", actors=[0])
    assert t.places("hire") == set(CASTLE_PATHS) - {"-2,2,NE"}
    t.play("hire -2,2,E").check(phase="main")
    assert knights(t, NOBODY) == {"-2,2,E"}
    t.play("end")
    t.refuses("pass", "TB-BARB-024")
    t.refuses("march -2,2,E", "TB-BARB-023")
    t.play("march -2,2,NE", "halt -1,1,E")
    t.refuses("pass", "TB-BARB-024")
    t.refuses("march -1,1,E", "TB-BARB-042")
    t.play("march -2,2,E", "halt -1,1,SE").check(phase="roll", actors=[1])
    assert knights(t, NOBODY) == {"-1,1,SE"}


@pytest.mark.rule("TB-BARB-042")
def test_a_second_knight_brings_no_second_mercenary_and_the_opponent_marches_it_too() -> None:
    hired("0,0,E", hands={0: CARD}).play("buy", "turn-up swift", "station 0,1,E").check(phase="main")
    t = hired("0,0,E", on_turn=1)
    t.play("end").check(phase="barbarian_attack_march", actors=[1])
    t.play("march 0,0,E", "halt 0,0,NE").check(phase="roll", actors=[0])
    hired("0,0,E", on_turn=1).play("end", "pass").check(phase="roll")


@pytest.mark.rule("TB-BARB-042")
def test_the_mercenary_is_never_lost() -> None:
    t = hired(W, barbarians={"-1,-1": 1}, knights={0: E}).play("end", "pass", "pass")
    t.play("throw 8", "colour brown").check(phase="roll")
    assert (knights(t, 0), knights(t, NOBODY)) == (set(), {W})


@pytest.mark.rule("TB-BARB-045", "TB-BARB-057")
def test_the_mercenary_always_has_a_three_and_its_prisoner_is_laid_aside() -> None:
    t = hired(W, barbarians={"-1,-1": 1}, knights={0: E}).play("end", "pass", "pass", "throw 2")
    t.check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t), t.cell(module(t).aside)) == ([0, 0], [3, 0], 1)
    t = hired(W, barbarians={"-1,-1": 1}, knights={0: E}).play("end", "pass", "pass", "throw 3")
    t.check(phase="barbarian_attack_duel")
    t.play("throw 4")
    assert (prisoners(t), gold(t)) == ([1, 0], [0, 0])
    # One each, and one left over for the most knights.
    t = hired(W, barbarians={"-1,-1": 3}, knights={0: f"{E} {NE}", 1: SE}).play("end", "pass", "pass")
    assert (prisoners(t), t.cell(module(t).aside)) == ([1, 1], 1)


@pytest.mark.rule("TB-BARB-046")
def test_a_lost_knight_brings_a_token_and_two_gold() -> None:
    t = hired("0,0,E", barbarians={"-1,-1": 1}, knights={0: f"{E} {W}"}).play("end", "pass", "pass")
    before = tokens(t)
    t.play("colour brown")
    assert gold(t) == [4, 0]
    assert tokens(t)[0] - before[0] == 2


@pytest.mark.rule("TB-BARB-043")
def test_own_and_neutral_settlement_bring_an_invasion_each() -> None:
    t = pair(
        roads={0: COAST_ROAD, BLUE: "-1,1,E 0,0,SE"},
        hands={0: SETTLEMENT},
    ).play(f"settle {COAST_CORNER}")
    while t.phase != "barbarian_attack_landing":
        t.play(t.legal()[0])
    neutral = any(event.kind == "settlement" and event.seat >= 2 for event in t.events)
    assert neutral
    t.play("throw 4", "throw 9", "throw 5").check(phase="barbarian_attack_landing")
    t.play("throw 4", "throw 9", "throw 5").check(phase="main", actors=[0])
    assert barbarians(t) == {"-2,1": 2, "-1,-1": 2, "1,1": 2}


@pytest.mark.rule("TB-BARB-043", "TB-BARB-007")
def test_a_neutral_road_brings_none() -> None:
    t = pair(roads={0: COAST_ROAD}, hands={0: SETTLEMENT}).play(f"settle {COAST_CORNER}")
    while t.phase.startswith("two_players"):
        t.play(t.legal()[0])
    t.check(phase="barbarian_attack_landing")
    t.play("throw 4", "throw 9", "throw 5").check(phase="main", actors=[0])


@pytest.mark.rule("TB-BARB-044", "TB-BARB-058")
def test_tokens_move_a_barbarian() -> None:
    t = pair(barbarians={"1,-2": 3, "0,2": 2, "1,1": 3}, settlements={0: "1,-2,N"}, rolled=False)
    assert t.places("shift") == {"1,-2", "0,2", "1,1"}
    t.refuses("shift 2,0", "TB-BARB-044")
    t.play("shift 1,-2").check(phase="barbarian_attack_land", points={0: 1})
    assert t.told("barbarian_attack_freed")
    assert "1,1" not in t.places("land"), "it is conquered"
    t.refuses("land 1,-2", "TB-BARB-020")
    t.play("land 0,2").check(phase="roll", actors=[0])
    assert t.told("barbarian_attack_conquered")
    assert barbarians(t) == {"1,-2": 2, "0,2": 3, "1,1": 3}
    assert tokens(t)[0] == 4
    t.refuses("shift 0,2", "TB-TWO-016")


@pytest.mark.rule("TB-BARB-044", "TB-TWO-020", "TB-TWO-019")
def test_who_is_ahead_pays_two_tokens_and_the_robber_is_sent_nowhere() -> None:
    t = pair(barbarians={"1,-2": 1}, settlements={0: "0,0,N"}).play("shift 1,-2", "land 0,2")
    assert tokens(t)[0] == 3
    t = pair(barbarians={"1,-2": 1}, settlements={0: "0,0,N"})
    t.game.state.cells[tokens_at(t)] = 1
    t.refuses("shift 1,-2", "TB-TWO-020")
    pair().refuses("banish 2,-2", "TB-TWO-019")
    assert not pair().places("banish")


def tokens_at(t: Table) -> int:
    """The cell with the tokens of seat 0."""
    return int(t.r.module(TwoPlayersState).tokens)


@pytest.mark.rule("TB-BARB-058")
def test_no_barbarian_moves_where_no_hex_has_room() -> None:
    t = pair(barbarians=dict.fromkeys(COAST, 3) | {"0,2": 2})
    assert t.places("shift") == set(COAST) - {"0,2"}
    t.refuses("shift 0,2", "TB-BARB-058")


@pytest.mark.rule("TB-TWO-034")
def test_no_knight_can_be_given_up() -> None:
    t = pair(hands={0: CARD}).play("buy", "turn-up swift", "station 0,0,E", "hire -2,2,E")
    t.refuses("retire", "TB-TWO-022")


@pytest.mark.rule("TB-BARB-042")
def test_the_mercenary_waits_where_the_castle_is_full() -> None:
    t = pair(hands={0: CARD}, knights={1: " ".join(CASTLE_PATHS)}).play("buy", "turn-up swift", "station 0,0,E")
    t.check(phase="main")
    assert not knights(t, NOBODY)


@pytest.mark.rule("TB-BARB-044")
def test_a_button_moves_a_barbarian_or_says_why_not() -> None:
    t = pair(barbarians={"1,-2": 1})
    [button] = [one for one in seen(t).actions if one.verb == "shift"]
    assert button.enabled
    assert {one.place for one in seen(t).targets if one.verb == "shift"} == {"1,-2"}
    [button] = [one for one in seen(pair()).actions if one.verb == "shift"]
    assert button.reason is not None
    assert button.reason.rule == "TB-BARB-044"
    assert all(one.verb != "shift" for one in seen(attack()).actions)


# -- with events


def event(card: str, **more: object) -> Table:
    t = attack(modules=EVENTS, rolled=False, **more)  # type: ignore[arg-type] # keywords
    return t.play("roll", f"chance: reveal {card}")


@pytest.mark.rule("TB-EVT-038", "TB-BARB-047")
def test_a_robber_attack_discards_and_robs_anybody() -> None:
    t = event("robber-attack 7", hands={1: "ore*8", 2: "wool"})
    t.play("1: discard ore*4").check(phase="rob", actors=[0])
    assert t.places("rob") == {"1", "2"}


@pytest.mark.rule("TB-EVT-038")
def test_nobody_flees() -> None:
    t = event("robber-flees 4")
    assert t.told("event_cards_nobody")
    t.check(phase="main")
    assert t.cell(t.r.robber) == -1


@pytest.mark.rule("TB-EVT-038", "TB-EVT-039")
def test_knights_on_the_board_count_for_conflict_and_tournament() -> None:
    here = {0: "0,0,E", 1: "0,0,NE 0,0,SE"}
    event("conflict 3", knights=here, hands={0: "ore", 2: "wool"}).check(phase="rob", actors=[1])
    event("conflict 3", knights={0: "0,0,E", 1: "0,0,NE"}, hands={2: "wool"}).check(phase="main")
    event("conflict 3", hands={2: "wool"}).check(phase="main")
    event("tournament 5", knights=here).check(phase="event_cards_boon", actors=[1])
    event("tournament 5").check(phase="main")


@pytest.mark.rule("TB-EVT-056")
def test_a_conquered_building_does_not_count_for_calm_sea() -> None:
    homes = {0: "0,-3,S", 1: "-2,2,S"}
    event("calm-sea 9", settlements=homes).check(phase="event_cards_boon", actors=[0])
    event("calm-sea 9", settlements=homes, barbarians={"0,-2": 3}).check(phase="event_cards_boon", actors=[1])


@pytest.mark.rule("TB-EVT-057")
def test_knights_march_over_damaged_roads() -> None:
    plain = attack(modules=EVENTS, knights={0: "0,0,E"}, roads={1: "0,0,NE"}).play("end", "march 0,0,E").places("halt")
    t = attack(modules=EVENTS, knights={0: "0,0,E"}, roads={1: "0,0,NE"})
    cards = t.r.module(EventCardsState)
    cards.damage(t.game.state, t.r.board.edge_index["0,0,NE"], 1)
    assert t.play("end", "march 0,0,E").places("halt") == plain


# -- with harbours and the friendly robber


@pytest.mark.rule("TB-HARB-009", "TB-HARB-006")
def test_a_conquered_building_earns_no_harbour_points() -> None:
    homes = {0: "0,-3,S 1,-3,S", 1: "-2,2,S"}
    t = attack(
        modules=("harbors",),
        cities=homes,
        barbarians={"0,-2": 2, "1,-2": 2},
        roads={0: "0,-1,SE 0,0,NE"},
        hands={0: SETTLEMENT},
    )
    card = t.r.module(HarborsRules)

    def points() -> list[int]:
        return [int(card.harbor_points(t.game.state, seat)) for seat in range(2)]

    before = points()
    t.play("settle 0,0,N", "throw 3")
    assert points()[0] == before[0] - 2
    assert points()[1] == before[1]


@pytest.mark.rule("TB-ROB-007")
def test_the_friendly_robber_changes_nothing() -> None:
    t = attack(modules=("friendly_robber",), rolled=False, hands={1: "ore", 2: "wool"})
    t.play("roll", "roll 3 4").check(phase="rob")
    assert t.places("rob") == {"1", "2"}, "two points protect nobody"
