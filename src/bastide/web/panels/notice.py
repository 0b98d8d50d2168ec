"""Notices about the players: who is away, for whom a bot plays, and what the reader can do about it."""

from __future__ import annotations

from markupsafe import Markup

from bastide.server.common.model import Chair
from bastide.web.panels import pictures
from bastide.web.panels.clock import is_late
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, hidden, join, tag
from bastide.web.panels.seats import is_away, stand_in, take_back
from bastide.web.panels.waits import waiting


def notice(desk: Desk) -> Markup:
    """A polite live region that is always there: text for screen readers, and a slab for each possible action."""
    chairs = desk.table.chairs
    told = [words for chair in chairs if (words := about(desk, chair))]
    lines = [line for chair in chairs if (line := to_do(desk, chair)) is not None]
    return tag(
        "section",
        hidden(join([tag("span", words, " ") for words in told])),
        waiting(desk),
        lines,
        free(desk),
        id="notice",
        cls="notice",
        role="status",
        aria_live="polite",
    )


def about(desk: Desk, chair: Chair) -> str:
    """The notice about a bot that was replaced, or a person not playing now, unless a slab says it."""
    if chair.failed:
        failed, level = desk.words.name(chair.failed), desk.words.name(chair.bot or chair.stand_in)
        words = desk._(
            "{failed} failed three times: {level} plays for {name}.", failed=failed, level=level, name=chair.name
        )
        return words
    if chair.kind != "person" or chair.seat == desk.seat:
        return ""
    if chair.stand_in:
        return desk._("A bot plays for {name}.", name=chair.name)
    if is_away(desk, chair) and to_do(desk, chair) is None:
        return desk._("{name} is away.", name=chair.name)
    return ""


def to_do(desk: Desk, chair: Chair) -> Markup | None:
    """What the reader can do about a seat: take back one's own, let a bot play, be host."""
    if chair.kind != "person":
        return None
    if chair.seat == desk.seat:
        playing = bool(chair.stand_in) and desk.table.stage == "playing"
        words = desk._("A bot plays for you.")
        if chair.offered:
            words = desk._("A bot plays for you, until somebody takes your seat.")
        return line("bot", words, take_back(desk)) if playing else None
    if desk.table.host and is_late(desk, chair.seat):
        words = desk._("The time of {name} is up.", name=chair.name)
        return line("hourglass", words, stand_in(desk, chair, desk._("Let a bot play")))
    if chair.host and desk.seat is not None and (chair.absent or is_late(desk, chair.seat)):
        become = tag("button", desk._("Be the host"), type="button", cls="btn", data_do="host", data_seat=desk.seat)
        if not chair.absent:
            return line("hourglass", desk._("The time of {name} is up.", name=chair.name), become)
        return line("nolink", desk._("The host, {name}, is away.", name=chair.name), become)
    if not chair.absent or desk.seat is None:
        return None
    if desk.table.host and desk.table.stage == "playing" and not chair.stand_in:
        return line(
            "nolink", desk._("{name} is away.", name=chair.name), stand_in(desk, chair, desk._("Let a bot play"))
        )
    return None


def free(desk: Desk) -> Markup | None:
    """A seat that somebody has left: spectators may take it, and the host can fill it, or the game is stuck."""
    chairs = [chair for chair in desk.table.chairs if chair.kind == "open" and (desk.table.host or not chair.locked)]
    if desk.seat is None:
        chairs += [chair for chair in desk.table.chairs if chair.offered]
    if not chairs or desk.table.stage != "playing" or not (desk.seat is None or desk.table.host):
        return None
    words = desk._("Take a seat") if desk.seat is None else desk._("Seats")
    opens = tag("button", words, type="button", cls="btn", popovertarget="people")
    return line("users", desk._("A seat is free."), opens)


def line(picture: str, words: str, *buttons: Child) -> Markup:
    """One slab."""
    return tag("div", pictures.mark(picture, 20), tag("p", words), *buttons, cls="slab note-line", data_wall=True)
