"""Seafarers on the page: its panel, badges, buttons, the choice of gold, the form for a new table."""

from __future__ import annotations

import random

import pytest

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.bot import Bot
from bastide.view.island.glance import Glance
from bastide.view.words import Words
from bastide.web.making import read_form, sentence
from bastide.web.module_choices import module_choices
from bastide.web.panels import render
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.chosen import sampled
from tests.expansions.island.seafarers.rules.kit import afloat
from tests.web.panels.test_painter import seen

FORM = {"module_seafarers": "on", "players": "4", "layout": "beginner", "goal": "14", "usual_goal": "14"}


@pytest.mark.parametrize(
    ("language", "title", "nobody"),
    [("en", "Foreign islands", "nobody yet"), ("fr", "Îles étrangères", "personne encore")],
)
def test_the_panel_lists_the_islands(language: str, title: str, nobody: str) -> None:
    east = Painter()(seen(afloat().game, 0), language)["east"]
    assert title in east
    assert east.count(nobody) == 3


def test_ships_and_moves_have_their_buttons_and_keys() -> None:
    panels = render(seen(afloat(settlements={0: "3,4,N"}, ships={0: "3,4,NE"}).game, 0), "en")
    assert 'data-verb="sail"' in panels["actions"]
    assert 'data-key="H"' in panels["actions"]
    assert 'data-key="M"' in panels["actions"]


@pytest.mark.rule("SEA-010")
def test_gold_is_chosen_in_a_panel() -> None:
    """Of what the bank has, exactly as many cards as are owed."""
    game = bots_until("seafarers_gold")
    panels = render(seen(game, game.actors[0]), "en")
    assert 'data-live="gold"' in panels["choice"]
    assert 'data-prefix="gold"' in panels["choice"]
    assert "Gold fields: choose" in panels["choice"]


@pytest.mark.parametrize("layout", sampled(["new_shores", "through_the_desert", "four_islands"], count=1))
def test_painted_games_are_as_drawn_anew(layout: str) -> None:
    """In both languages, for a player and a spectator, at every twentieth decision."""
    game, bots = Game.new({"seats": 3, "layout": layout, "modules": ["seafarers"]}, seed=4), greedy(3)
    rng, painter = random.Random(4), Painter()
    for number in range(400):
        if game.over:
            break
        step(game, bots, rng)
        if number % 20 == 0:
            for language in ("en", "fr"):
                table = seen(game, 0)
                assert joined(painter(table, language)) == render(table, language)


@pytest.mark.rule("SEA-015", "SEA-018", "SEA-023")
@pytest.mark.parametrize(("chosen", "goal"), [("new_shores", 14), ("through_the_desert", 14), ("four_islands", 13)])
def test_the_form_offers_the_maps_with_their_goals(chosen: str, goal: int) -> None:
    making = read_form(FORM | {"map_seafarers": chosen})
    assert making.goal == goal
    assert making.layout == ("beginner" if chosen == "new_shores" else chosen)
    [choice] = [choice for choice in module_choices(making, Words("fr")) if choice.name == "seafarers"]
    assert [value for value, _ in choice.maps] == ["new_shores", "through_the_desert", "four_islands"]
    order = making.request(Words("en"))
    assert order.config["options"]["goal"] == goal
    Game.new(order.config, seed=1)
    assert chosen == "new_shores" or f"on the map {Words('en').title(f'layout_{chosen}')}" in sentence(
        making, Words("en")
    )


def greedy(seats: int) -> list[Bot]:
    return [make_bot("greedy", seat) for seat in range(seats)]


def step(game: Game, bots: list[Bot], rng: random.Random) -> None:
    """One decision of a bot or of chance."""
    seat = game.actors[0]
    game.play(rng.choice(game.simple(CHANCE)) if seat == CHANCE else bots[seat].choose(game, seat), seat)


def bots_until(phase: str) -> Game:
    """A game of bots in this phase."""
    game = Game.new({"seats": 4, "layout": "through_the_desert", "modules": ["seafarers"]}, seed=3)
    bots, rng = greedy(4), random.Random(2)
    while Glance(game, 0).phase != phase:
        assert not game.over, f"the game did not come to {phase}"
        step(game, bots, rng)
    return game
