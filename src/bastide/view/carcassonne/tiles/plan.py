"""The ground plan of one tile: its city walls, roads, river and meadows, and what stands on it.

All places are in tile units at rotation 0. No code here depends on a tile's name: outlines follow from half-edges.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from bastide.carcassonne.tiles.model import CITY, FIELD, ROAD, Section, Tile
from bastide.view.carcassonne.tiles.geometry import Cubic, Line, Point, quarter, quarter_vector

CITY_END, JUNCTION, MONASTERY_END, HOUSE, BEYOND, SIDE_END = "city", "junction", "monastery", "house", "beyond", "side"
"""What a road can end at; SIDE_END is the border of the tile, BEYOND a house behind a bridge."""


@dataclass(frozen=True)
class Wall:
    """A wall of a city from one point of the ring clockwise to another, with the meadow on its left.

    `gates` are points with the outward direction. A wall of two curves has a tip where they meet.
    """

    city: int
    start: int
    end: int
    curves: tuple[Cubic, ...]
    line: Line
    gates: list[tuple[Point, Point]] = field(default_factory=list)


@dataclass(frozen=True)
class Way:
    """A road or a piece of river: its curves, the same as a line, and what it ends at."""

    curves: tuple[Cubic, ...]
    line: Line
    end: str = SIDE_END
    sides: tuple[int, ...] = ()
    roadside: str = ""
    """The building by the road, if any."""


@dataclass(frozen=True)
class Bridge:
    """Where a road crosses something, and its width."""

    road: int
    at: Point
    over: float


@dataclass(frozen=True)
class House:
    """A house of a city, as the ring of its walls, or a yard with a bush (then the ring is one point)."""

    ring: Line
    height: float = 6.0
    tone: float = 0.0
    gabled: bool = True

    @property
    def yard(self) -> bool:
        """Whether there is a bush instead."""
        return len(self.ring) == 1


@dataclass(frozen=True)
class Streets:
    """The streets of a city, and the square where they meet."""

    lines: list[Line]
    square: Point
    radius: float


@dataclass(frozen=True)
class Plot:
    """A piece of tilled land: its outline, the furrows, and what grows there."""

    ring: Line
    furrows: list[Line]
    kind: str
    middle: Point


@dataclass
class Plan:
    """All drawn parts of a tile. `anchors[k]` is where a figure stands on section k."""

    tile: Tile
    walls: list[Wall] = field(default_factory=list)
    cities: list[Line] = field(default_factory=list)
    roads: list[Way] = field(default_factory=list)
    stubs: list[Way] = field(default_factory=list)
    river: list[Way] = field(default_factory=list)
    lakes: list[Line] = field(default_factory=list)
    spring: Point | None = None
    junction: Point | None = None
    split: bool = False
    monastery: Point | None = None
    monastery_scale: float = 1.14
    farms: list[Point] = field(default_factory=list)
    cottages: list[Point] = field(default_factory=list)
    roadside: list[tuple[str, Point, Line]] = field(default_factory=list)
    """Houses by roads: what each is, where it stands, its pond."""
    bridges: list[Bridge] = field(default_factory=list)
    towers: list[tuple[Point, str]] = field(default_factory=list)
    streets: list[Streets] = field(default_factory=list)
    houses: list[list[House]] = field(default_factory=list)
    badges: list[tuple[str, Point]] = field(default_factory=list)
    landmark: tuple[str, Point] | None = None
    plots: list[Plot] = field(default_factory=list)
    grazing: list[tuple[str, Point]] = field(default_factory=list)
    trees: list[tuple[Point, str, float]] = field(default_factory=list)
    reeds: list[Point] = field(default_factory=list)
    hill: list[Line] = field(default_factory=list)
    icon: Point | None = None
    anchors: list[Point] = field(default_factory=list)
    fields: list[int] = field(default_factory=list)
    """Not rotated: the meadows as areas (`tiles.patch`), by the index of the field on the tile."""
    open: int = 0
    """Not rotated: the meadow on which nothing stands, and no figure."""
    outlines: list[list[Line]] = field(default_factory=list)
    """For each section of the tile, its outlines."""

    @property
    def sections(self) -> dict[str, list[tuple[int, Section]]]:
        """The sections by kind, each with its index on the tile."""
        out: dict[str, list[tuple[int, Section]]] = {}
        for k, section in enumerate(self.tile.sections):
            out.setdefault(section.kind, []).append((k, section))
        return out


def cities_of(tile: Tile) -> tuple[Section, ...]:
    """The cities of a tile."""
    return tile.of_kind(CITY)


def fields_of(tile: Tile) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The fields of a tile: their half-edges, and the indexes of the cities that they touch."""
    before = len(tile.of_kind(ROAD))
    return [(f.halves, tuple(city - before for city in f.cities)) for f in tile.of_kind(FIELD)]


def chance(tile: Tile, what: str) -> random.Random:
    """The same choices for a tile whenever it is drawn."""
    return random.Random(f"{what} {tile.id}")


def turned_plan(plan: Plan, turns: int) -> Plan:
    """The same plan after quarter turns clockwise: the ground rotates, and standing parts are redrawn upright."""
    if turns % 4 == 0:
        return plan

    def p(at: Point) -> Point:
        return quarter(at, turns)

    def o(at: Point | None) -> Point | None:
        return None if at is None else quarter(at, turns)

    def ln(line: Line) -> Line:
        return [quarter(at, turns) for at in line]

    def way(w: Way) -> Way:
        return replace(w, curves=curves(w.curves), line=ln(w.line))

    def curves(given: tuple[Cubic, ...]) -> tuple[Cubic, ...]:
        return tuple((p(a), p(b), p(c), p(d)) for a, b, c, d in given)

    return replace(
        plan,
        walls=[
            replace(
                w,
                curves=curves(w.curves),
                line=ln(w.line),
                gates=[(p(at), quarter_vector(out, turns)) for at, out in w.gates],
            )
            for w in plan.walls
        ],
        cities=[ln(city) for city in plan.cities],
        roads=[way(w) for w in plan.roads],
        stubs=[way(w) for w in plan.stubs],
        river=[way(w) for w in plan.river],
        lakes=[ln(lake) for lake in plan.lakes],
        spring=o(plan.spring),
        junction=o(plan.junction),
        monastery=o(plan.monastery),
        farms=ln(plan.farms),
        cottages=ln(plan.cottages),
        roadside=[(kind, p(at), ln(pond)) for kind, at, pond in plan.roadside],
        bridges=[replace(b, at=p(b.at)) for b in plan.bridges],
        towers=[(p(at), kind) for at, kind in plan.towers],
        streets=[Streets([ln(line) for line in s.lines], p(s.square), s.radius) for s in plan.streets],
        houses=[[replace(h, ring=ln(h.ring)) for h in houses] for houses in plan.houses],
        badges=[(kind, p(at)) for kind, at in plan.badges],
        landmark=plan.landmark and (plan.landmark[0], p(plan.landmark[1])),
        plots=[Plot(ln(x.ring), [ln(f) for f in x.furrows], x.kind, p(x.middle)) for x in plan.plots],
        grazing=[(kind, p(at)) for kind, at in plan.grazing],
        trees=[(p(at), kind, size) for at, kind, size in plan.trees],
        reeds=ln(plan.reeds),
        hill=[ln(ring) for ring in plan.hill],
        icon=o(plan.icon),
        anchors=ln(plan.anchors),
        outlines=[[ln(line) for line in lines] for lines in plan.outlines],
    )
