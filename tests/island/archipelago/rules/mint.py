"""Goods that are no cards, things to buy, further cards and sets of goods: the mint of the archipelago.

Gold lies in purses, and the bank always has some. Each road earns one; the bank changes two for a card, twice a turn.
Each seat can buy two mints, a point each. Jubilee cards bring three gold. Once a turn a seat may endow cards of its
choice, for a gold each.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.cards import lay_open, may_play
from bastide.catan.base.config import UNLIMITED, IslandConfig
from bastide.catan.base.island import ROAD, Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State

RATE: Final = 2
CHANGES: Final = 2
JUBILEES: Final = 3
MINTS: Final = 2
WORTH: Final = 3


class MintRules(ModuleRules):
    """Counts the mints of each seat, and how often gold was changed and cards donated this turn."""

    def __init__(self, r: Island, module: Mint) -> None:
        super().__init__(r, module)
        self.mint = module.mint
        self.jubilee = module.jubilee
        self.gold = r.good_names.index("gold")
        self.changed = r.schema.add("changed", [], most=2)
        self.donated = r.schema.add("donated", [], most=1)
        self.mints = r.schema.add("mints", [int(r.seats)], most=MINTS)
        self.strike, self.celebrate = Strike(self), Celebrate(self)
        self.donate, self.give, self.done = Donate(self), Lay(self), Done(self)
        for verb in (self.strike, self.celebrate, self.donate, self.give, self.done):
            r.add_verb(verb)
        r.add_set("endow", "lay", "done", "endow wool*2", listed=False)
        self.donation = r.add_phase(Donation(self))

    def begin_turn(self, s: State, seat: i64) -> None:
        super().begin_turn(s, seat)
        s.cells[self.changed] = 0
        s.cells[self.donated] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        super().turn_actions(s, seat, rolled, out)
        r = self.r
        if may_play(r, s, seat, self.jubilee):
            out.add(self.celebrate.offset)
        if rolled:
            self.purchases(s, seat, out)
            if s.cells[self.donated] == 0 and r.hand_size(s, seat) > 0:
                out.add(self.donate.offset)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        if r.payable(s, seat) & BITS[self.mint] and r.left_of(s, seat, self.mint) > 0:
            out.add(self.strike.offset)

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if item == ROAD and seat < self.r.seats:
            self.earn(s, seat, 1)

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        if good != self.gold:
            return rate
        return RATE if s.cells[self.changed] < CHANGES else 0

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        if good == self.gold:
            s.cells[self.changed] += 1

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        r = self.r
        bank = r.verb_named("bank")
        from_gold = int(bank.offset) + self.gold * r.goods * 3
        if from_gold <= codes[0] < from_gold + r.goods * 3 and r.rate(s, seat, self.gold) == 0:
            return no.say("MINT-003", "the bank has changed your gold twice this turn")
        if codes[0] == self.donate.offset and s.cells[self.donated] != 0:
            return no.say("MINT-005", "you have given a card this turn already")
        return super().why_not(s, seat, codes, no)

    def points(self, s: State, seat: i64) -> i64:
        return s.cells[self.mints + seat]

    def earn(self, s: State, seat: i64, count: i64) -> None:
        """Gold comes into a purse."""
        self.r.draw_goods(s, seat, self.gold, count)
        s.emit("mint_gold", seat, self.gold, count)


class Mint(IslandModule):
    """The module before a game."""

    def __init__(self, name: str = "mint", rules: type[ModuleRules] = MintRules) -> None:
        super().__init__(name, rules)
        self.mint: i64 = 0
        self.jubilee: i64 = 0

    def prepare(self, config: IslandConfig) -> None:
        super().prepare(config)
        config.add_goods({"gold": UNLIMITED}, purse=True)
        self.mint = config.add_item("mint", {"brick": 1, "gold": 2}, MINTS, "MINT-002")
        self.jubilee = config.add_card("jubilee", JUBILEES)


class MintVerb(Verb):
    """A verb of the module without an argument."""

    def __init__(self, word: str, m: MintRules) -> None:
        super().__init__(word, 1)
        self.m = m


class Strike(MintVerb):
    """`mint`: a mint is bought."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("mint", m)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.m.r
        r.pay(s, seat, self.m.mint)
        r.use_item(s, seat, self.m.mint)
        s.cells[self.m.mints + seat] += 1
        s.emit("mint_built", seat)
        r.check_win(s)


class Celebrate(MintVerb):
    """`jubilee`: the card is played."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("jubilee", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_open(self.m.r, s, seat, self.m.jubilee)
        self.m.earn(s, seat, WORTH)


class Donate(MintVerb):
    """`endow wool*2 ore`: cards go to the bank."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("endow", m)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.donated] = 1
        s.push(self.m.donation, seat)


class Donation(Phase):
    """The cards of a donation, kinds in ascending order. Frame: the seat, the next kind, how many there are."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("mint_donation")
        self.m = m

    def partial(self, s: State, seat: i64) -> bool:
        return True

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        top = s.top()
        for good in range(s.cells[top + 2], r.held):
            if s.cells[r.hand + seat * r.goods + good] > 0:
                out.add(self.m.give.offset + good)
        if s.cells[top + 3] > 0:
            out.add(self.m.done.offset)


class Lay(Verb):
    """One card of a donation."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("lay", names=m.r.good_names)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        self.m.r.draw_goods(s, seat, arg, -1)
        s.cells[s.top() + 2] = arg
        s.cells[s.top() + 3] += 1


class Done(MintVerb):
    """The donation is complete."""

    def __init__(self, m: MintRules) -> None:
        super().__init__("done", m)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        count = s.cells[s.top() + 3]
        s.pop()
        self.m.earn(s, seat, count)
