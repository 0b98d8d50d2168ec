"""Configs: any value gives a game or a clear refusal, and a refused one is never half accepted."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.catan.base.options import DEFAULTS
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.testing.play import Config, decisions, island
from tests.properties.play import configs
from tests.sizes import examples

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.integers(),
    st.floats(),
    st.sampled_from(["beginner", "spiral", "random", "roll", "draw", "free", "printed", "full", "bank", "corner"]),
    st.sampled_from(["forest", "desert", "ore", "NE", "W", "0,0", "0,-2", "0,0,N", "0,0,NE", ""]),
    st.text(max_size=5),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["q", "r", "terrain", "number", "hexes", "harbors", "side", "good"]), inner),
        st.dictionaries(st.text(max_size=5), inner, max_size=3),
    ),
    max_leaves=10,
)
KEYS = ["game", "seats", "modules", "layout", "options", "starts"]


def tried(config: Any) -> None:
    """Assert that a config is refused with words, or gives a game that begins, is saved and begins again."""
    try:
        game = Game.new(config, seed=3)
    except ConfigError:
        return
    rules = island(game)
    for n, _ in enumerate(decisions(rules, game.state, random.Random(1))):
        if n == 40:
            break
    assert game.over or seats_to_move(rules, game.state)
    again = Game.load(Game.new(config, seed=3).save())
    assert json.dumps(again.rules.resolved()) == json.dumps(rules.resolved())


@examples(400)
@given(config=st.one_of(VALUES, st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=4)), VALUES)))
def test_any_value_is_a_config_or_refused(config: Any) -> None:
    tried(config)


@examples(400)
@given(config=configs(), data=st.data())
def test_a_config_with_one_strange_value_is_a_config_or_refused(config: Config, data: st.DataObject) -> None:
    keys = [*KEYS, *(f"options.{name}" for name in DEFAULTS), "hex", "harbor"]
    key = data.draw(st.sampled_from(keys))
    value = data.draw(VALUES)
    layout = config["layout"]
    if key.startswith("options."):
        config["options"][key.partition(".")[2]] = value
    elif key in ("hex", "harbor"):
        entries = layout["hexes" if key == "hex" else "harbors"] if isinstance(layout, dict) else []
        if entries:
            entry = data.draw(st.sampled_from(entries))
            entry[data.draw(st.sampled_from(sorted(entry)))] = value
    else:
        config[key] = value
    tried(config)


@given(config=configs(), key=st.text(max_size=6).filter(lambda key: key not in KEYS and key not in DEFAULTS))
def test_unknown_keys_are_named(config: Config, key: str) -> None:
    for place in (config, config["options"]):
        place[key] = 1
        with pytest.raises(ConfigError) as caught:
            Game.new(config, seed=1)
        assert repr(key) in str(caught.value)
        del place[key]


@given(config=configs())
def test_a_resolved_config_needs_no_seed_and_deals_the_same(config: Config) -> None:
    game = Game.new(config, seed=5)
    resolved = json.loads(json.dumps(game.rules.resolved()))
    again = Game.new(resolved)
    assert again.rules.resolved() == game.rules.resolved()
    assert again.hash() == game.hash()


@pytest.mark.parametrize("hexes", [1, 2, 7])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_board_has_room_for_the_first_pieces_or_is_refused(hexes: int, seats: int) -> None:
    spots = [(0, 0), (1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)][:hexes]
    layout = {"hexes": [{"q": q, "r": r, "terrain": "forest", "number": 8} for q, r in spots]}
    for seed in range(20):
        config = {"seats": seats, "layout": layout, "options": {"first": 0}}
        if hexes < 7:
            with pytest.raises(ConfigError, match="BASE-013"):
                Game.new(config)
            return
        game = Game.new(config)
        rules = island(game)
        for n, _ in enumerate(decisions(rules, game.state, random.Random(seed))):
            assert game.over or seats_to_move(rules, game.state)
            for seat in seats_to_move(rules, game.state):
                assert len(rules.legal(game.state, seat)) > 0, f"seat {seat} has no place left"
            if n == 20:
                break
