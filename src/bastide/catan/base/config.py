"""The figures of one island game: its options, goods, pieces, cards and things to buy, which modules change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from bastide.catan.board.grid import EDGE, HEX
from bastide.catan.board.layout import INNER_PATH, Layout, StartPiece
from bastide.catan.board.terrain import Terrain
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, declared_twice, quote

AWARD_POINTS: Final = 2
"""The points of Longest Road and Largest Army (BASE-043, BASE-044)."""
UNLIMITED: Final = 1_000_000
"""The stock of a good of which the bank has more than any game can hand out."""
ITEMS: Final = ("road", "settlement", "city", "card")
"""The things to buy on the base island."""
ROBBER_SITE: Final = "robber"
SITES: Final = {INNER_PATH: EDGE, ROBBER_SITE: HEX}
"""The words of sites that the base owns, and their kinds of place: inner paths, and the hex where the robber starts."""


class Placing(NamedTuple):
    """One step of the set-up: which seat places which piece (BASE-013, BASE-014).

    `turn` counts seats from the starting player. `city`: a city is placed instead of a settlement; `line`: a road
    from it follows; `pays`: the hexes beside it yield the first cards.
    """

    turn: int
    city: bool = False
    line: bool = True
    pays: bool = False


class Item(NamedTuple):
    """A thing to buy that a module adds: see `IslandConfig.add_item`."""

    name: str
    cost: Mapping[str, int]
    supply: int | None
    rule: str
    owner: str


class LineKind(NamedTuple):
    """A kind of line: see `IslandConfig.add_line`. `item` is its number among the things to buy."""

    name: str
    item: int
    joins: tuple[str, ...]
    free: bool
    place_rule: str


class IslandConfig:
    """A checked config of the island with its figures in flat tables."""

    def __init__(
        self,
        seats: int,
        options: dict[str, Any],
        layout: Layout,
        modules: list[str],
        terrains: dict[str, Terrain],
    ) -> None:
        data = figures()
        self.seats = seats
        self.options = options
        self.layout = layout
        self.module_names = modules
        self.good_names: list[str] = list(data["goods"])
        self.stock: list[int] = list(data["goods"].values())
        self.held = len(self.good_names)  # the number of goods that are cards; those after them lie in purses
        self.terrains = terrains
        self.costs: list[int] = [int(data["cost"][item].get(good, 0)) for item in ITEMS for good in self.good_names]
        self.supply: list[int] = [int(data["pieces"][piece]) for piece in ("road", "settlement", "city")]
        self.items: list[Item] = []  # added by modules
        self.lines = [LineKind("road", 0, (), True, "BASE-029")]  # the kinds of line
        self.colours = seats  # the seats, then colours that nobody plays; a module adds to it
        self.card_names: list[str] = list(data["deck"])
        self.deck: list[int] = [int(n) for n in data["deck"].values()]
        self.goal = int(options["goal"])
        self.hand_limit = int(options["hand_limit"])
        self.turns = int(options["turns"])
        self.offers = int(options["offers"])
        self.trade = str(options["trade"])
        self.first = -1 if options["first"] == "roll" else int(options["first"])
        self.owner = "island"  # the module adding goods, cards or items
        self.good_owners: dict[str, str] = dict.fromkeys(self.good_names, self.owner)
        self.card_owners: dict[str, str] = dict.fromkeys(self.card_names, self.owner)
        self.item_owners: dict[str, str] = dict.fromkeys(ITEMS, self.owner)
        # One settlement each, then another, in the opposite order.
        self.placings = [Placing(turn) for turn in range(seats)]
        self.placings += [Placing(turn, pays=True) for turn in reversed(range(seats))]
        self.first_turn = 0  # who takes the first turn, counted from the starting player like `Placing.turn`
        self.rolls = 1  # rolls of the dice per turn
        # What a turn waits for before its number: a rule and its sentence.
        self.before_number = ("BASE-016", "roll the dice first")
        # The same between the numbers of a turn that has several.
        self.before_next_number = ("BASE-016", "roll the dice again first")
        # The rule by which the goods of a purse pay the bank.
        self.purse_rules: dict[str, str] = {}
        # The points of the two awards; one that is worth none is never given.
        self.route_points = AWARD_POINTS
        self.army_points = AWARD_POINTS
        # Whether cards bought in a turn cannot be played before the next one: not in the frames that close it either.
        self.cards_wait = False
        self.numbers_move = False  # whether number tokens can move during the game
        self.robber = True  # whether there is a robber; without one, its module replaces it on a seven

    def printed_city(self, piece: StartPiece) -> bool:
        """Whether a layout's printed starting piece is a city, as its owner would place one."""
        return any(placing.city for placing in self.placings if placing.turn == 0 and placing.pays == piece.pays)

    def first_points(self) -> list[int]:
        """The points of each seat's starting pieces."""
        points = [0] * self.seats
        for piece in self.layout.starts:
            points[piece.seat] += 2 if self.printed_city(piece) else 1
        if not self.layout.starts:
            for placing in self.placings:
                points[placing.turn] += 2 if placing.city else 1
        return points

    def add_goods(self, stock: Mapping[str, int], purse: bool = False, rule: str = "") -> None:
        """Append goods; no item of the base costs any.

        Goods of a `purse` are not cards: they lie open, count for no hand and can be neither lost nor taken like cards,
        but they pay and are traded; `rule` says how they pay the bank. Give `UNLIMITED` as the stock if the bank never
        runs out. The indices of goods are known from `join` on: cards come before purses.

        Raises ConfigError if another owner has a good of that name.
        """
        for name in stock:
            if name in self.good_owners:
                raise declared_twice(
                    "the good {name} of {owner} is already declared by {other}",
                    name,
                    self.owner,
                    self.good_owners[name],
                )
            self.good_owners[name] = self.owner
        goods = len(self.good_names)
        at = goods if purse else self.held
        rows = [self.costs[i : i + goods] for i in range(0, len(self.costs), goods)]
        self.costs = [n for row in rows for n in [*row[:at], *[0] * len(stock), *row[at:]]]
        self.good_names[at:at] = stock
        self.stock[at:at] = stock.values()
        if not purse:
            self.held += len(stock)
        elif rule:
            self.purse_rules.update(dict.fromkeys(stock, rule))

    def add_card(self, name: str, count: int) -> int:
        """Add a development card, so many of it to the deck, and return its kind.

        The counts of the base's cards can be changed in `deck`. Raises ConfigError if another owner has a card of that
        name.
        """
        if name in self.card_owners:
            raise declared_twice(
                "the card {name} of {owner} is already declared by {other}", name, self.owner, self.card_owners[name]
            )
        self.card_owners[name] = self.owner
        self.card_names.append(name)
        self.deck.append(count)
        return len(self.deck) - 1

    def add_item(self, name: str, cost: Mapping[str, int], supply: int | None = None, rule: str = "") -> int:
        """Add a thing to buy and return its number, which follows those of ROAD to CARD.

        `cost` is by good, `supply` the number of pieces of each seat (None: not counted), `rule` the id that refusals
        quote. Raises ConfigError if another owner has an item of that name.
        """
        if name in self.item_owners:
            raise declared_twice(
                "the item {name} of {owner} is already declared by {other}", name, self.owner, self.item_owners[name]
            )
        self.item_owners[name] = self.owner
        self.items.append(Item(name, cost, supply, rule, self.owner))
        return len(ITEMS) + len(self.items) - 1

    def all_costs(self) -> list[int]:
        """The cost of every item, the added ones last: a row of goods for each.

        Raises ConfigError if one costs a good that this game lacks.
        """
        for item in self.items:
            for good in item.cost:
                if good not in self.good_owners:
                    raise ConfigError(
                        "the item {name} of {owner} costs {given}, which is no good of this game; there are {known}",
                        {
                            "name": quote(item.name),
                            "owner": quote(item.owner),
                            "given": quote(good),
                            "known": ", ".join(self.good_names),
                        },
                    )
        return self.costs + [item.cost.get(good, 0) for item in self.items for good in self.good_names]

    def add_line(
        self,
        name: str,
        cost: Mapping[str, int],
        supply: int,
        joins: Sequence[str] = (),
        free: bool = False,
        rule: str = "BASE-029",
        place_rule: str = "",
    ) -> None:
        """Add a kind of line: a piece like the road, with a supply and a cost, that is built as `<name> q,r,E`.

        Its edges follow from the seam `line_edges`. A line goes on from an own building or from a line of its own
        kind; without a building between them, it goes on only from the kinds that it `joins`, and they from it. A line
        that is `free` may also be laid in the set-up and with the card for two roads. `rule` is quoted in refusals,
        `place_rule` in those that are about its place.
        """
        item = self.add_item(name, cost, supply, rule)
        self.lines.append(LineKind(name, item, tuple(joins), free, place_rule or rule))


@cache
def figures() -> dict[str, Any]:
    """The figures of the base island; do not modify."""
    return read_table("bastide.catan.base", "island.toml")
