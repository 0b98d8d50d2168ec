"""How Cities & Knights is shown."""

from typing import Final

from bastide.expansions.island.cities_knights.view.module import Knights

VIEW: Final = Knights()
