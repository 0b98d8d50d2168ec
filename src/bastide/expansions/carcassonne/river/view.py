"""The River: the water of its tiles, and its log lines and prompts."""

from __future__ import annotations

from typing import Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.state import Event
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.carcassonne.tiles.geometry import INWARD, MIDDLE, C, add, blob, polyline
from bastide.view.carcassonne.tiles.plan import Plan, Way, chance, cities_of
from bastide.view.carcassonne.tiles.ways import through
from bastide.view.model import Say


class RiverView(ModuleView):
    """The water of tiles, and the source."""

    name = "river"

    def lay_water(self, plan: Plan) -> None:
        """Add the river, and the spring or the lake at its end."""
        tile = plan.tile
        if not tile.water:
            return
        rng = chance(tile, "river")
        side = tile.water[0]
        if len(tile.water) == 2:
            opposite = (tile.water[0] - tile.water[1]) % 2 == 0
            sway = rng.uniform(11, 14) * (0.6 if cities_of(tile) else 1) * rng.choice((-1, 1)) if opposite else -4
            curves = through(side, tile.water[1], 0 if tile.bridge else sway)
        else:
            p, d = MIDDLE[side], INWARD[side]
            source = tile.role == "source"
            end = add((C, C), d, 12 if source else -6)
            curves = ((p, add(p, d, 52), add(add(end, d, -40), (-d[1], d[0]), 20), end),)
            if source:
                plan.spring = end
                plan.lakes.append(blob(end, 23, 19, "spring"))
            else:
                plan.lakes.append(blob(add((C, C), d, 8), 62, 52, "lake"))
        plan.river.append(Way(curves, polyline(curves), sides=tile.water))

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """The source lies out."""
        return ("tile", Say("The source of the river is laid")) if event.kind == "laid" else None

    def prompt(self, g: Glance) -> Say | None:
        """Where the source goes beside the wheel board."""
        if g.phase != "source":
            return None
        if g.viewer in g.actors:
            return Say("Lay the source of the river beside the board.")
        return Say("{player} lays the source of the river.", {"player": g.actors[0] if g.actors else g.on_turn})


VIEW: Final = RiverView()
