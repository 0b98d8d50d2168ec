"""What people do about each other's seats: a bot plays for whoever is away, and whoever comes back takes the seat back.

The seat stays the person's: the name, the token and the place at the table. Only the decisions are the bot's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastide.kernel.errors import quote
from bastide.server import timing
from bastide.server.checks import at_stage, chair, host, known_level
from bastide.server.entries import Door, Host, Lock, StandIn
from bastide.server.faults import Refusal

if TYPE_CHECKING:
    from bastide.server.commands import Draft, Who
    from bastide.server.model import Command
    from bastide.server.state import TableState

UNREAD: Final = "?"
"""In place of the hash of a password that nobody worked on, since whoever gave it was not the host when it came."""


def stand_in(draft: Draft, who: Who, asking: int, command: Command) -> None:
    """Let a bot play a person's seat: one's own at any time, another's if the host asks and the person is gone."""
    at_stage(draft, command.do, "playing")
    target = asking if command.seat is None else chair(draft, command.seat)
    seat = draft.state.seats[target]
    if seat.kind != "person":
        raise Refusal("stand-in", "Nobody plays seat {number}: put a bot there instead", number=target + 1)
    if target != asking:
        host(draft, who, command)
        check_gone(draft, target)
    level = known_level(draft.engine, command.text)
    if seat.stand_in == level:
        raise Refusal("stand-in", "A bot plays for {name} already", name=seat.name)
    draft.write(StandIn(target, level), asking)


def check_gone(draft: Draft, target: int) -> None:
    """Check that a person has been away, or out of time, for so long that others may decide about the seat."""
    if not is_absent(draft, target) and not timing.is_late(draft, target):
        raise Refusal(
            "stand-in",
            "{name} is here, or was a moment ago: a bot may play only for somebody who is away for longer",
            name=draft.state.seats[target].name,
        )


def take_back(draft: Draft, asking: int) -> None:
    """Play one's own seat again."""
    if not draft.state.seats[asking].stand_in:
        raise Refusal("stand-in", "Seat {number} is played by yourself already", number=asking + 1)
    draft.write(StandIn(asking, ""), asking)


def check_player(draft: Draft, who: Who, seat: int) -> None:
    """Check that whoever decides for a seat is the one who plays it: the person, or the bot that stands in."""
    level = draft.state.seats[seat].level
    if level and not who.bot:
        raise Refusal("stand-in", "A bot plays for you now: take your seat back first")
    if who.bot and not level:
        raise Refusal("stale", "Seat {number} is played by its person again", number=seat + 1)


def given_up(draft: Draft, target: int) -> bool:
    """Whether a bot stands in for somebody who has not been there for long: the host may clear such a seat."""
    return bool(draft.state.seats[target].stand_in) and is_absent(draft, target)


def is_absent(draft: Draft, seat: int) -> bool:
    """Whether a person has been away for longer than the period of grace."""
    return seat in draft.gaps and draft.gaps[seat].absent


def hand_over(draft: Draft, who: Who, asking: int, command: Command) -> None:
    """Make another person host who is there; or become host oneself, if the host is absent or out of time."""
    state = draft.state
    target = asking if command.seat is None else chair(draft, command.seat)
    seat = state.seats[target]
    if target == state.host:
        raise Refusal("host", "{name} is the host already", name=seat.name)
    if target == asking:
        # A host who is here and does not play: nobody else could let a bot do it.
        if state.host is not None and not is_absent(draft, state.host) and not timing.is_late(draft, state.host):
            raise Refusal(
                "host",
                "The host, {name}, is here, or was a moment ago: only the host can name another",
                name=state.names[state.host],
            )
    else:
        host(draft, who, command)
        if seat.kind != "person" or (target in draft.gaps and draft.gaps[target].away):
            raise Refusal(
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
            raise Refusal("taken", "Seat {number} is taken by {name}", number=target + 1, name=seats[target].name)
        targets = [target]
    else:
        targets = [number for number, seat in enumerate(seats) if seat.kind == "open"]
    changed = [target for target in targets if seats[target].locked != locked]
    if not changed:
        raise Refusal("locked", "No open seat is left to {input}", input=quote(command.do))
    for target in changed:
        draft.write(Lock(target, locked), asking)


def change_password(draft: Draft, asking: int, command: Command) -> None:
    """Give the table another password, or none; `text` is its hash. Spectators must give the new one."""
    if command.text == UNREAD:
        raise Refusal("busy", "The table is too busy; send {input} again in a moment", input=quote(command.do))
    if not command.text and not draft.state.password:
        raise Refusal("password", "This table has no password")
    draft.write(Door(command.text, draft.state.door + 1), asking)


def withdraw(draft: Draft, asking: int) -> None:
    """Show spectators nothing any more, until they give the password again."""
    if not draft.state.password:
        raise Refusal("password", "This table has no password: give it one, and strangers see nothing of it")
    draft.write(Door(draft.state.password, draft.state.door + 1), asking)


def check_entered(state: TableState, who: Who) -> None:
    """Check that somebody without a seat has given the table's password, if it has one."""
    if state.outside(who.seat, who.entered):
        raise Refusal("password", "This table asks for a password")
