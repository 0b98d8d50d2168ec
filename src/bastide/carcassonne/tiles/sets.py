"""The sets of tiles: their locations, and the declarations in their heads.

A head names the set, counts its tiles, and may declare new tags and roles:

    [set]
    name = "base"
    tiles = 72
    tags = { city = ["shield"] }

`tags` are what can stand on sections of a kind. `roles` are special ends of the water, each with the number of its
sides that have water. Every set may use what another declares.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from bastide.kernel.rooms import folders, rooms

BASE: Final = "base"
"""The set of the base game; every other one lies in the room of the same name, as `tiles.toml`."""

OWN: Final = resources.files("bastide.carcassonne.tiles")
FIRST_TILE: Final = "[[tile]]"


class TileError(ValueError):
    """The data of a tile are wrong; the message names the set, the tile and the fault."""


@cache
def sets() -> tuple[str, ...]:
    """All sets, the base game's first; unreadable sets of plug-ins are left out."""
    own = rooms("carcassonne")
    places = {name: folder.joinpath("tiles.toml") for name, folder in folders("carcassonne").items()}
    return (BASE, *(name for name, path in places.items() if path.is_file() and (name in own or _readable(name))))


def _readable(name: str) -> bool:
    try:
        head_of(name)
    except (TileError, UnicodeDecodeError):
        return False
    return True


def text_of(name: str) -> str:
    """The file of a set."""
    path = OWN.joinpath("data", "base.toml") if name == BASE else folders("carcassonne")[name].joinpath("tiles.toml")
    return path.read_text("utf-8")


def head_of(name: str) -> Mapping[str, Any]:
    """The head of a set, before its tiles.

    :raises TileError: it cannot be read.
    """
    try:
        head: Mapping[str, Any] = tomllib.loads(text_of(name).partition(FIRST_TILE)[0])["set"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise TileError(f"{name}: the head of the set cannot be read: {error}") from None
    return head


@cache
def _declared(what: str) -> tuple[Mapping[str, Any], ...]:
    """The declarations of all sets under a key. Only the heads are parsed: a few lines each."""
    return tuple(head_of(name).get(what, {}) for name in sets())


@cache
def tags_of(kind: str) -> tuple[str, ...]:
    """The tags for sections of a kind, in the order of the sets."""
    return tuple(tag for declared in _declared("tags") for tag in declared.get(kind, ()))


@cache
def tags() -> tuple[str, ...]:
    """The tags, which are added when sections join, in the order of the sets: `shield` comes first.

    The order is that of the digits in which a feature counts them. Raises TileError if two sets declare one tag.
    """
    out = tuple(tag for declared in _declared("tags") for names in declared.values() for tag in names)
    for tag in out:
        if out.count(tag) > 1:
            raise TileError(f"the tag {tag!r} is declared twice")
    return out


@cache
def roles() -> Mapping[str, int]:
    """The special ends of the water, and on how many sides each has water; "" stands for any other tile with water."""
    out = {"": 2}
    for declared in _declared("roles"):
        out |= declared
    return out
