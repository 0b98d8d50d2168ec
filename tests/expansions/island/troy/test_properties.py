"""Troy over random games: cards and ships are conserved, refused actions change nothing, records replay."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from tests.expansions.island.troy.kit import ONE, SIX, troy
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

CONFIG = {"modules": [ONE], "options": {"trade": "bank"}}
TABLES = (
    {"modules": [ONE]},
    {"modules": [ONE], "options": {"battle_ends_turn": "no", "trade": "bank"}},
    {"seats": 6, "modules": list(SIX), "options": {"trade": "bank"}},
    {"seats": 6, "modules": list(SIX), "options": {"between_turns": "paired"}},
)


@pytest.mark.rule("TROY-008", "TROY-012", "TROY-015", "TROY-018", "TROY-025", "TROY-035", "TROY-036")
@pytest.mark.parametrize("config", TABLES, ids=("four", "four-next-turn", "six", "six-paired"))
def test_everything_is_conserved(config: dict[str, object]) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 7 == 0 or game.over:
            check(island(game), game.state)

    for seed in range(sized(3, 30)):
        play(Game.new(config, seed=seed), random.Random(seed), 900, look)
    assert words >= {"side", "donate", "people", "reveal", "ship"}


@pytest.mark.parametrize(
    "text",
    [
        "donate",
        "donate gold",
        "donate ore*4",
        "donated",
        "ship 9,9",
        "ship 3,1",
        "people 3,1",
        "charter ore",
        "put-back ore",
        "swap-card",
        "draw-row",
        "lifted 1",
        "reveal ore",
        "side troy",
    ],
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = troy(hands={0: "ore wool"})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TROY-008", "TROY-026")
def test_the_counts_of_donations_and_draws() -> None:
    """By hand: a donation is counted card by card, kinds in ascending order, and what ends it.

    With one ore and one wool: end, wool or ore. After wool come ore and the end of the gift; after ore only its end.
    """
    t = troy(hands={0: "wool ore"}, trade="bank")
    assert sorted(t.legal()) == ["donate ore", "donate wool", "donate wool ore", "end"]
    assert perft(t.r, t.game.state, 1) == 3
    # After `end` one seat rolls; after wool: ore, or the end of the gift; after ore: its end.
    assert perft(t.r, t.game.state, 2) == 1 + 2 + 1
    # Chance takes one of five places, or one of two kinds that a battle has left over.
    t = troy(ships={0: "3,1 3,2 2,2 2,3 1,3 1,4"}, row="ore ore wool brick brick", rest="ore*2 grain").play("draw-row")
    assert perft(t.r, t.game.state, 1) == 7


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    game = play(Game.new(CONFIG, seed=seed), random.Random(seed), 600)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(20):
        again.undo()
    assert again.hash() != game.hash()
