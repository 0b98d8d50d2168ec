"""The rules of the Great Wall."""

from bastide.expansions.island.great_wall.rules.module import GreatWall

MODULE = GreatWall
