"""The rules of Seafarers."""

from bastide.expansions.island.seafarers.rules.module import Seafarers

MODULE = Seafarers
