"""The view of a game for one viewer, and its drawings. Each game family has its view in its own folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.rules import Rules
from bastide.kernel.state import Event
from bastide.view.carcassonne import shown as carcassonne
from bastide.view.hints import HintLine
from bastide.view.island import shown as island
from bastide.view.island.model import OpenOffer
from bastide.view.model import OPEN, SPECTATOR, Reason, View
from bastide.view.views import AnyView

__all__ = ["OPEN", "SPECTATOR", "AnyView", "View", "events_view", "explain", "shown", "view"]


class Family(Protocol):
    """How the games of one family are shown."""

    def view(self, game: Game, viewer: int, brief: bool) -> AnyView:
        """The view of one viewer; `brief` limits the log to its last turn."""
        ...

    def events_view(self, game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
        """Events as one viewer may know them."""
        ...

    def explain(self, game: Game, text: str, seat: int) -> Reason | None:
        """Why a seat cannot use a button or play a notation now."""
        ...

    def hint(self, game: Game, seat: int, text: str, value: float | None, term: str) -> HintLine:
        """A legal decision of a seat in words, with the reason if a term of the evaluation speaks for it."""
        ...

    def turn(self, game: Game) -> tuple[int, int]:
        """Which turn it is, and whose."""
        ...

    def plain(self, game: Game, seat: int, notation: str) -> bool:
        """Whether everybody can see that the seat's only legal action is its only one."""
        ...

    def open_offer(self, game: Game) -> OpenOffer | None:
        """The offer that seats have yet to answer; None if there is none."""
        ...


FAMILIES: Final[tuple[tuple[type[Rules], Family], ...]] = ((Island, island), (Carcassonne, carcassonne))
"""The families that can be shown, by the class of their rules."""


def shown(game: Game) -> Family:
    """How this game is shown.

    :raises ConfigError: games of this family cannot be shown.
    """
    for rules, family in FAMILIES:
        if isinstance(game.rules, rules):
            return family
    name = game.rules.resolved()["game"]
    raise ConfigError(
        "games of {name} cannot be shown yet; they can be simulated, recorded, checked and counted", {"name": name}
    )


def view(game: Game, viewer: int, brief: bool = False) -> AnyView:
    """The view of one viewer: a seat, SPECTATOR, or OPEN for everything.

    A `brief` view limits the log to the last turn that has lines, since building a long log is slow.

    :raises ValueError: if the viewer is no seat of this game.
    """
    if not OPEN <= viewer < game.rules.seats:
        raise ValueError(f"viewer {viewer!r} is no seat of this game; seats are 0 to {game.rules.seats - 1}")
    return shown(game).view(game, viewer, brief)


def events_view(game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
    """Events as one viewer may know them, as plain data."""
    return shown(game).events_view(game, events, viewer)


def explain(game: Game, text: str, seat: int) -> Reason | None:
    """Why a seat cannot use a button (`road`, `trade`) or play a notation now; None if it can. Raises InvalidAction."""
    return shown(game).explain(game, text, seat)
