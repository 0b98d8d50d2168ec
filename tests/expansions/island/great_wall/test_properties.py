"""The Great Wall over random games: riders and cards are conserved, hands stay secret, counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.great_wall.kit import CITY, FORTRESSES, modules, steppe
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized


@pytest.mark.rule("GW-002", "GW-017", "GW-029", "GW-047")
@pytest.mark.parametrize("seats", [4, 6])
def test_riders_and_cards_are_conserved(seats: int) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 5 == 0:
            check(island(game), game.state)

    config = {"seats": seats, "modules": modules(seats), "options": {"trade": "bank"}}
    for seed in range(sized(1, 20)):
        play(Game.new(config, seed=seed), random.Random(seed), 1500, look)
    assert words >= {"section", "rider", "pirate"}


@pytest.mark.rule("GW-028")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_the_pirate_takes_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = steppe(rolled=False, hands={1: "ore wool"}, bank="ore*9 wool*9")
        t.play("roll", "roll 3 4", "pirate 4,4", "rob 1", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))
    assert one.modules == two.modules


def test_a_deal_of_hidden_cards_keeps_the_open_ones() -> None:
    t = steppe(hands={0: "ore*2", 1: "wool brick", 2: "grain*3"}, fields={1: 1}, levels={1: 2}, behind="2,2")
    for seed in range(20):
        for viewer in (-1, 0, 1):
            other = resample(t.r, t.game.state, viewer, seed)
            check(t.r, other)
            assert [int(t.r.hand_size(other, seat)) for seat in range(4)] == [2, 2, 3, 0]


@pytest.mark.parametrize(
    "text", ["section", "ride I", "lead II", "free 3,2", "pirate 4,4", "rider I", "free 9,9", "ride VI", "lead IV"]
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = steppe(gathered="I", behind="3,2")
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("GW-014")
def test_the_counts_of_a_rider() -> None:
    """By hand: a city or the end; three numerals, then the end alone, then the roll."""
    t = steppe(hands={0: CITY}, trade="bank")
    t.play(f"city {FORTRESSES[0]}")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 3, 3]


@pytest.mark.rule("GW-030")
def test_the_counts_of_a_knight() -> None:
    """By hand: two territories, two hexes, twelve hexes of sea, or no more.

    Second steps: a territory leads to two others each; a hex leaves two territories, twelve at sea and no more; the
    pirate leaves two territories, two hexes and no more; no more leaves the end of the turn.
    """
    t = steppe(gathered="I II", behind="3,2 2,3", cards={0: "knight"}, trade="bank").play("knight")
    counts = [perft(t.r, t.game.state, depth) for depth in (1, 2)]
    assert counts == [2 + 2 + 12 + 1, 2 * 2 + 2 * (2 + 12 + 1) + 12 * (2 + 2 + 1) + 1]


@pytest.mark.parametrize(("seats", "seed"), [(4, 0), (6, 1)])
def test_records_replay(seats: int, seed: int) -> None:
    config = {"seats": seats, "modules": modules(seats), "options": {"trade": "bank"}}
    game = play(Game.new(config, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()
