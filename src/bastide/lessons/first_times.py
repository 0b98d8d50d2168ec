"""First times: cards that explain something when it happens for the first time, `first_times.toml` in a folder::

[[first]]
name = "seven"                  # one of the base game's is replaced by a room's of the same name
rule = "BASE-021"               # optional: the rule that it links to
on = { kind = "number", total = 7 }
title.en = "..."                # and title.fr
say.en = "..."                  # and say.fr

`on` is an event as the table's reader gets it: its kind, and fields with a value or a list of values. Of a seat, "mine"
is the reader's and "other" any other; a text that ends with "*" is how the value begins. The kind "number" is the
number of a turn, rolled or not; "refused" is a move of the reader that was refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders, rooms
from bastide.lessons.lessons import base
from bastide.lessons.texts import Table, Text, entry_error, read_table

FILE: Final = "first_times.toml"
REFUSED: Final = "refused"
"""The kind of what no event of a game tells: a move of the reader was refused."""
Value = int | str | bool


@dataclass(frozen=True)
class FirstTime:
    """One card. `room` is the module that brings it, empty for the base game of the family."""

    family: str
    room: str
    name: str
    rule: str
    on: Mapping[str, tuple[Value, ...]] = field(hash=False)
    title: Text
    say: Text

    @property
    def key(self) -> str:
        """What a browser remembers: a room's card in place of the base game's is another one."""
        return ".".join(part for part in (self.family, self.room, self.name) if part)


@cache
def first_times() -> dict[str, dict[str, tuple[FirstTime, ...]]]:
    """The cards of each family by room, those of its base game under ""; those of plug-ins that are wrong are left out.

    :raises ConfigError: a file of Bastide's own is wrong.
    """
    out: dict[str, dict[str, tuple[FirstTime, ...]]] = {family: {} for family in FAMILIES}
    for family in FAMILIES:
        for room, folder in {"": base(family), **folders(family)}.items():
            file = folder.joinpath(FILE)
            if not file.is_file():
                continue
            try:
                out[family][room] = read(family, room, file)
            except ConfigError:
                if not room or room in rooms(family):
                    raise
    return out


def of_game(family: str, modules: Sequence[str]) -> list[FirstTime]:
    """The cards of a game: those of the base game, then those of its modules, which replace others of their name."""
    known = first_times().get(family, {})
    found: dict[str, FirstTime] = {}
    for room in ("", *modules):
        found |= {one.name: one for one in known.get(room, ())}
    return list(found.values())


def read(family: str, room: str, file: Traversable) -> tuple[FirstTime, ...]:
    """Read the cards of one folder.

    :raises ConfigError: the file is wrong.
    """
    where = f"{room or family}/{FILE}"
    table = read_table(where, file)
    made = tuple(card(family, room, one) for one in table.tables("first", 1))
    table.finish()
    return made


def card(family: str, room: str, table: Table) -> FirstTime:
    """Read one card. Raises ConfigError."""
    made = FirstTime(
        family=family,
        room=room,
        name=table.words("name"),
        rule=table.words("rule", ""),
        on=condition(table.where, table.config("on")),
        title=table.text("title"),
        say=table.text("say"),
    )
    table.finish()
    return made


def condition(where: str, given: Mapping[str, object]) -> dict[str, tuple[Value, ...]]:
    """The event of a card: for each field the values that it may have. Raises ConfigError."""
    out: dict[str, tuple[Value, ...]] = {}
    for name, entry in given.items():
        values = tuple(entry) if isinstance(entry, list) else (entry,)
        if not values or not all(isinstance(value, int | str) for value in values):
            raise entry_error(
                where, "{where}: {key} of on must be a number, a text or a list of these, got {given}", key=name,
                given=quote(entry),
            )  # fmt: skip
        out[name] = values
    kind = out.get("kind", ())
    if len(kind) != 1 or not isinstance(kind[0], str):
        raise entry_error(where, "{where}: on must have the kind of one event, got {given}", given=quote(dict(given)))
    return out
