"""Barbarian Attack on the page."""

from bastide.expansions.island.barbarian_attack.page.module import BarbarianAttackPage

PAGE = BarbarianAttackPage()
