"""How Traders & Barbarians is shown."""

from bastide.expansions.island.traders_barbarians.view.module import TradersBarbariansShown

VIEW = TradersBarbariansShown()
