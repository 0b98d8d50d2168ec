"""The reader's panel of Troy: the decision card, donations, the ships in their order and what they can do now."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.expansions.island.troy.page import drawings
from bastide.expansions.island.troy.rules.state import MOST_GIVEN, SHIPS, SUPPORT
from bastide.expansions.island.troy.view.model import ABILITIES, DONATION, TroyView
from bastide.view.island.model import IslandView
from bastide.view.model import Reason
from bastide.web.panels import pictures
from bastide.web.panels.closing import close_button
from bastide.web.panels.desk import Desk, _, goods_order
from bastide.web.panels.html import Attribute, Child, classes, hidden, tag
from bastide.web.panels.tray import card_line, goods_form, send_button
from bastide.web.panels.why import why_panel

KEYS: Final = {DONATION: "G", "swap-card": "X", "draw-row": "W"}
"""The keys of what the reader may do with the row, by verb."""
WORDS: Final = {
    DONATION: _("Give 1 to 3 cards"),
    "swap-card": _("Exchange a card"),
    "draw-row": _("Take a card"),
}
SHORT: Final = {
    "three": _("3:1 with the bank"),
    "flag": _("a flag, 1 point"),
    "exchange": _("exchange a card with the row"),
    "two": _("2:1 for one resource"),
    "draw": _("take a card of the row"),
}
"""What each kind of ship brings, in a few words."""


def own_side(desk: Desk, view: IslandView, own: TroyView, seat: int) -> Markup:
    """The whole panel."""
    return tag(
        "div",
        decision(desk, own, seat),
        fleet(desk, own, seat),
        tag("div", gift(desk, own), [ability(desk, own, seat, kind) for kind in ABILITIES], cls="abilities"),
        [why_panel(desk, f"troy-{verb}", desk._(WORDS[verb]), why) for verb, why in refused(own, seat).items()],
        cls="troy-own wants-room",
    )


def refused(own: TroyView, seat: int) -> dict[str, Reason]:
    """What the reader cannot do with the row now, and why; ships that are not built apart."""
    gift = {} if own.donation is None else {DONATION: own.donation}
    return gift | {ABILITIES[kind]: why for kind, why in own.abilities.items() if has(own, seat, kind)}


def has(own: TroyView, seat: int, kind: str) -> bool:
    """Whether the reader has built the ship of this kind, of which there is one."""
    return own.ships.index(kind) < len(own.built[seat])


def decision(desk: Desk, own: TroyView, seat: int) -> Markup:
    """The reader's decision card, seen by the reader alone."""
    side = own.sides[seat]
    if side is None:
        return tag("p", desk._("The decision cards are not dealt yet."))
    goods = [pictures.good(good, 16) for good in SUPPORT[side]]
    said = ", ".join(desk.words.name(good) for good in SUPPORT[side])
    return tag(
        "div",
        drawings.walls(side, 36),
        tag(
            "p",
            tag("b", desk._("You stand by {city}", city=desk.words.title(side)), goods, hidden(said)),
            tag("small", desk._("+{count}, which only you see", count=own.worth_of(seat))),
        ),
        cls="decision",
    )


def gift(desk: Desk, own: TroyView) -> Markup:
    """The button of a donation, which opens its form."""
    return button(desk, DONATION, own.donation, drawings.amphora(18), data_form=DONATION, aria_expanded=False)


def button(desk: Desk, verb: str, why: Reason | None, picture: Markup, /, **does: Attribute) -> Markup:
    """A button of the panel; off, it says why."""
    off: dict[str, Attribute] = {"aria_disabled": True, "data_why": f"troy-{verb}", "popovertarget": f"why-troy-{verb}"}
    ask: Child = [tag("em", "?", aria_hidden="true"), hidden(" " + desk._("why not?"))] if why is not None else None
    return tag(
        "button",
        picture,
        tag("span", desk._(WORDS[verb])),
        desk.key(KEYS[verb]) if why is None else None,
        ask,
        type="button",
        cls=classes("btn", verb, why is not None and "off"),
        title=desk._(WORDS[verb]),
        data_key=KEYS[verb],
        **(off if why is not None else does),
    )


def fleet(desk: Desk, own: TroyView, seat: int) -> Markup:
    """The seven ships in their order: those that are built, the next one, the later ones."""
    places = own.built[seat]
    cells = [ship(desk, own, seat, number) for number in range(int(SHIPS))]
    if len(places) == int(SHIPS):
        following = desk._("All your ships are at sea.")
    else:
        following = desk._("Next: {what}.", what=desk._(SHORT[own.ships[len(places)]]))
    points = tag(
        "span",
        drawings.amphora(15),
        " ",
        desk._("{count} trade {count:point|points}", count=own.trade_points[seat]),
        cls="points",
    )
    return tag("div", tag("ol", cells, cls="fleet"), tag("p", following, points, cls="next"))


def ship(desk: Desk, own: TroyView, seat: int, number: int) -> Markup:
    """One ship of the pile."""
    kind, places = own.ships[number], own.built[seat]
    built = number < len(places)
    stopped = built and places[number] == own.people
    said = desk._(SHORT[kind])
    if stopped:
        said = desk._("{what}: the sea people are there", what=said)
    elif built:
        said = desk._("{what}: at {place}", what=said, place=places[number])
    charter = own.charters[seat] if kind == "two" and built else None
    return tag(
        "li",
        drawings.sign(kind, 20),
        tag("i", pictures.good(charter, 13), cls="charter") if charter is not None else None,
        hidden(said),
        cls=classes(built and "built", stopped and "stopped", number == len(places) and "following"),
        title=said,
    )


def ability(desk: Desk, own: TroyView, seat: int, kind: str) -> Markup | None:
    """The button of a ship that takes a card of the row, once it is built."""
    if not has(own, seat, kind):
        return None
    verb = ABILITIES[kind]
    return button(desk, verb, own.abilities.get(kind), drawings.sign(kind, 18), data_notation=verb)


def donation_form(desk: Desk, view: IslandView, own: TroyView) -> list[Markup]:
    """The form of a donation, while one is possible."""
    seat = view.own
    if seat is None or own.donation is not None or view.result is not None:
        return []
    held = {good: min(count, int(MOST_GIVEN)) for good, count in (seat.hand or {}).items() if count}
    limits = {good: held[good] for good in goods_order(held)}
    most = desk._("At most {count} cards, face down, for one trade point.", count=int(MOST_GIVEN))
    heading = tag("div", tag("h2", desk._("Give cards")), close_button(desk), cls="panel-head")
    return [
        goods_form(
            desk,
            DONATION,
            heading,
            tag("p", most),
            card_line(desk, "give", limits, f"{DONATION}-{view.turn}"),
            tag("div", send_button(desk, desk._("Give")), cls="form-foot"),
            most=int(MOST_GIVEN),
        )
    ]
