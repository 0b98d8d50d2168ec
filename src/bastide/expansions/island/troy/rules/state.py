"""The fields of Troy, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.troy.rules.board import BERTH, FIGURES, MYCENAE, TROY, check
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import EVERYONE, NOBODY, OWNER, State

CITIES: Final = (TROY, MYCENAE)
"""The two cities, as decision cards and markers count them: OF_TROY and OF_MYCENAE."""
OF_TROY: Final[i64] = 0
OF_MYCENAE: Final[i64] = 1
SIDES: Final[i64] = 2
SUPPORT: Final = {TROY: ("ore", "wool"), MYCENAE: ("lumber", "grain")}
"""The goods that are points for each city in a battle (TROY-013)."""
MOST_GIVEN: Final[i64] = 3
"""The most cards of one donation (TROY-008)."""
SHIP_POINTS: Final[i64] = 2
"""The trade points that a ship costs (TROY-017)."""
SHIP: Final = "ship"
SHIPS: Final[i64] = 7
THREE: Final[i64] = 0
FLAG: Final[i64] = 1
EXCHANGE: Final[i64] = 2
TWO: Final[i64] = 3
DRAW: Final[i64] = 4
KINDS: Final = ("three", "flag", "exchange", "two", "draw")
"""What a ship brings: trade at 3:1, a point, a card exchanged with the row, trade at 2:1, a card of the row."""
DONATED: Final[i64] = 0
EXCHANGED: Final[i64] = 1
DRAWN: Final[i64] = 2
ONCE: Final[i64] = 3
"""What a player does at most once a turn (TROY-008, TROY-024, TROY-026)."""
NEVER: Final = "no"
ENDS_TURN: Final = ("yes", NEVER)
"""Whether the battle after a turn still belongs to it, so that its player can win by it (TROY-041)."""
POINTED: Final = "pointed"
ROW_CARDS: Final = ("random", POINTED)
"""Whether a ship takes a random card of the row, or its owner points at the place (TROY-024, TROY-026)."""


class TroyState(ModuleRules):
    """The state of the scenario."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        board, options = r.board, r.config.options
        check(board)
        super().__init__(r, module)
        track = FIGURES["track"]
        self.track: vec[i64] = vec[i64](track)  # by step of a marker, its points
        self.last_step: i64 = len(track) - 1
        self.order: vec[i64] = vec[i64]([KINDS.index(kind) for kind in FIGURES["ships"]])  # by ship, its kind
        self.berths: vec[i64] = vec[i64]([hex_ for hex_, _value in board.sites(BERTH)])  # the hexes that take ships
        # By good, the city + 1 that it supports; 0 for none.
        causes = {good: city + 1 for city, name in enumerate(CITIES) for good in SUPPORT[name]}
        self.cause: vec[i64] = vec[i64]([causes.get(name, 0) for name in r.good_names])
        # The cards that bring a battle, those turned up in it, and the most that can lie in the row.
        battle = FIGURES["battle"][str(int(r.seats))]
        self.full: i64 = battle["row"]
        self.shown_cards: i64 = battle["turned_up"]
        self.places: i64 = self.full - 1 + MOST_GIVEN
        self.place_names: list[str] = [str(place + 1) for place in range(self.places)]
        self.ends_turn: bool = options["battle_ends_turn"] != NEVER
        self.pointed: bool = options["row_cards"] == POINTED
        self.ship: i64 = r.item_names.index(SHIP)  # among the things to buy
        n, goods, hexes, places = int(r.seats), int(r.goods), int(board.hexes), int(self.places)
        named = ["none", *r.good_names]
        add = r.schema.add
        # The decision card of each seat + 1, and those not dealt yet.
        self.side: i64 = add("side", [n], OWNER, "cities", ordered=True, most=int(SIDES), kinds=["none", *CITIES])
        self.undealt: i64 = add("undealt", [int(SIDES)], NOBODY, "cities", most=n // 2)
        # The support row: the cards put into it since the last battle, in their order, each its good + 1; who knows
        # each, a seat + 1 or `seats` + 1 for all; and by good those that a battle left over.
        self.given: i64 = add("given", [places], NOBODY, "goods", ordered=True, most=goods, kinds=named)
        self.knows: i64 = add("knows", [places], most=n + 1, seat=1)
        self.rest: i64 = add("rest", [goods], NOBODY, "goods", most=places)
        # By good, the cards shown in the battle that is being fought.
        self.turned_up: i64 = add("turned_up", [goods], EVERYONE, "goods", most=int(self.shown_cards))
        self.points_of: i64 = add(
            "trade_points", [n], most=int(r.turn_limit), by_seat=[0]
        )  # the trade points of each seat
        self.marker: i64 = add("marker", [int(SIDES)], most=int(self.last_step))  # the step of each city's marker
        self.people: i64 = add("people", [], most=hexes - 1)  # the sea people's hex
        # For each seat and ship the hex + 1 where it lies, 0 if it is not built; by hex the owner + 1.
        self.ship_at: i64 = add("ship_at", [n, int(SHIPS)], most=hexes, by_seat=[0])
        self.ship_on: i64 = add("ship_on", [hexes], derived=True, most=n, seat=1)
        # The good + 1 of each seat's trade card, and by good the trade cards that are left.
        self.chosen: i64 = add("chosen", [n], most=goods, kinds=named, by_seat=[0])
        self.charters: i64 = add("charters", [goods], most=FIGURES["charters"])
        self.once: i64 = add("once", [int(ONCE)], most=1)  # by DONATED to DRAWN, whether this turn did it
        self.fought: i64 = add("fought", [], most=1)  # whether a battle followed the turn, so that nobody wins in it
        # Set by `TroyRules`: the first codes of verbs, phases, and the ending.
        self.donate: i64 = 0
        self.donated: i64 = 0
        self.build: i64 = 0
        self.move: i64 = 0
        self.exchange: i64 = 0
        self.draw: i64 = 0
        self.lifted: i64 = 0
        self.put_back: i64 = 0
        self.point: i64 = 0
        self.deal_phase: i64 = 0
        self.donate_phase: i64 = 0
        self.people_phase: i64 = 0
        self.charter_phase: i64 = 0
        self.lift_phase: i64 = 0
        self.return_phase: i64 = 0
        self.point_phase: i64 = 0
        self.battle_phase: i64 = 0
        self.war: i64 = 0

    # -- the support row

    def given_cards(self, s: State) -> i64:
        """How many cards were put into the row since the last battle."""
        count: i64 = 0
        while count < self.places and s.cells[self.given + count] != 0:
            count += 1
        return count

    def rest_cards(self, s: State) -> i64:
        """How many cards of the row a battle has left over."""
        count: i64 = 0
        for good in range(self.r.held):
            count += s.cells[self.rest + good]
        return count

    def row_size(self, s: State) -> i64:
        """How many cards lie in the row."""
        return self.given_cards(s) + self.rest_cards(s)

    def knows_card(self, s: State, place: i64, viewer: i64) -> bool:
        """Whether a viewer, -1 for a spectator, knows a card put into the row since the last battle (TROY-049)."""
        knows = s.cells[self.knows + place]
        return knows == self.r.seats + 1 or (viewer >= 0 and knows == viewer + 1)

    # -- the cities

    def city_points(self, s: State, city: i64) -> i64:
        """The points of a decision card of a city: the number on its marker's space (TROY-016)."""
        return self.track[s.cells[self.marker + city]]

    # -- ships and sea people

    def people_hex(self, s: State) -> i64:
        """The sea people's hex; -1 before the board is laid out."""
        hex_ = s.cells[self.people]
        if hex_ < self.r.board.land:
            return -1
        return hex_

    def built(self, s: State, seat: i64) -> i64:
        """How many ships a seat has built."""
        count: i64 = 0
        while count < SHIPS and s.cells[self.ship_at + seat * SHIPS + count] != 0:
            count += 1
        return count

    def serves(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether a seat has a ship of a kind that is not at the sea people's hex (TROY-031)."""
        at = self.ship_at + seat * SHIPS
        people = s.cells[self.people] + 1
        for ship in range(SHIPS):
            if self.order[ship] == kind and s.cells[at + ship] != 0 and s.cells[at + ship] != people:
                return True
        return False

    def has_ship(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether a seat has built a ship of a kind, wherever the sea people are."""
        for ship in range(SHIPS):
            if self.order[ship] == kind and s.cells[self.ship_at + seat * SHIPS + ship] != 0:
                return True
        return False

    def flags(self, s: State, seat: i64) -> i64:
        """How many flag ships a seat has built."""
        count: i64 = 0
        for ship in range(SHIPS):
            if self.order[ship] == FLAG and s.cells[self.ship_at + seat * SHIPS + ship] != 0:
                count += 1
        return count

    def reaches_berth(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether a seat has a building at a hex of sea, or a ship on a hex beside it (TROY-019)."""
        r = self.r
        for k in range(hex_ * 6, hex_ * 6 + 6):
            if s.cells[r.owner + r.board.hex_corners[k]] == seat + 1:
                return True
            beside = r.board.hex_hexes[k]
            if beside >= 0 and s.cells[self.ship_on + beside] == seat + 1:
                return True
        return False


class TroyVerb(Verb):
    """A verb of Troy."""

    def __init__(self, m: TroyState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class TroyPhase(Phase):
    """A phase of Troy."""

    def __init__(self, m: TroyState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
