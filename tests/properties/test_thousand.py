"""Random games, a thousand in the campaign: each ends by a win or by the cap, and its record leads to its position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.kernel import record
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.game import Game
from bastide.kernel.record import Decision, Record
from bastide.kernel.state import BITS, WINNERS
from bastide.testing.invariants import check
from bastide.testing.play import decisions, island
from tests.properties.play import coast_of
from tests.sizes import sized

GAMES = sized(300, 1000)
BATCHES = 12
LAYOUTS: list[Any] = ["beginner", "spiral", "random", "own"]


def config_of(n: int) -> dict[str, Any]:
    """Every number of seats on every layout; every fourth game with trade between players."""
    rng = random.Random(n)
    layout = LAYOUTS[n // 3 % 4]
    if layout == "own":
        terrains = rng.choices(["forest", "pasture", "fields", "hills", "mountains", "desert"], k=37)
        layout = {
            "hexes": [
                {
                    "q": q,
                    "r": r,
                    "terrain": terrain,
                    **({} if terrain == "desert" else {"number": rng.choice((5, 6, 9))}),
                }
                for (q, r), terrain in zip(coast_of(3), terrains, strict=True)
            ],
            "harbors": [{"q": 0, "r": -3, "side": "NW"}, {"q": 3, "r": 0, "side": "SE", "good": "ore"}],
        }
    options = {
        "goal": rng.choice([5, 8, 10, 10]),
        "turns": 200,
        "trade": "full" if n % 4 == 0 else "bank",
        "pieces": rng.choice(["printed", "free"]),
    }
    return {"seats": 2 + n % 3, "layout": layout, "options": options}


@pytest.mark.slow
@pytest.mark.rule("BASE-045", "BASE-046", "HOUSE-013")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_many_games_end_and_replay(batch: int) -> None:
    won = 0
    for n in range(batch, GAMES, BATCHES):
        rules = island(Game.new(config_of(n), seed=n))
        state = rules.start()
        taken = tuple(Decision(seat, rules.write(codes)) for seat, codes in decisions(rules, state, random.Random(n)))
        assert rules.is_over(state), f"game {n} has stopped without an end"
        check(rules, state)
        assert state.cells[rules.turn] <= 201
        winners = tuple(seat for seat in range(int(rules.seats)) if state.cells[WINNERS] & BITS[seat])
        text = record.write(Record(rules.resolved(), (), taken, winners, True, fingerprint(rules, state)))
        loaded = Game.load(text)
        assert loaded.hash() == fingerprint(rules, state), f"game {n}: its record leads elsewhere"
        assert loaded.save() == text
        won += bool(loaded.winners)
    assert won > GAMES / BATCHES / 4, "hardly any game was won: the players are too weak to prove much"
