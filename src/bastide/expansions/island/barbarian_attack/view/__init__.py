"""How Barbarian Attack is shown."""

from bastide.expansions.island.barbarian_attack.view.module import BarbarianAttackShown

VIEW = BarbarianAttackShown()
