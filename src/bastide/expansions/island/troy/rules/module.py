"""Troy as a module of the island: its answers at the seams (TROY-001 to TROY-049, HIST-001 to HIST-006)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import Island
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.grid import HEX
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.troy.rules.battles import BattlePhase, DealPhase, DealVerb, FightVerb, begin_battle
from bastide.expansions.island.troy.rules.board import (
    BERTH,
    FIGURES,
    LAYOUTS,
    SEA_PEOPLE,
    TERRAINS,
    layout,
)
from bastide.expansions.island.troy.rules.refusals import why_not
from bastide.expansions.island.troy.rules.row import (
    DonatedVerb,
    DonatePhase,
    DonateVerb,
    LiftedVerb,
    PointPhase,
    PointVerb,
    PutBackPhase,
    PutBackVerb,
    RowKnowledge,
    TakeFromRowVerb,
    TakenCardPhase,
    row_actions,
)
from bastide.expansions.island.troy.rules.ships import (
    CharterPhase,
    CharterVerb,
    PeoplePhase,
    PeopleVerb,
    ShipVerb,
    ship_spots,
)
from bastide.expansions.island.troy.rules.state import (
    CITIES,
    DRAWN,
    ENDS_TURN,
    EXCHANGED,
    MOST_GIVEN,
    ONCE,
    ROW_CARDS,
    SHIP,
    SHIPS,
    SIDES,
    THREE,
    TWO,
    TroyState,
)
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

GOAL: Final = 15
PEOPLE_FIRST: Final = ("TROY-028", "another player moves the sea people first")
PLAYERS: Final = (4, 6)
SHIP_COST: Final = {"lumber": 1, "wool": 1}
THREE_RATE: Final[i64] = 3
TWO_RATE: Final[i64] = 2


@final
class TroyRules(TroyState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        deal = r.add_verb(DealVerb(self, "side", names=CITIES), by_chance=True)
        self.donate = r.add_verb(DonateVerb(self, "donate", names=r.good_names))
        self.donated = r.add_verb(DonatedVerb(self, "donated"))
        self.build = r.add_verb(ShipVerb(self, "ship", names=r.board.hex_names))
        self.move = r.add_verb(PeopleVerb(self, "people", names=r.board.hex_names))
        charter = r.add_verb(CharterVerb(self, "charter", names=r.good_names))
        self.exchange = r.add_verb(TakeFromRowVerb(self, "swap-card", EXCHANGED))
        self.draw = r.add_verb(TakeFromRowVerb(self, "draw-row", DRAWN))
        self.lifted = r.add_verb(
            LiftedVerb(self, "lifted", names=[*self.place_names, *r.good_names[: int(r.held)]]), by_chance=True
        )
        self.put_back = r.add_verb(PutBackVerb(self, "put-back", names=r.good_names))
        reveal = r.add_verb(FightVerb(self, "reveal", names=r.good_names), by_chance=True)
        r.add_set("donate", end="donated", example="donate wool*2 ore")
        pass_code(r)
        if self.pointed:
            self.point = r.add_verb(PointVerb(self, "point", names=[*self.place_names, "rest"]))
        self.deal_phase = r.add_phase(DealPhase(self, "troy_deal", asks=deal))
        self.donate_phase = r.add_phase(DonatePhase(self, "troy_donate", MOST_GIVEN, r.held - 1))
        self.people_phase = r.add_phase(PeoplePhase(self, "troy_people"), waits=PEOPLE_FIRST)
        self.charter_phase = r.add_phase(CharterPhase(self, "troy_charter", asks=charter))
        self.lift_phase = r.add_phase(TakenCardPhase(self))
        self.return_phase = r.add_phase(PutBackPhase(self, "troy_return"))
        self.battle_phase = r.add_phase(BattlePhase(self, "troy_battle", self.shown_cards, asks=reveal))
        if self.pointed:
            self.point_phase = r.add_phase(PointPhase(self, "troy_point", 1))
        self.war = r.add_ending("war")
        r.add_knowledge(RowKnowledge(self))

    # -- set-up and turn

    def begin(self, s: State) -> None:
        """Lay the first row, all of which everybody knows, and deal the decision cards (TROY-001, TROY-004)."""
        c = s.cells
        r = self.r
        for place, name in enumerate(FIGURES["first_row"]):
            good = r.good_names.index(name)
            c[r.bank + good] -= 1
            c[self.given + place] = good + 1
            c[self.knows + place] = r.seats + 1
        for city in range(SIDES):
            c[self.undealt + city] = r.seats // 2
        for good in range(r.held):
            c[self.charters + good] = FIGURES["charters"]
        c[self.people] = r.board.sites(SEA_PEOPLE)[0][0]
        if not r.config.layout.starts:
            s.push(self.deal_phase, 0)

    def after_setup(self, s: State) -> None:
        """With printed starting pieces the decision cards are dealt after them."""
        if self.r.config.layout.starts:
            s.push(self.deal_phase, 0)

    def begin_turn(self, s: State, seat: i64) -> None:
        for k in range(ONCE):
            s.cells[self.once + k] = 0
        s.cells[self.fought] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            ship_spots(self, s, seat, out)
            row_actions(self, s, seat, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        ship_spots(self, s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        begin_battle(self, s, seat)

    # -- the seven and trade

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """There is no robber: the sea people move (TROY-028)."""
        s.push(self.people_phase, seat)
        return True

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        if rate > TWO_RATE and s.cells[self.chosen + seat] == good + 1 and self.serves(s, seat, TWO):
            return TWO_RATE
        if rate > THREE_RATE and self.serves(s, seat, THREE):
            return THREE_RATE
        return rate

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- points and end

    def may_win(self, s: State, seat: i64) -> bool:
        return s.cells[self.fought] == 0

    def points(self, s: State, seat: i64) -> i64:
        return self.flags(s, seat)

    def hidden_points(self, s: State, seat: i64) -> i64:
        city = s.cells[self.side + seat] - 1
        if city < 0:
            return 0
        return self.city_points(s, city)


class Troy(IslandModule):
    """The scenario."""

    def __init__(self) -> None:
        super().__init__("troy", TroyRules)
        self.role = "world"
        self.only_seats = PLAYERS
        self.terrains = {name: Terrain(robber=False) for name in TERRAINS}
        self.layouts = LAYOUTS
        self.sites = {BERTH: HEX, SEA_PEOPLE: HEX}
        self.options = {"battle_ends_turn": ENDS_TURN, "row_cards": ROW_CARDS}
        self.renamed = {"fights_end_turn": "battle_ends_turn"}
        self.defaults = {"goal": GOAL, "pieces": "free"}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout(seats)

    def prepare(self, config: IslandConfig) -> None:
        config.robber = False
        config.deck = [0] * len(config.deck)
        config.add_item(SHIP, SHIP_COST, int(SHIPS), "TROY-017")
