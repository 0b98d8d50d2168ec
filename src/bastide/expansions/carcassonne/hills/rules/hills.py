"""Hills and vineyards: the tile buried under a hill, ties, and what vineyards bring to a monastery."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.laying import neighbour
from bastide.kernel.state import BITS, State

VINEYARD_PAYS: Final[i64] = 3
"""What a vineyard beside a complete monastery brings (SHEEP-029)."""


@final
class Hills:
    """Which kinds of tiles bear a hill or a vineyard; `most` breaks ties by the number of followers on hills."""

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        self.hill: vec[i64] = vec[i64]([int(tile.hill) for tile in r.tables.tiles])
        self.vineyard: vec[i64] = vec[i64]([int(tile.vineyard) for tile in r.tables.tiles])
        self.most: bool = r.config.options["hill_tie"] == "most"

    def bury(self, s: State, seat: i64, kind: i64) -> None:
        """Put the next tile of the stack under a hill, unseen: the stack is one shorter (SHEEP-019 to SHEEP-022).

        No seat knows the tile, so every unseen tile stays as likely as before.
        """
        r = self.r
        c = s.cells
        if self.hill[kind] != 0 and c[r.stack] > 0:
            c[r.stack] -= 1
            s.emit("buried", seat, kind)

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        """The tied seats with a follower on a hill; all tied seats if none has one (SHEEP-024 to SHEEP-028)."""
        if seats & (seats - 1) == 0:
            return seats
        r = self.r
        c = s.cells
        on_hills: i64 = 0
        # With `most`, what each seat has on hills, four bits a seat.
        many: i64 = 0
        part = root
        while True:
            tile = c[r.tile_of + part]
            figure = c[r.figure + tile] - 1
            here = figure >= 0 and figure // FIGURE_SECTION == part - c[r.first + tile]
            if here and self.hill[c[r.lies + tile] // 4] != 0:
                seat = figure % FIGURE
                if seats & BITS[seat] and r.figure_follows[figure % FIGURE_SECTION // FIGURE]:
                    on_hills |= BITS[seat]
                    many += BITS[seat * 4]
            part = c[r.next + part]
            if part == root:
                break
        if on_hills == 0:
            return seats
        return r.best_of(many) if self.most else on_hills

    def vineyards(self, s: State, monastery: i64) -> i64:
        """How many of the eight tiles around a monastery bear a vineyard (SHEEP-029)."""
        r = self.r
        c = s.cells
        place = c[r.place_of + c[r.tile_of + monastery]]
        count: i64 = 0
        for step in range(8):
            beside = neighbour(r, s, place, step)
            if beside >= 0 and c[r.standing + beside] != 0:
                count += self.vineyard[c[r.lies + c[r.standing + beside] - 1] // 4]
        return count
