"""A figure of each seat on the ways, and a roll in mid-turn: the carts of the archipelago.

Once a turn a seat may drive its cart: it rolls a die, and the cart goes that far along the paths. A path with an own
line costs one point, any other path of land two; across water only own ferries lead, and nobody passes another's
building. A cart that comes to a market stops there and is paid.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import PlaceVerb
from bastide.catan.base.island import Island
from bastide.catan.base.journeys import Journey
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.catan.base.side_roll import SideRollPhase
from bastide.catan.board.grid import CORNER
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase, Rules, Verb
from bastide.kernel.state import State

FAR: Final = 99
"""More points than any way takes."""


class Carts(IslandModule):
    """The module. It keeps the edge + 1 of each seat's cart, and whether it was driven this turn."""

    def __init__(self, name: str = "carts") -> None:
        super().__init__(name)
        self.sites |= {"market": CORNER}

    def join(self, island: Rules) -> None:
        super().join(island)
        assert isinstance(island, Island)
        self.roads = island
        self.cart = island.schema.add("cart", [int(island.seats)], most=int(island.board.edges))
        self.driven = island.schema.add("driven", [], most=1)
        self.journey = CartJourney(self)
        self.drive, self.go = DriveVerb(self), CartVerb(self)
        island.add_verb(self.drive)
        island.add_verb(self.go)
        self.roll = island.add_phase(CartRoll(self))
        self.driving = island.add_phase(CartPhase(self, pass_code(island)))

    def after_setup(self, s: State) -> None:
        """Carts begin on an own line."""
        super().after_setup(s)
        for e in range(int(self.roads.board.edges)):
            owner = s.cells[self.roads.road + e] - 1
            if 0 <= owner < self.roads.seats and s.cells[self.cart + owner] == 0:
                s.cells[self.cart + owner] = e + 1

    def begin_turn(self, s: State, seat: i64) -> None:
        super().begin_turn(s, seat)
        s.cells[self.driven] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        super().turn_actions(s, seat, rolled, out)
        if rolled and s.cells[self.driven] == 0 and s.cells[self.cart + seat] != 0:
            out.add(self.drive.offset)

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        if codes[0] == self.drive.offset and s.cells[self.cart + seat] == 0:
            return no.say("CART-001", "your cart is not on the board")
        if codes[0] == self.drive.offset and s.cells[self.driven] != 0:
            return no.say("CART-001", "you have driven your cart this turn already")
        return super().why_not(s, seat, codes, no)

    def market(self, edge: i64) -> int:
        """What the market at an edge pays; 0 without one."""
        ends = [self.roads.board.edge_corners[2 * edge + k] for k in range(2)]
        return max((value for corner, value in self.roads.board.sites("market") if corner in ends), default=0)

    def far(self, s: State, seat: int, edge: int) -> int | None:
        """How many points a seat's cart at an edge is from the nearest market; None if no way leads there."""
        if edge < 0 or edge in self.journey.markets:
            return None if edge < 0 else 0
        self.journey.reach(s, seat, edge, FAR)
        near = [FAR - int(self.journey.left[e]) for e in self.journey.markets if self.journey.left[e] >= 0]
        return min(near, default=None)

    def pay_for_goods(self, s: State, seat: i64, count: i64) -> None:
        """The market pays for what the cart brings."""


class CartJourney(Journey):
    """Where a cart goes."""

    def __init__(self, m: Carts) -> None:
        super().__init__(m.roads, on_edges=True)
        self.m = m
        self.markets = {e for e in range(int(m.roads.board.edges)) if m.market(e)}

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        r = self.m.roads
        if s.cells[r.owner + way] not in (0, seat + 1):
            return -1
        if s.cells[r.road + there] == seat + 1:
            return 1
        return 2 if there < r.board.overland and s.cells[r.road + there] == 0 else -1

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        return place in self.markets


class DriveVerb(Verb):
    """`haul`: a die is rolled for the cart."""

    def __init__(self, m: Carts) -> None:
        super().__init__("haul", 1)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.driven] = 1
        s.push(self.m.driving, seat)
        s.push(self.m.roll, seat)


class CartRoll(SideRollPhase):
    """Chance: how far the cart goes."""

    def __init__(self, m: Carts) -> None:
        super().__init__("carts_roll", m.roads, 1)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        s.cells[s.top() + 2] = value


class CartPhase(Phase):
    """The cart goes, or stays. Frame: whose, how far."""

    def __init__(self, m: Carts, stay: i64) -> None:
        super().__init__("carts_drive")
        self.most = [6, 0]
        self.m = m
        self.stay = stay

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        count = m.journey.reach(s, seat, s.cells[m.cart + seat] - 1, s.cells[s.top() + 2])
        for edge in sorted(m.journey.found[:count]):
            out.add(m.go.offset + edge)
        out.add(self.stay)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        go_on(self.m.roads, s)


class CartVerb(PlaceVerb):
    """`cart q,r,E`: the cart goes there."""

    def __init__(self, m: Carts) -> None:
        super().__init__("cart", m.roads.board.edge_names, m.roads.board.edge_index)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.cells[self.m.cart + seat] = arg + 1
        s.emit("carts_go", seat, arg)
        if self.m.market(arg):
            self.m.pay_for_goods(s, seat, self.m.market(arg))
        go_on(self.m.roads, s)
