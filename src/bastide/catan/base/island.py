"""The configured island: its state fields, its tables, and the queries that all parts of the rules share.

Offsets are named after their fields: `s.cells[self.hand + seat * self.goods + good]` is how many cards of a good
a seat holds. Owners of lines and buildings are stored as seat + 1, so that 0 is nobody. An owner can also be a colour
that nobody plays: `seats` or more, and less than `colours`. Such a colour has pieces and a route, but no cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.catan.base.combined import CombinedSeams
from bastide.catan.base.config import ROBBER_SITE, IslandConfig, LineKind
from bastide.catan.base.seams import CardPile, IslandModule, Knowledge, ModuleRules, RobberLimit
from bastide.catan.board.graph import WAYS, Board
from bastide.kernel.bits import cells_for, members, put
from bastide.kernel.errors import OutOfRange
from bastide.kernel.rules import Rules, T, found
from bastide.kernel.state import BITS, EVERYBODY, NOBODY, OVER, OWNER, State

ROAD: Final[i64] = 0
SETTLEMENT: Final[i64] = 1
CITY: Final[i64] = 2
CARD: Final[i64] = 3
ITEMS: Final[i64] = 4
ITEM_NAMES: Final = ["road", "settlement", "city", "card"]
LEVEL_NAMES: Final = ["none", "settlement", "city"]
"""What stands on a corner."""
ITEM_RULES: Final = ["BASE-029", "BASE-031", "BASE-032", "BASE-033"]

KNIGHT: Final[i64] = 0
ROADS: Final[i64] = 1
PLENTY: Final[i64] = 2
MONOPOLY: Final[i64] = 3
POINT: Final[i64] = 4
KINDS: Final[i64] = 5
CARD_NAMES: Final = ["knight", "roads", "plenty", "monopoly", "point"]

ROAD_LINE: Final[i64] = 0
"""The road among the kinds of line."""

LEAST_ROUTE: Final[i64] = 5
LEAST_ARMY: Final[i64] = 3
BANK_RATE: Final[i64] = 4


class SetForm(NamedTuple):
    """How a verb is written that chooses several goods: `card` and `end` as in `Island.add_set`.

    `pattern` stands for the decision in a list of what can be sent, `example` in errors. `listed`: every set is listed
    instead of the pattern where all decisions are asked for.
    """

    card: str
    end: str
    pattern: str
    example: str
    listed: bool


class IslandTables(Rules):
    """What is fixed in one game: figures of its config, tables of its board, which hooks its modules override."""

    def __init__(self, config: IslandConfig, board: Board, modules: list[IslandModule]) -> None:
        super().__init__(config.seats, "island")
        self.turn_rule = "BASE-016"
        self.config = config
        self.board = board
        self.modules = modules
        self.module_rules: list[ModuleRules] = []  # the rules of the modules, in the same order
        seams = CombinedSeams([module.rules or ModuleRules for module in modules])
        self.seams = seams
        # Whether a module overrides a seam that is called during a game, or brings terrains of its own.
        self.modular: bool = seams.any_hook or any(m.terrains for m in modules)
        self.goods_win: bool = any(m.goods_win for m in modules)
        self.limits_starts: bool = seams.has_may_start  # or a module closes edges
        self.good_names: list[str] = config.good_names
        goods: i64 = len(config.good_names)
        self.goods: i64 = goods
        # Goods from here on lie in purses, open to all: they are not cards.
        self.held: i64 = config.held
        self.seat_names: list[str] = [str(seat) for seat in range(config.seats)]
        self.stock: vec[i64] = vec[i64](config.stock)
        self.items: i64 = ITEMS + len(config.items)
        self.item_names: list[str] = ITEM_NAMES + [item.name for item in config.items]
        self.item_rules: list[str] = ITEM_RULES + [item.rule for item in config.items]
        # Of the added items: the pieces of each seat, -1 if they are not counted.
        self.item_supply: vec[i64] = vec[i64]([-1 if item.supply is None else item.supply for item in config.items])
        costs = config.all_costs()
        self.costs: vec[i64] = vec[i64](costs)
        self.dearest: i64 = max(costs)
        # By number of cards of a good (at most what the dearest item needs): the items they are enough for.
        self.covers: vec[i64] = vec[i64](
            [
                sum(BITS[item] for item in range(self.items) if held >= costs[item * goods + g])
                for g in range(goods)
                for held in range(self.dearest + 1)
            ]
        )
        self.supply: vec[i64] = vec[i64](config.supply)
        self.colours: i64 = config.colours
        # The number of kinds of line; 0 is the road.
        self.lines: i64 = len(config.lines)
        self.line_names: list[str] = [line.name for line in config.lines]
        self.line_items: vec[i64] = vec[i64]([line.item for line in config.lines])
        self.line_free: vec[i64] = vec[i64]([1 if line.free else 0 for line in config.lines])
        supplies = [item.supply or 0 for item in config.items]
        self.line_supply: vec[i64] = vec[i64]([[*config.supply, 0, *supplies][line.item] for line in config.lines])
        # By kind, the mask of kinds from which it goes on without a building.
        self.line_joins: vec[i64] = vec[i64]([joined_kinds(config, line) for line in config.lines])
        self.line_codes: vec[i64] = vec[i64]([0] * len(config.lines))  # the first code of each kind's verb
        self.card_names: list[str] = config.card_names
        self.kinds: i64 = len(config.card_names)
        self.deck_stock: vec[i64] = vec[i64](config.deck)
        self.sells_cards: bool = sum(config.deck) > 0  # or a module does
        self.card_piles: vec[CardPile] = vec[CardPile]()
        self.knowledge: vec[Knowledge] = vec[Knowledge]()
        self.robber_limits: vec[RobberLimit] = vec[RobberLimit]()
        self.sets: dict[str, SetForm] = {}
        self.goal_points: i64 = config.goal
        self.limit: i64 = config.hand_limit
        self.turn_limit: i64 = config.turns
        self.offer_limit: i64 = config.offers
        self.trading: bool = config.trade == "full"
        self.first: i64 = config.first
        self.rolls: i64 = config.rolls
        self.route_points: i64 = config.route_points
        self.army_points: i64 = config.army_points
        self.cards_wait: bool = config.cards_wait
        # The steps of the set-up, as in `Placing`.
        self.first_turn: i64 = config.first_turn
        self.placing_turn: vec[i64] = vec[i64]([placing.turn for placing in config.placings])
        self.places_city: vec[i64] = vec[i64]([int(placing.city) for placing in config.placings])
        self.places_line: vec[i64] = vec[i64]([int(placing.line) for placing in config.placings])
        self.placing_pays: vec[i64] = vec[i64]([int(placing.pays) for placing in config.placings])

        kinds = [config.terrains[name] for name in board.terrain]
        self.terrain_good: vec[i64] = vec[i64]([config.good_names.index(t.good) if t.good else -1 for t in kinds])
        self.takes_robber: vec[i64] = vec[i64]([1 if t.takes_robber else 0 for t in kinds])
        # Whether hexes of land, other than the robber's, may be closed to it.
        self.robber_limited: bool = not all(t.takes_robber for t in kinds[: int(board.land)])
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
        # By hex, whether it is a desert; their number; the first in reading order, -1 on a board without one.
        self.is_desert: vec[i64] = vec[i64]([1 if t.desert else 0 for t in kinds])
        self.deserts: i64 = sum(t.desert for t in kinds)
        self.desert: i64 = next((h for h, t in enumerate(kinds) if t.desert), -1)
        sites = board.sites(ROBBER_SITE)
        # The robber's starting hex; -1 is beside the board, where it stays in a game without a robber.
        self.has_robber: bool = config.robber
        self.robber_start: i64 = sites[0][0] if sites else self.desert
        if not config.robber:
            self.robber_start = -1

        words = cells_for(int(board.edges))
        self.edge_words: i64 = words
        self.line_edges: vec[i64] = vec[i64]([0] * (words * len(config.lines)))  # for each kind, the set of its edges
        self.weighs: bool = self.modular and self.seams.has_weight
        wide = board.wide or len(config.lines) > 1 or self.weighs
        for kind, name in enumerate(self.line_names):
            edges: set[int] = set(range(int(board.overland) if kind == 0 else 0))
            for module in modules:
                edges = module.line_edges(board, name, edges)
            if kind == 0 and edges != set(range(int(board.overland))):
                wide = True
            for edge in edges:
                put(self.line_edges, kind * words, edge, True)
        # Whether the rules on lines are those of `base/wide.py`.
        self.wide: bool = wide
        # All edges of a corner and where they lead, `way_count` cells a corner.
        self.ways: vec[i64] = board.ways if board.wide else board.corner_edges
        self.way_ends: vec[i64] = board.way_ends if board.wide else board.corner_corners
        self.way_count: i64 = WAYS if board.wide else 3
        # By way, the direction (`trails.py`) that leads over its edge from the corner.
        self.leads: vec[i64] = vec[i64](leading(self.ways, int(self.way_count), board) if wide else [])


class Island(IslandTables):
    """One configured game of the island family. The fields of a position are declared in the order of its cells."""

    def __init__(self, config: IslandConfig, board: Board, modules: list[IslandModule]) -> None:
        super().__init__(config, board, modules)
        n = int(config.seats)
        colours = int(config.colours)
        g = len(config.good_names)
        add = self.schema.add
        self.bank: i64 = add("bank", [g], most=config.stock)
        self.hand: i64 = add("hand", [n, g], OWNER, "goods", most=config.stock)
        # The cards each seat has drawn on the current roll, for `after_production`; 0 between actions.
        self.drew: i64 = add("drew", [n if self.modular else 0], derived=True, most=0, by_seat=[0])
        # The yield of the current roll; 0 between actions.
        self.claims: i64 = add("claims", [n, g], derived=True, most=0, by_seat=[0])
        self.owed: i64 = add("owed", [g], derived=True, most=0)
        k = len(config.card_names)
        self.deck: i64 = add("deck", [k], NOBODY, "cards", most=config.deck)
        self.cards: i64 = add("cards", [n, k], OWNER, "cards", most=config.deck)
        self.fresh: i64 = add("fresh", [n, k], OWNER, "cards", most=config.deck)
        self.played: i64 = add("played", [n, k], most=config.deck, by_seat=[0])
        # The owners of lines, and their kinds if there are several.
        self.road: i64 = add("road", [int(board.edges)], most=colours, seat=1, place="edge")
        lines = len(config.lines)
        self.line_kind: i64 = 0
        if lines > 1:
            self.line_kind = add("line_kind", [int(board.edges)], most=lines - 1, kinds=self.line_names, place="edge")
        self.owner: i64 = add("owner", [int(board.corners)], most=colours, seat=1, place="corner")
        self.level: i64 = add("level", [int(board.corners)], most=int(CITY), kinds=LEVEL_NAMES, place="corner")
        self.left: i64 = add("left", [colours, 3], most=config.supply, by_seat=[0])
        self.rates: i64 = add("rates", [n, g], derived=True, most=int(BANK_RATE), by_seat=[0])
        self.robber: i64 = add("robber", [], most=int(board.hexes) - 1, least=-1)
        # The positions of number tokens, if they can move; otherwise the board's own. Only the first token of a hex
        # moves.
        self.number: i64 = add("number", [int(board.hexes)], most=12, place="hex") if config.numbers_move else 0
        self.turn: i64 = add("turn", [], most=config.turns + 1)  # the last is the one that is not played
        self.on_turn: i64 = add("on_turn", [], most=n - 1, seat=0)
        self.starter: i64 = add("starter", [], most=n - 1, seat=0)
        self.dice: i64 = add("dice", [2], most=6)
        self.card_played: i64 = add("card_played", [], most=1)
        self.corner_words: i64 = cells_for(int(board.corners))
        # A module may weigh a line twice (`Module.weight`).
        longest = 2 * int(board.edges) if self.wide else config.supply[0]
        on_edges, on_corners = members(int(board.edges)), members(int(board.corners))
        self.open_edges: i64 = add(
            "open_edges", [lines, colours, self.edge_words], derived=True, packing=on_edges, by_seat=[1]
        )
        per_corner = [colours, int(self.corner_words)]
        self.open_corners: i64 = add("open_corners", per_corner, derived=True, packing=on_corners, by_seat=[0])
        self.joined: i64 = add("joined", per_corner, derived=True, packing=on_corners, by_seat=[0])
        # What lies ahead of each direction over a line (`trails.py`).
        directions = [2 * int(board.edges)] if self.wide else [0]
        self.onward: i64 = add("onward", directions, derived=True, most=2 ** int(self.way_count) - 1)
        self.far: i64 = add("far", directions, derived=True, most=longest, least=-1)
        self.route: i64 = add("route", [colours], derived=True, most=longest, by_seat=[0])
        self.route_holder: i64 = add("route_holder", [], most=colours, seat=1)
        self.army_holder: i64 = add("army_holder", [], most=n, seat=1)
        self.start_roll: i64 = add("start_roll", [n], most=12, by_seat=[0])
        self.discards: i64 = add("discards", [n], most=sum(config.stock) // 2, by_seat=[0])
        self.discard_from: i64 = add("discard_from", [n], most=g, kinds=["none", *config.good_names], by_seat=[0])
        self.offers: i64 = add("offers", [], most=config.offers)
        self.gives: i64 = add("gives", [g], most=config.stock)
        self.wants: i64 = add("wants", [g], most=config.stock)
        self.answer: i64 = add("answer", [n], most=int(COUNTERED), kinds=ANSWER_NAMES, by_seat=[0])
        self.counter_gives: i64 = add("counter_gives", [n, g], most=config.stock, by_seat=[0])
        self.counter_wants: i64 = add("counter_wants", [n, g], most=config.stock, by_seat=[0])
        # The pieces left of the items that modules add, if any are counted.
        self.items_left: i64 = 0
        if any(item.supply is not None for item in config.items):
            self.items_left = add(
                "items_left",
                [colours, len(config.items)],
                most=[item.supply or 0 for item in config.items],
                by_seat=[0],
            )
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
        self.next_road_phase: i64 = 0
        self.take_phase: i64 = 0
        self.yield_phase: i64 = 0
        self.passing_phase: i64 = 0
        self.set_up_phase: i64 = 0
        self.draft_phase: i64 = 0
        self.answer_phase: i64 = 0

    def module(self, made: type[T]) -> T:
        """The rules of another module, by their class. Raises LookupError."""
        return found(self.module_rules, made)

    # -- what a module adds in the constructor of its rules

    def limit_robber(self, limit: RobberLimit) -> None:
        """Keep the robber from hexes or from seats."""
        self.robber_limited = True
        self.robber_limits = append(self.robber_limits, limit)

    def sell_from(self, pile: CardPile) -> None:
        """Sell development cards of a further pile."""
        self.sells_cards = True
        self.card_piles = append(self.card_piles, pile)

    def add_knowledge(self, knowledge: Knowledge) -> None:
        """Keep what viewers know when hidden cards are dealt anew."""
        self.knowledge = append(self.knowledge, knowledge)

    # -- queries: they raise OutOfRange for what this game does not have; the functions of the same names, below, do not

    def check_colour(self, colour: i64) -> None:
        """Raise OutOfRange for a number that is neither a seat nor a colour that nobody plays."""
        check_index(colour, self.colours, "colour", "colours of this game")

    # -- notation

    def add_set(self, word: str, card: str = "", end: str = "", example: str = "", listed: bool = True) -> None:
        """Write the decisions of a verb as a set of goods: `discard ore*2 wool`.

        `card` is the verb of a single one, whose names are those of the goods: the same word, or another that the first
        one's phase offers. With `end`, that verb closes the set. A phase between them is `partial`.
        """
        self.sets[word] = SetForm(card or word, end, f"{word} GOODS", example or f"{word} ore*2 wool", listed)

    # -- board

    def number_of(self, s: State, hex_: i64) -> i64:
        """The first number on a hex now; 0 for none. Raises OutOfRange for a hex that does not exist."""
        self.check_state(s)
        check_index(hex_, self.board.hexes, "hex", "hexes of this board")
        return number_of(self, s, hex_)

    def numbers_of(self, s: State, hex_: i64) -> list[int]:
        """All numbers on a hex now."""
        first = int(self.number_of(s, hex_))
        return [first, *self.board.numbers[hex_][1:]] if first > 0 else []

    # -- lines

    def line_at(self, s: State, edge: i64) -> i64:
        """The kind of the line on an edge; 0, a road, also where none lies."""
        self.check_state(s)
        check_index(edge, self.board.edges, "edge", "edges of this board")
        return line_at(self, s, edge)

    # -- cards

    def hand_size(self, s: State, seat: i64) -> i64:
        """How many resource cards a seat holds; open to all (BASE-054)."""
        self.check_state(s)
        self.check_player(seat)
        return hand_size(self, s, seat)

    def tradable(self, s: State, seat: i64) -> i64:
        """How much a seat could trade: its cards and what lies in its purse; open to all."""
        self.check_state(s)
        self.check_player(seat)
        return tradable(self, s, seat)

    def hand_limit(self, s: State, seat: i64) -> i64:
        """How many cards a seat may hold on a seven (BASE-022)."""
        self.check_state(s)
        self.check_player(seat)
        return hand_limit(self, s, seat)

    def cost_of(self, item: i64, good: i64) -> i64:
        """How many cards of a good an item costs."""
        check_index(item, self.items, "item", "items of this game")
        check_index(good, self.goods, "good", "goods of this game")
        return cost_of(self, item, good)

    def payable(self, s: State, seat: i64) -> i64:
        """The mask of items whose cost a seat's hand covers now."""
        self.check_state(s)
        self.check_player(seat)
        return payable(self, s, seat)

    def pay(self, s: State, seat: i64, item: i64) -> None:
        """Pay an item's cost from the hand to the bank (BASE-050)."""
        base = self.hand + seat * self.goods
        c = s.cells
        for g in range(self.goods):
            n = cost_of(self, item, g)
            if n > 0:
                c[base + g] -= n
                c[self.bank + g] += n
                if self.modular and self.seams.has_moved:
                    self.seams.moved(s, seat, g, -n, EVERYBODY)

    def left_of(self, s: State, colour: i64, item: i64) -> i64:
        """How many pieces of an item a colour has left; -1 if they are not counted, as those of cards."""
        self.check_state(s)
        self.check_colour(colour)
        check_index(item, self.items, "item", "items of this game")
        return left_of(self, s, colour, item)

    def use_item(self, s: State, seat: i64, item: i64, count: i64 = 1) -> None:
        """Take pieces of an added item from a seat's supply (put them back if negative), if they are counted."""
        if self.item_supply[item - ITEMS] >= 0:
            s.cells[self.items_left + seat * (self.items - ITEMS) + item - ITEMS] -= count

    def claim(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """Claim cards of a good for a seat on the current roll, if the bank can pay them all (BASE-019)."""
        c = s.cells
        c[self.claims + seat * self.goods + good] += count
        c[self.owed + good] += count

    def draw_goods(self, s: State, seat: i64, good: i64, count: i64) -> None:
        """Move cards from the bank to a hand (back if negative), seen by all (BASE-050)."""
        s.cells[self.bank + good] -= count
        s.cells[self.hand + seat * self.goods + good] += count
        if self.modular and self.seams.has_moved:
            self.seams.moved(s, seat, good, count, EVERYBODY)

    def pass_goods(self, s: State, giver: i64, taker: i64, good: i64, count: i64, sees: i64 = EVERYBODY) -> None:
        """Move cards between hands; `sees` is the mask of seats that see them (BASE-054)."""
        s.cells[self.hand + giver * self.goods + good] -= count
        s.cells[self.hand + taker * self.goods + good] += count
        if self.modular and self.seams.has_moved:
            self.seams.moved(s, giver, good, -count, sees)
            self.seams.moved(s, taker, good, count, sees)

    def deck_size(self, s: State) -> i64:
        """How many development cards are left. Raises OutOfRange for a state of another game."""
        self.check_state(s)
        c = s.cells
        total: i64 = 0
        for at in range(self.deck, self.deck + self.kinds):
            total += c[at]
        return total

    def cards_for_sale(self, s: State, seat: i64) -> i64:
        """How many development cards a seat could buy: those of the deck, or of the pile that a module sells."""
        self.check_state(s)
        self.check_player(seat)
        return cards_for_sale(self, s, seat)

    def rate(self, s: State, seat: i64, good: i64) -> i64:
        """The bank's rate for a seat: cards of a good for one card (BASE-027). 0: the bank does not take it now."""
        self.check_state(s)
        self.check_player(seat)
        check_index(good, self.goods, "good", "goods of this game")
        return rate(self, s, seat, good)

    # -- points

    def open_points(self, s: State, seat: i64) -> i64:
        """A seat's public points: buildings, the two awards, modules' points (BASE-045)."""
        self.check_state(s)
        self.check_player(seat)
        return open_points(self, s, seat)

    def hidden_points(self, s: State, seat: i64) -> i64:
        """Points on hidden cards (BASE-039) and modules' hidden points."""
        self.check_state(s)
        self.check_player(seat)
        return hidden_points(self, s, seat)

    def goal(self, s: State, seat: i64) -> i64:
        """The points a seat needs."""
        self.check_state(s)
        self.check_player(seat)
        return goal(self, s, seat)

    def check_win(self, s: State) -> None:
        """End the game if the seat on turn has the points; no other can win (BASE-046)."""
        c = s.cells
        seat = c[self.on_turn]
        if c[OVER] == 0 and c[self.turn] > 0:
            if open_points(self, s, seat) + hidden_points(self, s, seat) < goal(self, s, seat):
                return
            if not self.modular or self.seams.may_win(s, seat):
                self.finish(s, BITS[seat])
                s.emit("win", seat, open_points(self, s, seat) + hidden_points(self, s, seat))

    # -- dealing anew

    def dealt(self, s: State, viewer: i64) -> None:
        """Update the modules' fields about hidden cards."""
        for knowledge in self.knowledge:
            knowledge.dealt(s, viewer)

    def consistent(self, s: State) -> bool:
        """Whether the seat on turn has not won yet, and every decision that a module demands is possible."""
        c = s.cells
        for knowledge in self.knowledge:
            if not knowledge.consistent(s):
                return False
        seat = c[self.on_turn]
        if c[OVER] != 0 or c[self.turn] == 0 or (self.modular and not self.seams.may_win(s, seat)):
            return True
        return open_points(self, s, seat) + hidden_points(self, s, seat) < goal(self, s, seat)

    def floor(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The cards known to be in a row, including those promised in the pending negotiation."""
        shown: i64 = 0
        for knowledge in self.knowledge:
            shown = max(shown, knowledge.known(s, field, row, kind, viewer))
        if field != self.hand:
            return shown
        c = s.cells
        if kind >= self.held:
            return c[self.hand + row * self.goods + kind]
        known: i64 = shown
        if row == c[self.on_turn]:
            known = max(known, c[self.gives + kind])
        elif c[self.answer + row] == ACCEPTED:
            known = max(known, c[self.wants + kind])
        elif c[self.answer + row] == COUNTERED:
            known = max(known, c[self.counter_gives + row * self.goods + kind])
        return known

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The kinds that modules bar, and points that would already have won for the seat on turn (BASE-039)."""
        c = s.cells
        kinds = self.barred(s, field, row, viewer)
        if (field == self.cards or field == self.fresh) and row == c[self.on_turn] and c[self.turn] > 0:
            may_win = not self.modular or self.seams.may_win(s, row)
            if may_win and open_points(self, s, row) + 1 >= goal(self, s, row):
                kinds |= BITS[POINT]
        return kinds

    def barred(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The kinds of which modules say that a row holds no more than is known."""
        kinds: i64 = 0
        for knowledge in self.knowledge:
            kinds |= knowledge.lacks(s, field, row, viewer)
        return kinds


# The same queries without checks, for the loops of the engine.


def hand_size(r: Island, s: State, seat: i64) -> i64:
    """`Island.hand_size`, unchecked."""
    c = s.cells
    base = r.hand + seat * r.goods
    total: i64 = 0
    for g in range(r.held):
        total += c[base + g]
    return total


def tradable(r: Island, s: State, seat: i64) -> i64:
    """`Island.tradable`, unchecked."""
    c = s.cells
    base = r.hand + seat * r.goods
    total: i64 = 0
    for g in range(r.goods):
        total += c[base + g]
    return total


def hand_limit(r: Island, s: State, seat: i64) -> i64:
    """`Island.hand_limit`, unchecked."""
    most = r.limit
    if r.modular:
        most += r.seams.hand_limit(s, seat)
    return most


def cost_of(r: Island, item: i64, good: i64) -> i64:
    """`Island.cost_of`, unchecked."""
    return r.costs[item * r.goods + good]


def can_pay(r: Island, s: State, seat: i64, item: i64) -> bool:
    """Whether a seat's hand covers the cost of an item now; `payable` answers for all of them."""
    base = r.hand + seat * r.goods
    for g in range(r.goods):
        if s.cells[base + g] < cost_of(r, item, g):
            return False
    return True


def payable(r: Island, s: State, seat: i64) -> i64:
    """`Island.payable`, unchecked."""
    c = s.cells
    base = r.hand + seat * r.goods
    mask = BITS[r.items] - 1
    most = r.dearest
    covers = r.covers
    for g in range(r.goods):
        held = c[base + g]
        mask &= covers[g * (most + 1) + (held if held < most else most)]
        if mask == 0:
            break
    return mask


def left_of(r: Island, s: State, colour: i64, item: i64) -> i64:
    """`Island.left_of`, unchecked."""
    if item < CARD:
        return s.cells[r.left + colour * 3 + item]
    if item < ITEMS or r.item_supply[item - ITEMS] < 0:
        return -1
    return s.cells[r.items_left + colour * (r.items - ITEMS) + item - ITEMS]


def cards_for_sale(r: Island, s: State, seat: i64) -> i64:
    """`Island.cards_for_sale`, unchecked."""
    size = r.deck_size(s)
    for pile in r.card_piles:
        size = pile.for_sale(s, seat, size)
    return size


def rate(r: Island, s: State, seat: i64, good: i64) -> i64:
    """`Island.rate`, unchecked."""
    count = s.cells[r.rates + seat * r.goods + good]
    return r.seams.rate(s, seat, good, count) if r.modular and r.seams.has_rate else count


def open_points(r: Island, s: State, seat: i64) -> i64:
    """`Island.open_points`, unchecked."""
    c = s.cells
    at = r.left + seat * 3
    supply = r.supply
    points = (supply[SETTLEMENT] - c[at + SETTLEMENT]) + 2 * (supply[CITY] - c[at + CITY])
    if c[r.route_holder] == seat + 1:
        points += r.route_points
    if c[r.army_holder] == seat + 1:
        points += r.army_points
    if r.modular and r.seams.has_points:
        points += r.seams.points(s, seat)
    return points


def hidden_points(r: Island, s: State, seat: i64) -> i64:
    """`Island.hidden_points`, unchecked."""
    at = seat * r.kinds + POINT
    points = s.cells[r.cards + at] + s.cells[r.fresh + at]
    if r.modular and r.seams.has_hidden_points:
        points += r.seams.hidden_points(s, seat)
    return points


def goal(r: Island, s: State, seat: i64) -> i64:
    """`Island.goal`, unchecked."""
    points = r.goal_points
    if r.modular and r.seams.has_goal:
        points += r.seams.goal(s, seat)
    return points


def line_at(r: Island, s: State, edge: i64) -> i64:
    """`Island.line_at`, unchecked."""
    if r.lines > 1:
        return s.cells[r.line_kind + edge]
    return 0


def line_left(r: Island, colour: i64, kind: i64) -> i64:
    """The cell with a colour's supply of a kind of line."""
    item = r.line_items[kind]
    if item == ROAD:
        return r.left + colour * 3 + ROAD
    return r.items_left + colour * (r.items - ITEMS) + item - ITEMS


def open_to(r: Island, colour: i64, kind: i64) -> i64:
    """The first cell of the set of edges open to a kind of line of a colour."""
    return r.open_edges + (kind * r.colours + colour) * r.edge_words


def number_of(r: Island, s: State, hex_: i64) -> i64:
    """`Island.number_of`, unchecked."""
    return s.cells[r.number + hex_] if r.numbers_move else r.board.number[hex_]


def check_index(index: i64, count: i64, one: str, all_: str) -> None:
    """Raise OutOfRange for a number that is none of `count`."""
    if index < 0 or index >= count:
        raise OutOfRange(f"{index} is no {one}; the {all_} are 0 to {count - 1}")


def leading(ways: vec[i64], count: int, board: Board) -> list[int]:
    """By way of a corner, the direction that leads over its edge away from there; -1 where there is none."""
    out: list[int] = []
    for k, edge in enumerate(ways):
        first = int(board.edge_corners[2 * edge]) if edge >= 0 else -1
        out.append(-1 if edge < 0 else int(2 * edge) + (1 if first == k // count else 0))
    return out


def joined_kinds(config: IslandConfig, line: LineKind) -> int:
    """The mask of kinds from which a kind of line goes on: its own, those it joins, those that join it."""
    mask = 0
    for kind, other in enumerate(config.lines):
        if other.name == line.name or other.name in line.joins or line.name in other.joins:
            mask |= 1 << kind
    return mask


WAITING: Final[i64] = 1
ACCEPTED: Final[i64] = 2
REFUSED: Final[i64] = 3
COUNTERED: Final[i64] = 4
ANSWER_NAMES: Final = ["none", "waiting", "accept", "refuse", "counter"]
"""The answers of a seat to an offer; none if it is not asked."""
