"""What the neutral colours build when a player builds (TB-TWO-008 to TB-TWO-013, TB-TWO-031, TB-TWO-033)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import lay_road, place_settlement
from bastide.catan.base.island import ROAD
from bastide.catan.base.network import can_lay_road, can_settle, road_spots, settlement_spots
from bastide.expansions.island.two_players.rules.places import NEUTRALS
from bastide.expansions.island.two_players.rules.state import TwoPlayersPhase, TwoPlayersState, TwoPlayersVerb
from bastide.kernel.bits import lowest
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def spots(m: TwoPlayersState, s: State, colour: i64, item: i64, out: Codes) -> None:
    """Add the actions that build a road or a settlement of a neutral colour."""
    if item == ROAD:
        road_spots(m.r, s, colour, m.neutral_road, out)
    else:
        settlement_spots(m.r, s, colour, m.neutral_settle, out)


def can_build(m: TwoPlayersState, s: State, colour: i64, item: i64) -> bool:
    """Whether a neutral colour has a place and a piece for it."""
    return can_lay_road(m.r, s, colour) if item == ROAD else can_settle(m.r, s, colour)


def able(m: TwoPlayersState, s: State, item: i64) -> i64:
    """The mask of neutral colours, counted from 0, that have a place and a piece for an item."""
    mask: i64 = 0
    for k in range(NEUTRALS):
        if can_build(m, s, m.r.seats + k, item):
            mask |= BITS[k]
    return mask


def follow(m: TwoPlayersState, s: State, seat: i64, item: i64) -> None:
    """Ask the seat that has built a road or a settlement for that of a neutral colour: a road for want of a place."""
    wanted = item
    mask = able(m, s, item)
    if mask == 0 and item != ROAD:
        wanted = ROAD
        mask = able(m, s, ROAD)
    if mask == 0:
        s.emit("two_players_nothing", -1)
    elif mask & (mask - 1) != 0:
        s.push(m.colour_phase, seat, wanted)
    else:
        s.push(m.neutral_phase, seat, wanted, m.r.seats + lowest(mask))


class ColourPhase(TwoPlayersPhase):
    """Which neutral colour builds. Frame: the seat, ROAD or SETTLEMENT."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for k in range(NEUTRALS):
            out.add(self.asks + k)


class NeutralPhase(TwoPlayersPhase):
    """Where it builds. Frame: the seat, ROAD or SETTLEMENT, the colour."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        top = s.top()
        spots(self.m, s, s.cells[top + 3], s.cells[top + 2], out)


class NeutralVerb(TwoPlayersVerb):
    """`neutral 2`: that colour builds, by its number, which follows those of the players."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        wanted = s.cells[s.top() + 2]
        s.pop()
        s.push(self.m.neutral_phase, seat, wanted, self.m.r.seats + arg)


class NeutralPieceVerb(TwoPlayersVerb):
    """A piece of the neutral colour at a place: what both verbs do."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.m.r
        colour = s.cells[s.top() + 3]
        s.pop()
        self.build(s, colour, arg)
        go_on(r, s)
        r.check_win(s)

    def build(self, s: State, colour: i64, place: i64) -> None:
        """Tell of the piece and put it on the board."""
        raise NotImplementedError


class NeutralRoadVerb(NeutralPieceVerb):
    """`neutral-road q,r,E`: a road of the neutral colour."""

    def build(self, s: State, colour: i64, place: i64) -> None:
        s.emit("road", colour, place)
        lay_road(self.m.r, s, colour, place)


class NeutralSettleVerb(NeutralPieceVerb):
    """`neutral-settle q,r,N`: a settlement of the neutral colour."""

    def build(self, s: State, colour: i64, place: i64) -> None:
        s.emit("settlement", colour, place)
        place_settlement(self.m.r, s, colour, place)
