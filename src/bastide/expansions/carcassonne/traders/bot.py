"""How the greedy bot plays Traders & Builders: goods, second turns, the pig."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, NAMED, SECTIONS, tag_count
from bastide.expansions.carcassonne.traders.rules import FIRST_PART, GOODS_PAY, KINDS_OF_GOODS, PIG_PAYS, TradersRules
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.carcassonne.weights import PERCENT

SECOND: Final[i64] = 260
"""The value of a second turn."""
BUILDER: Final = vec[i64]([0, 140, 220, 280, 320])
"""The value of a standing builder, by the open ends of its feature and with unlimited time; more count as the last."""
PIG_PRICE: Final[i64] = 60
"""The cost of placing the pig, which a better field then lacks, with unlimited time."""


class TradersBot(ModuleBot):
    """The expansion's part of the bot."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__(r)
        self.builder: i64 = -1
        self.pig: i64 = -1
        self.goods: i64 = 0
        self.part: i64 = 0
        self.first_tag: i64 = 0
        self.tokens: vec[i64] = vec[i64]([0] * KINDS_OF_GOODS)
        module = r.module(TradersRules)
        self.builder = module.builder
        self.pig = module.pig
        self.goods = module.goods
        self.part = module.part
        self.first_tag = module.first_tag
        for good in range(KINDS_OF_GOODS):
            self.tokens[good] = r.tag_totals[int(module.first_tag + good)]
        # The section on which each seat's builder stands, or -1.
        self.stands: vec[i64] = vec[i64]([-1] * r.seats)

    def ready(self, look: Look) -> None:
        r = self.r
        c = look.s.cells
        missing: i64 = 0
        for seat in range(r.seats):
            self.stands[seat] = -1
            if c[r.figure_supply[self.builder] + seat] == 0:
                missing += 1
        tile = c[r.tiles] - 1
        while missing > 0 and tile >= 0:
            figure = c[r.figure + tile] - 1
            if figure >= 0 and figure % FIGURE_SECTION // FIGURE == self.builder:
                self.stands[figure % FIGURE] = c[r.first + tile] + figure // FIGURE_SECTION
                missing -= 1
            tile -= 1

    def term(self) -> str:
        """What `standing` counts."""
        return "goods_tokens"

    def standing(self, look: Look, seat: i64) -> i64:
        worth: i64 = 0
        for good in range(KINDS_OF_GOODS):
            worth += self._goods(look, seat, good, -1, 0)
        return worth

    def _goods(self, look: Look, seat: i64, good: i64, taker: i64, taken: i64) -> i64:
        """A seat's prospects of most tokens of a kind, once `taker` has taken some more."""
        c = look.s.cells
        n = self.r.seats
        left = self.tokens[good] - taken
        own: i64 = 0
        most: i64 = 0
        for each in range(n):
            held = c[self.goods + each * KINDS_OF_GOODS + good]
            left -= held
            if each == taker:
                held += taken
            if each == seat:
                own = held
            else:
                most = max(most, held)
        if own == 0 and left == 0:
            return 0
        # The further ahead in tokens, measured by those that are left, the surer.
        left = left * look.time // PERCENT
        sure = PERCENT * (left + 1 + 2 * (own - most)) // (2 * (left + 1))
        return GOODS_PAY * min(PERCENT, max(0, sure))

    def feature(self, look: Look, root: i64, kind: i64, out: vec[i64], at: i64) -> None:
        if kind == FIELD_KIND:
            return
        r = self.r
        for seat in range(r.seats):
            part = self.stands[seat]
            if part >= 0 and look.s.cells[r.label + part] == root:
                out[at + seat] += self._builder(look, root)

    def _builder(self, look: Look, root: i64) -> i64:
        """The value of a builder in a feature."""
        ends = look.s.cells[self.r.ends + root]
        if self.r.kind_of(look.s, root) == CITY_KIND:
            ends = (ends + 1) // 2
        return BUILDER[min(ends, len(BUILDER) - 1)] * look.time // PERCENT

    def completed(self, look: Look, root: i64, kind: i64) -> None:
        if kind != CITY_KIND:
            return
        tags = look.s.cells[self.r.tags + root]
        for good in range(KINDS_OF_GOODS):
            count = tag_count(tags, self.first_tag + good)
            if count > 0:
                for seat in range(self.r.seats):
                    after = self._goods(look, seat, good, look.seat, count)
                    look.delta[seat] += after - self._goods(look, seat, good, -1, 0)

    def tile_laid(self, look: Look, tile: i64) -> None:
        r = self.r
        c = look.s.cells
        part = self.stands[look.seat]
        if part < 0 or look.left == 0 or c[self.part] != FIRST_PART:
            return
        root = c[r.label + part]
        first = c[r.first + tile]
        for k in range(r.tables.sections[c[r.lies + tile] // 4]):
            if c[r.label + first + k] == root:
                look.delta[look.seat] += SECOND
                return

    def judge(self, look: Look, code: i64) -> i64:
        r = self.r
        c = look.s.cells
        tile = c[r.tiles] - 1
        lies = c[r.lies + tile]
        for figure in (self.builder, self.pig):
            offset = r.figure_offset[figure]
            if offset <= code < offset + NAMED:
                k = r.tables.section_of[lies * NAMED + code - offset]
                root = c[r.label + c[r.first + tile] + k]
                if r.tables.part_kind[lies // 4 * SECTIONS + k] != FIELD_KIND:
                    return self._builder(look, root)
                return self._pig(look, root)
        return UNJUDGED

    def _pig(self, look: Look, root: i64) -> i64:
        """The value of the pig on a field with an own farmer."""
        if self.r.best_of(look.s.cells[self.r.who + root]) >> look.seat & 1 == 0:
            return 0
        look.survey(root)
        return PIG_PAYS * (PERCENT * look.cities + look.hope) - PIG_PRICE * look.time // PERCENT


BOT = TradersBot
