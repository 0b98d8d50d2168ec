"""Troy on the page: the war, the reader's city and ships, figures of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.troy.page import drawings
from bastide.expansions.island.troy.page.own import KEYS, donation_form, own_side
from bastide.expansions.island.troy.page.war import war
from bastide.expansions.island.troy.rules.state import SHIPS
from bastide.expansions.island.troy.view.log import P
from bastide.expansions.island.troy.view.model import TroyView
from bastide.expansions.island.troy.view.module import MARK, PEOPLE, SHIP_PIECES
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

WAR_SHEET: Final = Sheet("troy", "sword", _("War"))
OWN_SHEET: Final = Sheet("troy_own", "flag", _("Ships"))
WAR_PRIORITY: Final = 60
OWN_PRIORITY: Final = 70


class Figures(NamedTuple):
    """The figures of a player; `side` is the decision card, if the reader may know it."""

    trade_points: int
    ships: int
    side: str | None
    worth: int


class TroyPage(ModulePage):
    """The scenario's panels."""

    replays = True
    pieces: Sequence[str] = ("ship", PEOPLE, MARK, *SHIP_PIECES.values())
    sheets: Sequence[Sheet] = (OWN_SHEET, WAR_SHEET)
    keys: Mapping[str, str] = {"ship": "H", **KEYS}
    placing: Mapping[str, str] = {
        "ship": _("Choose where your ship lies: {count} possible."),
        "people": _("Move the sea people to a marked hex: {count} possible."),
    }
    counted: Mapping[str, str] = {
        P + "flags": _("{count} flag {count:ship|ships}"),
        "cards": _("{count} {count:point|points} of the city"),
    }
    glyphs: Mapping[str, str] = {P + "flags": '<path d="M5 22V2h15l-5 5 5 5H8v10z"/>'}
    moments: Mapping[str, str] = {P + "battle": ""}
    signs: Mapping[str, tuple[str, str]] = {
        P + "battle": (PEOPLE, "-44 -48 88 78"),
        P + "people": (PEOPLE, "-44 -48 88 78"),
    }

    def west(self, desk: Desk, view: IslandView, own: TroyView) -> Sequence[SidePanel]:
        """The reader's city and ships."""
        seat = view.own
        if seat is None or view.result is not None:
            return ()
        note = desk._("{count} trade {count:point|points}", count=own.trade_points[seat.seat])
        content = partial(own_side, desk, view, own, seat.seat)
        title = desk._("Your city and ships")
        return [SidePanel("troy_own", title, content, note, priority=OWN_PRIORITY, sheet=OWN_SHEET.name)]

    def east(self, desk: Desk, view: IslandView, own: TroyView) -> Sequence[SidePanel]:
        """The track, the row, the battle."""
        summary = desk._("Troy {troy} : {mycenae} Mycenae", troy=own.worth[0], mycenae=own.worth[1])
        note = desk._("a 6 ends the game")
        content = partial(war, desk, own)
        return [
            SidePanel(
                "troy_war", desk._("The war"), content, summary, note, priority=WAR_PRIORITY, sheet=WAR_SHEET.name
            )
        ]

    def forms(self, desk: Desk, view: IslandView, own: TroyView) -> Sequence[Markup]:
        """The form of a donation."""
        return donation_form(desk, view, own)

    def seen(self, own: TroyView, seat: int) -> Figures:
        """A player's trade points, ships and, if it may be known, city."""
        return Figures(own.trade_points[seat], len(own.built[seat]), own.sides[seat], own.worth_of(seat))

    def stats(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """Trade points and ships in a player's row."""
        trade = desk._("trade {count:point|points}", count=seen.trade_points)
        return [
            stat(drawings.amphora(17), seen.trade_points, trade, "troy"),
            stat(drawings.ship(17), f"{seen.ships}/{SHIPS}", desk._("ships"), "troy-ships"),
        ]

    def cells(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        trade = desk._("trade {count:point|points}", count=seen.trade_points)
        return [
            cell(drawings.amphora(20), str(seen.trade_points), trade),
            cell(drawings.ship(20), f"{seen.ships}/{SHIPS}", desk._("ships")),
        ]

    def facts(self, desk: Desk, own: TroyView, seat: int) -> Sequence[tuple[str, str]]:
        """Ships, trade points and the city in the summary."""
        out = [
            ("flag", desk._("{count} {count:ship|ships}", count=len(own.built[seat]))),
            ("star", desk._("{count} trade {count:point|points}", count=own.trade_points[seat])),
        ]
        side = own.sides[seat]
        return [*out, ("sword", desk.words.title(side))] if side is not None else out

    def open_figures(self, desk: Desk, seat: SeatView, seen: Figures) -> Markup:
        """In a replay, beside a player's hand: the city too."""
        city = None
        if seen.side is not None:
            city = stat(drawings.walls(seen.side, 18), f"+{seen.worth}", desk.words.title(seen.side), "troy-city")
        return tag("ul", city, self.stats(desk, seat, seen), cls="troy-open")
