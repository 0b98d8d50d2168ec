"""The interface of a game engine, so that tests of tables can use a smaller game; `Games` is the real one.

The server knows no rules: it starts a game from a config, asks whose turn it is, plays notations, and shows views.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bastide.kernel.record import Decision
from bastide.view.hints import Hints
from bastide.view.island.model import OpenOffer
from bastide.view.model import Reason
from bastide.view.views import AnyView


class Playable(Protocol):
    """A game as the server uses it; see `bastide.kernel.game.Game`."""

    @property
    def actors(self) -> list[int]:
        """The seats that must act; `[CHANCE]` for dice and decks."""
        ...

    @property
    def decisions(self) -> Sequence[Decision]:
        """All decisions and chance outcomes."""
        ...

    @property
    def history(self) -> Sequence[Sequence[Any]]:
        """The events of every decision."""
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
        """Play a notation; `None` means the seat that must act."""
        ...

    def replay(self, text: str, seat: int) -> Sequence[Any]:
        """Play a decision of a log, which an earlier version may have allowed although this one does not."""
        ...

    def undo(self, seat: int | None = None) -> Any:
        """Take back that seat's last action; without a seat, the last one."""
        ...

    def redo(self, seat: int | None = None) -> Any:
        """Take the action again that was taken back last."""
        ...

    def can_undo(self, seat: int) -> bool:
        """Whether that seat may take back an action now."""
        ...

    def can_redo(self, seat: int) -> bool:
        """Whether that seat may take an action again now."""
        ...

    def copy(self) -> Playable:
        """An independent copy of the game."""
        ...

    def save(self) -> str:
        """The record of the game."""
        ...


class BotLike(Protocol):
    """A player that answers with a notation."""

    def choose(self, game: Any, seat: int) -> str:
        """The seat's decision."""
        ...


class Engine(Protocol):
    """What the server needs of the rules, the views and the bots."""

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """A game from its config, for players with these names; raises `ConfigError`."""
        ...

    def load(self, record: str) -> Playable:
        """A game from its record; raises `RecordError`."""
        ...

    def draw(self, game: Any, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """Sample the pending chance event once; return its notation and its events."""
        ...

    def turn(self, game: Any) -> tuple[int, int]:
        """The number of the turn, and its seat: two consecutive turns differ in one of them."""
        ...

    def quick(self, game: Any) -> bool:
        """Whether the game asks one seat after the other, and most pass: how soon a bot answers must not reveal its
        hand."""
        ...

    def only(self, game: Any, seat: int) -> str | None:
        """The only legal action of an awaited seat, in notation. None if it has a choice, or if others cannot see that
        it has none: a move played on timeout must not reveal the hand."""
        ...

    def open_offer(self, game: Any) -> OpenOffer | None:
        """The offer that seats have yet to answer, from public information; None if there is none."""
        ...

    def settle(self, kept: Any, played: Any) -> Playable:
        """Commit `played`, a copy of `kept` with further moves: return either object, in the state of `played`."""
        ...

    def freeze(self, game: Any) -> bytes | None:
        """Serialise a game with its history for `thaw`; None if that is not possible."""
        ...

    def thaw(self, data: bytes) -> tuple[Playable, Sequence[Sequence[Any]]]:
        """Deserialise a game frozen by the same code, with the events of its decisions; raises ValueError."""
        ...

    def view(self, game: Any, viewer: int, brief: bool = False) -> AnyView:
        """What one viewer may see; `brief` limits the log to the last turn."""
        ...

    def events(self, game: Any, events: Sequence[Any], viewer: int) -> list[dict[str, Any]]:
        """Events redacted for one viewer."""
        ...

    def explain(self, game: Any, text: str, seat: int) -> Reason | None:
        """Why a notation or a button is not possible for that seat, or None if it is; raises `InvalidAction`."""
        ...

    def bot(self, level: str, seed: int) -> BotLike:
        """A bot of a level; raises `ValueError` or a `BastideError` for an unknown one."""
        ...

    def thinks(self, level: str) -> bool:
        """Whether bots of this level decide in a process of their own (`bot_pool`)."""
        ...

    def question(self, game: Any, level: str, seat: int, seed: int) -> dict[str, Any]:
        """What such a process is asked for a decision, as JSON: the game as the seat sees it, and who decides."""
        ...

    def advised(self, game: Any, seat: int, told: str) -> Hints:
        """The hint of a seat in words, from what such a process has told; raises `BotError`."""
        ...
