"""What the search tries in Carcassonne, and how playouts go on: the greedy bot's order, and a rule of thumb."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.scoring import AROUND
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, MONASTERY_KIND, SECTIONS, SHIELD, tag_count
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.state import State
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.player import decide
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.turn import after, figure_values
from bastide.players.greedy.carcassonne.weights import EARLY, PERCENT
from bastide.players.strong.carcassonne.weights import COST, FIELD_END, FIELD_TILE, MONASTERY_END, ROAD_END
from bastide.search.policy import TAKEN, Policy, add_best


class Tiler(Policy):
    """Ranks tiles and figures like the greedy bot.

    In playouts it lays the tile at the best of `tries` places drawn at random (0: at one, unseen), and places the
    followers that pay.
    """

    def __init__(self, t: Tables, tries: i64) -> None:
        super().__init__(t.r)
        self.t = t
        self.r: Carcassonne = t.r
        self.tries: i64 = tries

    def choose(self, s: State, seat: i64, chooser: Chooser) -> i64:
        """A follower that pays; elsewhere any action, of tiles the best of some."""
        r = self.r
        phase = s.cells[s.top()]
        if phase == r.figure_phase:
            return self.follower(s, seat)
        out = self._codes
        out.clear()
        r.phase(s).legal(s, seat, out)
        found = out.items[chooser.below(out.count)]
        if phase != r.tile_phase or self.tries == 0 or out.count == 1:
            return found
        look = Look(self.t, s, seat)
        best = look.placement(found)
        for _try in range(1, self.tries):
            code = out.items[chooser.below(out.count)]
            value = look.placement(code)
            if value > best:
                best = value
                found = code
        return found

    def follower(self, s: State, seat: i64) -> i64:
        """The placement of a plain follower that is worth most for its price, or none."""
        r = self.r
        c = s.cells
        t = r.tables
        found = r.pass_offset
        supply = c[r.supply + seat]
        if supply == 0:
            return found
        tile = c[r.tiles] - 1
        lies = c[r.lies + tile]
        first = c[r.first + tile]
        time: i64 = min(PERCENT, c[r.stack] * PERCENT // (r.seats * self.t.weights[EARLY]))
        price = COST * time // PERCENT // supply
        best: i64 = 0
        for k in range(t.sections[lies // 4]):
            root = c[r.label + first + k]
            kind = t.part_kind[lies // 4 * SECTIONS + k]
            if c[r.who + root] == 0 and (r.farmers or kind != FIELD_KIND):
                value = self.hope(s, root, kind, time)
                if kind == FIELD_KIND or c[r.ends + root] != 0:
                    value -= price
                if value > best:
                    best = value
                    found = r.figure_offset[0] + t.name_of[lies * SECTIONS + k]
        return found

    def hope(self, s: State, root: i64, kind: i64, time: i64) -> i64:
        """What an unclaimed feature may come to, roughly, in hundredths of a point."""
        r = self.r
        c = s.cells
        ends = c[r.ends + root]
        if kind == FIELD_KIND:
            return FIELD_TILE * c[r.size + root] + FIELD_END * ends * time // PERCENT
        if kind == MONASTERY_KIND:
            return PERCENT * (AROUND + 1 - ends) + MONASTERY_END * ends * time // PERCENT
        size = PERCENT * c[r.size + root]
        if kind == CITY_KIND:
            size += PERCENT * tag_count(c[r.tags + root], SHIELD)
            if ends == 0:
                return 2 * size
            return size + size * time // (PERCENT * max(ends // 2, 1))
        return size + ROAD_END * ends * time // PERCENT

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        """Add the greedy bot's best actions; in the phases of modules, what they decide and then the others."""
        r = self.r
        codes = r.legal(s, seat)
        count: i64 = len(codes)
        if count == 1:
            out.add(codes[0])
            return
        phase = s.cells[s.top()]
        look = Look(self.t, s, seat)
        values = vec[i64]([0] * count)
        if phase == r.tile_phase:
            plain = len(self.t.modules) == 0
            for n in range(count):
                lies = (s.cells[r.drawn] - 1) * 4 + (codes[n] - r.tile_offset) % 4
                # Of rotations that lay the same tile one is enough; expansions may tell them apart.
                values[n] = TAKEN if plain and self.t.first_alike(lies) != lies else look.placement(codes[n])
        elif phase == r.figure_phase:
            values = figure_values(look, codes)
        else:
            best: i64 = -1
            for module in self.t.modules:
                if best < 0:
                    best = module.decide(look, codes)
            for n in range(count):
                if codes[n] == best:
                    values[n] = 1
                elif best < 0:
                    values[n] = after(self.t, s, seat, codes[n])
        add_best(codes, values, out, most)


class GreedyTiler(Tiler):
    """Plays like `CarcassonneBot`."""

    def __init__(self, t: Tables) -> None:
        super().__init__(t, 0)

    def choose(self, s: State, seat: i64, chooser: Chooser) -> i64:
        """The greedy action."""
        out = self._codes
        out.clear()
        self.rules.phase(s).legal(s, seat, out)
        return out.items[0] if out.count == 1 else decide(self.t, s, seat, out.row())
