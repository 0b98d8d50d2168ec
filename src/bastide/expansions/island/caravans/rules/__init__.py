"""The rules of Caravans."""

from bastide.expansions.island.caravans.rules.module import Caravans

MODULE = Caravans
