"""Rivers over random games: bridges, gold and tiles, secrets, refused actions, records, counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.rivers.rules.module import Rivers
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.kernel.state import Event
from tests.expansions.island.rivers.invariants import OWN
from tests.expansions.island.rivers.kit import rivers, riverside
from tests.properties.play import island, play

CONFIG = {"seats": 4, "modules": ["rivers"], "layout": "random", "options": {"trade": "bank", "goal": 14}}


@pytest.mark.rule("TB-RIV-012", "TB-RIV-013", "TB-RIV-016", "TB-RIV-022", "TB-RIV-023")
@pytest.mark.parametrize("reading", ["poorer", "least"])
@pytest.mark.parametrize("seed", range(3))
def test_gold_is_what_was_earned_and_traded(seed: int, reading: str) -> None:
    purses = [0] * 4
    exchanged = 0
    begun = changed = False

    def look(game: Game) -> None:
        nonlocal exchanged, begun, changed
        r, m = island(game), rivers(game)
        OWN.check(r, m, game.state)
        for event in game.history[-1]:
            changed = changed or (
                begun and (event.kind == "rivers_gold" or (event.kind == "bank" and gold_in(event, m)))
            )
            if event.kind == "turn":
                exchanged = 0
                begun = True
            elif event.kind == "rivers_gold":
                purses[int(event.seat)] += int(event.a)
            elif event.kind == "bank" and event.a == m.gold:
                purses[int(event.seat)] -= 2
                exchanged += 1
                assert int(event.b) == 2
                assert exchanged <= 2
            elif event.kind == "bank" and event.c == m.gold:
                purses[int(event.seat)] += 1
        assert purses == [int(m.gold_of(game.state, seat)) for seat in range(4)]
        if changed:
            poor = [gold < max(purses) if reading == "poorer" else gold == min(purses) for gold in purses]
            expected = poor if any(poor) else [True] * 4
            assert [bool(m.holds_misery(game.state, seat)) for seat in range(4)] == expected

    config = {**CONFIG, "options": {"trade": "bank", "goal": 14, "misery": reading}}
    play(Game.new(config, seed=seed), random.Random(seed), 2000, look)
    assert changed


def gold_in(event: Event, m: Rivers) -> bool:
    """Whether an exchange with the bank moves gold."""
    return m.gold in (event.a, event.c)


@pytest.mark.parametrize("seed", range(2))
def test_what_a_viewer_cannot_know_changes_neither_gold_nor_tiles(seed: int) -> None:
    rng = random.Random(seed)

    def look(game: Game) -> None:
        if rng.random() > 0.02:
            return
        m, s = rivers(game), game.state
        for viewer in range(-1, 4):
            other = resample(game.rules, s, viewer, rng)
            for seat in range(4):
                assert m.gold_of(other, seat) == m.gold_of(s, seat)
                assert m.points(other, seat) == m.points(s, seat)

    play(Game.new(CONFIG, seed=seed), random.Random(seed), 1200, look)


@pytest.mark.parametrize("text", ["bridge -1,-1,SE", "bridge 0,0,E", "road -1,-1,SE", "bank gold*2 ore", "bridge"])
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = riverside(gold=[1, 2], settlements={0: "-1,0,N"}, hands={0: "brick lumber"})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.parametrize("seed", range(2))
def test_a_record_replays_to_the_same_position(seed: int) -> None:
    game = Game.new(CONFIG, seed=seed)
    play(game, random.Random(seed), 600, lambda game: None)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    assert again.state.cells == game.state.cells


def test_the_counts_of_the_set_up() -> None:
    """By hand: 54 corners; from each, its paths but for the bridge sites: 144 ends of paths, less 14."""
    game = Game.new({"seats": 3, "modules": ["rivers"], "options": {"first": 0}})
    assert [perft(game.rules, game.state, depth) for depth in (1, 2)] == [54, 130]
