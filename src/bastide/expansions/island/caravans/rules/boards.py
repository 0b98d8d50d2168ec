"""The boards of Caravans: the oasis in the middle, and the three paths to which its arrows point (TB-CARA-001)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from bastide.catan.base.reading import seeded
from bastide.catan.board.graph import Board
from bastide.catan.board.layout import LaidHex, LaidSite, Layout, beginner, board_data, lay_tokens, lettered
from bastide.kernel.errors import ConfigError, quote

OASIS: Final = "oasis"
START: Final = "caravan"
"""The word of a site: a path on which a caravan starts."""
LAYOUTS: Final = ("beginner", "spiral", "random")
DESERT: Final = "desert"
UP: Final = ("0,-1,E", "0,1,NE", "-1,0,SE")
DOWN: Final = ("-1,1,E", "1,-1,SE", "-1,0,NE")
"""The three paths of an oasis in the middle, one of whose arrows points up or down."""
RULE: Final = "TB-CARA-001"


def layout_of(name: str, spiral_from: str, rng: random.Random | None) -> Layout:
    """One of `LAYOUTS` with the oasis in place of the desert, in the middle. Raises ConfigError without a seed."""
    printed = beginner()
    if name == LAYOUTS[0]:
        hexes = tuple(replace(h, terrain=OASIS) if h.terrain == DESERT else h for h in printed.hexes)
        return with_arrows(replace(printed, hexes=hexes), UP)
    rng = seeded(rng, f"layout = {quote(name)}")
    spots = [(h.q, h.r) for h in printed.hexes]
    middle = next((h.q, h.r) for h in printed.hexes if h.terrain == DESERT)
    terrains = [h.terrain for h in printed.hexes if h.terrain != DESERT]
    rng.shuffle(terrains)
    others = [at for at in spots if at != middle]
    terrain_at = dict(zip(others, terrains, strict=True)) | {middle: OASIS}
    number_at = lay_tokens(spots, [middle], lettered(board_data()["tokens"]), name, spiral_from, rng)
    hexes = tuple(LaidHex(q, r, terrain_at[q, r], number_at.get((q, r), ())) for q, r in spots)
    return with_arrows(Layout(hexes, printed.harbors), rng.choice((UP, DOWN)))


def with_arrows(layout: Layout, paths: tuple[str, ...]) -> Layout:
    """The same layout with the paths on which caravans start."""
    return replace(layout, sites=(*layout.sites, *(LaidSite(START, path) for path in paths)))


def check_board(board: Board) -> None:
    """Refuse a board without one oasis, with a desert, or without three arrows at every other corner of the oasis.

    Raises ConfigError.
    """
    count = board.terrain.count(OASIS)
    if count != 1:
        raise ConfigError("layout.hexes: there must be one oasis, not {count}", {"count": count}, RULE)
    if DESERT in board.terrain:
        raise ConfigError("layout.hexes: the oasis takes the place of the desert", None, RULE)
    starts = [edge for edge, _ in board.sites(START)]
    if len(starts) != 3:
        raise ConfigError(
            "layout.sites: three paths must be marked with {name}, those to which the arrows of the oasis point;"
            " {count} are",
            {"name": quote(START), "count": len(starts)},
            RULE,
        )
    corners = arrow_corners(board)
    oasis = board.terrain.index(OASIS)
    at = [int(board.hex_corners[6 * oasis + k]) for k in range(6)]
    for edge, corner in zip(starts, corners, strict=True):
        if corner < 0 or edge >= board.overland:
            raise ConfigError(
                "layout.sites: the path {place} does not lead away from a corner of the oasis",
                {"place": quote(board.edge_names[edge])},
                "TB-CARA-006",
            )
    if len({at.index(corner) % 2 for corner in corners}) != 1:
        raise ConfigError(
            "layout.sites: the arrows of the oasis point from every other one of its corners, not from {places}",
            {"places": ", ".join(board.corner_names[corner] for corner in corners)},
            RULE,
        )


def arrow_corners(board: Board) -> list[int]:
    """For each marked path, the corner of the oasis from which it leads away; -1 if it does not."""
    oasis = board.terrain.index(OASIS)
    at = {int(board.hex_corners[6 * oasis + k]) for k in range(6)}
    out: list[int] = []
    for edge, _ in board.sites(START):
        ends = [int(board.edge_corners[2 * edge + k]) for k in range(2)]
        near = [corner for corner in ends if corner in at]
        out.append(near[0] if len(near) == 1 else -1)
    return out
