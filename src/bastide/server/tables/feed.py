"""What one reader of a table has been shown, and what to show next: the same for sockets and event streams.

A feed has no queue of renderings. It remembers what its reader has been shown, and computes the difference whenever the
reader can take more: a slow reader skips intermediate states, and never costs more memory than a fast one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from bastide.kernel.errors import quote
from bastide.server.common.fairness import SLOWEST
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import Fields, mark, milliseconds, write
from bastide.server.common.model import Chair, Frame, Panels, Refused, Shown, TableView
from bastide.server.log.draft import Who
from bastide.server.log.state import News
from bastide.server.tables.panel_hashes import panel_hash
from bastide.server.tables.table import Table
from bastide.view.model import SPECTATOR

log = logging.getLogger("bastide.feed")

NEWS: Final = 64
"""How many versions a reader may fall behind before it is sent the whole table without events."""
LEAVE: Final = 0.5
"""For how many seconds the readers of a table that is closing are still shown what is new. Thousands may wait for their
turn; a reader that was not shown something is shown it when it comes back."""
SEND_PATIENCE: Final = 30.0
"""How many seconds a reader may take for one frame before its connection is cut."""


WITHDRAWN: Final = RequestRefused("token", "The host asks all who watch for the password: open the table's link again")
"""The refusal sent to spectators who must give the password again."""


class Feed:
    """A table as one reader follows it: a `Watcher` of the table that produces the reader's next frame.

    `wake` is set when there may be something to show. `unseen` are the panels that are not on the reader's screen.
    `dismissed` is whether the table is closing here: the reader is told to reconnect, and shown before that what can be
    drawn in a moment; `leave` ends the connection after it.
    `address` is where the reader is.
    """

    def __init__(self, table: Table, who: Who, language: str, data: bool, address: str = "") -> None:
        self.who = who
        self.address = address
        self.table = table
        self.wake = asyncio.Event()
        self.dismissed = False
        self.leave: Callable[[], object] | None = None
        self.withdrawn = False
        self.dirty = True
        self.language = language
        self._data = data
        self._whole = True
        self._news: deque[News] = deque()
        self._upto = 0
        self._panels: dict[str, int | None] = {}
        self._has: Mapping[str, str] = {}
        self.unseen: frozenset[str] = frozenset()
        self._aside: set[str] = set()
        self._brief = False
        self._last: tuple[object, ...] = ()
        self._told = _LastFrame()

    def notify(self, news: Sequence[News] | None) -> None:
        """The table changed; see `Watcher`."""
        if news is not None:
            # A reader that came while these were stored but not announced has been told them.
            news = [item for item in news if item.version > self._upto]
        if self._whole or news is None or len(self._news) + len(news) > NEWS:
            # A whole frame needs no events.
            if news is not None and not self._whole:
                self.table.shared.metrics.behind.inc()
            self._whole = True
            self._news.clear()
        else:
            self._news.extend(news)
        self.changed()

    def dismiss(self) -> None:
        """The table is closing here; see `Watcher`."""
        self.dismissed = True
        self.wake.set()
        if self.leave is not None:
            asyncio.get_running_loop().call_later(LEAVE, self.leave)

    def withdraw(self) -> None:
        """The reader must give the table's password again; see `Watcher`."""
        self.withdrawn = True
        self.wake.set()

    def changed(self) -> None:
        """Note that there may be something to show."""
        self.dirty = True
        self.wake.set()

    def join(self, seen: int | None = None, has: Mapping[str, str] = MappingProxyType({})) -> None:
        """Follow the table. `seen` is the version that the reader already has, if any.

        `has` are the hashes of the panels that it has, by id.
        """
        self._has = has
        self._brief = bool(has)
        self.table.join(self)
        self._news.clear()
        self._upto = self.table.state.version
        if seen is not None:
            self.catch_up(seen)

    def look(self, unseen: Collection[str]) -> None:
        """Leave out these panels and their rows from now on: they are not on the reader's screen.

        Panels that were left out before are sent whole with the next frame.
        """
        self.unseen = frozenset(unseen)
        back = {name for name in self._aside if panel_of(name) not in self.unseen}
        away = {name for name in self._panels.keys() | self._has.keys() if panel_of(name) in self.unseen}
        self._aside = self._aside - back | away
        self._has = {name: mark for name, mark in self._has.items() if name not in away}
        self._panels = {name: mark for name, mark in self._panels.items() if name not in away} | dict.fromkeys(back)

    def part(self) -> None:
        """Stop following."""
        self.table.part(self)

    @contextlib.contextmanager
    def followed(
        self, line: logging.Logger, seen: int | None, has: Mapping[str, str] = MappingProxyType({})
    ) -> Iterator[None]:
        """Follow the table while the context is entered; count and log the connection."""
        about: Fields = {"table": mark(self.table.state.id), "seat": self.who.seat}
        write(line, logging.INFO, "connected", **about)
        begun = time.perf_counter()
        with self.table.shared.metrics.sockets.track_inprogress():
            self.join(seen, has)
            try:
                yield
            finally:
                self.part()
        about["ms"] = milliseconds(begun)
        write(line, logging.INFO, "disconnected", **about)

    def sit(self, who: Who) -> None:
        """The reader has taken a seat."""
        self.table.part(self)
        self.who = who
        self.table.join(self)

    def catch_up(self, version: int) -> None:
        """Show everything after a version, or the whole table if there is a gap."""
        news = self.table.state.since(version)
        self._news.clear()
        self._upto = self.table.state.version
        if news is None or len(news) > NEWS:
            self._whole = True
        else:
            self._whole = False
            self._news.extend(news)
            self._told = _LastFrame(self.who.seat, version)
        self._last = ()
        self.changed()

    async def drawn(self) -> Frame | None:
        """Like `next`, but wait for this reader's turn."""
        shared = self.table.shared
        # An address that has used up its time is shown later states, and fewer of them.
        wait = shared.costs.wait(self.address)
        if wait:
            await asyncio.sleep(min(wait, SLOWEST))
        async with shared.paces.frames.held(self.address), shared.turn(self.address):
            with shared.costs.count(self.address, shared.paces.frames):
                return self.next()

    def next(self) -> Frame | None:
        """The next frame, if there is something new."""
        self.dirty = False
        try:
            return self._draw()
        except Exception as error:
            state = self.table.state
            write(log, logging.ERROR, "table not drawn", error, table=mark(state.id), seat=self.who.seat)
            self._panels.clear()
            # The events are lost: the next frame must be whole for readers that render events.
            self._whole = self._whole or self._data
            fault = RequestRefused("internal", "The server failed to show the table").fault(self.language)
            return Refused("", fault, state.version)

    def _draw(self) -> Frame | None:
        news = tuple(self._news)
        self._news.clear()
        events = redacted_events(self.table, self.who, news)
        everything, self._whole = self._whole, False
        if self._data:
            return self._data_frame(news, events, everything)
        return self._panel_frame(events, everything)

    def _data_frame(self, news: Sequence[News], events: list[dict[str, Any]], everything: bool) -> Shown | None:
        table, seat = self.table, self.who.seat
        view = table.view(seat, self.who.entered)
        mark: tuple[object, ...] = (table.state.version, seat, view.watchers, _present(view.chairs))
        if mark == self._last and not events and not everything:
            return None
        self._last = mark
        known = self._told
        self._told = _LastFrame(seat, table.state.version, view.chat[-1].number if view.chat else 0)
        if everything:
            return whole(view)
        # A reader that changed seats, or saw what was undone since, must read the log from its beginning.
        follows = known.seat == seat and known.version >= table.state.floor
        return partly(view, events, len(news) if follows else None, known.chat)

    def _panel_frame(self, events: list[dict[str, Any]], everything: bool) -> Panels | None:
        version = self.table.state.version
        # A reader that has the older log gets everything else first: after a mass reconnect all can play soon.
        brief = self._brief and not everything and self.table.stage == "playing"
        panels = self.table.panels(self.who.seat, self.language, self.who.entered, brief, self.unseen)
        fresh: dict[str, int | None] = dict(zip(panels, map(hash, panels.values()), strict=True))
        if everything:
            # With a whole frame the page drops all rows that it does not name.
            self._aside.clear()
        for key in self._has.keys() & fresh.keys():
            # Treat it as if it had been sent on this connection.
            if panel_hash(panels[key]) == self._has[key]:
                self._panels[key] = fresh[key]
        known = {} if everything else self._panels
        changed = {key: panels[key] for key, mark in fresh.items() if known.get(key) != mark}
        rest = {key: mark for key, mark in self._has.items() if key not in fresh}
        gone = {key: "" for key in self._panels.keys() | rest.keys() if key not in fresh and not everything}
        self._has, self._brief = {}, False
        if brief:
            gone, self._has, self.dirty = {}, rest, True
        if not (everything or changed or gone or events) and self._last == (version,):
            return None
        self._panels = fresh
        self._last = (version,)
        clock = self.table.view(self.who.seat, self.who.entered, brief).clock
        return Panels(version, {**changed, **gone}, events, everything, clock)


def panel_of(name: str) -> str:
    """The panel of a row, or the panel itself.

    >>> panel_of("players-2"), panel_of("players")
    ('players', 'players')
    """
    panel, _, number = name.rpartition("-")
    return panel if number.isdigit() else name


class _LastFrame(msgspec.Struct, frozen=True):
    """The last data frame: for which seat, at which version, and up to which line of chat."""

    seat: int | None = None
    version: int = -1
    chat: int = 0


def redacted_events(table: Table, who: Who, news: Sequence[News]) -> list[dict[str, Any]]:
    """The events of these versions as a seat or a spectator may know them."""
    if not table.state.may_watch(who.seat, who.entered):
        return []
    return [event for item in news for event in table.events(item, SPECTATOR if who.seat is None else who.seat)]


def whole(table: TableView) -> Shown:
    """A data frame that replaces everything."""
    return Shown(table.version, table, whole=True, lines=0 if table.view is None else len(table.view.log))


def partly(table: TableView, events: list[dict[str, Any]], decisions: int | None, chat: int = 0) -> Shown:
    """A data frame without what the reader already has: chat up to a line, and the older log.

    `decisions` is how many decisions of the game the reader has not seen; None sends the whole log.
    """
    view, lines = table.view, 0
    if view is not None:
        lines = len(view.log)
        if decisions is not None:
            seen = view.version - decisions
            view = msgspec.structs.replace(view, log=[line for line in view.log if line.version > seen])
    news = msgspec.structs.replace(table, view=view, chat=[line for line in table.chat if line.number > chat])
    return Shown(table.version, news, events, lines=lines)


def _present(chairs: Sequence[Chair]) -> tuple[object, ...]:
    return tuple((chair.present, chair.away, chair.absent) for chair in chairs)


def version_of(text: str | None) -> int | None:
    """Parse the version that a reader says it has, if any.

    :raises RequestRefused: it is not a number.
    """
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    raise RequestRefused("malformed", "seen={input} is no version; it must be a number", input=quote(text, 40))
