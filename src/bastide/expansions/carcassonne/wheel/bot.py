"""How the greedy bot plays the Wheel of Fortune: where the pig will stop, what its events bring, the crown."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, WHO_BITS, WHO_MOST, Carcassonne
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, MONASTERY_KIND, SHIELD, tag_count
from bastide.expansions.carcassonne.wheel.rules.crown import ALONE_PAYS, FIRST, ROOM, SHARED_PAYS
from bastide.expansions.carcassonne.wheel.rules.module import WheelOfFortuneRules
from bastide.expansions.carcassonne.wheel.rules.wheel import FAMINE, INQUISITION, MONK_PAYS, ROUND, STORM, TAXES
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.carcassonne.weights import PERCENT, RIVAL

WHOLE: Final[i64] = 100_000
"""Chances are shares of this."""
SOON: Final[i64] = 4
"""For so many moves of the pig a follower stays on its feature, on average."""
STAYS: Final[i64] = 88
"""The worth that a follower on the crown keeps for each move of the pig until its event, in percent."""
JOINED: Final[i64] = 90
"""What is left of the points of a lone follower, as another may join it, in percent."""
LONGEST: Final[i64] = 12
"""For so many moves of the pig a follower on the crown is looked at."""


class WheelBot(ModuleBot):
    """The expansion's part of the bot: `soon` and `ever` are how often the pig will stop at a sector, `hit` is the
    chance that it does, `kept` what a follower there keeps of its worth elsewhere; all in percent.
    """

    def __init__(self, r: Carcassonne) -> None:
        super().__init__(r)
        self.pig: i64 = 0
        self.spaces: i64 = 0
        self.icons: vec[i64] = vec[i64]()
        self.offsets: vec[i64] = vec[i64]()
        module = r.module(WheelOfFortuneRules)
        self.pig = module.wheel.pig
        self.spaces = module.crown.spaces
        self.icons = module.icons
        self.offsets = module.crown.offsets
        self.soon: vec[i64] = vec[i64]([0] * ROUND)
        self.ever: vec[i64] = vec[i64]([0] * ROUND)
        self.hit: vec[i64] = vec[i64]([0] * ROUND)
        self.kept: vec[i64] = vec[i64]([0] * ROUND)
        self.step: vec[i64] = vec[i64]([0] * ROUND)
        self.at: vec[i64] = vec[i64]([0] * ROUND)
        self.then: vec[i64] = vec[i64]([0] * ROUND)

    def ready(self, look: Look) -> None:
        c = look.s.cells
        moves: i64 = 0
        for sector in range(ROUND):
            self.step[sector] = 0
            self.soon[sector] = 0
            self.ever[sector] = 0
            self.hit[sector] = 0
            self.kept[sector] = 0
        for i in range(look.kinds_left):
            kind = look.kinds[i]
            if self.icons[kind] != 0:
                moves += c[self.r.left + kind]
                self.step[self.icons[kind] % ROUND] += c[self.r.left + kind]
        if moves > 0:
            for sector in range(ROUND):
                self.step[sector] = self.step[sector] * WHOLE // moves
            self._walk(c[self.pig], -1, moves)
            for sector in range(ROUND):
                self._walk(c[self.pig], sector, min(moves, LONGEST))
        look.idle += self.soon[STORM]

    def _walk(self, pig: i64, wanted: i64, moves: i64) -> None:
        """Let the pig move so often: fills `soon` and `ever`; or, until it stops at a sector, its `hit` and `kept`."""
        for sector in range(ROUND):
            self.at[sector] = 0
        self.at[pig] = WHOLE
        worth: i64 = PERCENT
        for move in range(moves):
            for sector in range(ROUND):
                self.then[sector] = 0
            for sector in range(ROUND):
                if self.at[sector] != 0:
                    for steps in range(ROUND):
                        if self.step[steps] != 0:
                            to = sector + steps
                            if to >= ROUND:
                                to -= ROUND
                            self.then[to] += self.at[sector] * self.step[steps] // WHOLE
            worth = worth * STAYS // PERCENT
            for sector in range(ROUND):
                self.at[sector] = self.then[sector]
                if wanted < 0:
                    self.ever[sector] += self.then[sector]
                    if move < SOON:
                        self.soon[sector] += self.then[sector]
            if wanted >= 0:
                self.hit[wanted] += self.then[wanted]
                self.kept[wanted] += self.then[wanted] * worth // PERCENT
                self.at[wanted] = 0
        if wanted < 0:
            for sector in range(ROUND):
                self.ever[sector] = self.ever[sector] * PERCENT // WHOLE
                self.soon[sector] = self.soon[sector] * PERCENT // WHOLE
        else:
            self.hit[wanted] = self.hit[wanted] * PERCENT // WHOLE
            self.kept[wanted] = self.kept[wanted] * PERCENT // WHOLE

    # -- events

    def _events(self, look: Look, root: i64, kind: i64, count: i64) -> i64:
        """What events will bring a seat for so many followers in a feature."""
        if kind == CITY_KIND:
            return count * (count + tag_count(look.s.cells[self.r.tags + root], SHIELD)) * self.soon[TAXES]
        if kind == MONASTERY_KIND:
            return count * MONK_PAYS * self.soon[INQUISITION]
        if kind == FIELD_KIND:
            # A farmer stays: he misses all storms, and the cities that are not complete count half of the time.
            famine = (PERCENT * look.cities + look.hope // 2) * self.ever[FAMINE] // PERCENT
            return count * (famine - self.ever[STORM] + self.soon[STORM])
        return 0

    def feature(self, look: Look, root: i64, kind: i64, out: vec[i64], at: i64) -> None:
        who = look.s.cells[self.r.who + root]
        seat: i64 = 0
        while who != 0:
            if who & WHO_MOST != 0:
                out[at + seat] += self._events(look, root, kind, who & WHO_MOST)
            who >>= WHO_BITS
            seat += 1

    def claimed(self, look: Look, root: i64, kind: i64) -> i64:
        return self._events(look, root, kind, 1)

    # -- crown

    def term(self) -> str:
        """What `standing` counts."""
        return "wheel"

    def standing(self, look: Look, seat: i64) -> i64:
        worth: i64 = 0
        for sector in range(ROUND):
            here: i64 = 0
            others: i64 = 0
            for space in range(FIRST[sector], FIRST[sector] + ROOM[sector]):
                held = look.s.cells[self.spaces + space] - 1
                if held >= 0 and held % FIGURE == seat:
                    here += 1
                elif held >= 0:
                    others += 1
            if here == 1 and others == 0:
                worth += ALONE_PAYS[ROOM[sector]] * self.hit[sector]
            else:
                worth += here * SHARED_PAYS * self.hit[sector]
        return worth

    def judge(self, look: Look, code: i64) -> i64:
        for n in range(len(self.offsets)):
            sector = code - self.offsets[n]
            if 0 <= sector < ROUND:
                return self._crown(look, sector) - n  # of equals the plain follower
        return UNJUDGED

    def _crown(self, look: Look, sector: i64) -> i64:
        """What a follower on a vacant space of a sector is worth."""
        held = look.s.cells[self.spaces + FIRST[sector]] - 1
        room = ROOM[sector]
        points = ALONE_PAYS[room] * PERCENT
        if room == 2:
            points = points * JOINED // PERCENT
            if held >= 0:
                points = SHARED_PAYS * PERCENT
                # It halves what the other would score.
                if held % FIGURE == look.seat:
                    points = 0
                else:
                    points += SHARED_PAYS * look.w[RIVAL] // (self.r.seats - 1)
        return points * self.hit[sector] // PERCENT - look.cost() * (PERCENT - self.kept[sector]) // PERCENT


BOT = WheelBot
