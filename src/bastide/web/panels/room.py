"""The waiting room: who sits where, how others come in, and the start."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.catan.base.config import DEFAULTS
from bastide.kernel.errors import ConfigError
from bastide.server.model import Chair
from bastide.web.making import board_of
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, tag

LEVELS: Final = ("greedy", "random")


def room(desk: Desk) -> Markup:
    """The waiting room; empty and hidden once the game has begun."""
    table = desk.table
    if table.stage != "waiting":
        return tag("section", id="room", hidden=True)
    return tag(
        "section",
        invitation(desk),
        chairs(desk),
        sit(desk),
        start(desk),
        id="room",
        cls="room",
        aria_label=desk._("Waiting room"),
    )


def invitation(desk: Desk) -> Markup:
    """The link to share, and what will be played."""
    link = desk.table.link
    return tag(
        "section",
        tag("h2", desk._("Invite people")),
        tag("p", desk._("Whoever opens this link can take a seat or watch.")),
        tag(
            "div",
            tag(
                "input",
                _type="text",
                id="share-link",
                value=link,
                readonly=True,
                cls="field",
                aria_label=desk._("Link to this table"),
                data_link=True,
            ),
            tag("button", pictures.mark("copy", 18), desk._("Copy"), type="button", cls="btn", data_copy="#share-link"),
            cls="share",
        ),
        game(desk),
        cls="slab box",
    )


def game(desk: Desk) -> Markup:
    """What will be played: the map, if it is dealt already, and the options that people ask for."""
    config = desk.table.config
    options = {**DEFAULTS, **(config.get("options") or {})}
    words = [
        desk._("first to {count} points", count=options["goal"]),
        desk._("hand limit {count}", count=options["hand_limit"]),
        desk._("undo allowed") if desk.table.undo else desk._("no undo"),
    ]
    if options["trade"] == "bank":
        words.append(desk._("trade with the bank only"))
    try:
        picture = pictures.mini_board(board_of(config))
    except ConfigError:
        picture = None
    return tag("div", picture, tag("p", ", ".join(words)), cls="game")


def chairs(desk: Desk) -> Markup:
    """All seats, taken and open."""
    seats = desk.table.chairs
    taken = sum(chair.kind != "open" for chair in seats)
    return tag(
        "section",
        tag("h2", desk._("Seats"), tag("small", desk._("{taken} of {count}", taken=taken, count=len(seats)))),
        tag("ul", [seat_row(desk, chair) for chair in seats], cls="seats-list"),
        cls="slab box",
    )


def seat_row(desk: Desk, chair: Chair) -> Markup:
    """One seat: whose, and what the host can do with it."""
    if chair.kind == "open":
        picture = tag("span", cls=f"empty-seat p-{chair.color}")
        name, notes = desk._("Open seat"), [desk._("waiting for someone")]
    else:
        picture = pictures.banner(chair.color, 30, 42)
        name, notes = chair.name, seat_notes(desk, chair)
    return tag(
        "li",
        picture,
        tag("div", tag("b", name), tag("small", ", ".join(notes))),
        tag("div", seat_tools(desk, chair), cls="seat-tools"),
        cls=classes("seat-row", chair.kind, chair.seat == desk.seat and "mine"),
        data_seat=chair.seat,
    )


def seat_notes(desk: Desk, chair: Chair) -> list[str]:
    """What there is to know about who sits here."""
    if chair.kind == "bot":
        return [desk._("bot, {level}", level=desk.words.name(chair.bot))]
    notes = [desk._("you")] if chair.seat == desk.seat else []
    if chair.host:
        notes.append(desk._("host"))
    if chair.seat != desk.seat:
        notes.append(desk._("here") if chair.present else desk._("away"))
    return notes


def seat_tools(desk: Desk, chair: Chair) -> list[Markup]:
    """The host seats bots and frees chairs; everybody may leave their own."""
    if chair.seat == desk.seat:
        return [tag("button", desk._("Leave"), type="button", cls="btn quiet", data_do="leave")]
    if not desk.table.host or chair.kind == "person":
        return []
    if chair.kind == "bot":
        words = desk._("Free this seat")
        free = tag(
            "button",
            pictures.mark("close", 16),
            type="button",
            cls="btn quiet",
            data_do="open",
            data_seat=chair.seat,
            aria_label=words,
            title=words,
        )
        return [levels(desk, chair, chair.bot), free]
    return [levels(desk, chair, None)]


def levels(desk: Desk, chair: Chair, current: str | None) -> Markup:
    """One button for each level of bot; for an open chair they seat one."""
    buttons = [
        tag(
            "button",
            pictures.mark("bot", 16) if current is None else None,
            desk.words.title(level),
            type="button",
            cls="btn" if current is None else None,
            data_do="bot",
            data_seat=chair.seat,
            data_text=level,
            aria_pressed=None if current is None else level == current,
            aria_label=desk._("Seat {number}: bot, {level}", number=chair.seat + 1, level=desk.words.name(level)),
        )
        for level in LEVELS
    ]
    return tag(
        "span",
        buttons,
        cls="seg small" if current is not None else "bot-buttons",
        role="group",
        aria_label=desk._("Bot"),
    )


def sit(desk: Desk) -> Markup | None:
    """The form by which a guest takes a seat, with nothing but a nickname."""
    if desk.seat is not None:
        return None
    if all(chair.kind != "open" for chair in desk.table.chairs):
        return tag("section", tag("p", desk._("All seats are taken. You can watch.")), cls="slab box")
    return tag(
        "section",
        tag(
            "form",
            tag("label", desk._("Your name"), _for="nickname"),
            tag(
                "input",
                _type="text",
                id="nickname",
                name="text",
                maxlength=24,
                required=True,
                autocomplete="nickname",
                cls="field",
                data_keep="nickname",
            ),
            tag("button", desk._("Take a seat"), type="submit", cls="btn main"),
            data_do="sit",
            action=f"{desk.table.link}/sit",
            method="post",
            cls="sit",
        ),
        tag("p", desk._("Or stay as you are: you will watch."), cls="note"),
        cls="slab box",
    )


def start(desk: Desk) -> Markup | None:
    """The host's button; others read whom they wait for."""
    free = sum(chair.kind == "open" for chair in desk.table.chairs)
    if not desk.table.host:
        return tag("section", tag("p", desk._("The host starts the game."), role="status"), cls="slab start")
    words: Child = (
        desk._("{count} {count:seat is|seats are} open.", count=free) if free else desk._("Everybody is here.")
    )
    return tag(
        "section",
        tag("p", words, role="status"),
        tag("button", desk._("Start the game"), type="button", cls="btn main big", data_do="start", data_key="E"),
        cls="slab start",
    )
