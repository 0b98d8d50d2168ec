"""The expansions of the island that can be shown, by the name of their module."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bastide.catan.base.island import Island
from bastide.kernel.state import Event
from bastide.view.island.knights.part import Knights
from bastide.view.island.part import Part
from bastide.view.model import IslandView

PARTS: Final[dict[str, Part]] = {"cities_knights": Knights()}


def parts_of(rules: Island) -> tuple[Part, ...]:
    """How the modules of a game are shown, in their order; those that are not shown are left out."""
    return _parts(tuple(module.name for module in rules.modules))


@lru_cache
def _parts(names: tuple[str, ...]) -> tuple[Part, ...]:
    return tuple(PARTS[name] for name in names if name in PARTS)


def cause_of(rules: Island, events: Sequence[Event]) -> str | None:
    """By what cards are owed from a decision on, as the key of its name: something of a module; None for a seven."""
    return next((found for part in parts_of(rules) if (found := part.cause(rules, events)) is not None), None)


def own_parts(rules: Island) -> dict[str, Part]:
    """The same by name."""
    return {module.name: PARTS[module.name] for module in rules.modules if module.name in PARTS}


def dealer(view: IslandView) -> Part:
    """The expansion that deals the cards; one that adds nothing where the base deals them."""
    return next((part for name in view.modules if (part := PARTS[name]).deals_cards), PLAIN)


PLAIN: Final = Part()


def card_key(view: IslandView, kind: str) -> str:
    """The key of a card's name, as the expansion has it that deals the cards."""
    return dealer(view).card_key(kind)


def edition(view: IslandView) -> str:
    """The edition whose names are used; empty if no expansion has several."""
    return next((found for name, own in view.modules.items() if (found := PARTS[name].edition(own))), "")
