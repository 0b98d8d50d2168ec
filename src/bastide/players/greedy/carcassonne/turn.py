"""The greedy bot's choices in the phases of the base game: where the tile goes, and which figure is placed."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.state import State
from bastide.players.greedy.carcassonne.look import LOST, Look
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED
from bastide.players.greedy.carcassonne.tables import Tables


def best_placement(look: Look, codes: vec[i64]) -> i64:
    """The placement that, with its best figure, leaves the best position; of equals the first."""
    best = LOST
    found = codes[0]
    for code in codes:
        value = look.placement(code)
        if value > best:
            best = value
            found = code
    return found


def best_figure(look: Look, codes: vec[i64]) -> i64:
    """The figure that is worth most on the tile just laid, or none; of equals the first."""
    values = figure_values(look, codes)
    best: i64 = 0
    found = look.r.pass_offset
    for n in range(len(codes)):
        if values[n] > best:
            best = values[n]
            found = codes[n]
    return found


def figure_values(look: Look, codes: vec[i64]) -> vec[i64]:
    """What each figure is worth on the tile just laid, compared with none."""
    values = vec[i64]([0] * len(codes))
    pass_code = look.r.pass_offset
    look.settle()
    without = LOST
    for n in range(len(codes)):
        if codes[n] != pass_code:
            values[n] = look.claim(codes[n])
            if values[n] == UNJUDGED:
                if without == LOST:
                    without = after(look.t, look.s, look.seat, pass_code)
                values[n] = (after(look.t, look.s, look.seat, codes[n]) - without) // 2
    return values


def best_after(t: Tables, s: State, seat: i64, codes: vec[i64]) -> i64:
    """The action that leaves the best position; of equals the first."""
    best = LOST * 1000
    found = codes[0]
    for code in codes:
        value = after(t, s, seat, code)
        if value > best:
            best = value
            found = code
    return found


def after(t: Tables, s: State, seat: i64, code: i64) -> i64:
    """The value of the position after an action."""
    copy = s.copy()
    t.r.perform(copy, seat, code)
    return Look(t, copy, seat).value()
