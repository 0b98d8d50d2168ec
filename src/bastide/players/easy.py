"""The level `easy`: a beginner, who judges like `greedy` and overlooks much.

What a bot overlooks is fixed for a turn, by its seed: who has not seen a place does not see it a moment later. It may
always end its turn and place no figure. In phases of single cards, of offers and of modules it sees everything.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import mixed
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.greedy.carcassonne.bot import CarcassonneBot
from bastide.players.greedy.carcassonne.tables import Tables as CarcassonneTables
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.tables import Tables as IslandTables

SETUP: Final = 75
"""The percentage of the sites and roads of the set-up that it overlooks."""
TURN: Final = 40
"""The percentage of the actions of its turn."""
ROBBER: Final = 65
"""The percentage of the hexes and victims of the robber, and of the places of free roads."""
TILE: Final = 40
"""The percentage of the ways to lay a tile."""
FIGURE: Final = 25
"""The percentage of the places for a figure."""


class Beginner(Bot):
    """What a seed and a turn decide to be overlooked."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._key = self.rng.getrandbits(62)

    def seen(self, codes: vec[i64], turn: int, percent: int, always: int) -> vec[i64]:
        """The codes that are not overlooked, and `always` if it is one of them; all of them if that were none."""
        key = self._key ^ mixed(turn)
        out = [code for code in codes if code == always or mixed(key ^ mixed(code)) % 100 >= percent]
        return vec[i64](out) if out else codes


class EasyIslandBot(Beginner, IslandBot):
    """Overlooks sites, purchases and places of the robber."""

    def considered(self, t: IslandTables, state: State, codes: vec[i64]) -> vec[i64]:
        """The actions that it sees."""
        r = t.r
        phase = state.cells[state.top()]
        if phase == r.setup_phase:
            percent = SETUP
        elif phase == r.main_phase:
            percent = TURN
        elif phase in (r.robber_phase, r.rob_phase, r.roads_phase):
            percent = ROBBER
        else:
            return codes
        return self.seen(codes, state.cells[r.turn], percent, t.end)


class EasyCarcassonneBot(Beginner, CarcassonneBot):
    """Overlooks ways to lay a tile, and places for a figure."""

    def considered(self, t: CarcassonneTables, state: State, codes: vec[i64]) -> vec[i64]:
        """The actions that it sees."""
        r = t.r
        phase = state.cells[state.top()]
        if phase == r.tile_phase:
            percent = TILE
        elif phase == r.figure_phase:
            percent = FIGURE
        else:
            return codes
        return self.seen(codes, state.cells[r.turn], percent, r.pass_offset)
