"""Bastide: a digital table for hex-island board games, one engine for players, bots, students and rule makers.

The names most programs need are exported here: `from bastide import Game`. Each is imported on first use, so
`import bastide` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bastide.kernel.chooser import Chooser
    from bastide.kernel.errors import (
        BastideError,
        ConfigError,
        IllegalAction,
        ImpossiblePosition,
        InvalidAction,
        OutOfRange,
        RecordError,
    )
    from bastide.kernel.families import configure
    from bastide.kernel.game import Game
    from bastide.kernel.observer import Observer
    from bastide.kernel.perft import perft
    from bastide.kernel.playout import Stepper
    from bastide.kernel.record import Decision, Record
    from bastide.kernel.resample import resample
    from bastide.kernel.rules import Rules
    from bastide.kernel.state import CHANCE, Event, State
    from bastide.players import Bot, make_bot
    from bastide.players.honest import assert_honest
    from bastide.players.play import play
    from bastide.players.playouts import Playouts, playouts

__all__ = [
    "CHANCE",
    "BastideError",
    "Bot",
    "Chooser",
    "ConfigError",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "ImpossiblePosition",
    "InvalidAction",
    "Observer",
    "OutOfRange",
    "Playouts",
    "Record",
    "RecordError",
    "Rules",
    "State",
    "Stepper",
    "assert_honest",
    "configure",
    "make_bot",
    "perft",
    "play",
    "playouts",
    "resample",
]
__version__ = "0.2.0"

_HOMES = {
    "CHANCE": "bastide.kernel.state",
    "BastideError": "bastide.kernel.errors",
    "Bot": "bastide.players",
    "Chooser": "bastide.kernel.chooser",
    "ConfigError": "bastide.kernel.errors",
    "Decision": "bastide.kernel.record",
    "Event": "bastide.kernel.state",
    "Game": "bastide.kernel.game",
    "IllegalAction": "bastide.kernel.errors",
    "ImpossiblePosition": "bastide.kernel.errors",
    "InvalidAction": "bastide.kernel.errors",
    "Observer": "bastide.kernel.observer",
    "OutOfRange": "bastide.kernel.errors",
    "Playouts": "bastide.players.playouts",
    "Record": "bastide.kernel.record",
    "RecordError": "bastide.kernel.errors",
    "Rules": "bastide.kernel.rules",
    "State": "bastide.kernel.state",
    "Stepper": "bastide.kernel.playout",
    "assert_honest": "bastide.players.honest",
    "configure": "bastide.kernel.families",
    "make_bot": "bastide.players",
    "perft": "bastide.kernel.perft",
    "play": "bastide.players.play",
    "playouts": "bastide.players.playouts",
    "resample": "bastide.kernel.resample",
}


def __getattr__(name: str) -> Any:
    """Import an exported name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'bastide' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The exported names."""
    return sorted([*globals(), *__all__])
