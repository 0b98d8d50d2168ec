"""What a seat was shown in a game: its information state, with perfect recall."""

from __future__ import annotations

import json
from typing import Any

from bastide import Event, Game
from bastide.view import events_view


class Past:
    """An action that was played, and those before it: states that are copied share it.

    `told` has by seat what it was shown of it, once somebody has asked.
    """

    def __init__(self, before: Past | None, seat: int, text: str, events: list[Event], told: dict[int, str]) -> None:
        self.before = before
        self.seat = seat
        self.text = text
        self.events = events
        self.told = told

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A list: a chain of thousands would be pickled by as many nested calls.
        steps: list[Past] = []
        at: Past | None = self
        while at is not None:
            steps.append(at)
            at = at.before
        return _past, ([(step.seat, step.text, step.events, step.told) for step in reversed(steps)],)


def _past(steps: list[tuple[int, str, list[Event], dict[int, str]]]) -> Past | None:
    """The actions of a list, the latest."""
    last: Past | None = None
    for step in steps:
        last = Past(last, *step)
    return last


def told_to(game: Game, past: Past | None, player: int) -> str:
    """All that a seat did and was shown, in its order; states in which it is the same are one to that seat."""
    pieces: list[str] = []
    while past is not None:
        if player not in past.told:
            own = [past.text] if past.seat == player else []
            shown = [json.dumps(event) for event in events_view(game, past.events, player)]
            past.told[player] = "".join(f"{line}\n" for line in (*own, *shown))
        pieces.append(past.told[player])
        past = past.before
    return f"seat {player}\n" + "".join(reversed(pieces))
