"""The features of a position recomputed from its tiles alone, fast enough for every step of many games.

What lies where is all that is read of the position. Every side between two squares is met from both: sections of one
kind that reach the same half of it (roads: its middle) belong together, and so do all cities at a side that two tiles
share.
"""

from __future__ import annotations

from typing import Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.tiles.model import CITY, KINDS, ROAD, Tile
from bastide.expansions.carcassonne.wheel.rules.board import PREFIX, fields
from bastide.kernel.state import State

# For each side N E S W: whether it lies across, the square on whose north or west it lies, and whether its halves, in
# clockwise order, run the same way as those of the square beyond are counted (west to east, north to south).
ACROSS: Final = (True, False, True, False)
BEYOND: Final = ((0, 0), (1, 0), (0, 1), (0, 0))
FORWARD: Final = (True, True, False, False)

WHOLE: Final = 2
"""What a road or a city reaches of a side, beside the halves 0 and 1."""
SPOTS: Final = 32
"""More than there are kinds of spots at the north and west side of a square."""


class Flood:
    """Finds the features of positions of one configured game."""

    def __init__(self, r: Carcassonne, squares_count: bool = True) -> None:
        self.r = r
        self.squares = 0 if squares_count else 16
        # For each way in which a tile lies, and each of its sections: the numbers of the spots that it reaches, as if
        # the tile lay at position 0. Positions are counted row by row.
        tiles = r.tables.tiles
        self.reached = [
            [self.spots(tile, k, turn) for k in range(len(tile.sections))] for tile in tiles for turn in range(4)
        ]
        self.monastery = [int(n) for n in r.tables.monastery]
        width = int(r.width)
        self.around = [dy * width + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)]

    def spots(self, tile: Tile, k: int, rotation: int) -> list[int]:
        section = tile.sections[k]
        reached: list[tuple[int, int]] = []
        if section.kind in (ROAD, CITY):
            reached += [((side + rotation) % 4, WHOLE) for side in section.sides]
        for half in section.halves:
            side, second = divmod((half + 2 * rotation) % 8, 2)
            reached.append((side, second if FORWARD[side] else 1 - second))
        out = []
        for side, half in reached:
            dx, dy = BEYOND[side]
            spot = (KINDS.index(section.kind) * 2 + ACROSS[side]) * 3 + half
            out.append((dy * int(self.r.width) + dx) * SPOTS + spot)
        return out

    def check(self, s: State) -> None:
        """Assert that the features kept in a position are those found anew, with ends, followers and tags."""
        r, c = self.r, s.cells
        lies = [int(n) for n in c[r.lies : r.lies + c[r.tiles]]]
        positions = [int(n) for n in c[r.position : r.position + c[r.tiles]]]
        figures = [int(n) - 1 for n in c[r.figure : r.figure + c[r.tiles]]]
        up: list[int] = []
        first: list[int] = []
        tile_of: list[int] = []
        at: dict[int, list[int]] = {}
        for n, how in enumerate(lies):
            first.append(len(up))
            here = positions[n] * SPOTS
            for spots in self.reached[how]:
                part = len(up)
                up.append(part)
                tile_of.append(n)
                for spot in spots:
                    if here + spot in at:
                        at[here + spot].append(part)
                    else:
                        at[here + spot] = [part]

        def find(part: int) -> int:
            while up[part] != part:
                up[part] = part = up[up[part]]
            return part

        open_ = [0] * len(up)
        for spot, parts in at.items():
            if len(parts) > 1 and tile_of[parts[0]] != tile_of[parts[-1]]:
                root = find(parts[0])
                for part in parts[1:]:
                    up[find(part)] = root
            elif spot % SPOTS < 6 or spot % SPOTS % 3 != WHOLE:
                # The ends of roads are sides, those of cities and fields halves.
                for part in parts:
                    open_[part] += 1
        if r.tables.tiles[lies[0] // 4].set == PREFIX:
            for field in fields():
                for n, k in field:
                    up[find(first[n] + k)] = find(first[field[0][0]] + field[0][1])
        roots = [find(part) for part in range(len(up))]
        label = [int(n) for n in c[r.label : r.label + len(up)]]
        pairs = set(zip(label, roots, strict=True))
        assert len(pairs) == len(set(label)) == len(set(roots)), "other features than from scratch"
        ends, who, tags, size = ([0] * len(up) for _ in range(4))
        for part, root in enumerate(roots):
            n = tile_of[part]
            k = part - first[n]
            ends[root] += open_[part]
            tags[root] += int(r.tables.tags[lies[n] // 4 * 8 + k])
            size[root] += 1
            if figures[n] >= 0 and figures[n] // 256 == k:
                who[root] += int(r.figure_weight[figures[n] % 256 // 16]) * 16 ** (figures[n] % 16)
        taken = {position: n for n, position in enumerate(positions)}
        for n, how in enumerate(lies):
            k = self.monastery[how // 4]
            if k >= 0:
                ends[first[n] + k] = 9 - sum(taken.get(positions[n] + step, -1) >= self.squares for step in self.around)
        for kept, root in pairs:
            assert (c[r.ends + kept], c[r.who + kept]) == (ends[root], who[root])
            assert (c[r.tags + kept], c[r.size + kept]) == (tags[root], size[root])
        following = [int(n) for n in c[r.next : r.next + len(up)]]
        assert [label[n] for n in following] == label
        assert len(set(following)) == len(up)
