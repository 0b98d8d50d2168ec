"""The waiting room: who sits where, the invitation, and the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from bastide.kernel import rooms
from bastide.server.common.tokens import code_of
from bastide.web.covers import cover_address
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.families import family_at
from bastide.web.panels.gate import gate
from bastide.web.panels.html import Child, classes, tag
from bastide.web.panels.seats import USUAL_LEVEL, all_seats, banners, seat_row, sit
from bastide.web.panels.series import series_box
from bastide.web.panels.short_code import spaced
from bastide.web.times import patience, terms


def room(desk: Desk) -> Markup:
    """The waiting room; empty and hidden once the game has begun."""
    table = desk.table
    if table.stage != "waiting":
        return tag("section", id="room", hidden=True)
    return tag(
        "section",
        sit(desk),
        start(desk),
        changed(desk),
        invitation(desk),
        chairs(desk),
        series_box(desk),
        id="room",
        cls=classes("room", desk.seat is not None and not table.host and "guest"),
        aria_label=desk._("Waiting room"),
    )


def invitation(desk: Desk) -> Markup:
    """The link to share, and what will be played."""
    link = desk.table.link
    words = desk._("Anybody with this link can take a seat or watch.")
    if desk.table.password:
        words = desk._("Anybody with this link and the password can take a seat or watch.")
    return tag(
        "section",
        tag("h2", desk._("Invite people")),
        tag("p", words),
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
            tag(
                "button",
                pictures.mark("share", 18),
                desk._("Share…"),
                type="button",
                cls="btn",
                data_copy="#share-link",
                data_share=desk._("Come and play: {table}", table=desk.table.name),
            ),
            cls="share",
        ),
        tag(
            "div",
            tag(
                "img",
                src=f"{link}/qr.svg",
                alt=desk._("QR code of the link to this table"),
                width=116,
                height=116,
                cls="qr",
            ),
            tag(
                "p",
                desk._("Or scan this with a phone."),
                tag(
                    "span",
                    desk._("Or by this code, on the first page:"),
                    " ",
                    tag("b", spaced(code_of(desk.table.id)), cls="code"),
                ),
                cls="by-code",
            ),
            cls="short",
        ),
        game(desk),
        gate(desk),
        cls="slab box",
    )


def game(desk: Desk) -> Markup:
    """What will be played: a picture, if there is one, and the options that people ask for."""
    picture, words = family_at(desk.table).game(desk, desk.table.config)
    words.append(desk._("undo allowed") if desk.table.undo else desk._("no undo"))
    if desk.table.clock is not None:
        words.append(terms(desk.words, desk.table.clock.rule))
    if desk.table.idle:
        words.append(desk._("waits {time} for an idle person", time=patience(desk.table.idle, desk.words)))
    return tag(
        "div",
        picture,
        tag("p", tag("b", words[0]), tag("span", ", ".join(words[1:]))),
        covers(desk),
        tag("a", desk._("Change the game"), href=f"{desk.table.link}/game", cls="btn") if may_change(desk) else None,
        cls="game",
    )


def may_change(desk: Desk) -> bool:
    """Whether the reader is the host of a game that may still become another one."""
    series = desk.table.series
    return desk.table.host and not (series is not None and series.planned and series.results)


def changed(desk: Desk) -> Markup:
    """The notice of a change of the game, in the first window of a phone too."""
    return tag("p", changes(desk), role="status", cls="slab changed")


def changes(desk: Desk) -> str:
    """What the host has changed since people saw the game first; empty without a change."""
    before, config = desk.table.before, desk.table.config
    if before is None:
        return ""
    words = family_at(desk.table).game(desk, config)[1]
    old = family_at(desk.table).game(desk, before)[1]
    new, gone = [word for word in words if word not in old], [word for word in old if word not in words]
    same_game = before.get("modules") == config.get("modules")
    if same_game and before.get("layout") != config.get("layout"):
        new.append(desk._("another map"))
    if not new and not gone and before.get("options") != config.get("options"):
        new.append(desk._("other options"))
    new += further_games(desk, before)
    if before.get("seats") != config.get("seats"):
        new.append(desk._("{count} players", count=int(config.get("seats", 0))))
    parts = [desk._("New: {what}.", what=", ".join(new))] if new else []
    parts += [desk._("No longer: {what}.", what=", ".join(gone))] if gone else []
    return " ".join([desk._("The host has changed the game."), *parts]) if parts else ""


def further_games(desk: Desk, before: Mapping[str, Any]) -> list[str]:
    """The games that follow from now on, if others followed before."""
    series, then = desk.table.series, before.get("series") or []
    now = series.planned if series is not None else []
    if [each.get("modules") for each in now] == [each.get("modules") for each in then]:
        return []
    return [desk._("{count} games one after the other", count=len(now)) if now else desk._("one game")]


def covers(desk: Desk) -> Markup | None:
    """The pictures of the expansions; their names stand beside them."""
    names = desk.table.config.get("modules") or []
    family = family_at(desk.table).name
    known = [name for name in names if name in rooms.names(family)]
    pictured = [tag("img", src=cover_address(family, name), alt="", width=80, height=50) for name in known]
    return tag("span", pictured, cls="covers") if pictured else None


def chairs(desk: Desk) -> Markup:
    """All seats, taken and open."""
    seats = desk.table.chairs
    taken = sum(chair.kind != "open" for chair in seats)
    return tag(
        "section",
        tag("h2", desk._("Seats"), tag("small", desk._("{taken} of {count}", taken=taken, count=len(seats)))),
        tag("ul", [seat_row(desk, chair) for chair in seats], cls="seats-list"),
        all_seats(desk),
        banners(desk),
        cls="slab box",
    )


def start(desk: Desk) -> Markup | None:
    """The host's button; others say that they are ready. Everybody reads who is missing."""
    free = sum(chair.kind == "open" for chair in desk.table.chairs)
    mine = None if desk.seat is None else desk.table.chairs[desk.seat]
    words: Child = desk._("The host starts the game.")
    if desk.table.host:
        words = desk._("{count} {count:seat is|seats are} open.", count=free) if free else missing(desk)
    button = None
    if desk.table.host and free:
        # Without a key: the seats would be gone by mistake.
        fill = desk._("Fill with bots and start")
        button = tag("button", fill, type="button", cls="btn main big", data_do="start", data_text=usual_level(desk))
    elif desk.table.host:
        button = tag(
            "button", desk._("Start the game"), type="button", cls="btn main big", data_do="start", data_key="E"
        )
    elif mine is not None:
        button = tag(
            "button",
            pictures.mark("check", 18) if mine.ready else None,
            desk._("I am ready"),
            desk.key("R"),
            type="button",
            cls=classes("btn", not mine.ready and "main big"),
            data_do="unready" if mine.ready else "ready",
            data_key="R",
            aria_pressed=mine.ready,
        )
    return tag("section", tag("p", words, role="status"), button, cls="slab start")


def usual_level(desk: Desk) -> str:
    """The level of the bots that fill the table: that of a bot that is there, or the usual one."""
    return next((chair.bot for chair in desk.table.chairs if chair.kind == "bot"), USUAL_LEVEL)


def missing(desk: Desk) -> str:
    """Who has not said that the game may begin; the host need not."""
    people = [chair for chair in desk.table.chairs if chair.kind == "person" and not chair.host]
    late = [chair.name for chair in people if not chair.ready]
    if late:
        return desk._("{names} {count:is|are} not ready yet.", names=", ".join(late), count=len(late))
    return desk._("Everybody is ready.") if people else desk._("Everybody is here.")
