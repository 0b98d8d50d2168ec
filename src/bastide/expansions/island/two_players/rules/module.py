"""Catan for Two as a module of the island: its verbs and phases, and its answers at the seams (TB-TWO)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.building import place_settlement
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import ROAD, SETTLEMENT, Island
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.grid import CORNER
from bastide.expansions.island.two_players.rules.neutrals import (
    ColourPhase,
    NeutralPhase,
    NeutralRoadVerb,
    NeutralSettleVerb,
    NeutralVerb,
    follow,
)
from bastide.expansions.island.two_players.rules.places import NEUTRAL, NEUTRALS
from bastide.expansions.island.two_players.rules.refusals import BEFORE_THE_SECOND_ROLL, why_not
from bastide.expansions.island.two_players.rules.state import FIRST_TOKENS, PLAYERS, TwoPlayersState
from bastide.expansions.island.two_players.rules.tokens import (
    FORCED,
    SWAPPED,
    BanishVerb,
    ForcedPhase,
    ForceVerb,
    GrabVerb,
    RetireVerb,
    token_actions,
)
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

ROLLS = 2
"""The rolls of a turn (TB-TWO-005)."""


@final
class TwoPlayersRules(TwoPlayersState):
    """The variant in a game."""

    def __init__(self, r: Island, module: TwoPlayers) -> None:
        super().__init__(r, module, module.tokens)
        self.force = r.add_verb(ForceVerb(self, "forced-trade"))
        grab = r.add_verb(GrabVerb(self, "grab", names=r.good_names), by_chance=True)
        self.banish = r.add_verb(BanishVerb(self))
        self.retire = r.add_verb(RetireVerb(self, "retire"))
        self.neutral = r.add_verb(NeutralVerb(self, "neutral", names=[str(r.seats + k) for k in range(NEUTRALS)]))
        self.neutral_road = r.add_verb(NeutralRoadVerb(self, "neutral-road", names=r.board.edge_names))
        self.neutral_settle = r.add_verb(NeutralSettleVerb(self, "neutral-settle", names=r.board.corner_names))
        self.grab_phase = r.add_phase(ForcedPhase(self, "two_players_grab", SWAPPED, asks=grab))
        self.colour_phase = r.add_phase(ColourPhase(self, "two_players_colour", SETTLEMENT, asks=self.neutral))
        self.neutral_phase = r.add_phase(NeutralPhase(self, "two_players_neutral", SETTLEMENT, r.colours - 1))
        r.widen(r.discard_phase, 0, int(FORCED))

    # -- set-up and turn

    def begin(self, s: State) -> None:
        for seat in range(self.r.seats):
            s.cells[self.tokens + seat] = FIRST_TOKENS if self.has_tokens else 0
        for k, corner in enumerate(self.corners):
            colour = self.r.seats + k
            s.emit("settlement", colour, corner)
            place_settlement(self.r, s, colour, corner)

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.acted] = 0
        s.cells[self.retired] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if self.has_tokens:
            token_actions(self, s, seat, out)

    # -- the roll

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """The second roll differs from the first, which the dice still show; before that they show none."""
        c = s.cells
        return total != c[self.r.dice] + c[self.r.dice + 1]

    # -- building

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if item == SETTLEMENT and seat < self.r.seats and self.tokens_at[place] > 0:
            self.gain(s, seat, self.tokens_at[place])

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if s.cells[self.r.turn] > 0 and item in (ROAD, SETTLEMENT):
            follow(self, s, seat, item)

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)


class TwoPlayers(IslandModule):
    """The variant. Without `tokens`, another expansion has something in place of trade tokens."""

    def __init__(self) -> None:
        super().__init__("two_players", TwoPlayersRules)
        self.role = "variant"
        self.only_seats = (PLAYERS,)
        self.sites = {NEUTRAL: CORNER}
        self.defaults = {"pieces": "free"}
        self.tokens = True

    def prepare(self, config: IslandConfig) -> None:
        config.colours += int(NEUTRALS)
        config.rolls = ROLLS
        if config.before_number[0] == "BASE-016":  # no other expansion gives the number
            config.before_next_number = BEFORE_THE_SECOND_ROLL
