"""What readers of a table are shown, cached until the table changes: its data, and its panels as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from bastide.players import offered
from bastide.server.common.model import OfferTimes, TableView
from bastide.server.engine.contained import contained
from bastide.server.tables.bots import delays

if TYPE_CHECKING:
    from bastide.server.tables.table import Table

DRAWINGS: Final = 64
"""How many renderings of one version are cached: readers choose which panels to leave out, so the number must be
bounded."""


class Pictures:
    """The views and panels of one version of a table, by reader."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._views: dict[tuple[int | None, bool, bool], TableView] = {}
        self._panels: dict[tuple[object, ...], dict[str, str]] = {}

    def clear(self) -> None:
        """Forget all: the table has changed."""
        self._views.clear()
        self._panels.clear()

    @contained()
    def view(self, seat: int | None, entered: bool = False, brief: bool = False) -> TableView:
        """The table as one seat or a spectator sees it; `entered` is whether the spectator gave the password.

        A `brief` view has only the last turn of the log.
        """
        table = self._table
        found = self._views.get((seat, entered, brief))
        if found is None:
            found = self._views[seat, entered, brief] = table.state.shown(
                table.shared.engine, seat, table.present, table.spectators, table.gaps(), entered, brief
            )
            if not found.outside:
                times = OfferTimes(table.shared.settings.offer_time, delays(table))
                bots = offered(table.shared.bot_pool.count)
                found = self._views[seat, entered, brief] = msgspec.structs.replace(
                    found, offers=times, bots=bots, hint=table.hints.shown(seat)
                )
        if found.outside:
            return found
        if table.state.clocks is not None:
            clock = table.state.clocks.shown(table.now(), stand=table.stalled)
            found = msgspec.structs.replace(found, clock=clock)
        if table.state.waits and table.state.may_watch(seat, entered):
            found = msgspec.structs.replace(found, waits=table.wait_watch.shown())
        return found

    @contained()
    def panels(
        self,
        seat: int | None,
        language: str,
        entered: bool = False,
        brief: bool = False,
        unseen: frozenset[str] = frozenset(),
    ) -> dict[str, str]:
        """The table rendered for one seat or a spectator; requires a renderer. Without the password nothing is
        rendered.

        `brief` leaves out all turns of the log but the last: they are most of the rendering time late in a game.
        `unseen` are panels that are left out with their rows.
        """
        found = self._panels.get((seat, entered, language, brief, unseen))
        if found is None:
            render = self._table.shared.render
            assert render is not None
            view = self.view(seat, entered, brief)
            found = {} if view.outside else render(view, language, unseen)
            if len(self._panels) >= DRAWINGS:
                self._panels.clear()
            self._panels[seat, entered, language, brief, unseen] = found
        return found
