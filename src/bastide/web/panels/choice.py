"""A required choice that is not a place on the board: discard, free goods, monopoly, whom to rob."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.view.model import Card, Choice, Option
from bastide.web.panels import pictures
from bastide.web.panels.closing import close_button
from bastide.web.panels.desk import GOODS, Desk, goods_order
from bastide.web.panels.hand import OWN_CARDS, asked
from bastide.web.panels.html import Child, classes, tag
from bastide.web.panels.module_pages import dealing_page, module_pages
from bastide.web.panels.tray import card_line, goods_form, send_button


def choice(desk: Desk, view: IslandView) -> Markup:
    """The panel of the required choice. Without one it keeps the forms of cards that ask for goods when played."""
    owed = asked(view)
    if owed is not None:
        return tag(
            "section",
            owed_choice(desk, view, owed),
            id="choice",
            cls="slab ask-panel",
            data_live=owed.kind,
            data_counts=bool(owed.among),
            aria_labelledby="choice-title",
            data_wall=True,
        )
    forms = card_forms(desk, view)
    return tag("section", forms, id="choice", cls="slab ask-panel", data_wall=True, hidden=not forms)


def card_forms(desk: Desk, view: IslandView) -> list[Markup]:
    """The forms of the reader's cards that take arguments when played."""
    seat = view.own
    held = (seat.cards or []) if seat and dealing_page(view) is None else []
    forms = [card_form(desk, view, card) for card in held if card.form is not None]
    for page, own in module_pages(view):
        forms += page.forms(desk, view, own)
    return forms


def owed_choice(desk: Desk, view: IslandView, owed: Choice) -> list[Markup]:
    """The question and its answers."""
    heading = tag("h2", desk.html(owed.say), id="choice-title")
    if owed.kind == "rob":
        return [heading, tag("div", [victim(desk, view, option) for option in owed.options], cls="victims")]
    if owed.options and not owed.among:
        ready_options = tag("div", [ready(desk, option, view) for option in owed.options], cls="ready-options")
        asks = any(option.form for option in owed.options)
        return [heading, ready_options, *(card_forms(desk, view) if asks else [])]
    others = [ready(desk, option, view) for option in owed.options]
    return [heading, counted(desk, owed, f"{owed.kind}-{view.version}", others)]


def counted(desk: Desk, owed: Choice, keep: str, others: Sequence[Markup] = ()) -> Markup:
    """The form for exactly `count` goods out of `among`; for any number of them, at least one, if `count` is 0.

    `others` are the answers without goods.
    """
    kind, count, among = owed.kind, owed.count, owed.among
    own = kind in OWN_CARDS
    limits = {good: min(among[good], count or among[good]) for good in goods_order(among)}
    progress = tag(
        "p", tag("b", 0, data_total="give", data_keep=f"{keep}-total"), f" / {count}", cls="progress", role="status"
    )
    words = {"discard": desk._("Discard"), "give": desk._("Give"), "bid": desk._("Bid")}.get(kind, desk._("Take"))
    return goods_form(
        desk,
        kind,
        card_line(desk, "give", limits, keep, hand=among if own else None),
        tag("div", progress if count else None, send_button(desk, words), others, cls="form-foot"),
        prefix=owed.verb or kind,
        need=count or None,
        hand=own,
    )


def ready(desk: Desk, option: Option, view: IslandView | None = None) -> Markup:
    """A ready answer: sends its notation, shows its verb's places, or opens its form."""
    inner: list[Child] = [desk.html(option.say)]
    if option.good is not None:
        inner = [pictures.chip(option.good, 44), tag("span", desk.text(option.say))]
    if view is not None:
        shown = (page.answer(desk, view, own, option) for page, own in module_pages(view))
        inner = next(([drawn] for drawn in shown if drawn is not None), inner)
    return tag(
        "button",
        inner,
        type="button",
        cls=classes("btn option", option.good and "good-option"),
        data_notation=option.notation or None,
        data_verb=option.verb,
        aria_pressed=False if option.verb else None,
        data_form=option.form and option.form.split()[0],
        aria_expanded=False if option.form else None,
    )


def victim(desk: Desk, view: IslandView, option: Option) -> Markup:
    """One player to steal from, with the size of their hand."""
    if option.seat is None:
        return tag("button", desk.html(option.say), type="button", cls="btn option", data_notation=option.notation)
    seat = next((seat for seat in view.seats if seat.seat == option.seat), None)
    cards = desk._("{count} {count:card|cards} in hand", count=seat.hand_size) if seat else None
    return tag(
        "button",
        pictures.banner(desk.colors[option.seat], 30, 42),
        tag("span", tag("b", desk.name(option.seat)), tag("small", cards) if cards else None),
        type="button",
        cls="btn option victim",
        data_notation=option.notation,
    )


def card_form(desk: Desk, view: IslandView, card: Card) -> Markup:
    """The form of a card that names goods when played: one good for a monopoly, two for free goods."""
    prefix = " ".join(word for word in (card.form or "").split() if not word.isupper())
    kind = (card.form or card.kind).split()[0]
    heading = tag("div", tag("h2", desk.words.title(card.kind)), close_button(desk), cls="panel-head")
    seat = view.own
    cards = (seat.hand or {}) if seat else {}
    if card.kind == "monopoly":
        buttons = [
            tag(
                "button",
                pictures.chip(good, 44),
                tag("span", desk.words.title(good)),
                type="button",
                cls="btn option good-option",
                data_notation=f"{prefix} {good}",
            )
            for good in (goods_order(cards) or GOODS)
        ]
        return tag("form", heading, tag("div", buttons, cls="ready-options"), data_form=kind, cls="goods-form")
    among = {good: min(2, count) for good, count in view.bank.items() if good in cards}
    count = min(2, sum(among.values()))
    keep = f"{kind}-{view.turn}"
    limits = {good: among[good] for good in goods_order(among)}
    progress = tag(
        "p", tag("b", 0, data_total="give", data_keep=f"{keep}-total"), f" / {count}", cls="progress", role="status"
    )
    body: Child = [
        heading,
        card_line(desk, "give", limits, keep),
        tag("div", progress, send_button(desk, desk._("Take")), cls="form-foot"),
    ]
    return goods_form(desk, kind, body, prefix=prefix, need=count)
