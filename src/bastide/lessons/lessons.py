"""Lessons: a record up to a position, and steps that each ask for real moves.

A lesson is `lessons/<name>.toml` in the folder of its family or of its room, beside its record `<name>.jsonl`::

    title.en = "Learn the island"        # and title.fr
    about.en = "..."                     # what one learns, one sentence
    minutes = 10
    end.en = "..."                       # what is said at the end
    seat = 0                             # the learner's seat; default 0
    order = 1                            # optional: the place in the list
    [next]                               # optional: the config of a whole game after it

    [[step]]
    title.en = "A place to begin"

    [[step.task]]
    say.en = "..."                       # one sentence: what to do, and why
    do = ["settle 0,0,N"]                # the notations that fulfil it, as patterns; the first is one to play
    light = ["play settle 0,0,N"]        # what is highlighted, the first that is on the page; default: the first `do`
    then = ["chance: roll 3 5"]          # the decisions that follow by themselves, each with its seat or chance
    meanwhile = ["1: roll"]              # further ones that are not shown one by one; the learner's too
    other.en = "..."                     # what is said to any other legal move

    [[step.task.miss]]
    match = "settle *"                   # what is said to a legal move of this pattern instead
    say.en = "..."

Texts are read by `bastide.lessons.texts`, moves are played by `bastide.lessons.course`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders, rooms
from bastide.kernel.state import CHANCE
from bastide.lessons.texts import Table, Text, entry_error, read_table

FOLDER: Final = "lessons"
LIGHTS: Final = ("play", "verb", "form", "panel", "cell")
"""The kinds of highlighted things, the first word of a `light`."""
UNORDERED: Final = 1000


@dataclass(frozen=True)
class Miss:
    """What is said to a legal move of a pattern that does not fulfil the step."""

    match: str
    say: Text


@dataclass(frozen=True)
class Scripted:
    """A decision that follows by itself; the seat is CHANCE for dice and stacks."""

    seat: int
    text: str


@dataclass(frozen=True)
class Move:
    """One decision that is asked of the learner."""

    say: Text
    do: tuple[str, ...]
    light: tuple[str, ...]
    other: Text
    misses: tuple[Miss, ...]
    then: tuple[Scripted, ...]
    meanwhile: tuple[Scripted, ...]

    @property
    def shown(self) -> str:
        """The notation that is played when the step is skipped."""
        return self.do[0]

    def fulfilled(self, notation: str) -> bool:
        """Whether a legal move fulfils it; `notation` is canonical."""
        return notation == self.shown or any(fnmatchcase(notation, pattern) for pattern in self.do)

    def answer(self, notation: str) -> Text:
        """What is said to a legal move that does not."""
        return next((miss.say for miss in self.misses if fnmatchcase(notation, miss.match)), self.other)


@dataclass(frozen=True)
class Step:
    """One thing to learn: its heading, and the moves that it asks for."""

    title: Text
    moves: tuple[Move, ...]


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson. `room` is the module that brings it, empty for the base game of the family."""

    name: str
    family: str
    room: str
    title: Text
    about: Text
    end: Text
    minutes: int
    seat: int
    order: int
    record: str = field(repr=False)
    steps: tuple[Step, ...]
    next: Mapping[str, Any] = field(hash=False)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of all steps, in order."""
        return tuple(move for step in self.steps for move in step.moves)

    def starts(self) -> tuple[int, ...]:
        """How many moves come before each step, and all of them."""
        out = [0]
        for step in self.steps:
            out.append(out[-1] + len(step.moves))
        return tuple(out)


def base(family: str) -> Traversable:
    """The folder of a family's base game."""
    return files(FAMILIES[family].rpartition(".")[0])


def found(family: str) -> list[tuple[str, str, Traversable]]:
    """The lessons of a family: the room or nothing, the name, and the folder."""
    out: list[tuple[str, str, Traversable]] = []
    for room, folder in {"": base(family), **folders(family)}.items():
        here = folder.joinpath(FOLDER)
        if here.is_dir():
            names = sorted(one.name for one in here.iterdir() if one.name.endswith(".toml"))
            out += [(room, name.removesuffix(".toml"), here) for name in names]
    return out


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, those of the families first; those of plug-ins that are wrong are left out.

    :raises ConfigError: a lesson of Bastide's own is wrong, or two have one name.
    """
    out: dict[str, Lesson] = {}
    for family in FAMILIES:
        for room, name, folder in found(family):
            ours = not room or room in rooms(family)
            if name in out:
                if not ours:
                    continue
                raise entry_error(
                    f"{room or family}/{FOLDER}/{name}.toml",
                    "{where}: there is already a lesson {name}",
                    name=quote(name),
                )
            try:
                out[name] = read(family, room, name, folder)
            except ConfigError:
                if ours:
                    raise
    return dict(sorted(out.items(), key=lambda one: (bool(one[1].room), one[1].order)))


def lesson(name: str) -> Lesson:
    """The lesson of this name.

    :raises ConfigError: there is none.
    """
    known = lessons()
    if name not in known:
        raise ConfigError("there is no lesson {given}; there are {known}", {"given": quote(name), "known": listed()})
    return known[name]


def listed() -> str:
    """The names of all lessons."""
    return ", ".join(lessons())


def of_room(family: str, room: str) -> list[Lesson]:
    """The lessons that a room brings."""
    return [one for one in lessons().values() if (one.family, one.room) == (family, room)]


def read(family: str, room: str, name: str, folder: Traversable) -> Lesson:
    """Read one lesson and its record; whether its moves are legal is for `bastide.lessons.check`.

    :raises ConfigError: the file is wrong.
    """
    where = f"{room or family}/{FOLDER}/{name}"
    table = read_table(f"{where}.toml", folder.joinpath(f"{name}.toml"))
    try:
        text = folder.joinpath(f"{name}.jsonl").read_text("utf-8")
    except (ValueError, OSError) as error:
        raise entry_error(f"{where}.jsonl", "{where}: {reason}", reason=str(error)) from None
    order = table.number("order", 1, UNORDERED) if table.has("order") else UNORDERED
    made = Lesson(
        name=name,
        family=family,
        room=room,
        title=table.text("title"),
        about=table.text("about"),
        end=table.text("end"),
        minutes=table.number("minutes", 1, 60),
        seat=table.number("seat", 0, 7) if table.has("seat") else 0,
        order=order,
        record=text,
        steps=tuple(step(one) for one in table.tables("step", 1)),
        next=table.config("next"),
    )
    table.finish()
    return made


def step(table: Table) -> Step:
    """Read one step. Raises ConfigError."""
    made = Step(table.text("title"), tuple(move(one) for one in table.tables("task", 1)))
    table.finish()
    return made


def move(table: Table) -> Move:
    """Read one move. Raises ConfigError."""
    do = table.texts("do")
    if not do:
        raise entry_error(table.where, "{where}: do must name at least one notation")
    light = table.texts("light") or (f"play {do[0]}",)
    for one in light:
        if one.partition(" ")[0] not in LIGHTS or not one.partition(" ")[2]:
            raise entry_error(
                table.where,
                "{where}: light = {given} must begin with one of {known}",
                given=quote(one),
                known=", ".join(LIGHTS),
            )
    made = Move(
        say=table.text("say"),
        do=do,
        light=light,
        other=table.text("other"),
        misses=tuple(miss(one) for one in table.tables("miss")),
        then=tuple(scripted(table.where, one) for one in table.texts("then")),
        meanwhile=tuple(scripted(table.where, one) for one in table.texts("meanwhile")),
    )
    table.finish()
    return made


def miss(table: Table) -> Miss:
    """Read one answer to a wrong move. Raises ConfigError."""
    made = Miss(table.words("match"), table.text("say"))
    table.finish()
    return made


def scripted(where: str, given: str) -> Scripted:
    """Read a decision that follows by itself, as `1: end` or `chance: roll 3 5`. Raises ConfigError."""
    who, _, text = given.partition(": ")
    if not text or not (who == "chance" or who.isdecimal()):
        raise entry_error(
            where, "{where}: then = {given} must be like {example}", given=quote(given), example=quote("1: end")
        )
    return Scripted(CHANCE if who == "chance" else int(who), text)
