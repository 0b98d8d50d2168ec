"""The board of the archipelago: an island with a lagoon, a quarry, and an islet across the water.

The lagoon lies in the middle of the base island. It has four numbers and gives wool; the salt pans of the islet give
salt, a good of the module. The robber starts on the islet and keeps off the grove; nobody lands in the shallows. Roads
meet in the quarry, which has a middle. The harbour of a hex where the tide is out serves nobody.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from mypy_extensions import i64

from bastide.catan.base.building import rates_changed
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import Island
from bastide.catan.base.reading import seeded
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.board.grid import BESIDE, CORNER, EDGE, HEX
from bastide.catan.board.layout import LaidHarbor, LaidHex, LaidSite, Layout, beginner
from bastide.catan.board.terrain import Terrain
from bastide.kernel.errors import ConfigError
from bastide.kernel.state import State

CHANGED: Final = {(0, 0): ("lagoon", (2, 3, 11, 12)), (0, 1): ("grove", ()), (0, -2): ("mountains", (2, 12))}
"""Hexes that are not those of the base's beginners' board."""
ISLET: Final = (LaidHex(4, -2, "salt_pan", (5,)), LaidHex(4, -1, "forest", (9,)))
SHALLOWS: Final = ((-3, 0), (-3, 1))
QUARRY: Final = ("2,-2,CSE", "2,-2,CS", "2,-2,CSW", "2,-2,CNW")
SITES: Final = (
    LaidSite("boat", "1,-3,S", 9),
    LaidSite("boat", "-3,2,N", 4),
    LaidSite("vane", "0,-1,E"),
    LaidSite("zone", "4,-2", 1),
    LaidSite("zone", "4,-1", 1),
    LaidSite("chest", "", 3),
    LaidSite("chest", "", 4),
    LaidSite("robber", "4,-1"),
)


def water() -> list[LaidHex]:
    """The ring of water round the base island."""
    span = range(-3, 4)
    ring = [(q, r) for r in span for q in span if max(abs(q), abs(r), abs(q + r)) == 3]
    return [LaidHex(q, r, "shallows" if (q, r) in SHALLOWS else "sea") for q, r in ring]


def lagoon(middle: bool = True) -> Layout:
    """The layout, with the quarry or without."""
    base = beginner()
    hexes = [LaidHex(h.q, h.r, *CHANGED.get((h.q, h.r), (h.terrain, h.numbers))) for h in base.hexes]
    hexes += [*water(), *ISLET]
    sites = SITES + tuple(LaidSite("inner", path) for path in QUARRY if middle)
    return Layout(tuple(hexes), (*base.harbors, LaidHarbor(4, -2, "E", "salt")), (), sites)


class LagoonRules(ModuleRules):
    """Its field says for each hex whether the tide is out there."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        if len(r.board.sites("vane")) > 1:
            raise ConfigError("layout: there is one vane, not {count}", {"count": len(r.board.sites("vane"))})
        super().__init__(r, module)
        self.ebb = r.schema.add("ebb", [int(r.board.hexes)], most=1)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        r = self.r
        if r.board.terrain[hex_] != "lagoon":
            return False
        r.claim(s, s.cells[r.owner + corner] - 1, r.good_names.index("wool"), 1)
        return True

    def corner_serves(self, s: State, corner: i64) -> bool:
        near = (self.r.board.corner_hexes[corner * 3 + k] for k in range(3))
        return not any(s.cells[self.ebb + h] for h in near if h >= 0)

    def turn_tide(self, s: State, hex_: int, out: bool) -> None:
        """The tide goes out at a hex, or comes back."""
        s.cells[self.ebb + hex_] = int(out)
        for seat in range(self.r.seats):
            rates_changed(self.r, s, seat)


class Lagoon(IslandModule):
    """The module before a game."""

    def __init__(self, name: str = "lagoon", rules: type[ModuleRules] = LagoonRules) -> None:
        super().__init__(name, rules)
        self.terrains = {
            "lagoon": Terrain(numbered=True),
            "grove": Terrain(robber=False),
            "salt_pan": Terrain("salt"),
            "shallows": Terrain(water=True),
        }
        self.layouts = ("lagoon", "plain_lagoon", "drifting_lagoon")
        self.sites |= {"boat": CORNER, "vane": EDGE, "zone": HEX, "chest": BESIDE}
        self.defaults = {"pieces": "free"}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        laid = lagoon(name != "plain_lagoon")
        if name != "drifting_lagoon":
            return laid
        home = seeded(rng, "the lagoon").choice(["4,-2", "4,-1"])
        return replace(laid, sites=(*laid.sites[:7], LaidSite("robber", home), *laid.sites[8:]))

    def prepare(self, config: IslandConfig) -> None:
        super().prepare(config)
        config.add_goods({"salt": 12})
