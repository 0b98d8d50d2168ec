"""A server reads what all pages share before it begins, so that no first page stops the event loop for long."""

from __future__ import annotations

import subprocess
import sys

DRAWN = """
import sys
from bastide.kernel.game import Game
from bastide.web.app import create_app
from bastide.web.panels.painter import Painter
from tests.web.panels.test_painter import seen

configs = [
    {"game": "island"},
    {"game": "island", "modules": ["cities_knights"]},
    {"game": "island", "modules": ["cities_knights"], "options": {"edition": "classic"}},
]
games = [Game.new(config, seed=4) for config in configs]
create_app()
read = []
sys.addaudithook(lambda event, given: event == "open" and read.append(str(given[0])))
for game in games:
    for language in ("en", "fr"):
        assert "prompt" in Painter()(seen(game, 0), language)
print(*read, sep="\\n")
"""


def test_the_first_pages_read_no_file() -> None:
    """One process: a file that two games share is read by the first, which fails too."""
    done = subprocess.run([sys.executable, "-c", DRAWN], capture_output=True, text=True, check=True)
    assert not done.stdout.strip(), done.stdout
