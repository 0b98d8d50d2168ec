"""The board of any game as one SVG document, for notebooks, documents and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.view import svg as island
from bastide.view.carcassonne import svg as carcassonne
from bastide.view.model import View
from bastide.view.svg.palette import SEAT_COLORS
from bastide.view.views import CarcassonneView, IslandView


def board(view: View, width: int = 800, seats: Sequence[str] = SEAT_COLORS, title: str = "") -> str:
    """The board of a view as a self-contained document: no font, style sheet or other file.

    :raises ValueError: there is no drawing of this family.
    """
    if isinstance(view, IslandView):
        return island.board(view, width=width, seats=seats, title=title)
    if isinstance(view, CarcassonneView):
        return carcassonne.board(view, width, seats, title)
    raise ValueError(f"no drawing of the family {view.family!r}")
