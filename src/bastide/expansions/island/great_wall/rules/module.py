"""The Great Wall as a module of the island: its answers at the seams (GW-001 to GW-049, HIST-001 to HIST-006)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig, Placing
from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.robber import BY_KNIGHT
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.great_wall.rules.board import (
    BATTLEFIELD,
    FIGURES,
    LAYOUTS,
    PIRATE,
    STEPPE,
    layout,
    site_words,
)
from bastide.expansions.island.great_wall.rules.knight import (
    ACTIONS,
    FreeVerb,
    KnightPhase,
    LeadVerb,
    PirateSailsPhase,
    PirateSailsVerb,
    RideVerb,
)
from bastide.expansions.island.great_wall.rules.refusals import why_not
from bastide.expansions.island.great_wall.rules.riders import RiderPhase, RiderVerb, call_rider, ride_out
from bastide.expansions.island.great_wall.rules.state import GreatWallState
from bastide.expansions.island.great_wall.rules.wall import WallSectionVerb, may_wall
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError, IllegalAction, Refusal
from bastide.kernel.state import BITS, State

PLAYERS: Final = (4, 6)
ARMY_POINTS: Final = 1
THEFT: Final = ("may", "must")
OCCUPIES: Final = ("highest", "likeliest")


@final
class GreatWallRules(GreatWallState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.wall = r.add_verb(WallSectionVerb(self, "wall-section"))
        rider = r.add_verb(RiderVerb(self, "rider"), by_chance=True)
        self.ride = r.add_verb(RideVerb(self, "ride"))
        self.lead = r.add_verb(LeadVerb(self, "lead"))
        self.free = r.add_verb(FreeVerb(self, "free", names=r.board.hex_names[: int(r.board.land)]))
        self.sail = r.add_verb(PirateSailsVerb(self, "pirate", names=r.board.hex_names))
        self.rider_phase = r.add_phase(RiderPhase(self, "great_wall_rider", asks=rider))
        self.knight_phase = r.add_phase(
            KnightPhase(self, "great_wall_knight", BITS[ACTIONS] - 1, self.numerals),
            waits=("GW-030", "another player's knight acts first"),
        )
        self.pirate_phase = r.add_phase(
            PirateSailsPhase(self, "great_wall_pirate"), waits=("GW-028", "another player moves the pirate first")
        )

    # -- set-up and turn

    def begin(self, s: State) -> None:
        for k in range(self.numerals):
            s.cells[self.bag + k] = self.each
        s.cells[self.pirate] = self.r.board.sites(PIRATE)[0][0]

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        if step >= self.sections:
            return True
        for section in range(self.sections):
            if self.fortresses[section] == corner:
                return True
        return False

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            self.purchases(s, seat, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        if may_wall(self, s, seat):
            out.add(self.wall)

    # -- the roll, production and the seven

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        ride_out(self, s, total)

    def rests(self, s: State, hex_: i64) -> bool:
        return self.lowest(s, self.behind, hex_) >= 0

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """There is no robber: a seven moves the pirate, and a knight's card has actions of its own."""
        s.push(self.knight_phase if by == BY_KNIGHT else self.pirate_phase, seat)
        return True

    # -- building and trading

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if s.cells[self.r.turn] > 0 and SETTLEMENT <= item <= CITY:
            call_rider(self, s, seat)

    def corner_serves(self, s: State, corner: i64) -> bool:
        return self.harbor_hex[corner] < 0 or self.harbor_hex[corner] != s.cells[self.pirate]

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        return -s.cells[self.penalties + seat]


class GreatWall(IslandModule):
    """The scenario."""

    def __init__(self) -> None:
        super().__init__("great_wall", GreatWallRules)
        self.role = "world"
        self.only_seats = PLAYERS
        self.terrains = {name: Terrain(water=True, robber=False) for name in (STEPPE, BATTLEFIELD)}
        self.layouts = LAYOUTS
        self.sites = site_words()
        self.options = {"pirate_theft": THEFT, "riders_occupy": OCCUPIES}
        self.defaults = {"pieces": "free"}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout(seats)

    def prepare(self, config: IslandConfig) -> None:
        if config.layout.starts:
            raise ConfigError("starts: in this scenario the players place their fortresses themselves", None, "GW-006")
        seats = config.seats
        config.robber = False
        config.army_points = ARMY_POINTS
        for name, count in FIGURES["removed"].items():
            config.deck[config.card_names.index(name)] -= count
        last = seats - 1  # the last to place a fortress begins with the settlements
        round_ = [last, *range(last)]
        config.placings = [Placing(turn, line=False) for turn in range(seats)]
        config.placings += [Placing(turn) for turn in round_] + [Placing(turn, pays=True) for turn in round_[::-1]]
        config.first_turn = last
