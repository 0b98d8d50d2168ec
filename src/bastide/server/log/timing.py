"""Commands about time: pausing and resuming, and what happens when a clock has run out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.kernel.errors import BastideError, quote
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.model import Command
from bastide.server.log.checks import at_stage
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import Back, Pause, Play, Resume, StandIn
from bastide.server.log.state import TableState

STAND_IN: Final = "greedy"
"""The level of the bot that stands in for a person who is out of time."""


def pause(draft: Draft, seat: int) -> None:
    """Pause the game."""
    at_stage(draft, "pause", "playing")
    state = draft.state
    if state.paused is not None:
        raise RequestRefused("paused", "{name} has paused the game already", name=state.names[state.paused])
    if not state.may_pause(seat):
        raise RequestRefused("host", "At a public table only the host, {name}, can pause the game", name=hosted(state))
    draft.write(Pause(), seat)


def resume(draft: Draft, seat: int) -> None:
    """Resume the game."""
    at_stage(draft, "resume", "playing")
    state = draft.state
    if state.paused is None:
        raise RequestRefused("paused", "The game is not paused")
    if not state.may_pause(seat):
        raise RequestRefused(
            "host",
            "{name} has paused the game: only they or the host, {owner}, can go on",
            name=state.names[state.paused],
            owner=hosted(state),
        )
    draft.write(Resume(), seat)


def hosted(state: TableState) -> str:
    """The host's name."""
    return state.names[state.host] if state.host is not None else "?"


def check_running(state: TableState) -> None:
    """Check that the game is not paused."""
    if state.paused is not None:
        raise RequestRefused("paused", "The game is paused by {name}", name=state.names[state.paused])


def came_back(draft: Draft) -> None:
    """Note that the table was loaded again: the time before is charged to nobody."""
    clocks = draft.state.clocks
    if clocks is not None and clocks.running:
        draft.write(Back(), None)


def is_late(draft: Draft, seat: int) -> bool:
    """Whether the game waits for a seat that has no time left."""
    clocks = draft.state.clocks
    return clocks is not None and seat in clocks.late(draft.at)


def others_play(state: TableState, seat: int) -> bool:
    """Whether another person is kept waiting. Bots alone must not play a game to its end with nobody watching."""
    return any(other.kind == "person" and not other.level for n, other in enumerate(state.seats) if n != seat)


def late(draft: Draft, seat: int) -> None:
    """Act on a seat that is out of time, if it still is: play its only legal action, or let a bot stand in."""
    state = draft.state
    if state.limit is None or not is_late(draft, seat):
        return
    text = draft.engine.only(draft.match.game, seat)
    if text is None:
        if state.limit.late == "bot" and others_play(state, seat):
            draft.write(StandIn(seat, STAND_IN), None)
        return
    try:
        events = draft.match.play(draft.next, seat, text, automatic=True)
    except BastideError as error:
        raise of_engine(error, state.names, quote(text), state.edition) from None
    draft.write(Play(text, auto=True), seat, events)
    draft.chance()


def refuse_offer(seat: int, offer: int) -> Callable[[Draft, Who, Command], Outcome]:
    """How the server refuses an offer for a seat that has not answered it. It does nothing once that offer is closed
    or answered.
    """

    def apply(draft: Draft, who: Who, command: Command) -> Outcome:
        match = draft.state.match
        asked = None if match is None or draft.state.paused is not None else draft.engine.open_offer(match.game)
        if asked is not None and asked.number == offer and seat in asked.waiting:
            events = draft.match.play(draft.next, seat, asked.refusal, automatic=True)
            draft.write(Play(asked.refusal, auto=True), seat, events)
            draft.chance()
        return Outcome(draft.state.version)

    return apply
