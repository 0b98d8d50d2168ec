"""Troy on the page."""

from bastide.expansions.island.troy.page.module import TroyPage

PAGE = TroyPage()
