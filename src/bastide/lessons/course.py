"""A learner on the path of a lesson: real games of the real engine, played by the learner's moves and by the script.

Where a learner stands is a function of the lesson and of the moves made so far, a list of notations. So no session is
kept anywhere but in the browser, every server can answer, and going back is leaving out the last moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bastide.kernel.errors import BastideError, quote
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.lessons.lessons import Lesson, Move, Scripted
from bastide.lessons.texts import Text, entry_error


@dataclass(frozen=True)
class Place:
    """Where a learner stands: the moves made, and the game after them, which nobody may change.

    `seen` are the positions after the last move, one after each decision of a seat with what chance made of it.
    """

    lesson: Lesson
    done: tuple[str, ...]
    game: Game
    seen: tuple[Game, ...]

    @property
    def step(self) -> int:
        """The number of the step from 0; the number of all steps at the end."""
        starts = self.lesson.starts()
        return max(number for number, start in enumerate(starts) if start <= len(self.done))

    @property
    def move(self) -> Move | None:
        """What is asked of the learner now; None at the end."""
        moves = self.lesson.moves
        return moves[len(self.done)] if len(self.done) < len(moves) else None

    @property
    def over(self) -> bool:
        """Whether the lesson has been played to its end."""
        return self.move is None


@dataclass(frozen=True)
class Answer:
    """What becomes of a legal move: the next place, or what is said to it, and the same place."""

    place: Place
    said: Text | None = None


@lru_cache(maxsize=64)
def begin(lesson: Lesson) -> Place:
    """The start of a lesson.

    :raises RecordError: its record is wrong.
    """
    game = Game.load(lesson.record)
    return Place(lesson, (), game, (game,))


@lru_cache(maxsize=512)
def at(lesson: Lesson, done: tuple[str, ...]) -> Place:
    """The place after these moves.

    :raises ConfigError: one of them does not fulfil the lesson at its place.
    """
    if not done:
        return begin(lesson)
    answer = play(at(lesson, done[:-1]), done[-1])
    if answer.said is not None:
        raise entry_error(lesson.name, "{where}: {given} is not the move of this place", given=quote(done[-1]))
    return answer.place


def reached(lesson: Lesson, done: Sequence[str]) -> Place:
    """The place after as many of these moves as the lesson has: it may have changed since they were made."""
    place = begin(lesson)
    for text in done:
        try:
            place = at(lesson, (*place.done, text))
        except BastideError:
            break
    return place


def play(place: Place, text: str) -> Answer:
    """Play a move of the learner; a legal one that misses the point changes nothing and is answered.

    :raises InvalidAction: it cannot be read.
    :raises IllegalAction: a rule forbids it now.
    :raises ConfigError: the lesson is over, or what follows is wrong in it.
    """
    asked, lesson = place.move, place.lesson
    if asked is None:
        raise entry_error(lesson.name, "{where}: the lesson is over")
    game = place.game.copy()
    game.play(text, lesson.seat)
    notation = game.decisions[-1].text
    if not asked.fulfilled(notation):
        return Answer(place, asked.answer(notation))
    seen: list[Game] = []
    for number, scripted in enumerate((*asked.then, *asked.meanwhile)):
        settle(game, scripted)
        if scripted.seat != CHANCE and number <= len(asked.then):
            seen.append(game.copy())
        try:
            game.play(scripted.text, scripted.seat)
        except BastideError as error:
            raise entry_error(
                lesson.name, "{where}: after {done}, {given}: {reason}", done=quote(notation),
                given=quote(scripted.text),
                reason=str(error),
            ) from error  # fmt: skip
    settle(game, None)
    seen.append(game)
    return Answer(Place(lesson, (*place.done, notation), game, tuple(seen)))


def settle(game: Game, coming: Scripted | None) -> None:
    """Take the outcomes of chance that are certain, unless the script takes them."""
    while game.actors == [CHANCE] and (coming is None or coming.seat != CHANCE):
        outcomes = game.chances()
        if len(outcomes) != 1:
            return
        game.chance(outcomes[0][0])


def back(place: Place) -> tuple[str, ...]:
    """The moves without those of this step; without those of the one before if none of this one is made."""
    starts = place.lesson.starts()
    before = starts[place.step]
    if before == len(place.done):
        before = starts[max(0, place.step - 1)]
    return place.done[:before]


def skip(place: Place) -> tuple[str, ...]:
    """The moves with all that this step asks for."""
    lesson, made = place.lesson, len(place.done)
    upto = lesson.starts()[min(place.step + 1, len(lesson.steps))]
    return (*place.done, *(move.shown for move in lesson.moves[made:upto]))
