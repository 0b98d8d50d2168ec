"""A game in progress, with the version from which each seat's view is fresh enough to act on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from bastide.server.engine.interface import Engine, Playable
from bastide.server.log.entries import Chance, Payload, Play, Redo, Undo
from bastide.view.model import CHANCE


class Match:
    """A game and, for each seat, the table version from which on a play of that seat is not stale.

    A play is computed on the table as its sender saw it. Changes by others since then do not matter as long as the
    sender was free to act all along: two players may answer one offer at once, and discard in any order. The play is
    stale after an action of the sender, an undo, a chance outcome, or any moment at which the sender was not free to
    act: an offer that was withdrawn and made again is another offer, although the notation of the answer is the same.
    """

    def __init__(self, engine: Engine, game: Playable, version: int, seats: int) -> None:
        self.engine = engine
        self.game = game
        self.fresh = [version] * seats
        self.automatic: tuple[int, ...] = ()
        """The decisions, by number in the game, that were played because time was up, dice included."""

    def fork(self) -> Match:
        """A copy to try a command on; readers keep seeing this one."""
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
        """Whether a chance event is pending."""
        return not self.game.over and CHANCE in self.game.actors

    def free(self) -> frozenset[int]:
        """The seats that may act now."""
        return frozenset() if self.game.over else frozenset(self.game.actors) | frozenset(self.game.optional)

    def play(
        self, version: int, seat: int, text: str, automatic: bool = False, recorded: bool = False
    ) -> Sequence[Any]:
        """Play a seat's decision as this version of the table; `automatic` if its time was up.

        One that is `recorded` in the log may be illegal by now.

        :raises bastide.kernel.errors.BastideError: it cannot be read or is illegal; nothing is changed.
        """
        act = self.game.replay if recorded else self.game.play
        events = self._step(version, seat, lambda: act(text, seat))
        if automatic:
            self.automatic += (len(self.game.decisions),)
        return events

    def outcome(self, version: int, text: str) -> Sequence[Any]:
        """Apply a chance outcome from the log."""
        return self._step(version, CHANCE, lambda: self.game.play(text, CHANCE))

    def draw(self, version: int, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """Sample the pending chance event; return its notation and events."""
        text = ""

        def step() -> Sequence[Any]:
            nonlocal text
            text, events = self.engine.draw(self.game, rng)
            return events

        events = self._step(version, CHANCE, step)
        return text, events

    def undo(self, version: int, seat: int) -> None:
        """Take back the seat's last action; every view becomes stale.

        In the log of an earlier version that may be the last action of the game, although it cannot be undone now.
        """
        before = list(self.game.decisions)
        self.game.undo(seat if self.game.can_undo(seat) else None)
        after = self.game.decisions
        # An answer may be taken back after others: theirs then have the number before.
        pairs = enumerate(zip(before, after, strict=False), 1)
        gone = next((number for number, (old, new) in pairs if old != new), len(before))
        self.automatic = tuple(number - (number > gone) for number in self.automatic if number != gone)
        self.fresh = [version] * len(self.fresh)

    def latest(self, seat: int) -> int:
        """The number of the seat's latest decision; 0 if it has taken none."""
        decisions = self.game.decisions
        return next((n for n in range(len(decisions), 0, -1) if decisions[n - 1].seat == seat), 0)

    def redo(self, version: int, seat: int) -> Sequence[Any]:
        """Take the action again that the seat took back last."""

        def step() -> Sequence[Any]:
            self.game.redo(seat)
            return self.game.history[-1]

        return self._step(version, seat, step)

    def replay(self, version: int, seat: int | None, payload: Payload) -> Sequence[Any]:
        """Apply an entry of the log if it concerns the game; return its events."""
        match payload:
            case Play(text, auto):
                return self.play(version, -2 if seat is None else seat, text, auto, recorded=True)
            case Chance(text):
                return self.outcome(version, text)
            case Undo():
                self.undo(version, -2 if seat is None else seat)
            case Redo():
                return self.redo(version, -2 if seat is None else seat)
        return []

    def _step(self, version: int, seat: int, step: Callable[[], Sequence[Any]]) -> Sequence[Any]:
        others = self.free() - {seat} if seat != CHANCE else frozenset[int]()
        number = len(self.game.decisions)
        events = step()
        if seat == CHANCE and number in self.automatic:
            self.automatic += (len(self.game.decisions),)
        # Usually no other seat was free to act; then it does not matter who is now.
        steady = others & self.free() if others else others
        self.fresh = [since if other in steady else version for other, since in enumerate(self.fresh)]
        return events
