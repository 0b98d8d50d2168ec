"""Wagons as data: where they stand, what they carry, what they can do, and where the viewer's comes in its move."""

from __future__ import annotations

import msgspec

from bastide.expansions.island.traders_barbarians.rules.board import PLACES
from bastide.expansions.island.traders_barbarians.rules.state import (
    CARGO,
    EXCHANGES,
    KINDS,
    MOVES,
    REWARDS,
    ROLLS,
    TOP,
    WANTED,
    TradersState,
)
from bastide.expansions.island.traders_barbarians.rules.wagons import ARRIVED, SECOND
from bastide.expansions.island.traders_barbarians.rules.ways import may_step, way_to
from bastide.expansions.island.traders_barbarians.view.reach import Way, reach, tolls
from bastide.view.island.actions import price
from bastide.view.island.glance import Glance

WAGON_PHASE = "traders_barbarians_wagon"


class Wagon(msgspec.Struct, frozen=True):
    """A seat's wagon: its corner (empty before it is placed), its level from 1, its token, the tokens delivered."""

    place: str
    level: int
    cargo: str
    wanted: str
    delivered: dict[str, int]

    @property
    def deliveries(self) -> int:
        """All tokens delivered."""
        return sum(self.delivered.values())


class InReach(msgspec.Struct, frozen=True):
    """A corner within reach: the points that the best way takes and leaves, the gold by owner, whether it is a plaza.

    `near` is whether one path leads there, and so whether that path is the way.
    """

    place: str
    cost: int
    left: int
    tolls: dict[int, int]
    plaza: str
    near: bool


class Move(msgspec.Struct, frozen=True):
    """A move under way: whose, the points left, whether it is the second one, whether it has come to a plaza.

    `fed`: grain was spent this turn. `stops` are the corners within reach: all that they depend on lies open.
    """

    seat: int
    points: int
    second: bool
    arrived: bool
    fed: bool
    stops: list[InReach] = []


class Level(msgspec.Struct, frozen=True):
    """A level of the wagon: points of a move, gold for a delivery, the least roll against a barbarian (7: none)."""

    points: int
    gold: int
    roll: int


class TradersBarbariansView(msgspec.Struct, frozen=True):
    """The wagons by seat, the tokens left by place and kind, the barbarians' paths, the move under way.

    `levels` are the figures of the five levels. `price` is what the viewer's next level costs; empty for none.
    `exchanges` is how often gold may still be exchanged this turn.
    """

    wagons: list[Wagon]
    stacks: dict[str, dict[str, int]]
    barbarians: list[str]
    levels: list[Level]
    price: dict[str, int]
    exchanges: int
    move: Move | None


def seen(g: Glance) -> TradersBarbariansView:
    """The scenario's part of the view."""
    m, r = g.rules.module(TradersState), g.rules
    names = r.board.edge_names
    kinds = range(int(KINDS))
    stacks = {
        place: {CARGO[k]: n for k in kinds if (n := g.cell(m.stacks + i * int(KINDS) + k))}
        for i, place in enumerate(PLACES)
    }
    top = g.viewer < 0 or g.cell(m.level + g.viewer) == TOP
    return TradersBarbariansView(
        wagons=[wagon(g, m, seat) for seat in range(int(r.seats))],
        stacks=stacks,
        barbarians=[name for edge, name in enumerate(names) if m.has_barbarian(g.state, edge)],
        levels=[Level(int(MOVES[k]), int(REWARDS[k]), int(ROLLS[k])) for k in range(int(TOP) + 1)],
        price={} if top else price(g, g.viewer, int(m.upgrade_item(g.state, g.viewer))),
        exchanges=int(EXCHANGES) - g.cell(m.exchanges),
        move=move(g, m),
    )


def wagon(g: Glance, m: TradersState, seat: int) -> Wagon:
    """One seat's wagon as it stands."""
    corner = g.cell(m.wagon + seat) - 1
    kind = int(m.cargo_of(g.state, seat))
    at = m.delivered + seat * int(KINDS)
    return Wagon(
        place=g.rules.board.corner_names[corner] if corner >= 0 else "",
        level=g.cell(m.level + seat) + 1,
        cargo=CARGO[kind] if kind >= 0 else "",
        wanted=PLACES[int(WANTED[kind])] if kind >= 0 else "",
        delivered={CARGO[k]: n for k in range(int(KINDS)) if (n := g.cell(at + k))},
    )


def move(g: Glance, m: TradersState) -> Move | None:
    """The move under way, also while a die, a token or a barbarian of it is pending; None outside moves."""
    c = g.state.cells
    for depth in range(int(c[0])):
        at = int(g.state.top()) - 4 * depth
        if int(c[at]) == m.wagon_phase:
            seat, points, stage = int(c[at + 1]), int(c[at + 2]), int(c[at + 3])
            going = g.phase == WAGON_PHASE and not stage & ARRIVED
            return Move(
                seat=seat,
                points=points,
                second=bool(stage & SECOND),
                arrived=bool(stage & ARRIVED),
                fed=g.cell(m.fed) == 1,
                stops=stops(g, m, seat, points) if going else [],
            )
    return None


def stops(g: Glance, m: TradersState, seat: int, points: int) -> list[InReach]:
    """The corners within reach of the wagon that moves."""
    names = g.rules.board.corner_names
    here = g.cell(m.wagon + seat) - 1
    out: list[InReach] = []
    for corner, way in reach(m, g.state, seat, points).items():
        edge = int(way_to(g.rules, here, corner))
        near = edge >= 0 and bool(may_step(m, g.state, seat, edge, points))
        if near:
            way = Way(points - int(m.step(g.state, edge, True)), 0, (edge,))
        out.append(
            InReach(
                place=names[corner],
                cost=points - way.points,
                left=0 if m.plaza_at[corner] else way.points,
                tolls=tolls(m, g.state, seat, way),
                plaza=PLACES[int(m.plaza_at[corner]) - 1] if m.plaza_at[corner] else "",
                near=near,
            )
        )
    return out
