"""The games that measure the expansions, as declared in each room's `bench.toml`.

[[game]]
name = "..."                  # the room's name, or that and more words, `name_more`; ends the names of its figures
label = { en = "...", fr = "..." }    # in `bastide bench`
title = "..."                 # in the table of the room's README, which `make bench` writes
least = 1_000                 # optional: games a second that the compiled engine should play
config = { seats = 3 }        # what differs from a game with this module alone

Games with another room are in `bench_with_<other>.toml`, their names begin with `name_<other>`, and `config` is what
differs from a game with these two modules. Matches of the bot stand beside the games (`benchmarks/strength.py`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from bastide.kernel.catalogue import LANGUAGES
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders

_FILE: Final = re.compile(r"bench(_with_(?P<other>\w+))?\.toml")
_KEYS: Final = {"name", "label", "title", "least", "config"}


class BenchError(ValueError):
    """A `bench.toml` is wrong; the message names the room and the entry."""


@dataclass(frozen=True)
class RoomGame:
    """A game to measure; `label` is keyed by language, `least` is None where there is no target."""

    config: Mapping[str, Any]
    label: Mapping[str, str]
    title: str
    least: int | None


@cache
def room_games() -> Mapping[str, RoomGame]:
    """The games of all rooms, by the suffix of their figures' names. Raises BenchError."""
    out: dict[str, RoomGame] = {}
    for family in FAMILIES:
        for room, folder in folders(family).items():
            for path in sorted(folder.iterdir(), key=lambda path: path.name):
                if found := _FILE.fullmatch(path.name):
                    out |= parsed(family, room, path.read_text("utf-8"), found["other"] or "")
    return out


def parsed(family: str, room: str, text: str, other: str = "") -> dict[str, RoomGame]:
    """The games that this room's `bench.toml` declares, or its file for the games with another room.

    >>> games = parsed("island", "quiet", '''
    ... [[game]]
    ... name = "quiet_duel"
    ... label = { en = "Random duels", fr = "Duels au hasard" }
    ... title = "Quiet, two seats"
    ... config = { seats = 2 }
    ... ''')
    >>> games["quiet_duel"].config
    {'game': 'island', 'modules': ['quiet'], 'seats': 2}

    :raises BenchError: an entry is wrong.
    """
    out: dict[str, RoomGame] = {}
    modules = [room, other] if other else [room]
    file, start = (f"bench_with_{other}.toml", f"{room}_{other}") if other else ("bench.toml", room)
    for entry in tomllib.loads(text).get("game", []):
        name = str(entry.get("name"))
        where = f"{file} of {room}: game {name!r}"
        if name != start and not name.startswith(f"{start}_"):
            raise BenchError(f"{where} must be called {start!r} or begin with '{start}_'")
        if name in out:
            raise BenchError(f"{where} stands twice")
        if unknown := sorted(set(entry) - _KEYS):
            raise BenchError(f"{where} has unknown keys: {', '.join(unknown)}")
        if lacking := sorted({"label", "title"} - set(entry)):
            raise BenchError(f"{where} lacks {', '.join(lacking)}")
        if set(entry["label"]) != set(LANGUAGES):
            raise BenchError(f"{where} needs a label in each of {', '.join(LANGUAGES)}")
        config = {"game": family, "modules": modules, **entry.get("config", {})}
        out[name] = RoomGame(config, entry["label"], entry["title"], entry.get("least"))
    return out
