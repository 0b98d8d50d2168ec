"""Seafarers on the page: keys, a panel with the foreign islands, a badge for each player's chits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.seafarers.rules.state import CHIT
from bastide.expansions.island.seafarers.view import CHIT_PIECE, Isle, SeafarersView, island_name
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

ISLAND: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 18c4-3 14-3 18 0z" fill="#D9B45A"'
    ' stroke="var(--ink)" stroke-width="1.4"/><path d="M12 16c0-5 .5-7 1.5-9M13.5 7c-3-2-5-1-6 1 2-1 4-.5 6-1zm0 0c3-2'
    ' 5-1 6 1-2-1-4-.5-6-1zm0 0c-.5-3 1-4.5 3-5-1 1.5-2 3-3 5z" fill="#5E6E2A" stroke="var(--ink)"'
    ' stroke-width="1.2"/><path d="M2 21q3-2 5 0t5 0 5 0 5 0" fill="none" stroke="#2C8A8A" stroke-width="1.6"/></svg>'
)
SHEET: Final = Sheet("isles", "globe", _("Isles"))


class SeafarersPage(ModulePage):
    """The expansion's panels."""

    replays = True
    sheets: Sequence[Sheet] = (SHEET,)
    pieces: Sequence[str] = ("ship", "pirate", "lift", "pick", CHIT_PIECE)
    loose: Sequence[str] = ("sail",)
    gains: Sequence[str] = ("seafarers_gold",)
    keys: Mapping[str, str] = {"ship": "H", "sail": "M", "chase-pirate": "P"}
    arts: Mapping[str, str] = {"sail": "ship", "chase-pirate": "pirate"}
    placing: Mapping[str, str] = {
        "ship": _("Choose where your ship lies: {count} possible."),
        "sail": _("Choose the ship to move: {count} possible."),
        "pirate": _("Move the pirate to a marked hex: {count} possible."),
        "chase-pirate": _("Choose the knight that drives the pirate away."),
    }
    counted: Mapping[str, str] = {"seafarers_chits": _("{count} foreign {count:island|islands}")}
    glyphs: Mapping[str, str] = {"seafarers_chits": '<path d="M3 17c4-4 14-4 18 0zM12 12V5l5 3z"/>'}

    def east(self, desk: Desk, view: IslandView, own: SeafarersView) -> Sequence[SidePanel]:
        """Who has settled which foreign island."""
        if not own.isles:
            return ()
        settled = sum(bool(isle.settled) for isle in own.isles)
        return [
            SidePanel(
                "seafarers",
                desk._("Foreign islands"),
                partial(isles, desk, own.isles),
                summary=desk._("{count} of {all} settled", count=settled, all=len(own.isles)),
                note=desk._("+{count} each", count=int(CHIT)),
                sheet=SHEET.name,
            )
        ]

    def seen(self, own: SeafarersView, seat: int) -> int:
        """The points of a player's chits."""
        return int(CHIT) * sum(seat in isle.settled for isle in own.isles)

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """A badge in the row of a player with chits."""
        if not seen:
            return ()
        said = desk._("{count} {count:point|points} for foreign islands", count=seen)
        return [stat(ISLAND.format(17), f"+{seen}", said, "seafarers-chits")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        if not seen:
            return ()
        return [cell(ISLAND.format(20), f"+{seen}", desk._("points for foreign islands"))]


def isles(desk: Desk, found: Sequence[Isle]) -> Markup:
    """Each foreign island by its name, with those who have its chit."""
    return tag("ul", [row(desk, isle) for isle in found], cls="seafarers-isles")


def row(desk: Desk, isle: Isle) -> Markup:
    """One island."""
    shields = [tag("span", desk.shield(seat, 20), title=desk.name(seat)) for seat in isle.settled]
    return tag(
        "li",
        tag("span", island_name(isle, desk.words), title=desk._("the island at {place}", place=isle.hex)),
        shields or tag("small", desk._("nobody yet")),
        data_hex=isle.hex,
    )


PAGE: Final = SeafarersPage()
