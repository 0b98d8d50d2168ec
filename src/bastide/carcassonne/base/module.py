"""A module of Carcassonne before a game."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from bastide.carcassonne.base.tables import Kind
from bastide.kernel.rules import Module


@mypyc_attr(allow_interpreted_subclasses=True)
class CarcassonneModule(Module):
    """One expansion, variant or house rule of Carcassonne, before a game.

    `rules` is a subclass of `ModuleRules` (`base/seams.py`). Options for two rooms together are in `combinations.toml`.
    """

    def __init__(self, name: str, rules: type[Any] | None = None) -> None:
        super().__init__(name, rules)
        self.sets: list[str] = []
        """The tile sets that it adds to the stack."""
        self.needs: dict[str, str] = {}
        """By option, the module that it requires."""

    # -- configuring

    def kinds(self, kinds: list[Kind]) -> list[Kind]:
        """The game's kinds of tiles, given the kinds of all sets."""
        return kinds
