"""What a replay holds."""

from __future__ import annotations

from bastide.web.replays import Film
from tests.island.test_trade import once_allowed


def test_a_game_with_an_offer_that_was_once_allowed_is_shown() -> None:
    game = once_allowed()
    assert Film(game.save()).last == game.version
