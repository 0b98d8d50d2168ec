"""The greedy bot at sea: it sails to foreign islands, chooses gold, and sends the pirate where that harms more."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bastide.expansions.island.seafarers.bot import SeafarersBot
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.tables import Tables
from tests.chosen import sampled
from tests.expansions.island.seafarers.rules.kit import afloat
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


@pytest.mark.rule("SEA-014")
@pytest.mark.parametrize("layout", sampled(["new_shores", "through_the_desert", "four_islands"], count=1))
def test_games_of_bots_end_and_islands_are_settled(layout: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(sized(1, 10)):
        game = Game.new({"seats": 4, "layout": layout, "modules": ["seafarers"]}, seed=seed)
        bots, rng = [make_bot("greedy", seat) for seat in range(4)], random.Random(seed)
        while not game.over:
            seat = game.actors[0]
            game.play(rng.choice(game.simple(CHANCE)) if seat == CHANCE else bots[seat].choose(game, seat), seat)
        told.update(event.kind for events in game.history for event in events)
    assert told["seafarers_chit"] >= sized(1, 10)
    assert told["win"] == sized(1, 10)


@pytest.mark.rule("SEA-008", "SEA-022")
def test_the_pirate_goes_where_a_rival_sails_with_cards_in_hand() -> None:
    """The robber would block little and steal nothing: no rival has a building."""
    t = afloat(ships={1: "4,3,NE 4,2,SE"}, hands={1: "grain*3"}, rolled=False, pirate="2,0")
    t.play("roll", "roll 3 4")
    assert make_bot("greedy", 0).choose(t.game, 0) == "pirate 4,3"


@pytest.mark.rule("SEA-005")
def test_a_ship_that_leads_to_a_taken_site_goes_elsewhere() -> None:
    """Moving is judged by where the ship may go, not by the moment in which it is nowhere."""
    t = afloat(
        settlements={0: "4,2,S", 1: "5,1,S"},
        ships={0: "4,2,SE 4,2,E 4,2,NE"},
        hands={0: "brick lumber wool grain"},
        pirate="2,8",
    )
    r, s = t.r, t.game.state
    bot = SeafarersBot(r)
    look = Look(Tables(r, [bot]), s, 0)
    values = {text: bot.judge(look, look.hand(), r.read(text)[0]) for text in t.game.simple(0) if "sail" in text}
    assert values
    for text, value in values.items():
        there = s.copy()
        r.perform(there, 0, r.read(text)[0])
        later = [there.copy() for _ in r.legal(there, 0)]
        for after, code in zip(later, r.legal(there, 0), strict=True):
            r.perform(after, 0, code)
        assert value == max(Look(Tables(r, [bot]), after, 0, look.pip).value() for after in later)
        assert value > Look(Tables(r, [bot]), there, 0, look.pip).value(), "a ship on its way counts for less"


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["new_shores", "through_the_desert", "four_islands"])
def test_with_the_rooms_part_the_bot_wins_more_and_its_ships_arrive(layout: str) -> None:
    """The README has the figures of many more games."""
    tally = measure(MATCHES["duel-blind"], sized(12, 100), modules=("seafarers",), layout=layout)
    assert tally.wins() >= sized(4, 50)
    assert tally.told("arrived") >= 0.6 * tally.told("ships")
