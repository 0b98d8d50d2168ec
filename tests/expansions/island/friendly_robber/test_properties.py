"""Friendly Robber over random games: the robber's places, secrets, cards and pieces, and counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.friendly_robber.rules import FriendlyRobber
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from tests.properties.play import island, play

CONFIG = {"seats": 3, "modules": ["friendly_robber"], "layout": "random", "options": {"trade": "bank"}}


def module(game: Game) -> FriendlyRobber:
    found = island(game).modules[0]
    assert isinstance(found, FriendlyRobber)
    return found


@pytest.mark.rule("TB-ROB-001", "TB-ROB-003")
@pytest.mark.parametrize("seed", range(3))
def test_the_robber_never_comes_to_a_player_with_two_points(seed: int) -> None:
    moves: list[str] = []

    def look(game: Game) -> None:
        r, c = island(game), game.state.cells
        events = game.history[-1]
        if any(event.kind == "robber" for event in events):
            hex_ = int(c[r.robber])
            owners = {int(c[r.owner + r.board.hex_corners[hex_ * 6 + k]]) - 1 for k in range(6)} - {-1}
            assert all(r.open_points(game.state, owner) > 2 for owner in owners)
            moves.append("robber")
        if any(event.kind == "friendly_robber_home" for event in events):
            assert int(c[r.robber]) == int(r.desert)
        for goods, total in enumerate(r.stock):
            held = sum(int(c[r.hand + seat * r.goods + goods]) for seat in range(r.seats))
            assert int(c[r.bank + goods]) + held == int(total)
        for kind in range(r.kinds):
            places = [r.cards, r.fresh, r.played]
            held = sum(int(c[at + seat * r.kinds + kind]) for at in places for seat in range(r.seats))
            assert int(c[r.deck + kind]) + held == int(r.deck_stock[kind])

    play(Game.new(CONFIG, seed=seed), random.Random(seed), 1500, look)
    assert moves


@pytest.mark.parametrize("seed", range(2))
def test_what_a_viewer_cannot_know_changes_nobody_who_is_spared(seed: int) -> None:
    rng = random.Random(seed)

    def look(game: Game) -> None:
        if rng.random() > 0.02:
            return
        for viewer in range(-1, 3):
            other = resample(game.rules, game.state, viewer, rng)
            for seat in range(3):
                assert module(game).spares(game.state, seat) == module(game).spares(other, seat)

    play(Game.new(CONFIG, seed=seed), random.Random(seed), 1500, look)


@pytest.mark.rule("TB-ROB-001")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_counts_differ_from_the_base_by_the_closed_hexes(seats: int) -> None:
    # At the start all seats have two points: of the six rolls that are a seven, each loses the hexes with a building.
    config = {"seats": seats, "layout": "beginner", "options": {"first": 0}}
    base = Game.new(config)
    game = Game.new({**config, "modules": ["friendly_robber"]})
    r, c = island(base), base.state.cells
    desert = int(r.desert)
    closed = sum(
        h != desert and any(c[r.owner + r.board.hex_corners[h * 6 + k]] for k in range(6)) for h in range(r.board.hexes)
    )
    assert 0 < closed < r.board.hexes - 1
    assert perft(game.rules, game.state, 3) == perft(base.rules, base.state, 3) - 6 * closed


@pytest.mark.rule("TB-ROB-003")
def test_four_seats_close_the_whole_beginners_board() -> None:
    game = Game.new({"seats": 4, "layout": "beginner", "modules": ["friendly_robber"], "options": {"first": 0}})
    for text in ("roll", "roll 3 4"):
        game.play(text)
    r = island(game)
    assert r.phases[game.state.cells[game.state.top()]].name == "main"
    assert game.state.cells[r.robber] == r.desert
