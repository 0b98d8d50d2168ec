"""Every drawing of the island draws every position of random games, for every viewer.

Of the base game, of each module alone and of the largest sets; the campaign draws every set of modules.
"""

from __future__ import annotations

import inspect
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from bastide.kernel.game import Game
from bastide.testing.play import island, play
from bastide.view import picture, svg
from bastide.view.island.model import Board, IslandView
from bastide.view.island.shown import view
from bastide.view.model import OPEN, Say
from bastide.view.svg.window import boxes
from bastide.view.words import Words
from bastide.web.panels.island.board import kinds
from tests.chosen import sampled
from tests.differential.sets import Set, alone_or_maximal, sets_of
from tests.properties.play import richly
from tests.sizes import CAMPAIGN, sized
from tests.view.svg.test_layers import ids, parse, references

SETS: Final = sets_of("island") if CAMPAIGN else alone_or_maximal("island")
WORDS: Final = Words("fr")


def plain(say: Say) -> str:
    return WORDS.text(say, [f"Odile {n}" for n in range(8)])


def places(shown: IslandView) -> list[str]:
    """What can be done at a place of the board."""
    return [target.notation for target in shown.targets]


LAYERS: Final[dict[str, Callable[[IslandView], str]]] = {
    "land": lambda shown: svg.land(shown.board),
    "lit": svg.lit,
    "pieces": lambda shown: svg.pieces(shown, label=plain),
    "targets": lambda shown: svg.targets(shown, plain),
    "hinted": lambda shown: svg.hinted(shown, places(shown), dict.fromkeys(places(shown)[::2], 50)),
}
DOCUMENTS: Final[dict[str, Callable[[IslandView], str]]] = {
    "picture": picture.board,
    "board": svg.board,
    "board with targets": lambda shown: svg.board(shown, label=plain, theme="dark", title="Maud & Co"),
}
OTHERS: Final[dict[str, Callable[[IslandView], object]]] = {
    "preview": lambda shown: parse(svg.preview(shown.board, 300, 200, shown.robber)),
    "mini_board": lambda shown: parse(svg.mini_board(shown.board)),
    "viewbox": lambda shown: svg.viewbox(shown.board),
    "fit": lambda shown: svg.fit(390, 844, [(0, 0, 390, 54)], shown.board),
    "boxes": lambda shown: boxes(shown.board),
}


def test_every_function_that_draws_a_view_or_a_board_is_tried() -> None:
    tried = {*LAYERS, *DOCUMENTS, *OTHERS, "defs"}
    for name in svg.__all__:
        function = getattr(svg, name)
        if inspect.isfunction(function):
            given = " ".join(str(parameter.annotation) for parameter in inspect.signature(function).parameters.values())
            if IslandView.__name__ in given or Board.__name__ in given:
                assert name in tried


@pytest.mark.parametrize("set_", sampled(SETS, lambda one: not one.modules, lambda one: one.name, most=12))
def test_every_position_is_drawn_for_every_viewer(set_: Set) -> None:
    for seed in range(sized(1, len(set_.configs))):
        rng = random.Random(seed)
        play(Game.new(set_.config(seed), seed=seed), rng, 400, partial(drawn, rng=rng))


def drawn(game: Game, rng: random.Random) -> None:
    """Draw a position now and then, for every viewer; give everybody cards, so that much is bought.

    A document is made of the layers, and drawn for two viewers in turn.
    """
    richly(island(game), game.state, rng)
    if game.version % 60:
        return
    viewers = range(OPEN, int(game.rules.seats))
    whole = [viewers[(game.version // 60 + n) % len(viewers)] for n in range(2)]
    for viewer in viewers:
        shown = view(game, viewer)
        held = set(ids(parse(svg.defs(shown, kinds=kinds(shown)))))
        for layer in LAYERS.values():
            assert references(parse(layer(shown))) <= held
        for document in DOCUMENTS.values() if viewer in whole else ():
            root = ET.fromstring(document(shown))
            assert references(root) <= set(ids(root))
        for other in OTHERS.values():
            assert other(shown)
