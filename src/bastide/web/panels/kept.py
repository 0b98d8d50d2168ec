"""A cache of rendered parts, with the source each was rendered from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 640
"""Maximum number of cached parts; the least recently used is evicted."""
ALIKE: Final = 6
"""Maximum number of variants per part: several viewers, not all of whom see the same."""


class Kept:
    """The cache of one table in one language."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, list[tuple[Any, Any]]] = OrderedDict()
        self.last: dict[Hashable, Any] = {}
        """What was drawn for a viewer last, for panels that go on from there."""

    def part(self, name: Hashable, source: Any, draw: Callable[[], T]) -> T:
        """The part of this name from the cache if its source is equal, else drawn now.

        `source` must hold everything that `draw` reads.

        >>> from markupsafe import Markup
        >>> kept = Kept()
        >>> kept.part("sign", 1, lambda: Markup("<i>1</i>"))
        Markup('<i>1</i>')
        >>> kept.part("sign", 1, lambda: Markup("never drawn"))
        Markup('<i>1</i>')
        """
        variants = self._parts.get(name)
        if variants is None:
            variants = self._parts[name] = []
            if len(self._parts) > MOST:
                self._parts.popitem(last=False)
        else:
            self._parts.move_to_end(name)
            for known, kept in variants:
                if known == source:
                    found: T = kept
                    return found
        drawn = draw()
        variants.insert(0, (source, drawn))
        del variants[ALIKE:]
        return drawn
