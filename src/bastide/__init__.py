"""Bastide: a digital table for hex-island board games, one engine for players, bots, students and rule makers.

The names most programs need are exported here: `from bastide import Game`. Each is imported on first use, so
`import bastide` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bastide.kernel.errors import BastideError, ConfigError, IllegalAction, InvalidAction, RecordError
    from bastide.kernel.game import Game
    from bastide.kernel.state import CHANCE
    from bastide.players import make_bot

__all__ = [
    "CHANCE",
    "BastideError",
    "ConfigError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "RecordError",
    "make_bot",
]
__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "bastide.kernel.state",
    "BastideError": "bastide.kernel.errors",
    "ConfigError": "bastide.kernel.errors",
    "Game": "bastide.kernel.game",
    "IllegalAction": "bastide.kernel.errors",
    "InvalidAction": "bastide.kernel.errors",
    "RecordError": "bastide.kernel.errors",
    "make_bot": "bastide.players",
}


def __getattr__(name: str) -> Any:
    """Import an exported name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'bastide' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The exported names."""
    return sorted([*globals(), *__all__])
