"""fastcatan's Python interface: one game action by action, and many games at once with numpy.

Trade among players is left out by never choosing an action from FIRST_TRADE on: without an offer begun, no other action
of a trade becomes legal.
"""

from __future__ import annotations

import importlib
import platform
import random
import time
from bisect import bisect_left
from importlib.metadata import version
from typing import Any, Final

from benchmarks.workers.protocol import serve

FIRST_TRADE: Final = 268
"""The lowest action that belongs to a trade among players: TRADE_ADD_GIVE_BASE in its rules.hpp."""
TOGETHER: Final = 512
"""How many games run at once in a batch."""


class Batch:
    """Many games at once, which go on from round to round, so that games of all ages are always among them."""

    def __init__(self) -> None:
        self.np: Any = importlib.import_module("numpy")
        self.fastcatan: Any = importlib.import_module("fastcatan")
        np, words = self.np, self.fastcatan.MASK_WORDS
        self.games: Any = self.fastcatan.BatchedEnv(TOGETHER, seed=1)
        self.games.reset()
        self.masks: Any = np.zeros((TOGETHER, words), dtype=np.uint64)
        self.actions: Any = np.zeros(TOGETHER, dtype=np.uint32)
        self.rows: Any = np.arange(TOGETHER)
        kept = [(1 << min(max(FIRST_TRADE - 64 * word, 0), 64)) - 1 for word in range(words)]
        self.kept: Any = np.array(kept, dtype=np.uint64)
        self.ends: Any = np.zeros(TOGETHER, dtype=np.uint8)
        self.draw: Any = np.random.default_rng(1)
        begun = time.process_time()
        while time.process_time() - begun < 1:
            self.steps(100)

    def steps(self, count: int) -> int:
        """Take so many actions in every game; how many games somebody won."""
        np, games, masks, actions, ends = self.np, self.games, self.masks, self.actions, self.ends
        won = 0
        for _ in range(count):
            games.write_masks(masks)
            np.bitwise_and(masks, self.kept, out=masks)
            # The legal actions up to each word of the mask; then one of them by its rank, in its word.
            ranks = np.cumsum(np.bitwise_count(masks), axis=1, dtype=np.uint16)
            rank = (self.draw.random(TOGETHER) * ranks[:, -1]).astype(np.uint16)
            word = np.argmax(ranks > rank[:, None], axis=1)
            rank -= np.where(word > 0, ranks[self.rows, word - 1], 0).astype(np.uint16)
            chosen = masks[self.rows, word].view(np.uint8).reshape(TOGETHER, 8)
            bits = np.unpackbits(chosen, axis=1, bitorder="little")
            actions[:] = 64 * word + np.argmax(np.cumsum(bits, axis=1, dtype=np.uint8) > rank[:, None], axis=1)
            games.step_autoreset(actions, ends)
            for index in np.flatnonzero(ends):
                won += games.last_winner(int(index)) != self.fastcatan.NO_PLAYER
        return won

    def measure(self, seconds: float) -> dict[str, float]:
        """Games ended and actions taken while so many seconds pass."""
        won = steps = 0
        begun = time.process_time()
        while True:
            won += self.steps(50)
            steps += 50
            took = time.process_time() - begun
            if took >= seconds and won:
                return {
                    "batch_games_per_second": won / took,
                    "batch_actions_per_second": steps * TOGETHER / took,
                    "batch_actions_per_game": steps * TOGETHER / won,
                }


def driven(seconds: float, number: int) -> dict[str, float]:
    """Games one after another, each action picked from the list of legal ones.

    That list was quicker than reading the packed mask in Python, and is what fastcatan's own example does.
    """
    fastcatan = importlib.import_module("fastcatan")
    game = fastcatan.Env()
    bits = random.Random(number).getrandbits
    legal_actions, step, size = game.legal_actions, game.step, len
    won = games = actions = 0
    begun = time.process_time()
    while True:
        game.reset(seed=number * 1_000_000 + games + 1)
        over = False
        while not over:
            legal = legal_actions()  # in ascending order
            count = size(legal) if legal[-1] < FIRST_TRADE else bisect_left(legal, FIRST_TRADE)
            over = step(legal[bits(16) * count >> 16])
            actions += 1
        games += 1
        won += game.winner != fastcatan.NO_PLAYER
        took = time.process_time() - begun
        if took >= seconds and won:
            return {
                "driven_games_per_second": won / took,
                "driven_actions_per_second": actions / took,
                "driven_actions_per_game": actions / games,
            }


def main() -> None:
    """Answer the driver."""
    batch = Batch()
    about = {"version": version("fastcatan"), "python": platform.python_version(), "numpy": version("numpy")}

    def answer(measure: str, seconds: float, number: int) -> dict[str, float]:
        return batch.measure(seconds) if measure == "batch" else driven(seconds, number)

    serve(about, answer)


if __name__ == "__main__":
    main()
