"""The island drawn with characters, and its legend."""

from __future__ import annotations

import re
from typing import Final

from bastide.view.island.base_view import SIGNS
from bastide.view.island.model import Harbor, IslandView
from bastide.view.island.module_views import all_views, view_of
from bastide.view.lines import wrapped
from bastide.view.words import Words

COLUMN, ROW = 6, 4
"""Half the distance between two hexes of a row, and the distance between two rows, in characters."""
NAME: Final = 2 * COLUMN - 3
"""How many characters fit in a hex."""


def chart(view: IslandView, words: Words) -> str:
    """The island drawn with characters; see `legend` for the signs."""
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
        sign_x, sign_y = ahead(harbor)
        write(sign_x, sign_y, f"{harbor.ratio}:1")
        if harbor.good:
            write(sign_x, sign_y + 1, words.name(harbor.good)[:NAME])
        for cx, cy in HARBOR_CORNERS[harbor.side]:
            write(x + cx, y + cy, "*")
    signposts = {ahead(harbor) for harbor in view.board.harbors}
    for hex_ in view.board.hexes:
        x, y = center(hex_.q, hex_.r)
        write(x, y - 1, hex_.name[:NAME])
        if (x, y) in signposts:
            continue  # water, where the harbour's sign is
        write(x, y, words.terrain(hex_.terrain)[:NAME])
        signs = [str(number) for number in hex_.tokens]
        signs += [words.gettext("R")] if view.robber == hex_.name else []
        signs += [words.title(key)[:1] for key in standing(view, hex_.name)]
        write(x, y + 1, " ".join(signs))
    signed = dict(SIGNS)
    for module in (*all_views().values(), *map(view_of, view.modules)):
        signed |= module.signs
    taken: set[tuple[int, int]] = set()
    for piece in view.pieces:
        place = spot(piece.place)
        if place is not None and place[:2] not in taken:
            # Pieces under, on or part of a building are described in words.
            taken.add(place[:2])
            x, y, sign = place
            sides = signed.get(piece.kind, sign * 2 or "<>")
            owner = str(piece.seat) if piece.seat >= 0 else words.title(piece.kind)[:1]
            write(x, y, f"{sides[0]}{owner}{sides[1]}")
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
PLACES: Final = {
    **{"N": (0, -3, ""), "S": (0, 3, ""), "NE": (3, -2, "\\"), "E": (6, 0, "|"), "SE": (3, 2, "/")},
    **{"C": (0, 0, ""), "CN": (0, -2, "|"), "CNE": (3, -1, "/"), "CSE": (3, 1, "\\")},
    **{"CS": (0, 2, "|"), "CSW": (-3, 1, "/"), "CNW": (-3, -1, "\\")},
}
"""The offset of a corner or an edge from the middle of its hex, and the line of an edge."""
PLACE: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3}),([NS]|[NS]?E|C[NS]?[EW]?)", re.ASCII)


def center(q: int, r: int) -> tuple[int, int]:
    """The middle of a hex on the drawing."""
    return COLUMN * (2 * q + r), ROW * r


def ahead(harbor: Harbor) -> tuple[int, int]:
    """The middle of the hex in front of a harbour, where its sign is drawn."""
    x, y = center(harbor.q, harbor.r)
    dx, dy = SIDES[harbor.side]
    return x + dx, y + dy


def spot(place: str) -> tuple[int, int, str] | None:
    """Where a corner or an edge is drawn, and the sign of its line; None if the place is neither."""
    found = PLACE.fullmatch(place)
    if found is None or found[3] not in PLACES:
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
    signs = words.gettext(
        "Drawing: (0) is a settlement of seat 0, [0] a city, a 0 between two strokes a road; R is the robber; "
        "* is a corner with a harbour."
    )
    more = [words.gettext(said.text) for name in view.modules if (said := view_of(name).legend) is not None]
    return wrapped(" ".join([signs, *more]))


def standing(view: IslandView, place: str) -> list[str]:
    """The names of expansion pieces on a hex."""
    marks = (view_of(name).marks(own) for name, own in view.modules.items())
    return [found[place] for found in marks if place in found]
