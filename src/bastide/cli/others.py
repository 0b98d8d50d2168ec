"""Measures of the games beyond the base island: whole random games, and how the cost of a placement grows."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Final

from bastide.carcassonne.family import MODULES as EXPANSIONS
from bastide.cli.loops import SEED, Measure, Values, growing, loop_of
from bastide.cli.room_games import room_games
from bastide.kernel.families import configure
from bastide.kernel.playout import Chooser, first_actor, playouts, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, OVER, State

GAMES: Final[dict[str, dict[str, Any]]] = {
    **{name: dict(game.config) for name, game in room_games().items()},
    "carcassonne": {"game": "carcassonne", "seats": 2},
    "carcassonne_everything": {"game": "carcassonne", "seats": 4, "modules": list(EXPANSIONS)},
}
"""The games that are measured, by the word that ends the names of their figures."""
QUARTERS: Final = 4
"""Into how many parts a game of Carcassonne is cut to see how a placement's cost grows."""
SAMPLES: Final = 12
"""How many games give the positions from which the parts are played."""


def rules_of(name: str, number: int) -> Rules:
    """The rules of one of the games on that round's board."""
    return configure(GAMES[name], random.Random(f"{SEED}:{number}"))


@cache
def parts() -> tuple[Rules, Sequence[Sequence[tuple[State, int, int]]]]:
    """For each quarter of random two-player games: its first position, actions, and placements."""
    rules = rules_of("carcassonne", 0)
    chooser = Chooser(SEED)
    out: list[list[tuple[State, int, int]]] = [[] for _ in range(QUARTERS)]
    for _ in range(SAMPLES):
        state = rules.start()
        draws: list[tuple[State, int]] = []  # the position before each tile is drawn, and how many actions led there
        actions = 0
        while state.cells[OVER] == 0:
            seat = first_actor(rules, state)
            if seat == CHANCE:
                draws.append((state.copy(), actions))
            rules.apply(state, seat, random_action(rules, state, seat, chooser))
            actions += 1
        cuts = [len(draws) * quarter // QUARTERS for quarter in range(QUARTERS)]
        for row, first, last in zip(out, cuts, [*cuts[1:], len(draws)], strict=True):
            begun, ended = draws[first][1], draws[last][1] if last < len(draws) else actions
            row.append((draws[first][0], ended - begun, last - first))
    return rules, out


def placements(quarter: int) -> Measure:
    """The cost of a placement in a quarter of a game, everything included: draw, listing, figure, scoring."""

    def measure(seconds: float, number: int) -> Values:
        rules, quarters = parts()
        chooser = Chooser(SEED + number)
        placed = 0
        begun = time.process_time()
        while True:
            for state, actions, tiles in quarters[quarter]:
                playouts(rules, state, 4, chooser, actions)
                placed += 4 * tiles
            took = time.process_time() - begun
            if took >= seconds:
                return {f"placement_us_quarter_{quarter + 1}": 1e6 * took / placed}

    return measure


def measures() -> dict[str, Measure]:
    """Every measure by name."""
    out: dict[str, Measure] = {name: growing(name, loop_of(partial(rules_of, name))) for name in GAMES}
    return out | {f"quarter {quarter + 1}": placements(quarter) for quarter in range(QUARTERS)}


def sizes() -> dict[str, int]:
    """The bytes that a position's cells take, by figure."""
    return {f"state_bytes_{name}": 8 * int(rules_of(name, 0).schema.size) for name in GAMES}
