"""A game that is printed, or that a notebook draws, shows what a spectator sees."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from bastide import play
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.view import SPECTATOR, view
from bastide.view.svg import board
from bastide.view.text import text
from bastide.view.words import Words

CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"layout": "random", "modules": ["cities_knights"]},
    "carcassonne": {"game": "carcassonne", "modules": ["hills"]},
}


@pytest.mark.parametrize("kind", CONFIGS)
def test_a_game_shows_what_a_spectator_sees(kind: str) -> None:
    game = play(CONFIGS[kind], [make_bot("random", 1)] * 3, 5, names=["Maud", "Odile"], limit=20)
    seen = view(game, SPECTATOR)
    assert f"{game}" == str(game) == text(seen, Words("en"), game.names)
    drawn = game._repr_svg_()
    assert drawn == board(seen)
    assert ET.fromstring(drawn).tag.endswith("svg")


def test_a_game_shows_nothing_hidden() -> None:
    game = play(CONFIGS["island"], [make_bot("random", 1)] * 3, 5, limit=120)
    shown = (str(game), repr(game), game._repr_svg_())
    for seed in range(3):
        other = game.copy()
        other.state = resample(game.rules, game.state, SPECTATOR, seed)
        assert other.state != game.state
        assert (str(other), repr(other), other._repr_svg_()) == shown


def test_repr_says_which_game_and_whose_turn_it_is() -> None:
    game = Game.new({"seats": 3, "options": {"first": 0}})
    of = "<Game of <IslandGame: island for 3 seats, without modules> after"
    assert repr(game) == f"{of} 0 decisions: waits for seat 0>"
    game.play("roll")
    assert repr(game) == f"{of} 1 decision: chance decides>"
    game.draw(random.Random(1))
    assert repr(game.seen_by(CHANCE)) == f"{of} 0 decisions: waits for seat 0>"
    game.rules.finish(game.state, 0b101)
    assert repr(game) == f"{of} 2 decisions: won by seat 0 and seat 2>"
    game.rules.finish(game.state, 0)
    assert repr(game) == f"{of} 2 decisions: over, won by nobody>"


def test_a_game_that_cannot_be_shown_is_printed_as_its_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastide.view.FAMILIES", ())
    game = Game.new({"seats": 3, "options": {"first": 0}})
    assert str(game) == repr(game)
    assert game._repr_svg_() is None
