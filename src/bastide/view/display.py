"""How a `Game` shows itself where it is printed or is the value of a notebook's cell: what a spectator sees."""

from __future__ import annotations

from bastide.kernel.game import Game
from bastide.view import SPECTATOR, view
from bastide.view.svg import board
from bastide.view.text import text as whole
from bastide.view.words import Words


def text(game: Game) -> str:
    """The whole position in English. Raises ConfigError if games of this family cannot be shown."""
    return whole(view(game, SPECTATOR), Words("en"), game.names)


def svg(game: Game) -> str:
    """The board as an SVG document. Raises ConfigError if games of this family cannot be shown."""
    return board(view(game, SPECTATOR))
