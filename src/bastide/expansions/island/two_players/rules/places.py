"""Where the neutral settlements stand, and which corners bring trade tokens (TB-TWO-002, TB-TWO-024, TB-TWO-036)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.board.graph import Board
from bastide.kernel.errors import ConfigError, quote

NEUTRALS: Final[i64] = 2
"""The colours that nobody plays (TB-TWO-001)."""
NEUTRAL: Final = "neutral"
"""The word of a site: a corner where a neutral colour begins."""
PRINTED: Final = ("1,-2,S", "-1,2,N")
"""Where they begin on the base island, and on boards that do not say where."""
DESERT_TOKENS: Final = 2
COAST_TOKENS: Final = 1


def neutral_corners(board: Board) -> list[int]:
    """The corner where each neutral colour begins. Raises ConfigError for a board that has no such corners."""
    corners = [corner for corner, _ in board.sites(NEUTRAL)]
    if not corners:
        for name in PRINTED:
            if board.corner_index.get(name, int(board.ashore)) >= board.ashore:
                raise ConfigError(
                    "layout: {given} is no corner of land here: mark the corners of the neutral colours with two sites"
                    " {name}",
                    {"given": quote(name), "name": quote(NEUTRAL)},
                    "TB-TWO-002",
                )
        return [board.corner_index[name] for name in PRINTED]
    if len(corners) != NEUTRALS:
        raise ConfigError(
            "layout: the neutral colours begin on {number} corners, not on {count}",
            {"number": int(NEUTRALS), "count": len(corners)},
            "TB-TWO-002",
        )
    for corner in corners:
        if corner >= board.ashore:
            raise ConfigError(
                "layout: {place} is no corner of land: a neutral colour cannot begin there",
                {"place": quote(board.corner_names[corner])},
                "TB-TWO-002",
            )
    return corners


def check_distance(board: Board, corners: list[int], starts: list[str]) -> None:
    """Refuse neutral settlements on or beside each other or a printed piece. Raises ConfigError."""
    taken = [board.corner_index[name] for name in starts if name in board.corner_index]
    for i, corner in enumerate(corners):
        near = {int(board.corner_corners[3 * corner + k]) for k in range(3)} | {corner}
        for other in [*taken, *corners[:i]]:
            if other in near:
                raise ConfigError(
                    "the neutral settlement at {place} is too close to {other}",
                    {"place": quote(board.corner_names[corner]), "other": quote(board.corner_names[other])},
                    "TB-TWO-002",
                )


def tokens_at(r: Island, has_tokens: bool) -> vec[i64]:
    """By corner, the tokens for a settlement there: for the coast, for the desert, or for both (TB-TWO-024)."""
    board = r.board
    if not has_tokens:
        return vec[i64]([0] * int(board.corners))
    out: list[int] = []
    for corner in range(int(board.corners)):
        near = [int(board.corner_hexes[3 * corner + k]) for k in range(3)]
        coast = any(h < 0 or h >= board.land for h in near)
        desert = any(0 <= h < board.land and r.is_desert[h] == 1 for h in near)
        out.append(COAST_TOKENS * coast + DESERT_TOKENS * desert)
    return vec[i64](out)
