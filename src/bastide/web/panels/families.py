"""The families that have a page, by the name that a config gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.server.model import TableView
from bastide.web.panels import carcassonne, island
from bastide.web.panels.family import Family

FAMILIES: Final[dict[str, Family]] = {family.name: family for family in (island.FAMILY, carcassonne.FAMILY)}
USUAL: Final = island.FAMILY
"""What a config means that names no game, and what is shown of a table whose game is not told."""


def family_of(config: Mapping[str, Any]) -> Family:
    """The family that a config means."""
    return FAMILIES.get(str(config.get("game", USUAL.name)), USUAL)


def family_at(table: TableView) -> Family:
    """The family that is played at a table: what the game says, before it what the config says."""
    view = table.view
    return family_of(table.config) if view is None else FAMILIES[view.family]
