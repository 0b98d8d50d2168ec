"""What one reader of a table has been shown, and what it must be shown next: the same for sockets and streams.

A feed holds no queue of drawings. It knows what it has shown, and whenever its reader can take more it gives what
differs now: a slow reader skips what it was too slow for, and never costs more memory than a quick one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from bastide.kernel.errors import quote
from bastide.server.commands import Who
from bastide.server.faults import Refusal
from bastide.server.logs import Fields, mark, milliseconds, write
from bastide.server.marks import mark as marked
from bastide.server.model import Chair, Frame, Panels, Refused, Shown, TableView
from bastide.server.state import News
from bastide.server.table import Table
from bastide.view.model import SPECTATOR

log = logging.getLogger("bastide.feed")

NEWS: Final = 64
"""How many versions a reader may fall behind before it is shown the whole table without the events."""
SEND_PATIENCE: Final = 30.0
"""How many seconds a reader may take for one frame before its line is cut."""


WITHDRAWN: Final = Refusal("token", "The host asks all who watch for the password: open the table's link again")
"""What is told to whoever watches no longer."""


class Feed:
    """A table as one reader follows it: a `Watcher` of the table, asked by its reader for the next frame.

    `wake` is set when there may be something to show. `unseen` are the panels at which the reader does not look now.
    `dismissed` is whether the table was closed here: what is left is to be shown, and the reader is sent away.
    """

    def __init__(self, table: Table, who: Who, language: str, data: bool) -> None:
        self.who = who
        self.table = table
        self.wake = asyncio.Event()
        self.dismissed = False
        self.withdrawn = False
        self.dirty = True
        self.language = language
        self._data = data
        self._whole = True
        self._news: deque[News] = deque()
        self._panels: dict[str, int | None] = {}
        self._has: Mapping[str, str] = {}
        self.unseen: frozenset[str] = frozenset()
        self._aside: set[str] = set()
        self._brief = False
        self._last: tuple[object, ...] = ()
        self._told = _Told()

    def notify(self, news: Sequence[News] | None) -> None:
        """The table changed; see `Watcher`."""
        if self._whole or news is None or len(self._news) + len(news) > NEWS:
            # What is shown whole needs no events beside it.
            if news is not None and not self._whole:
                self.table.shared.metrics.behind.inc()
            self._whole = True
            self._news.clear()
        else:
            self._news.extend(news)
        self.changed()

    def dismiss(self) -> None:
        """The table is closed here; see `Watcher`."""
        self.dismissed = True
        self.wake.set()

    def withdraw(self) -> None:
        """The reader must give the table's password, perhaps once more; see `Watcher`."""
        self.withdrawn = True
        self.wake.set()

    def changed(self) -> None:
        """There may be something to show."""
        self.dirty = True
        self.wake.set()

    def join(self, seen: int | None = None, has: Mapping[str, str] = MappingProxyType({})) -> None:
        """Follow the table from now on. `seen` is the version that the reader has already, if it has one.

        `has` are the marks of the panels that it has, by id.
        """
        self._has = has
        self._brief = bool(has)
        self.table.join(self)
        self._news.clear()
        if seen is not None:
            self.catch_up(seen)

    def look(self, unseen: Collection[str]) -> None:
        """From now on these panels, with their rows, are left out: the reader does not look at them.

        What was left out before comes whole with the next frame.
        """
        self.unseen = frozenset(unseen)
        back = {name for name in self._aside if panel_of(name) not in self.unseen}
        away = {name for name in self._panels.keys() | self._has.keys() if panel_of(name) in self.unseen}
        self._aside = self._aside - back | away
        self._has = {name: mark for name, mark in self._has.items() if name not in away}
        self._panels = {name: mark for name, mark in self._panels.items() if name not in away} | dict.fromkeys(back)

    def part(self) -> None:
        """Follow it no longer."""
        self.table.part(self)

    @contextlib.contextmanager
    def followed(
        self, line: logging.Logger, seen: int | None, has: Mapping[str, str] = MappingProxyType({})
    ) -> Iterator[None]:
        """Follow the table meanwhile; that a line is open is counted, and logged as that of this kind."""
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
        """Show what followed a version, or, if that is not known without a gap, show everything."""
        news = self.table.state.since(version)
        self._news.clear()
        if news is None or len(news) > NEWS:
            self._whole = True
        else:
            self._whole = False
            self._news.extend(news)
            self._told = _Told(self.who.seat, version)
        self._last = ()
        self.changed()

    async def drawn(self) -> Frame | None:
        """The same as `next`, when it is this reader's turn: everybody draws in order, one in each turn of the loop.

        A hundred drawings at once would keep waiting whatever else there is to do: commands, and what the disk answers.
        """
        async with self.table.shared.brush:
            await asyncio.sleep(0)
            return self.next()

    def next(self) -> Frame | None:
        """What the reader has not seen yet, if anything."""
        self.dirty = False
        try:
            return self._draw()
        except Exception as error:
            state = self.table.state
            write(log, logging.ERROR, "table not drawn", error, table=mark(state.id), seat=self.who.seat)
            self._panels.clear()
            # The events are lost: what follows is shown whole to those who draw from them.
            self._whole = self._whole or self._data
            fault = Refusal("internal", "The server failed to show the table").fault(self.language)
            return Refused("", fault, state.version)

    def _draw(self) -> Frame | None:
        news = tuple(self._news)
        self._news.clear()
        events = told(self.table, self.who, news)
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
        self._told = _Told(seat, table.state.version, view.chat[-1].number if view.chat else 0)
        if everything:
            return whole(view)
        # Whoever has another seat now, or saw what was taken back since, must read the log from its beginning.
        follows = known.seat == seat and known.version >= table.state.floor
        return partly(view, events, len(news) if follows else None, known.chat)

    def _panel_frame(self, events: list[dict[str, Any]], everything: bool) -> Panels | None:
        version = self.table.state.version
        # Whoever has the older log is shown first what else there is: many who come back at once can play soon.
        brief = self._brief and not everything and self.table.stage == "playing"
        panels = self.table.panels(self.who.seat, self.language, self.who.entered, brief, self.unseen)
        fresh: dict[str, int | None] = {key: hash(html) for key, html in panels.items()}
        if everything:
            # The page keeps no row that such a frame does not name.
            self._aside.clear()
        for key in self._has.keys() & fresh.keys():
            # As if it had been shown here what it has.
            if marked(panels[key]) == self._has[key]:
                self._panels[key] = fresh[key]
        changed = {key: html for key, html in panels.items() if everything or self._panels.get(key) != fresh[key]}
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


class _Told(msgspec.Struct, frozen=True):
    """What the last frame with data told: to whom, at which version, and up to which line of chat."""

    seat: int | None = None
    version: int = -1
    chat: int = 0


def told(table: Table, who: Who, news: Sequence[News]) -> list[dict[str, Any]]:
    """What happened in these versions, as that seat or a spectator may know it."""
    if not table.state.may_watch(who.seat, who.entered):
        return []
    return [event for item in news for event in table.events(item, SPECTATOR if who.seat is None else who.seat)]


def whole(table: TableView) -> Shown:
    """A table as a frame with data that replaces everything."""
    return Shown(table.version, table, whole=True, lines=0 if table.view is None else len(table.view.log))


def partly(table: TableView, events: list[dict[str, Any]], decisions: int | None, chat: int = 0) -> Shown:
    """A table as a frame with data, without what its reader has: chat up to that line, and the older log.

    `decisions` is how many decisions of the game the reader has not seen; None sends the log from its beginning.
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
    """The version that a reader says it has, if it says one.

    :raises Refusal: it is no number.
    """
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    raise Refusal("malformed", "seen={input} is no version; it must be a number", input=quote(text, 40))
