"""The meadows between cities, roads and water, and a check that they are the fields of the data."""

from __future__ import annotations

from typing import Final

from bastide.view.carcassonne.module_views import all_views
from bastide.view.carcassonne.tiles import patch
from bastide.view.carcassonne.tiles.geometry import HALF_MIDDLE, C, add, band, sub, unit
from bastide.view.carcassonne.tiles.plan import Plan, fields_of
from bastide.view.carcassonne.tiles.walls import build_walls
from bastide.view.carcassonne.tiles.ways import RIVER_WIDTH, ROAD_WIDTH, build_roads

LEAST: Final = 260
"""Scraps of meadow below this size belong to no field."""
TOUCH: Final = 6
"""Minimum overlap in squares for a city to touch a meadow, after the meadow is grown a little."""
CROSSING: Final = 15.0


class PlanError(ValueError):
    """A tile's drawing cannot match its fields."""


def ground(plan: Plan) -> None:
    """Walls, water, roads and meadows of a tile. Raises PlanError."""
    build_walls(plan)
    for module in all_views():
        module.lay_water(plan)
    if not build_roads(plan, part_meadows):
        raise PlanError(f"{plan.tile.id}: no way to end its roads parts the meadow into its fields")


def part_meadows(plan: Plan) -> bool:
    """Find the meadows; whether they have exactly the half-edges of the fields and touch exactly their cities."""
    cities = [patch.polygon(city) for city in plan.cities]
    town = ways = 0
    for city in cities:
        town |= city
    for wall in plan.walls:
        if len(wall.curves) == 2:
            # A tip is narrower than a square where it reaches the border.
            ways |= patch.disc(wall.curves[0][3], 4)
    for way in (*plan.roads, *plan.stubs):
        ways |= patch.polygon(band(way.line, ROAD_WIDTH))
        inner = patch.polygon(band(way.line[2:-2], 2)) & patch.shrink(town, 2)
        if inner.bit_count() > 16:
            return False
    for water in plan.river:
        ways |= patch.polygon(band(water.line, RIVER_WIDTH))
    for lake in plan.lakes:
        ways |= patch.polygon(lake)
    if plan.junction:
        ways |= patch.disc(plan.junction, CROSSING)
    fields = fields_of(plan.tile)
    found: list[int] = [0] * len(fields)
    for piece in patch.pieces(patch.FULL & ~town & ~ways, 90):
        halves = {i for i, at in enumerate(HALF_MIDDLE) if patch.has(piece, add(at, unit(sub((C, C), at)), 2))}
        near = patch.grow(piece, 3)
        touched = {k for k, city in enumerate(cities) if (near & city).bit_count() > TOUCH}
        match = [
            i
            for i, (own, beside) in enumerate(fields)
            if set(own) == halves and not found[i] and (halves or set(beside) == touched)
        ]
        if match:
            if set(fields[match[0]][1]) != touched:
                return False
            found[match[0]] = piece
        elif halves or piece.bit_count() > LEAST:
            return False
    plan.fields = found
    return all(found)
