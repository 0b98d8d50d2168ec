"""The viewer's own hand: goods in fixed places, then the development cards, which can be played from here.

Cards of goods are buttons while a form takes them, or while one of them must be given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup
from msgspec import UNSET

from bastide.view.island.model import IslandView, SeatView
from bastide.view.island.module_views import card_key
from bastide.view.model import Card, Choice
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _, goods_order
from bastide.web.panels.html import Attribute, classes, hidden, tag
from bastide.web.panels.module_pages import module_pages
from bastide.web.panels.why import why_panel

CARD_ORDER: Final = (
    "knight",
    "road_building",
    "roads",
    "year_of_plenty",
    "plenty",
    "monopoly",
    "victory_point",
    "point",
)


OWN_CARDS: Final = ("discard", "give", "bid")
"""The choices of several cards out of the reader's own hand."""
FORMS: Final = ("offer", "counter")
"""The forms that take cards of the hand, while they are possible."""

SHORT: Final = {
    "roads": _("Roads"),
    "road_building": _("Roads"),
    "year_of_plenty": _("Plenty"),
    "plenty": _("Plenty"),
    "victory_point": _("Point"),
    "point": _("Point"),
}
"""Short names for cards whose full name does not fit."""


def held_cards(seat: SeatView | None) -> Mapping[str, int]:
    """The cards of goods in a hand."""
    return (seat.hand if seat else None) or {}


def asked(view: IslandView) -> Choice | None:
    """What the reader owes, other than an answer to the open offer, which has a panel of its own."""
    return view.choice if view.offer is None else None


def chosen_here(view: IslandView) -> dict[str, Attribute] | None:
    """The answers that give a card, by good; empty where a form takes the cards, None while no card can be chosen."""
    owed = asked(view)
    if owed is not None:
        if owed.kind in OWN_CARDS:
            return {}
        verbs = [verb for page, _own in module_pages(view) for verb in page.gives]
        return {one.good: one.notation for one in owed.options if one.good and one.notation.split()[0] in verbs} or None
    # A form that must first be opened by withdrawing an offer takes none yet.
    taking = view.instead is UNSET and any(form.split()[0] in FORMS for form in view.forms)
    return {} if taking else None


def hand(desk: Desk, view: IslandView) -> Markup:
    """The dock with the hand; empty and hidden for viewers without one."""
    seat = view.own
    if seat is None or seat.hand is None or view.result is not None:
        return tag("section", id="hand", hidden=True)
    held, chosen = seat.hand, chosen_here(view)
    read = (held, seat.hand_size, seat.cards, view.hand_limit, discards(view), chosen, desk.names, desk.colors)
    return desk.kept.part("hand", read, lambda: dock(desk, view, seat, held, chosen))


def dock(
    desk: Desk, view: IslandView, seat: SeatView, held: Mapping[str, int], chosen: dict[str, Attribute] | None
) -> Markup:
    """The dock itself; `held` are the goods of that seat, `chosen` the handles of its cards."""
    goods = [
        good_stack(desk, good, held[good], good_handle(desk, good, held[good], chosen, number))
        for number, good in enumerate(goods_order(held), 1)
    ]
    cards = sorted(seat.cards or [], key=lambda card: (*CARD_ORDER, card.kind).index(card.kind))
    stacks = [card_stack(desk, view, card) for card in cards if card.count]
    popovers = [
        why_panel(desk, f"card-{card.kind}", desk.words.title(card_key(view, card.kind)), card.reason)
        for card in cards
        if card.count and card.reason
    ]
    return tag(
        "section",
        tag("h2", desk._("Your hand"), tag("small", desk._("{count} {count:card|cards}", count=seat.hand_size))),
        warning(desk, view, seat),
        tag(
            "div",
            tag("ul", goods, cls="goods-row"),
            tag("ul", stacks, cls="cards-row") if stacks else None,
            cls="stacks",
        ),
        popovers,
        id="hand",
        cls="slab dock",
        data_wall=True,
        data_kinds=len(stacks),
        aria_label=desk._("Your hand"),
    )


def discards(view: IslandView) -> bool:
    """Whether the reader pays for a seven now."""
    owed = asked(view)
    return owed is not None and owed.kind == "discard"


def warning(desk: Desk, view: IslandView, seat: SeatView) -> Markup | None:
    """What a seven would cost a hand over the limit."""
    if seat.hand_size <= view.hand_limit or discards(view):
        return None
    cost = seat.hand_size // 2
    return tag("p", tag("i", "!", aria_hidden="true"), desk._("A 7 would cost you {count}", count=cost), cls="warn")


def good_handle(
    desk: Desk, good: str, count: int, chosen: dict[str, Attribute] | None, number: int
) -> dict[str, Attribute]:
    """What a click on a card of goods does; nothing for an empty slot, and while no card can be chosen."""
    if not count or chosen is None:
        return {}
    if chosen:
        does: dict[str, Attribute] = {"data_notation": chosen[good]} if good in chosen else {}
    else:
        does = {"data_adds": good}
    return does and {**does, "data_key": number if number < 10 else None}


def good_stack(desk: Desk, good: str, count: int, handle: dict[str, Attribute]) -> Markup:
    """One slot of goods, a button where its cards can be chosen. Slots never move, and stay when they are empty."""
    name = desk.words.title(good)
    inner = [
        tag("span", pictures.good_card(good, count), tag("b", count, cls="n") if count else None, cls="up"),
        tag("small", name, cls="label"),
        hidden(desk._("none")) if not count else None,
    ]
    if handle:
        inner.append(hidden(", " + desk._("choose one")))
        inner = [tag("button", inner, type="button", cls="stack", **handle)]
    return tag("li", inner, cls=classes("stack", not count and "none"), data_good=good, data_count=count)


def card_stack(desk: Desk, view: IslandView, card: Card) -> Markup:
    """Development cards of one kind, as a button where the kind can be played."""
    name = desk.words.title(card_key(view, card.kind))
    fresh = desk._("{count} bought this turn", count=card.fresh) if card.fresh else None
    badge = tag("b", card.count, cls="n") if card.count > 1 else None
    inner = [
        tag(
            "span",
            pictures.development(card.kind),
            badge,
            tag("i", "•", cls="fresh", title=fresh) if fresh else None,
            cls="up",
        ),
        tag(
            "small",
            desk._(SHORT[card.kind]) if card.kind in SHORT else name,
            cls="label",
            aria_hidden="true",
            title=name,
        ),
        hidden(f"{name}, {card.count}" if card.count > 1 else name),
        hidden(f", {fresh}") if fresh else None,
    ]
    handle = card_handle(card)
    if not handle:
        return tag("li", tag("span", inner, cls="stack"))
    return tag("li", tag("button", inner, type="button", cls="stack", **handle))


def card_handle(card: Card) -> dict[str, Attribute]:
    """A card's click handle: play it, open its form, say why not; none for a card that is never played."""
    if card.notation is not None:
        return {"data_notation": card.notation}
    if card.form is not None:
        return {"data_form": card.form.split()[0]}
    if card.verb is not None:
        return {"data_verb": card.verb, "aria_pressed": False}
    if card.reason is not None:
        return {"data_why": card.kind, "popovertarget": f"why-card-{card.kind}", "aria_disabled": True}
    return {}
