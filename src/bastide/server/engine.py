"""What the server asks of a game, so that tables can be tried with a smaller one; `Games` is the real engine.

The server knows no rules: it starts a game from a config, asks who is awaited, plays notations, and shows views.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bastide.view.model import Reason
from bastide.view.views import AnyView


class Playable(Protocol):
    """A game as the server uses it; see `bastide.kernel.game.Game`."""

    @property
    def actors(self) -> list[int]:
        """The seats that the game waits for; `[CHANCE]` for dice and deck."""
        ...

    @property
    def decisions(self) -> Sequence[Any]:
        """All decisions and outcomes of chance."""
        ...

    @property
    def optional(self) -> list[int]:
        """The seats that may act although the game does not wait for them."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    def play(self, text: str, seat: int | None = None) -> Sequence[Any]:
        """Play a notation; `None` is whoever it must be."""
        ...

    def undo(self, seat: int | None = None) -> Any:
        """Take back that seat's last action."""
        ...

    def can_undo(self, seat: int) -> bool:
        """Whether that seat may take back an action now."""
        ...

    def copy(self) -> Playable:
        """The same game, sharing nothing that changes."""
        ...

    def save(self) -> str:
        """The record."""
        ...


class Bot(Protocol):
    """A player that answers with a notation."""

    def choose(self, game: Any, seat: int) -> str:
        """What this seat does now."""
        ...


class Engine(Protocol):
    """Everything the server needs of the rooms to its left."""

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """A game from its config, for players of these names; raises `ConfigError`."""
        ...

    def load(self, record: str) -> Playable:
        """A game from its record; raises `RecordError`."""
        ...

    def draw(self, game: Any, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """Let chance decide once: the notation of the outcome, and its events."""
        ...

    def turn(self, game: Any) -> tuple[int, int]:
        """Which turn it is, and whose: two turns that follow each other differ in the number or in the seat."""
        ...

    def only(self, game: Any, seat: int) -> str | None:
        """The one thing that an awaited seat can do, in notation; None if it has a choice, or if others cannot see that
        it has none: what is played for a seat when its time is up must not tell what it holds.
        """
        ...

    def settle(self, kept: Any, played: Any) -> Playable:
        """The game to keep once `played`, which was a copy of `kept`, is stored: one of the two, as `played` stands."""
        ...

    def freeze(self, game: Any) -> bytes | None:
        """A game and all that happened in it as bytes for `thaw`; None if it cannot be kept so."""
        ...

    def thaw(self, data: bytes) -> tuple[Playable, Sequence[Sequence[Any]]]:
        """The game that was frozen by the same code, and the events of its decisions; raises ValueError."""
        ...

    def view(self, game: Any, viewer: int, brief: bool = False) -> AnyView:
        """What one viewer may see; `brief` is with no more of the log than its last turn."""
        ...

    def events(self, game: Any, events: Sequence[Any], viewer: int) -> list[dict[str, Any]]:
        """Events as one viewer may see them."""
        ...

    def explain(self, game: Any, text: str, seat: int) -> Reason | None:
        """Why a notation or a button is not possible for that seat, or None if it is; raises `InvalidAction`."""
        ...

    def bot(self, level: str, seed: int) -> Bot:
        """A bot of a level; raises `ValueError` or a `BastideError` for an unknown one."""
        ...
