"""Event Cards with other expansions: Cities & Knights, Seafarers, five and six, Friendly Robber."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game
from bastide.catan.base.building import lift_line
from bastide.catan.base.production import produce
from bastide.expansions.island.cities_knights.rules.progress.diplomacy import may_lift
from bastide.expansions.island.cities_knights.rules.state import SCIENCE, KnightsState
from bastide.expansions.island.event_cards.rules.deck import DECK
from bastide.expansions.island.seafarers.rules.state import SeafarersState
from bastide.kernel.bits import has, put
from bastide.kernel.resample import resample
from bastide.kernel.state import BITS
from bastide.testing.play import island
from tests.expansions.island.event_cards.kit import cards, damaged, module, reveal, weights
from tests.expansions.island.seafarers.rules.kit import afloat, pirate_at
from tests.kit import Table, land
from tests.view.island.seen import seen

CK = ("cities_knights",)
SEA = ["seafarers"]


def knights(t: Table) -> KnightsState:
    return t.r.module(KnightsState)


def stand(t: Table, seat: int, corner: str, rank: int, active: bool = True) -> None:
    """A knight on the board."""
    m, c, at = knights(t), t.game.state.cells, t.r.board.corner_index[corner]
    c[m.knight + at], c[m.rank + at], c[m.active + at] = seat + 1, rank, int(active)
    c[m.knights_left + seat * 3 + rank - 1] -= 1
    put(c, m.troops + seat * t.r.corner_words, at, True)


def after_the_dice(t: Table, card: str, red: int = 6, face: str = "science") -> Table:
    return t.play("roll", f"chance: throw {red}", f"chance: event {face}", f"chance: reveal {card}")


@pytest.mark.rule("TB-EVT-024", "TB-EVT-030")
def test_red_die_and_event_die_come_before_the_card() -> None:
    t = cards(modules=CK, cities={1: "0,0,N"})
    t.game.state.cells[knights(t).levels + 3 + SCIENCE] = 3  # seat 1 draws with a red die up to 4
    t.play("roll").check(phase="event_cards_red")
    assert weights(t) == {f"throw {n}": 1 for n in range(1, 7)}
    t.play("chance: throw 4").check(phase="event")
    t.play("chance: event science").check(phase="progress")
    t.play("chance: progress crane").check(phase="event_cards_reveal")
    t.play("chance: reveal fine-day 9").check(phase="main", actors=[0])
    assert (t.cell(t.r.dice), t.cell(t.r.dice + 1)) == (4, 0)
    assert not t.told("event")
    t = cards(modules=CK, cities={1: "0,0,N"})
    t.game.state.cells[knights(t).levels + 3 + SCIENCE] = 3
    t.play("roll", "chance: throw 5", "chance: event science").check(phase="event_cards_reveal")


@pytest.mark.rule("TB-EVT-025", "TB-EVT-008")
@pytest.mark.parametrize(("card", "drawn"), [("epidemic 8", "lumber"), ("fine-day 8", "lumber paper")])
def test_in_an_epidemic_cities_draw_no_commodity(card: str, drawn: str) -> None:
    layout = land("0,0 forest 8", "1,0 fields 3", "0,1 hills 5")
    t = cards(2, modules=CK, layout=layout, cities={0: "0,0,N"})
    after_the_dice(t, card).check(phase="main", hands={0: drawn})


@pytest.mark.rule("TB-EVT-008")
@pytest.mark.parametrize(("card", "said"), [("epidemic 8", 0), ("epidemic 6", 1)])
def test_an_epidemic_without_effect_is_told_where_numbers_can_move(card: str, said: int) -> None:
    layout = land("0,0 forest 8", "1,0 fields 3", "0,1 hills 6")
    t = after_the_dice(cards(2, modules=CK, layout=layout, cities={0: "0,0,N"}), card)
    assert len(t.told("event_cards_nobody")) == said


@pytest.mark.rule("TB-EVT-026")
def test_a_commodity_may_be_given() -> None:
    t = cards(modules=CK, hands={0: "coin", 1: "ore"})
    after_the_dice(t, "good-neighbours 6").play("0: present coin", "1: present ore")
    t.check(hands={0: "", 1: "coin", 2: "ore"})
    t = cards(2, modules=CK, settlements={0: "0,0,N"}, hands={0: "paper"})
    after_the_dice(t, "neighbours-help 10").play("present paper").check(hands={1: "paper"})


@pytest.mark.rule("TB-EVT-027")
def test_the_strongest_active_knights_win_the_tournament_and_no_commodity() -> None:
    t = cards(modules=CK)
    stand(t, 0, "0,0,N", 2)
    stand(t, 1, "0,2,S", 1)
    stand(t, 1, "1,1,S", 1)
    stand(t, 2, "-1,-1,N", 3, active=False)
    after_the_dice(t, "tournament 5").check(phase="event_cards_boon", actors=[0])
    assert t.places("take") == {"lumber", "brick", "wool", "grain", "ore"}
    t.play("take ore", "go-on").check(actors=[1])
    t.play("take wool", "go-on").check(phase="main", hands={0: "ore", 1: "wool", 2: ""})


@pytest.mark.rule("TB-EVT-028")
def test_a_plentiful_year_brings_no_commodity() -> None:
    t = cards(2, modules=CK)
    after_the_dice(t, "plentiful-year 2").check(phase="event_cards_boon")
    t.refuses("take coin", "TB-EVT-022")
    assert t.places("take") == {"lumber", "brick", "wool", "grain", "ore"}


@pytest.mark.rule("TB-EVT-028")
def test_a_calm_sea_brings_no_commodity() -> None:
    layout = land("0,0 forest 4", "1,0 fields 9", harbors=["0,0 NW"])
    t = cards(2, modules=CK, layout=layout, settlements={1: "0,0,N"})
    after_the_dice(t, "calm-sea 12").check(phase="event_cards_boon", actors=[1])
    t.refuses("take paper", "TB-EVT-017")


@pytest.mark.rule("TB-EVT-029")
@pytest.mark.parametrize("tied", [False, True])
def test_the_strongest_alone_wins_the_conflict(tied: bool) -> None:
    t = cards(modules=CK, hands={0: "coin"})
    stand(t, 1, "0,0,N", 2)
    stand(t, 2, "0,2,S", 2 if tied else 1)
    stand(t, 0, "-1,-1,N", 3, active=False)
    after_the_dice(t, "conflict 3")
    if tied:
        t.check(phase="main", hands={0: "coin"})
    else:
        t.play("chance: steal coin", "go-on").check(phase="main", hands={0: "", 1: "coin"})


@pytest.mark.rule("TB-EVT-031")
def test_with_the_alchemist_no_card_comes_but_the_event_die() -> None:
    t = cards(modules=CK, settlements={1: "0,0,N"})
    m = knights(t)
    kind = m.card_names.index("alchemist")
    d = int(m.domain_of[kind])
    t.game.state.cells[m.pile[d] + kind - m.first[d]] -= 1
    m.gain_card(t.game.state, 0, kind, 1)
    t.play("alchemist 2 3").check(phase="event")
    t.play("chance: event science").check(phase="main")
    assert sum(t.cell(module(t).seen + k) for k in range(22)) == 0
    assert t.cell(module(t).card) == 0
    # A card of the turn before has no say either.
    t.play("end", "roll", "chance: throw 1", "chance: event science", "chance: reveal epidemic 8", "end")
    assert t.cell(module(t).card) == 0


@pytest.mark.rule("TB-EVT-032", "TB-EVT-048")
def test_before_the_first_attack_the_robber_neither_attacks_nor_flees() -> None:
    t = cards(modules=CK, settlements={1: "0,0,N"}, hands={1: "ore*8", 2: "wool*9"})
    t.game.state.cells[knights(t).walls_left + 2] -= 1  # a wall
    after_the_dice(t, "robber-attack 7").check(phase="discard", actors=[1])
    t.play("1: discard ore*4").check(phase="main", actors=[0])
    assert t.cell(t.r.robber) == -1
    t = cards(modules=CK)
    after_the_dice(t, "robber-flees 4").check(phase="main")
    assert t.cell(t.r.robber) == -1
    t = cards(modules=CK, robber="2,-2")
    t.game.state.cells[knights(t).attacks] = 1
    after_the_dice(t, "robber-flees 4").check(phase="main", robber=t.r.board.hex_names[t.r.desert])


@pytest.mark.rule("TB-EVT-010")
def test_a_damaged_road_that_is_taken_away_is_damaged_no_more() -> None:
    t = cards(modules=CK, settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, rolled=True)
    lift_line(t.r, t.game.state, t.r.board.edge_index["0,0,NE"])
    assert not module(t).must_repair(t.game.state, 0)
    t.game.state.cells[t.r.hand] = t.game.state.cells[t.r.hand + 1] = 1
    t.play("road 0,0,NE")
    assert not damaged(t, 0)


@pytest.mark.rule("TB-EVT-010", "CKO-006")
def test_the_older_diplomacy_may_move_the_only_damaged_road() -> None:
    t = cards(modules=CK, settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, edition="classic", rolled=True)
    knights = t.r.module(KnightsState)
    edge = t.r.board.edge_index["0,0,NE"]
    assert module(t).must_repair(t.game.state, 0)
    assert may_lift(knights, t.game.state, 0, edge)
    assert module(t).must_repair(t.game.state, 0)


GOLD = "5,1,S"
"""A corner of the gold field 5,1 of New Shores, whose number is 4."""


@pytest.mark.rule("TB-EVT-033")
def test_ships_are_not_damaged_and_the_pirate_does_not_flee() -> None:
    t = afloat(modules=[*SEA, "event_cards"], rolled=False)
    corner = next(
        name
        for c, name in enumerate(t.r.board.corner_names)
        if c < t.r.board.ashore and any(_at_sea(t, int(e)) for e in t.r.board.corner_edges[3 * c : 3 * c + 3])
    )
    c = t.r.board.corner_index[corner]
    ship = next(t.r.board.edge_names[e] for k in range(3) if _at_sea(t, e := int(t.r.board.corner_edges[3 * c + k])))
    t = afloat(modules=[*SEA, "event_cards"], rolled=False, settlements={0: corner}, ships={0: ship})
    pirate = pirate_at(t)
    t.play("roll", "chance: reveal earthquake 6").check(phase="main")
    t.play("end", "roll", "chance: reveal robber-flees 4")
    assert pirate_at(t) == pirate


@pytest.mark.rule("TB-EVT-033")
def test_of_roads_and_ships_only_a_road_is_damaged() -> None:
    t = afloat(modules=[*SEA, "event_cards"])
    land = [e for e in range(int(t.r.board.overland)) if not _at_sea(t, e)]
    sea = [e for e in range(int(t.r.board.edges)) if _at_sea(t, e)]
    road, ship = t.r.board.edge_names[land[-1]], t.r.board.edge_names[sea[0]]
    assert sea[0] < land[-1], "a ship would be found before the road"
    t = afloat(modules=[*SEA, "event_cards"], roads={0: road}, ships={0: ship}, rolled=False)
    t.play("roll", "chance: reveal earthquake 6").check(phase="event_cards_quake", actors=[0])
    assert t.places("damage") == {road}


def _at_sea(t: Table, edge: int) -> bool:
    """Whether an edge takes a ship."""
    sea = t.r.module(SeafarersState)
    return edge >= 0 and has(t.r.line_edges, sea.ship * t.r.edge_words, edge)


@pytest.mark.rule("TB-EVT-033", "TB-EVT-010")
def test_a_damaged_road_bars_no_ship() -> None:
    t = afloat(modules=[*SEA, "event_cards"])
    for c in range(int(t.r.board.ashore)):
        edges = [int(e) for e in t.r.board.corner_edges[3 * c : 3 * c + 3]]
        road = next((e for e in edges if e >= 0 and not _at_sea(t, e) and e < t.r.board.overland), -1)
        if road >= 0 and any(_at_sea(t, e) for e in edges):
            break
    corner, place = t.r.board.corner_names[c], t.r.board.edge_names[road]
    hands = {0: "lumber*2 wool brick"}
    t = afloat(modules=[*SEA, "event_cards"], settlements={0: corner}, roads={0: place}, hands=hands)
    assert t.places("road")
    module(t).damage(t.game.state, road, 0)
    assert not t.places("road")
    assert t.places("ship")


@pytest.mark.rule("TB-EVT-054", "TB-EVT-008")
def test_in_an_epidemic_a_city_at_a_gold_field_chooses_one_card() -> None:
    t = afloat(modules=[*SEA, "event_cards"], cities={0: GOLD}, settlements={1: "6,0,S"}, rolled=False)
    m = module(t)
    numbers = {
        int(n) for h in range(int(t.r.board.hexes)) if t.r.board.terrain[h] == "gold" for n in t.r.board.numbers[h]
    }
    assert 4 in numbers
    # No epidemic has a 4; the cards of another number say the same of the field.
    t.game.state.cells[m.card] = 1 + next(k for k, card in enumerate(DECK) if card[0] == "epidemic")
    produce(t.r, t.game.state, 4)
    sea = t.r.module(SeafarersState)
    assert [t.cell(sea.due + seat) for seat in range(2)] == [1, 1]
    assert [t.cell(t.r.drew + seat) for seat in range(2)] == [1, 1], "it counts as drawn"
    t.game.state.cells[m.card] = 0
    produce(t.r, t.game.state, 4)
    assert [t.cell(sea.due + seat) for seat in range(2)] == [3, 2]


@pytest.mark.rule("X56-013", "TB-EVT-003")
def test_the_second_turn_of_a_pair_has_no_card() -> None:
    t = cards(5, modules=("five_six",), between_turns="paired")
    reveal(t, "epidemic 6").play("end").check(phase="main", actors=[3])
    assert t.cell(module(t).card) == 0
    t.refuses("roll", "X56-007")
    t.play("end").check(phase="roll", actors=[1])


@pytest.mark.rule("TB-EVT-051", "X56-010")
def test_five_players_have_two_deserts_to_flee_to() -> None:
    t = cards(5, modules=("five_six",), layout="beginner", robber="0,0")
    reveal(t, "robber-flees 4").check(phase="event_cards_desert", actors=[0])
    assert len(t.places("flee")) == 2


@pytest.mark.rule("TB-EVT-055")
def test_what_lies_in_a_purse_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    from bastide.catan import family
    from tests.island.archipelago.rules.mint import Mint

    monkeypatch.setitem(family.MODULES, "mint", Mint)
    t = cards(2, modules=("mint",), settlements={0: "0,0,N"}, hands={0: "gold*3", 1: "gold wool"}, robber="0,0")
    reveal(t, "good-neighbours 6").check(phase="event_cards_gift", actors=[1])
    assert t.legal(1) == ["present wool"]
    t.play("1: present wool")
    t = cards(2, modules=("mint",), settlements={0: "0,0,N"}, hands={0: "gold*3 ore"}, robber="2,-2")
    reveal(t, "neighbours-help 10")
    assert "present ore" in t.legal()
    assert "present gold" not in t.legal()
    family._configured.cache_clear()


def test_with_the_friendly_robber_an_event_may_take_from_a_spared_player() -> None:
    t = cards(modules=("friendly_robber",), played={0: "knight*3"}, hands={1: "ore"})
    reveal(t, "conflict 3").play("chance: steal ore", "go-on").check(hands={0: "ore"}, phase="main")


def test_the_friendly_robber_gives_no_reason_for_a_theft_by_an_event() -> None:
    t = cards(modules=("friendly_robber",), played={0: "knight*3"}, hands={1: "ore", 2: "wool"})
    reveal(t, "conflict 3").check(phase="rob", actors=[0])
    t.refuses("rob 0", "TB-EVT-020")
    t = cards(4, modules=("friendly_robber",), played={0: "knight*3"}, hands={1: "ore", 2: "wool"})
    reveal(t, "conflict 3").refuses("rob 3", "TB-EVT-020")


def test_before_the_card_ships_and_knights_wait_for_it_too() -> None:
    hands = {0: "lumber*4 brick wool grain ore"}
    at_sea: dict[str, Any] = {"settlements": {0: "3,4,N"}, "ships": {0: "3,4,NE 4,3,SE"}}
    t = afloat(modules=[*SEA, "event_cards"], rolled=False, hands=hands, **at_sea)
    t.refuses("sail 4,3,SE", "TB-EVT-003")
    reasons = {action.verb: action.reason for action in seen(t, 0).actions if action.reason is not None}
    for verb in ("road", "ship", "sail", "trade", "bank", "end"):
        assert reasons[verb].say.text == "reveal an event card first"
    t = cards(modules=CK, cities={0: "0,0,N"}, roads={0: "0,0,NE"}, hands={0: "wool ore"})
    reasons = {action.verb: action.reason for action in seen(t, 0).actions if action.reason is not None}
    assert reasons["recruit"].say.text == "reveal an event card first"


@pytest.mark.rule("TB-EVT-014", "CK-138")
def test_a_gift_is_no_card_that_a_hand_is_known_to_lack() -> None:
    t = cards(modules=CK, hands={0: "ore wool", 1: "wool*2 grain", 2: "brick*3"})
    after_the_dice(t, "good-neighbours 6").play("1: present wool")
    state = t.game.state
    wool, grain = (t.r.good_names.index(good) for good in ("wool", "grain"))
    gift, lacking = module(t).gift + 1, knights(t).lacking + 1
    gifts = {int(resample(t.r, state, 0, seed).cells[gift]) - 1 for seed in range(40)}
    assert {wool, grain} < gifts
    state.cells[lacking] = BITS[grain]
    gifts = {int(resample(t.r, state, 0, seed).cells[gift]) - 1 for seed in range(40)}
    assert wool in gifts
    assert grain not in gifts


@pytest.mark.parametrize("modules", [["event_cards", "cities_knights"], ["cities_knights", "event_cards"]])
def test_the_order_in_a_config_does_not_matter(modules: list[str]) -> None:
    game = Game.new({"seats": 3, "modules": modules, "options": {"first": 0, "pieces": "free"}}, seed=1)
    names = [module.name for module in island(game).modules]
    assert names == ["event_cards", "cities_knights"]
