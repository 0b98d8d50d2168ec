"""Every drawing of the island draws every position of random games, of every set of modules, for every viewer."""

from __future__ import annotations

import inspect
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from bastide.kernel.game import Game
from bastide.view import picture, svg
from bastide.view.island.shown import view
from bastide.view.model import OPEN, Board, IslandView, Say
from bastide.view.svg.window import boxes
from bastide.view.words import Words
from bastide.web.panels.island.board import kinds
from tests.differential.sets import sets_of
from tests.properties.play import island, play, richly
from tests.sizes import sized
from tests.view.svg.test_layers import ids, parse, references

SETS: Final = {set_.name: set_ for set_ in sets_of("island")}
WORDS: Final = Words("fr")


def plain(say: Say) -> str:
    return WORDS.text(say, [f"Odile {n}" for n in range(8)])


LAYERS: Final[dict[str, Callable[[IslandView], str]]] = {
    "land": lambda shown: svg.land(shown.board),
    "lit": svg.lit,
    "pieces": lambda shown: svg.pieces(shown, label=plain),
    "targets": lambda shown: svg.targets(shown, plain),
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


@pytest.mark.parametrize("name", SETS)
def test_every_position_is_drawn_for_every_viewer(name: str) -> None:
    config = SETS[name].config
    for seed in range(sized(1, len(SETS[name].configs))):
        rng = random.Random(seed)
        play(Game.new(config(seed), seed=seed), rng, 400, partial(drawn, rng=rng))


def drawn(game: Game, rng: random.Random) -> None:
    """Draw a position now and then, for every viewer; give everybody cards, so that much is bought."""
    richly(island(game), game.state, rng)
    if game.version % 60:
        return
    for viewer in range(OPEN, int(game.rules.seats)):
        shown = view(game, viewer)
        held = set(ids(parse(svg.defs(shown, kinds=kinds(shown)))))
        for layer in LAYERS.values():
            assert references(parse(layer(shown))) <= held
        for document in DOCUMENTS.values():
            root = ET.fromstring(document(shown))
            assert references(root) <= set(ids(root))
        for other in OTHERS.values():
            assert other(shown)
