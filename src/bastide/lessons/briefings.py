"""Briefings: the sheet of one room that is shown before a game, `briefing.toml` in the folder of the room::

minutes = 75
difficulty = 2              # 1 to 5
win.en = "..."              # and win.fr: how one wins, in one sentence; {goal} is the number of points of the table

[[new]]                     # what is new: two to four
text.en = "..."

[[first]]                   # three things to do first
text.en = "..."

[[layout]]                  # optional: a scenario or a world of the room, by the name of its layout
name = "four_islands"
title.en = "..."
win.en = "..."
first.en = "..."
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders, rooms
from bastide.lessons.texts import Table, Text, read_table

FILE: Final = "briefing.toml"
GOAL: Final = "{goal}"
"""In `win`: the points to which the table plays."""


@dataclass(frozen=True)
class World:
    """What a scenario or world of a room has of its own."""

    name: str
    title: Text
    win: Text
    first: Text


@dataclass(frozen=True)
class Briefing:
    """The sheet of one room."""

    family: str
    room: str
    minutes: int
    difficulty: int
    win: Text
    new: tuple[Text, ...]
    first: tuple[Text, ...]
    worlds: tuple[World, ...]

    def world(self, layout: object) -> World | None:
        """What the layout of a config has of its own, if anything."""
        return next((world for world in self.worlds if world.name == layout), None)


@cache
def briefings() -> dict[str, dict[str, Briefing]]:
    """The briefings of each family by room; those of plug-ins that are wrong are left out.

    :raises ConfigError: one of Bastide's own is wrong.
    """
    out: dict[str, dict[str, Briefing]] = {family: {} for family in FAMILIES}
    for family in FAMILIES:
        for room, folder in folders(family).items():
            file = folder.joinpath(FILE)
            if not file.is_file():
                continue
            try:
                out[family][room] = read(family, room, file)
            except ConfigError:
                if room in rooms(family):
                    raise
    return out


def of_modules(family: str, modules: Sequence[str]) -> list[Briefing]:
    """The briefings of the modules of a game, in their order."""
    known = briefings().get(family, {})
    return [known[module] for module in modules if module in known]


def read(family: str, room: str, file: Traversable) -> Briefing:
    """Read one briefing.

    :raises ConfigError: the file is wrong.
    """
    where = f"{room}/{FILE}"
    table = read_table(where, file)
    made = Briefing(
        family=family,
        room=room,
        minutes=table.number("minutes", 5, 300),
        difficulty=table.number("difficulty", 1, 5),
        win=table.text("win"),
        new=tuple(one.only("text") for one in table.tables("new", 2)),
        first=tuple(one.only("text") for one in table.tables("first", 3)),
        worlds=tuple(world(one) for one in table.tables("layout")),
    )
    table.finish()
    return made


def world(table: Table) -> World:
    """Read what one layout has of its own. Raises ConfigError."""
    made = World(table.words("name"), table.text("title"), table.text("win"), table.text("first"))
    table.finish()
    return made
