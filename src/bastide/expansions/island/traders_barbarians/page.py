"""Traders & Barbarians on the page: levels and places, the reader's wagon, figures of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.traders_barbarians.view.log import WAGON, P
from bastide.expansions.island.traders_barbarians.view.model import Level, TradersBarbariansView
from bastide.expansions.island.traders_barbarians.view.module import (
    DIVERT,
    FAR,
    PICK,
    POST,
    RAIDER,
    STEPS,
    STRIKE,
    UPGRADE,
    WAGONS,
    WANTS,
)
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _, goods_order
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

CART: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 8h15l-2 8H4z" fill="#C98A4A"'
    ' stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round"/><path d="M17 12l5-3" stroke="var(--ink)"'
    ' stroke-width="1.8" stroke-linecap="round"/><circle cx="6.500" cy="17.500" r="3.300" fill="#F4E7C6"'
    ' stroke="var(--ink)" stroke-width="1.5"/><circle cx="13.500" cy="17.500" r="3.300" fill="#F4E7C6"'
    ' stroke="var(--ink)" stroke-width="1.5"/></svg>'
)
TOKENS: Final[Mapping[str, str]] = {
    "glass": '<path d="M7 21V12l2-3V3h6v6l2 3v9z" fill="#8FD3C8" stroke="var(--ink)" stroke-width="1.5"'
    ' stroke-linejoin="round"/><path d="M10 13v6" stroke="#EAFBF7" stroke-width="1.8"/>',
    "marble": '<path d="M3 10l4-4h14l-4 4zM3 10h14v9H3zM17 10l4-4v9l-4 4z" fill="#F6F3EC" stroke="var(--ink)"'
    ' stroke-width="1.5" stroke-linejoin="round"/><path d="M6 13q4 1 5 4" fill="none" stroke="#B9B0A2"/>',
    "tools": '<path d="M5 20L16 7" stroke="var(--ink)" stroke-width="4" stroke-linecap="round"/><path d="M5 20L16 7"'
    ' stroke="#A9773F" stroke-width="1.8" stroke-linecap="round"/><path d="M10 5q6-5 11 2l-2 3q-5-4-7-1z"'
    ' fill="#AEB6BC" stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round"/>',
    "sand": '<path d="M5 20q-3-7 4-11l-1-4h8l-1 4q7 4 4 11-7 2-14 0z" fill="#E2C27C" stroke="var(--ink)"'
    ' stroke-width="1.5" stroke-linejoin="round"/><path d="M8 9h8" stroke="#8A5E34" stroke-width="1.8"/>',
}
"""The sign of each kind of token."""
OWN_SHEET: Final = Sheet("wagon", "route", _("Wagon"))
SHEET: Final = Sheet("wagons", "house", _("Levels"))
PRIORITY: Final = 60
NO_ROLL: Final = 7


class Figures(NamedTuple):
    """The figures of a player."""

    level: int
    cargo: str
    wanted: str
    deliveries: int


class TradersBarbariansPage(ModulePage):
    """The scenario's panels."""

    replays = True
    replay_class = "traders-barbarians-open"
    pieces: Sequence[str] = (*WAGONS, RAIDER, *STEPS.values(), *FAR.values(), STRIKE, PICK, POST)
    sheets: Sequence[Sheet] = (OWN_SHEET, SHEET)
    keys: Mapping[str, str] = {UPGRADE: "W", DIVERT: "M"}
    arts: Mapping[str, str] = {UPGRADE: WAGONS[0], DIVERT: RAIDER}
    placing: Mapping[str, str] = {
        "drive": _("Choose where your wagon goes next: {count} possible."),
        "expel": _("Choose the barbarian that your wagon attacks: {count} possible."),
        "rouse": _("Choose the barbarian to move: {count} possible."),
        DIVERT: _("Choose the barbarian to move: {count} possible."),
        "post": _("Choose the path to which the barbarian goes: {count} possible."),
    }
    counted: Mapping[str, str] = {P + "delivered": _("{count} {count:delivery|deliveries}")}
    glyphs: Mapping[str, str] = {
        P + "delivered": '<path d="M2 7h16l-2 8H4z"/><circle cx="7" cy="18" r="3"/><circle cx="14" cy="18" r="3"/>',
        P + "top": '<path d="M12 2l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z"/>',
    }
    signs: Mapping[str, tuple[str, str]] = {WAGON: (RAIDER, "-40 -36 80 66")}

    def east(self, desk: Desk, view: IslandView, own: TradersBarbariansView) -> Sequence[SidePanel]:
        """The levels with the reader's, and what each place gives and wants."""
        seat = view.own
        level = own.wagons[seat.seat].level if seat is not None else 0
        left = sum(n for stack in own.stacks.values() for n in stack.values())
        return [
            SidePanel(
                "traders_barbarians",
                desk._("The wagons"),
                partial(wagons, desk, own, level),
                summary=desk._("level {level}", level=level)
                if level
                else desk._("{count} {count:token|tokens} left", count=left),
                note=desk._("move, gold, attack"),
                priority=PRIORITY,
                sheet=SHEET.name,
                urgent=True,
            )
        ]

    def west(self, desk: Desk, view: IslandView, own: TradersBarbariansView) -> Sequence[SidePanel]:
        """The reader's wagon: its move, its load, the next level, gold."""
        seat = view.own
        if seat is None or view.result is not None:
            return ()
        wagon = own.wagons[seat.seat]
        load = desk.words.title(P + wagon.cargo) if wagon.cargo else desk._("empty")
        return [
            SidePanel(
                "traders_barbarians_own",
                desk._("Your wagon"),
                partial(mine, desk, own, seat),
                summary=load,
                note=desk._("level {level}", level=wagon.level),
                priority=PRIORITY + 1,
                sheet=OWN_SHEET.name,
                urgent=own.move is not None and own.move.seat == seat.seat,
                due=own.move is not None and own.move.seat == seat.seat,
            )
        ]

    def seen(self, own: TradersBarbariansView, seat: int) -> Figures:
        """A player's level, load and deliveries."""
        wagon = own.wagons[seat]
        return Figures(wagon.level, wagon.cargo, wagon.wanted, wagon.deliveries)

    def stats(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same in a player's row."""
        out = [stat(CART.format(18), seen.level, desk._("level of the wagon"), "traders-barbarians")]
        if seen.cargo:
            said = desk._(
                "{token} for: {site}", token=desk.words.name(P + seen.cargo), site=desk.words.name(seen.wanted)
            )
            out.append(tag("li", token(seen.cargo, 19), hidden(said), title=said, cls="stat-traders-barbarians-load"))
        return out

    def cells(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        out = [cell(CART.format(20), str(seen.level), desk._("wagon"))]
        if seen.cargo:
            out.append(cell(token(seen.cargo, 20), desk.words.name(P + seen.cargo), desk.words.name(seen.wanted)))
        return out

    def facts(self, desk: Desk, own: TradersBarbariansView, seat: int) -> Sequence[tuple[str, str]]:
        """The level in the summary."""
        return [("house", desk._("wagon of level {level}", level=own.wagons[seat].level))]


def token(kind: str, size: int) -> Markup:
    """The sign of a kind of token."""
    return Markup('<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true">{1}</svg>').format(
        size, Markup(TOKENS[kind])
    )


def wagons(desk: Desk, own: TradersBarbariansView, level: int) -> Markup:
    """The five levels, then the three places."""
    price = None
    if own.price:
        cost = [pictures.good(good, 18) for good in goods_order(own.price) for _each in range(own.price[good])]
        said = hidden(desk.words.goods(own.price))
        price = tag("p", desk._("Level {level} costs", level=level + 1), " ", cost, said, cls="price")
    columns = [column(desk, n, figures, level) for n, figures in enumerate(own.levels, 1)]
    return tag(
        "div",
        tag("ol", columns, cls="levels"),
        price,
        tag("ul", [site(desk, own, place) for place in WANTS], cls="places"),
        cls="traders-barbarians-wagons",
    )


def column(desk: Desk, n: int, figures: Level, level: int) -> Markup:
    """One level: points of a move, gold for a delivery, the rolls that drive a barbarian off."""
    rolls = desk._("no attack") if figures.roll == NO_ROLL else desk._("attack {rolls}", rolls=rolled(figures.roll))
    said = desk._(
        "level {level}: {points} points a move, {gold} gold for a delivery, {attack}",
        level=n,
        points=figures.points,
        gold=figures.gold,
        attack=rolls,
    )
    return tag(
        "li",
        tag("b", n, aria_hidden="true"),
        tag("span", CART.format(15), figures.points, aria_hidden="true"),
        tag("span", pictures.good("gold", 14), figures.gold, aria_hidden="true"),
        tag("span", "–" if figures.roll == NO_ROLL else rolled(figures.roll), cls="roll", aria_hidden="true"),
        hidden(said),
        hidden(" " + desk._("(yours)")) if n == level else None,
        cls=classes(n == level and "here", n < level and "past"),
        aria_current="true" if n == level else None,
        title=said,
    )


def rolled(least: int) -> str:
    """The rolls that drive a barbarian off."""
    return "6" if least == NO_ROLL - 1 else f"{least}–6"


def site(desk: Desk, own: TradersBarbariansView, place: str) -> Markup:
    """One place: what it wants, and what is left of what it gives."""
    stack = own.stacks[place]
    wants = [token(kind, 17) for kind in WANTS[place]]
    gives = [token(kind, 17) for kind in stack]
    left = ", ".join(f"{desk.words.name(P + kind)} {n}" for kind, n in stack.items()) or desk._("no token")
    wanted = ", ".join(desk.words.name(P + kind) for kind in WANTS[place])
    said = desk._("gives {left}; wants {wanted}", left=left, wanted=wanted)
    return tag(
        "li",
        tag("b", desk.words.title(place)),
        tag("span", desk._("wants"), " ", wants, aria_hidden="true"),
        tag("span", gives, " ", sum(stack.values()), aria_hidden="true"),
        hidden(said),
        title=said,
    )


def mine(desk: Desk, own: TradersBarbariansView, seat: SeatView) -> Markup:
    """The reader's wagon in its move or before it."""
    wagon = own.wagons[seat.seat]
    level = own.levels[wagon.level - 1]
    going = own.move is not None and own.move.seat == seat.seat
    points = own.move.points if own.move is not None and going else level.points
    dots = tag(
        "span", [tag("i", cls=classes(k < points and "on")) for k in range(max(level.points, points))], cls="dots"
    )
    if not going:
        label = desk._("points a move")
    elif points > level.points:  # a grain was paid
        label = desk._("points left")
    else:
        label = desk._("of {count} points left", count=level.points)
    if wagon.cargo:
        goal = desk._(
            "{token} for: {site}", token=desk.words.title(P + wagon.cargo), site=desk.words.name(wagon.wanted)
        )
        brings = desk._("1 point and {gold} gold there", gold=level.gold)
        load = tag("p", token(wagon.cargo, 24), tag("span", tag("b", goal), tag("small", brings)), cls="load")
    else:
        load = tag(
            "p", CART.format(24), tag("span", desk._("Nothing to deliver: any plaza gives a token.")), cls="load"
        )
    gold = desk._("{count} gold: 1 for each road of another", count=seat.purse.get("gold", 0))
    trade = desk._("2 gold for one card: {count} more {count:time|times} this turn", count=own.exchanges)
    return tag(
        "div",
        tag("p", tag("b", points), tag("span", label), dots, cls="points"),
        load,
        tag("p", pictures.good("gold", 20), tag("span", gold), cls="gold", title=trade),
        hidden(trade),
        cls="traders-barbarians-own wants-room",
    )


PAGE: Final = TradersBarbariansPage()
