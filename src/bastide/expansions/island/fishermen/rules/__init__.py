"""The rules of Fishermen of Catan."""

from bastide.expansions.island.fishermen.rules.module import Fishermen

MODULE = Fishermen
