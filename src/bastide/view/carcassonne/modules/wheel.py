"""Wheel of Fortune: the board to begin with, the pig, the events, the crown, the plague."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, Final

from bastide.carcassonne.base.carcassonne import FIGURE, Carcassonne
from bastide.carcassonne.modules.wheel.board import squares
from bastide.carcassonne.modules.wheel.crown import FIRST, ROOM, SPACES
from bastide.carcassonne.modules.wheel.module import WheelOfFortune
from bastide.carcassonne.modules.wheel.wheel import SECTORS
from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import Tile
from bastide.kernel.state import Event
from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Token
from bastide.view.carcassonne.modules.view import ModuleView
from bastide.view.carcassonne.tiles import GROUND, SIZE, STANDING, drawing
from bastide.view.carcassonne.tiles.geometry import Cubic, Point, T, polyline
from bastide.view.carcassonne.tiles.ground import carriageway
from bastide.view.carcassonne.tiles.plan import Way
from bastide.view.model import Arg, Say

PIECES: Final = (("base.city_corner", 0, 0, 0), ("base.city1", 1, 3, 0), ("base.city1", 2, 1, 3))
"""Tiles whose cities are those of the board: the type, its quarter turns, the square."""
ROADS: Final[tuple[Cubic, ...]] = (
    ((2.5 * T, 0), (2.5 * T, 0.26 * T), (2.5 * T, 0.5 * T), (2.5 * T, 0.74 * T)),
    ((4 * T, 2.5 * T), (3.75 * T, 2.5 * T), (3.5 * T, 2.5 * T), (3.26 * T, 2.5 * T)),
    ((0, 3.5 * T), (0.42 * T, 3.5 * T), (0.72 * T, 3.3 * T), (1.05 * T, 2.95 * T)),
)
"""The three roads of the board, from its border to the wheel."""
PIG_ROUND, CROWN_ROUND = 104, 238
"""How far from the middle the pig and the crown's spaces lie, in tile units."""
APART: Final = 15
"""Two spaces of a sector lie so many degrees to both sides of its middle."""
SECTOR: Final = 60


def round_place(radius: float, degrees: float) -> Point:
    """A place on the wheel in tile units from the corner of the board; sector 0 lies to the east."""
    a = math.radians(degrees)
    return 2 * T + radius * math.cos(a), 2 * T + radius * math.sin(a)


def board_drawing() -> str:
    """The board: three cities, three roads, and the wheel on its paved round."""
    ways = [Way((curve,), polyline((curve,))) for curve in ROADS]
    ground = carriageway(ways)
    standing = ""
    types = {tile.id: tile for tile in tiles_of("base")}
    for name, turns, x, y in PIECES:
        shift = f'<g transform="translate({x * SIZE} {y * SIZE})">'
        ground += f"{shift}{drawing(types[name], turns, GROUND)}</g>"
        standing += f"{shift}{drawing(types[name], turns, STANDING)}</g>"
    return f"{ground}{standing}{sheet('wheel')['wheelboard']}"


class WheelView(ModuleView):
    """The board under the tiles, the pig and the crown on it, and the decisions of the plague."""

    name = "wheel"
    squares = 4
    symbols: ClassVar[Mapping[str, str]] = {
        "crown": sheet("figures")["crown"],
        "k-pig": f'<g transform="scale(.55)">{sheet("wheel")["wheelpig"]}</g>',
    }

    def tiles(self) -> tuple[Tile, ...]:
        """The squares of the board, which are laid like tiles and are not drawn one by one."""
        return squares()

    def ground(self) -> str:
        """The board, on half tile units from the corner of the square at 0,0."""
        return board_drawing()

    def tokens(self, g: Glance) -> list[Token]:
        """The pig in its sector, and the followers of the crown."""
        module = next(m for m in g.rules.modules if isinstance(m, WheelOfFortune))
        sector = g.cell(int(module.wheel.pig))
        x, y = round_place(PIG_ROUND, sector * SECTOR)
        label = Say("The pig stands at {source}", {"source": SECTORS[sector]})
        out = [Token("pig", 0, 0, label=label, at=(x / T, y / T))]
        for space in range(int(SPACES)):
            held = g.cell(int(module.crown.spaces) + space) - 1
            if held >= 0:
                x, y = round_place(CROWN_ROUND, space_degrees(space))
                word = g.rules.figure_words[held // int(FIGURE)]
                seat = held % int(FIGURE)
                said = Say("{player} has a {figure} on the crown", {"player": seat, "figure": word})
                out.append(Token(f"figure:{word}", 0, 0, seat=seat, label=said, at=(x / T, y / T)))
        return out

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """The pig's way, and followers on the crown."""
        if event.kind == "pig":
            return "figure", Say("The pig stops at {source}", {"source": SECTORS[event.b]})
        if event.kind == "crown":
            args: dict[str, Arg] = {"player": int(event.seat), "source": SECTORS[event.a]}
            return "figure", Say("{player} puts a follower on the crown of {source}", args)
        if event.kind == "board":
            return "tile", Say("The wheel board lies out")
        return None

    def prompt(self, g: Glance) -> Say | None:
        """The plague."""
        if g.phase != "plague":
            return None
        if g.viewer in g.actors:
            return Say("Plague: take one of your followers back.")
        return Say("Plague: {player} takes a follower back.", {"player": g.actors[0] if g.actors else g.on_turn})

    def option(self, g: Glance, notation: str) -> Say | None:
        """A follower to take back, or a sector of the crown."""
        verb, _, rest = notation.partition(" ")
        if verb == "plague":
            return Say("The follower at {place}", {"place": rest})
        if rest.startswith("crown:"):
            return Say("{figure:Name} on the crown: {source}", {"figure": verb, "source": rest.removeprefix("crown:")})
        return None


def space_degrees(space: int) -> float:
    """Where a space of the crown lies on the wheel."""
    sector = max(n for n in range(6) if int(FIRST[n]) <= space)
    if int(ROOM[sector]) == 1:
        return sector * SECTOR
    return sector * SECTOR + (APART if space > int(FIRST[sector]) else -APART)
