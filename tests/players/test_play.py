"""Whole games between bots, by `play`."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import play
from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.bot import Chooses

SHORT = {"layout": "random", "options": {"goal": 4}}
TILES = {"game": "carcassonne", "modules": ["river"]}


class Says:
    """A bot that says the same thing always."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def choose(self, game: Game, seat: int) -> str:
        text: str = self.text
        return text


def bots(count: int = 3) -> list[Chooses]:
    return [make_bot("random", seed) for seed in range(count)]


@pytest.mark.parametrize("config", [SHORT, TILES])
def test_a_game_is_played_to_its_end(config: dict[str, Any]) -> None:
    game = play(config, bots(), 5, names=["Maud"])
    assert game.over
    assert game.names == ("Maud",)
    assert game.rules.seats == 3
    assert {decision.seat for decision in game.decisions} == {0, 1, 2, CHANCE}
    assert Game.load(game.save()).hash() == game.hash()
    assert game.rules.resolved() == Game.new({**config, "seats": 3}, seed=5).rules.resolved()


def test_a_seed_plays_the_same_game_again_and_another_seed_another() -> None:
    assert play(SHORT, bots(), 5).save() == play(SHORT, bots(), 5).save() != play(SHORT, bots(), -5).save()
    assert play(SHORT, bots()).save() != play(SHORT, bots()).save()


def test_a_game_is_truncated() -> None:
    game = play(SHORT, bots(), 5, limit=20)
    assert (game.version, game.over, game.winners) == (20, False, [])
    assert play(SHORT, bots(), 5).decisions[:20] == game.decisions
    assert play(SHORT, bots(), 5, limit=0).version == 0


def test_a_bot_may_have_several_seats() -> None:
    assert play({**SHORT, "seats": 2}, bots(1) * 2, 5).over


@pytest.mark.parametrize("text", ["city 0,0,N", "raod 0,0,N", None])
def test_a_wrong_decision_names_its_seat(text: Any) -> None:
    with pytest.raises((IllegalAction, InvalidAction)) as caught:
        play({"options": {"first": 1}}, [*bots(2), Says(text)], 5)
    assert caught.value.__notes__[0].startswith(f"seat 2 chose {text!r} after ")


def test_what_is_no_game_or_no_bot_is_refused() -> None:
    with pytest.raises(ValueError, match="bots must be one for each of the 4 seats, got 3"):
        play({"seats": 4}, bots(), 1)
    with pytest.raises(ConfigError, match="5 seats need"):
        play({}, bots(5), 1)
    wrong: Any
    for wrong in ([], "island", None):
        with pytest.raises(ConfigError, match="a config is a table"):
            play(wrong, bots(), 1)
    for wrong in ("greedy", Says, None):
        with pytest.raises(TypeError, match="a bot is an object with a method choose"):
            play({}, [*bots(2), wrong], 1)
    for wrong in ("5", 0.5, True):
        with pytest.raises(TypeError, match="seed must be a whole number"):
            play({}, bots(), wrong)
    for wrong in (-1, "5", 0.5):
        with pytest.raises(ValueError, match="limit must be"):
            play({}, bots(), 1, limit=wrong)
