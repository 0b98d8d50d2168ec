"""The seven: discards, the robber, the theft (BASE-021 to BASE-024, BASE-049); the knight uses the last two."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import PlaceVerb
from bastide.catan.base.island import Island
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State


def start_seven(r: Island, s: State, seat: i64) -> None:
    """Whoever holds too many cards owes half of them, rounded down; then the robber moves (BASE-022, BASE-023)."""
    c = s.cells
    owing = False
    for other in range(r.seats):
        n = r.hand_size(s, other)
        if n > r.hand_limit(s, other):
            c[r.discards + other] = n // 2
            s.emit("owes", other, n // 2)
            owing = True
    if not (r.modular and r.seams.on_seven(s, seat)):
        send_robber(r, s, seat)
    if owing:
        s.push(r.discard_phase, seat, 0)


def send_robber(r: Island, s: State, seat: i64) -> None:
    """That seat must move the robber, if there is a hex to move it to."""
    for h in range(r.board.hexes):
        if robber_may_go(r, s, seat, h):
            s.push(r.robber_phase, seat)
            return


def robber_may_go(r: Island, s: State, seat: i64, hex_: i64) -> bool:
    """Whether that seat may move the robber to a hex: any but the one where it stands (BASE-023, BASE-049)."""
    return hex_ != s.cells[r.robber] and (not r.modular or r.seams.robber_may_stand(s, seat, hex_))


def victims(r: Island, s: State, seat: i64) -> i64:
    """The mask of opponents with a building at the robber's hex and a card to lose (BASE-024)."""
    c = s.cells
    mask: i64 = 0
    h = c[r.robber]
    if h < 0:
        return 0
    for k in range(6):
        owner = c[r.owner + r.board.hex_corners[h * 6 + k]] - 1
        if owner >= 0 and owner != seat and (mask & BITS[owner]) == 0 and r.hand_size(s, owner) > 0:
            if not r.modular or r.seams.may_rob(s, seat, owner):
                mask += BITS[owner]
    return mask


class DiscardPhase(Phase):
    """All who owe cards choose them, in any order.

    Frame: the seat on turn, who gets the cards + 1 (0: the bank), why they are owed (0: a seven; else for a module).
    `discard_from` is the next kind a seat may choose + 1, 0 before the first.
    """

    def __init__(self, r: Island, discard: i64) -> None:
        super().__init__("discard")
        self.r = r
        self.discard = discard

    def actors(self, s: State) -> i64:
        mask: i64 = 0
        for seat in range(self.r.seats):
            if s.cells[self.r.discards + seat] > 0:
                mask += BITS[seat]
        return mask

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        owed = c[r.discards + seat]
        least = c[r.discard_from + seat] - 1
        beyond: i64 = 0  # cards of this kind and later ones: a choice must leave enough for the rest
        for g in range(r.goods - 1, -1, -1):
            held = c[r.hand + seat * r.goods + g]
            beyond += held
            if held > 0 and g >= least and beyond >= owed:
                out.add(self.discard + g)

    def partial(self, s: State, seat: i64) -> bool:
        return s.cells[self.r.discard_from + seat] > 0


class GoodVerb(Verb):
    """A verb whose argument is a good."""

    def __init__(self, word: str, r: Island, by_chance: bool = False) -> None:
        super().__init__(word, r.goods, by_chance)
        self.r = r

    def describe(self, arg: i64) -> str:
        return f"{self.word} {self.r.good_names[arg]}"

    def parse(self, words: list[str]) -> i64:
        if len(words) != 1 or words[0] not in self.r.good_names:
            return -1
        return self.r.good_names.index(words[0])


class SeatVerb(Verb):
    """A verb whose argument is a seat."""

    def __init__(self, word: str, r: Island) -> None:
        super().__init__(word, r.seats)
        self.r = r

    def describe(self, arg: i64) -> str:
        return f"{self.word} {arg}"

    def parse(self, words: list[str]) -> i64:
        if len(words) != 1 or len(words[0]) != 1 or words[0] not in "0123456789":
            return -1
        seat = int(words[0])
        return seat if seat < self.size else -1


class DiscardVerb(GoodVerb):
    """One card of a discard; the notation writes the whole set: `discard ore*2 wool`."""

    def __init__(self, r: Island) -> None:
        super().__init__("discard", r)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        to = c[s.top() + 2] - 1
        if to < 0:
            r.draw_goods(s, seat, arg, -1)
            s.emit("discard", seat, arg, 1)
        else:
            sees = BITS[seat] | BITS[to]
            r.pass_goods(s, seat, to, arg, 1, sees)
            s.emit("give", seat, arg, 1, to, 0, sees)
        c[r.discards + seat] -= 1
        c[r.discard_from + seat] = arg + 1
        if c[r.discards + seat] == 0:
            c[r.discard_from + seat] = 0
            for other in range(r.seats):
                if c[r.discards + other] > 0:
                    return
            s.pop()


class RobberPhase(Phase):
    """The robber must move."""

    def __init__(self, r: Island, robber: i64) -> None:
        super().__init__("robber")
        self.r = r
        self.robber = robber

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for h in range(self.r.board.hexes):
            if robber_may_go(self.r, s, seat, h):
                out.add(self.robber + h)


class RobberVerb(PlaceVerb):
    """`robber q,r`: the robber goes to a hex."""

    def __init__(self, r: Island) -> None:
        super().__init__("robber", r.board.hex_names, r.board.hex_index)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        s.cells[r.robber] = arg
        s.pop()
        s.emit("robber", seat, arg)
        mask = victims(r, s, seat)
        if mask == 0:
            return
        for other in range(r.seats):
            if mask == BITS[other]:
                s.push(r.steal_phase, seat, other)
                return
        s.push(r.rob_phase, seat)


class RobPhase(Phase):
    """Several opponents stand at the robber's hex: one is chosen."""

    def __init__(self, r: Island, rob: i64) -> None:
        super().__init__("rob")
        self.r = r
        self.rob = rob

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        mask = victims(self.r, s, seat)
        for other in range(self.r.seats):
            if mask & BITS[other]:
                out.add(self.rob + other)


class RobVerb(SeatVerb):
    """`rob 2`: the victim is chosen."""

    def __init__(self, r: Island) -> None:
        super().__init__("rob", r)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.push(self.r.steal_phase, seat, arg)


class StealPhase(Phase):
    """Chance: each card in the victim's hand is as likely. Frame: the thief, the victim."""

    def __init__(self, r: Island, steal: i64) -> None:
        super().__init__("steal")
        self.r = r
        self.steal = steal

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        r = self.r
        victim = s.cells[s.top() + 2]
        for g in range(r.goods):
            n = s.cells[r.hand + victim * r.goods + g]
            if n > 0:
                out.weigh(self.steal + g, n)


class StealVerb(GoodVerb):
    """`steal ore`: which card it was; only thief and victim learn it (BASE-054)."""

    def __init__(self, r: Island) -> None:
        super().__init__("steal", r, by_chance=True)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        top = s.top()
        thief = c[top + 1]
        victim = c[top + 2]
        s.pop()
        sees = BITS[thief] | BITS[victim]
        r.pass_goods(s, victim, thief, arg, 1, sees)
        s.emit("steal", thief, victim, arg, 0, 0, sees)
