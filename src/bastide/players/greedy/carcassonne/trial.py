"""Lays a tile for a look at it, and takes it back: only the cells that change are kept, so that nothing is copied."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import SPREAD, lay, neighbour
from bastide.carcassonne.base.tables import RIM_DIGIT
from bastide.kernel.state import State

MOST_ROOTS: Final[i64] = 12
"""The most features that a tile can touch: a road and two halves at each side."""
ROWS: Final[i64] = 4
"""The most places that a tile opens."""


@final
class Trial:
    """One tile on trial. `roots[0]` to `roots[count - 1]` are the features that it has joined."""

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        self.roots: vec[i64] = vec[i64]([0] * MOST_ROOTS)
        self.count: i64 = 0
        self._kept: vec[i64] = vec[i64]([0] * (MOST_ROOTS * 5))
        self._rows: vec[i64] = vec[i64]([0] * ROWS)
        self._place: i64 = 0
        self._places: i64 = 0
        self._opens: i64 = 0

    def lay(self, s: State, place: i64, lies: i64) -> None:
        """Lay a tile; nothing is scored, and no module acts."""
        r = self.r
        c = s.cells
        t = r.tables
        self.count = 0
        self._place = place
        self._places = c[r.places]
        self._opens = c[r.opens]
        for row in range(ROWS):
            self._rows[row] = c[r.open + self._opens - 1 + row]
        for side in range(4):
            beside = c[r.link + place * 4 + side] - 1
            if beside >= 0 and c[r.standing + beside] != 0:
                other = c[r.standing + beside] - 1
                first = c[r.first + other]
                facing = c[r.lies + other] * 4 + (side ^ 2)
                if t.middle[facing] >= 0:
                    self._keep(c, first + t.middle[facing])
                self._keep(c, first + t.half[facing * 2])
                self._keep(c, first + t.half[facing * 2 + 1])
        lay(r, s, place, lies)

    def _keep(self, c: vec[i64], part: i64) -> None:
        """Remember a feature: merging changes its counts, its labels and the link at its root."""
        r = self.r
        root = c[r.label + part]
        for n in range(self.count):
            if self.roots[n] == root:
                return
        at = self.count * 5
        self.roots[self.count] = root
        self.count += 1
        self._kept[at] = c[r.next + root]
        self._kept[at + 1] = c[r.size + root]
        self._kept[at + 2] = c[r.ends + root]
        self._kept[at + 3] = c[r.who + root]
        self._kept[at + 4] = c[r.tags + root]

    def take_back(self, s: State) -> None:
        """Restore every cell."""
        r = self.r
        c = s.cells
        t = r.tables
        place = self._place
        tile = c[r.tiles] - 1
        lies = c[r.lies + tile]
        for step in range(8):
            beside = neighbour(r, s, place, step)
            if beside >= 0 and c[r.standing + beside] != 0:
                other = c[r.standing + beside] - 1
                k = t.monastery[c[r.lies + other] // 4]
                if k >= 0:
                    c[r.ends + c[r.first + other] + k] += 1
        for side in range(4):
            beside = c[r.link + place * 4 + side] - 1
            if c[r.standing + beside] == 0:
                c[r.rim + beside] -= t.edge[lies * 4 + side] * RIM_DIGIT[side ^ 2]
        self._close_places(c)
        # The merges swapped links at the roots; with these restored, each feature is its own ring again.
        for n in range(self.count):
            root = self.roots[n]
            at = n * 5
            c[r.next + root] = self._kept[at]
            c[r.size + root] = self._kept[at + 1]
            c[r.ends + root] = self._kept[at + 2]
            c[r.who + root] = self._kept[at + 3]
            c[r.tags + root] = self._kept[at + 4]
        for n in range(self.count):
            root = self.roots[n]
            part = root
            while c[r.label + part] != root:
                c[r.label + part] = root
                part = c[r.next + part]
        first = c[r.first + tile]
        for part in range(first, c[r.parts]):
            c[r.tile_of + part] = 0
            c[r.label + part] = 0
            c[r.next + part] = 0
            c[r.size + part] = 0
            c[r.ends + part] = 0
            c[r.who + part] = 0
            c[r.tags + part] = 0
        c[r.parts] = first
        c[r.standing + place] = 0
        c[r.lies + tile] = 0
        c[r.position + tile] = 0
        c[r.place_of + tile] = 0
        c[r.first + tile] = 0
        c[r.tiles] = tile

    def _close_places(self, c: vec[i64]) -> None:
        """Remove the places that the tile has opened, and open its own again."""
        r = self.r
        mask = r.bucket_mask
        while c[r.places] > self._places:
            c[r.places] -= 1
            place = c[r.places]
            at = (c[r.where + place] * SPREAD // 64) & mask
            while c[r.bucket + at] != place + 1:
                at = (at + 1) & mask
            c[r.bucket + at] = 0
            for side in range(4):
                beside = c[r.link + place * 4 + side] - 1
                if beside >= 0:
                    c[r.link + place * 4 + side] = 0
                    c[r.link + beside * 4 + (side ^ 2)] = 0
            c[r.where + place] = 0
            c[r.rim + place] = 0
            c[r.open_at + place] = 0
        for row in range(ROWS):
            c[r.open + self._opens - 1 + row] = self._rows[row]
        c[r.opens] = self._opens
        # The last open place had taken the row of this one.
        last = self._rows[0]
        hole = c[r.open_at + self._place]
        c[r.open + hole] = self._place
        c[r.open_at + last] = self._opens - 1
        c[r.open_at + self._place] = hole
