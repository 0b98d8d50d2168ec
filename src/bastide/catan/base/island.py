"""The configured island: its state fields, its tables, and the queries that all parts of the rules share.

Offsets are named after their fields: `s.cells[self.hand + seat * self.goods + good]` is how many cards of a good
a seat holds. Owners of roads and buildings are stored as seat + 1, so that 0 is nobody.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.combined import CombinedSeams
from bastide.catan.base.config import ROBBER_SITE, IslandConfig
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.graph import Board
from bastide.kernel.bits import cells_for, members
from bastide.kernel.errors import OutOfRange
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
BANK_RATE: Final[i64] = 4


class Island(Rules):
    """One configured game of the island family."""

    def __init__(self, config: IslandConfig, board: Board, modules: list[IslandModule]) -> None:
        super().__init__(config.seats, "island")
        self.turn_rule = "BASE-016"
        self.config = config
        self.board = board
        self.modules = modules
        self.modular: bool = len(modules) > 0
        self.seams = CombinedSeams(modules)
        self.good_names: list[str] = config.good_names
        goods: i64 = len(config.good_names)
        self.goods: i64 = goods
        self.stock: vec[i64] = vec[i64](config.stock)
        self.costs: vec[i64] = vec[i64](config.costs)
        self.dearest: i64 = max(config.costs)
        # By number of cards of a good (at most what the dearest item needs): the items they are enough for.
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
        self.rolls: i64 = config.rolls
        self.route_points: i64 = config.route_points
        self.army_points: i64 = config.army_points
        # The steps of the set-up, as in `Placing`.
        self.placing_turn: vec[i64] = vec[i64]([placing.turn for placing in config.placings])
        self.places_city: vec[i64] = vec[i64]([int(placing.city) for placing in config.placings])
        self.places_line: vec[i64] = vec[i64]([int(placing.line) for placing in config.placings])
        self.placing_pays: vec[i64] = vec[i64]([int(placing.pays) for placing in config.placings])

        kinds = [config.terrains[name] for name in board.terrain]
        self.terrain_good: vec[i64] = vec[i64]([config.good_names.index(t.good) if t.good else -1 for t in kinds])
        self.takes_robber: vec[i64] = vec[i64]([1 if t.takes_robber else 0 for t in kinds])
        # The hexes of each fixed number. If tokens can move, these are the second and later numbers of a hex.
        self.numbers_move: bool = config.numbers_move
        first = 1 if config.numbers_move else 0
        by_roll: list[int] = []
        self.roll_from: vec[i64] = vec[i64]([0] * 14)
        for number in range(13):
            self.roll_from[number] = len(by_roll)
            for h in range(board.land):
                if number in board.numbers[h][first:]:
                    by_roll.append(int(h))
        self.roll_from[13] = len(by_roll)
        self.roll_hexes: vec[i64] = vec[i64](by_roll)
        # The first desert in reading order, -1 on a board without one.
        self.desert: i64 = board.terrain.index("desert") if "desert" in board.terrain else -1
        sites = board.sites(ROBBER_SITE)
        # The robber's starting hex; -1 is beside the board.
        self.robber_start: i64 = sites[0][0] if sites else self.desert

        n = int(config.seats)
        g = len(config.good_names)
        add = self.schema.add
        self.bank: i64 = add("bank", [g], most=config.stock)
        self.hand: i64 = add("hand", [n, g], OWNER, "goods", most=config.stock)
        # The yield of the current roll; 0 between actions.
        # The cards each seat has drawn on the current roll, for `after_production`; 0 between actions.
        self.drew: i64 = add("drew", [n if self.modular else 0], derived=True, most=0)
        self.claims: i64 = add("claims", [n, g], derived=True, most=0)
        self.owed: i64 = add("owed", [g], derived=True, most=0)
        self.deck: i64 = add("deck", [int(KINDS)], NOBODY, "cards", most=config.deck)
        self.cards: i64 = add("cards", [n, int(KINDS)], OWNER, "cards", most=config.deck)
        self.fresh: i64 = add("fresh", [n, int(KINDS)], OWNER, "cards", most=config.deck)
        self.played: i64 = add("played", [n, int(KINDS)], most=config.deck)
        self.road: i64 = add("road", [int(board.edges)], most=n)
        self.owner: i64 = add("owner", [int(board.corners)], most=n)
        self.level: i64 = add("level", [int(board.corners)], most=int(CITY))
        self.left: i64 = add("left", [n, 3], most=config.supply)
        self.rates: i64 = add("rates", [n, g], derived=True, most=int(BANK_RATE))
        self.robber: i64 = add("robber", [], most=int(board.hexes) - 1, least=-1)
        # The positions of number tokens, if they can move; otherwise the board's own. Only the first token of a hex
        # moves.
        self.number: i64 = add("number", [int(board.hexes)], most=12) if config.numbers_move else 0
        self.turn: i64 = add("turn", [], most=config.turns + 1)  # the last is the one that is not played
        self.on_turn: i64 = add("on_turn", [], most=n - 1)
        self.starter: i64 = add("starter", [], most=n - 1)
        self.dice: i64 = add("dice", [2], most=6)
        self.card_played: i64 = add("card_played", [], most=1)
        self.edge_words: i64 = cells_for(int(board.edges))
        self.corner_words: i64 = cells_for(int(board.corners))
        edges, corners = members(int(board.edges)), members(int(board.corners))
        self.open_edges: i64 = add("open_edges", [n, int(self.edge_words)], derived=True, packing=edges)
        self.open_corners: i64 = add("open_corners", [n, int(self.corner_words)], derived=True, packing=corners)
        self.joined: i64 = add("joined", [n, int(self.corner_words)], derived=True, packing=corners)
        self.route: i64 = add("route", [n], derived=True, most=config.supply[0])
        self.route_holder: i64 = add("route_holder", [], most=n)
        self.army_holder: i64 = add("army_holder", [], most=n)
        self.start_roll: i64 = add("start_roll", [n], most=12)
        self.discards: i64 = add("discards", [n], most=sum(config.stock) // 2)
        self.discard_from: i64 = add("discard_from", [n], most=g)
        self.offers: i64 = add("offers", [], most=config.offers)
        self.gives: i64 = add("gives", [g], most=config.stock)
        self.wants: i64 = add("wants", [g], most=config.stock)
        self.answer: i64 = add("answer", [n], most=int(COUNTERED))
        self.counter_gives: i64 = add("counter_gives", [n, g], most=config.stock)
        self.counter_wants: i64 = add("counter_wants", [n, g], most=config.stock)

        self.no: i64 = -1  # the code of `pass`, once a module has asked for it
        # Ids of phases that several files push; set when the phases are registered.
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
        self.passing_phase: i64 = 0
        self.set_up_phase: i64 = 0
        self.draft_phase: i64 = 0
        self.answer_phase: i64 = 0

    # -- board

    def number_of(self, s: State, hex_: i64) -> i64:
        """The first number on a hex now; 0 for none. Raises OutOfRange for a hex that does not exist."""
        if hex_ < 0 or hex_ >= self.board.hexes:
            raise OutOfRange(f"{hex_} is no hex; the hexes of this board are 0 to {self.board.hexes - 1}")
        return s.cells[self.number + hex_] if self.numbers_move else self.board.number[hex_]

    def numbers_of(self, s: State, hex_: i64) -> list[int]:
        """All numbers on a hex now."""
        first = int(self.number_of(s, hex_))
        return [first, *self.board.numbers[hex_][1:]] if first > 0 else []

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
        """Pay an item's cost from the hand to the bank (BASE-050)."""
        base = self.hand + seat * self.goods
        c = s.cells
        for g in range(self.goods):
            n = self.cost_of(s, seat, item, g)
            c[base + g] -= n
            c[self.bank + g] += n
            if self.modular and n > 0:
                self.seams.moved(s, seat, g, -n, EVERYBODY)

    def claim(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """Claim cards of a good for a seat on the current roll, if the bank can pay them all (BASE-019)."""
        c = s.cells
        c[self.claims + seat * self.goods + good] += count
        c[self.owed + good] += count

    def draw_goods(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """Move cards from the bank to a hand (back if negative), seen by all (BASE-050)."""
        s.cells[self.bank + good] -= count
        s.cells[self.hand + seat * self.goods + good] += count
        if self.modular:
            self.seams.moved(s, seat, good, count, EVERYBODY)

    def pass_goods(self, s: State, giver: i64, taker: i64, good: i64, count: i64, sees: i64 = EVERYBODY) -> None:
        """Move cards between hands; `sees` is the mask of seats that see them (BASE-054)."""
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
        """The bank's rate for a seat: cards of a good for one card (BASE-027)."""
        rate = s.cells[self.rates + seat * self.goods + good]
        return self.seams.rate(s, seat, good, rate) if self.modular else rate

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        """A seat's points, hidden ones included. Raises OutOfRange for a bad seat."""
        self.check_state(s)
        self.check_player(seat)
        return self.open_points(s, seat) + self.hidden_points(s, seat)

    def open_points(self, s: State, seat: i64) -> i64:
        """A seat's public points: buildings, the two awards, modules' points (BASE-045)."""
        c = s.cells
        at = self.left + seat * 3
        supply = self.supply
        points = (supply[SETTLEMENT] - c[at + SETTLEMENT]) + 2 * (supply[CITY] - c[at + CITY])
        if c[self.route_holder] == seat + 1:
            points += self.route_points
        if c[self.army_holder] == seat + 1:
            points += self.army_points
        if self.modular:
            points += self.seams.points(s, seat)
        return points

    def hidden_points(self, s: State, seat: i64) -> i64:
        """Points on hidden cards (BASE-039) and modules' hidden points."""
        at = seat * KINDS + POINT
        points = s.cells[self.cards + at] + s.cells[self.fresh + at]
        if self.modular:
            points += self.seams.hidden_points(s, seat)
        return points

    def goal(self, s: State, seat: i64) -> i64:
        """The points a seat needs."""
        goal = self.goal_points
        if self.modular:
            goal += self.seams.goal(s, seat)
        return goal

    def check_win(self, s: State) -> None:
        """End the game if the seat on turn has the points; no other can win (BASE-046)."""
        c = s.cells
        seat = c[self.on_turn]
        if c[OVER] == 0 and c[self.turn] > 0 and (not self.modular or self.seams.may_win(s, seat)):
            if self.open_points(s, seat) + self.hidden_points(s, seat) >= self.goal(s, seat):
                self.finish(s, BITS[seat])
                s.emit("win", seat, self.open_points(s, seat) + self.hidden_points(s, seat))

    # -- dealing anew

    def dealt(self, s: State, viewer: i64) -> None:
        """Update the modules' fields about hidden cards."""
        if self.modular:
            self.seams.dealt(s, viewer)

    def consistent(self, s: State) -> bool:
        """Whether the seat on turn has not won yet, and every decision that a module demands is possible."""
        c = s.cells
        if self.modular and not self.seams.consistent(s):
            return False
        seat = c[self.on_turn]
        if c[OVER] != 0 or c[self.turn] == 0:
            return True
        return self.open_points(s, seat) + self.hidden_points(s, seat) < self.goal(s, seat)

    def floor(self, s: State, field: i64, row: i64, kind: i64, viewer: i64 = CHANCE) -> i64:
        """The cards known to be in a row, including those promised in the pending negotiation."""
        shown: i64 = self.seams.known(s, field, row, kind, viewer) if self.modular else 0
        if field != self.hand:
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

    def lacks(self, s: State, field: i64, row: i64, viewer: i64 = CHANCE) -> i64:
        """The kinds that modules bar, and points that would already have won for the seat on turn (BASE-039)."""
        c = s.cells
        kinds: i64 = self.seams.lacks(s, field, row, viewer) if self.modular else 0
        if (field == self.cards or field == self.fresh) and row == c[self.on_turn] and c[self.turn] > 0:
            if self.open_points(s, row) + 1 >= self.goal(s, row):
                kinds |= BITS[POINT]
        return kinds


WAITING: Final[i64] = 1
ACCEPTED: Final[i64] = 2
REFUSED: Final[i64] = 3
COUNTERED: Final[i64] = 4
