"""The configured island: the fields of its state, its tables, and the questions that every part of the rules asks.

Names of offsets are the names of fields: `s.cells[self.hand + seat * self.goods + good]` is how many cards of a good
a seat holds. Owners of roads and buildings are stored as seat + 1, so that 0 is nobody.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.seams import IslandModule
from bastide.catan.base.together import Seams
from bastide.catan.board.graph import Board
from bastide.kernel.bits import cells_for
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, EVERYBODY, NOBODY, OVER, OWNER, State

ROAD: Final[i64] = 0
SETTLEMENT: Final[i64] = 1
CITY: Final[i64] = 2
CARD: Final[i64] = 3
ITEMS: Final[i64] = 4
ITEM_NAMES: Final = ["road", "settlement", "city", "card"]

KNIGHT: Final[i64] = 0
ROADS: Final[i64] = 1
PLENTY: Final[i64] = 2
MONOPOLY: Final[i64] = 3
POINT: Final[i64] = 4
KINDS: Final[i64] = 5
CARD_NAMES: Final = ["knight", "roads", "plenty", "monopoly", "point"]

LEAST_ROUTE: Final[i64] = 5
LEAST_ARMY: Final[i64] = 3
AWARD_POINTS: Final[i64] = 2
BANK_RATE: Final[i64] = 4


class Island(Rules):
    """One configured game of the island family."""

    def __init__(self, config: IslandConfig, board: Board, modules: list[IslandModule]) -> None:
        super().__init__(config.seats)
        self.turn_rule = "BASE-016"
        self.config = config
        self.board = board
        self.modules = modules
        self.modular: bool = len(modules) > 0
        self.seams = Seams(modules)
        self.good_names: list[str] = config.good_names
        goods: i64 = len(config.good_names)
        self.goods: i64 = goods
        self.stock: vec[i64] = vec[i64](config.stock)
        self.costs: vec[i64] = vec[i64](config.costs)
        self.dearest: i64 = max(config.costs)
        # Which items so many cards of a good (as many as the dearest needs, at most) are enough for.
        self.covers: vec[i64] = vec[i64](
            [
                sum(1 << item for item in range(ITEMS) if held >= config.costs[item * goods + g])
                for g in range(goods)
                for held in range(self.dearest + 1)
            ]
        )
        self.supply: vec[i64] = vec[i64](config.supply)
        self.deck_stock: vec[i64] = vec[i64](config.deck)
        self.goal_points: i64 = config.goal
        self.limit: i64 = config.hand_limit
        self.turn_limit: i64 = config.turns
        self.offer_limit: i64 = config.offers
        self.trading: bool = config.trade == "full"
        self.first: i64 = config.first

        self.terrain_good: vec[i64] = vec[i64](
            [config.good_names.index(config.terrains[t]) if config.terrains[t] else -1 for t in board.terrain]
        )
        by_roll: list[int] = []
        self.roll_from: vec[i64] = vec[i64]([0] * 14)
        for number in range(13):
            self.roll_from[number] = len(by_roll)
            for h in range(board.hexes):
                if number > 0 and board.number[h] == number:
                    by_roll.append(int(h))
        self.roll_from[13] = len(by_roll)
        self.roll_hexes: vec[i64] = vec[i64](by_roll)
        desert = -1
        for h in range(board.hexes):
            if board.terrain[h] == "desert":
                desert = int(h)
                break
        self.desert: i64 = desert

        n = int(config.seats)
        g = len(config.good_names)
        add = self.schema.add
        self.bank: i64 = add("bank", [g])
        self.hand: i64 = add("hand", [n, g], OWNER, "goods")
        # What the roll under way yields; 0 between actions.
        # How many cards each seat has drawn by the roll under way, told to `after_production`; 0 between actions.
        self.drew: i64 = add("drew", [n if self.modular else 0], derived=True)
        self.claims: i64 = add("claims", [n, g], derived=True)
        self.owed: i64 = add("owed", [g], derived=True)
        self.deck: i64 = add("deck", [int(KINDS)], NOBODY, "cards")
        self.cards: i64 = add("cards", [n, int(KINDS)], OWNER, "cards")
        self.fresh: i64 = add("fresh", [n, int(KINDS)], OWNER, "cards")
        self.played: i64 = add("played", [n, int(KINDS)])
        self.road: i64 = add("road", [int(board.edges)])
        self.owner: i64 = add("owner", [int(board.corners)])
        self.level: i64 = add("level", [int(board.corners)])
        self.left: i64 = add("left", [n, 3])
        self.rates: i64 = add("rates", [n, g], derived=True)
        self.robber: i64 = add("robber", [])
        # Where the number tokens lie, if they may move; otherwise where the board has them.
        self.numbers_move: bool = config.numbers_move
        self.number: i64 = add("number", [int(board.hexes)]) if config.numbers_move else 0
        self.turn: i64 = add("turn", [])
        self.on_turn: i64 = add("on_turn", [])
        self.starter: i64 = add("starter", [])
        self.dice: i64 = add("dice", [2])
        self.card_played: i64 = add("card_played", [])
        self.edge_words: i64 = cells_for(int(board.edges))
        self.corner_words: i64 = cells_for(int(board.corners))
        self.open_edges: i64 = add("open_edges", [n, int(self.edge_words)], derived=True)
        self.open_corners: i64 = add("open_corners", [n, int(self.corner_words)], derived=True)
        self.joined: i64 = add("joined", [n, int(self.corner_words)], derived=True)
        self.route: i64 = add("route", [n], derived=True)
        self.route_holder: i64 = add("route_holder", [])
        self.army_holder: i64 = add("army_holder", [])
        self.start_roll: i64 = add("start_roll", [n])
        self.discards: i64 = add("discards", [n])
        self.discard_from: i64 = add("discard_from", [n])
        self.offers: i64 = add("offers", [])
        self.gives: i64 = add("gives", [g])
        self.wants: i64 = add("wants", [g])
        self.answer: i64 = add("answer", [n])
        self.counter_gives: i64 = add("counter_gives", [n, g])
        self.counter_wants: i64 = add("counter_wants", [n, g])

        # Phases that rules in several files push; set when the phases are registered.
        self.roll_phase: i64 = 0
        self.dice_phase: i64 = 0
        self.main_phase: i64 = 0
        self.setup_phase: i64 = 0
        self.start_phase: i64 = 0
        self.discard_phase: i64 = 0
        self.robber_phase: i64 = 0
        self.rob_phase: i64 = 0
        self.steal_phase: i64 = 0
        self.draw_phase: i64 = 0
        self.roads_phase: i64 = 0
        self.take_phase: i64 = 0
        self.yield_phase: i64 = 0
        self.draft_phase: i64 = 0
        self.answer_phase: i64 = 0

    # -- board

    def number_of(self, s: State, hex_: i64) -> i64:
        """The number on a hex now; 0 where there is none."""
        return s.cells[self.number + hex_] if self.numbers_move else self.board.number[hex_]

    # -- cards

    def hand_size(self, s: State, seat: i64) -> i64:
        """How many resource cards a seat holds; open to all (BASE-054)."""
        c = s.cells
        base = self.hand + seat * self.goods
        total: i64 = 0
        for g in range(self.goods):
            total += c[base + g]
        return total

    def hand_limit(self, s: State, seat: i64) -> i64:
        """How many cards a seat may hold on a seven (BASE-022)."""
        limit = self.limit
        if self.modular:
            limit += self.seams.hand_limit(s, seat)
        return limit

    def cost_of(self, s: State, seat: i64, item: i64, good: i64) -> i64:
        """How many cards of a good an item costs that seat now."""
        cost = self.costs[item * self.goods + good]
        if self.modular:
            cost += self.seams.cost(s, seat, item, good)
        return cost if cost > 0 else 0

    def payable(self, s: State, seat: i64) -> i64:
        """The mask of items whose cost a seat's hand covers now."""
        c = s.cells
        base = self.hand + seat * self.goods
        mask = BITS[ITEMS] - 1
        if self.modular and self.seams.prices:
            for item in range(ITEMS):
                for g in range(self.goods):
                    if c[base + g] < self.cost_of(s, seat, item, g):
                        mask &= ~BITS[item]
            return mask
        most = self.dearest
        covers = self.covers
        for g in range(self.goods):
            held = c[base + g]
            mask &= covers[g * (most + 1) + (held if held < most else most)]
            if mask == 0:
                break
        return mask

    def pay(self, s: State, seat: i64, item: i64) -> None:
        """Cards for an item go from the hand to the bank (BASE-050)."""
        base = self.hand + seat * self.goods
        c = s.cells
        for g in range(self.goods):
            n = self.cost_of(s, seat, item, g)
            c[base + g] -= n
            c[self.bank + g] += n
            if self.modular and n > 0:
                self.seams.moved(s, seat, g, -n, EVERYBODY)

    def claim(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """The roll under way yields a seat so many cards of a good, if the bank can pay all of it (BASE-019)."""
        c = s.cells
        c[self.claims + seat * self.goods + good] += count
        c[self.owed + good] += count

    def draw_goods(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """Cards go from the bank to a hand, or back (a count below 0): all see which (BASE-050)."""
        s.cells[self.bank + good] -= count
        s.cells[self.hand + seat * self.goods + good] += count
        if self.modular:
            self.seams.moved(s, seat, good, count, EVERYBODY)

    def pass_goods(self, s: State, giver: i64, taker: i64, good: i64, count: i64, sees: i64 = EVERYBODY) -> None:
        """Cards go from hand to hand; `sees` is the mask of seats that see which (BASE-054)."""
        s.cells[self.hand + giver * self.goods + good] -= count
        s.cells[self.hand + taker * self.goods + good] += count
        if self.modular:
            self.seams.moved(s, giver, good, -count, sees)
            self.seams.moved(s, taker, good, count, sees)

    def deck_size(self, s: State) -> i64:
        """How many development cards are left."""
        total: i64 = 0
        for k in range(KINDS):
            total += s.cells[self.deck + k]
        return total

    def rate(self, s: State, seat: i64, good: i64) -> i64:
        """How many of a good the bank takes from that seat for one card (BASE-027)."""
        rate = s.cells[self.rates + seat * self.goods + good]
        return self.seams.rate(s, seat, good, rate) if self.modular else rate

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        """All points of a seat, hidden ones too."""
        return self.open_points(s, seat) + self.hidden_points(s, seat)

    def open_points(self, s: State, seat: i64) -> i64:
        """Points that all can see: buildings, the two awards, what modules give (BASE-045)."""
        c = s.cells
        at = self.left + seat * 3
        supply = self.supply
        points = (supply[SETTLEMENT] - c[at + SETTLEMENT]) + 2 * (supply[CITY] - c[at + CITY])
        if c[self.route_holder] == seat + 1:
            points += AWARD_POINTS
        if c[self.army_holder] == seat + 1:
            points += AWARD_POINTS
        if self.modular:
            points += self.seams.points(s, seat)
        return points

    def hidden_points(self, s: State, seat: i64) -> i64:
        """Points on hidden cards (BASE-039)."""
        at = seat * KINDS + POINT
        return s.cells[self.cards + at] + s.cells[self.fresh + at]

    def goal(self, s: State, seat: i64) -> i64:
        """The points that seat needs."""
        goal = self.goal_points
        if self.modular:
            goal += self.seams.goal(s, seat)
        return goal

    def check_win(self, s: State) -> None:
        """The seat on turn wins as soon as it has the points; nobody else does (BASE-046)."""
        c = s.cells
        seat = c[self.on_turn]
        if c[OVER] == 0 and c[self.turn] > 0:
            if self.open_points(s, seat) + self.hidden_points(s, seat) >= self.goal(s, seat):
                self.finish(s, BITS[seat])
                s.emit("win", seat, self.open_points(s, seat) + self.hidden_points(s, seat))

    # -- dealing anew

    def dealt(self, s: State, viewer: i64) -> None:
        """What modules remember of hidden cards follows them."""
        if self.modular:
            self.seams.dealt(s, viewer)

    def consistent(self, s: State) -> bool:
        """A running game is not already won by the seat on turn, and what modules ask of somebody can be done."""
        c = s.cells
        if self.modular and not self.seams.consistent(s):
            return False
        seat = c[self.on_turn]
        if c[OVER] != 0 or c[self.turn] == 0:
            return True
        return self.open_points(s, seat) + self.hidden_points(s, seat) < self.goal(s, seat)

    def floor(self, s: State, name: str, row: i64, kind: i64, viewer: i64 = CHANCE) -> i64:
        """Cards promised in the negotiation on the table are known to be in the hand that promised them."""
        shown: i64 = self.seams.known(s, name, row, kind, viewer) if self.modular else 0
        if name != "hand":
            return shown
        c = s.cells
        known: i64 = shown
        if row == c[self.on_turn]:
            known = max(known, c[self.gives + kind])
        elif c[self.answer + row] == ACCEPTED:
            known = max(known, c[self.wants + kind])
        elif c[self.answer + row] == COUNTERED:
            known = max(known, c[self.counter_gives + row * self.goods + kind])
        return known

    def lacks(self, s: State, name: str, row: i64, kind: i64, viewer: i64 = CHANCE) -> bool:
        """What modules know not to be in a hand."""
        return self.modular and self.seams.lacks(s, name, row, kind, viewer)


WAITING: Final[i64] = 1
ACCEPTED: Final[i64] = 2
REFUSED: Final[i64] = 3
COUNTERED: Final[i64] = 4
