"""Fishermen for two: tokens from the start, no trade tokens, and who is behind pays less (TB-FISH-028)."""

from __future__ import annotations

from typing import final

from bastide.expansions.island.fishermen.rules.state import FishermenState, Partner
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Play for two, with fish in place of tokens."""
    assert isinstance(module, FishermenState)
    module.pair = True
    module.partner = WithoutTradeTokens()


@final
class WithoutTradeTokens(Partner):
    """Fish in place of trade tokens."""

    def join(self, m: FishermenState) -> None:
        m.r.module(TwoPlayersState).has_tokens = False
