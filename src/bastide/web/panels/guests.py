"""The expansions of the island that have a page, by the name of their module."""

from __future__ import annotations

from typing import Any, Final, cast

from bastide.view.model import IslandView, View
from bastide.web.panels.guest import Guest
from bastide.web.panels.knights import GUEST as CITIES_KNIGHTS

GUESTS: Final[dict[str, Guest]] = {"cities_knights": CITIES_KNIGHTS}


def guests(view: View) -> list[tuple[Guest, Any]]:
    """The guests of a game, each with what its module tells."""
    brought = cast(IslandView, view).modules if view.family == IslandView.family else {}
    return [(GUESTS[name], own) for name, own in brought.items() if name in GUESTS]


def guest_of(view: IslandView) -> tuple[Guest, Any] | None:
    """The first guest of a game: the one whose figures and dice are shown, where there is room for one."""
    return next(iter(guests(view)), None)
