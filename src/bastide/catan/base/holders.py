"""Verbs and phases of the base, which hold the island."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from bastide.catan.base.island import Island
from bastide.kernel.rules import Phase, Verb


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandVerb(Verb):
    """A verb that acts on the island `r`."""

    def __init__(self, r: Island, word: str, size: int = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.r = r


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandPhase(Phase):
    """A phase in which something is decided about the island `r`."""

    def __init__(self, r: Island, name: str, most_a: int = 0, most_b: int = 0, asks: int = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.r = r
