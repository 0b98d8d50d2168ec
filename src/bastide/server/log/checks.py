"""Checks shared by several commands: the seat, the host, the stage of the table, the chair that is meant."""

from __future__ import annotations

from typing import Final

from bastide.kernel.errors import BastideError, quote
from bastide.players import level_of
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.model import Command
from bastide.server.engine.interface import Engine
from bastide.server.log.draft import Draft, Who
from bastide.server.log.state import TableState


def seated(draft: Draft, who: Who, command: Command) -> int:
    """The author's seat; spectators can only watch and chat."""
    if who.seat is None:
        raise RequestRefused(
            "spectator", "You watch this table: take a seat before you {input}", input=quote(command.do)
        )
    return who.seat


def host(draft: Draft, who: Who, command: Command) -> int:
    """The author's seat, if it is the host's."""
    seat = seated(draft, who, command)
    if seat != draft.state.host:
        owner = draft.state.host
        name = draft.state.names[owner] if owner is not None else "?"
        raise RequestRefused("host", "Only the host, {name}, can {input}", name=name, input=quote(command.do))
    return seat


def at_stage(draft: Draft, verb: str, *stages: str) -> None:
    """Check that the table is at one of these stages."""
    if draft.state.stage not in stages:
        raise RequestRefused("stage", STAGES[draft.state.stage], input=quote(verb))


STAGES: Final = {
    "waiting": "{input} is not possible before the game has begun",
    "playing": "{input} is not possible while the game is running",
    "over": "{input} is not possible after the game has ended",
}


def chair(draft: Draft, seat: int | None) -> int:
    """The chair that a command names, if it exists."""
    count = len(draft.state.seats)
    if seat is None or seat >= count:
        raise RequestRefused(
            "malformed", "There is no seat {input}: this table has seats 0 to {last}", input=quote(seat), last=count - 1
        )
    return seat


def known_level(engine: Engine, level: str) -> str:
    """The level of a bot, if it exists. One that thinks in a process of its own is loaded only there."""
    level = level_of(level)
    try:
        if not engine.thinks(level):
            engine.bot(level, 0)
    except BastideError as error:
        raise of_engine(error) from None
    except (ValueError, KeyError) as error:
        raise RequestRefused("config", "There is no bot {input}: {why}", input=quote(level), why=str(error)) from None
    return level


def check_version(state: TableState, version: int | None, fresh: int) -> None:
    """Check that a request was computed on the current version, or on one that is fresh enough for this seat."""
    if version is None or fresh <= version <= state.version:
        return
    raise RequestRefused(
        "stale", "Meant for version {input}, but the table is at {now}", input=version, now=state.version
    )
