"""Traders & Builders (TRD-001 to TRD-032): the builder and his second tile, the pig, goods."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.figures import has_follower, standing_at
from bastide.carcassonne.base.scoring import award, take_up
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, NAMED, ROAD_KIND, SECTIONS, tag_count
from bastide.carcassonne.base.turn import FigureVerb, add_figure
from bastide.carcassonne.tiles.sets import tags
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

GOODS: Final = ("wine", "grain", "cloth")
KINDS_OF_GOODS: Final[i64] = 3
GOODS_PAY: Final[i64] = 10
"""Points for most tokens of a kind (TRD-020)."""
PIG_PAYS: Final[i64] = 1
"""An own pig's extra points per city (TRD-024)."""

# The state of a turn with respect to the builder.
FIRST_PART: Final[i64] = 0
SECOND_DUE: Final[i64] = 1
SECOND_PART: Final[i64] = 2
PARTS: Final = ["first", "second due", "second"]


@final
class TradersRules(ModuleRules):
    """The expansion in a game."""

    def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
        super().__init__(r, module)
        self.first_tag: i64 = tags().index(GOODS[0])
        self.builder: i64 = add_figure(r, "builder", 1, 0, follower=False)
        self.pig: i64 = add_figure(r, "pig", 1, 0, follower=False, on="field:NL")
        tokens = r.tag_totals[int(self.first_tag) : int(self.first_tag + KINDS_OF_GOODS)]
        self.goods: i64 = r.schema.add(
            "goods", [int(r.seats), len(GOODS)], most=tokens, by_seat=[0]
        )  # by seat and kind
        # The state of the turn with respect to the builder.
        self.part: i64 = r.schema.add("builder_part", [], most=int(SECOND_PART), kinds=PARTS)
        self.reason: i64 = r.add_reason("goods")
        self.first_term: i64 = r.add_term(GOODS[0])
        for good in GOODS[1:]:
            r.add_term(good)
        r.add_points(int(GOODS_PAY * KINDS_OF_GOODS) + int(PIG_PAYS) * r.scored[FIELD_KIND])

    # -- builder and pig

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        c = s.cells
        r = self.r
        builder = c[r.figure_supply[self.builder] + seat] != 0
        pig = c[r.figure_supply[self.pig] + seat] != 0
        if not builder and not pig:
            return
        t = r.tables
        lies = c[r.lies + tile]
        for k in range(t.sections[lies // 4]):
            kind = t.part_kind[lies // 4 * SECTIONS + k]
            figure = self.builder
            if kind == FIELD_KIND:
                if not pig:
                    continue
                figure = self.pig
            elif not builder or (kind != ROAD_KIND and kind != CITY_KIND):
                continue
            if has_follower(r, s, c[r.label + c[r.first + tile] + k], seat):
                out.add(r.figure_offset[figure] + t.name_of[lies * SECTIONS + k])

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        c = s.cells
        r = self.r
        if c[self.part] == FIRST_PART and c[r.figure_supply[self.builder] + seat] == 0:
            # The builder cannot stand on this tile: it stood in the feature before (TRD-006).
            first = c[r.first + tile]
            for k in range(r.tables.sections[c[r.lies + tile] // 4]):
                if standing_at(r, s, c[r.label + first + k], self.builder, seat) >= 0:
                    c[self.part] = SECOND_DUE
                    break
        return False

    def end_part(self, s: State, seat: i64) -> bool:
        c = s.cells
        due = c[self.part] == SECOND_DUE and c[self.r.stack] > 0
        c[self.part] = FIRST_PART
        if due:
            c[self.part] = SECOND_PART
            s.push(self.r.draw_phase, seat)
            s.emit("again", seat)
        return due

    def lifted(self, s: State, root: i64, seat: i64) -> None:
        if has_follower(self.r, s, root, seat):
            return
        for figure in (self.builder, self.pig):
            tile = standing_at(self.r, s, root, figure, seat)
            if tile >= 0:
                take_up(self.r, s, tile)

    def field_worth(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
        if standing_at(self.r, s, root, self.pig, seat) >= 0:
            return worth + PIG_PAYS
        return worth

    # -- goods

    def completed(self, s: State, root: i64, kind: i64) -> None:
        if kind != CITY_KIND:
            return
        c = s.cells
        seat = c[self.r.on_turn]
        for good in range(KINDS_OF_GOODS):
            count = tag_count(c[self.r.tags + root], self.first_tag + good)
            if count > 0:
                c[self.goods + seat * KINDS_OF_GOODS + good] += count
                s.emit("goods", seat, good, count)

    def final(self, s: State) -> None:
        c = s.cells
        r = self.r
        for good in range(KINDS_OF_GOODS):
            most: i64 = 0
            for seat in range(r.seats):
                most = max(most, c[self.goods + seat * KINDS_OF_GOODS + good])
            for seat in range(r.seats):
                if most > 0 and c[self.goods + seat * KINDS_OF_GOODS + good] == most:
                    award(r, s, seat, self.reason, self.first_term + good, 1, GOODS_PAY)

    # -- refusing

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        r = self.r
        c = s.cells
        verb = r.verb_of[code]
        if not isinstance(verb, FigureVerb) or c[s.top()] != r.figure_phase:
            return None
        tile = c[r.tiles] - 1
        lies = c[r.lies + tile]
        kind = r.tables.part_kind[lies // 4 * SECTIONS + r.tables.section_of[lies * NAMED + code - verb.offset]]
        if verb.figure == self.builder:
            if kind != ROAD_KIND and kind != CITY_KIND:
                return no.say("TRD-004", "the builder stands only on roads and in cities")
            return no.say("TRD-003", "the builder needs a follower of yours there")
        if verb.figure == self.pig:
            if kind != FIELD_KIND:
                return no.say("TRD-023", "the pig stands only in fields")
            return no.say("TRD-023", "the pig needs a farmer of yours there")
        return None


class Traders(CarcassonneModule):
    """The expansion."""

    def __init__(self) -> None:
        super().__init__("traders", TradersRules)
        self.sets = ["traders"]
        self.unprefixed = ("supply_builder", "supply_pig", "goods", "builder_part")


MODULE: Final = Traders
