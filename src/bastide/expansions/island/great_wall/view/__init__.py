"""The Great Wall as it is shown."""

from bastide.expansions.island.great_wall.view.module import GreatWallShown

VIEW = GreatWallShown()
