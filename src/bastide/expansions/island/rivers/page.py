"""Rivers on the page: the Fortune and Misery tiles on the players' cards, gold and its exchange, bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.rivers.rules.module import FORTUNE, MISERY, RATE
from bastide.expansions.island.rivers.rules.state import EXCHANGES
from bastide.expansions.island.rivers.view import FORTUNE_TILE, MISERY_TILE, RiversView
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

COINS: Final = (
    '<path d="M4 17v2.6c0 1.6 2.7 2.8 6 2.8s6-1.2 6-2.8V17z" fill="#A8711A"/><ellipse cx="10" cy="16.8" rx="6" ry="2.8"'
    ' fill="#E9B949"/><circle cx="14.5" cy="9" r="6.4" fill="#F8D970"/><path d="M13 7.6l2-1.4v6" fill="none"/>'
)
SACK: Final = (
    '<path d="M9 6c-5 4-7 9-6 13 .6 2.6 17.4 2.6 18 0 1-4-1-9-6-13z" fill="#A98F6C"/><path d="M8 3l1 3h6l1-3-2.5'
    ' 1L12 2.5 10.5 4z" fill="#8A7051"/><path d="M8.5 6.2h7" stroke-width="2"/><path d="M12 12h4v4h-4z"'
    ' fill="#C4503A" transform="rotate(8 14 14)"/><path d="M11.4 13.3h5.4M11.6 15.2h5M13 11.4v5.4M15.2 11.4v5.4"'
    ' stroke-width=".6" transform="rotate(8 14 14)"/>'
)
TILE: Final = Markup(
    '<svg class="rivers-tile" width="{{0}}" height="{{1}}" viewBox="0 0 46 28"'
    ' preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><rect x="1" y="1"'
    ' width="44" height="26" rx="5" fill="{ground}" stroke="{edge}" stroke-width="1.6"/><rect x="3.4" y="3.4"'
    ' width="39.2" height="21.2" rx="3" fill="none" stroke="{edge}" stroke-opacity=".45" stroke-width=".8"/><g'
    ' transform="translate(3.5 2.5) scale(.92)" stroke="#3A2A12" stroke-width="1.1" stroke-linejoin="round">{art}</g>'
    '<text x="34.5" y="20" text-anchor="middle" font-size="17" font-weight="800" fill="{ink}">{points}</text></svg>'
)


def tile(ground: str, edge: str, ink: str, art: str, points: str) -> Markup:
    """The drawing of a tile; the width and the height are filled in where it is used."""
    return Markup(str(TILE).format(ground=ground, edge=edge, ink=ink, art=art, points=points))


TILES: Final = {
    FORTUNE_TILE: tile("#F6DC8C", "#8A5F12", "#4A3206", COINS, f"+{FORTUNE}"),
    MISERY_TILE: tile("#C9C6BC", "#57544B", "#3B2B22", SACK, f"−{-MISERY}"),
}
SAID: Final = {
    FORTUNE_TILE: _("Fortune, for the most gold: one point more"),
    MISERY_TILE: _("Misery: two points less"),
}
SHEET: Final = Sheet("gold", "star", _("Gold"))
PRIORITY: Final = 40


class Held(NamedTuple):
    """Whether a player holds the Fortune tile, and a Misery tile."""

    fortune: bool
    misery: bool

    def tiles(self) -> list[str]:
        """The tiles by name."""
        return [FORTUNE_TILE] * self.fortune + [MISERY_TILE] * self.misery


class RiversPage(ModulePage):
    """The scenario's panels."""

    replays = True
    sheets: Sequence[Sheet] = (SHEET,)
    pieces: Sequence[str] = ("bridge",)
    keys: Mapping[str, str] = {"bridge": "H"}
    placing: Mapping[str, str] = {"bridge": _("Choose where your bridge crosses a river: {count} possible.")}
    glyphs: Mapping[str, str] = {
        FORTUNE_TILE: '<circle cx="9" cy="14" r="7"/><circle cx="16" cy="9" r="6"/>',
        MISERY_TILE: '<path d="M9 7c-5 4-7 9-6 12 1 3 17 3 18 0 1-3-1-8-6-12zM8 3l1 3h6l1-3-4 1z"/>',
    }
    moments: Mapping[str, str] = {FORTUNE_TILE: ""}

    def east(self, desk: Desk, view: IslandView, own: RiversView) -> Sequence[SidePanel]:
        """Who is rich and who is poor, and how often gold may still be exchanged."""
        rich = desk.name(own.fortune) if own.fortune >= 0 else desk._("beside the board")
        return [
            SidePanel(
                "rivers",
                desk._("Gold"),
                partial(riches, desk, view, own),
                summary=desk._("Fortune: {name}", name=rich),
                priority=PRIORITY,
                sheet=SHEET.name,
            )
        ]

    def seen(self, own: RiversView, seat: int) -> Held:
        """The tiles of a player."""
        return Held(own.fortune == seat, seat in own.misery)

    def stats(self, desk: Desk, seat: SeatView, seen: Held) -> Sequence[Markup]:
        """The tiles in a player's row."""
        return [stat(TILES[name].format(33, 20), "", desk._(SAID[name]), "rivers-tile") for name in seen.tiles()]

    def cells(self, desk: Desk, seat: SeatView, seen: Held) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        return [cell(TILES[name].format(33, 20), "", desk.words.name(name)) for name in seen.tiles()]

    def facts(self, desk: Desk, own: RiversView, seat: int) -> Sequence[tuple[str, str]]:
        """The tiles in the summary."""
        return [("flag", desk._(SAID[name])) for name in self.seen(own, seat).tiles()]


def riches(desk: Desk, view: IslandView, own: RiversView) -> Markup:
    """The players from the richest down with their gold and tiles, and the exchanges left."""
    seats = sorted(view.seats, key=lambda seat: -seat.purse["gold"])
    left = desk._("{count} of {all} exchanges of {rate} gold left this turn", **exchanges(own))
    return tag(
        "div",
        tag("ul", [row(desk, seat, own) for seat in seats], cls="rivers-riches"),
        tag("p", left, cls="rivers-left"),
        cls="rivers",
    )


def exchanges(own: RiversView) -> dict[str, int]:
    """The numbers of the line about exchanges."""
    return {"count": own.exchanges, "all": int(EXCHANGES), "rate": int(RATE)}


def row(desk: Desk, seat: SeatView, own: RiversView) -> Markup:
    """One player."""
    held = Held(own.fortune == seat.seat, seat.seat in own.misery)
    tiles = [tag("span", TILES[name].format(40, 24), title=desk._(SAID[name])) for name in held.tiles()]
    said = [tag("span", ", " + desk.words.name(name), cls="vh") for name in held.tiles()]
    return tag(
        "li",
        desk.shield(seat.seat, 20),
        tag("span", desk.name(seat.seat), cls="name"),
        tag("b", seat.purse["gold"], pictures.good("gold", 19)),
        tiles,
        said,
    )


PAGE: Final = RiversPage()
