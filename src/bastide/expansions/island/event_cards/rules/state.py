"""The fields of Event Cards, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import KNIGHT, ROAD, ROAD_LINE, Island, line_at
from bastide.catan.base.seams import IslandModule, ModuleRules, Partner
from bastide.expansions.island.event_cards.rules.deck import ABOVE, CARD_NAMES, COPIES, EVENTS, KINDS, NUMBERS
from bastide.kernel.bits import cells_for, following, has, members, put
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import OWNER, State

REPAIR: Final = "mend"


@mypyc_attr(allow_interpreted_subclasses=True)
class EventCardsPartner(Partner):
    """What another expansion changes in the events; this class changes nothing."""

    def __init__(self, m: EventCardsState) -> None:
        self.m = m

    def knights_are(self) -> str:
        """Which knights count for Tournament and Conflict: the `played` cards, the pieces on the `board`, or those that
        are `active`, by their strength.
        """
        return "played"

    def strength(self, s: State, seat: i64) -> i64:
        """What counts for Tournament and Conflict: the knights that a seat has played (TB-EVT-015, TB-EVT-020)."""
        return s.cells[self.m.r.played + seat * self.m.r.kinds + KNIGHT]

    def champion(self, s: State) -> i64:
        """The seat that holds the largest army; -1 for none (TB-EVT-020)."""
        return s.cells[self.m.r.army_holder] - 1

    def robber_sleeps(self, s: State) -> bool:
        """Whether nothing moves the robber for now."""
        return False

    def attacks(self, s: State, seat: i64) -> bool:
        """Whether a robber attack does more than make players discard; `seat` is on turn."""
        return True

    def city_draws(self, s: State, hex_: i64, seat: i64) -> bool:
        """Let a city draw one card at a hex whose good is chosen; False for any other hex."""
        return False


class EventCardsState(ModuleRules):
    """The state of the variant."""

    # Set by `EventCardsRules`, last: what counts for the events of knights, and what cities draw in an epidemic.
    knights: EventCardsPartner
    gold: EventCardsPartner

    def __init__(self, r: Island, module: IslandModule, left_out: Sequence[int], on_trial: bool) -> None:
        super().__init__(r, module)
        # Whether another expansion takes a road away on trial, without counting it: then the board alone is right.
        self.on_trial = on_trial
        # The cards of each kind that are played with, and how many of them lie above New Year.
        self.copies: vec[i64] = COPIES[:]
        self.above: i64 = ABOVE
        for kind in range(KINDS):
            if int(NUMBERS[kind]) in left_out:
                self.above -= self.copies[kind]
                self.copies[kind] = 0
        # The number of resources, which are the first goods.
        self.resources: i64 = sum(owner == "island" for owner in r.config.good_owners.values())
        self.repair: i64 = r.item_names.index(REPAIR)
        n, edges = int(r.seats), int(r.board.edges)
        add = r.schema.add
        # By kind, the cards that have come since New Year, and all of them; the kind of this turn's card, plus 1.
        self.seen: i64 = add("seen", [int(KINDS)], most=[int(count) for count in COPIES])
        self.come: i64 = add("come", [], derived=True, most=int(ABOVE))
        self.card: i64 = add("card", [], most=int(KINDS), kinds=["none", *CARD_NAMES])
        # The edges with damaged roads, and their number by colour.
        self.damaged: i64 = add("damaged", [cells_for(edges)], packing=members(edges), place="edge")
        self.broken: i64 = add("broken", [int(r.colours)], derived=True, most=r.config.supply[ROAD], by_seat=[0])
        # Who still chooses a gift, and the goods that are chosen, plus 1.
        self.owing: i64 = add("owing", [n], most=1, by_seat=[0])
        goods = ["none", *r.good_names[: int(r.held)]]
        self.gift: i64 = add("gift", [n, 1], OWNER, "goods", ordered=True, most=int(r.held), kinds=goods)
        # Set by `EventCardsRules`: the first code of a verb, and phases.
        self.mend: i64 = 0
        self.reveal_phase: i64 = 0
        self.first_phase: i64 = 0
        self.round_phase: i64 = 0
        self.quake_phase: i64 = 0
        self.boon_phase: i64 = 0
        self.gift_phase: i64 = 0
        self.help_phase: i64 = 0
        self.give_phase: i64 = 0
        self.desert_phase: i64 = 0

    # -- the card of the turn

    def event(self, s: State) -> i64:
        """The event of this turn's card; -1 while there is none."""
        kind = s.cells[self.card] - 1
        if kind >= 0:
            return EVENTS[kind]
        return -1

    # -- roads

    def is_damaged(self, s: State, edge: i64) -> bool:
        """Whether a damaged road lies on an edge."""
        return has(s.cells, self.damaged, edge)

    def any_damaged(self, s: State) -> bool:
        """Whether there is any damaged road."""
        for at in range(self.damaged, self.damaged + self.r.edge_words):
            if s.cells[at] != 0:
                return True
        return False

    def next_damaged(self, s: State, seat: i64, edge: i64) -> i64:
        """The next edge beyond one, or from the first (-1), with a damaged road of that seat; -1 if there is none."""
        r = self.r
        edge = following(s.cells, self.damaged, r.edge_words, edge)
        while edge >= 0 and s.cells[r.road + edge] != seat + 1:
            edge = following(s.cells, self.damaged, r.edge_words, edge)
        return edge

    def damage(self, s: State, edge: i64, owner: i64) -> None:
        """Damage a road of a seat."""
        put(s.cells, self.damaged, edge, True)
        s.cells[self.broken + owner] += 1

    def mended(self, s: State, edge: i64, owner: i64) -> None:
        """A road of a seat is no longer damaged, or no longer there."""
        put(s.cells, self.damaged, edge, False)
        s.cells[self.broken + owner] -= 1

    def must_repair(self, s: State, colour: i64) -> bool:
        """Whether a seat or another colour has a damaged road, and so lays no other (TB-EVT-010)."""
        if s.cells[self.broken + colour] == 0:
            return False
        return not self.on_trial or self.next_damaged(s, colour, -1) >= 0

    def intact(self, s: State, seat: i64) -> i64:
        """The number of a seat's undamaged roads."""
        return self.r.supply[ROAD] - s.cells[self.r.left + seat * 3 + ROAD] - s.cells[self.broken + seat]

    def next_intact(self, s: State, seat: i64, edge: i64) -> i64:
        """The next edge beyond one, or from the first (-1), with an undamaged road of that seat; -1 for none."""
        r = self.r
        c = s.cells
        road = r.road
        mark = seat + 1
        for e in range(edge + 1, r.board.edges):
            if c[road + e] == mark and line_at(r, s, e) == ROAD_LINE and not self.is_damaged(s, e):
                return e
        return -1


class EventCardsVerb(Verb):
    """A verb of the Event Cards."""

    def __init__(self, m: EventCardsState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class EventCardsPhase(Phase):
    """A phase of the Event Cards."""

    def __init__(self, m: EventCardsState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
