"""The rules of Traders & Barbarians."""

from bastide.expansions.island.traders_barbarians.rules.module import TradersBarbarians

MODULE = TradersBarbarians
