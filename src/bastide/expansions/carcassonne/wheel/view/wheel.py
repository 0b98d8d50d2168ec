"""Wheel of Fortune: the starting board, the pig, the events, the crown, the plague."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, Final

from bastide.carcassonne.base.carcassonne import FIGURE, Carcassonne
from bastide.carcassonne.tiles.model import Tile
from bastide.expansions.carcassonne.wheel.rules.board import squares
from bastide.expansions.carcassonne.wheel.rules.crown import ALONE_PAYS, FIRST, ROOM, SHARED_PAYS, SPACES, Crown
from bastide.expansions.carcassonne.wheel.rules.module import WheelOfFortuneRules
from bastide.expansions.carcassonne.wheel.rules.wheel import SECTORS
from bastide.expansions.carcassonne.wheel.view.board import ART, SQUARES, board_drawing, board_outlines
from bastide.kernel.state import Event
from bastide.view.carcassonne.art import room_sheet
from bastide.view.carcassonne.board import figures
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Sign, Token
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.carcassonne.tiles.geometry import Point, T
from bastide.view.carcassonne.tiles.ink import K
from bastide.view.model import Arg, Say, Target

PIG_ROUND, CROWN_ROUND = 104, 238
"""Distance of the pig and the crown's spaces from the middle, in tile units."""
APART: Final = 15
"""Angle in degrees of a sector's two spaces to either side of its middle."""
SECTOR: Final = 60
STRAIGHT: Final = 180
SIGN_ROUND, SIGN_BELOW = 272, 288
"""Distance of the foot of a sector's name from the middle, above and below it."""


def round_place(radius: float, degrees: float) -> Point:
    """Position on the wheel in tile units from the corner of the board; sector 0 is east."""
    a = math.radians(degrees)
    return 2 * T + radius * math.cos(a), 2 * T + radius * math.sin(a)


def sign(number: int) -> Sign:
    """The name of a sector: clockwise on the upper half of the wheel, the other way on the lower one."""
    degrees = number * SECTOR
    below = 0 < degrees < STRAIGHT
    ends = (degrees + SECTOR / 2, degrees - SECTOR / 2) if below else (degrees - SECTOR / 2, degrees + SECTOR / 2)
    radius = SIGN_BELOW if below else SIGN_ROUND
    (x, y), (x2, y2) = ((K * x, K * y) for x, y in (round_place(radius, end) for end in ends))
    path = f"M{x:.0f} {y:.0f}A{K * radius} {K * radius} 0 0 {int(not below)} {x2:.0f} {y2:.0f}"
    return Sign(Say("{source}", {"source": SECTORS[number]}), path)


SIGNS: Final = tuple(sign(number) for number in range(len(SECTORS)))


class WheelView(ModuleView):
    """The board under the tiles, the pig and crown on it, and the plague's decisions."""

    name = "wheel"
    squares = SQUARES
    icon = "wheel"
    scenery: ClassVar[Mapping[str, str]] = room_sheet("wheel", "scenery")
    reasons: ClassVar[Mapping[str, Say]] = {"wheel": Say("Your followers on the wheel will be worth more.")}
    symbols: ClassVar[Mapping[str, str]] = {
        "crown": room_sheet("wheel", "figures")["crown"],
        "k-pig": f'<g transform="scale(.55)">{ART["wheelpig"]}</g>',
    }

    def module(self, g: Glance) -> WheelOfFortuneRules:
        """The rules of the wheel in a game."""
        return g.rules.module(WheelOfFortuneRules)

    def tiles(self) -> tuple[Tile, ...]:
        """The squares of the board, which are laid like tiles but not drawn one by one."""
        return squares()

    def ground(self) -> str:
        """The board, in half tile units from the corner of square 0,0."""
        return board_drawing()

    def outlines(self) -> Mapping[str, tuple[str, ...]]:
        """The cities, roads and fields of the board."""
        return board_outlines()

    def signs(self) -> tuple[Sign, ...]:
        """The names of the sectors, along the rim of the wheel."""
        return SIGNS

    def tokens(self, g: Glance) -> list[Token]:
        """The pig in its sector, and the followers of the crown."""
        module = self.module(g)
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
        """Pig moves, and followers on the crown."""
        if event.kind == "pig":
            return "figure", Say("The pig stops at {source}", {"source": SECTORS[event.b]})
        if event.kind == "crown":
            args: dict[str, Arg] = {"player": int(event.seat), "source": SECTORS[event.a]}
            return "figure", Say("{player} puts a follower on the crown of {source}", args)
        if event.kind == "board":
            return "tile", Say("The wheel board is laid out")
        return None

    def prompt(self, g: Glance) -> Say | None:
        """The plague."""
        if g.phase != "plague":
            return None
        if g.viewer in g.actors:
            return Say("Plague: take one of your followers back.")
        return Say("Plague: {player} takes a follower back.", {"player": g.actors[0] if g.actors else g.on_turn})

    def target(self, g: Glance, notation: str) -> Target | None:
        """A follower to remove from its place, or a space of the crown on the wheel."""
        verb, _, rest = notation.partition(" ")
        label = self.option(g, notation)
        if label is None:
            return None
        if verb == "plague":
            one = next(one for one in figures(g) if f"{one.x},{one.y}" == rest)
            return Target(notation, rest, verb, one.kind, label)
        crown = self.module(g).crown
        sector = SECTORS.index(rest.removeprefix("crown:"))
        space = int(crown.vacant(g.state, sector))
        x, y = round_place(CROWN_ROUND, space_degrees(space))
        tip = [
            Say(
                "{points} {points:point|points} if the pig stopped there now", {"points": crown_worth(crown, g, sector)}
            )
        ]
        return Target(notation, rest, verb, verb, label, tip, at=(x / T, y / T))

    def option(self, g: Glance, notation: str) -> Say | None:
        """A follower to remove, or a sector of the crown."""
        verb, _, rest = notation.partition(" ")
        if verb == "plague":
            return Say("Take the follower at {place} back", {"place": rest})
        if rest.startswith("crown:"):
            return Say("{figure:Name} on the crown: {source}", {"figure": verb, "source": rest.removeprefix("crown:")})
        return None


def crown_worth(crown: Crown, g: Glance, sector: int) -> int:
    """What one more follower in a sector would score (WHEEL-026)."""
    room = int(ROOM[sector])
    held = sum(g.cell(int(crown.spaces) + space) != 0 for space in range(int(FIRST[sector]), int(FIRST[sector]) + room))
    return int(SHARED_PAYS if held else ALONE_PAYS[room])


def space_degrees(space: int) -> float:
    """Angle of a crown space on the wheel."""
    sector = max(n for n in range(6) if int(FIRST[n]) <= space)
    if int(ROOM[sector]) == 1:
        return sector * SECTOR
    return sector * SECTOR + (APART if space > int(FIRST[sector]) else -APART)
