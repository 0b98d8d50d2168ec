"""The module Wheel of Fortune: its answers at the seams."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, Carcassonne
from bastide.carcassonne.base.laying import find
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import Kind
from bastide.expansions.carcassonne.wheel.rules.board import Board, board_kinds
from bastide.expansions.carcassonne.wheel.rules.crown import Crown
from bastide.expansions.carcassonne.wheel.rules.plague import PlaguePhase
from bastide.expansions.carcassonne.wheel.rules.wheel import PLAGUE, ROUND, Wheel
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


@final
class WheelOfFortuneRules(ModuleRules):
    """The wheel board, the pig, the events, the crown in a game."""

    def __init__(self, r: Carcassonne, module: WheelOfFortune) -> None:
        super().__init__(r, module)
        # By kind of tile, the number on its icon: the steps of the pig; 0 without one.
        self.icons: vec[i64] = vec[i64]([module.icon_of.get(name, 0) for name in r.tables.names])
        self.board = Board(r)
        self.wheel = Wheel(r)
        self.crown = Crown(r)
        self.plague = PlaguePhase(r, self.crown)
        r.add_phase(self.plague)
        icons = sum(int(r.counts[kind]) for kind in range(r.tables.kinds) if self.icons[kind] != 0)
        r.add_points(icons * self.wheel.greatest())

    def begin(self, s: State) -> bool:
        self.board.lay(s)
        return True

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        """The pig moves, then the event, then the crown of its sector (WHEEL-006, WHEEL-007)."""
        if self.icons[kind] == 0:
            return False
        sector = self.wheel.turn(s, seat, self.icons[kind])
        if sector == PLAGUE and self.plague.strike(s, seat):
            return True
        self.wheel.happen(s, seat, sector)
        self.crown.score(s, sector)
        return False

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        self.board.forget_neighbours(s, tile)
        return False

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        self.crown.places(s, seat, out)

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        r = self.r
        word = r.verb_of[code].word
        phase = r.phase(s).name
        if phase == "plague":
            if word != "plague":
                return no.say("WHEEL-019", "first take back one of your followers")
            place = find(r, s, code - self.plague.offset)
            if place >= 0 and s.cells[r.standing + place] > 0:
                figure = s.cells[r.figure + s.cells[r.standing + place] - 1] - 1
                if figure >= 0 and figure % FIGURE == seat:
                    return no.say("WHEEL-022", "only a follower can be taken back")
            return no.say("WHEEL-019", "none of your followers stands there")
        if word == "plague":
            return no.say("WHEEL-019", "there is no plague")
        if phase == "figure":
            for n in range(len(self.crown.offsets)):
                if self.crown.offsets[n] <= code < self.crown.offsets[n] + ROUND:
                    if s.cells[r.figure_supply[r.followers[n]] + seat] == 0:
                        return no.say("WHEEL-028", "you have no such follower left in your supply")
                    return no.say("WHEEL-030", "no space of this sector is vacant")
        return None


class WheelOfFortune(CarcassonneModule):
    """The wheel board, the pig, the events, the crown."""

    def __init__(self) -> None:
        super().__init__("wheel", WheelOfFortuneRules)
        self.sets = ["wheel"]
        self.unprefixed = ("pig", "crown")
        self.options = {"wheel_squares": ("tiles", "none")}
        self.icon_of: dict[str, int] = {}  # by name of a kind of tile, the number on its icon

    def kinds(self, kinds: list[Kind]) -> list[Kind]:
        """Copies with different icons are drawn apart; the squares of the board are never drawn (WHEEL-001)."""
        out: list[Kind] = []
        for kind in kinds:
            icons = kind.tile.icons
            if kind.copies > len(icons):
                out.append(Kind(kind.tile, kind.name, kind.copies - len(icons), kind.left - len(icons)))
            for icon in sorted(set(icons)):
                name = f"{kind.name}/{icon}"
                self.icon_of[name] = icon
                out.append(Kind(kind.tile, name, icons.count(icon), icons.count(icon)))
        return out + board_kinds()
