"""The rules of Catan for Two."""

from bastide.expansions.island.two_players.rules.module import TwoPlayers

MODULE = TwoPlayers
