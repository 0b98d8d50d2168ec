"""What one viewer may see of a game, and its drawings. Each family of games shows itself in a folder of its own."""

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
from bastide.view.island import shown as island
from bastide.view.model import OPEN, SPECTATOR, Reason, View
from bastide.view.views import AnyView

__all__ = ["OPEN", "SPECTATOR", "AnyView", "View", "events_view", "explain", "shown", "view"]


class Family(Protocol):
    """How the games of one family are shown."""

    def view(self, game: Game, viewer: int, brief: bool) -> AnyView:
        """What one viewer may see, and do; `brief` is with no more of the log than its last turn."""
        ...

    def events_view(self, game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
        """Events as one viewer may know them."""
        ...

    def explain(self, game: Game, text: str, seat: int) -> Reason | None:
        """Why a seat cannot use a button or play a notation now."""
        ...

    def turn(self, game: Game) -> tuple[int, int]:
        """Which turn it is, and whose."""
        ...

    def plain(self, game: Game, seat: int, notation: str) -> bool:
        """Whether everybody can see that this is the only thing that a seat can do, given that it is."""
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
    """What one viewer may see, and do: a seat, SPECTATOR, or OPEN for everything.

    A `brief` view has no more of the log than the last turn in which something is told: a long one takes long to tell.

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
