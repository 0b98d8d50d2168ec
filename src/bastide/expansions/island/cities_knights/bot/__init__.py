"""How the greedy bot plays Cities & Knights."""

from bastide.expansions.island.cities_knights.bot.module import KnightsBot as BOT

__all__ = ["BOT"]
