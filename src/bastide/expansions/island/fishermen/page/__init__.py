"""Fishermen on the page."""

from bastide.expansions.island.fishermen.page.module import FishermenPage

PAGE = FishermenPage()
