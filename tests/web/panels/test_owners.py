"""Kinds of line and colours that nobody plays on the page: the island with ferries."""

from __future__ import annotations

import random
import re

import pytest

from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.testing.play import play
from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.web.panels import render
from tests.island.archipelago.rules.ferries import Ferries
from tests.web.panels import tables


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_shows_every_owner_and_every_line(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setitem(MODULES, "ferries", Ferries)
    game = Game.new({"seats": 4, "modules": ["ferries"], "layout": "quarry_strait"}, seed=1)
    play(game, random.Random(3), 300)
    for seat in range(4):
        shown = view(game, seat)
        assert isinstance(shown, IslandView)
        panels = render(tables.table(shown, seat), language)
        defined = set(re.findall(r'id="([^"]+)"', panels["defs"]))
        drawn = panels["pieces"] + panels["targets"] + panels["actions"]
        assert set(re.findall(r'href="#([^"]+)"', drawn)) <= defined
        assert {"settlement-stone", "settlement-driftwood"} <= set(re.findall(r'href="#([^"]+)"', panels["pieces"]))
        assert {"en": "neutral 1", "fr": "neutre 1"}[language] in panels["log"]
        assert "ferry" in panels["actions"]
