"""Harbours panels: an anchor with the harbour points of each player, golden for the holder of the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.harbors.view import CARD, HarborsView
from bastide.view.island.model import SeatView
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk
from bastide.web.panels.module_page import ModulePage
from bastide.web.panels.rail import stat

LINES: Final = (
    '<circle cx="12" cy="5" r="2.5"/><path d="M12 7.5V21M7.5 11h9M4 14c0 4.5 3.5 7 8 7s8-2.5 8-7M4 14l-1.5 2.5M20'
    ' 14l1.5 2.5"/>'
)
ANCHOR: Final = Markup(
    '<svg class="ic" width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><g fill="none"'
    f' stroke="currentColor" stroke-width="2.2" stroke-linecap="round">{LINES}</g></svg>'
)
MEDAL: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#F2C653"'
    ' stroke="#7A5208" stroke-width="1.6"/><g transform="translate(4.2 4) scale(.65)" fill="none" stroke="#4A3206"'
    f' stroke-width="2.6" stroke-linecap="round">{LINES}</g></svg>'
)


class Port(NamedTuple):
    """A player's harbour points, and whether that player holds the card."""

    points: int
    card: bool


class HarborsPage(ModulePage):
    """The variant's panels."""

    replay_class = "harbors-open"
    glyphs: Mapping[str, str] = {
        CARD: f'<g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round">{LINES}</g>'
    }
    moments: Mapping[str, str] = {CARD: ""}

    def seen(self, own: HarborsView, seat: int) -> Port:
        """A player's harbour points, and the card."""
        return Port(own.points[seat], own.holder == seat)

    def stats(self, desk: Desk, seat: SeatView, seen: Port) -> Sequence[Markup]:
        """An anchor in each player's row."""
        return [stat(picture(seen, 17, 21), seen.points, said(desk, seen), "harbors")]

    def cells(self, desk: Desk, seat: SeatView, seen: Port) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        return [cell(picture(seen, 18, 22), str(seen.points), desk._("at harbours"), title=said(desk, seen))]

    def facts(self, desk: Desk, own: HarborsView, seat: int) -> Sequence[tuple[str, str]]:
        """Harbour points in the summary."""
        return [("flag", desk._("harbour points {count}", count=own.points[seat]))]


def picture(seen: Port, size: int, larger: int) -> Markup:
    """An anchor; a golden medal, a little larger, for the holder of the card."""
    return MEDAL.format(larger) if seen.card else ANCHOR.format(size)


def said(desk: Desk, seen: Port) -> str:
    """The words for it."""
    if seen.card:
        return desk._("{count:harbour point|harbour points}, with the harbour card", count=seen.points)
    return desk._("{count:harbour point|harbour points}", count=seen.points)


PAGE: Final = HarborsPage()
