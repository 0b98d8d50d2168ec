"""Traders & Barbarians for two: tolls of neutral roads, barbarians moved for tokens (TB-TRAD-040 to TB-TRAD-042)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.expansions.island.traders_barbarians.rules.barbarians import PATHS_ALONE, has_room
from bastide.expansions.island.traders_barbarians.rules.module import TradersBarbarians
from bastide.expansions.island.traders_barbarians.rules.state import (
    FODDER,
    MOVES,
    TOP,
    TradersPartner,
    TradersState,
    TradersVerb,
)
from bastide.expansions.island.two_players.rules.refusals import why_no_action
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module
from bastide.kernel.state import State

SITE_TOKENS: Final[i64] = 1
"""The tokens for a settlement beside castle, quarry or glassworks (TB-TRAD-042)."""


def adapt(module: Module) -> None:
    """Pay tolls to neutral colours."""
    assert isinstance(module, TradersBarbarians)
    module.neutrals = NeutralTolls


@final
class NeutralTolls(TradersPartner):
    """What neutral colours and tokens do to wagons and barbarians."""

    two: TwoPlayersState

    def __init__(self, m: TradersState) -> None:
        super().__init__(m)
        # The tolls of neutral roads this turn.
        self.tolls: i64 = m.r.schema.add("tolls", [], most=int(2 * MOVES[TOP] + FODDER))
        self.divert: i64 = m.r.add_verb(DivertVerb(self))

    def connect(self) -> None:
        board = self.m.r.board
        self.two = self.m.r.module(TwoPlayersState)
        if self.two.has_tokens:
            for plaza in self.m.plazas:
                hex_ = board.corner_hexes[3 * plaza]
                for k in range(6):
                    self.two.tokens_at[board.hex_corners[6 * hex_ + k]] += SITE_TOKENS

    def set_out(self, s: State) -> None:
        s.cells[self.tolls] = 0

    def toll(self, s: State, seat: i64, colour: i64) -> None:
        """The first toll of a turn goes to the bank, the second to the opponent, and so on (TB-TRAD-040)."""
        m = self.m
        s.cells[self.tolls] += 1
        if s.cells[self.tolls] % 2 == 1:
            m.r.draw_goods(s, seat, m.gold, -1)
            s.emit("traders_barbarians_bank_toll", seat, colour)
        else:
            m.r.pass_goods(s, seat, 1 - seat, m.gold, 1)
            s.emit("traders_barbarians_toll", seat, 1 - seat)

    def turn_actions(self, s: State, seat: i64, out: Codes) -> None:
        """A barbarian may be sent to a path without a road (TB-TRAD-041)."""
        m = self.m
        if not self.two.has_tokens or not self.two.may_act(s, seat) or not has_room(m, s, True):
            return
        edge = m.next_barbarian(s, -1)
        while edge >= 0:
            out.add(self.divert + edge)
            edge = m.next_barbarian(s, edge)

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        if word != "divert":
            return None
        found = why_no_action(self.two, s, seat, no)
        return found or no.say("TB-TRAD-041", "no barbarian stands on this path")


@final
class DivertVerb(TradersVerb):
    """`divert q,r,E`: for trade tokens, the barbarian there goes to a path without a road."""

    def __init__(self, partner: NeutralTolls) -> None:
        super().__init__(partner.m, "divert", names=partner.m.r.board.edge_names)
        self.partner = partner

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.emit("traders_barbarians_diverted", seat, arg, self.partner.two.pay_action(s, seat))
        s.push(self.m.post_phase, seat, arg, PATHS_ALONE)
