"""Clocks and the pause. The server sends the time left with each update; the script counts down."""

from __future__ import annotations

from markupsafe import Markup

from bastide.server.common.model import SeatClock
from bastide.view.model import View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, tag


def seat_clock(desk: Desk, number: int) -> SeatClock | None:
    """The clock of a seat, None for a bot or where nobody has one."""
    clock = desk.table.clock
    return None if clock is None else next((one for one in clock.seats if one.seat == number), None)


def is_late(desk: Desk, number: int) -> bool:
    """Whether the game waits for a seat that has no time left."""
    one = seat_clock(desk, number)
    return one is not None and one.running and one.left == 0


def clock(desk: Desk, number: int, place: str) -> Markup | None:
    """Where the script writes a seat's time. The HTML holds no time, or it would be sent again each second."""
    if seat_clock(desk, number) is None:
        return None
    return tag(
        "span",
        pictures.mark("hourglass", 13),
        hidden(desk._("time left:")),
        tag("b", "\u2013:\u2013\u2013", data_left=True),
        cls="clock",
        role="timer",
        title=desk._("time left"),
        data_clock=number,
        data_mine=number == desk.seat,
        data_keep=f"clock-{place}-{number}",
    )


def pause(desk: Desk, view: View) -> Markup:
    """The banner over a paused game; a polite live region."""
    seat = desk.table.paused
    if seat is None or view.result is not None:
        return tag("section", id="pause", hidden=True)
    if seat == desk.seat:
        words = desk._("You have paused it.")
    else:
        words = desk._("{name} has paused it.", name=desk.name(seat))
    if desk.table.clock is not None:
        words += " " + desk._("No clock runs.")
    go = tag("p", desk._("{name} or the host lets it go on.", name=desk.name(seat)), cls="note")
    return tag(
        "section",
        tag("h2", pictures.mark("pause", 22), desk._("The game is paused")),
        tag("p", words),
        button(desk, "btn main") if desk.table.may_pause else go,
        id="pause",
        cls="slab pause",
        role="status",
        aria_live="polite",
        data_live=True,
    )


def button(desk: Desk, cls: str) -> Markup | None:
    """The pause or resume button; for those allowed."""
    if not desk.table.may_pause:
        return None
    paused = desk.table.paused is not None
    words = desk._("Go on") if paused else desk._("Pause the game")
    return tag(
        "button",
        pictures.mark("play" if paused else "pause", 18),
        words,
        type="button",
        cls=cls,
        data_do="resume" if paused else "pause",
    )
