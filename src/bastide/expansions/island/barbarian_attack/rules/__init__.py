"""The rules of Barbarian Attack."""

from bastide.expansions.island.barbarian_attack.rules.module import BarbarianAttack

MODULE = BarbarianAttack
