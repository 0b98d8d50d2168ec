"""Known cards of hands: never more than are there, and the same in all games that look alike to everybody."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

from bastide.catan.base.island import Island
from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.view import SPECTATOR, events_view
from bastide.view.island.known import known_cards
from tests.chosen import sampled
from tests.differential.sets import Set, sets_of
from tests.sizes import sized

LONGEST = sized(300, 1500)


def begun(seats: int = 3) -> Game:
    """A game after the set-up, seat 0 on turn: everybody saw what the second buildings gave."""
    config = {"game": "island", "seats": seats, "layout": "beginner", "options": {"first": 0}}
    return Game.new(config, seed=1)


def hands(game: Game) -> list[dict[str, int]]:
    r, cells = cast(Island, game.rules), game.state.cells
    rows = [int(r.hand) + seat * int(r.goods) for seat in range(int(r.seats))]
    names: list[str] = r.good_names[: int(r.held)]
    return [{name: n for i, name in enumerate(names) if (n := int(cells[row + i]))} for row in rows]


def played(one: Set, seed: int) -> Iterator[Game]:
    """A game of random bots after each of its decisions."""
    rng = random.Random(seed)
    game, bot = Game.new(rng.choice(one.configs), seed=seed), make_bot("random", seed)
    while not game.over and game.version < LONGEST:
        yield game
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = rng.choice(game.actors)
            game.play(bot.choose(game, seat), seat)
    yield game


def test_cards_that_all_saw_come_are_known_until_they_are_seen_to_go() -> None:
    game = begun()
    assert known_cards(game) == hands(game)
    game.play("roll")
    game.chance("roll 3 5")
    assert known_cards(game) == hands(game)
    while "road" not in " ".join(game.legal()):
        game.play("end")
        game.play("roll")
        game.draw(random.Random(4))
    before = game.version
    game.play(next(text for text in game.legal() if text.startswith("road")))
    assert known_cards(game) == hands(game)
    game = game.at(before)
    assert known_cards(game) == hands(game)


def robbed(good: str) -> Game:
    """A game in which seat 0 has just robbed seat 1 of a card of this good, unseen by seat 2."""
    game = begun()
    game.play("roll")
    game.chance("roll 3 4")
    for place in game.legal():
        tried = game.copy()
        tried.play(place)
        if tried.actors == [0] and "rob 1" in tried.legal():
            tried.play("rob 1")
        if f"steal {good}" in dict(tried.chances()):
            tried.chance(f"steal {good}")
            if tried.history[-1][0].a == 1:
                return tried
    raise LookupError(good)


def test_a_card_that_is_taken_unseen_may_be_of_any_good() -> None:
    before = hands(begun())
    goods = sorted(before[1])
    assert len(goods) > 1, "the card could be of several goods"
    told = [known_cards(robbed(good)) for good in goods]
    assert all(one == told[0] for one in told), "it does not show which card was taken"
    assert told[0][0] == before[0], "and not which one came"
    assert told[0][1] == {good: count - 1 for good, count in before[1].items() if count > 1}
    assert told[0][2] == before[2]


def test_an_undo_takes_knowledge_back() -> None:
    game = robbed(sorted(hands(begun())[1])[0])
    later = known_cards(game)
    while game.version > 2:
        game.undo()
    assert known_cards(game) == hands(game) != later


def test_a_card_on_offer_is_known() -> None:
    game = robbed(sorted(hands(begun())[1])[0])
    [gained] = {g for g, n in hands(game)[0].items() if n > known_cards(game)[0].get(g, 0)}
    held = hands(game)[0][gained]
    wanted = next(good for good in hands(game)[2] if good != gained)
    game.play(f"offer {gained}*{held} for {wanted}" if held > 1 else f"offer {gained} for {wanted}", 0)
    assert known_cards(game)[0][gained] == held


@pytest.mark.parametrize(
    "one", sampled(sets_of("island"), name=lambda one: one.name, count=2, rest=pytest.mark.campaign)
)
def test_no_more_is_known_than_is_there_and_two_games_that_look_alike_tell_the_same(one: Set) -> None:
    told = []
    for whole in played(one, 5):
        told.append(known_cards(whole))
        for cards, hand in zip(told[-1], hands(whole), strict=True):
            assert all(count <= hand.get(good, 0) for good, count in cards.items()), whole.decisions[-1]
    # The same decisions, but a hidden outcome of chance is another one: the games differ in what few have seen.
    other = Game(whole.rules)
    for step, decision in zip(whole.steps(), whole.decisions, strict=False):
        text = decision.text
        if step.actors == [CHANCE]:
            public = looks(step, text)
            others = [each for each, _ in step.chances() if each != text and each in dict(other.chances())]
            text = next((each for each in others if looks(step, each) == public), text)
        try:
            other.replay(text, decision.seat)
        except IllegalAction:  # somebody else has the card: the games part here
            break
        assert known_cards(other) == told[other.version], text


def looks(game: Game, text: str) -> list[dict[str, object]]:
    """What everybody sees of an outcome of chance."""
    tried = game.copy()
    tried.chance(text)
    return events_view(tried, tried.history[-1], SPECTATOR)
