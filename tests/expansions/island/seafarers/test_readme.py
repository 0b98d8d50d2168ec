"""The README's own map can be played as it is written there."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import bastide.expansions.island.seafarers
from bastide.kernel.game import Game
from tests.expansions.island.seafarers.rules.kit import sea

README = Path(bastide.expansions.island.seafarers.__file__).parent / "README.md"


def example() -> dict[str, Any]:
    """The config with a map by coordinates."""
    blocks = re.findall(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    [text] = [block for block in blocks if "[layout]" in block]
    return tomllib.loads(text)


@pytest.mark.rule("SEA-015")
def test_the_map_of_the_readme_has_a_home_and_two_islands() -> None:
    game = Game.new(example(), seed=1)
    assert sea(game).area_count == 2
    assert sea(game).has_home


def test_games_on_it_end() -> None:
    rng = random.Random(3)
    game = Game.new(example() | {"options": {"goal": 4, "turns": 300}}, seed=3)
    while not game.over:
        seat = game.actors[0]
        game.play(rng.choice(game.simple(seat) or game.legal(seat)), seat)
    assert game.over
