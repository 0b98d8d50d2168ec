"""The families that have a page, by the name that a config gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bastide.server.common.model import TableView
from bastide.web.panels import carcassonne, island
from bastide.web.panels.family import FamilyPage

FAMILIES: Final[dict[str, FamilyPage]] = {family.name: family for family in (island.FAMILY, carcassonne.FAMILY)}
USUAL: Final = island.FAMILY
"""The default for a config without a game, and for a table whose game is hidden."""


def family_of(config: Mapping[str, Any]) -> FamilyPage:
    """The family that a config means."""
    return FAMILIES.get(str(config.get("game", USUAL.name)), USUAL)


def family_at(table: TableView) -> FamilyPage:
    """The family played at a table: from the game, or before it starts from the config."""
    view = table.view
    return family_of(table.config) if view is None else FAMILIES[view.family]
