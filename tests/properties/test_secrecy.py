"""Secrecy: resampling what a viewer cannot know changes nothing that the viewer is shown or told."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.kernel.game import Game
from bastide.kernel.resample import hidden_rows
from bastide.testing.checks import check_worlds, offered, shown, worlds
from bastide.testing.invariants import check
from bastide.testing.pages import table
from bastide.testing.play import Config, island, play
from bastide.view import SPECTATOR, events_view
from bastide.web.panels import render
from tests.properties.play import configs, games
from tests.sizes import examples


def may_differ(game: Game, viewer: int) -> bool:
    """Whether some hidden rows of one pool hold different kinds of cards, so that another deal exists."""
    rules = game.rules
    for pool in rules.schema.pools:
        rows = [
            [int(game.state.cells[at + k]) - int(rules.floor(game.state, field, row, k, -1)) for k in range(pool.kinds)]
            for field, row, at in hidden_rows(pool, viewer)
        ]
        full = [row for row in rows if sum(row) > 0]
        if len(full) > 1 and sum(1 for column in zip(*full, strict=True) if sum(column) > 0) > 1:
            return True
    return False


@pytest.mark.compiled
@pytest.mark.rule("BASE-033", "BASE-039", "BASE-054")
@examples(150)
@given(game=games(), seed=st.integers(0, 2**32))
def test_what_a_viewer_cannot_know_is_shown_in_no_way(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    rules = island(game)
    asked = [decision.text for decision in game.decisions[-15:]]
    asked += ["buy", "city 0,0,N", "bank ore*4 wool", "accept", "counter ore for wool", "offer ore for wool", "knight"]
    for viewer in range(SPECTATOR, int(rules.seats)):
        one, other = worlds(game, viewer, rng)
        if not game.over:
            check(rules, other.state)
        check_worlds(one, other, viewer, asked)


@examples(150)
@given(game=games(), seed=st.integers(0, 2**32))
def test_what_a_viewer_does_tells_the_same_in_both_worlds(game: Game, seed: int) -> None:
    """Own decisions, but for those that reveal: a monopoly opens hands, and so does a win, as by the longest road."""
    rng = random.Random(seed)
    for viewer in game.actors + game.optional:
        if viewer < 0:
            continue
        one, other = worlds(game, viewer, rng)
        for text in rng.sample(one.legal(viewer), min(8, len(one.legal(viewer)))):
            if text.split()[0] in ("monopoly", "end"):
                continue
            pair = [world.copy() for world in (one, other)]
            told = [events_view(world, world.play(text, viewer), viewer) for world in pair]
            assert told[0] == told[1]
            assert pair[0].over == pair[1].over
            if pair[0].over:
                continue
            assert shown(pair[0], viewer) == shown(pair[1], viewer)
            assert offered(pair[0], viewer) == offered(pair[1], viewer)


@pytest.mark.compiled
@examples(100)
@given(config=configs(goal=12, turns=1000, hand_limit=4), seed=st.integers(0, 2**32))
def test_events_tell_a_viewer_only_what_it_may_know(config: Config, seed: int) -> None:
    """A spectator never hears the kind of a card drawn or stolen; a seat hears it if and only if it is its own."""

    def heard(game: Game) -> None:
        events = game.history[-1]
        for viewer in range(SPECTATOR, int(game.rules.seats)):
            for event, told in zip(events, events_view(game, events, viewer), strict=True):
                if event.kind == "draw":
                    assert ("card" in told) == (viewer == event.seat)
                if event.kind == "steal":
                    assert ("good" in told) == (viewer in (event.seat, event.a))

    play(Game.new(config, seed=seed), random.Random(seed), 250, heard)


@pytest.mark.compiled
def test_dealing_anew_really_changes_what_is_hidden() -> None:
    """In nearly every position that allows another deal, and in every phase of the game."""
    seen: Counter[str] = Counter()
    changed: Counter[str] = Counter()

    def deal(game: Game) -> None:
        rules = island(game)
        if game.over or game.version % 3:
            return
        phase = rules.phases[game.state.cells[game.state.top()]].name
        for viewer in range(SPECTATOR, int(rules.seats)):
            if not may_differ(game, viewer):
                continue
            one, other = worlds(game, viewer, rng)
            seen[phase] += 1
            changed[phase] += one.hash() != other.hash()

    for seed in range(6):
        rng = random.Random(seed)
        config = {"seats": 2 + seed % 3, "layout": "random", "options": {"hand_limit": 5, "goal": 12}}
        play(Game.new(config, seed=seed), rng, 500, deal)
    assert set(seen) >= {"roll", "main", "discard", "robber", "answer", "dice"}
    assert changed.total() > 0.9 * seen.total()
    for phase, n in seen.items():
        assert n < 20 or changed[phase] > n / 2, f"{phase}: only {changed[phase]} of {n}"


@pytest.mark.rule("BASE-054")
@examples(25)
@given(game=games(), seed=st.integers(0, 2**32))
def test_the_page_of_a_viewer_is_the_same_in_both_worlds(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for viewer in range(SPECTATOR, int(game.rules.seats)):
        one, other = worlds(game, viewer, rng)
        assert render(table(one, viewer), "en") == render(table(other, viewer), "en")
