"""Commands about people's seats: stand-ins, taking a seat back, the host, locks, the table's password and code.

With a stand-in the seat remains the person's: name, token and place at the table. Only the decisions are the bot's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.kernel.errors import quote
from bastide.server.common.banners import COLORS, EMBLEMS
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.log import timing
from bastide.server.log.checks import at_stage, chair, host, known_level
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import BotFailed, Color, Emblem, Host, Lock, PasswordChange, Ready, ShowCode, StandIn
from bastide.server.log.state import TableState

UNREAD: Final = "?"
"""Replaces the hash of a password that was not hashed, because its author was not the host when it arrived."""


def stand_in(draft: Draft, who: Who, asking: int, command: Command) -> None:
    """Let a bot play a seat: one's own at any time, another person's if the host asks and the person is gone."""
    at_stage(draft, command.do, "playing")
    target = asking if command.seat is None else chair(draft, command.seat)
    seat = draft.state.seats[target]
    if seat.kind != "person":
        raise RequestRefused("stand-in", "Nobody plays seat {number}: put a bot there instead", number=target + 1)
    if target != asking:
        host(draft, who, command)
        check_gone(draft, target)
    level = known_level(draft.engine, command.text)
    if seat.stand_in == level:
        raise RequestRefused("stand-in", "A bot plays for {name} already", name=seat.name)
    draft.write(StandIn(target, level), asking)


def replace_bot(seat: int, level: str) -> Callable[[Draft, Who, Command], Outcome]:
    """How the server lets another bot play on for one of this level that has failed too often, if it still plays."""

    def apply(draft: Draft, who: Who, command: Command) -> Outcome:
        if draft.state.stage == "playing" and draft.state.seats[seat].level == level:
            draft.write(BotFailed(seat, timing.STAND_IN), None)
        return Outcome(draft.state.version)

    return apply


def check_gone(draft: Draft, target: int) -> None:
    """Check that a person has been absent, or out of time, long enough for others to decide about the seat."""
    if not is_absent(draft, target) and not timing.is_late(draft, target):
        raise RequestRefused(
            "stand-in",
            "{name} is here, or was a moment ago: a bot may play only for somebody who is away for longer",
            name=draft.state.seats[target].name,
        )


def take_back(draft: Draft, asking: int) -> None:
    """Play one's own seat again."""
    if not draft.state.seats[asking].stand_in:
        raise RequestRefused("stand-in", "Seat {number} is played by yourself already", number=asking + 1)
    draft.write(StandIn(asking, ""), asking)


def check_player(draft: Draft, who: Who, seat: int) -> None:
    """Check that the author is the one who plays the seat: the person, or the bot that stands in."""
    level = draft.state.seats[seat].level
    if level and not who.bot:
        raise RequestRefused("stand-in", "A bot plays for you now: take your seat back first")
    if who.bot and not level:
        raise RequestRefused("stale", "Seat {number} is played by its person again", number=seat + 1)


def given_up(draft: Draft, target: int) -> bool:
    """Whether a bot stands in for an absent person: the host may clear such a seat."""
    return bool(draft.state.seats[target].stand_in) and is_absent(draft, target)


def is_absent(draft: Draft, seat: int) -> bool:
    """Whether a person has been away longer than the grace period."""
    return seat in draft.gaps and draft.gaps[seat].absent


def hand_over(draft: Draft, who: Who, asking: int, command: Command) -> None:
    """Make another person host who is connected; or become host oneself, if the host is absent or out of time."""
    state = draft.state
    target = asking if command.seat is None else chair(draft, command.seat)
    seat = state.seats[target]
    if target == state.host:
        raise RequestRefused("host", "{name} is the host already", name=seat.name)
    if target == asking:
        # A host who is connected but out of time: nobody else could let a bot play.
        if state.host is not None and not is_absent(draft, state.host) and not timing.is_late(draft, state.host):
            raise RequestRefused(
                "host",
                "The host, {name}, is here, or was a moment ago: only the host can name another",
                name=state.names[state.host],
            )
    else:
        host(draft, who, command)
        if seat.kind != "person" or (target in draft.gaps and draft.gaps[target].away):
            raise RequestRefused(
                "host", "Nobody is at seat {number}: the host must be somebody who is here", number=target + 1
            )
    draft.write(Host(target), asking)


def lock(draft: Draft, asking: int, command: Command) -> None:
    """Lock or unlock one open chair, or all of them."""
    locked = command.do == "lock"
    seats = draft.state.seats
    if command.seat is not None:
        target = chair(draft, command.seat)
        if seats[target].kind != "open":
            raise RequestRefused(
                "taken", "Seat {number} is taken by {name}", number=target + 1, name=seats[target].name
            )
        targets = [target]
    else:
        targets = [number for number, seat in enumerate(seats) if seat.kind == "open"]
    changed = [target for target in targets if seats[target].locked != locked]
    if not changed:
        raise RequestRefused("locked", "No open seat is left to {input}", input=quote(command.do))
    for target in changed:
        draft.write(Lock(target, locked), asking)


def choose_color(draft: Draft, asking: int, command: Command) -> None:
    """Take a colour before the game that no other person has; a bot or an open chair gets one's own in exchange."""
    at_stage(draft, command.do, "waiting")
    state = draft.state
    if command.text not in state.colors:
        raise RequestRefused(
            "malformed",
            "There is no colour {input}; there are {known}",
            input=quote(command.text),
            known=", ".join(COLORS),
        )
    owner = state.colors.index(command.text)
    if owner == asking:
        raise RequestRefused("taken", "You have the colour {input} already", input=quote(command.text))
    if owner < len(state.seats) and state.seats[owner].kind == "person":
        raise RequestRefused(
            "taken", "The colour {input} is taken by {name}", input=quote(command.text), name=state.seats[owner].name
        )
    draft.write(Color(command.text), asking)


def choose_emblem(draft: Draft, asking: int, command: Command) -> None:
    """Take an emblem before the game that no other person has; a bot or an open chair gets one's own in exchange."""
    at_stage(draft, command.do, "waiting")
    state = draft.state
    if command.text not in state.emblems:
        raise RequestRefused(
            "malformed",
            "There is no emblem {input}; there are {known}",
            input=quote(command.text),
            known=", ".join(EMBLEMS),
        )
    owner = state.emblems.index(command.text)
    if owner == asking:
        raise RequestRefused("taken", "You have the emblem {input} already", input=quote(command.text))
    if owner < len(state.seats) and state.seats[owner].kind == "person":
        raise RequestRefused(
            "taken", "The emblem {input} is taken by {name}", input=quote(command.text), name=state.seats[owner].name
        )
    draft.write(Emblem(command.text), asking)


def say_ready(draft: Draft, asking: int, command: Command) -> None:
    """Say before the game that one is ready for it, or take it back."""
    at_stage(draft, command.do, "waiting")
    ready, before = command.do == "ready", draft.state.seats[asking].ready
    if ready and before:
        raise RequestRefused("stage", "You have said that you are ready")
    if before == ready:
        raise RequestRefused("stage", "You have not said that you are ready")
    draft.write(Ready(ready), asking)


def change_password(draft: Draft, asking: int, command: Command) -> None:
    """Set or remove the table's password; `text` is its hash. Spectators must give the new one."""
    if command.text == UNREAD:
        raise RequestRefused("busy", "The table is too busy; send {input} again in a moment", input=quote(command.do))
    if not command.text and not draft.state.password:
        raise RequestRefused("password", "This table has no password")
    draft.write(PasswordChange(command.text, draft.state.password_generation + 1), asking)


def withdraw(draft: Draft, asking: int) -> None:
    """Make spectators give the password again."""
    if not draft.state.password:
        raise RequestRefused("password", "This table has no password: give it one, and strangers see nothing of it")
    draft.write(PasswordChange(draft.state.password, draft.state.password_generation + 1), asking)


def show_code(draft: Draft, asking: int, command: Command) -> None:
    """Show or hide the short code of a private game that runs: only while it is shown does it lead here."""
    at_stage(draft, command.do, "playing")
    state, shown = draft.state, command.do == "show-code"
    if not state.spectators:
        raise RequestRefused("spectator", "This table shows nothing to spectators; its code leads nobody here")
    if state.public:
        raise RequestRefused("stage", "This table is public: its code always leads here")
    if state.code_shown == shown:
        words = "The code of this table is shown already" if shown else "The code of this table is not shown"
        raise RequestRefused("stage", words)
    draft.write(ShowCode(shown), asking)


def check_entered(state: TableState, who: Who) -> None:
    """Check that a spectator has given the table's password, if it has one."""
    if state.outside(who.seat, who.entered):
        raise RequestRefused("password", "This table asks for a password")
