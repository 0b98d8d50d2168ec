"""The greedy bot inside the engine."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.codes import Codes
from bastide.kernel.playout import Player
from bastide.kernel.state import State
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.turn import best_after, best_figure, best_placement


@final
class TilePlayer(Player):
    """Weighs every legal action and takes the best."""

    def __init__(self, t: Tables) -> None:
        self.t = t

    def act(self, s: State, seat: i64, codes: Codes) -> i64:
        """The greedy action."""
        return decide(self.t, s, seat, codes.row())


def decide(t: Tables, s: State, seat: i64, codes: vec[i64]) -> i64:
    """The greedy choice of several legal actions."""
    look = Look(t, s, seat)
    phase = s.cells[s.top()]
    if phase == t.r.tile_phase:
        return best_placement(look, codes)
    if phase == t.r.figure_phase:
        return best_figure(look, codes)
    for module in t.modules:
        code = module.decide(look, codes)
        if code >= 0:
            return code
    return best_after(t, s, seat, codes)
