"""How scenery on tiles is drawn: the kinds of placement, and which one each module view gives its tags.

A set declares its tags. The view of its module says how each is placed and supplies the drawing, which has the name
the tag.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bastide.carcassonne.tiles.sets import tags
from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.module_views import all_views

BADGE: Final = "badge"
"""A sign over the square of a city."""
LANDMARK: Final = "landmark"
"""A large building in the middle of the tile, inside its city."""
ROADSIDE: Final = "roadside"
"""A house by the road, with a pond beside it."""
GRAZING: Final = "grazing"
"""An animal on a field."""


@cache
def placements() -> dict[str, str]:
    """The placement of each tag; a tag without one is not drawn."""
    said = {"shield": BADGE}
    for module in all_views():
        said |= module.tags
    return said


@cache
def tags_placed(placement: str) -> tuple[str, ...]:
    """The tags with this placement, in order."""
    return tuple(tag for tag in tags() if placements().get(tag) == placement)


@cache
def scenery() -> dict[str, str]:
    """All drawings that tiles use, by id."""
    out = dict(sheet("scenery"))
    for module in all_views():
        out |= module.scenery
    return out


@cache
def icon() -> str:
    """The drawing under the numbers of tiles; "" if no module has one."""
    return next((module.icon for module in all_views() if module.icon), "")
