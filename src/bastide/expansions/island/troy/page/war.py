"""The panel of the war: the track, the support row as the reader knows it, the battle that is fought or the last."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.expansions.island.troy.page import drawings
from bastide.expansions.island.troy.rules.state import CITIES, OF_MYCENAE, OF_TROY, SUPPORT
from bastide.expansions.island.troy.view.model import RowCard, TroyView, WarBattle, cause_of
from bastide.view.lines import listed
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, tag

CARD: Final = 22
"""The side of a card of the row, in pixels."""


def war(desk: Desk, own: TroyView) -> Markup:
    """The whole panel."""
    return tag(
        "div",
        track(desk, own),
        tag("div", [cause(desk, own, city) for city in CITIES], cls="causes"),
        row(desk, own),
        hint(desk, own),
        battle(desk, own.battle) if own.battle is not None else None,
        tag("p", desk._("The board and the order of ships are Bastide’s own design."), cls="small"),
        cls="troy-war",
    )


def track(desk: Desk, own: TroyView) -> Markup:
    """Both sides of the track: Troy's to the left of the middle, Mycenae's to the right."""
    last = len(own.track) - 1
    cells = [space(own, "troy", k, own.steps[OF_TROY]) for k in range(last, 0, -1)]
    cells.append(
        tag(
            "li",
            [drawings.marker(city, 20) for k, city in enumerate(CITIES) if own.steps[k] == 0],
            tag("span", "0"),
            cls="middle",
        )
    )
    cells += [space(own, "mycenae", k, own.steps[OF_MYCENAE]) for k in range(1, last + 1)]
    said = listed(
        desk.words,
        [
            desk._("{city}: {count} {count:point|points}", city=desk.words.title(city), count=own.worth[k])
            for k, city in enumerate(CITIES)
        ],
    )
    return tag("div", hidden(said), tag("ol", cells, cls="track", aria_hidden="true"), cls="track-box")


def space(own: TroyView, city: str, step: int, at: int) -> Markup:
    """A space of the track with its points, and the marker if it is there."""
    marker = drawings.marker(city, 20) if step == at else None
    return tag("li", marker, tag("span", own.track[step]), cls=classes(city, step <= at and "passed"))


def cause(desk: Desk, own: TroyView, city: str) -> Markup:
    """A city, its goods, and what its decision cards are worth."""
    goods = [pictures.good(good, 17) for good in SUPPORT[city]]
    said = ", ".join(desk.words.name(good) for good in SUPPORT[city])
    worth = desk._("{count} {count:point|points}", count=own.worth[CITIES.index(city)])
    return tag(
        "p",
        tag("b", desk.words.title(city), cls=city),
        goods,
        hidden(f" {said} "),
        tag("span", worth),
    )


def row(desk: Desk, own: TroyView) -> Markup:
    """The support row: cards that the reader knows lie open, others face down; then the places up to a battle."""
    cards = [card(desk, one) for one in own.row]
    cards += [tag("li", drawings.back(CARD), hidden(desk._("a card that nobody knows"))) for _k in range(own.rest)]
    cards += [tag("li", cls="place", aria_hidden="true") for _k in range(own.full - own.cards)]
    return tag(
        "div",
        tag(
            "h4",
            desk._("Support row"),
            tag("small", desk._("{count} of {all}", count=own.cards, all=own.full)),
        ),
        tag("ul", cards, cls="row", aria_label=desk._("Cards of the support row")),
    )


def card(desk: Desk, one: RowCard) -> Markup:
    """A card put into the row: its good if it is known, and the shield of the player who put it in."""
    giver = desk.name(one.seat) if one.seat is not None else desk._("a card of the start")
    good = desk.words.name(one.good) if one.good is not None else desk._("face down")
    face = pictures.chip(one.good, CARD) if one.good is not None else drawings.back(CARD)
    shield = tag("i", desk.shield(one.seat, 12), cls="giver") if one.seat is not None else None
    return tag("li", face, shield, hidden(f"{good}, {giver}"), title=f"{giver}: {good}")


def hint(desk: Desk, own: TroyView) -> Markup | None:
    """What the next cards will bring."""
    missing = own.full - own.cards
    count = own.turned_up
    if missing <= 0:
        said = desk._("The row is full: at the end of this turn {count} cards are turned up.", count=count)
        return tag("p", said, cls="hint near")
    if missing <= 3:
        said = desk._(
            "{missing} more {missing:card brings|cards bring} a battle: {count} cards are turned up.",
            missing=missing,
            count=count,
        )
        return tag("p", said, cls="hint near")
    return tag("p", desk._("Brick counts for neither city; a tie moves no marker."), cls="hint")


def battle(desk: Desk, fought: WarBattle) -> Markup:
    """The cards turned up so far, in their order, and the points of both cities."""
    heading = desk._("The battle for Troy") if fought.open else desk._("The last battle")
    cards = [
        tag("li", pictures.chip(good, CARD), hidden(desk.words.name(good)), cls=cause_of(good) or "neither")
        for good in fought.goods
    ]
    troy, mycenae = fought.points
    score = desk._("Troy {troy} : {mycenae} Mycenae", troy=troy, mycenae=mycenae)
    outcome = None
    if not fought.open:
        won = fought.city
        outcome = desk._("a draw") if won is None else desk._("{city} wins", city=desk.words.title(won))
    return tag(
        "div",
        tag("h4", heading, tag("small", score)),
        tag("ol", cards, cls="row"),
        tag("p", outcome, cls=classes("outcome", fought.city)) if outcome else None,
        cls="troy-battle",
        role="status" if fought.open else None,
    )
