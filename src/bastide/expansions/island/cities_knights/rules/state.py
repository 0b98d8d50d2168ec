"""The fields and figures of Cities & Knights, and the questions about them that several files ask.

Owners are stored as seat + 1 and places as index + 1, so that 0 is nobody and nowhere. Domains are numbered as in
`figures.DOMAIN_NAMES`, kinds of cards through all domains, levels of knights from 1 to 3.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import CITY, Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.cities_knights.rules.figures import DOMAIN_NAMES, FIGURES, ITEMS, cards, choices
from bastide.expansions.island.cities_knights.rules.trek import Trek
from bastide.kernel.bits import following, members
from bastide.kernel.codes import Codes
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


class KnightsState(ModuleRules):
    """The state of the expansion."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        data, deck = FIGURES, cards()
        n, corners, goods = int(r.seats), int(r.board.corners), int(r.goods)
        # What the edition and the options that deviate from it decide; no other code knows edition names.
        made = choices(r.config.options)
        self.robber_sleeps: bool = made["robber-sleeps"]
        self.fifth_is_played: bool = made["fifth-card-is-played"]
        self.sabotage_hits_cities: bool = made["sabotage-hits-cities"]
        self.diplomacy_takes_any: bool = made["diplomacy-takes-any"]
        self.treason_is_free: bool = made["treason-is-free"]
        self.merchant_needs_city: bool = made["merchant-needs-city"]
        self.activation_tires: bool = made["activation-tires"]
        self.defense_is_chosen: bool = r.config.options["defense"] == "chosen"
        # Its items follow each other. By item, where the goods that it costs begin in `needs`, each with a count.
        self.first_item: i64 = r.item_names.index(ITEMS[0])
        needs: list[int] = []
        starts = [0]
        for item in range(len(ITEMS)):
            row = int(self.first_item + item) * goods
            for good in range(goods):
                if r.costs[row + good] > 0:
                    needs += [good, int(r.costs[row + good])]
            starts.append(len(needs))
        self.needs: vec[i64] = vec[i64](needs)
        self.needs_from: vec[i64] = vec[i64](starts)
        # By hex, the commodity of its terrain; -1 for none.
        goods_of = {terrain: r.good_names.index(good) for terrain, good in data["terrain"].items()}
        self.commodity: vec[i64] = vec[i64]([goods_of.get(terrain, -1) for terrain in r.board.terrain])
        self.trek = Trek(r)
        self.length: i64 = int(data["track"]["length"])
        self.wall_supply: i64 = int(data["pieces"]["walls"])
        supply = [int(count) for count in data["pieces"]["knights"]]
        self.knight_supply: vec[i64] = vec[i64](supply)
        self.knights_in_all: i64 = sum(supply)
        self.card_names: list[str] = list(deck)
        copies = list(deck.values())
        self.copies: vec[i64] = vec[i64](copies)
        self.kinds: i64 = len(deck)
        # The first kind of each domain, and the end of the last.
        sizes = [len(data["cards"][name]) for name in DOMAIN_NAMES]
        first = [sum(sizes[:d]) for d in range(len(sizes) + 1)]
        self.first: vec[i64] = vec[i64](first)
        domain_of = [d for d, size in enumerate(sizes) for _ in range(size)]
        self.domain_of: vec[i64] = vec[i64](domain_of)
        rooms = [sum(copies[first[d] : first[d + 1]]) for d in range(len(sizes))]
        self.pile_room: vec[i64] = vec[i64](rooms)
        attacks = int(r.turn_limit * r.rolls // self.length)  # the ship advances once a roll at most
        add = r.schema.add
        self.ship: i64 = add("ship", [], most=int(self.length))
        self.attacks: i64 = add("attacks", [], most=attacks)
        self.event: i64 = add("event", [], most=int(SHIP + DOMAINS), kinds=["none", *FACE_NAMES])
        self.levels: i64 = add("levels", [n, int(DOMAINS)], most=int(TOP_LEVEL), by_seat=[0])
        self.metropolis: i64 = add("metropolis", [int(DOMAINS)], most=corners)
        self.wall: i64 = add("wall", [corners], most=1, place="corner")
        self.walls_left: i64 = add("walls_left", [n], most=int(self.wall_supply), by_seat=[0])
        self.tipped: i64 = add("tipped", [corners], most=1, place="corner")
        self.damaged: i64 = add("damaged", [corners], most=1, place="corner")
        self.knight: i64 = add("knight", [corners], most=n, seat=1, place="corner")
        self.rank: i64 = add("rank", [corners], most=int(MIGHTY), kinds=["none", *RANK_NAMES], place="corner")
        self.active: i64 = add("active", [corners], most=1, place="corner")
        self.marks: i64 = add("marks", [corners], packing=flags(int(MARKS)), place="corner")
        # The corners with knights of each seat once more, as sets.
        self.troops: i64 = add("troops", [n, int(r.corner_words)], derived=True, packing=members(corners), by_seat=[0])
        self.knights_left: i64 = add("knights_left", [n, 3], most=supply, by_seat=[0])
        self.tokens: i64 = add("tokens", [n], most=attacks, by_seat=[0])
        self.merchant: i64 = add("merchant", [], most=int(r.board.hexes))
        self.merchant_holder: i64 = add("merchant_holder", [], most=n, seat=1)
        # By domain: the shuffled cards, the hidden cards of the seats, and the cards put under the pile, in their
        # order, with the masks of seats that saw each go there.
        piles: list[int] = []
        held: list[int] = []
        bottoms: list[int] = []
        bottoms_known: list[int] = []
        for d, name in enumerate(DOMAIN_NAMES):
            kinds = slice(first[d], first[d + 1])
            most, words = copies[kinds], ["none", *self.card_names[kinds]]
            piles.append(add(f"{name}_pile", [sizes[d]], NOBODY, name, most=most))
            held.append(add(f"{name}_cards", [n, sizes[d]], OWNER, name, most=most))
            bottoms.append(add(f"{name}_bottom", [rooms[d]], NOBODY, name, ordered=True, most=sizes[d], kinds=words))
            bottoms_known.append(add(f"{name}_bottom_known", [rooms[d]], least=-1, packing=flags(n), by_seat=[1]))
        self.pile: vec[i64] = vec[i64](piles)
        self.held: vec[i64] = vec[i64](held)
        self.bottom: vec[i64] = vec[i64](bottoms)
        self.bottom_known: vec[i64] = vec[i64](bottoms_known)
        # By seat and kind of card, the cell of its hidden cards.
        self.held_at: vec[i64] = vec[i64](
            [held[d] + seat * sizes[d] + kind - first[d] for seat in range(n) for kind, d in enumerate(domain_of)]
        )
        # What each seat knows of the cards of each other (`progress.memory`).
        self.seen_cards: i64 = add(
            "seen_cards", [n, n, int(DOMAINS)], OWNER, packing=packing_of_cards(domain_of, first, copies), by_seat=[1]
        )
        # What each seat knows of the goods of each other, and of which goods all know a seat to hold none (`hands`).
        self.seen_goods: i64 = add(
            "seen_goods", [n, n], OWNER, packing=counts(int(GOOD_BITS), r.config.stock), by_seat=[1]
        )
        self.lacking: i64 = add("lacking", [n], packing=flags(goods), by_seat=[0])
        self.hidden: i64 = add("hidden", [n], most=sum(rooms), by_seat=[0])
        self.bottom_size: i64 = add("bottom_size", [int(DOMAINS)], most=rooms)
        self.laid_open: i64 = add("laid", [n, 2], most=1, by_seat=[0])
        self.cranes: i64 = add("cranes", [], most=deck["crane"])
        self.fleet: i64 = add("fleet", [], packing=flags(goods))
        self.harbor_open: i64 = add("harbor_open", [], most=1)
        self.harbor_done: i64 = add("harbor_done", [], packing=flags(n), by_seat=[0])
        # Set by `CitiesKnightsRules`: phases.
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

    def cards_of(self, s: State, seat: i64) -> i64:
        """How many hidden progress cards a seat has (CK-026)."""
        return s.cells[self.hidden + seat]

    def gain_card(self, s: State, seat: i64, kind: i64, count: i64) -> None:
        """Add a hidden card to a hand (1), or remove it (-1)."""
        s.cells[self.card_at(seat, kind)] += count
        s.cells[self.hidden + seat] += count


def packing_of_cards(domain_of: list[int], first: list[int], copies: list[int]) -> Packing:
    """How the cells of the domains hold a count for each kind of card (`progress.memory`).

    By kind, its domain and the number of its copies; `first` are the first kinds of the domains.
    """
    radix = int(BITS[CARD_BITS])
    times = [radix ** (kind - first[d]) for kind, d in enumerate(domain_of)]
    return Packing(int(DOMAINS), domain_of, times, [radix] * len(domain_of), copies)
