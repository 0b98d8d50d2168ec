"""Kinds of line and colours that nobody plays: the ferries, bridges and neutral villages of the archipelago.

Ferries lie on edges beside water, bridges on the two fords, where no road lies. A ferry does not join a road, a bridge
does. Ferries may be laid in the set-up and with the card for two roads, and a ferry with a loose end may be moved once
a turn. A beacon of a colour at a corner holds its lines there, and cuts
routes of others; a load on an edge makes the line there count for two. Two neutral colours start with a settlement
each; the first gets a road for each road that somebody builds in a turn.
"""

from __future__ import annotations

import random
from typing import Any, Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import lay_road, lift_line, place_settlement
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import ROAD, Island
from bastide.catan.base.lines import loose_end
from bastide.catan.base.network import line_spots, road_spots
from bastide.catan.base.routes import award_route, weight_changed
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import EDGE
from bastide.catan.board.layout import LaidHex, LaidSite, Layout, beginner
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State
from tests.island.archipelago.rules.lagoon import QUARRY

FERRY: Final = 1
BRIDGE: Final = 2
FORDS: Final = ("0,0,NE", "-1,1,E")
ISLET: Final = (LaidHex(4, -2, "pasture", (5,)), LaidHex(4, -1, "forest", (9,)))
STARTS: Final = ("0,0,S", "-2,1,N")
"""Where the neutral settlements stand."""


def water() -> list[LaidHex]:
    """The ring of water round the base island."""
    span = range(-3, 4)
    return [LaidHex(q, r, "sea") for r in span for q in span if max(abs(q), abs(r), abs(q + r)) == 3]


def strait(middle: bool) -> Layout:
    """The base island, the sea around it and an islet, with a hex with a middle or without."""
    base = beginner()
    sites = [LaidSite("ford", place) for place in FORDS]
    sites += [LaidSite("inner", path) for path in QUARRY if middle]
    return Layout((*base.hexes, *water(), *ISLET), base.harbors, (), tuple(sites))


class FerriesRules(ModuleRules):
    """Its fields are the loads on edges, the beacons on corners, and whether a ferry was moved this turn."""

    def __init__(self, r: Island, module: Ferries) -> None:
        super().__init__(r, module)
        self.neutrals = module.neutrals
        self.load = r.schema.add("load", [int(r.board.edges)], most=1)
        self.beacon = r.schema.add("beacon", [int(r.board.corners)], most=6)
        self.sailed = r.schema.add("sailed", [], most=1)
        self.unmoor = UnmoorVerb(self)
        r.add_verb(self.unmoor)
        self.moor_phase = r.add_phase(MoorPhase(self))

    def begin(self, s: State) -> None:
        for k in range(self.neutrals):
            corner = self.r.board.corner_index[STARTS[k]]
            s.emit("settlement", self.r.seats + k, corner)
            place_settlement(self.r, s, self.r.seats + k, corner)

    def begin_turn(self, s: State, seat: i64) -> None:
        super().begin_turn(s, seat)
        s.cells[self.sailed] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        super().turn_actions(s, seat, rolled, out)
        c, r = s.cells, self.r
        if not rolled or c[self.sailed]:
            return
        for e in range(int(r.board.edges)):
            if c[r.road + e] == seat + 1 and c[r.line_kind + e] == FERRY and loose_end(r, s, seat, e):
                out.add(self.unmoor.offset + e)

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if item != ROAD or s.cells[self.r.turn] == 0 or not self.neutrals:
            return
        spots = Codes()
        road_spots(self.r, s, self.r.seats, 0, spots)
        if spots.count:
            s.emit("road", self.r.seats, spots.items[0])
            lay_road(self.r, s, self.r.seats, spots.items[0])

    def piece_at(self, s: State, corner: i64) -> i64:
        return s.cells[self.beacon + corner]

    def weight(self, s: State, edge: i64) -> i64:
        return s.cells[self.load + edge]

    def put_load(self, s: State, edge: int, count: int) -> None:
        """Put a load on an edge, or take it away."""
        s.cells[self.load + edge] = count
        weight_changed(self.r, s, edge)
        award_route(self.r, s)


class Ferries(IslandModule):
    """The module before a game; `neutrals` is the number of colours that nobody plays."""

    neutrals = 2

    def __init__(self, name: str = "ferries", rules: type[ModuleRules] = FerriesRules) -> None:
        super().__init__(name, rules)
        self.layouts = ("strait", "quarry_strait")
        self.sites |= {"ford": EDGE}
        self.defaults = {"pieces": "free"}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return strait(name == "quarry_strait")

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        fords = {edge for edge, _ in board.sites("ford")}
        if line == "ferry":
            beside = (board.edge_hexes[i] for i in range(2 * int(board.edges)))
            return {i // 2 for i, h in enumerate(beside) if h < 0 or h >= board.land}
        return fords if line == "bridge" else edges - fords

    def prepare(self, config: IslandConfig) -> None:
        super().prepare(config)
        config.add_line("ferry", {"lumber": 1, "wool": 1}, 6, free=True, rule="HOUSE-001")
        config.add_line("bridge", {"brick": 2, "lumber": 1}, 1, joins=["road"], rule="HOUSE-002")
        config.colours += self.neutrals


class UnmoorVerb(Verb):
    """`unmoor q,r,E`: an own ferry with a loose end is taken up, to be laid elsewhere."""

    def __init__(self, m: FerriesRules) -> None:
        super().__init__("unmoor", names=m.r.board.edge_names)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.sailed] = 1
        s.emit("ferries_unmoor", seat, arg)
        lift_line(self.m.r, s, arg)
        s.push(self.m.moor_phase, seat, arg)


class MoorPhase(Phase):
    """A ferry that was taken up is laid: where it lay, if nowhere else. Frame: whose, where it lay."""

    def __init__(self, m: FerriesRules) -> None:
        super().__init__("ferries_moor")
        self.m = m

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        line_spots(self.m.r, s, seat, FERRY, out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        award_route(self.m.r, s)
        go_on(self.m.r, s)
