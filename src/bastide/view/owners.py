"""Merges named declarations of the base and the expansions; two owners of one name are an error, never merged."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeVar

from bastide.kernel.plugins import FOREIGN, cut

log = logging.getLogger("bastide.plugins")

T = TypeVar("T")

BASE: Final = "the base game"
"""The base's name as an owner."""


class Collision(ValueError):
    """Two owners declare the same name."""


def merged(what: str, owned: Iterable[tuple[str, Mapping[str, T]]], *, equal: bool = False) -> dict[str, T]:
    """The entries of all owners, in order; `what` is the kind of name, for error messages.

    Two owners may have the same entry if `equal` allows it and its value is the same.

    >>> merged("piece", [(BASE, {"road": 1}), ("wagons", {"wagon": 2})])
    {'road': 1, 'wagon': 2}
    >>> merged("piece", [(BASE, {"road": 1}), ("wagons", {"road": 2})])
    Traceback (most recent call last):
    ...
    bastide.view.owners.Collision: piece 'road' is declared by the base game and by wagons

    :raises Collision: two owners declare the same name.
    """
    out: dict[str, T] = {}
    owners: dict[str, str] = {}
    for owner, entries in owned:
        for name, value in entries.items():
            if name in owners and not (equal and out[name] == value):
                raise Collision(f"{what} {name!r} is declared by {owners[name]} and by {owner}")
            owners.setdefault(name, owner)
            out[name] = value
    return out


def compatible(rooms: Mapping[str, T], own: Collection[str], check: Callable[[dict[str, T]], object]) -> dict[str, T]:
    """All rooms' declarations, except plug-ins (rooms not among our `own`) that `check` refuses with those before
    them: a plug-in cannot break a game without it.

    >>> rooms = {"wagons": {"wagon": 1}, "mine": {"wagon": 2}}
    >>> list(compatible(rooms, ["wagons"], lambda some: merged("piece", some.items())))
    ['wagons']
    """
    out = {name: rooms[name] for name in rooms if name in own}
    check(out)
    for name in rooms:
        if name not in own:
            try:
                check({**out, name: rooms[name]})
            except FOREIGN as error:
                # The plug-in's text or code may fail in any way: a name declared twice, a file that cannot be read.
                log.warning("the plug-in %s is left out: %s", name, " ".join(cut(str(error)).split()))
                continue
            out[name] = rooms[name]
    return out
