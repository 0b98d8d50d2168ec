"""A module of the island before a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from mypy_extensions import mypyc_attr

from bastide.catan.base.config import IslandConfig
from bastide.catan.board.graph import Board
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.kernel.rules import Module


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandModule(Module):
    """One expansion, variant or house rule of the island, before a game.

    `rules` is a subclass of `ModuleRules` (`base/seams.py`). The constructor sets all, since layouts are read early.
    """

    def __init__(self, name: str, rules: type[Any] | None = None) -> None:
        super().__init__(name, rules)
        self.terrains: dict[str, Terrain] = {}
        """The terrains that it adds."""
        self.layouts: tuple[str, ...] = ()
        """The names of layouts that it deals, also in place of the base."""
        self.sites: dict[str, str] = {}
        """Its words of sites, each with its kind of place (`board/grid.py`)."""
        self.more_seats: tuple[int, ...] = ()
        """Numbers of seats that it makes possible beside those of the base."""
        self.only_seats: tuple[int, ...] = ()
        """The numbers of seats with which alone it is played; empty for any."""
        self.chapter: int = 0
        """Its place in a campaign, counted from 1; 0 if it has none."""
        self.dealing: tuple[str, ...] = ()
        """Those of its options that say how its layouts are dealt."""
        self.goods_win: bool = True
        """Whether something in it may make a seat win by a trade."""

    # -- configuring

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        """Numbers added to the base's defaults, given the layout's name ("" by coordinates) and a config's options."""
        return self.raises

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        """Deal one of `layouts`; `seeded` of `base/config.py` checks `rng`. Raises ConfigError."""
        raise NotImplementedError(name)

    def prepare(self, config: IslandConfig) -> None:
        """Adjust a new game's figures: goods, deck, supply, kinds of line, colours. Raises ConfigError."""

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        """The edges that take a kind of line, given those so far: for roads those of land, for other kinds none."""
        return edges
