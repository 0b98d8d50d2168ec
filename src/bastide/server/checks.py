"""What several commands check: who asks, the stage of the table, which chair is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastide.kernel.errors import BastideError, quote
from bastide.server.engine import Engine
from bastide.server.faults import Refusal, of_engine
from bastide.server.model import Command
from bastide.server.state import TableState

if TYPE_CHECKING:
    from bastide.server.commands import Draft, Who


def seated(draft: Draft, who: Who, command: Command) -> int:
    """The seat of whoever asks; spectators only watch and chat."""
    if who.seat is None:
        raise Refusal("spectator", "You watch this table: take a seat before you {input}", input=quote(command.do))
    return who.seat


def host(draft: Draft, who: Who, command: Command) -> int:
    """The seat of whoever asks, if it is the host's."""
    seat = seated(draft, who, command)
    if seat != draft.state.host:
        owner = draft.state.host
        name = draft.state.names[owner] if owner is not None else "?"
        raise Refusal("host", "Only the host, {name}, can {input}", name=name, input=quote(command.do))
    return seat


def at_stage(draft: Draft, verb: str, *stages: str) -> None:
    """Check that the table is at one of these stages."""
    if draft.state.stage not in stages:
        raise Refusal("stage", STAGES[draft.state.stage], input=quote(verb))


STAGES: Final = {
    "waiting": "{input} is not possible before the game has begun",
    "playing": "{input} is not possible while the game is running",
    "over": "{input} is not possible after the game has ended",
}


def chair(draft: Draft, seat: int | None) -> int:
    """A chair that a command names."""
    count = len(draft.state.seats)
    if seat is None or seat >= count:
        raise Refusal(
            "malformed", "There is no seat {input}: this table has seats 0 to {last}", input=quote(seat), last=count - 1
        )
    return seat


def known_level(engine: Engine, level: str) -> str:
    """The level of a bot, if there is such a bot."""
    try:
        engine.bot(level, 0)
    except BastideError as error:
        raise of_engine(error) from None
    except (ValueError, KeyError) as error:
        raise Refusal("config", "There is no bot {input}: {why}", input=quote(level), why=str(error)) from None
    return level


def check_version(state: TableState, version: int | None, fresh: int) -> None:
    """Check that a request was computed on the table as it is, or on one that is as good for this seat."""
    if version is None or fresh <= version <= state.version:
        return
    raise Refusal("stale", "Meant for version {input}, but the table is at {now}", input=version, now=state.version)
