"""The greedy bot in Fishermen: what it spends fish on, the boot, tokens that it exchanges."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.chosen import sampled
from tests.expansions.island.fishermen.kit import INLAND, NINE, fishers
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def test_it_takes_the_card_that_is_missing_from_the_bank() -> None:
    t = fishers(fish={0: "1 3"}, settlements={0: INLAND}, hands={0: "grain*2 ore*2"}, trade="bank", cities={1: "0,0,S"})
    assert chosen(t) == "fish resource 1 3"
    t.play("fish resource 1 3")
    assert chosen(t) == "take ore"


def test_it_frees_its_hexes_of_the_robber() -> None:
    t = fishers(fish={0: "2"}, cities={0: "-1,0,S 0,0,N"}, robber="-1,0", settlements={1: "1,1,N"}, trade="bank")
    assert chosen(t) == "fish robber 2"
    t = fishers(fish={0: "2"}, cities={1: "-1,0,S 0,0,N"}, robber="-1,0", settlements={0: "1,1,N"}, trade="bank")
    assert chosen(t) == "end", "it hinders another"


def test_it_builds_the_road_that_wins() -> None:
    route = "0,-1,SE 0,0,NE 0,0,E 0,0,SE"
    t = fishers(fish={0: "2 3"}, cities={0: "0,0,N 0,0,S 1,1,N -1,-1,S"}, roads={0: route}, trade="bank")
    assert chosen(t) == "fish road 2 3"
    t.play("fish road 2 3").play(chosen(t)).check(phase="over", winners=[0])


def test_it_draws_a_card_for_seven_fish() -> None:
    t = fishers(fish={0: "1 3*2"}, settlements={0: INLAND}, trade="bank", cities={1: "0,0,S"})
    assert chosen(t) == "fish card 1 3*2"


def test_it_pays_with_small_tokens() -> None:
    t = fishers(fish={0: "1*2 2"}, cities={0: "-1,0,S 0,0,N"}, robber="-1,0", bank="", trade="bank")
    assert chosen(t) == "fish robber 1*2"


def test_the_boot_goes_to_the_strongest_who_may_have_it_before_the_roll() -> None:
    places = {0: "0,0,N", 1: "1,1,N", 2: "-1,-1,S 2,-1,S"}
    t = fishers(settlements=places, boot=0, rolled=False)
    assert chosen(t) == "boot 2"
    assert chosen(fishers(settlements=places, boot=2, on_turn=2, rolled=False), 2) == "roll"


def test_after_the_roll_the_boot_goes_before_anything_that_wins_less() -> None:
    t = fishers(settlements={0: INLAND, 1: "0,0,S"}, boot=0)
    assert chosen(t) == "boot 1"


def test_it_exchanges_tokens_of_one_fish_alone() -> None:
    t = fishers(rolled=False, cities={0: NINE}, fish={0: "1*6 3"}).play("roll", "roll 4 5")
    assert chosen(t) == "throw-back 1"
    t = fishers(rolled=False, cities={0: NINE}, fish={0: "2*6 3"}).play("roll", "roll 4 5")
    assert chosen(t) == "pass"


@pytest.mark.slow
@pytest.mark.parametrize(("match", "least"), [("two-blind", 221), ("one-blind", 119)])
def test_with_the_rooms_part_the_bot_wins_more(match: str, least: int) -> None:
    """The README has the figures of 400 games; these many wins put the lower bound above 50 and 25 percent."""
    games = sized(12, 400)
    modules = ("fishermen", "two_players") if match == "two-blind" else ("fishermen",)
    assert measure(MATCHES[match], games, modules=modules).wins() >= sized(4 if match == "two-blind" else 2, least)


@pytest.mark.slow
def test_it_beats_random_seats() -> None:
    games = sized(8, 400)
    assert measure(("greedy", "random", "random"), games, modules=("fishermen",)).wins() >= 0.85 * games


@pytest.mark.compiled
@pytest.mark.parametrize("seats", sampled([2, 4], count=1))
def test_it_looks_at_no_hidden_card(seats: int) -> None:
    modules = ["fishermen", "two_players", "event_cards"] if seats == 2 else ["fishermen"]
    config = {"game": "island", "seats": seats, "modules": modules}
    assert assert_honest(make_bot("greedy", 1), config, decisions=120) == 40
