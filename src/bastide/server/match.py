"""A game in play at a table, and since which version each seat's view of it is good enough to act on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from bastide.server.engine import Engine, Playable
from bastide.server.entries import Chance, Payload, Play, Undo
from bastide.view.model import CHANCE


class Match:
    """A game and, for each seat, the table version from which on a play of that seat is not stale.

    A play is computed on the table as its sender saw it. What others did since then does not spoil it as long as the
    sender was free to act all along: two players may answer one offer at once, and discard in any order. It is spoilt
    by an own action, an undo, an outcome of chance, or anything after which the sender was not free to act: an offer
    that was withdrawn and made anew is another offer, although the notation of the answer is the same.
    """

    def __init__(self, engine: Engine, game: Playable, version: int, seats: int) -> None:
        self.engine = engine
        self.game = game
        self.fresh = [version] * seats
        self.automatic: tuple[int, ...] = ()
        """The decisions, by their numbers in the game, that were played because a time was up, dice included."""

    def fork(self) -> Match:
        """A match to try something on; the players keep seeing this one."""
        other = Match(self.engine, self.game.copy(), 0, 0)
        other.fresh = list(self.fresh)
        other.automatic = self.automatic
        return other

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def chance(self) -> bool:
        """Whether dice or deck must decide before anybody may act."""
        return not self.game.over and CHANCE in self.game.actors

    def free(self) -> frozenset[int]:
        """The seats that may act now."""
        return frozenset() if self.game.over else frozenset(self.game.actors) | frozenset(self.game.optional)

    def play(self, version: int, seat: int, text: str, automatic: bool = False) -> Sequence[Any]:
        """A seat's decision, which becomes this version of the table; `automatic` if its time was up.

        :raises bastide.kernel.errors.BastideError: it cannot be read or is not allowed; nothing is changed.
        """
        events = self._step(version, seat, lambda: self.game.play(text, seat))
        if automatic:
            self.automatic += (len(self.game.decisions),)
        return events

    def outcome(self, version: int, text: str) -> Sequence[Any]:
        """An outcome of chance from the log."""
        return self._step(version, CHANCE, lambda: self.game.play(text, CHANCE))

    def draw(self, version: int, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """Let chance decide: the notation and the events."""
        text = ""

        def step() -> Sequence[Any]:
            nonlocal text
            text, events = self.engine.draw(self.game, rng)
            return events

        events = self._step(version, CHANCE, step)
        return text, events

    def undo(self, version: int, seat: int) -> None:
        """Take back the seat's last action; everybody must look anew."""
        self.game.undo(seat)
        self.automatic = tuple(number for number in self.automatic if number <= len(self.game.decisions))
        self.fresh = [version] * len(self.fresh)

    def replay(self, version: int, seat: int | None, payload: Payload) -> Sequence[Any]:
        """An entry of the log that concerns the game."""
        match payload:
            case Play(text, auto):
                return self.play(version, -2 if seat is None else seat, text, auto)
            case Chance(text):
                return self.outcome(version, text)
            case Undo():
                self.undo(version, -2 if seat is None else seat)
        return []

    def _step(self, version: int, seat: int, step: Callable[[], Sequence[Any]]) -> Sequence[Any]:
        others = self.free() - {seat} if seat != CHANCE else frozenset[int]()
        number = len(self.game.decisions)
        events = step()
        if seat == CHANCE and number in self.automatic:
            self.automatic += (len(self.game.decisions),)
        # Mostly nobody else was free to act, and then it does not matter who is now.
        steady = others & self.free() if others else others
        self.fresh = [since if other in steady else version for other, since in enumerate(self.fresh)]
        return events
