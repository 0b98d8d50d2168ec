"""Fishermen over random games: tokens are conserved, tokens stay secret, refused actions change nothing, counts."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from tests.expansions.island.fishermen.kit import FISH, NINE, fishers
from tests.expansions.island.fishermen.test_together import ALL
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

CONFIG = {"seats": 3, "modules": [FISH], "layout": "random", "options": {"trade": "bank"}}
SETS = (
    (3, [FISH]),
    (4, [FISH, "event_cards", "harbors", "friendly_robber"]),
    (2, [FISH, *ALL]),
)


@pytest.mark.rule("TB-FISH-002", "TB-FISH-016", "TB-FISH-018")
@pytest.mark.parametrize(("seats", "modules"), SETS)
def test_tokens_are_conserved_and_known_rightly(seats: int, modules: list[str]) -> None:
    words: set[str] = set()
    rng = random.Random(5)

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 7 == 0:
            check(island(game), game.state)
        if game.version % 60 == 0 and not game.over:
            for viewer in range(-1, seats):
                check(island(game), resample(game.rules, game.state, viewer, rng))

    for seed in range(sized(1, 20)):
        play(Game.new({**CONFIG, "seats": seats, "modules": modules}, seed=seed), random.Random(seed), 900, look)
    assert words >= {"fish", "catch", "boot"}


@pytest.mark.parametrize(
    "text",
    ["fish robber 2", "fish card 7", "fish boat 2", "fish road 4*2", "boot 1", "boot 7", "throw-back 1", "catch 4"],
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = fishers(fish={0: "1 3"})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TB-FISH-011", "TB-FISH-014")
def test_the_counts_of_deliveries() -> None:
    """By hand, with tokens of 1, 2 and 3 fish, the robber on the board and no cards.

    At once: the end; the robber for 2 or 3; a resource for 1+3 or 2+3; nothing to steal, no place for a road; no card:
    six fish are too few. After them: with 1 and 3 or with 1 and 2 left only the end; of five resources one each.
    """
    t = fishers(fish={0: "1 2 3"}, robber="1,-2", trade="bank")
    assert sorted(t.legal()) == ["end", "fish resource 1 3", "fish resource 2 3", "fish robber 2", "fish robber 3"]
    assert perft(t.r, t.game.state, 1) == 5
    rest_of_two = 1 + 1  # the end, or a resource for 1+3
    rest_of_three = 1  # the end: 1 and 2 buy only what is not there
    assert perft(t.r, t.game.state, 2) == 1 + rest_of_two + rest_of_three + 5 + 5


@pytest.mark.rule("TB-FISH-002", "TB-FISH-006")
def test_the_counts_of_a_draw() -> None:
    """By hand: three kinds and the boot for each token of a city, the boot once."""
    t = fishers(rolled=False, cities={1: NINE}, trade="bank").play("roll", "roll 4 5")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2)] == [4, 3 * 4 + 3]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    game = play(Game.new(CONFIG, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()
