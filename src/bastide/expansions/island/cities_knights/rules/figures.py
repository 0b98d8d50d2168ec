"""The figures of Cities & Knights, read from data: pieces, costs, cards, and what the editions do differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from bastide.catan.board.layout import Layout, harbors_of, hexes_of
from bastide.kernel.data import read_table

EDITIONS: Final = ("2025", "classic")
DEFENSES: Final = ("all", "chosen")
DOMAIN_NAMES: Final = ["science", "trade", "politics"]
ITEMS: Final = ("knight", "activation", "promotion", "wall", "repair", "medicine")
FIGURES: Final = read_table("bastide.expansions.island.cities_knights.rules", "figures.toml")
"""All figures."""


def cards() -> dict[str, int]:
    """How many progress cards there are of each kind, domain after domain."""
    table = cast("dict[str, dict[str, int]]", FIGURES["cards"])
    return {kind: n for domain in DOMAIN_NAMES for kind, n in table[domain].items()}


def readings() -> dict[str, tuple[str, ...]]:
    """The options that read a rule otherwise than an edition does, with their values, the usual one first."""
    return {option: tuple(values) for option, values in FIGURES["reading"].items()}


def choices(options: Mapping[str, Any]) -> dict[str, bool]:
    """The choices of an edition, as these options read it."""
    data = FIGURES
    out = dict(data["edition"][options["edition"]])
    for option, values in data["reading"].items():
        out |= values[options[option]]
    return out


def beginner() -> Layout:
    """The beginners' board (CK-010); it has no printed starting pieces (CK-011)."""
    table = cast("dict[str, Any]", FIGURES["beginner"])
    return Layout(hexes_of(table["rows"]), harbors_of(table["harbors"]))
