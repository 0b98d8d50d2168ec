"""The island drawn with characters, and what its signs mean."""

from __future__ import annotations

import re
from typing import Final

from bastide.view.island.parts import PARTS
from bastide.view.lines import wrapped
from bastide.view.model import IslandView
from bastide.view.words import Words

COLUMN, ROW = 6, 4
"""Half the distance between two hexes of a row, and the distance between two rows, in characters."""
NAME: Final = 2 * COLUMN - 3
"""How many characters fit into a hex."""


def chart(view: IslandView, words: Words) -> str:
    """The island drawn with characters; what the signs mean is told by `legend`."""
    canvas: dict[tuple[int, int], str] = {}

    def write(x: int, y: int, what: str) -> None:
        """Write a text round a point."""
        for i, sign in enumerate(what):
            canvas[x - len(what) // 2 + i, y] = sign

    for hex_ in view.board.hexes:
        x, y = center(hex_.q, hex_.r)
        for dx, dy, sign in (
            (3, -2, "\\"),
            (-3, -2, "/"),
            (3, 2, "/"),
            (-3, 2, "\\"),
            (COLUMN, 0, "|"),
            (-COLUMN, 0, "|"),
        ):
            write(x + dx, y + dy, sign)
        for dx, dy in ((0, -3), (COLUMN, -1), (COLUMN, 1), (0, 3), (-COLUMN, 1), (-COLUMN, -1)):
            write(x + dx, y + dy, "·")
    for harbor in view.board.harbors:
        x, y = center(harbor.q, harbor.r)
        dx, dy = SIDES[harbor.side]
        write(x + dx, y + dy, f"{harbor.ratio}:1")
        if harbor.good:
            write(x + dx, y + dy + 1, words.name(harbor.good)[:NAME])
        for cx, cy in HARBOR_CORNERS[harbor.side]:
            write(x + cx, y + cy, "*")
    for hex_ in view.board.hexes:
        x, y = center(hex_.q, hex_.r)
        write(x, y - 1, hex_.name[:NAME])
        write(x, y, words.name(hex_.terrain)[:NAME])
        signs = [str(hex_.number)] if hex_.number else []
        signs += [words.gettext("R")] if view.robber == hex_.name else []
        signs += [words.title(key)[:1] for key in standing(view, hex_.name)]
        write(x, y + 1, " ".join(signs))
    signed = {"settlement": "()", "city": "[]"}
    for name in view.modules:
        signed |= PARTS[name].signs
    taken: set[tuple[int, int]] = set()
    for piece in view.pieces:
        place = spot(piece.place)
        if place is not None and place[:2] not in taken:
            # What stands under or on a building, or as a part of it, is told in words.
            taken.add(place[:2])
            x, y, sign = place
            sides = signed.get(piece.kind, sign * 2 or "<>")
            write(x, y, f"{sides[0]}{piece.seat}{sides[1]}")
    return framed(canvas)


SIDES: Final = {"NE": (6, -4), "E": (12, 0), "SE": (6, 4), "SW": (-6, 4), "W": (-12, 0), "NW": (-6, -4)}
"""Where the next hex lies, in characters."""
HARBOR_CORNERS: Final = {
    "NE": ((0, -3), (6, -1)),
    "E": ((6, -1), (6, 1)),
    "SE": ((6, 1), (0, 3)),
    "SW": ((0, 3), (-6, 1)),
    "W": ((-6, 1), (-6, -1)),
    "NW": ((-6, -1), (0, -3)),
}
PLACES: Final = {"N": (0, -3, ""), "S": (0, 3, ""), "NE": (3, -2, "\\"), "E": (6, 0, "|"), "SE": (3, 2, "/")}
"""Where a corner or an edge lies from the middle of its hex, and the line that an edge is."""
PLACE: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3}),(N|S|NE|E|SE)", re.ASCII)


def center(q: int, r: int) -> tuple[int, int]:
    """The middle of a hex on the drawing."""
    return COLUMN * (2 * q + r), ROW * r


def spot(place: str) -> tuple[int, int, str] | None:
    """Where a corner or an edge stands on the drawing, and the sign of its line; None if the place is neither."""
    found = PLACE.fullmatch(place)
    if found is None:
        return None
    x, y = center(int(found[1]), int(found[2]))
    dx, dy, sign = PLACES[found[3]]
    return x + dx, y + dy, sign


def framed(canvas: dict[tuple[int, int], str]) -> str:
    """The signs of a drawing as lines of text."""
    left, right = min(x for x, _ in canvas), max(x for x, _ in canvas)
    top, bottom = min(y for _, y in canvas), max(y for _, y in canvas)
    rows = ("".join(canvas.get((x, y), " ") for x in range(left, right + 1)) for y in range(top, bottom + 1))
    return "\n".join(row.rstrip() for row in rows)


def legend(view: IslandView, words: Words) -> str:
    """What the signs of the drawing mean."""
    told = words.gettext(
        "Drawing: (0) is a settlement of seat 0, [0] a city, a 0 between two strokes a road; R is the robber; "
        "* is a corner with a harbour."
    )
    more = [words.gettext(said.text) for name in view.modules if (said := PARTS[name].legend) is not None]
    return wrapped(" ".join([told, *more]))


def standing(view: IslandView, place: str) -> list[str]:
    """The names of what the expansions have on a hex."""
    marks = (PARTS[name].marks(own) for name, own in view.modules.items())
    return [found[place] for found in marks if place in found]
