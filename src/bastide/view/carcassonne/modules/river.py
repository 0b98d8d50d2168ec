"""The River: its tiles are drawn from their data; only its beginning has words of its own."""

from __future__ import annotations

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.state import Event
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.modules.view import ModuleView
from bastide.view.model import Say


class RiverView(ModuleView):
    """The source."""

    name = "river"

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """The source lies out."""
        return ("tile", Say("The source of the river lies out")) if event.kind == "laid" else None

    def prompt(self, g: Glance) -> Say | None:
        """Where the source goes beside the wheel board."""
        if g.phase != "source":
            return None
        if g.viewer in g.actors:
            return Say("Lay the source of the river beside the board.")
        return Say("{player} lays the source of the river.", {"player": g.actors[0] if g.actors else g.on_turn})
