"""How the greedy bot plays Hills & Sheep: shepherds and their flocks. Hills and vineyards count through the rules."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.tables import NAMED, tag_count
from bastide.expansions.carcassonne.hills.rules.flock import MOST_SHEEP
from bastide.expansions.carcassonne.hills.rules.module import HillsAndSheepRules
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.carcassonne.weights import PERCENT

REACH: Final = vec[i64]([0, 40, 55, 65, 72, 78, 82, 85, 88])
"""The chance that a seat extends a field once more, by its open half-edges and with unlimited time; more count as the
last entry."""
TURN: Final[i64] = 15
"""How much each turn that a seat still has adds to that chance, in percent."""
ANEW: Final[i64] = 130
"""The worth of a shepherd that comes home, with unlimited time."""


class HillsBot(ModuleBot):
    """The expansion's part of the bot."""

    def __init__(self, r: Carcassonne) -> None:
        super().__init__(r)
        self.flocks = r.module(HillsAndSheepRules).flocks
        self.wolf: i64 = 0
        self.mean: i64 = 0
        self.turns: i64 = 0
        # What each seat's flock is worth before a tile is laid.
        self.before: vec[i64] = vec[i64]([0] * r.seats)

    def ready(self, look: Look) -> None:
        c = look.s.cells
        bag = self.flocks.bag
        tokens: i64 = 0
        sheep: i64 = 0
        for token in range(MOST_SHEEP + 1):
            tokens += c[bag + token]
            sheep += token * c[bag + token]
        tokens = max(tokens, 1)
        # The share of wolves in the bag, and the sheep of a token that is none, both in percent.
        self.wolf = PERCENT * c[bag] // tokens
        self.mean = PERCENT * sheep // max(tokens - c[bag], 1)
        self.turns = min(PERCENT, look.left * TURN // self.r.seats)
        for seat in range(self.r.seats):
            self.before[seat] = self.flock(look, seat)

    def term(self) -> str:
        """What `standing` counts."""
        return "flock"

    def standing(self, look: Look, seat: i64) -> i64:
        return self.before[seat]

    def sheep(self, look: Look, root: i64) -> i64:
        """The points of gathering in a field: its sheep, also those on the tiles."""
        f = self.flocks
        c = look.s.cells
        count = tag_count(c[self.r.tags + root], f.sheep)
        for seat in range(self.r.seats):
            if f.root_of(look.s, seat) == root:
                for sheep in range(1, MOST_SHEEP + 1):
                    count += sheep * c[f.flock + seat * MOST_SHEEP + sheep - 1]
        return PERCENT * count

    def reach(self, look: Look, root: i64) -> i64:
        """The chance that a seat extends a field once more."""
        ends = look.s.cells[self.r.ends + root]
        return REACH[min(ends, len(REACH) - 1)] * self.turns // PERCENT

    def flock(self, look: Look, seat: i64) -> i64:
        """The points that a seat can expect of its shepherd in a field."""
        root = self.flocks.root_of(look.s, seat)
        if root < 0:
            return ANEW * look.time // PERCENT
        return self.sheep(look, root) * self.reach(look, root) // PERCENT

    def grown(self, look: Look, root: i64) -> i64:
        """The points that a shepherd can expect in a field once it draws a token."""
        stays = (self.sheep(look, root) + self.mean) * self.reach(look, root) // PERCENT
        return (stays * (PERCENT - self.wolf) + ANEW * look.time // PERCENT * self.wolf) // PERCENT

    def gathered(self, look: Look, root: i64) -> i64:
        """The points of gathering now."""
        return self.sheep(look, root) + ANEW * look.time // PERCENT

    def tile_laid(self, look: Look, tile: i64) -> None:
        f = self.flocks
        for seat in range(self.r.seats):
            if look.s.cells[f.shepherd + seat] != 0:
                worth = self.flock(look, seat)
                if seat == look.seat and f.extended(look.s, seat, tile):
                    root = f.root_of(look.s, seat)
                    worth = max(self.gathered(look, root), self.grown(look, root))
                look.delta[seat] += worth - self.before[seat]

    def judge(self, look: Look, code: i64) -> i64:
        f = self.flocks
        r = self.r
        c = look.s.cells
        if not f.shepherd_offset <= code < f.shepherd_offset + NAMED:
            return UNJUDGED
        tile = c[r.tiles] - 1
        k = r.tables.section_of[c[r.lies + tile] * NAMED + code - f.shepherd_offset]
        return self.grown(look, c[r.label + c[r.first + tile] + k]) - ANEW * look.time // PERCENT

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        f = self.flocks
        if look.s.cells[look.s.top()] != f.flock_phase:
            return -1
        root = f.root_of(look.s, look.seat)
        if self.grown(look, root) > self.gathered(look, root):
            return f.tend_offset
        return f.tend_offset + 1


BOT = HillsBot
