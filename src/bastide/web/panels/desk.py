"""The shared inputs of panels: the table, the reader's words, and the players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from markupsafe import Markup

from bastide.server.common.model import Chair, TableView
from bastide.view.catalogues import edition_of
from bastide.view.lines import neutral_names
from bastide.view.model import Arg, Say, View
from bastide.view.svg.palette import color_of
from bastide.view.words import Words
from bastide.web.panels import pictures
from bastide.web.panels.html import tag
from bastide.web.panels.kept import Kept

GOODS: Final = ("lumber", "brick", "wool", "grain", "ore")
"""The order of goods in every row; unlisted goods follow in their own order."""


def _(message: str) -> str:
    """Marks a message for the catalogues where it is stored, not shown."""
    return message


def words_at(table: TableView, language: str) -> Words:
    """The words of a table: those of the edition that is played there."""
    return spoken(language, edition_of(table.config))


@lru_cache(maxsize=64)
def spoken(language: str, edition: str) -> Words:
    """The words of a language and edition, one object for all renders, so that parts drawn from it can be cached."""
    return Words(language, edition)


@dataclass(frozen=True)
class Desk:
    """A table as one reader sees it, in that reader's language; `kept` is the cache of rendered parts."""

    table: TableView
    words: Words
    kept: Kept = field(default_factory=Kept)

    @cached_property
    def names(self) -> list[str]:
        """The players' names by seat; an empty chair has a number."""
        return [chair.name or self._("Seat {number}", number=chair.seat + 1) for chair in self.table.chairs]

    @cached_property
    def colors(self) -> list[str]:
        """The players' colours by seat, as they are drawn: with the emblem if it has been chosen apart."""
        return [chair.look for chair in self.table.chairs]

    @cached_property
    def owner_names(self) -> list[str]:
        """The names of all who own pieces: the players, then the colours that nobody plays."""
        return self.names + neutral_names(self.words, self._unplayed)

    @cached_property
    def owner_colors(self) -> list[str]:
        """Their colours."""
        count = len(self.colors) + self._unplayed
        return self.colors + [color_of(self.colors, owner) for owner in range(len(self.colors), count)]

    @property
    def _unplayed(self) -> int:
        view = self.table.view
        return 0 if view is None else max(0, view.owners - len(self.table.chairs))

    @property
    def seat(self) -> int | None:
        """The reader's own seat, if any."""
        return self.table.seat

    def _(self, message: str, /, **args: Arg) -> str:
        """A message of the page."""
        return self.words.gettext(message, **args)

    def text(self, say: Say) -> str:
        """A message of the view as plain text."""
        return self.words.text(say, self.owner_names)

    def html(self, say: Say) -> Markup:
        """A message of the view as HTML."""
        return self.words.html(say, self.owner_names, self.owner_colors, pictures.good)

    def goods(self, goods: Mapping[str, int], *, price: bool = False) -> Markup:
        """Goods as figures and icons with their words."""
        return self.words.goods_html(goods, price=price, icon=pictures.good)

    def chair(self, seat: int) -> Chair | None:
        """The chair of a seat, or None for a spectator's or chance's number."""
        return self.table.chairs[seat] if 0 <= seat < len(self.table.chairs) else None

    def name(self, seat: int) -> str:
        """A player's name, or nothing for nobody."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def shield(self, seat: int, size: int = 22) -> Markup | None:
        """The shield of an owner of pieces, or None for nobody."""
        return pictures.shield(self.owner_colors[seat], size) if 0 <= seat < len(self.owner_colors) else None

    def key(self, letter: str) -> Markup:
        """A key cap beside what the key does."""
        return cap(letter)


@lru_cache(maxsize=256)
def cap(letter: str) -> Markup:
    """A key cap."""
    return tag("kbd", letter, cls="key", aria_hidden="true")


def goods_order(*holders: Mapping[str, int]) -> list[str]:
    """Every kind of good that occurs, the known ones first and in their usual order."""
    seen = {good for holder in holders for good in holder}
    known = [good for good in GOODS if good in seen]
    return known + sorted(seen - set(known))


def may_act(view: View, seat: int | None) -> bool:
    """Whether the game waits for this seat."""
    return seat is not None and seat in view.actors
