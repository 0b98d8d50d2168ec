"""The proof of a lesson: it is played to its end by every way that it offers, and every wrong legal move is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bastide.kernel.errors import BastideError, quote
from bastide.kernel.state import CHANCE
from bastide.lessons.course import Place, at, begin, play
from bastide.lessons.lessons import Lesson, Move

MOST_WAYS: Final = 12
"""The most moves of one place that are followed to the end of the lesson; the others are only accepted."""


@dataclass(frozen=True)
class Checked:
    """What a check has found: how much was tried, and what is wrong with it."""

    lesson: Lesson
    moves: int
    answered: int
    ways: int
    faults: tuple[str, ...]


def check(lesson: Lesson) -> Checked:
    """Play a lesson in every way: to its end by each fulfilling move, and each other legal move once."""
    faults: list[str] = []
    answered = ways = made = 0
    try:
        place = begin(lesson)
    except BastideError as error:
        return Checked(lesson, 0, 0, 0, (f"{lesson.name}: {error}",))
    while (asked := place.move) is not None:
        where = f"{lesson.name}, step {place.step + 1}, move {made + 1}"
        tried = Tried(where, place, asked)
        faults += tried.faults()
        answered += tried.answered
        ways += tried.ways
        made += 1
        try:
            place = play(place, asked.shown).place
        except BastideError as error:
            faults.append(f"{where}: {asked.shown}: {error}")
            break
        if len(place.done) < made:
            faults.append(f"{where}: {asked.shown} does not fulfil it")
            break
    return Checked(lesson, made, answered, ways, tuple(faults))


class Tried:
    """One place of a lesson, with every legal move tried."""

    def __init__(self, where: str, place: Place, asked: Move) -> None:
        self.where = where
        self.place = place
        self.asked = asked
        self.answered = 0
        self.ways = 0

    def faults(self) -> Iterator[str]:
        """What is wrong here."""
        game, seat = self.place.game, self.place.lesson.seat
        if seat not in game.actors + game.optional:
            waits = "chance" if game.actors == [CHANCE] else f"seat {game.actors}"
            yield f"{self.where}: the game waits for {waits}, not for the learner"
            return
        if (refusal := game.why_not(self.asked.shown, seat)) is not None:
            yield f"{self.where}: {refusal}"
            return
        legal = dict.fromkeys([game.rules.write(game.rules.read(self.asked.shown)), *game.legal(seat)])
        for miss in self.asked.misses:
            met = any(self.asked.answer(one) is miss.say and not self.asked.fulfilled(one) for one in legal)
            if not met and not game.forms(seat):
                yield f"{self.where}: no legal move gets the answer of {quote(miss.match)}"
        for notation in legal:
            yield from self.tried(notation)

    def tried(self, notation: str) -> Iterator[str]:
        """Try one legal move."""
        before = self.place.game.hash()
        try:
            answer = play(self.place, notation)
        except BastideError as error:
            yield f"{self.where}: {notation}: {error}"
            return
        if self.place.game.hash() != before:
            yield f"{self.where}: {notation} changed the position"
        if answer.said is None:
            self.ways += 1
            if self.ways <= MOST_WAYS:
                yield from self.followed(answer.place)
            return
        self.answered += 1
        if answer.place is not self.place:
            yield f"{self.where}: {notation} leaves the path"
        for language in ("en", "fr"):
            if not answer.said.of(language):
                yield f"{self.where}: {notation} gets no answer in {language}"

    def followed(self, place: Place) -> Iterator[str]:
        """Play the rest of the lesson after a fulfilling move, as it is shown."""
        while (asked := place.move) is not None:
            try:
                place = at(place.lesson, (*place.done, asked.shown))
            except BastideError as error:
                yield f"{self.where}: after {place.done[-1]}, {asked.shown}: {error}"
                return
