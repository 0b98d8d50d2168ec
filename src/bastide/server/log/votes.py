"""Deciding about a person for whom the table has waited long enough, and what the server does when time is over."""

from __future__ import annotations

from collections.abc import Callable

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.log import timing, waits
from bastide.server.log.checks import at_stage, chair, check_version
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import Awaited, Here, Host, Idle, StandIn, Vote

Apply = Callable[[Draft, Who, Command], Outcome]


def here(draft: Draft, asking: int) -> None:
    """Say that one is there: the wait begins anew, in a game once until the next decision."""
    state = draft.state
    if state.seats[asking].stand_in:
        raise RequestRefused("stand-in", "A bot plays for you now: take your seat back first")
    wait = state.waits.get(asking)
    if wait is None or wait.since is None:
        raise RequestRefused("turn", "Nobody has waited for you long enough to ask whether you are here")
    if wait.eased and not waits.hosting(state):
        raise RequestRefused("turn", "You have said that you are here: now only a decision ends the wait")
    draft.write(Here(), asking)


def vote(draft: Draft, asking: int, command: Command) -> None:
    """Vote on how the game goes on without an idle person."""
    state = draft.state
    at_stage(draft, command.do, "playing")
    timing.check_running(state)
    target = chair(draft, command.seat)
    name = state.seats[target].name
    way = next((way for way in waits.WAYS if way == command.text), None)
    if way is None:
        raise RequestRefused(
            "malformed",
            "There is no way {input}; there are {known}",
            input=quote(command.text),
            known=", ".join(waits.WAYS),
        )
    if command.version is None:
        raise RequestRefused("malformed", "A vote needs the version of the table that it was decided on")
    if target == asking:
        raise RequestRefused("stand-in", "Others vote about your seat: play, or say that you are here")
    wait = state.waits.get(target)
    if wait is None or not wait.idle:
        raise RequestRefused(
            "stand-in",
            "There is nothing to decide about seat {number}: the table does not wait for it, or not long enough",
            number=target + 1,
        )
    check_version(state, command.version, wait.idle)
    if asking not in waits.voters(state, target, draft.gaps):
        raise RequestRefused("stand-in", "Only people who play themselves and are not idle can vote")
    if wait.votes.get(asking) == way:
        raise RequestRefused("stand-in", "You have voted {input} about {name} already", input=quote(way), name=name)
    draft.write(Vote(target, way), asking)
    _settle(draft, target)


def _settle(draft: Draft, target: int) -> None:
    """Do what the votes about an idle seat decide, if they do."""
    state = draft.state
    way = waits.outcome(state.waits[target], waits.voters(state, target, draft.gaps))
    if way == "wait":
        draft.write(Awaited(target, draft.at), None)
    elif way:
        draft.write(StandIn(target, timing.STAND_IN, offered=way == "open"), None)


def settled(target: int, began: int) -> Apply:
    """How the server counts the votes again: one of those who were to decide has gone."""

    def apply(draft: Draft, who: Who, command: Command) -> Outcome:
        wait = draft.state.waits.get(target)
        if wait is not None and wait.began == began and wait.idle and not waits.hosting(draft.state):
            _settle(draft, target)
        return Outcome(draft.state.version)

    return apply


def noted(target: int, began: int, since: int) -> Apply:
    """How the server stores when a wait began, in milliseconds."""

    def apply(draft: Draft, who: Who, command: Command) -> Outcome:
        wait = draft.state.waits.get(target)
        if wait is not None and wait.began == began and wait.since is None:
            draft.write(Awaited(target, min(since, draft.at)), None)
        return Outcome(draft.state.version)

    return apply


def expired(target: int, began: int) -> Apply:
    """How the server ends a wait that has lasted long enough: the others may decide, and a host passes on."""

    def apply(draft: Draft, who: Who, command: Command) -> Outcome:
        state = draft.state
        wait = state.waits.get(target)
        if wait is not None and wait.began == began and not wait.idle:
            if not waits.hosting(state):
                draft.write(Idle(target), None)
            if target == state.host:
                _pass_on(draft)
        return Outcome(draft.state.version)

    return apply


def host_gone(draft: Draft, who: Who, command: Command) -> Outcome:
    """How the server replaces a host who has been gone for long."""
    host = draft.state.host
    if host is not None and host in draft.gaps and draft.gaps[host].absent:
        _pass_on(draft)
    return Outcome(draft.state.version)


def _pass_on(draft: Draft) -> None:
    """Make the next person host who is there."""
    heir = waits.next_host(draft.state, draft.gaps)
    if heir is not None:
        draft.write(Host(heir), None)
