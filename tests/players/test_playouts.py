"""Playouts by policy: the same results for the same seed, whichever policy plays."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bastide.kernel.errors import ConfigError, OutOfRange
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.rules import Rules
from bastide.players import players_of
from bastide.players.playouts import Playouts, _played, playouts
from tests.differential.sets import Set, alone_or_maximal
from tests.sizes import sized


@pytest.fixture(scope="module")
def rules() -> Rules:
    return configure({"seats": 3, "options": {"goal": 4}}, random.Random(1))


@pytest.mark.parametrize("policy", ["uniform", "bank", "random", "greedy"])
def test_every_policy_plays_to_the_end(rules: Rules, policy: str) -> None:
    start = rules.start()
    before = state_hash(start)
    found = playouts(rules, start, 3, 5, policy=policy)
    assert found == playouts(rules, start, 3, 5, policy=policy) != playouts(rules, start, 3, 6, policy=policy)
    assert (found.games, found.truncated, sum(found.wins)) == (3, 0, 3)
    assert max(found.points) >= 2
    for seat in range(3):
        assert sum(found.ranks[seat]) == 3
        assert found.ranks[seat][0] == found.wins[seat]
    assert state_hash(start) == before


@pytest.mark.parametrize("policy", ["uniform", "bank", "random", "greedy"])
def test_a_limit_truncates(rules: Rules, policy: str) -> None:
    found = playouts(rules, rules.start(), 2, 5, policy=policy, limit=20)
    assert (found.steps, found.truncated, found.wins) == (40, 2, (0, 0, 0))
    assert [sum(row) for row in found.ranks] == [2, 2, 2]


def test_an_ended_position_is_its_own_result(rules: Rules) -> None:
    s = rules.start()
    rules.finish(s, 2)
    assert playouts(rules, s, 4, 1) == playouts(rules, s, 4, 2, policy="greedy")
    assert playouts(rules, s, 4, 1).wins == (0, 4, 0)


def test_carcassonne_counts_points_too() -> None:
    tiles = configure({"game": "carcassonne", "seats": 2}, random.Random(1))
    found = playouts(tiles, tiles.start(), 2, 1)
    assert min(found.points) > 10
    assert replace(found, steps=0) == replace(playouts(tiles, tiles.start(), 2, 1, policy="bank"), steps=0)
    assert isinstance(found, Playouts)


def test_bad_arguments_are_quoted(rules: Rules) -> None:
    with pytest.raises(ConfigError, match="policy 'clever' is unknown; there is uniform, bank, random, easy, greedy"):
        playouts(rules, rules.start(), 1, 1, policy="clever")
    with pytest.raises(ValueError, match="games must be at least 1, got 0"):
        playouts(rules, rules.start(), 0, 1)
    with pytest.raises(ValueError, match="limit must be at least 0, got -1"):
        playouts(rules, rules.start(), 1, 1, limit=-1)
    for name in ("games", "limit"):
        large: dict[str, Any] = {"games": 1, "seed": 1, name: 2**63}
        with pytest.raises(ValueError, match=f"{name} must be at most {2**63 - 1}, got {2**63}"):
            playouts(rules, rules.start(), **large)
    for name, given in (("games", 2.5), ("seed", "1"), ("limit", None)):
        arguments: dict[str, Any] = {"games": 1, "seed": 1, name: given}
        with pytest.raises(ValueError, match=f"{name} must be a whole number, got {given!r}"):
            playouts(rules, rules.start(), **arguments)
    other = configure({"seats": 4}, random.Random(1))
    with pytest.raises(OutOfRange, match="no position of this game"):
        playouts(rules, other.start(), 1, 1)


@pytest.mark.parametrize("policy", ["bank", "greedy"])
def test_a_seed_may_have_any_size(rules: Rules, policy: str) -> None:
    """Also compiled, where the engine counts to 2**63 - 1."""
    found = playouts(rules, rules.start(), 1, 2**70 + 1, policy=policy, limit=2**63 - 1)
    assert found == playouts(rules, rules.start(), 1, 2**70 + 1, policy=policy)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "one", [one for family in FAMILIES for one in alone_or_maximal(family)], ids=lambda one: one.name
)
def test_greedy_plays_inside_the_engine_as_the_bots_do(one: Set) -> None:
    rules = configure({"game": one.family, **one.config(1)}, random.Random(1))
    ended = []
    for players in (players_of("greedy", rules), []):
        s = rules.start()
        ended.append((_played(rules, s, "greedy", players, "5", sized(200, 100_000)), state_hash(s)))
    assert ended[0] == ended[1]
