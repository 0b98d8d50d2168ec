"""Waiting for an idle person: the question to them, the others' time until they may decide, and then their votes."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.server.common.model import WaitView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.times import duration

WAYS: Final = {
    "bot": ("bot", _("A bot plays for {name}"), _("Until {name} is back.")),
    "wait": ("hourglass", _("Wait"), _("Asked again in {time}.")),
    "open": ("users", _("Somebody takes over"), _("A bot plays until then. The newcomer sees the hand.")),
}
"""What the others may decide, in the order of the cards: picture, words, and what follows."""


def waiting(desk: Desk) -> list[Markup]:
    """What there is to say about each person for whom the table waits."""
    return [found for wait in desk.table.waits if (found := about(desk, wait)) is not None]


def about(desk: Desk, wait: WaitView) -> Markup | None:
    """The question to the reader, the time that is left, or the votes; None while there is time."""
    if not (wait.soon or wait.idle):
        return None
    hosts = desk.table.stage != "playing" or desk.table.paused is not None
    if hosts and wait.idle:
        return None
    if wait.seat == desk.seat:
        return asked(desk, wait, hosts)
    if not wait.idle:
        words = _("You wait for {name}. You may decide how to go on in")
        if desk.seat is None:
            words = _("The table waits for {name}. The others may decide how to go on in")
        if hosts:
            words = _("The table waits for {name}, the host. Somebody else is host in")
        return line(tag("p", desk._(words, name=desk.name(wait.seat)), " ", countdown(desk, wait)))
    return decision(desk, wait)


def asked(desk: Desk, wait: WaitView, hosts: bool) -> Markup:
    """The question whether the reader is there, and one button to answer it."""
    words = _("The others may decide about your seat in") if not hosts else _("Somebody else is host in")
    told = tag("small", desk._(words), " ", countdown(desk, wait))
    if wait.idle:
        told = tag("small", desk._("The others decide now how the game goes on."))
    if wait.eased:
        return line(tag("p", tag("b", desk._("It is your turn to decide.")), told), mine=True)
    button = tag("button", desk._("I am here"), type="button", cls="btn main", data_do="here")
    return line(tag("p", tag("b", desk._("Are you there?")), told), button, mine=True)


def line(*inside: Markup, mine: bool = False) -> Markup:
    """One slab."""
    return tag("div", pictures.mark("hourglass", 20), *inside, cls=classes("slab note-line wait-line", mine and "mine"))


def countdown(desk: Desk, wait: WaitView) -> Markup:
    """The time until the wait is over; the script counts down. Screen readers read it only when asked."""
    seconds = -(-(wait.left or 0) // 1000)
    return tag("b", face(seconds), cls="countdown", role="timer", aria_live="off", data_countdown=seconds)


def face(seconds: int) -> str:
    """A time as clocks show it.

    >>> face(65), face(3605)
    ('1:05', '1:00:05')
    """
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def decision(desk: Desk, wait: WaitView) -> Markup:
    """The votes about an idle person: as cards to those who vote, in a line to everybody else."""
    name, time = desk.name(wait.seat), duration(desk.table.idle)
    if desk.seat not in wait.voters:
        return line(tag("p", desk._("{name} has not played for {time}. The others decide.", name=name, time=time)))
    rule = _("You decide. {name} plays again with one click.")
    if len(wait.voters) > 1:
        rule = _("Most of those present decide; a tie waits. {name} plays again with one click.")
    title = f"h-idle-{wait.seat}"
    return tag(
        "section",
        tag(
            "h2",
            desk._("{name} has not played for {time}. How does the game go on?", name=name, time=time),
            id=title,
        ),
        tag("p", desk._(rule, name=name), cls="note"),
        tag("div", [card(desk, wait, way) for way in WAYS], cls="ways"),
        cls="slab idle",
        aria_labelledby=title,
    )


def card(desk: Desk, wait: WaitView, way: str) -> Markup:
    """One way to go on, and who has chosen it. A click is a vote."""
    picture, words, note = WAYS[way]
    name, time = desk.name(wait.seat), duration(desk.table.idle)
    votes = [ballot.seat for ballot in wait.votes if ballot.way == way]
    return tag(
        "button",
        tag("span", pictures.mark(picture, 22), cls="way-mark"),
        tag("b", desk._(words, name=name)),
        tag("small", desk._(note, name=name, time=time)),
        tag("span", [voter(desk, seat) for seat in votes], cls="way-votes"),
        type="button",
        cls="way",
        data_do="vote",
        data_seat=wait.seat,
        data_text=way,
        aria_pressed=desk.seat in votes,
    )


def voter(desk: Desk, seat: int) -> Markup:
    """Who has chosen a way."""
    name = desk._("you") if seat == desk.seat else desk.name(seat)
    return tag("span", desk.shield(seat, 18), hidden(desk._("chosen by:")), " ", name)
