"""How Troy is shown."""

from bastide.expansions.island.troy.view.module import TroyShown

VIEW = TroyShown()
