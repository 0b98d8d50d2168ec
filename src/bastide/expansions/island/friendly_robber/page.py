"""Friendly Robber panels: a heart beside each player whom the robber spares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.friendly_robber.view import FriendlyRobberView
from bastide.view.island.model import SeatView
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk
from bastide.web.panels.module_page import ModulePage
from bastide.web.panels.rail import stat

HEART: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21C5 15.5 2 12 2 8.2A5.2 5.2 0 0'
    ' 1 12 6a5.2 5.2 0 0 1 10 2.2c0 3.8-3 7.3-10 12.8z" fill="#A8432F" stroke="var(--ink)" stroke-width="1.5"/></svg>'
)


class FriendlyRobberPage(ModulePage):
    """The variant's panels."""

    def seen(self, own: FriendlyRobberView, seat: int) -> bool:
        """Whether the robber spares a player."""
        return seat in own.spared

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """A heart in the row of a player who is spared."""
        if not seen:
            return ()
        return [stat(HEART.format(15), "", desk._("spared by the robber"), "friendly-robber")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        if not seen:
            return ()
        return [cell(HEART.format(18), "", desk._("spared by the robber"))]


PAGE: Final = FriendlyRobberPage()
