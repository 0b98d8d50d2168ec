"""The views of all families, as one type tagged by `family`."""

from __future__ import annotations

from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.island.model import IslandView

__all__ = ["AnyView", "CarcassonneView", "IslandView"]

AnyView = IslandView | CarcassonneView
