"""Cities & Knights on the page."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from bastide.view.island.knights.knights import PIECES
from bastide.view.island.knights.model import KnightsView
from bastide.view.model import IslandView
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.guest import Guest
from bastide.web.panels.html import join, tag
from bastide.web.panels.knights.cards import answer, emblem, forms, piles, progress
from bastide.web.panels.knights.cities import improvements
from bastide.web.panels.knights.dice import dice
from bastide.web.panels.knights.figures import facts, figures, open_figures, seen
from bastide.web.panels.knights.length import cells, more
from bastide.web.panels.knights.menus import menus
from bastide.web.panels.knights.sea import attack, barbarians, strip


def east(desk: Desk, view: IslandView, own: Any) -> Markup:
    """The barbarians, an attack while it lasts, the improvement board, the menus of the reader's knights."""
    assert isinstance(own, KnightsView)
    battle = own.battle
    fought = attack(desk, view, own, battle) if battle else None
    sheet = tag(
        "div",
        fought,
        None if battle and not battle.over else barbarians(desk, own),
        improvements(desk, view, own),
        cls="slab ck-sheet",
        data_wall=True,
    )
    return join(strip(desk, own), sheet, menus(desk, own))


def opened(desk: Desk, view: IslandView, own: Any) -> Markup:
    """The barbarians or their attack in a replay, where nobody acts; levels stand with the players."""
    assert isinstance(own, KnightsView)
    shown = attack(desk, view, own, own.battle) if own.battle else barbarians(desk, own)
    return tag("div", shown, cls="slab ck-sheet", data_wall=True)


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
GUEST: Final = Guest(
    pieces=(
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
    ),
    keys={"wall": "W", "recruit": "N"},
    arts={"recruit": PIECES[1, False], "repair": "city"},
    placing=PLACING,
    west=progress,
    east=east,
    seen=seen,
    figures=figures,
    cells=cells,
    more=more,
    dice=dice,
    stock=piles,
    answer=answer,
    forms=forms,
    sheets=(("cards", "book", _("Cards")), ("cities", "crown", _("Cities"))),
    facts=facts,
    opened=opened,
    open_figures=open_figures,
    open_card=lambda kind: emblem(kind, 17),
    counted={
        "metropolises": _("{count} {count:metropolis|metropolises}"),
    },
    moments={"metropolis": "metropolis_lost", "defender": "", "fall": ""},
)
