"""The greedy bot with Friendly Robber: a knight is worth playing when no hex is open to the robber."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from tests.expansions.island.friendly_robber.test_rules import TRIO, friendly
from tests.players.strength import measure
from tests.sizes import sized


def test_the_knight_that_wins_the_army_is_played_when_the_robber_has_no_hex() -> None:
    # Seat 1 closes every hex.
    t = friendly(
        2, layout=TRIO, settlements={0: "1,0,N", 1: "0,1,N"}, cards={0: "knight"}, played={0: "knight*2"}, robber="1,0"
    )
    assert make_bot("greedy", 0).choose(t.game, 0) == "knight"


@pytest.mark.slow
@pytest.mark.parametrize("rivals", [1, 3])
def test_it_beats_random_seats(rivals: int) -> None:
    games = sized(10, 400)
    assert measure(("greedy", *["random"] * rivals), games, modules=("friendly_robber",)).wins() >= 0.9 * games
