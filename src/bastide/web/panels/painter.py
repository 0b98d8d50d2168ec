"""A render cache: a panel is rendered again only when one of the fields it reads has changed.

A panel's inputs are not declared anywhere; they are recorded while the panel is rendered. Panels are pure
functions, so the same values under the same names give the same drawing, also for another player at the table: the sea,
the bank and most of the log are drawn once for all who read them in one language.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from operator import attrgetter, itemgetter
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

DRAWINGS: Final = 2
"""How many drawings of a panel are cached per table and language, besides the last one of each viewer."""
PATIENCE: Final = 900.0
"""Seconds after which the cached drawings of an idle table are dropped."""
VIEW: Final = "view."
"""The beginning of a field that is the view's, not the table's."""
UNREAD: Final = object()
"""Stands for the value of a field that was not read; equal to no value."""


class Drawing(NamedTuple):
    """A cached panel: the fields that it read, a getter of their values, these values, and its HTML."""

    fields: frozenset[str]
    pick: Callable[[Mapping[str, Any]], Any]
    values: Any
    html: str


class Last(NamedTuple):
    """What a viewer was shown last: the drawing of each panel, and the values of the fields that panels read."""

    values: Mapping[str, Any]
    drawings: Mapping[str, Drawing]


NOTHING: Final = Last({}, {})


class Memory:
    """The cache of one table in one language and edition, before a game or in one of a family."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.last: dict[int | None, Last] = {}
        self._drawings: dict[str, deque[Drawing]] = {}
        self._fields: frozenset[str] = frozenset(("id", "seat"))
        """The fields that any panel has read, and at least two."""

    def values(self, table: TableView) -> dict[str, Any]:
        """The values of all fields that panels have read so far."""
        names, read = reader(self._fields)
        return dict(zip(names, read(table), strict=True))

    def drawing(self, name: str, table: TableView, values: dict[str, Any], words: Words) -> Drawing:
        """A panel from the cache if it was drawn from the same values, else drawn now; `values` gets all it read."""
        drawings = self._drawings.get(name)
        if drawings is None:
            drawings = self._drawings[name] = deque(maxlen=DRAWINGS)
        pick = now = None
        for drawing in drawings:
            # Most drawings of a panel have read the same fields.
            if drawing.pick is not pick:
                pick = drawing.pick
                now = pick(values)
            if now == drawing.values:
                return drawing
        seen: dict[str, Any] = {}
        html = same(draw(name, Desk(cast(TableView, Watched(table, seen)), words, self.kept)))
        fields = frozenset(seen)
        pick = picker(fields)
        drawing = Drawing(fields, pick, pick(seen), html)
        drawings.appendleft(drawing)
        values.update(seen)
        self._fields |= fields
        return drawing


class Memories:
    """The caches of one table, by language and edition, and by the family of its game."""

    def __init__(self) -> None:
        self.used = 0.0
        self.of: dict[tuple[str, str], Memory] = {}


class Painter:
    """Renders tables as `bastide.web.panels.render` does, caching what has not changed."""

    def __init__(self) -> None:
        self.tables: OrderedDict[str, Memories] = OrderedDict()

    def __call__(self, table: TableView, language: str, unseen: Collection[str] = ()) -> dict[str, str]:
        """Every panel of a table for one viewer in one language, but for the unseen ones: the outer HTML by its id.

        Unlike in `render`, the rows of a panel that has rows are panels of their own; `rows.joined` puts them together.
        """
        words = words_at(table, language)
        memory = self._memory(table, words)
        table = still(table)
        values = memory.values(table)
        last = memory.last.get(table.seat, NOTHING)
        known = last.values
        changed = {
            name
            for name, value in values.items()
            if (before := known.get(name, UNREAD)) is not value and before != value
        }
        drawings: dict[str, Drawing] = {}
        panels: dict[str, str] = {}
        of_game = {} if table.view is None else FAMILIES[table.view.family].panels
        for name in IDS:
            if name in unseen:
                continue
            panel = of_game.get(name)
            if isinstance(panel, Rows):
                assert table.view is not None
                desk = Desk(table, words, memory.kept)
                panels |= {name: str(panel.shell(desk, table.view)), **panel.rows(desk, table.view)}
                continue
            drawing = last.drawings.get(name)
            if drawing is None or not drawing.fields.isdisjoint(changed):
                drawing = memory.drawing(name, table, values, words)
            drawings[name] = drawing
            panels[name] = drawing.html
        memory.last[table.seat] = Last(values, drawings)
        return panels

    def _memory(self, table: TableView, words: Words) -> Memory:
        now = time.monotonic()
        memories = self.tables.setdefault(table.id, Memories())
        memories.used = now
        self.tables.move_to_end(table.id)
        while now - next(iter(self.tables.values())).used > PATIENCE:
            self.tables.popitem(last=False)
        return memories.of.setdefault((tongue(words), "" if table.view is None else table.view.family), Memory())


def tongue(words: Words) -> str:
    """The cache key of words: their language, and the edition if it has its own."""
    return f"{words.language} {words.edition}".strip()


class Watched:
    """A table, or its view, that records in `seen` which of its fields are read, with their values."""

    view: Watched

    def __init__(self, of: TableView | View, seen: dict[str, Any], prefix: str = "") -> None:
        self._of = of
        self._seen = seen
        self._prefix = prefix
        if isinstance(of, TableView) and of.view is not None:
            self.view = Watched(of.view, seen, VIEW)

    def __getattr__(self, name: str) -> Any:
        # Called once for each field: then it is an attribute.
        value = getattr(self._of, name)
        self._seen[self._prefix + name] = value
        self.__dict__[name] = value
        return value


@lru_cache(maxsize=1024)
def picker(fields: frozenset[str]) -> Callable[[Mapping[str, Any]], Any]:
    """A getter of the values of these fields."""
    return itemgetter(*sorted(fields)) if fields else no_values


def no_values(values: Mapping[str, Any]) -> None:
    """What a panel has read that reads nothing."""


@lru_cache(maxsize=1024)
def reader(fields: frozenset[str]) -> tuple[list[str], Callable[[TableView], tuple[Any, ...]]]:
    """At least two fields of a table and its view in order, and a getter of their values."""
    names = sorted(fields)
    return names, attrgetter(*names)


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
