"""catanatron: `Game.play` with four of its own random players, which decide in Python."""

from __future__ import annotations

import importlib
import platform
import random
import time
from importlib.metadata import version

from benchmarks.workers.protocol import rates, serve


def driven(seconds: float, number: int) -> dict[str, float]:
    """Complete games on one dealt board; an action is one player decision, its chance included."""
    catanatron = importlib.import_module("catanatron")
    maps = importlib.import_module("catanatron.models.map")
    players = [catanatron.RandomPlayer(colour) for colour in catanatron.Color]
    random.seed(number)
    # One board per round, as for Bastide: dealing is not part of playing.
    board = maps.CatanMap.from_template(maps.BASE_MAP_TEMPLATE)
    won = games = actions = 0
    begun = time.process_time()
    while True:
        game = catanatron.Game(players, seed=number * 100_000 + games + 1, catan_map=board)
        won += game.play() is not None
        actions += len(game.state.actions)
        games += 1
        took = time.process_time() - begun
        if took >= seconds and won:
            return rates("driven", won, games, actions, took)


def main() -> None:
    """Answer the driver."""
    about = {"version": version("catanatron"), "python": platform.python_version(), "networkx": version("networkx")}
    serve(about, lambda measure, seconds, number: driven(seconds, number))


if __name__ == "__main__":
    main()
