"""Parts of drawings that are kept from one drawing to the next, with what they were drawn from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST: Final = 640
"""How many parts are kept; the one that was not needed for the longest time goes first."""
ALIKE: Final = 6
"""How many variants of one part are kept: several look at a table, and not all see the same."""


class Kept:
    """The parts of one table in one language."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, list[tuple[Any, Any]]] = OrderedDict()

    def part(self, name: Hashable, source: Any, draw: Callable[[], T]) -> T:
        """The part of this name as it was drawn from an equal source, or drawn now.

        `source` must hold everything that `draw` looks at.

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
