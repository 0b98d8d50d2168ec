"""The board of any game as one SVG document, for notebooks, documents and the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bastide.view.model import Say, View
from bastide.view.svg import picture as island
from bastide.view.svg.palette import SEAT_COLORS, Theme
from bastide.view.views import CarcassonneView, IslandView


def board(
    view: View,
    label: Callable[[Say], str] | None = None,
    width: int = 800,
    theme: Theme = "light",
    seats: Sequence[str] = SEAT_COLORS,
    title: str = "",
) -> str:
    """The board of a view as a self-contained document: no font, style sheet or other file.

    With a `label`, which turns messages into text, it shows where the viewer may act.

    :raises ValueError: there is no drawing of this family.
    """
    if isinstance(view, IslandView):
        return island.board(view, label, width, theme, seats, title)
    if isinstance(view, CarcassonneView):
        # Imported here because it draws with parts of this package.
        from bastide.view.carcassonne import svg as carcassonne

        return carcassonne.board(view, label, width, theme, seats, title)
    raise ValueError(f"no drawing of the family {view.family!r}")
