"""What the drawn tile would join at each of its places, in words for those who do not see the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.view.carcassonne.model import CarcassonneView, Part
from bastide.view.carcassonne.text import PICTURED
from bastide.view.model import Target
from bastide.web.panels.desk import Desk, _

SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours of a place: north, east, south and west."""
JOINS: Final = {
    "city": (_("joins a city"), _("joins a city ({names})")),
    "road": (_("joins a road"), _("joins a road ({names})")),
}
"""By kind of feature: without followers, and with those of these players."""


def joins(desk: Desk, view: CarcassonneView) -> Callable[[Target], str]:
    """A function that gives the words for a place: each road and city beside it once, and who stands there."""
    features = {part: feature for feature in view.features if feature.kind in JOINS for part in feature.parts}
    laid = {(tile.x, tile.y): (number, tile) for number, tile in enumerate(view.tiles) if tile.tile in PICTURED}

    def words(target: Target) -> str:
        x, y = (int(part) for part in target.place.split(","))
        out: dict[str, None] = {}
        for side, (dx, dy) in enumerate(SIDES):
            if (x + dx, y + dy) not in laid:
                continue
            number, tile = laid[x + dx, y + dy]
            # The side that it turns to the place, as it is drawn unrotated.
            faces = (side + 2 - tile.turns) % len(SIDES)
            sections = PICTURED[tile.tile].sections
            found = next((k for k, one in enumerate(sections) if one.kind in JOINS and faces in one.sides), None)
            feature = None if found is None else features.get(Part(number, found))
            if feature is not None:
                plain, named = JOINS[feature.kind]
                names = ", ".join(desk.name(seat) for seat in sorted(feature.followers))
                out[desk._(named, names=names) if names else desk._(plain)] = None
        return "".join(f", {one}" for one in out)

    return words
