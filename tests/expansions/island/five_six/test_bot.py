"""The greedy bot with five and six: it builds between two turns, and never sits out."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.players import make_bot
from tests.expansions.island.five_six.kit import KNIGHTS, SIX, many
from tests.kit import Table
from tests.players.strength import measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 1) -> str:
    return make_bot("greedy", 0).choose(t.game, seat)


def test_a_city_is_built_between_two_turns() -> None:
    t = many(settlements={1: "0,0,N"}, roads={1: "0,0,NE"}, hands={1: "grain*2 ore*3"}).play("end")
    assert chosen(t) == "city 0,0,N"


def test_cards_are_saved_for_what_is_worth_more() -> None:
    # Three ore and one grain are nearly a city: a development card would cost two of them.
    t = many(settlements={1: "0,0,N"}, roads={1: "0,0,NE"}, hands={1: "brick"}).play("end")
    assert chosen(t) == "pass"


def test_with_cities_and_knights_it_buys_what_that_sells() -> None:
    t = many(
        modules=KNIGHTS, cities={1: "0,0,N"}, roads={1: "0,0,NE 0,-1,SE"}, hands={1: "cloth*2 wool ore*2 grain"}
    ).play("end")
    assert chosen(t).split()[0] in ("improve", "recruit", "activate")


@pytest.mark.compiled
@pytest.mark.parametrize(("modules", "mode"), [(SIX, "building"), (SIX, "paired"), (KNIGHTS, "building")])
def test_games_of_bots_end_and_things_are_built_between_turns(modules: list[str], mode: str) -> None:
    goal = 8 if modules == SIX else 9
    options = {"between_turns": mode, "goal": goal}
    game = Game.new({"seats": 6, "modules": modules, "layout": "random", "options": options}, seed=2)
    rng = random.Random(2)
    bots = [make_bot("greedy", seat) for seat in range(6)]
    built = steps = 0
    while not game.over and steps < 6000:
        if -1 in game.actors:
            game.draw(rng)
            continue
        seat = game.actors[0]
        text = bots[seat].choose(game, seat)
        phase = game.rules.phases[game.state.cells[game.state.top()]].name
        built += phase == "five_six_building" and text != "pass"
        assert text != "sit-out"
        game.play(text, seat)
        steps += 1
    assert game.over
    assert game.winners
    assert (built > 0) is (mode == "building")


@pytest.mark.slow
def test_it_beats_random_seats() -> None:
    games = sized(10, 200)
    assert measure(("greedy", *["random"] * 4), games, modules=("five_six",)).wins() >= 0.9 * games


@pytest.mark.slow
def test_six_of_them_make_few_offers() -> None:
    # At most 15 a game in many games (decision 53), and every third is accepted; the games are always the same ones.
    games = measure(("greedy",) * 6, sized(4, 40), modules=("five_six",)).games
    assert sum(game.offers for game in games) <= sized(16, 15) * len(games)
    assert 3 * sum(game.trades for game in games) >= sum(game.offers for game in games)
