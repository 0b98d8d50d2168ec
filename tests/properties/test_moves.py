"""The moves of a record as a seat may know them: two histories that looked the same to it are listed the same."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from bastide.data.decisions import notation
from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view import events_view
from bastide.view.model import OPEN, SPECTATOR
from tests.differential.sets import sets_of
from tests.sizes import sized

SETS: Final = {set_.name: set_ for family in FAMILIES for set_ in sets_of(family)}
STEPS: Final = 500


def listed(game: Game, viewer: int) -> list[str]:
    """All moves of a game as a viewer may know them."""
    return [notation(game, n, viewer) for n in range(1, game.version + 1)]


def told(game: Game, viewer: int) -> list[dict[str, Any]]:
    """What a viewer was told of the last decision."""
    return events_view(game, game.history[-1], viewer)


def texts(game: Game, seat: int) -> list[str]:
    return [text for text, _ in game.chances()] if seat == CHANCE else game.simple(seat) or game.legal(seat)


def grown(one: Game, other: Game, viewer: int, rng: random.Random) -> bool:
    """Play one decision in both games, another one in the second if the viewer cannot tell; False if there is none."""
    seat = rng.choice(one.actors)
    text = rng.choice(texts(one, seat))
    if text == "offer":
        return True
    one.play(text, seat)
    choices = [text]
    if one.history[-1] and listed_last(one, viewer) != text:
        choices = texts(other, seat)
        rng.shuffle(choices)
        choices.sort(key=lambda choice: choice == text)
    for choice in choices:
        if not other.is_legal(choice, seat):
            continue
        after = other.copy()
        after.play(choice, seat)
        if told(after, viewer) == told(one, viewer):
            other.play(choice, seat)
            return True
    return False


def listed_last(game: Game, viewer: int) -> str:
    return notation(game, game.version, viewer)


@pytest.mark.compiled
@pytest.mark.rule("BASE-054")
@pytest.mark.parametrize("name", SETS)
def test_moves_tell_a_viewer_only_what_it_saw(name: str) -> None:
    differing = 0
    for seed in range(sized(2, 12)):
        rng = random.Random(f"{name} {seed}")
        one = Game.new(SETS[name].config(seed), seed=seed)
        viewer = rng.choice((SPECTATOR, *range(int(one.rules.seats))))
        other = one.copy()
        while one.version < STEPS and not one.over and grown(one, other, viewer, rng):
            pass
        count = min(one.version, other.version)
        mine, theirs = listed(one.at(count), viewer), listed(other.at(count), viewer)
        assert mine == theirs
        differing += [d.text for d in one.decisions[:count]] != [d.text for d in other.decisions[:count]]
        assert listed(one, OPEN) == [d.text for d in one.decisions]
    if SETS[name].family == "island":
        assert differing
