"""Each event, one scenario at least: who is asked, in which order, what they may choose."""

from __future__ import annotations

import pytest

from tests.expansions.island.event_cards.kit import cards, damaged, reveal
from tests.kit import land

HARBOURS = land("0,0 forest 4", "1,0 fields 9", "0,1 hills 5", harbors=["0,0 NW", "1,0 E grain", "0,1 SW"])


@pytest.mark.rule("TB-EVT-007")
def test_a_robber_attack_is_a_seven() -> None:
    t = cards(settlements={1: "0,0,N"}, hands={1: "ore*8", 2: "wool*7"}, robber="2,-2")
    reveal(t, "robber-attack 7").check(phase="discard", actors=[1])
    t.play("1: discard ore*4").check(phase="robber", actors=[0])
    t.play("robber 0,0", "chance: steal ore").check(phase="main", hands={0: "ore", 1: "ore*3", 2: "wool*7"})


@pytest.mark.rule("TB-EVT-004", "TB-EVT-008")
@pytest.mark.parametrize("card", ["epidemic 8", "fine-day 8"])
def test_in_an_epidemic_a_city_draws_one_card(card: str) -> None:
    layout = land("0,0 forest 8", "1,0 fields 8", "0,1 hills 5")
    t = reveal(cards(2, layout=layout, cities={0: "0,1,N"}, settlements={1: "0,0,N"}, robber="0,1"), card)
    each = 1 if card.startswith("epidemic") else 2
    t.check(hands={0: f"lumber*{each} grain*{each}", 1: "lumber"})


@pytest.mark.rule("TB-EVT-008")
def test_the_epidemic_ends_with_the_turn() -> None:
    layout = land("0,0 forest 8", "1,0 fields 3", "0,1 hills 5")
    t = cards(2, layout=layout, cities={0: "0,0,N"}, robber="0,1")
    reveal(t, "epidemic 8").play("end", "roll", "chance: reveal fine-day 8")
    t.check(hands={0: "lumber*3"})


@pytest.mark.rule("TB-EVT-009", "TB-EVT-004")
def test_in_an_earthquake_each_player_clockwise_chooses_a_road() -> None:
    t = cards(
        settlements={0: "0,0,N", 2: "0,2,S"},
        roads={0: "0,0,NE", 2: "0,2,SE"},
        damaged={2: "-1,2,SE"},
        on_turn=2,
        robber="2,-2",
    )
    reveal(t, "earthquake 6").check(phase="event_cards_quake", actors=[2])
    assert t.places("damage") == {"0,2,SE"}
    t.refuses("damage -1,2,SE", "TB-EVT-009")
    t.refuses("end", "TB-EVT-009")
    t.refuses("0: damage 0,0,NE", "TB-EVT-004")
    t.play("damage 0,2,SE").check(phase="event_cards_quake", actors=[0])
    t.refuses("damage 0,2,SE", "TB-EVT-009")
    t.play("damage 0,0,NE").check(phase="main", actors=[2])  # seat 1 has no road
    assert (damaged(t, 0), damaged(t, 2)) == ({"0,0,NE"}, {"0,2,SE", "-1,2,SE"})


@pytest.mark.rule("TB-EVT-009")
def test_an_earthquake_passes_over_a_player_whose_roads_are_all_damaged() -> None:
    t = cards(roads={0: "0,0,NE"}, damaged={1: "0,2,SE -1,2,SE"})
    reveal(t, "earthquake 6").check(phase="event_cards_quake", actors=[0])
    t.play("damage 0,0,NE").check(phase="main", actors=[0])
    t = reveal(cards(damaged={0: "0,0,NE", 1: "0,2,SE"}), "earthquake 6")
    t.check(phase="main", actors=[0])
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-009")
def test_without_roads_the_earthquake_damages_nothing() -> None:
    t = reveal(cards(), "earthquake 6")
    t.check(phase="main")
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-014")
def test_good_neighbours_choose_all_at_once_from_what_they_held() -> None:
    t = cards(4, hands={0: "ore", 1: "wool grain", 3: "brick"}, robber="0,0")
    reveal(t, "good-neighbours 6").check(phase="event_cards_gift", actors=[0, 1, 3])
    t.refuses("0: present wool", "TB-EVT-014")
    t.play("3: present brick").check(actors=[0, 1], hands={0: "ore", 3: ""})
    # Seat 0 cannot give away the brick that is on its way.
    t.refuses("0: present brick", "TB-EVT-014")
    t.refuses("3: present brick", "TB-EVT-004")
    t.play("0: present ore").check(actors=[1])
    t.play("1: present grain").check(phase="main", actors=[0])
    t.check(hands={0: "brick", 1: "wool ore", 2: "grain", 3: ""})
    assert {(e.seat, e.a, e.c) for e in t.told("give")} == {(0, 4, 1), (1, 3, 2), (3, 1, 0)}
    assert all(e.sees == (1 << e.seat) | (1 << e.c) for e in t.told("give"))


@pytest.mark.rule("TB-EVT-014")
def test_good_neighbours_without_cards_do_nothing() -> None:
    t = cards()
    reveal(t, "good-neighbours 6").check(phase="main")


@pytest.mark.rule("TB-EVT-015")
def test_the_most_knights_win_the_tournament_also_tied() -> None:
    t = cards(played={0: "knight", 1: "knight*2", 2: "knight*2"}, bank="ore wool")
    reveal(t, "tournament 5").check(phase="event_cards_boon", actors=[1])
    t.refuses("take grain", "TB-EVT-015")
    t.play("take ore", "go-on").check(actors=[2], phase="event_cards_boon")
    assert t.legal() == ["take wool"]
    t.play("take wool", "go-on").check(phase="main", hands={0: "", 1: "ore", 2: "wool"})


@pytest.mark.rule("TB-EVT-015")
def test_without_knights_nobody_wins_the_tournament() -> None:
    t = cards()
    reveal(t, "tournament 5").check(phase="main")
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-016")
def test_the_longest_road_may_take_a_card_or_none() -> None:
    t = cards(
        settlements={1: "0,0,N"},
        roads={1: "0,0,NE 0,0,E 0,0,SE -1,1,NE -1,0,E"},
        hands={0: "ore", 1: "wool", 2: "brick*2"},
        robber="2,-2",
    )
    t.check(longest=1)
    reveal(t, "trade-advantage 5").check(phase="rob", actors=[1])
    assert t.legal() == ["rob 0", "rob 2", "pass"]
    t.refuses("rob 1", "TB-EVT-016")
    t.play("1: rob 2", "chance: steal brick", "go-on").check(phase="main", hands={1: "wool brick", 2: "brick"})


@pytest.mark.rule("TB-EVT-016")
def test_the_longest_road_may_pass_even_with_one_player_to_choose() -> None:
    t = cards(
        settlements={0: "0,0,N"}, roads={0: "0,0,NE 0,0,E 0,0,SE -1,1,NE -1,0,E"}, hands={1: "ore"}, robber="2,-2"
    )
    reveal(t, "trade-advantage 5").check(phase="rob", actors=[0])
    t.play("pass").check(phase="main", hands={0: "", 1: "ore"})


@pytest.mark.rule("TB-EVT-016")
def test_without_a_longest_road_nobody_has_the_advantage() -> None:
    t = cards(hands={1: "ore"})
    reveal(t, "trade-advantage 5").check(phase="main")


@pytest.mark.rule("TB-EVT-017")
@pytest.mark.parametrize("card", ["calm-sea 9", "calm-sea 12"])
def test_the_most_buildings_at_harbours_take_a_resource(card: str) -> None:
    # Seat 0 has a city and a settlement at harbours, seat 1 two settlements, seat 2 one.
    t = cards(layout=HARBOURS, robber="1,0")
    corners = [t.r.board.corner_names[corner] for corner in t.r.board.harbors]
    t = cards(
        layout=HARBOURS,
        robber="1,0",
        cities={0: corners[0]},
        settlements={0: corners[2], 1: f"{corners[1]} {corners[3]}", 2: corners[4]},
    )
    reveal(t, card).check(phase="event_cards_boon", actors=[0])
    t.play("take ore", "go-on").check(actors=[1])
    t.refuses("end", "TB-EVT-017")
    t.play("take ore", "go-on").check(phase="main", hands={0: "ore", 1: "ore", 2: ""})


@pytest.mark.rule("TB-EVT-017")
def test_without_harbours_the_sea_brings_nothing() -> None:
    t = cards(settlements={0: "0,0,N"}, robber="2,-2")
    reveal(t, "calm-sea 12").check(phase="main")
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-018")
def test_the_robber_flees_to_the_desert_and_robs_nobody() -> None:
    t = cards(hands={1: "ore*3"}, robber="2,-2")
    desert = t.r.board.hex_names[t.r.desert]
    corner = t.r.board.corner_names[t.r.board.hex_corners[int(t.r.desert) * 6]]
    t = cards(settlements={1: corner}, hands={1: "ore*3"}, robber="2,-2")
    reveal(t, "robber-flees 4").check(phase="main", robber=desert)
    assert t.hand(1)["ore"] == 3
    assert not t.told("steal")


@pytest.mark.rule("TB-EVT-051", "TB-EVT-018")
def test_of_several_deserts_the_player_on_turn_chooses_one() -> None:
    layout = land("0,0 desert", "1,0 forest 8", "0,1 desert")
    t = cards(2, layout=layout, settlements={1: "0,0,N"}, hands={1: "ore"}, robber="1,0")
    reveal(t, "robber-flees 4").check(phase="event_cards_desert", actors=[0])
    t.refuses("flee 1,0", "TB-EVT-051")
    t.play("flee 0,0").check(phase="main", robber="0,0", hands={1: "ore"})
    t = cards(2, layout=layout, robber="0,1")
    reveal(t, "robber-flees 4").check(phase="main", robber="0,1")


@pytest.mark.rule("TB-EVT-051")
def test_without_a_desert_the_robber_leaves_the_board() -> None:
    layout = land("0,0 hills 4", "1,0 forest 8", "0,1 fields 5")
    t = cards(2, layout=layout, settlements={1: "0,0,N"}, robber="0,0")
    reveal(t, "robber-flees 4").check(phase="main", hands={1: "brick"})
    assert t.cell(t.r.robber) == -1
    assert len(t.told("event_cards_off")) == 1
    reveal(t.play("end"), "robber-flees 4")
    assert not t.told("event_cards_off")
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-019", "TB-EVT-052")
def test_leaders_give_clockwise_and_choose_card_and_receiver() -> None:
    t = cards(
        4,
        settlements={0: "0,0,N", 3: "0,2,S", 1: "-1,-1,N", 2: "2,0,N"},
        cities={1: "1,-2,N", 2: "-2,2,N"},
        hands={1: "ore wool", 2: "brick"},
        cards={0: "point*4"},
        on_turn=2,
        robber="0,0",
    )
    t.check(points={1: 3, 2: 3})
    before = {seat: t.hand(seat) for seat in range(4)}
    reveal(t, "neighbours-help 11").check(phase="event_cards_help", actors=[2])
    assert t.legal() == ["help 0", "help 3"]
    t.refuses("help 1", "TB-EVT-019")
    t.refuses("present brick", "TB-EVT-019")
    t.play("help 3").check(phase="event_cards_give", actors=[2])
    t.refuses("present ore", "TB-EVT-019")
    t.play("present brick").check(phase="event_cards_help", actors=[1])
    t.play("1: help 0", "1: present wool").check(phase="main", actors=[2])
    assert before[2] == {"brick": 1}
    assert t.hand(3).get("brick") == 1
    assert t.hand(0).get("wool") == 1


@pytest.mark.rule("TB-EVT-019")
def test_with_one_player_behind_only_the_card_is_chosen() -> None:
    t = cards(2, settlements={0: "0,0,N"}, hands={0: "ore", 1: "wool"}, robber="0,0")
    reveal(t, "neighbours-help 10").check(phase="event_cards_give", actors=[0])
    t.play("present ore").check(phase="main")
    assert t.hand(1)["ore"] == 1


@pytest.mark.rule("TB-EVT-019")
@pytest.mark.parametrize("equal", [True, False])
def test_nobody_helps_when_all_are_equal_or_the_leader_has_no_card(equal: bool) -> None:
    t = cards(2, settlements={} if equal else {0: "0,0,N"}, hands={1: "wool"}, robber="0,0")
    reveal(t, "neighbours-help 11").check(phase="main")
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-020")
def test_the_largest_army_wins_the_conflict() -> None:
    t = cards(played={1: "knight*3", 2: "knight*3"}, largest_army=1, hands={0: "ore", 2: "wool"})
    reveal(t, "conflict 3").check(phase="rob", actors=[1])
    assert t.legal() == ["rob 0", "rob 2"]
    t.refuses("pass", "TB-EVT-020")
    t.play("1: rob 0", "chance: steal ore", "go-on").check(phase="main", hands={0: "", 1: "ore", 2: "wool"})


@pytest.mark.rule("TB-EVT-020")
def test_without_an_army_the_one_with_the_most_knights_wins() -> None:
    t = cards(played={1: "knight", 2: "knight*2"}, hands={0: "ore"})
    reveal(t, "conflict 3").check(phase="steal")
    t.play("chance: steal ore", "go-on").check(phase="main", hands={0: "", 2: "ore"})


@pytest.mark.rule("TB-EVT-021")
@pytest.mark.parametrize("knights", [{}, {1: "knight*2", 2: "knight*2"}])
def test_without_an_army_and_with_a_tie_nobody_wins(knights: dict[int, str]) -> None:
    t = cards(played=knights, hands={0: "ore"})
    reveal(t, "conflict 3").check(phase="main", hands={0: "ore"})
    assert len(t.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-022")
def test_in_a_plentiful_year_everybody_takes_one_as_long_as_there_are_any() -> None:
    t = cards(bank="ore wool", on_turn=1)
    reveal(t, "plentiful-year 2").check(phase="event_cards_boon", actors=[1])
    t.refuses("take brick", "TB-EVT-022")
    t.play("take ore", "go-on").check(actors=[2])
    t.play("take wool", "go-on").check(phase="main", actors=[1], hands={0: "", 1: "ore", 2: "wool"})
    assert [e.seat for e in t.told("event_cards_bank")] == [0]


@pytest.mark.rule("TB-EVT-023")
def test_on_a_fine_day_nothing_but_the_harvest_happens() -> None:
    t = cards(hands={1: "ore"}, played={1: "knight*3"})
    reveal(t, "fine-day 9").check(phase="main", hands={1: "ore"})
    assert {e.kind for e in t.events} == {"event_cards_card", "number"}


def test_what_no_card_asks_for_is_refused() -> None:
    t = reveal(cards(roads={0: "0,0,NE"}, hands={0: "ore"}), "fine-day 3")
    for line in ("damage 0,0,NE", "present ore", "help 1", "flee 0,0"):
        t.refuses(line, "TB-EVT-004")
