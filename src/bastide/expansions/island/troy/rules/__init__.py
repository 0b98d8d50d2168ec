"""The rules of Troy."""

from bastide.expansions.island.troy.rules.module import Troy

MODULE = Troy
