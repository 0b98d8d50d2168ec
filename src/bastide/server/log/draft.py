"""A draft of a table: the state a command would lead to, with the entries it appends."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bastide.server.engine.interface import Engine
from bastide.server.log.clock import now
from bastide.server.log.entries import (
    BotFailed,
    Chance,
    Change,
    Create,
    Entry,
    Leave,
    Lock,
    Open,
    Payload,
    Renew,
    SetBot,
    Sit,
)
from bastide.server.log.match import Match
from bastide.server.log.state import Gap, TableState, done_by

OF_CHAIRS: Final = (Create, Change, Sit, Renew, Leave, SetBot, BotFailed, Open, Lock)
"""The entries that change chairs, as the database keeps them."""


@dataclass(frozen=True)
class Who:
    """The author of a command: a seat in a generation of its chair, as the token says; or nobody in particular.

    `bot` is whether the server's own bot decides for the seat; `entered` whether a spectator gave the table's password,
    in that generation of it.
    """

    seat: int | None = None
    generation: int = 0
    bot: bool = False
    entered: bool = False


class Outcome(NamedTuple):
    """The result of a command: the version after it, and the chair that it gave."""

    version: int
    seat: int | None = None
    generation: int = 0


class Draft:
    """A table as it would be after a command, with the new entries. Nobody sees it until it is stored."""

    def __init__(
        self,
        state: TableState,
        engine: Engine,
        rng: random.Random,
        command: str | None,
        digest: str,
        gaps: Mapping[int, Gap] = MappingProxyType({}),
        at: int | None = None,
    ) -> None:
        self.state = state
        self.engine = engine
        self.rng = rng
        self.gaps = gaps
        """The seats of disconnected people."""
        self.entries: list[Entry] = []
        self.chairs = False
        self.rated = ""
        """The rule set under which a game that begins is rated; empty if it is not."""
        self._command = command
        self._digest = digest
        # The system clock may be set back; the clock of a table may not.
        self.at = max(now() if at is None else at, state.at)
        self._forked = self.began = False

    @property
    def next(self) -> int:
        """The version of the next entry."""
        return self.state.version + 1

    @property
    def match(self) -> Match:
        """The game, forked so that it can be played on."""
        found = self.state.match
        assert found is not None
        if not self._forked:
            self._forked = True
            found = self.state.match = found.fork()
        return found

    def begin(self, match: Match) -> None:
        """Begin a game."""
        self._forked = self.began = True
        self.state.match = match

    def write(self, payload: Payload, seat: int | None, events: Sequence[Any] = ()) -> None:
        """Append an entry; its effect on the game has been applied already."""
        entry = Entry(version=self.next, payload=payload, seat=seat, at=self.at)
        self.entries.append(entry)
        self.state.fold(entry, self.state.match, events)
        self.chairs = self.chairs or isinstance(payload, OF_CHAIRS)

    def chance(self) -> None:
        """Sample chance events until none is pending."""
        while self.state.match is not None and self.match.chance:
            text, events = self.match.draw(self.next, self.rng)
            self.write(Chance(text), None, events)

    def sealed(self) -> list[Entry]:
        """The entries as they are stored, in one transaction; the first carries the command's id."""
        first, *rest = self.entries
        upto = self.entries[-1].version
        signed = Entry(
            version=first.version,
            payload=first.payload,
            seat=first.seat,
            at=first.at,
            command=self._command,
            digest=self._digest if self._command else "",
            upto=upto,
        )
        if self._command:
            self.state.remember(self._command, done_by(signed))
        return [signed, *rest]
