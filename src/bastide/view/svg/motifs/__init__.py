"""The scene of each terrain, drawn round the origin and clipped to the face of its tile; seeds tell copies apart."""

from collections.abc import Callable
from typing import Final

from bastide.view.svg.motifs.desert import desert
from bastide.view.svg.motifs.fields import fields
from bastide.view.svg.motifs.forest import forest
from bastide.view.svg.motifs.gold import gold
from bastide.view.svg.motifs.hills import hills
from bastide.view.svg.motifs.mountains import mountains
from bastide.view.svg.motifs.pasture import pasture

MOTIFS: Final[dict[str, Callable[[int], str]]] = {
    "forest": forest,
    "pasture": pasture,
    "fields": fields,
    "hills": hills,
    "mountains": mountains,
    "desert": desert,
    "gold": gold,
}
