"""A render cache: a panel is rendered again only when one of the fields it reads has changed.

A panel's inputs are not declared anywhere; they are recorded while the panel is rendered. Panels are pure
functions, so the same values under the same names give the same drawing, also for another player at the table: the sea,
the bank and most of the log are drawn once for all who read them in one language.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup
from msgspec.structs import replace

from bastide.server.common.model import TableView
from bastide.view.model import View
from bastide.view.words import Words
from bastide.web.panels import IDS, draw
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.families import FAMILIES
from bastide.web.panels.kept import Kept
from bastide.web.panels.rows import Rows

DRAWINGS: Final = 6
"""Cached drawings per panel, table and language: one for each seat, and two more."""
PATIENCE: Final = 900.0
"""Seconds after which the cached drawings of an idle table are dropped."""


class Drawing(NamedTuple):
    """A cached panel: a getter for the table and view fields that it read, their values, the HTML."""

    fields: Callable[[TableView], Any]
    values: Any
    html: str


class Memory:
    """The cache of one table, by language and edition: drawings of panels, and parts of them."""

    def __init__(self) -> None:
        self.used = 0.0
        self.drawings: dict[str, dict[str, deque[Drawing]]] = {}
        self.kept: dict[str, Kept] = {}


class Painter:
    """Renders tables as `bastide.web.panels.render` does, caching what has not changed."""

    def __init__(self) -> None:
        self.tables: OrderedDict[str, Memory] = OrderedDict()

    def __call__(self, table: TableView, language: str, unseen: Collection[str] = ()) -> dict[str, str]:
        """Every panel of a table for one viewer in one language, but for the unseen ones: the outer HTML by its id.

        Unlike in `render`, the rows of a panel that has rows are panels of their own; `rows.joined` puts them together.
        """
        memory = self._memory(table.id)
        words = words_at(table, language)
        spoken = tongue(words)
        kept = memory.kept.setdefault(spoken, Kept())
        drawn = memory.drawings.setdefault(spoken, {})
        table = still(table)
        panels: dict[str, str] = {}
        of_game = {} if table.view is None else FAMILIES[table.view.family].panels
        for name in IDS:
            if name in unseen:
                continue
            panel = of_game.get(name)
            if isinstance(panel, Rows):
                assert table.view is not None
                desk = Desk(table, words, kept)
                panels |= {name: str(panel.shell(desk, table.view)), **panel.rows(desk, table.view)}
            else:
                panels[name] = self._panel(drawn, name, table, words, kept)
        return panels

    def _memory(self, table: str) -> Memory:
        now = time.monotonic()
        memory = self.tables.setdefault(table, Memory())
        memory.used = now
        self.tables.move_to_end(table)
        while now - next(iter(self.tables.values())).used > PATIENCE:
            self.tables.popitem(last=False)
        return memory

    def _panel(self, drawn: dict[str, deque[Drawing]], name: str, table: TableView, words: Words, kept: Kept) -> str:
        drawings = drawn.get(name)
        if drawings is None:
            drawings = drawn[name] = deque(maxlen=DRAWINGS)
        read = now = None
        for drawing in drawings:
            # Nearly always the same fields are read, whatever their values.
            if drawing.fields is not read:
                read = drawing.fields
                now = read(table)
            if now == drawing.values:
                return drawing.html
        watched = Watched(table)
        html = same(draw(name, Desk(cast(TableView, watched), words, kept)))
        read = watched.fields()
        drawings.appendleft(Drawing(read, read(table), html))
        return html


def tongue(words: Words) -> str:
    """The cache key of words: their language, and the edition if it has its own."""
    return f"{words.language} {words.edition}".strip()


class Watched:
    """A table, or its view, that records which of its fields are read."""

    view: Watched | None

    def __init__(self, of: TableView | View) -> None:
        self._of = of
        self._seen: list[str] = []
        if isinstance(of, TableView):
            self.view = None if of.view is None else Watched(of.view)

    def __getattr__(self, name: str) -> Any:
        # Called once for each field: then it is an attribute.
        value = getattr(self._of, name)
        self._seen.append(name)
        self.__dict__[name] = value
        return value

    def fields(self) -> Callable[[TableView], Any]:
        """A getter of the fields that were read from a table, and from its view."""
        return getter(frozenset(self._seen), None if self.view is None else frozenset(self.view._seen))


@lru_cache(maxsize=1024)
def getter(names: frozenset[str], below: frozenset[str] | None) -> Callable[[TableView], Any]:
    """A getter of these fields of a table and of its view; `below` is None for a table without a view.

    Whether a table has a view always counts.
    """
    of_table = attrgetter(*sorted(names)) if names else NOTHING
    of_view = attrgetter(*sorted(below)) if below else NOTHING

    def read(table: TableView) -> tuple[Any, ...]:
        view = table.view
        return (of_table(table), None if view is None else (of_view(view),))

    return read


NOTHING: Final[Callable[[Any], Any]] = bool
"""Reads no field of a table or a view, which are always true."""


def still(table: TableView) -> TableView:
    """A table with stopped clocks: panels say whether a time is up, and the script shows what is left."""
    clock = table.clock
    if clock is None:
        return table
    seats = [replace(seat, left=min(seat.left, 1)) for seat in clock.seats]
    return replace(table, clock=replace(clock, seats=seats))


@lru_cache(maxsize=256)
def same(html: Markup) -> str:
    """One shared string for equal drawings: the symbols are long, and hardly differ between tables."""
    return str(html)
