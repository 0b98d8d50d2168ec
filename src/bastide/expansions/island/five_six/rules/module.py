"""Five and six players as a module of the island (X56-001 to X56-013).

Between two turns there is one of two things. In the special building phase all other seats, clockwise from the one
whose turn ended, build and buy. With paired players, the third seat to the left takes a second turn without a roll.

**Nobody is skipped by what it holds.** Each seat is asked in the special building phase, even one that can pay for
nothing: otherwise all others would see that. A seat that does not want to be asked sits out until it joins in again.
This is its own choice and public, since everybody sees who is not asked.
"""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import Island
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.base.turn import BuildingPhase, ripen, take_turn
from bastide.catan.board.layout import Layout
from bastide.expansions.island.five_six.rules.figures import BETWEEN_TURNS, FIGURES, LAYOUTS, layout
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Verb
from bastide.kernel.state import AGENDA, DEPTH, FRAME, State

PARTNER: Final[i64] = 3
"""The player of the second turn sits so many seats to the left of the first (X56-007)."""
TRADES: Final = ("bank", "offer", "accept", "refuse", "counter", "trade", "withdraw")
CARDS: Final = ("knight", "roads", "plenty", "monopoly")
BUILDING: Final = ("road", "settle", "city", "buy")


@final
class FiveSixRules(ModuleRules):
    """The extension in a game."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.paired: bool = r.config.options["between_turns"] == "paired"
        # With paired players, the seat that had the first turn, plus 1; 0 unless this is the second.
        self.first: i64 = r.schema.add("first", [], most=int(r.seats), seat=1) if self.paired else 0
        # Otherwise, by seat, whether it sits out; and the codes and phases of the special building phase, or -1.
        self.out: i64 = 0 if self.paired else r.schema.add("out", [int(r.seats)], most=1, by_seat=[0])
        self.sit_out: i64 = -1
        self.join_in: i64 = -1
        self.special_phase: i64 = -1
        self.opening_phase: i64 = -1
        if self.paired:
            return
        self.sit_out = r.add_verb(SitOutVerb(self))
        self.join_in = r.add_verb(JoinInVerb(self))
        self.special_phase = r.add_phase(SpecialPhase(self, pass_code(r)))
        self.opening_phase = r.add_phase(OpeningPhase(self, r.verb_named("go-on").offset))

    # -- between two turns

    def building(self, s: State) -> i64:
        """The seat that is asked in the special building phase; -1 outside it."""
        c = s.cells
        for k in range(c[DEPTH]):
            if c[AGENDA + k * FRAME] == self.special_phase:
                return c[AGENDA + k * FRAME + 1]
        return -1

    def second(self, s: State) -> bool:
        """Whether this is the second turn of paired players."""
        return self.paired and s.cells[self.first] != 0

    def asked(self, s: State, seat: i64) -> i64:
        """The seat that is asked after another one; -1 if nobody is left."""
        c = s.cells
        n = self.r.seats
        following = (seat + 1) % n
        while following != c[self.r.on_turn]:
            if c[self.out + following] == 0:
                return following
            following = (following + 1) % n
        return -1

    def close_turn(self, s: State, seat: i64) -> None:
        if self.paired:
            return
        first = self.asked(s, seat)
        if first >= 0:
            s.push(self.opening_phase, first)

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        if not self.paired:
            return following
        r = self.r
        c = s.cells
        before = c[self.first] - 1
        if before >= 0:  # the second turn is over
            c[self.first] = 0
            return (before + 1) % r.seats
        partner = (seat + PARTNER) % r.seats
        c[self.first] = seat + 1
        take_turn(r, s, partner)
        s.push(r.main_phase, partner)
        s.emit("five_six_second", partner, seat)
        r.seams.begin_turn(s, partner)
        r.check_win(s)
        return -1

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled and not self.paired and s.cells[self.out + seat] != 0:
            out.add(self.join_in)

    def may_offer(self, s: State, seat: i64) -> bool:
        return not self.second(s)

    def may_win(self, s: State, seat: i64) -> bool:
        return self.paired or self.building(s) < 0

    # -- refusals

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        if self.paired or self.building(s) < 0:
            return None
        if seat == s.cells[self.r.on_turn]:
            return no.say("X56-005", "your turn is over: the others build now")
        return no.say("X56-005", "in the special building phase the players build one after the other")

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        verb = self.r.verb_of[codes[0]]
        word = verb.word
        if self.second(s):
            if word in TRADES and word != "bank":
                return no.say("X56-007", "in the second turn you trade only with the bank and harbours")
            if word == "roll":
                return no.say("X56-007", "in the second turn no dice are rolled")
            return None
        if self.paired:
            return None
        phase = s.cells[s.top()]
        if phase == self.special_phase:
            return None if self._sold(word) else self._only_building(verb, no)
        if word == "sit-out":
            return no.say("X56-005", "you can only sit out in the special building phase")
        if word == "join-in" and phase == self.r.main_phase:
            return no.say("X56-005", "you are asked in every special building phase already")
        return None

    def _sold(self, word: str) -> bool:
        """Whether a verb buys something; an item without a rule is the price of something else, as of a card."""
        names = self.r.item_names
        return word in BUILDING or (word in names and self.r.item_rules[names.index(word)] != "")

    def _only_building(self, verb: Verb, no: Refusal) -> IllegalAction:
        if verb.word in TRADES:
            return no.say("X56-006", "there is no trade in the special building phase")
        if verb.word in CARDS:
            return no.say("X56-006", "no cards are played in the special building phase")
        if verb.owner in ("island", self.name):
            return no.say("X56-005", "in the special building phase you build, buy or pass")
        return no.say("X56-012", "in the special building phase you can only do what is bought with cards")


@final
class OpeningPhase(AutomaticPhase):
    """Begins the special building phase, once all that other modules do at the end of the turn is done.

    Until then the turn lasts, and its player may win. Frame: the seat that is asked first.
    """

    def __init__(self, m: FiveSixRules, verb: i64) -> None:
        super().__init__("five_six_opening", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        s.push(self.m.special_phase, seat)
        s.emit("five_six_building", s.cells[self.m.r.on_turn])


@final
class SpecialPhase(BuildingPhase):
    """The special building phase: one seat after the other (X56-005). Frame: the seat that is asked."""

    def __init__(self, m: FiveSixRules, no: i64) -> None:
        super().__init__("five_six_building", m.r, no)
        self.m = m

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        super().legal(s, seat, out)
        out.add(self.m.sit_out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The seat builds no more: the next one is asked."""
        ripen(self.r, s, seat)
        following = self.m.asked(s, seat)
        if following >= 0:
            s.cells[s.top() + 1] = following
            return
        s.pop()
        go_on(self.r, s)


@final
class SitOutVerb(Verb):
    """`sit-out`: the seat passes, and is not asked again until it joins in."""

    def __init__(self, m: FiveSixRules) -> None:
        super().__init__("sit-out", 1)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.out + seat] = 1
        s.emit("five_six_out", seat)
        m.r.phases[s.cells[s.top()]].resume(s, seat, arg)


@final
class JoinInVerb(Verb):
    """`join-in`: on its turn, a seat takes part in the special building phases again."""

    def __init__(self, m: FiveSixRules) -> None:
        super().__init__("join-in", 1)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.out + seat] = 0
        s.emit("five_six_in", seat)


class FiveSix(IslandModule):
    """The extension."""

    def __init__(self) -> None:
        super().__init__("five_six", FiveSixRules)
        self.role = "extension"
        numbers = [int(n) for n in FIGURES["seats"]]
        self.more_seats = tuple(numbers)
        self.only_seats = tuple(numbers)
        self.options = {"between_turns": BETWEEN_TURNS}
        self.defaults = {"pieces": "free"}
        self.layouts = LAYOUTS

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout(name, options, rng)

    def prepare(self, config: IslandConfig) -> None:
        for g, name in enumerate(config.good_names):
            if config.good_owners[name] == "island":
                config.stock[g] += FIGURES["stock"]
        if any(config.deck):
            for kind, more in enumerate(FIGURES["deck"].values()):
                config.deck[kind] += more
