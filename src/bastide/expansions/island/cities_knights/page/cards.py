"""Progress cards: the reader's own with their effects, the forms of cards that take arguments, the piles."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.model import KnightsView
from bastide.expansions.island.cities_knights.view.words import DOMAINS, card, card_key
from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Card, Option
from bastide.view.styles import card_style
from bastide.web.panels import pictures
from bastide.web.panels.closing import close_button
from bastide.web.panels.desk import Desk, goods_order
from bastide.web.panels.hand import card_handle
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.why import rule_link


def progress(desk: Desk, own: KnightsView, seat: SeatView) -> Markup:
    """The reader's progress cards as rows."""
    rows = [row(desk, own, held) for held in seat.cards or []]
    harbor = None
    if own.exchange:
        harbor = tag(
            "button",
            pictures.mark("trade", 16),
            desk._("Commercial harbour: exchange"),
            type="button",
            cls="btn wide ck-harbor",
            data_form="exchange",
            aria_expanded=False,
        )
    held = tag("ul", rows, cls="ck-prows") if rows else tag("p", desk._("none yet"), cls="empty")
    return tag("div", harbor, held, cls="ck-progress-cards")


def row(desk: Desk, own: KnightsView, held: Card) -> Markup:
    """One kind of card: picture, name, effect or why it cannot be played; full text on hover or focus.

    On a phone, which has no hover, a button beside it opens the full text.
    """
    entry = card(held.kind, own.edition, own.readings)
    name = desk.words.title(card_key(held.kind))
    off = held.reason is not None
    line = held.reason.say if held.reason else entry.line
    low = tag("small", desk.text(line), cls=classes("ck-tells", off and "no"))
    handle = card_handle(held)
    button = tag(
        "button",
        emblem(held.kind),
        tag("span", tag("b", name, f" ×{held.count}" if held.count > 1 else None), low),
        tag("em", "?", aria_hidden="true") if off else None,
        type="button",
        cls=classes("ck-prow", off and "off"),
        aria_describedby=f"tells-{held.kind}",
        **handle,
    )
    opens = tag(
        "button",
        tag("em", "i", aria_hidden="true"),
        type="button",
        cls="ck-about-card",
        popovertarget=f"tells-{held.kind}",
        aria_label=desk._("{title}: what it does", title=name),
    )
    tip = tag(
        "div",
        tag("b", name),
        tag("p", desk.text(entry.text)),
        tag("p", [[rule_link(desk, rule), " "] for rule in entry.rules], cls="ck-rules-of-card"),
        id=f"tells-{held.kind}",
        cls="tip ck-ptip",
        role="tooltip",
        popover="auto",
    )
    return tag("li", button, opens, tip, data_card=held.kind)


def emblem(kind: str, size: int = 21) -> Markup:
    """A card as its subject on the colour of its domain."""
    style = card_style(kind)
    return tag("i", Markup(art.subject(style.subject, size)), cls=f"ck-{style.deck}", aria_hidden="true")


def piles(desk: Desk, own: KnightsView) -> Markup:
    """How many cards are left in each pile."""
    cells = []
    for domain in DOMAINS:
        words = desk._(
            "{count} progress {count:card|cards} of {domain}",
            count=own.piles[domain],
            domain=desk.words.name(f"domain-{domain}"),
        )
        cells.append(tag("i", Markup(art.back(domain, 11)), own.piles[domain], hidden(f" {words}"), title=words))
    return tag("span", cells, cls="ck-decks")


def answer(desk: Desk, own: KnightsView, option: Option) -> Markup | None:
    """A card that may be taken or discarded, with its effect."""
    if option.card is None:
        return None
    entry = card(option.card, own.edition, own.readings)
    return tag(
        "span",
        emblem(option.card),
        tag(
            "span",
            tag("b", desk.words.title(card_key(option.card))),
            tag("small", desk.text(entry.text), cls="ck-tells"),
        ),
        cls="ck-prow plain",
    )


def forms(desk: Desk, view: IslandView, own: KnightsView) -> list[Markup]:
    """Forms of cards that need a good, a player or dice values; and the exchanges of a commercial harbour."""
    seat = view.own
    out = []
    for held in seat.cards or [] if seat else []:
        if held.form:
            kind, _, blank = held.form.partition(" ")
            ways = [text for text in view.legal if text.startswith(f"{kind} ")]
            draw = {"GOOD": by_good, "SEAT": by_seat, "DICE": by_dice}[blank]
            out.append(
                form(
                    desk,
                    kind,
                    desk.words.title(card_key(kind)),
                    desk.text(card(kind, own.edition, own.readings).text),
                    draw(desk, ways),
                )
            )
    if own.exchange:
        title = desk.words.title("commercial-harbor")
        effect = desk.text(card("commercial-harbor", own.edition, own.readings).text)
        out.append(form(desk, "exchange", title, effect, by_exchange(desk, own)))
    return out


def form(desk: Desk, kind: str, title: str, text: str, inner: Markup) -> Markup:
    """One form."""
    head = tag("div", tag("h2", title), close_button(desk), cls="panel-head")
    return tag("form", head, tag("p", text, cls="told"), inner, data_form=kind, cls="goods-form")


def by_good(desk: Desk, ways: list[str]) -> Markup:
    """One button a good."""
    goods = {text.split()[1]: text for text in ways}
    buttons = [
        tag(
            "button",
            pictures.chip(good, 40),
            tag("span", desk.words.title(good)),
            type="button",
            cls="btn option good-option",
            data_notation=goods[good],
        )
        for good in goods_order(dict.fromkeys(goods, 1))
    ]
    return tag("div", buttons, cls="ready-options")


def by_seat(desk: Desk, ways: list[str]) -> Markup:
    """One button a player."""
    buttons = []
    for text in ways:
        seat = int(text.split()[1])
        picture = pictures.banner(desk.colors[seat], 30, 42)
        name = tag("b", desk.name(seat))
        buttons.append(tag("button", picture, name, type="button", cls="btn option victim", data_notation=text))
    return tag("div", buttons, cls="victims")


def by_dice(desk: Desk, ways: list[str]) -> Markup:
    """A grid of six by six: the red die down, the yellow one across, the sum in each."""
    across = [tag("span", pictures.die(face, 26), cls="across") for face in range(1, 7)]
    cells: list[Markup] = [tag("span", cls="corner"), *across]
    for red in range(1, 7):
        cells.append(tag("span", pictures.die(red, 26), cls="down"))
        for yellow in range(1, 7):
            text = f"alchemist {red} {yellow}"
            label = desk._("red {red}, yellow {yellow}: {sum}", red=red, yellow=yellow, sum=red + yellow)
            possible = text in ways
            cells.append(
                tag(
                    "button",
                    red + yellow,
                    type="button",
                    cls=classes("btn ck-die-sum", red + yellow == 7 and "seven"),
                    data_notation=text if possible else None,
                    aria_label=label,
                    title=label,
                )
            )
    return tag("div", cells, cls="ck-dice-field")


def by_exchange(desk: Desk, own: KnightsView) -> Markup:
    """For each player the resources that may be offered."""
    rows = []
    for seat, goods in own.exchange.items():
        buttons: list[Any] = []
        for good in goods:
            label = desk._("offer {player} {good}", player=desk.name(seat), good=desk.words.name(good))
            buttons.append(
                tag(
                    "button",
                    pictures.good(good, 26),
                    type="button",
                    cls="btn",
                    data_notation=f"exchange {seat} {good}",
                    aria_label=label,
                    title=label,
                )
            )
        rows.append(tag("li", tag("span", desk.shield(seat, 20), desk.name(seat)), tag("span", buttons, cls="gets")))
    return tag("ul", rows, cls="ck-exchanges")
