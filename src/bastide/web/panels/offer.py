"""Trade: the composer of an offer, the bank's exchanges, the answers to an open offer, and one's own answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from bastide.view.island.model import Answer, BankTrade, IslandView, Offer
from bastide.web.panels import pictures
from bastide.web.panels.closing import close_button
from bastide.web.panels.desk import GOODS, Desk, goods_order
from bastide.web.panels.hand import held_cards
from bastide.web.panels.html import Attribute, Child, classes, hidden, tag
from bastide.web.panels.standing import standing_button
from bastide.web.panels.tray import card_line, goods_form, send_button

MOST_WANTED: Final = 9


def offer(desk: Desk, view: IslandView) -> Markup:
    """The trade panel. It is `data-live` while an offer waits for the viewer's answer, or for the answers to the
    viewer's."""
    if is_idle(view):
        return desk.kept.part("no offer", view.turn, lambda: panel(desk, view))
    undone = view.can_undo and desk.table.undo
    can = (view.offer, view.instead, view.forms, view.legal, view.choice, view.bank_trades, undone)
    bot = view.offer is not None and by_bot(desk, view.offer)
    standing = (bot, desk.table.offers)
    own = view.own
    mine = own and (own.hand, own.owned, own.rates, view.others, view.viewer)
    read = (mine, can, view.turn, view.result is None, standing, desk.names, desk.colors)
    return desk.kept.part("offer", read, lambda: panel(desk, view))


def is_idle(view: IslandView) -> bool:
    """Whether there is nothing to trade now for a player of a running game."""
    trades = view.offer is not None or may_offer(view) or view.bank_trades
    return not trades and view.has_hand and view.result is None


def panel(desk: Desk, view: IslandView) -> Markup:
    """The panel itself."""
    content: Child
    live = False
    asked: dict[str, Attribute] = {}
    if view.result is not None or view.own is None:
        content = None
    elif view.offer is not None and view.offer.seat == view.viewer:
        content, live = own_offer(desk, view, view.offer), True
        asked = {"data_before": view.offer.withdraw if view.beyond else None}
    elif view.offer is not None and view.offer.may_answer:
        content, live = their_offer(desk, view, view.offer), True
        asked = handles(desk, view, view.offer)
    elif view.offer is not None and view.can_undo and desk.table.undo and agreed(view, view.offer):
        content, live = given_answer(desk, view.offer), True
    elif view.offer is None and (may_offer(view) or view.bank_trades):
        content = composer(desk, view)
    else:
        content = tag("p", desk._("No trade is possible now."), cls="empty")
    return tag(
        "section",
        content,
        id="offer",
        cls="slab trade",
        # On a phone an offer lies over the board, which stays where it is.
        data_wall="beside" if live else True,
        data_live=live,
        data_turn=view.turn,
        **asked,
        hidden=content is None,
        aria_label=desk._("Trade"),
    )


def handles(desk: Desk, view: IslandView, made: Offer) -> dict[str, Attribute]:
    """What the script needs for a standing answer: the refusal, which offer it is and whose, and the delays."""
    low, high = desk.table.offers.delay if desk.table.offers is not None else (0.0, 0.0)
    return {
        "data_refuse": answer_notation(view, "refuse"),
        "data_offer": f"{view.turn} {made.seat} {json.dumps([made.gives, made.wants], sort_keys=True)}",
        "data_by": "bot" if by_bot(desk, made) else "person",
        "data_delay": f"{low} {high}",
    }


def may_offer(view: IslandView) -> bool:
    """Whether the viewer may make an offer now."""
    return any(form.startswith("offer") for form in view.forms)


def answer_notation(view: IslandView, verb: str) -> str | None:
    """What to send to accept or refuse: from the choice if it is one, else from what is legal."""
    options = (
        [option.notation for option in view.choice.options]
        if view.choice is not None and view.choice.kind == "answer"
        else []
    )
    return next((text for text in [*options, *view.legal] if text.split()[0] == verb), None)


def composer(desk: Desk, view: IslandView) -> Markup:
    """Goods given and got, and to whom; or bank exchanges."""
    players, bank = may_offer(view), bool(view.bank_trades)
    start = "players" if players else "bank"
    switch = tag(
        "div",
        [way(start, "players", desk._("Players"), players), way(start, "bank", desk._("Bank"), True)],
        cls="seg small",
        role="radiogroup",
        aria_label=desk._("Trade with"),
    )
    return tag(
        "div",
        tag("div", tag("h2", desk._("Trade")), switch, close_button(desk), cls="panel-head"),
        with_players(desk, view) if players else None,
        with_bank(desk, view) if bank else tag("p", no_exchange(desk, view), cls="with-bank empty"),
        cls="composer",
    )


def no_exchange(desk: Desk, view: IslandView) -> list[str]:
    """That the bank exchanges nothing now, and what is missing for the nearest exchange."""
    held, rates = view.held, view.own.rates if view.own else {}
    missing = {good: rate - held[good] for good, rate in rates.items() if rate and held.get(good)}
    words = [desk._("No exchange with the bank is possible now."), " "]
    if not missing:
        return [*words, desk._("You have no cards.")]
    good = min(missing, key=lambda one: (missing[one], rates[one]))
    if missing[good] <= 0:
        return [*words, desk._("The bank has no other card left.")]
    price = desk.words.goods({good: rates[good]})
    return [*words, desk._("It takes {price} for a card, and you have {count}.", price=price, count=held[good])]


def way(start: str, value: str, words: str, open_: bool) -> Markup:
    """One side of the switch between players and bank; the choice is the page's own and outlasts a change of the
    panel."""
    return tag(
        "label",
        tag(
            "input",
            type="radio",
            name="trade-with",
            value=value,
            checked=value == start,
            disabled=not open_,
            data_keep=f"trade-with-{start}",
            cls="vh",
        ),
        tag("span", words),
    )


def with_players(desk: Desk, view: IslandView, *, kind: str = "offer") -> Markup:
    """The form of an offer to other players."""
    hand = view.held
    rates = {good: f"{rate}:1" for good, rate in view.own.rates.items() if rate} if view.own else {}
    keep = f"{kind}-{view.turn}"
    most = {good: hand[good] for good in goods_order(hand)}
    wanted = dict.fromkeys(goods_order(hand) or GOODS, MOST_WANTED)
    return goods_form(
        desk,
        kind,
        tag("h3", desk._("You give"), tag("small", desk._("the bank's rate below"))),
        card_line(desk, "give", most, keep, hand=held_cards(view.own), below=rates, label=desk._("You give")),
        tag("h3", desk._("You get")),
        card_line(desk, "want", wanted, keep, label=desk._("You get")),
        tag("h3", desk._("Offer to"), cls="to-head"),
        tag("div", [partner(desk, other, keep) for other in view.others], cls="partners"),
        tag("div", send_button(desk, desk._("Send the offer")), cls="form-foot"),
        hand=True,
    )


def partner(desk: Desk, seat: int, keep: str) -> Markup:
    """A player to whom the offer goes, or not."""
    return tag(
        "button",
        desk.shield(seat, 18),
        tag("span", desk.name(seat), cls="name"),
        type="button",
        cls="toggle",
        title=desk.name(seat),
        aria_pressed=True,
        data_to=seat,
        data_keep=f"{keep}-to-{seat}",
    )


def with_bank(desk: Desk, view: IslandView) -> Markup:
    """The exchanges with bank and harbours that are possible now, one tap each, by what is given."""
    groups: dict[tuple[str, int], list[BankTrade]] = {}
    for exchange in view.bank_trades:
        groups.setdefault((exchange.give, exchange.count), []).append(exchange)
    rows = [
        tag(
            "li",
            tag("span", tag("b", count), pictures.good(give, 26), hidden(desk.words.name(give)), cls="gives"),
            pictures.mark("end", 16),
            tag("span", [exchange_button(desk, exchange) for exchange in exchanges], cls="gets"),
            data_gives=give,
        )
        for (give, count), exchanges in groups.items()
    ]
    return tag("ul", rows, cls="with-bank")


def exchange_button(desk: Desk, exchange: BankTrade) -> Markup:
    """One exchange."""
    given = desk.words.goods({exchange.give: exchange.count})
    label = desk._("{given} for {got}", given=given, got=desk.words.goods({exchange.get: 1}))
    return tag(
        "button",
        pictures.good(exchange.get, 26),
        type="button",
        cls="btn",
        data_notation=exchange.notation,
        aria_label=label,
        title=label,
    )


def deal(desk: Desk, gives: Mapping[str, int], wants: Mapping[str, int], give_words: str, want_words: str) -> Markup:
    """Two lines: what goes one way and what goes the other."""
    return tag(
        "dl",
        tag("div", tag("dt", give_words), tag("dd", desk.goods(gives))),
        tag("div", tag("dt", want_words), tag("dd", desk.goods(wants))),
        cls="deal",
    )


def own_offer(desk: Desk, view: IslandView, made: Offer) -> Markup:
    """The viewer's offer is out: its answers as they come, and the way back."""
    foot, beyond = None, view.beyond
    if made.withdraw is not None:
        foot = tag(
            "div",
            tag("button", desk._("Withdraw"), type="button", cls="btn", data_notation=made.withdraw),
            tag("button", desk._("Change"), type="button", cls="btn", data_notation=made.withdraw, data_then="offer"),
            cls="form-foot two",
            data_alone=True,
        )
    return tag(
        "div",
        tag("div", tag("h2", desk._("Your offer")), cls="panel-head"),
        deal(desk, made.gives, made.wants, desk._("You give"), desk._("You get")),
        tag("ul", [reply(desk, answer) for answer in made.answers], cls="replies", data_alone=True),
        foot,
        tag("p", desk._("Any other move of your turn withdraws it first."), cls="meanwhile") if beyond else None,
        tag("details", tag("summary", desk._("Trade with the bank")), with_bank(desk, beyond), cls="counter")
        if beyond and beyond.bank_trades
        else None,
        cls="composer",
    )


def reply(desk: Desk, answer: Answer) -> Markup:
    """One player's answer, with the button that takes it."""
    words = {
        "accept": desk._("accepts"),
        "refuse": desk._("refuses"),
        "waiting": desk._("is still thinking"),
        "counter": desk._("gives"),
    }
    text: list[Child] = [tag("b", desk.name(answer.seat)), " ", words.get(answer.kind, answer.kind)]
    if answer.kind == "counter":
        text += [" ", desk.goods(answer.gives), " ", desk._("for"), " ", desk.goods(answer.wants)]
    button = None
    if answer.notation is not None:
        yes: Child = [pictures.mark("check", 16), desk._("Trade now")] if answer.kind == "accept" else desk._("Accept")
        button = tag(
            "button",
            yes,
            hidden(" " + desk._("with {player}", player=desk.name(answer.seat))),
            type="button",
            cls=classes("btn", answer.kind == "accept" and "good"),
            data_notation=answer.notation,
        )
    return tag("li", desk.shield(answer.seat, 22), tag("span", text), button, cls=classes("reply", answer.kind))


def their_offer(desk: Desk, view: IslandView, made: Offer) -> Markup:
    """Somebody's offer waits for the viewer: accept, refuse, or ask for something else."""
    accept, refuse = answer_notation(view, "accept"), answer_notation(view, "refuse")
    heading = tag("h2", desk.shield(made.seat, 24), desk._("{player} offers", player=desk.name(made.seat)))
    buttons = [
        tag("button", pictures.mark("close", 16), desk._("Refuse"), type="button", cls="btn", data_notation=refuse)
        if refuse
        else None,
        tag("button", pictures.mark("check", 16), desk._("Accept"), type="button", cls="btn good", data_notation=accept)
        if accept and made.may_accept
        else tag("button", desk._("Accept"), type="button", cls="btn", aria_disabled=True, data_why="accept"),
    ]
    counter = None
    if any(form.startswith("counter") for form in view.forms):
        counter = tag(
            "details", tag("summary", desk._("Ask for something else")), counter_form(desk, view, made), cls="counter"
        )
    return tag(
        "div",
        tag("div", heading, standing_button(desk, "quiet"), cls="panel-head"),
        deal(desk, made.gives, made.wants, desk._("You get"), desk._("You give")),
        tag("div", buttons, cls="form-foot two"),
        silence(desk, made),
        counter,
        tag(
            "ul",
            [reply(desk, a) for a in made.answers if a.seat != view.viewer and a.kind != "waiting"],
            cls="replies",
        ),
        cls="composer theirs",
    )


def silence(desk: Desk, made: Offer) -> Markup | None:
    """Until when an offer of a bot waits, and what no answer means."""
    times = desk.table.offers
    if times is None or not by_bot(desk, made):
        return None
    words = desk._("No answer within {count} s is a refusal.", count=round(times.stands))
    return tag("p", words, tag("i", aria_hidden="true", data_runs=f"{times.stands:g}"), cls="silence")


def by_bot(desk: Desk, made: Offer) -> bool:
    """Whether a bot made the offer: on its own seat, or for a person."""
    chair = desk.chair(made.seat)
    return chair is not None and bool(chair.bot or chair.stand_in)


def agreed(view: IslandView, made: Offer) -> bool:
    """Whether the viewer would trade, as asked or on other terms."""
    return any(answer.seat == view.viewer and answer.kind in ("accept", "counter") for answer in made.answers)


def given_answer(desk: Desk, made: Offer) -> Markup:
    """The viewer has answered somebody's offer, and may take that back until the player who offers has chosen."""
    return tag(
        "div",
        tag(
            "div",
            tag("h2", desk.shield(made.seat, 24), desk._("{player} offers", player=desk.name(made.seat))),
            cls="panel-head",
        ),
        deal(desk, made.gives, made.wants, desk._("You get"), desk._("You give")),
        tag("ul", [reply(desk, answer) for answer in made.answers], cls="replies"),
        tag(
            "div",
            tag(
                "button",
                pictures.mark("undo", 16),
                desk._("Take your answer back"),
                type="button",
                cls="btn",
                data_do="undo",
                data_key="U",
            ),
            cls="form-foot",
        ),
        cls="composer",
    )


def counter_form(desk: Desk, view: IslandView, made: Offer) -> Markup:
    """A counter-offer, initially what was asked."""
    hand = view.held
    keep = f"counter-{view.turn}-{made.seat}-{json.dumps([made.gives, made.wants], sort_keys=True)}"
    start_give = {good: min(count, hand.get(good, 0)) for good, count in made.wants.items()}
    most = {good: hand[good] for good in goods_order(hand)}
    wanted = dict.fromkeys(goods_order(hand) or GOODS, MOST_WANTED)
    return goods_form(
        desk,
        "counter",
        tag("h3", desk._("You give")),
        card_line(desk, "give", most, keep, hand=held_cards(view.own), start=start_give, label=desk._("You give")),
        tag("h3", desk._("You get")),
        card_line(desk, "want", wanted, keep, start=made.gives, label=desk._("You get")),
        tag("div", send_button(desk, desk._("Send the counter-offer")), cls="form-foot"),
        hand=True,
    )
