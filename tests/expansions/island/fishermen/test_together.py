"""Fishermen with the four variants, and with what it is not played."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.errors import ConfigError
from tests.expansions.island.event_cards import kit as event_kit
from tests.expansions.island.fishermen.kit import FISH, INLAND, NINE, SHORE, fishers, held, holder, module, stock
from tests.expansions.island.fishermen.test_deliveries import TEN, ways
from tests.expansions.island.two_players import kit as two_kit
from tests.kit import Table, land

TWO = ("two_players",)
ALL = ("two_players", "event_cards", "harbors", "friendly_robber")


# -- two players


@pytest.mark.rule("TB-FISH-028", "TB-FISH-039")
def test_two_players_start_with_five_tokens_each() -> None:
    t = Table(Game.new({"seats": 2, "modules": [FISH, *TWO], "options": {"first": 0}}))
    assert [held(t, seat) for seat in range(2)] == [(2, 2, 1), (2, 2, 1)]
    assert stock(t) == (7, 6, 6)
    assert module(t).face_down(t.game.state) == 20, "19 tokens and the boot"
    three = Table(Game.new({"seats": 3, "modules": [FISH], "options": {"first": 0}}))
    assert [held(three, seat) for seat in range(3)] == [(0, 0, 0)] * 3


@pytest.mark.rule("TB-FISH-028")
def test_two_players_have_no_trade_tokens() -> None:
    t = fishers(2, modules=TWO, hands={0: "ore", 1: "ore*2"}, robber="1,-2", played={0: "knight"})
    assert not t.verbs() & {"forced-trade", "banish", "retire"}
    for text in ("forced-trade", "banish aside", "retire"):
        t.refuses(text, "TB-TWO-004")


@pytest.mark.rule("TB-FISH-028", "TB-FISH-039")
def test_of_two_players_the_one_behind_pays_a_fish_less() -> None:
    def table(mine: str, theirs: str) -> Table:
        return fishers(2, modules=TWO, fish={0: "2 1"}, hands={1: "ore"}, settlements={0: mine, 1: theirs})

    behind = table(INLAND, "2,0,S -1,1,S")
    assert ways(behind, "steal") == {"2"}
    assert ways(behind, "resource") == {"1 2"}
    behind.play("fish steal 2", "steal ore").check(phase="main")
    even = table(INLAND, "2,0,S")
    assert ways(even, "steal") == {"1 2"}
    even.refuses("fish steal 2", "TB-FISH-011")
    assert ways(table("2,0,S -1,1,S", INLAND), "steal") == {"1 2"}
    three = fishers(fish={0: "2 1"}, hands={1: "ore"}, settlements={1: INLAND})
    assert ways(three, "steal") == {"1 2"}, "with three nobody pays less"


@pytest.mark.rule("TB-FISH-029")
def test_of_two_players_none_draws_for_the_second_settlement() -> None:
    t = Table(Game.new({"seats": 2, "modules": [FISH, *TWO], "options": {"first": 0}}))
    # The first ones lie away from the water, and leave room for the second ones at it.
    for corner in ("-1,-1,S", "2,-1,S", NINE, "1,-1,S"):
        at_water = module(t).waters.fishing[t.r.board.corner_index[corner]] != 0
        assert at_water is (corner in (NINE, "1,-1,S"))
        t.play(f"settle {corner}").check(phase="setup")
        t.play(t.legal()[0])
    t.check(phase="roll")
    assert [held(t, seat) for seat in range(2)] == [(2, 2, 1), (2, 2, 1)]
    assert two_kit.tokens(t)[:2] == [0, 0], "nor trade tokens for the coast"
    starts = [
        {"seat": seat, "corner": corner, "edge": edge, "pays": pays}
        for seat, corner, edge, pays in [
            (0, NINE, "0,-2,NE", True),
            (0, "2,-2,S", "2,-2,SE", False),
            (1, "2,0,S", "1,1,E", True),
            (1, "-2,1,N", "-2,1,NE", False),
        ]
    ]
    printed = Table(Game.new({"seats": 2, "modules": [FISH, *TWO], "starts": starts, "options": {"first": 0}}))
    printed.check(phase="roll")


@pytest.mark.rule("TB-FISH-028", "TB-FISH-006")
def test_both_rolls_of_two_players_bring_fish() -> None:
    t = fishers(2, modules=TWO, settlements={0: NINE, 1: SHORE}, rolled=False)
    t.play("roll", "roll 4 5", "catch 1", "roll", "roll 5 6", "catch 2").check(phase="main")
    assert [held(t, seat) for seat in range(2)] == [(1, 0, 0), (0, 1, 0)]


@pytest.mark.rule("TB-TWO-013", "TB-FISH-011")
def test_a_road_for_fish_brings_a_neutral_road() -> None:
    t = fishers(2, modules=TWO, fish={0: "2 3"}, settlements={0: "2,-1,S"}).play("fish road 2 3", "road 2,-1,SE")
    t.check(phase="two_players_colour")


@pytest.mark.rule("TB-FISH-006", "TB-FISH-022")
def test_neutral_colours_draw_nothing_and_get_no_boot() -> None:
    t = fishers(2, modules=TWO, settlements={2: NINE}, boot=0, rolled=False)
    assert t.places("boot") == {"1"}
    t.play("roll", "roll 4 5").check(phase="roll")
    assert holder(t) == 0, "nothing is due to a colour, in whatever cell that would be counted"


# -- event cards


@pytest.mark.rule("TB-FISH-030", "TB-EVT-035")
def test_the_robber_that_flees_leaves_the_board() -> None:
    t = fishers(modules=("event_cards",), robber="1,-2", rolled=False)
    event_kit.reveal(t, "robber-flees 4").check(phase="main")
    assert t.cell(t.r.robber) == -1
    assert len(t.told("event_cards_off")) == 1
    again = fishers(modules=("event_cards",), rolled=False)
    event_kit.reveal(again, "robber-flees 4")
    assert again.told("event_cards_off") == []
    assert len(again.told("event_cards_nobody")) == 1


@pytest.mark.rule("TB-EVT-054")
def test_in_an_epidemic_a_city_still_draws_two_tokens() -> None:
    t = fishers(modules=("event_cards",), cities={0: "2,0,N"}, rolled=False)
    event_kit.reveal(t, "epidemic 8").play("catch 1", "catch 1")
    t.check(phase="main", hands={0: "ore"})
    assert held(t, 0) == (2, 0, 0)


@pytest.mark.rule("TB-EVT-055")
def test_an_event_takes_no_fish() -> None:
    t = fishers(modules=("event_cards",), fish={1: "3*3"}, hands={0: "ore"}, played={0: "knight"}, rolled=False)
    event_kit.reveal(t, "conflict 3").check(phase="main")
    assert held(t, 1) == (0, 0, 3)
    t = fishers(modules=("event_cards",), fish={1: "3*3"}, rolled=False)
    event_kit.reveal(t, "good-neighbours 6").check(phase="main")


@pytest.mark.rule("TB-EVT-013", "TB-FISH-027")
def test_a_road_for_fish_waits_for_repairs() -> None:
    t = fishers(modules=("event_cards",), roads={0: "0,-1,E"}, fish={0: "2 3"}, rolled=False)
    event_kit.reveal(t, "earthquake 6").play("damage 0,-1,E").check(phase="main")
    t.refuses("fish road 2 3", "TB-EVT-010")
    assert not any(text.startswith("fish road") for text in t.legal())


@pytest.mark.rule("TB-FISH-033", "TB-EVT-016")
def test_a_theft_for_fish_is_refused_in_its_own_words_whatever_the_event() -> None:
    route = "0,-1,SE 0,0,NE 0,0,E 0,0,SE -1,1,E"
    hands = {1: "ore", 2: "wool"}
    t = fishers(modules=("event_cards",), roads={0: route}, fish={0: "3"}, hands=hands, rolled=False)
    event_kit.reveal(t, "trade-advantage 5").refuses("rob 0", "TB-EVT-016")
    t.play("pass", "fish steal 3").check(phase="rob")
    t.refuses("pass", "TB-FISH-033")
    t.refuses("rob 0", "TB-FISH-033")
    assert t.places("rob") == {"1", "2"}


@pytest.mark.rule("TB-FISH-006")
def test_the_lake_draws_by_the_number_of_a_card() -> None:
    t = fishers(modules=("event_cards",), settlements={0: SHORE}, rolled=False)
    event_kit.reveal(t, "fine-day 11").check(phase="fishermen_draw")


# -- harbours


@pytest.mark.rule("TB-FISH-031", "TB-HARB-005")
def test_with_harbours_the_goal_is_eleven_and_twelve_with_the_boot() -> None:
    t = fishers(modules=("harbors",), cities={0: TEN}, boot=1)
    assert [int(t.r.goal(t.game.state, seat)) for seat in range(3)] == [11, 12, 11]


# -- a friendly robber


@pytest.mark.rule("TB-ROB-008", "TB-ROB-003")
def test_the_friendly_robber_goes_beside_the_board() -> None:
    small = land("0,0 forest 8", "1,0 hills 9", sites=["ground 1,-1,S 4"])
    t = fishers(modules=("friendly_robber",), layout=small, rolled=False, robber="0,0", settlements={1: "1,-1,S"})
    t.play("roll", "roll 3 4").check(phase="main")
    assert t.cell(t.r.robber) == -1
    assert len(t.told("friendly_robber_aside")) == 1


@pytest.mark.rule("TB-ROB-006", "TB-FISH-033")
def test_fish_take_a_card_also_from_a_player_whom_the_robber_spares() -> None:
    t = fishers(modules=("friendly_robber",), fish={0: "3"}, hands={1: "ore"}, settlements={1: INLAND})
    t.play("fish steal 3").check(phase="steal")


# -- all of them, and what it is not for


@pytest.mark.rule("TB-GEN-001", "TB-TWO-026")
def test_all_four_variants_are_played_together() -> None:
    game = Game.new({"seats": 2, "modules": [FISH, *ALL]}, seed=1)
    assert {module.name for module in Table(game).r.modules} == {FISH, *ALL}
    assert Table(game).r.config.goal == 11


@pytest.mark.rule("TB-GEN-012")
def test_two_without_neutral_colours_do_not_play_it() -> None:
    with pytest.raises(ConfigError, match="'fishermen' is played with 3 or 4 seats, got 2"):
        Game.new({"seats": 2, "modules": [FISH]}, seed=1)
    with pytest.raises(ConfigError, match="'two_players' is played with 2 seats, got 3"):
        Game.new({"seats": 3, "modules": [FISH, *TWO]}, seed=1)


@pytest.mark.rule("TB-GEN-008")
@pytest.mark.parametrize(
    ("other", "rule"), [("cities_knights", "MIX-013"), ("seafarers", "MIX-014"), ("five_six", "MIX-015")]
)
def test_it_is_not_played_with_extensions(other: str, rule: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 4, "modules": [FISH, other]}, seed=1)
    assert caught.value.rule == rule
