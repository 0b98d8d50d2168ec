"""The panels of Fishermen: the reader's tokens with the prices of every delivery, the boot, and the waters."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.expansions.island.fishermen.page import drawings
from bastide.expansions.island.fishermen.rules.payments import Tokens, fish
from bastide.expansions.island.fishermen.view import Delivery, FishermenView, Way
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import Attribute, classes, hidden, tag
from bastide.web.panels.pictures import mark
from bastide.web.panels.why import why_panel

TITLES: Final = {
    "robber": _("Robber off the board"),
    "steal": _("Card of a player"),
    "resource": _("Card from the bank"),
    "road": _("Free road"),
    "card": _("Free development card"),
}
SHORT: Final = {
    "robber": _("Robber"),
    "steal": _("Steal"),
    "resource": _("Bank"),
    "road": _("Road"),
    "card": _("Card"),
}
"""What a delivery brings, in full and in a word."""


def total(tokens: Tokens | None) -> int:
    """How many fish tokens show together."""
    return fish(tokens) if tokens is not None else 0


def own_fish(desk: Desk, own: FishermenView, seat: int) -> Markup:
    """The reader's tokens, and a button for each delivery."""
    held = own.shown[seat] or (0, 0, 0)
    return tag(
        "div",
        tag(
            "div", row_of(desk, held), tag("b", total(held)), mark("fish", 18), hidden(" " + desk._("fish")), cls="held"
        ),
        tag("div", [cell(desk, one) for one in own.deliveries], cls="prices"),
        [explanation(desk, one) for one in own.deliveries],
        cls="fish-panel wants-room",
    )


def row_of(desk: Desk, tokens: Tokens) -> Markup:
    """Tokens side by side, the largest first."""
    each = [kind + 1 for kind in (2, 1, 0) for _n in range(tokens[kind])]
    if not each:
        return tag("p", desk._("No fish yet"), cls="none")
    items = [tag("li", drawings.token(value, 24), hidden(str(value)), title=f"{value}") for value in each]
    return tag("ul", items, aria_label=desk._("Your tokens, by their fish"))


def cell(desk: Desk, one: Delivery) -> Markup:
    """A delivery with its price and the tokens that pay for it; off, it says why."""
    title = desk._(TITLES[one.word])
    key = f"fish-{one.word}"
    does: dict[str, Attribute] = {"aria_disabled": True, "data_why": key, "popovertarget": f"why-{key}"}
    paid = tag("small", "?", hidden(" " + desk._("why not?")))
    if one.ways:
        does = {"data_notation": one.ways[0].notation}
        said = hidden(", " + way_words(desk, one.ways[0]))
        paid = said if len(one.ways) > 1 else tag("small", written(one.ways[0].tokens), said)
    button = tag(
        "button",
        tag("b", one.price, mark("fish", 13), hidden(" " + desk._("fish") + ": " + title)),
        drawings.sign(one.word),
        tag("span", desk._(SHORT[one.word]), aria_hidden="true"),
        paid,
        type="button",
        cls=classes("price", not one.ways and "off"),
        title=f"{title}. {way_words(desk, one.ways[0])}" if one.ways else title,
        **does,
    )
    return tag("div", button, others(desk, one) if len(one.ways) > 1 else None, cls="delivery")


def others(desk: Desk, one: Delivery) -> Markup:
    """The button below a delivery: the tokens that pay for it; it opens the other payments."""
    said = desk._("{title}: pay with other tokens", title=desk._(TITLES[one.word]))
    return tag(
        "button",
        written(one.ways[0].tokens),
        mark("chevron", 11),
        hidden(" " + said),
        type="button",
        cls="other-ways",
        popovertarget=f"why-fish-{one.word}",
        title=said,
    )


def explanation(desk: Desk, one: Delivery) -> Markup | None:
    """Behind a button: why it is off, or the payments among which the reader may choose."""
    title = desk._(TITLES[one.word])
    if one.reason is not None:
        return why_panel(desk, f"fish-{one.word}", desk._("{title}: why not?", title=title), one.reason)
    if len(one.ways) < 2:
        return None
    heading = desk._("{title}: pay with", title=title)
    ways = [
        tag(
            "button",
            row_of(desk, way.tokens),
            tag("span", way_words(desk, way)),
            type="button",
            data_notation=way.notation,
        )
        for way in one.ways
    ]
    return tag(
        "div",
        tag("h3", heading),
        tag("div", ways, cls="fish-ways"),
        id=f"why-fish-{one.word}",
        cls="why-panel",
        popover="auto",
        role="dialog",
        aria_label=heading,
    )


def way_words(desk: Desk, way: Way) -> str:
    """A payment in words: which tokens, and how many fish are lost."""
    tokens = written(way.tokens)
    if way.lost:
        return desk._("tokens {tokens}, {count} fish lost", tokens=tokens, count=way.lost)
    return desk._("tokens {tokens}, none lost", tokens=tokens)


def written(tokens: Tokens) -> str:
    """The fish of each token, the largest first: `3+1`."""
    return "+".join(str(kind + 1) for kind in (2, 1, 0) for _n in range(tokens[kind]))


def the_boot(desk: Desk, own: FishermenView, seat: int) -> Markup:
    """The boot before the reader, and to whom it may go."""
    said = desk._("You have the old boot: you need {count} points.", count=own.goals[seat])
    to = [
        tag(
            "button",
            desk.shield(other, 18),
            desk._("Give it to {name}", name=desk.name(other)),
            type="button",
            cls="btn",
            data_notation=f"boot {other}",
        )
        for other in own.receivers
    ]
    why = own.boot_reason
    off = None
    if why is not None:
        off = tag(
            "button",
            desk._("Give it away"),
            tag("em", "?", aria_hidden="true"),
            hidden(" " + desk._("why not?")),
            type="button",
            cls="btn off",
            aria_disabled=True,
            data_why="fish-boot",
            popovertarget="why-fish-boot",
        )
    return tag(
        "div",
        tag("p", drawings.boot(30), said),
        tag("div", to, off, cls="receivers"),
        why_panel(desk, "fish-boot", desk._("The old boot: why not?"), why) if why is not None else None,
        cls="fish-boot",
    )


def waters(desk: Desk, own: FishermenView, seat: int | None) -> Markup:
    """What lies face down, what is spent, and where the boot is; `seat` is the reader's."""
    spent = [
        tag("li", drawings.token(kind + 1, 26), tag("b", count), hidden(f" × {kind + 1}"))
        for kind, count in enumerate(own.spent)
    ]
    where = desk._("The old boot lies face down")
    if own.boot is not None:
        where = desk._("{name} needs {count}", name=desk.name(own.boot), count=own.goals[own.boot])
    boot = tag("p", drawings.boot(26), tag("span", where), cls="boot")
    if own.boot is not None and own.boot == seat:
        boot = the_boot(desk, own, seat)
    return tag(
        "div",
        tag("p", drawings.back(30), tag("b", own.face_down), tag("span", desk._("face down")), cls="stock"),
        tag("div", tag("span", desk._("spent")), tag("ul", spent), cls="spent"),
        boot,
        cls="fish-waters",
    )
