"""The views of all families, as one type that can be told apart by its `family`."""

from __future__ import annotations

from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.model import IslandView

__all__ = ["AnyView", "CarcassonneView", "IslandView"]

AnyView = IslandView | CarcassonneView
