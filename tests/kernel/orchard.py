"""A small expansion for tests: an orchard, written as an author of house rules would, in plain Python.

Fields also yield apples, of which there are too many. Apples stretch the hand limit, are points by pairs and can be
pressed for a seed from a bag that nobody sees. The robber keeps out of forests; the goal is a point higher.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules, RobberLimit
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import NOBODY, OWNER, State

SEEDS: Final = ["pip", "stone"]
BAG: Final = [5, 3]
WOOL: Final = 2


class OrchardRules(ModuleRules):
    """The module: its fields are apples (open), seeds (each seat sees its own) and the bag (seen by nobody)."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        most_apples = int(r.board.corners * r.turn_limit) + sum(BAG)
        add = r.schema.add
        self.apples = add("apples", [int(r.seats)], most=most_apples)
        self.seeds = add("seeds", [int(r.seats), len(SEEDS)], OWNER, "seeds", most=BAG)
        self.bag = add("bag", [len(SEEDS)], NOBODY, "seeds", most=BAG)
        self.press, self.sow, self.seed = Press(self), Sow(self), Seed(self)
        for verb in (self.press, self.sow, self.seed):
            r.add_verb(verb)
        r.limit_robber(NoForest(r))
        self.bag_phase = r.add_phase(BagPhase(self))
        self.sow_phase = r.add_phase(SowPhase(self))

    def begin(self, s: State) -> None:
        for k, n in enumerate(BAG):
            s.cells[self.bag + k] = n

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        left = s.cells[self.bag] + s.cells[self.bag + 1]
        if rolled and s.cells[self.apples + seat] > 0 and left > 0:
            out.add(self.press.offset)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        board = self.r.board
        if board.terrain[hex_] == "fields":
            s.cells[self.apples + s.cells[self.r.owner + corner] - 1] += 1
            return False
        if board.terrain[hex_] == "forest":  # sheep graze under the trees
            owner = s.cells[self.r.owner + corner] - 1
            self.r.claim(s, owner, WOOL, 1)
            return True
        return False

    def after_production(self, s: State, total: i64) -> None:
        self.r.check_win(s)  # apples are points

    def hand_limit(self, s: State, seat: i64) -> i64:
        return s.cells[self.apples + seat]

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        return min(rate, 3) if good == WOOL and s.cells[self.apples + seat] > 0 else rate

    def points(self, s: State, seat: i64) -> i64:
        return s.cells[self.apples + seat] // 2

    def goal(self, s: State, seat: i64) -> i64:
        return 1


class NoForest(RobberLimit):
    """The robber keeps out of forests."""

    def __init__(self, r: Island) -> None:
        self.r = r

    def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        return self.r.board.terrain[hex_] != "forest"


class Orchard(IslandModule):
    """The module before a game."""

    def __init__(self) -> None:
        super().__init__("orchard", OrchardRules)


class Press(Verb):
    """`press`: an apple for a seed from the bag."""

    def __init__(self, m: OrchardRules) -> None:
        super().__init__("press", 1)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.apples + seat] -= 1
        s.push(self.m.sow_phase, seat)
        s.push(self.m.bag_phase, seat)


class BagPhase(Phase):
    """Chance: which seed it is."""

    def __init__(self, m: OrchardRules) -> None:
        super().__init__("bag")
        self.m = m

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for k in range(len(SEEDS)):
            n = s.cells[self.m.bag + k]
            if n > 0:
                out.weigh(self.m.seed.offset + k, n)


class Seed(Verb):
    """`seed pip`: what came out of the bag."""

    def __init__(self, m: OrchardRules) -> None:
        super().__init__("seed", len(SEEDS))
        self.m = m

    def describe(self, arg: i64) -> str:
        return f"seed {SEEDS[arg]}"

    def parse(self, words: list[str]) -> i64:
        return SEEDS.index(words[0]) if len(words) == 1 and words[0] in SEEDS else -1

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        who = s.cells[s.top() + 1]
        s.cells[self.m.bag + arg] -= 1
        s.cells[self.m.seeds + who * len(SEEDS) + arg] += 1
        s.pop()


class SowPhase(Phase):
    """Keep the seed, or sow it for an apple."""

    def __init__(self, m: OrchardRules) -> None:
        super().__init__("sow")
        self.m = m

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        out.add(self.m.sow.offset)
        for k in range(len(SEEDS)):
            if s.cells[self.m.seeds + seat * len(SEEDS) + k] > 0:
                out.add(self.m.sow.offset + 1 + k)


class Sow(Verb):
    """`sow nothing`, `sow pip`: a seed back into the bag, and a new apple."""

    def __init__(self, m: OrchardRules) -> None:
        super().__init__("sow", 1 + len(SEEDS))
        self.m = m

    def describe(self, arg: i64) -> str:
        return f"sow {['nothing', *SEEDS][arg]}"

    def parse(self, words: list[str]) -> i64:
        names = ["nothing", *SEEDS]
        return names.index(words[0]) if len(words) == 1 and words[0] in names else -1

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        if arg > 0:
            s.cells[self.m.seeds + seat * len(SEEDS) + arg - 1] -= 1
            s.cells[self.m.bag + arg - 1] += 1
            s.cells[self.m.apples + seat] += 1
            self.m.r.check_win(s)
