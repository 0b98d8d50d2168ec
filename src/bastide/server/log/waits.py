"""Waits: the game awaits a person who does nothing. After the table's patience the others decide about the seat.

All of this follows from the log. `tables/wait_watch.py` measures the time and appends what follows from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bastide.server.common.model import Clock, Way
from bastide.server.log.entries import (
    Awaited,
    Entry,
    Here,
    Host,
    Idle,
    Pause,
    Play,
    Redo,
    Rematch,
    Renew,
    Resume,
    Sit,
    Start,
    Undo,
    Vote,
)

if TYPE_CHECKING:
    from bastide.server.log.state import Gap, TableState

WAYS: Final[tuple[Way, ...]] = ("bot", "open", "wait")
"""What the others may decide: a bot plays, a bot plays until somebody takes the seat, or the table waits longer."""
PUBLIC: Final = 300
"""For how many seconds a public table waits for one person if its maker chooses nothing."""
CALM: Final = Clock(kind="turn", seconds=300, answer=120)
"""The clock of a public table whose maker chooses nothing; a private one has none."""
PRIVATE: Final = 86_400
"""The same among people who know each other."""
LEAST_WARNING: Final = 30
"""For at least so many seconds before a seat is idle its person is asked; usually for a fifth of the time."""
NOTED: Final = 30
"""After how many seconds the beginning of a wait is stored: most decisions are quicker."""
ACTS: Final = (Play, Undo, Redo, Sit, Renew)
"""The entries by which an awaited player shows in a game that the seat is not idle."""
BREAKS: Final = (Pause, Resume, Start, Rematch)
"""The entries at which every wait ends: the game stops, or another begins."""


@dataclass(frozen=True)
class Wait:
    """A wait for one person.

    `began` is the version since which the person is awaited, `since` the time (ms) from which it counts, None until
    that is stored. `idle` is the version from which the others may decide, 0 before; `votes` are their votes, by seat.
    `eased` is whether the person has said `here` since the last decision. A host who was made so by the server and has
    done nothing since is `inherited`: that wait makes nobody else host, or idle people would hand it round for ever.
    """

    began: int
    since: int | None = None
    idle: int = 0
    votes: Mapping[int, Way] = field(default_factory=dict)
    eased: bool = False
    inherited: bool = False


def usual(*, public: bool) -> int:
    """The patience of a table whose maker chose none, in seconds."""
    return PUBLIC if public else PRIVATE


def warning(patience: int) -> int:
    """For how many seconds before the end of a wait the person is asked.

    >>> warning(300), warning(60), warning(5)
    (60, 30, 5)
    """
    return min(patience, max(LEAST_WARNING, patience // 5))


def noted(patience: int) -> int:
    """After how many seconds the beginning of a wait is stored: before the person is asked, who may answer.

    >>> noted(300), noted(60), noted(5)
    (30, 30, 0)
    """
    return min(NOTED, patience - warning(patience))


def hosting(state: TableState) -> bool:
    """Whether the table awaits its host, not a decision of the game: in the waiting room, and in a pause."""
    return state.stage != "playing" or state.paused is not None


def awaited_people(state: TableState, actors: Sequence[int]) -> frozenset[int]:
    """The seats of people for whom the table waits; `actors` are those whose decision the game awaits."""
    if not hosting(state):
        # Only the host can fill a chair that somebody has left, on which the game waits.
        waited = set(actors)
        if state.host is not None and any(seat >= 0 and state.seats[seat].kind == "open" for seat in actors):
            waited.add(state.host)
        people = (seat for seat in waited if seat >= 0 and state.seats[seat].kind == "person")
        return frozenset(seat for seat in people if not state.seats[seat].level)
    if state.host is None or state.stage == "over":
        return frozenset()
    others = [seat for number, seat in enumerate(state.seats) if seat.kind == "person" and number != state.host]
    if not others or (state.stage == "waiting" and not all(seat.ready for seat in others)):
        return frozenset()
    return frozenset((state.host,))


def stepped(state: TableState, entry: Entry, actors: Sequence[int]) -> dict[int, Wait]:
    """The waits after an entry that is otherwise folded."""
    payload = entry.payload
    waits = {} if isinstance(payload, BREAKS) else dict(state.waits)
    match payload:
        case Awaited(target, since) if target in waits:
            # What the others have decided, the person may delay once more.
            eased = waits[target].eased and not waits[target].idle
            waits[target] = replace(waits[target], since=since, idle=0, votes={}, eased=eased)
        case Idle(target) if target in waits:
            waits[target] = replace(waits[target], idle=entry.version)
        case Vote(target, way) if target in waits and entry.seat is not None:
            waits[target] = replace(waits[target], votes={**waits[target].votes, entry.seat: way})
    awaited = awaited_people(state, actors)
    acted = isinstance(payload, (Here, *ACTS)) or hosting(state)
    after = {seat: waits[seat] for seat in awaited if seat in waits and not (acted and seat == entry.seat)}
    for seat in awaited - after.keys():
        after[seat] = Wait(
            entry.version,
            eased=isinstance(payload, Here) and seat == entry.seat,
            inherited=isinstance(payload, Host) and entry.seat is None,
        )
    return after


def voters(state: TableState, target: int, gaps: Mapping[int, Gap]) -> list[int]:
    """The seats that decide about a seat: of people who are there, play themselves and are not idle.

    `gaps` are the seats of disconnected people.
    """
    idle = {seat for seat, wait in state.waits.items() if wait.idle}
    return [
        number
        for number, seat in enumerate(state.seats)
        if seat.kind == "person"
        and not seat.level
        and number != target
        and number not in idle
        and is_here(number, gaps)
    ]


def is_here(seat: int, gaps: Mapping[int, Gap]) -> bool:
    """Whether the person of a seat is there, or was a moment ago."""
    return seat not in gaps or not gaps[seat].away


def outcome(wait: Wait, deciding: Collection[int]) -> Way | None:
    """What the votes decide so far; None if nothing yet. Without a majority of those present the table waits.

    >>> outcome(Wait(7, votes={0: "bot"}), [0, 2]), outcome(Wait(7, votes={0: "bot", 2: "open"}), [0, 2])
    (None, 'wait')
    """
    votes = [wait.votes[seat] for seat in deciding if seat in wait.votes]
    for way in WAYS:
        if 2 * votes.count(way) > len(deciding):
            return way
    return "wait" if votes and len(votes) == len(deciding) else None


def next_host(state: TableState, gaps: Mapping[int, Gap]) -> int | None:
    """Who is host after one who is idle or gone: the next person in order of play who is there, if anybody is.

    People who play themselves and are not idle come first.
    """
    assert state.host is not None
    order = (*range(state.host + 1, len(state.seats)), *range(state.host))
    here = [seat for seat in order if state.seats[seat].kind == "person" and is_here(seat, gaps)]
    active = set(voters(state, state.host, gaps))
    return min(here, key=lambda seat: seat not in active, default=None)
