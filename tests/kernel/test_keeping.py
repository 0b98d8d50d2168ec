"""States and rules are copied, compared, hashed, pickled and printed."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from bastide.kernel.errors import BastideError, ConfigError, IllegalAction
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.state import Event, State

CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"seats": 3, "layout": "random", "modules": ["cities_knights"]},
    "carcassonne": {"game": "carcassonne", "seats": 2, "modules": ["inns", "river"]},
}


@pytest.fixture(params=CONFIGS)
def game(request: pytest.FixtureRequest) -> Game:
    """A game in its first turns."""
    made = Game.new(CONFIGS[request.param], seed=4)
    rng = random.Random(2)
    for _ in range(12):
        made.draw(rng) if made.actors == [-1] else made.play(made.legal(made.actors[0])[0], made.actors[0])
    return made


def copies(s: State) -> list[State]:
    return [s.copy(), copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s)), pickle.loads(pickle.dumps(s, 0))]


def test_copies_and_pickles_of_a_state_are_equal_and_share_nothing(game: Game) -> None:
    s = game.state
    s.journal = []
    for other in copies(s):
        assert type(other) is State
        assert other == s
        assert not other != s  # noqa: SIM202 (both operators are tested)
        assert hash(other) == hash(s)
        assert other.journal is None
        other.cells[5] += 1
        assert other != s
        assert hash(other) != hash(s)
    s.journal = None
    assert s == game.copy().state


def test_states_compare_by_their_rows_alone(game: Game) -> None:
    start = game.rules.start()
    assert start != game.state
    assert start == game.rules.start()
    assert len({start, game.rules.start(), game.state, game.state.copy()}) == 2
    assert start != bytes(memoryview(start.cells))
    assert start != "start"


def test_a_state_goes_on_after_a_pickle(game: Game) -> None:
    s = pickle.loads(pickle.dumps(game.state))
    r = game.rules
    seat = game.actors[0]
    code = r.legal(s, seat)[0]
    after = game.state.copy()
    r.apply(s, seat, code)
    r.apply(after, seat, code)
    assert s == after


def test_rules_are_pickled_by_their_config(game: Game) -> None:
    pickled = pickle.dumps(game.rules)
    assert len(pickled) < 20_000
    again = pickle.loads(pickled)
    assert again.resolved() == game.rules.resolved()
    assert again.start() == game.rules.start()
    assert list(again.legal(game.state, game.actors[0])) == list(game.rules.legal(game.state, game.actors[0]))
    assert copy.copy(game.rules) is copy.deepcopy(game.rules) is game.rules


def test_a_game_is_pickled_and_deep_copied_whole(game: Game) -> None:
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.save() == game.save()
        assert other.state == game.state
        assert [event.kind for event in other.history[-1]] == [event.kind for event in game.history[-1]]


def test_an_event_is_pickled() -> None:
    event = pickle.loads(pickle.dumps(Event("steal", 1, 2, 3, 4, 5, 6)))
    assert (event.kind, event.seat, event.a, event.b, event.c, event.d, event.sees) == ("steal", 1, 2, 3, 4, 5, 6)
    assert repr(event) == "<Event steal of seat 1: 2, 3, 4, 5; seen by 6>"


def test_what_is_printed_says_what_it_is() -> None:
    rules = configure({"seats": 3, "options": {"first": 0}}, None)
    assert repr(rules) == "<IslandGame: island for 3 seats, without modules>"
    tiles = configure({"game": "carcassonne", "modules": ["river", "inns"], "options": {"first": 0}}, None)
    assert repr(tiles) == "<CarcassonneGame: carcassonne for 4 seats, with river, inns>"
    s = rules.start()
    phase = rules.phase(s).id
    assert repr(s).startswith(f"<State of {len(s.cells)} cells: phase {phase} of seat 0, hash ")
    rules.finish(s, 1)
    assert ": over, hash " in repr(s)


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction("'road': no (BASE-038)", "BASE-038", "{player}: no", {"player": 1}, {"brick": 1}),
        ConfigError("{given} is no goal", {"given": "'x'"}, "HOUSE-001"),
    ],
)
def test_errors_keep_everything_on_their_way_to_another_process(error: BastideError) -> None:
    other = pickle.loads(pickle.dumps(error))
    assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))
