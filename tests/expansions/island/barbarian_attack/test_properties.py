"""Barbarian Attack over random games: figures, gold and cards are conserved, hands stay secret, counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.barbarian_attack.kit import ONE, attack
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

SETS = (
    (3, [ONE]),
    (4, [ONE]),
    (2, [ONE, "two_players"]),
    (4, [ONE, "event_cards", "harbors", "friendly_robber"]),
    (2, ["two_players", ONE, "event_cards", "harbors", "friendly_robber"]),
)


@pytest.mark.rule("TB-BARB-003", "TB-BARB-005", "TB-BARB-013", "TB-BARB-034", "TB-BARB-055")
@pytest.mark.parametrize(
    ("seats", "modules"), SETS, ids=lambda part: "-".join(part) if isinstance(part, list) else part
)
def test_figures_gold_and_cards_are_conserved(seats: int, modules: list[str]) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 5 == 0:
            check(island(game), game.state)

    config = {"seats": seats, "modules": modules, "layout": "random", "options": {"trade": "bank"}}
    for seed in range(sized(1, 20)):
        play(Game.new(config, seed=seed), random.Random(seed), 1500, look)
    assert words >= {"turn-up", "station", "march", "halt"}


@pytest.mark.rule("TB-BARB-038", "TB-BARB-040")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_a_seven_steals_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = attack(rolled=False, hands={1: "ore wool"}, bank="ore*9 wool*9").play("roll", "roll 3 4", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))


@pytest.mark.rule("TB-BARB-025")
@pytest.mark.parametrize("viewer", [-1, 1])
def test_a_march_tells_nobody_of_grain(viewer: int) -> None:
    """The others see the same whatever the player holds."""
    shown = []
    for hand in ("grain", "ore"):
        t = attack(hands={0: hand}, knights={0: "0,0,E 0,1,E"}, barbarians={"0,2": 1}, bank="grain*9 ore*9").play("end")
        for text in ("march 0,0,E", "halt 1,0,E"):
            found = view(t.play(text).game, viewer)
            assert isinstance(found, IslandView)
            shown.append(
                (found.phase, found.actors, found.prompt, found.targets, found.pieces, found.modules, found.log)
            )
    assert shown[:2] == shown[2:]


def test_a_deal_of_hidden_cards_keeps_the_open_ones() -> None:
    t = attack(
        hands={0: "ore*2 gold*3", 1: "wool brick gold", 2: "grain*3"}, knights={0: "0,0,E"}, barbarians={"0,2": 2}
    )
    t.play("end", "march 0,0,E")
    for seed in range(20):
        for viewer in (-1, 0, 1):
            other = resample(t.r, t.game.state, viewer, seed)
            check(t.r, other)
            assert [int(t.r.hand_size(other, seat)) for seat in range(3)] == [2, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "station 0,0,E",
        "march 0,0,E",
        "halt 0,0,E",
        "lift 0,2",
        "land 0,2",
        "capture 0,2",
        "turn-up swift",
        "colour red",
    ],
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = attack(knights={0: "0,0,E"}, barbarians={"0,2": 1})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TB-BARB-007", "TB-BARB-008")
def test_the_counts_of_an_invasion() -> None:
    """By hand: a settlement or the end; ten sums, then nine, then eight, then the end alone."""
    t = attack(roads={0: "0,-1,SE 0,0,NE"}, hands={0: "brick lumber wool grain"}, trade="bank").play("settle 0,0,N")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 5)] == [10, 90, 720, 720]


@pytest.mark.rule("TB-BARB-016", "TB-BARB-018", "TB-BARB-019", "TB-BARB-020", "TB-BARB-021")
def test_the_counts_of_a_card() -> None:
    """By hand: four cards; six paths for Knighthood, 72 for Swift Knight, two hexes for Intrigue, one for Treason."""
    t = attack(barbarians={"0,2": 1, "-2,0": 1}, hands={0: "wool grain ore"}, trade="bank").play("buy")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2)] == [4, 6 + 72 + 2 + 1]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    config = {"seats": 3, "modules": [ONE], "layout": "random", "options": {"trade": "bank"}}
    game = play(Game.new(config, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()
