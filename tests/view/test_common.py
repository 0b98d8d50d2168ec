"""The view's part open to everybody is computed once for all, and is never stale."""

from __future__ import annotations

import random

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import view
from bastide.view.island.log import log
from bastide.view.island.model import IslandView
from bastide.view.model import SPECTATOR

VIEWERS = (0, 1, 2, 3, SPECTATOR)


def seen(game: Game, viewer: int) -> IslandView:
    """The island as a viewer sees it."""
    found = view(game, viewer)
    assert isinstance(found, IslandView)
    return found


def played(decisions: int, seed: int = 5) -> Game:
    """A game some way on."""
    game = Game.new({"seats": 4, "layout": "random"}, seed=seed)
    rng, bot = random.Random(seed), make_bot("random", seed)
    while len(game.decisions) < decisions and not game.over:
        advance(game, rng, bot)
    return game


def advance(game: Game, rng: random.Random, bot: object) -> None:
    """One decision, of a seat or of chance."""
    if game.actors == [-1]:
        game.draw(rng)
    else:
        seat = rng.choice(game.actors)
        game.play(bot.choose(game, seat), seat)  # type: ignore[attr-defined]  # a player of whichever level


def test_views_are_those_of_a_game_at_which_nobody_has_looked() -> None:
    game = Game.new({"seats": 4, "layout": "random"}, seed=3)
    rng, bot = random.Random(3), make_bot("random", 3)
    for _ in range(160):
        advance(game, rng, bot)
        for viewer in VIEWERS:
            assert seen(game, viewer) == seen(game.copy(), viewer)


def test_a_position_that_was_changed_is_looked_at_again() -> None:
    game = played(120)
    rules, before = game.rules, seen(game, SPECTATOR)
    game.state.cells[rules.bank] = game.state.cells[rules.bank] - 1  # type: ignore[attr-defined]  # an island
    assert seen(game, SPECTATOR).bank != before.bank
    assert seen(game, SPECTATOR) == seen(game.copy(), SPECTATOR)


def test_viewers_share_what_all_may_know_and_nothing_else() -> None:
    game = played(200)
    views = [seen(game, viewer) for viewer in range(4)]
    watching = seen(game, SPECTATOR)
    for shown in views:
        assert shown.pieces is watching.pieces
        for seat in range(4):
            own = seat == shown.viewer
            assert (shown.seats[seat] is watching.seats[seat]) is not own
            assert (shown.seats[seat].hand is not None) is own
            assert (shown.seats[seat].cards is not None) is own


def test_lines_that_two_viewers_read_alike_are_the_same_object() -> None:
    game = played(240)
    mine, theirs = (log(game, game.rules, viewer) for viewer in (0, 1))  # type: ignore[arg-type]  # an island
    assert mine != theirs, "a theft between the two, at least, reads otherwise"
    alike = [(one, other) for one, other in zip(mine, theirs, strict=False) if one == other]
    assert alike
    assert all(one is other for one, other in alike)
