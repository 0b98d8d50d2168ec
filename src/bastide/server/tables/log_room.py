"""The room that is left in a table's log, and which commands may still use it."""

from __future__ import annotations

from typing import Final

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.common.settings import Settings
from bastide.server.log.draft import Who
from bastide.server.log.state import TableState

FINISHING: Final = frozenset({"play", "pause", "resume", "stand-in", "back", "host", "bot", "renew", "vote"})
"""Commands that a game may need to come to its end. Some of them can be repeated at will: see `is_needed`."""
ALWAYS: Final = frozenset({"leave"})
"""Commands that nobody can repeat at will."""


def check_room(state: TableState, settings: Settings, who: Who, command: Command, watches: bool) -> None:
    """Check that the log may grow by this command of a person, in entries and in bytes.

    The last fifth is for the end of the game, and the last tenth for what the game cannot go on without. Those who only
    watch talk in the first half: they must not take the players' room.

    :raises RequestRefused: it is full.
    """
    for used, limit in ((state.version, settings.log_limit), (state.size, settings.log_size)):
        if watches and command.do == "chat":
            limit //= 2
        elif not is_needed(state, who, command):
            limit -= limit // 10 if command.do in FINISHING else limit // 5
        if command.do not in ALWAYS and used >= limit:
            raise RequestRefused("full", "This table holds as much as it may: make a new one")


def is_needed(state: TableState, who: Who, command: Command) -> bool:
    """Whether the game may stand still without this command. Nobody can repeat such commands at will: what would have
    to come in between (`pause`, `back`, `sit`) is not among them, or takes time."""
    target = who.seat if command.seat is None else command.seat
    seat = state.seats[target] if target is not None and target < len(state.seats) else None
    match command.do:
        case "play" | "resume":
            return True
        case "stand-in":
            return seat is not None and not seat.stand_in
        case "vote":
            wait = state.waits.get(-1 if target is None else target)
            return wait is not None and wait.idle > 0 and who.seat not in wait.votes
        case "bot":
            return seat is not None and seat.kind == "open"
        case "host":
            return target == who.seat
    return False
