"""The figures of five and six players, read from data: the larger island, the bank and the deck."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

from bastide.catan.base.reading import seeded
from bastide.catan.board.layout import Layout, harbors_of, hexes_of, lettered, shuffled
from bastide.kernel.data import read_table

BETWEEN_TURNS: Final = ("building", "paired")
"""What happens between two turns: the special building phase, or the second turn of paired players."""
LAYOUTS: Final = ("beginner", "spiral", "random")
FIGURES: Final = read_table("bastide.expansions.island.five_six.rules", "figures.toml")
"""All figures."""


@cache
def printed() -> Layout:
    """The printed island, without starting pieces (X56-001, X56-003, X56-009)."""
    island = FIGURES["island"]
    return Layout(hexes_of(island["rows"]), harbors_of(island["harbors"]))


def layout(name: str, options: dict[str, Any], rng: random.Random | None) -> Layout:
    """One of the layouts: `beginner` is the printed island, the others shuffle it as they do the base's."""
    if name == "beginner":
        return printed()
    numbers = lettered(FIGURES["island"]["tokens"])
    chance = seeded(rng, f"layout = '{name}'")
    return shuffled(printed(), numbers, name, str(options["spiral_from"]), chance)
