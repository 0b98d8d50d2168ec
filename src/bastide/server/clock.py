"""The clocks of a game: who has how much time left, as the times of the log's entries say. No timer, no wall clock.

A clock runs for a person whom the game waits for. On their own turn it is the time of the turn (`turn`) or of the game
(`reserve`); out of turn, for discards and answers, it is a time of its own that begins anew each time, so that nobody's
turn pays for what others ask of them. Bots and empty chairs have no time to lose.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bastide.server.model import Clock, ClockView, SeatClock

KEPT: Final = 4
"""Of how many turns the time is known: an undo goes back into the last one at most."""
_COUNTER: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_BEGAN: Final = time.time_ns() - time.clock_gettime_ns(_COUNTER)


def now() -> int:
    """Milliseconds since 1970, as this process has counted them: whoever sets the machine's clock changes nothing."""
    return (_BEGAN + time.clock_gettime_ns(_COUNTER)) // 1_000_000


class Moment(NamedTuple):
    """What a clock must know of a table after an entry: the time, and for whom the game waits until the next one.

    `turn` is the number of the turn and its seat, `waited` the seats that must act, `people` those that a person plays.
    """

    at: int
    turn: tuple[int, int]
    waited: frozenset[int]
    people: frozenset[int]
    paused: bool = False


@dataclass(frozen=True)
class Clocks:
    """The clocks of one game. A value: `step` gives the next one.

    Turns are counted from 1; an undo of the end of a turn goes back to the one before, and finds what was left of it.
    `furthest` is the last turn in which anybody was awaited. `spent` are milliseconds by turn, `reserve` what is left
    of the game's time, `answers` what was spent of the present or last time out of turn, `eased` in which turn a seat
    was last given a little time on coming back; `charged` is all that a seat has used.
    """

    rule: Clock
    moment: Moment
    number: int
    furthest: int
    spent: Mapping[int, int]
    reserve: tuple[int, ...]
    answers: tuple[int, ...]
    eased: tuple[int, ...]
    charged: tuple[int, ...]

    @classmethod
    def begin(cls, rule: Clock, seats: int, moment: Moment) -> Clocks:
        """The clocks of a game that begins."""
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

    def step(self, moment: Moment, *, counts: bool = True, undo: bool = False) -> Clocks:
        """The clocks after an entry. `counts` is false if the time before it counts for nobody."""
        after = self._charge(moment.at) if counts else self
        after = after._turned(moment, undo)
        after = after._asked(moment, undo)
        eased = [seat for seat in sorted(moment.people - self.moment.people) if self.eased[seat] != after.number]
        for seat in eased:
            after = after._ease(seat)
        return replace(after, moment=moment._replace(at=max(moment.at, self.moment.at)))

    def left(self, seat: int, at: int) -> int:
        """The milliseconds that a seat has left at that time, for what is asked of it or else for its turn; not
        negative."""
        gone = max(0, at - self.moment.at) if seat in self.running else 0
        return max(0, self._left(seat) - gone)

    def late(self, at: int) -> list[int]:
        """The seats that the game waits for and that have no time left."""
        return [seat for seat in sorted(self.running) if self.left(seat, at) == 0]

    def due(self, at: int) -> int | None:
        """In how many milliseconds the next time runs out; None if none will."""
        return min((left for seat in self.running if (left := self.left(seat, at)) > 0), default=None)

    def shown(self, at: int, *, stand: bool = False) -> ClockView:
        """The clocks as everybody sees them. If they `stand`, the time since the last entry counts for nobody."""
        at, running = (self.moment.at, frozenset[int]()) if stand else (at, self.running)
        return ClockView(
            self.rule,
            [
                SeatClock(seat, self.left(seat, at), seat in running, self._answers(seat))
                for seat in sorted(self.moment.people)
            ],
        )

    def _answers(self, seat: int) -> bool:
        """Whether what is asked of a seat is asked out of turn."""
        return seat in self.moment.waited and seat != self.on_turn

    def _left(self, seat: int) -> int:
        if self._answers(seat):
            return self.rule.answer * 1000 - self.answers[seat]
        if self.rule.kind == "reserve":
            return self.reserve[seat]
        gone = self.spent.get(self.number, 0) if seat == self.on_turn else 0
        return self.rule.seconds * 1000 - gone

    def _charge(self, at: int) -> Clocks:
        """The time since the last entry, on the clocks that ran."""
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

    def _turned(self, moment: Moment, undo: bool) -> Clocks:
        """Another turn, if there is one. One that was begun already gives no time again."""
        if moment.turn == self.moment.turn:
            return self._begun(moment)
        number = self.number + (-1 if undo else 1)
        kept = {turn: spent for turn, spent in self.spent.items() if turn > number - KEPT}
        return replace(self, number=number, spent={number: 0, **kept})._begun(moment)

    def _begun(self, moment: Moment) -> Clocks:
        """A turn begins when somebody is first awaited in it: the increment, and never less than one answer's time, so
        that a spent reserve ends nothing."""
        if self.number <= self.furthest or not moment.waited:
            return self
        seat = moment.turn[1]
        left = max(max(0, self.reserve[seat]) + self.rule.increment * 1000, self.rule.answer * 1000)
        return replace(self, furthest=self.number, reserve=put(self.reserve, seat, left))

    def _asked(self, moment: Moment, undo: bool) -> Clocks:
        """What is newly asked of seats out of turn has its own time; what an undo asks again has what was left."""
        if undo:
            return self
        asked = (moment.waited - {moment.turn[1]}) - (self.moment.waited - {self.on_turn})
        return replace(self, answers=tuple(0 if seat in asked else spent for seat, spent in enumerate(self.answers)))

    def _ease(self, seat: int) -> Clocks:
        """A person comes to the seat in the middle of a turn: they have one answer's time at least, once a turn."""
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
    """A row with another value at one place."""
    return (*row[:place], value, *row[place + 1 :])


def changed(row: Sequence[int], place: int, by: int) -> tuple[int, ...]:
    """A row with the value at one place changed."""
    return put(row, place, row[place] + by)
