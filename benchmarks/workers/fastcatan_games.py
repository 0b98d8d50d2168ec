"""fastcatan's Python interface: one game action by action, and batches of games with numpy.

Player trade is excluded by never choosing an action from FIRST_TRADE on: until an offer is made, no other trade
action is legal.
"""

from __future__ import annotations

import importlib
import platform
import random
import time
from bisect import bisect_left
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

from benchmarks.workers.protocol import rates, serve

FIRST_TRADE: Final = 268
"""The lowest action that belongs to a trade among players: TRADE_ADD_GIVE_BASE in its rules.hpp."""
Play = Callable[[], int]
"""Plays a game that was begun to its end, and says in how many actions."""
TOGETHER: Final = 512
"""How many games run at once in a batch."""


class Batch:
    """A batch of games that continues from round to round, so that it always mixes games of all ages."""

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
        """Take so many actions in every game; return how many were won."""
        np, games, masks, actions, ends = self.np, self.games, self.masks, self.actions, self.ends
        won = 0
        for _ in range(count):
            games.write_masks(masks)
            np.bitwise_and(masks, self.kept, out=masks)
            # The running count of legal actions per mask word; then the bit of the chosen rank within its word.
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
        """Games ended and actions taken within so many seconds."""
        won = steps = 0
        begun = time.process_time()
        while True:
            won += self.steps(50)
            steps += 50
            took = time.process_time() - begun
            if took >= seconds and won:
                # Games continue between rounds: on average, as many end as begin.
                return rates("batch", won, won, steps * TOGETHER, took)


def listed(game: Any, number: int) -> Play:
    """Picks each action from the list of legal ones, as fastcatan's own example does."""
    bits = random.Random(number).getrandbits
    legal_actions, step, size = game.legal_actions, game.step, len

    def play() -> int:
        actions, over = 0, False
        while not over:
            legal = legal_actions()  # in ascending order
            count = size(legal) if legal[-1] < FIRST_TRADE else bisect_left(legal, FIRST_TRADE)
            over = step(legal[bits(16) % count])
            actions += 1
        return actions

    return play


def masked(game: Any, number: int) -> Play:
    """Picks each action from the packed mask of legal ones, read as one integer."""
    np: Any = importlib.import_module("numpy")
    bits = random.Random(number).getrandbits
    words: Any = np.zeros(importlib.import_module("fastcatan").MASK_WORDS, dtype=np.uint64)
    seen = memoryview(words).cast("B")
    action_mask, step, read, kept = game.action_mask, game.step, int.from_bytes, (1 << FIRST_TRADE) - 1

    def play() -> int:
        actions, over = 0, False
        while not over:
            action_mask(words)
            mask = read(seen, "little") & kept
            for _ in range(bits(16) % mask.bit_count()):
                mask &= mask - 1
            over = step((mask & -mask).bit_length() - 1)
            actions += 1
        return actions

    return play


def driven(name: str, drive: Callable[[Any, int], Play], seconds: float, number: int) -> dict[str, float]:
    """Games in sequence, every action picked in Python."""
    fastcatan = importlib.import_module("fastcatan")
    game = fastcatan.Env()
    play = drive(game, number)
    won = games = actions = 0
    begun = time.process_time()
    while True:
        game.reset(seed=number * 1_000_000 + games + 1)
        actions += play()
        games += 1
        won += game.winner != fastcatan.NO_PLAYER
        took = time.process_time() - begun
        if took >= seconds and won:
            return rates(name, won, games, actions, took)


def main() -> None:
    """Answer the driver."""
    batch = Batch()
    about = {"version": version("fastcatan"), "python": platform.python_version(), "numpy": version("numpy")}

    def answer(measure: str, seconds: float, number: int) -> dict[str, float]:
        if measure == "batch":
            return batch.measure(seconds)
        return driven(measure, {"driven": listed, "masked": masked}[measure], seconds, number)

    serve(about, answer)


if __name__ == "__main__":
    main()
