"""The clocks of a game, computed from the times of log entries: no timer, no wall clock.

A clock runs for a person whom the game waits for. On the person's own turn it counts down the time of the turn (`turn`)
or of the game (`reserve`). Out of turn, for discards and answers, it counts down a separate time that starts anew each
time, so that a turn does not pay for what others demand. Bots and empty chairs have no clock.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bastide.server.common.model import Clock, ClockView, SeatClock

KEPT: Final = 4
"""For how many turns the time spent is kept: an undo returns at most to the previous one."""
_COUNTER: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_BEGAN: Final = time.time_ns() - time.clock_gettime_ns(_COUNTER)


def now() -> int:
    """Milliseconds since 1970, counted by this process: adjusting the system clock changes nothing."""
    return (_BEGAN + time.clock_gettime_ns(_COUNTER)) // 1_000_000


class ClockInput(NamedTuple):
    """What the clocks need to know after an entry: the time, and for whom the game waits until the next one.

    `turn` is the number of the turn and its seat, `waited` the seats that must act, `people` the seats played by a
    person.
    """

    at: int
    turn: tuple[int, int]
    waited: frozenset[int]
    people: frozenset[int]
    paused: bool = False


@dataclass(frozen=True)
class Clocks:
    """The clocks of one game: an immutable value; `step` returns the next one.

    Turns are numbered from 1; undoing the end of a turn returns to the previous one with the time it had left.
    `furthest` is the last turn in which a seat was awaited. `spent` is milliseconds by turn, `reserve` the remaining
    time for the game by seat, `answers` the time spent on the current or last decision out of turn, `eased` the turn in
    which a returning person was last given extra time; `charged` is the total time that each seat has used.
    """

    rule: Clock
    moment: ClockInput
    number: int
    furthest: int
    spent: Mapping[int, int]
    reserve: tuple[int, ...]
    answers: tuple[int, ...]
    eased: tuple[int, ...]
    charged: tuple[int, ...]

    @classmethod
    def begin(cls, rule: Clock, seats: int, moment: ClockInput) -> Clocks:
        """The clocks at the start of a game."""
        none = (0,) * seats
        full = (rule.seconds * 1000,) * seats
        return cls(rule, moment, 1, 0, {1: 0}, full, none, none, none)._begun(moment)

    @property
    def running(self) -> frozenset[int]:
        """The seats whose clocks run."""
        return frozenset() if self.moment.paused else self.moment.waited & self.moment.people

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is."""
        return self.moment.turn[1]

    def step(self, moment: ClockInput, *, counts: bool = True, undo: bool = False) -> Clocks:
        """The clocks after an entry. Without `counts`, the time before it counts for nobody."""
        after = self._charge(moment.at) if counts else self
        after = after._turned(moment, undo)
        after = after._grant_answers(moment, undo)
        eased = [seat for seat in sorted(moment.people - self.moment.people) if self.eased[seat] != after.number]
        for seat in eased:
            after = after._ease(seat)
        return replace(after, moment=moment._replace(at=max(moment.at, self.moment.at)))

    def left(self, seat: int, at: int) -> int:
        """The milliseconds a seat has left at a time: for a decision out of turn, else for its turn; at least 0."""
        gone = max(0, at - self.moment.at) if seat in self.running else 0
        return max(0, self._left(seat) - gone)

    def late(self, at: int) -> list[int]:
        """The awaited seats that have no time left."""
        return [seat for seat in sorted(self.running) if self.left(seat, at) == 0]

    def due(self, at: int) -> int | None:
        """The milliseconds until the next clock runs out; None if none will."""
        return min((left for seat in self.running if (left := self.left(seat, at)) > 0), default=None)

    def shown(self, at: int, *, stand: bool = False) -> ClockView:
        """The clocks as everybody sees them. If they `stand`, the time since the last entry is not counted."""
        at, running = (self.moment.at, frozenset[int]()) if stand else (at, self.running)
        return ClockView(
            self.rule,
            [
                SeatClock(seat, self.left(seat, at), seat in running, self._answers(seat))
                for seat in sorted(self.moment.people)
            ],
        )

    def _answers(self, seat: int) -> bool:
        """Whether a seat is awaited out of turn."""
        return seat in self.moment.waited and seat != self.on_turn

    def _left(self, seat: int) -> int:
        if self._answers(seat):
            return self.rule.answer * 1000 - self.answers[seat]
        if self.rule.kind == "reserve":
            return self.reserve[seat]
        gone = self.spent.get(self.number, 0) if seat == self.on_turn else 0
        return self.rule.seconds * 1000 - gone

    def _charge(self, at: int) -> Clocks:
        """Charge the time since the last entry to the clocks that ran."""
        gone = at - self.moment.at
        if gone <= 0 or not self.running:
            return self
        out = [gone if self._answers(seat) and seat in self.running else 0 for seat in range(len(self.charged))]
        own = gone if self.on_turn in self.running else 0
        return replace(
            self,
            spent={**self.spent, self.number: self.spent.get(self.number, 0) + own},
            reserve=changed(self.reserve, self.on_turn, -own) if own else self.reserve,
            answers=tuple(map(sum, zip(self.answers, out, strict=True))),
            charged=tuple(spent + (gone if seat in self.running else 0) for seat, spent in enumerate(self.charged)),
        )

    def _turned(self, moment: ClockInput, undo: bool) -> Clocks:
        """Go to another turn if it changed. Returning to a turn does not refill its time."""
        if moment.turn == self.moment.turn:
            return self._begun(moment)
        number = self.number + (-1 if undo else 1)
        kept = {turn: spent for turn, spent in self.spent.items() if turn > number - KEPT}
        return replace(self, number=number, spent={number: 0, **kept})._begun(moment)

    def _begun(self, moment: ClockInput) -> Clocks:
        """Begin a turn when a seat is first awaited in it: add the increment, and leave at least one answer's time, so
        that an exhausted reserve ends nothing."""
        if self.number <= self.furthest or not moment.waited:
            return self
        seat = moment.turn[1]
        left = max(max(0, self.reserve[seat]) + self.rule.increment * 1000, self.rule.answer * 1000)
        return replace(self, furthest=self.number, reserve=put(self.reserve, seat, left))

    def _grant_answers(self, moment: ClockInput, undo: bool) -> Clocks:
        """Give decisions newly demanded out of turn their own time; after an undo they keep the time they had left."""
        if undo:
            return self
        added = (moment.waited - {moment.turn[1]}) - (self.moment.waited - {self.on_turn})
        return replace(self, answers=tuple(0 if seat in added else spent for seat, spent in enumerate(self.answers)))

    def _ease(self, seat: int) -> Clocks:
        """A person comes to the seat in the middle of a turn: grant one answer's time at least, once per turn."""
        little = self.rule.answer * 1000
        most = max(0, self.rule.seconds * 1000 - little)
        mine = seat == self.on_turn
        spent = min(self.spent.get(self.number, 0), most)
        return replace(
            self,
            spent={**self.spent, self.number: spent} if mine else self.spent,
            reserve=put(self.reserve, seat, max(self.reserve[seat], little)),
            answers=put(self.answers, seat, 0),
            eased=put(self.eased, seat, self.number),
        )


def put(row: Sequence[int], place: int, value: int) -> tuple[int, ...]:
    """A copy of a row with another value at one place."""
    return (*row[:place], value, *row[place + 1 :])


def changed(row: Sequence[int], place: int, by: int) -> tuple[int, ...]:
    """A copy of a row with one value increased by `by`."""
    return put(row, place, row[place] + by)
