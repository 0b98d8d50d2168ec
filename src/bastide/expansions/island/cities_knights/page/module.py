"""What Cities & Knights adds to the page, by member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.cities_knights.page import cards, cities, dice, figures, length, sea
from bastide.expansions.island.cities_knights.page.menus import menus
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.model import KnightsView, Ruler
from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Option
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import join
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel

PLACING: Final = {
    "wall": _("Choose the city that gets a wall: {count} possible."),
    "recruit": _("Place your knight on a marked corner: {count} possible."),
    "repair": _("Choose the city to repair: {count} possible."),
    "move": _("Choose where your knight goes: {count} possible."),
    "displace": _("Choose the knight to displace: {count} possible."),
    "engineering": _("Choose the city that gets a wall: {count} possible."),
    "medicine": _("Choose the settlement that becomes a city: {count} possible."),
    "intrigue": _("Choose the knight to drive away: {count} possible."),
    "sabotage": _("Choose the city to sabotage: {count} possible."),
    "merchant": _("Choose a hex for the merchant: {count} possible."),
    "taxation": _("Move the robber to a marked hex: {count} possible."),
    "diplomacy": _("Choose the road to take away: {count} possible."),
    "invention": _("Choose two number tokens that change places: {count} possible."),
    "enlist": _("Place the knight on a marked corner: {count} possible."),
}
CARDS: Final = Sheet("cards", "book", _("Cards"))
CITIES: Final = Sheet("cities", "crown", _("Cities"))


class KnightsPage(ModulePage):
    """Cities & Knights panels."""

    pieces = (
        "wall",
        "metropolis-science",
        "metropolis-trade",
        "metropolis-politics",
        *PIECES.values(),
        "city-tipped",
        "sabotaged",
        "merchant",
        "barbarians",
        "footstep",
        "clash",
        "pick",
        "lift",
        "swap",
        "pennant",
    )
    gives = ("pay",)
    keys: Mapping[str, str] = {"wall": "W", "recruit": "N"}
    arts: Mapping[str, str] = {"recruit": PIECES[1, False], "repair": "city"}
    placing = PLACING
    sheets = (CARDS, CITIES)
    die_colors = ("garnet", "amber")
    counted: Mapping[str, str] = {"metropolises": _("{count} {count:metropolis|metropolises}")}
    glyphs: Mapping[str, str] = {
        "metropolises": '<path d="M3 21V9h4V5l5-4 5 4v4h4v12z"/>',
        "defender": '<path d="M4 3h16v8c0 6-4 9-8 11-4-2-8-5-8-11z"/>',
        "printing": '<path d="M5 2h11l4 4v16H5zM8 9h9v2H8zM8 13h9v2H8zM8 17h6v2H8z" fill-rule="evenodd"/>',
        "constitution": '<path d="M12 1l11 6v2H1V7zM3 11h3v8H3zM8 11h3v8H8zM13 11h3v8h-3zM18 11h3v8h-3z'
        'M1 20h22v3H1z"/>',
        "merchant": '<path d="M2 4h20l2 7H0zM3 12h18v9H3z"/>',
    }
    moments: Mapping[str, str] = {"metropolis": "metropolis_lost", "defender": "", "fall": ""}
    signs: Mapping[str, tuple[str, str]] = {"ship": ("barbarians", "-42 -48 84 84")}

    def west(self, desk: Desk, view: IslandView, own: KnightsView) -> Sequence[SidePanel]:
        """The reader's progress cards."""
        seat = view.own
        if seat is None or view.result is not None:
            return ()
        count = desk._("{count} of {most}", count=seat.cards_size, most=own.most_cards)
        return (
            SidePanel(
                "ck-cards",
                desk._("Progress cards"),
                partial(cards.progress, desk, own, seat),
                summary=count,
                note=count,
                tone="bad" if seat.cards_size > own.most_cards else "",
                priority=60,
                sheet=CARDS.name,
            ),
        )

    def east(self, desk: Desk, view: IslandView, own: KnightsView) -> Sequence[SidePanel]:
        """The barbarians, or their attack while it lasts, and the improvement board."""
        battle = own.battle
        first = [sea.attack_panel(desk, battle)] if battle else []
        if battle is None or battle.over:
            first.append(sea.barbarians_panel(desk, own))
        return (*first, cities.panel(desk, own))

    def overlays(self, desk: Desk, view: IslandView, own: KnightsView) -> Markup:
        """The barbarians in one line, for a phone, and the menus of the reader's knights."""
        return join(sea.strip(desk, own), menus(desk, own))

    def seen(self, own: KnightsView, seat: int) -> Ruler:
        """A player's data unknown to the base."""
        return own.rulers[seat]

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """Progress card backs, and active strength out of total strength."""
        return figures.stats(desk, seat, seen)

    def figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup:
        """Three dials, points on cards, damaged cities."""
        return figures.figures(desk, seen)

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """Progress cards and strength."""
        return length.cells(desk, seat, seen)

    def more(self, desk: Desk, seat: SeatView, seen: Any) -> Markup:
        """Domains, walls and knights, honours, damaged cities."""
        return length.more(desk, seen)

    def dice(self, desk: Desk, view: IslandView, own: KnightsView) -> Sequence[Markup]:
        """The event die."""
        return dice.event_die(own)

    def roll_effect(self, desk: Desk, view: IslandView, own: KnightsView) -> str:
        """What the event die did."""
        return dice.event_result(desk, own)

    def stock(self, desk: Desk, view: IslandView, own: Any) -> Markup:
        """The piles of progress cards."""
        return cards.piles(desk, own)

    def answer(self, desk: Desk, view: IslandView, own: Any, option: Option) -> Markup | None:
        """A card that may be taken or discarded, with its effect."""
        return cards.answer(desk, own, option)

    def forms(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        """The forms of progress cards, and of a commercial harbour."""
        return cards.forms(desk, view, own)

    def facts(self, desk: Desk, own: Any, seat: int) -> Sequence[tuple[str, str]]:
        """Strength and levels."""
        return figures.facts(desk, own, seat)

    def opened(self, desk: Desk, view: IslandView, own: KnightsView) -> Sequence[SidePanel]:
        """The barbarians or their attack; players show the levels."""
        return (sea.attack_panel(desk, own.battle) if own.battle else sea.barbarians_panel(desk, own),)

    def open_figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup:
        """Levels, strength, points on cards."""
        return figures.open_figures(desk, seen)

    def open_card(self, kind: str) -> Markup:
        """A progress card by its subject."""
        return cards.emblem(kind, 17)
