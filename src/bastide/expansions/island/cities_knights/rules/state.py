"""Cities & Knights: its state fields, its figures, and the queries that all its rules share.

Owners are stored as seat + 1 and places as index + 1, so that 0 is nobody and nowhere. Domains are numbered as in
`figures.DOMAIN_NAMES`, kinds of cards through all domains, levels of knights from 1 to 3.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.automatic import go_on
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import CITY, Island, payable
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.layout import Layout
from bastide.expansions.island.cities_knights.rules.figures import (
    DEFENSES,
    DOMAIN_NAMES,
    EDITIONS,
    ITEMS,
    beginner,
    cards,
    choices,
    figures,
    readings,
)
from bastide.expansions.island.cities_knights.rules.trek import Trek
from bastide.kernel.bits import following, members
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.packing import Packing, counts, flags
from bastide.kernel.state import BITS, NOBODY, OWNER, State

DOMAINS: Final[i64] = 3
SCIENCE: Final[i64] = 0
TRADE: Final[i64] = 1
POLITICS: Final[i64] = 2
RESOURCES: Final[i64] = 5
TOP_LEVEL: Final[i64] = 5
ABILITY: Final[i64] = 3
METROPOLIS: Final[i64] = 4
MOST_CARDS: Final[i64] = 4
METROPOLIS_POINTS: Final[i64] = 2
WALL_CARDS: Final[i64] = 2

KNIGHT: Final[i64] = 0
ACTIVATION: Final[i64] = 1
PROMOTION: Final[i64] = 2
WALL: Final[i64] = 3
REPAIR: Final[i64] = 4
MEDICINE: Final[i64] = 5

SHIP: Final[i64] = 1
"""The event die shows the ship; a domain is `SHIP` + 1 + its number, 0 is not rolled."""
FACE_NAMES: Final = ["ship", *DOMAIN_NAMES]

BASIC: Final[i64] = 1
MIGHTY: Final[i64] = 3
RANK_NAMES: Final = ["basic", "strong", "mighty"]

TIRED: Final[i64] = 1
"""The knight may not act this turn: it was activated in it, or (if that is allowed) has acted (CK-058, CK-068)."""
PROMOTED: Final[i64] = 2
"""Promoted this turn (CK-061)."""
DEFENDS: Final[i64] = 4
"""Takes part in the fight under way (CKV-001)."""
MARKS: Final[i64] = 3
"""How many marks there are: bits of one number."""

CARD_BITS: Final[i64] = 4
"""The bits of a count in `seen_cards`, one for each kind of card of a domain in one cell."""
GOOD_BITS: Final[i64] = 5
"""The bits of a count in `seen_goods`, one for each good in one cell."""

UNPREFIXED: Final = (
    "ship",
    "attacks",
    "event",
    "levels",
    "metropolis",
    "wall",
    "walls_left",
    "tipped",
    "damaged",
    "knight",
    "rank",
    "active",
    "marks",
    "knights_left",
    "tokens",
    "merchant",
    "merchant_holder",
    "seen_cards",
    "seen_goods",
    "lacking",
    "hidden",
    "bottom_size",
    "laid",
    "cranes",
    "fleet",
    "harbor_open",
    "harbor_done",
)
UNPREFIXED_OF_DOMAINS: Final = ("pile", "cards", "bottom", "bottom_known")
"""The fields that records know without the name of the expansion; those of the domains begin with a domain's name."""


@mypyc_attr(allow_interpreted_subclasses=True)
class KnightsState(IslandModule):
    """The state that Cities & Knights adds, and the queries on it."""

    r: Island
    needs: vec[i64]
    needs_from: vec[i64]
    commodity: vec[i64]
    trek: Trek

    def __init__(self) -> None:
        super().__init__("cities_knights")
        self.role = "extension"
        self.unprefixed = (*UNPREFIXED, *(f"{name}_{what}" for name in DOMAIN_NAMES for what in UNPREFIXED_OF_DOMAINS))
        self.options = {"edition": EDITIONS, "defense": DEFENSES, **readings()}
        self.defaults = {"goal": 13, "pieces": "free"}
        self.first_item: i64 = 0
        self.layouts = ("beginner",)
        self.commodities: dict[str, int] = dict(figures()["commodities"])
        data = figures()
        self.length: i64 = int(data["track"]["length"])
        self.wall_supply: i64 = int(data["pieces"]["walls"])
        self.knight_supply: vec[i64] = vec[i64]([int(n) for n in data["pieces"]["knights"]])
        self.knights_in_all: i64 = sum(int(n) for n in data["pieces"]["knights"])
        deck = cards()
        self.card_names: list[str] = list(deck)
        self.copies: vec[i64] = vec[i64](list(deck.values()))
        self.kinds: i64 = len(deck)
        # The first kind of each domain, and the end of the last.
        sizes = [len(data["cards"][name]) for name in DOMAIN_NAMES]
        self.first: vec[i64] = vec[i64]([sum(sizes[:d]) for d in range(len(sizes) + 1)])
        self.domain_of: vec[i64] = vec[i64]([d for d, size in enumerate(sizes) for _ in range(size)])
        self.pile_room: vec[i64] = vec[i64](
            [sum(int(n) for n in data["cards"][name].values()) for name in DOMAIN_NAMES]
        )
        self.robber_sleeps: bool = False
        self.fifth_is_played: bool = False
        self.sabotage_hits_cities: bool = False
        self.diplomacy_takes_any: bool = False
        self.treason_is_free: bool = False
        self.merchant_needs_city: bool = False
        self.activation_tires: bool = True
        self.defense_is_chosen: bool = False
        # Whether the event die is thrown with the red die alone, before the number: both dice lie only if chosen.
        self.event_die_first: bool = False
        # Where the fields stand; known once the island is joined.
        self.ship: i64 = 0
        self.attacks: i64 = 0
        self.event: i64 = 0
        self.levels: i64 = 0
        self.metropolis: i64 = 0
        self.wall: i64 = 0
        self.walls_left: i64 = 0
        self.tipped: i64 = 0
        self.damaged: i64 = 0
        self.knight: i64 = 0
        self.rank: i64 = 0
        self.active: i64 = 0
        self.marks: i64 = 0
        self.troops: i64 = 0
        self.knights_left: i64 = 0
        self.tokens: i64 = 0
        self.merchant: i64 = 0
        self.merchant_holder: i64 = 0
        self.pile: vec[i64] = vec[i64]([0, 0, 0])
        self.held: vec[i64] = vec[i64]([0, 0, 0])
        self.held_at: vec[i64] = vec[i64]([0])
        self.bottom: vec[i64] = vec[i64]([0, 0, 0])
        self.bottom_known: vec[i64] = vec[i64]([0, 0, 0])
        self.seen_cards: i64 = 0
        self.seen_goods: i64 = 0
        self.lacking: i64 = 0
        self.hidden: i64 = 0
        self.bottom_size: i64 = 0
        self.laid: i64 = 0
        self.cranes: i64 = 0
        self.fleet: i64 = 0
        self.harbor_open: i64 = 0
        self.harbor_done: i64 = 0
        # Phases that rules in several files push; set when the phases are registered.
        self.event_phase: i64 = 0
        self.progress_phase: i64 = 0
        self.surplus_phase: i64 = 0
        self.fight_phase: i64 = 0
        self.aftermath_phase: i64 = 0
        self.muster_phase: i64 = 0
        self.fall_phase: i64 = 0
        self.choose_phase: i64 = 0
        self.aqueduct_phase: i64 = 0
        self.metropolis_phase: i64 = 0
        self.displaced_phase: i64 = 0
        self.smith_phase: i64 = 0
        self.rebuild_phase: i64 = 0
        self.reply_phase: i64 = 0
        self.seize_phase: i64 = 0
        self.spy_phase: i64 = 0
        self.treason_phase: i64 = 0
        self.enlist_phase: i64 = 0

    def set_choices(self, options: dict[str, Any]) -> None:
        """Set the choices from the edition and the deviating options; no other code knows edition names."""
        made = choices(options)
        self.robber_sleeps = made["robber-sleeps"]
        self.fifth_is_played = made["fifth-card-is-played"]
        self.sabotage_hits_cities = made["sabotage-hits-cities"]
        self.diplomacy_takes_any = made["diplomacy-takes-any"]
        self.treason_is_free = made["treason-is-free"]
        self.merchant_needs_city = made["merchant-needs-city"]
        self.activation_tires = made["activation-tires"]
        self.defense_is_chosen = options["defense"] == "chosen"

    # -- configuring

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        """Only the 2025 edition adds to the goal of another expansion (CKO-024)."""
        return self.raises if given.get("edition", EDITIONS[0]) == EDITIONS[0] else {}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return beginner()

    def prepare(self, config: IslandConfig) -> None:
        if config.options["pieces"] == "printed" and not config.layout.starts:
            raise ConfigError(
                "pieces = 'printed': this expansion has no printed starting pieces; say 'free'", None, "CK-011"
            )
        config.add_goods(self.commodities)
        config.deck = [0] * len(config.deck)  # CK-006
        numbers = [config.add_item(item, figures()["cost"][item]) for item in ITEMS]
        self.first_item = numbers[0]
        config.placings = [placing._replace(city=placing.pays) for placing in config.placings]
        config.numbers_move = True
        self.set_choices(config.options)

    def declare(self, r: Island) -> None:
        """The fields of the state."""
        self.r = r
        needs: list[int] = []
        starts: list[int] = []
        for item in range(len(ITEMS)):
            starts.append(len(needs))
            for g in range(len(r.good_names)):
                if self.price(item, g) > 0:
                    needs += [g, int(self.price(item, g))]
        self.needs = vec[i64](needs)
        starts.append(len(needs))
        self.needs_from = vec[i64](starts)
        extra = figures()["terrain"]
        self.commodity = vec[i64]([r.good_names.index(extra[t]) if t in extra else -1 for t in r.board.terrain])
        n, corners = int(r.seats), int(r.board.corners)
        self.trek = Trek(r)
        attacks = int(r.turn_limit * r.rolls // self.length)  # the ship advances once a roll at most
        memory = self.packing_of_cards()
        add = r.schema.add
        self.ship = add("ship", [], most=int(self.length))
        self.attacks = add("attacks", [], most=attacks)
        self.event = add("event", [], most=int(SHIP + DOMAINS), kinds=["none", *FACE_NAMES])
        self.levels = add("levels", [n, int(DOMAINS)], most=int(TOP_LEVEL))
        self.metropolis = add("metropolis", [int(DOMAINS)], most=corners)
        self.wall = add("wall", [corners], most=1)
        self.walls_left = add("walls_left", [n], most=int(self.wall_supply))
        self.tipped = add("tipped", [corners], most=1)
        self.damaged = add("damaged", [corners], most=1)
        self.knight = add("knight", [corners], most=n)
        self.rank = add("rank", [corners], most=int(MIGHTY), kinds=["none", *RANK_NAMES])
        self.active = add("active", [corners], most=1)
        self.marks = add("marks", [corners], packing=flags(int(MARKS)))
        # The corners with knights of each seat once more, as sets.
        self.troops = add("troops", [n, int(r.corner_words)], derived=True, packing=members(corners))
        self.knights_left = add("knights_left", [n, 3], most=[int(count) for count in self.knight_supply])
        self.tokens = add("tokens", [n], most=attacks)
        self.merchant = add("merchant", [], most=int(r.board.hexes))
        self.merchant_holder = add("merchant_holder", [], most=n)
        for d in range(DOMAINS):
            name = DOMAIN_NAMES[d]
            size = int(self.first[d + 1] - self.first[d])
            room = int(self.pile_room[d])
            copies = [int(self.copies[kind]) for kind in range(self.first[d], self.first[d + 1])]
            self.pile[d] = add(f"{name}_pile", [size], NOBODY, name, most=copies)
            self.held[d] = add(f"{name}_cards", [n, size], OWNER, name, most=copies)
            # Cards put under the pile, in their order, and the masks of seats that saw each go there.
            words = ["none", *self.card_names[int(self.first[d]) : int(self.first[d + 1])]]
            self.bottom[d] = add(f"{name}_bottom", [room], NOBODY, name, ordered=True, most=size, kinds=words)
            self.bottom_known[d] = add(f"{name}_bottom_known", [room], least=-1, packing=flags(n))
        self.held_at = vec[i64]([self._held_at(seat, kind) for seat in range(n) for kind in range(self.kinds)])
        # What each seat knows of the cards of each other (`progress.memory`).
        self.seen_cards = add("seen_cards", [n, n, int(DOMAINS)], OWNER, packing=memory)
        # What each seat knows of the goods of each other, and of which goods all know a seat to hold none (`hands`).
        self.seen_goods = add("seen_goods", [n, n], OWNER, packing=counts(int(GOOD_BITS), r.config.stock))
        self.lacking = add("lacking", [n], packing=flags(int(r.goods)))
        self.hidden = add("hidden", [n], most=sum(int(room) for room in self.pile_room))
        self.bottom_size = add("bottom_size", [int(DOMAINS)], most=[int(room) for room in self.pile_room])
        self.laid = add("laid", [n, 2], most=1)
        self.cranes = add("cranes", [], most=int(self.copies[self.card_names.index("crane")]))
        self.fleet = add("fleet", [], packing=flags(int(r.goods)))
        self.harbor_open = add("harbor_open", [], most=1)
        self.harbor_done = add("harbor_done", [], packing=flags(n))

    def packing_of_cards(self) -> Packing:
        """How the cells of the domains hold a count for each kind of card (`progress.memory`)."""
        at = [int(d) for d in self.domain_of]
        place = [kind - int(self.first[at[kind]]) for kind in range(self.kinds)]
        most = [int(n) for n in self.copies]
        radix = int(BITS[CARD_BITS])
        return Packing(int(DOMAINS), at, [radix**k for k in place], [radix] * len(at), most)

    # -- going on

    def playable(self, s: State, seat: i64, out: Codes) -> None:
        """Add every progress card that a seat may play after the roll."""

    def go_on(self, s: State) -> None:
        """Run the work that waited for a finished decision."""
        go_on(self.r, s)

    # -- paying

    def price(self, item: i64, good: i64) -> i64:
        """How many cards of a good an item of the module costs."""
        return self.r.costs[(self.first_item + item) * self.r.goods + good]

    def affords(self, s: State, seat: i64, item: i64) -> bool:
        """Whether a seat's hand covers an item."""
        r = self.r
        if r.seams.has_cost:
            return (payable(r, s, seat) & BITS[self.first_item + item]) != 0
        hand = r.hand + seat * r.goods
        for i in range(self.needs_from[item], self.needs_from[item + 1], 2):
            if s.cells[hand + self.needs[i]] < self.needs[i + 1]:
                return False
        return True

    def charge(self, s: State, seat: i64, item: i64) -> None:
        """Pay the cards for an item to the bank."""
        self.r.pay(s, seat, self.first_item + item)

    # -- cities

    def is_metropolis(self, s: State, corner: i64) -> bool:
        """Whether a metropolis stands at a corner."""
        at = self.metropolis
        mark = corner + 1
        return s.cells[at] == mark or s.cells[at + 1] == mark or s.cells[at + 2] == mark

    def cities(self, s: State, seat: i64) -> i64:
        """How many cities a seat has, metropolises counted, those on their side not (CK-165)."""
        return self.r.supply[CITY] - s.cells[self.r.left + seat * 3 + CITY]

    def metropolises(self, s: State, seat: i64) -> i64:
        """How many metropolises a seat has."""
        n: i64 = 0
        for d in range(DOMAINS):
            if self.metropolis_holder(s, d) == seat:
                n += 1
        return n

    def metropolis_holder(self, s: State, domain: i64) -> i64:
        """The seat that has a domain's metropolis; -1 for none."""
        corner = s.cells[self.metropolis + domain] - 1
        if corner < 0:
            return -1
        return s.cells[self.r.owner + corner] - 1

    def plain_city(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether a city of that seat, other than a metropolis, stands there."""
        c = s.cells
        return (
            c[self.r.owner + corner] == seat + 1 and c[self.r.level + corner] == 2 and not self.is_metropolis(s, corner)
        )

    def level(self, s: State, seat: i64, domain: i64) -> i64:
        """The level of a seat in a domain."""
        return s.cells[self.levels + seat * DOMAINS + domain]

    # -- knights

    def knights_out(self, s: State, seat: i64) -> i64:
        """How many knights of a seat stand on the board."""
        left = self.knights_left + seat * 3
        return self.knights_in_all - s.cells[left] - s.cells[left + 1] - s.cells[left + 2]

    def next_knight(self, s: State, seat: i64, corner: i64) -> i64:
        """The next corner beyond one, or from the first (-1), with a knight of that seat; -1 if there is none."""
        words = self.r.corner_words
        return following(s.cells, self.troops + seat * words, words, corner)

    def strength(self, s: State, seat: i64) -> i64:
        """The total level of a seat's active knights; with a chosen defence, of the participants (CKV-002)."""
        c = s.cells
        total: i64 = 0
        corner = self.next_knight(s, seat, -1)
        while corner >= 0:
            if c[self.active + corner] != 0 and (not self.defense_is_chosen or c[self.marks + corner] & DEFENDS):
                total += c[self.rank + corner]
            corner = self.next_knight(s, seat, corner)
        return total

    def is_free(self, s: State, corner: i64) -> bool:
        """Whether neither a building nor a knight stands there."""
        return s.cells[self.r.owner + corner] == 0 and s.cells[self.knight + corner] == 0

    def next_post(self, s: State, seat: i64, corner: i64) -> i64:
        """The next corner beyond one, or from the first (-1), where a knight of that seat may be placed; -1 for none.

        It is free, and at an own road (CK-052, CK-053).
        """
        words = self.r.corner_words
        at = self.r.joined + seat * words
        corner = following(s.cells, at, words, corner)
        while corner >= 0 and not self.is_free(s, corner):
            corner = following(s.cells, at, words, corner)
        return corner

    def robber_is_awake(self, s: State) -> bool:
        """Whether the robber can be moved: not before the first attack (CK-037, CK-038)."""
        return not self.robber_sleeps or s.cells[self.attacks] > 0

    # -- progress cards

    def card_at(self, seat: i64, kind: i64) -> i64:
        """Where a seat's hidden cards of a kind are counted."""
        return self.held_at[seat * self.kinds + kind]

    def _held_at(self, seat: i64, kind: i64) -> i64:
        d = self.domain_of[kind]
        start = self.first[d]
        return self.held[d] + seat * (self.first[d + 1] - start) + kind - start

    def cards_of(self, s: State, seat: i64) -> i64:
        """How many hidden progress cards a seat has (CK-026)."""
        return s.cells[self.hidden + seat]

    def gain_card(self, s: State, seat: i64, kind: i64, count: i64) -> None:
        """Add a hidden card to a hand (1), or remove it (-1)."""
        s.cells[self.card_at(seat, kind)] += count
        s.cells[self.hidden + seat] += count
