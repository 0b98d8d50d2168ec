"""The island of Rivers: the rivers at their places, the other hexes and the numbers dealt round them."""

from __future__ import annotations

import random
from typing import Any, Final

from bastide.catan.base.config import ROBBER_SITE
from bastide.catan.base.options import LAYOUTS
from bastide.catan.base.reading import seeded
from bastide.catan.board.grid import hex_name
from bastide.catan.board.layout import (
    LaidHex,
    LaidSite,
    Layout,
    beginner,
    board_data,
    hexes_of,
    lay_tokens,
    lettered,
)
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

SWAMP: Final = "swamp"
"""The terrain at the mouth of a river."""
RIVER: Final = "river"
"""The word of a site: a path that a river crosses, with the river's number; in the order in which it flows."""
SET_ASIDE: Final = 2
"""The number that is not laid with the others (TB-RIV-003)."""
JOINED: Final = 12
"""The number whose hex gets it, too (TB-RIV-004)."""
FIGURES: Final = read_table("bastide.expansions.island.rivers.rules", "figures.toml")
"""All figures."""


def deal_layout(name: str, options: dict[str, Any], rng: random.Random | None) -> Layout:
    """One of the base's layouts: `beginner` is the island for a first game, the others deal one (TB-RIV-002)."""
    hexes = hexes_of(FIGURES["rows"])
    robber = str(FIGURES["robber"])
    if name != LAYOUTS[0]:
        chance = seeded(rng, f"layout = '{name}'")
        hexes = dealt(hexes, name, str(options["spiral_from"]), chance)
        robber = chance.choice([hex_name((h.q, h.r)) for h in hexes if h.terrain == SWAMP])
    crossings = [
        LaidSite(RIVER, place, number)
        for number, river in enumerate(FIGURES["rivers"], 1)
        for place in river["crossings"]
    ]
    return Layout(hexes, beginner().harbors, sites=(*crossings, LaidSite(ROBBER_SITE, robber)))


def dealt(hexes: tuple[LaidHex, ...], tokens: str, spiral_from: str, rng: random.Random) -> tuple[LaidHex, ...]:
    """The hexes beside the rivers shuffled, with new numbers; `tokens` and `spiral_from` as in `lay_tokens`."""
    on_river = {place for river in FIGURES["rivers"] for place in river["hexes"]}
    free = [h.terrain for h in hexes if hex_name((h.q, h.r)) not in on_river]
    rng.shuffle(free)
    terrain_at = {(h.q, h.r): h.terrain if hex_name((h.q, h.r)) in on_river else free.pop() for h in hexes}
    bare = [at for at, terrain in terrain_at.items() if terrain == SWAMP]
    if spiral_from in map(hex_name, bare):
        raise ConfigError(
            "options.spiral_from = {given}: the first token lies on no swamp",
            {"given": quote(spiral_from)},
            "TB-RIV-003",
        )
    numbers = [number for number in lettered(board_data()["tokens"]) if number != SET_ASIDE]
    number_at = lay_tokens(list(terrain_at), bare, numbers, tokens, spiral_from, rng)
    joined = (SET_ASIDE, JOINED)
    return tuple(
        LaidHex(*at, terrain, joined if number_at.get(at) == (JOINED,) else number_at.get(at, ()))
        for at, terrain in terrain_at.items()
    )
