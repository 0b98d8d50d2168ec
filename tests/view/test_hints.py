"""The words of hints: what a decision does, and why it is good, in both families and for every room."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.rooms import floor, rooms
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.policies import evaluation
from bastide.view import shown
from bastide.view.carcassonne.module_views import view_of as tile_view_of
from bastide.view.island.glance import Glance, rules_of
from bastide.view.island.hints import args_of, of_module
from bastide.view.island.module_view import named_in
from bastide.view.island.module_views import view_of
from bastide.view.model import Say
from bastide.view.words import Words


@pytest.mark.parametrize("family", FAMILIES)
def test_each_term_has_words_in_both_languages(family: str) -> None:
    game = Game.new({"game": family, "seats": 3}, seed=1)
    rng, bot = random.Random(1), make_bot("greedy", 1)
    terms = set(evaluation(game.rules).terms) - {"modules"}
    told: dict[str, set[str]] = {term: set() for term in terms}
    said = 0
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        text = bot.choose(game, seat)
        if game.version % 7 == 0:
            before = game.hash()
            for term in terms:
                hint = shown(game).hint(game, seat, text, 0.5, term)
                say, reason = hint.say, hint.reason
                assert reason is not None
                told[term].add(reason.text)
                for words in (Words("en"), Words("fr")):
                    for one in (say, reason):
                        assert "{" not in words.text(one, ["Maud", "Bruno", "Clara"])
                assert reason.text != Words("fr").gettext(reason.text)
                said += 1
            assert shown(game).hint(game, seat, text, 0.5, "modules").reason is None
            assert shown(game).hint(game, seat, text, 0.5, "no such term").reason is None
            assert game.hash() == before
        game.play(text, seat)
    assert said > 100
    if family == "island":
        assert len(told["income"]) >= 3
        assert len(told["plans"]) >= 3


@pytest.mark.parametrize(("family", "room"), [(family, room) for family in FAMILIES for room in rooms(family)])
def test_what_a_room_names_it_also_says(family: str, room: str) -> None:
    make = floor(family, room, "bot")
    if make is None:
        return
    game = Game.new({"game": family, "seats": seats_of(family, room), "modules": [room]}, seed=1)
    term = make(game.rules).term()
    view = view_of(room) if family == "island" else tile_view_of(room)
    assert set(view.reasons) == ({term} if term else set())
    if term:
        assert term in evaluation(game.rules).terms
        seat = 0
        reason = shown(game).hint(game, seat, "pass" if family == "carcassonne" else "end", None, term).reason
        assert reason == view.reasons[term]


def seats_of(family: str, room: str) -> int:
    """A number of players with whom the room can be played."""
    for seats in (3, 2, 4, 5):
        try:
            Game.new({"game": family, "seats": seats, "modules": [room]}, seed=1)
        except ConfigError:
            continue
        return seats
    raise AssertionError(room)


def test_a_hint_names_goods_and_players() -> None:
    assert args_of("counter", "brick for wool*3") == {"paid": {"brick": 1}, "gained": {"wool": 3}}
    assert args_of("monopoly", "wool") == {"good": "wool"}
    words = Words("fr")
    say = Say("Give the bank {paid} for {gained}", args_of("bank", "grain*4 ore"))
    assert words.text(say, []) == "Donner 4 blés à la Réserve contre 1 minerai"


@pytest.mark.parametrize("room", rooms("island"))
def test_each_decision_of_a_room_has_words_in_both_languages(room: str) -> None:
    view = view_of(room)
    game = Game.new({"game": "island", "seats": seats_of("island", room), "modules": [room]}, seed=1)
    glance = Glance(game, 0)
    for start in {*view.hints, *view.deeds}:
        named = named_in(view.deeds[start].text) if start in view.deeds else frozenset[str]()
        rest = "wool*2 grain" if "goods" in named else "1" if "other" in named else ""
        say = of_module(glance, f"{start} {rest}".strip())
        assert say is not None
        told = [Words(language).text(say, ["Maud", "Bruno", "Clara"]) for language in ("en", "fr")]
        assert told[0] != told[1]
        assert not any("{" in text for text in told)


def test_the_old_boot_goes_to_a_player_by_name() -> None:
    game = Game.new({"game": "island", "seats": 3, "modules": ["fishermen"]}, seed=1)
    say = of_module(Glance(game, 0), "boot 2")
    assert say is not None
    assert Words("fr").text(say, ["Maud", "Bruno", "Odile"]) == "Donner la Vieille Godasse à Odile"
    assert of_module(Glance(game, 0), "no such verb") is None


def test_a_longest_road_that_another_holds_does_not_stay() -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "beginner"}, seed=1)
    holder = rules_of(game).route_holder
    for seat, sentence in ((0, "stays yours"), (1, "nearer")):
        game.state.cells[holder] = i64(seat + 1)
        reason = shown(game).hint(game, 0, "road 0,0,N", 0.5, "route").reason
        assert reason is not None
        assert sentence in Words("en").text(reason, ["Maud", "Bruno", "Clara"])


def test_a_move_that_wins_says_so() -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0}}, seed=1)
    rng, bot = random.Random(1), make_bot("greedy", 1)
    won = []
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        text = bot.choose(game, seat)
        reason = shown(game).hint(game, seat, text, 0.9, "points").reason
        game.play(text, seat)
        if reason == Say("It wins the game."):
            won.append(seat)
            assert game.over
    assert won in ([], game.winners)
