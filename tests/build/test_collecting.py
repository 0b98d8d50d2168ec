"""A test file that builds something while it is collected is an error of collection."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chosen import now_and_then, sampled
from tests.rules.test_marks import run_pytest

ANY = "\n\ndef test_it(): pass\n"
BUILDING = {
    "import ast\nTREE = ast.parse('x')": "ast.parse 1 times",
    "from bastide import Game\nGAMES = [Game.new({}, seed=seed) for seed in (1, 2)]": "Game.__init__ 2 times",
    "from bastide import Game\nGAME = Game.new({'game': 'carcassonne'}, seed=1)": "CarcassonneConfig.__init__ ",
    "from bastide.kernel.catalogue import Catalogue\nRULES = Catalogue.discover()": "Catalogue.discover 1 times",
}
LATER = """
from functools import cache
from bastide import Game
from tests.catalogue import every_rule

ONCE_IN_A_PROCESS = every_rule()

@cache
def game(): return Game.new({}, seed=1)

def test_it(): assert not game().over
"""


@now_and_then(2)
@pytest.mark.slow
@pytest.mark.parametrize("workers", sampled([(), ("-n", "2")], name=" ".join, count=1, rest=pytest.mark.campaign))
def test_a_file_that_builds_is_named_with_what_it_calls(tmp_path: Path, workers: tuple[str, ...]) -> None:
    for number, text in enumerate(BUILDING):
        (tmp_path / f"test_{number}.py").write_text(text + ANY, "utf-8")
    done = run_pytest(tmp_path, LATER, "--continue-on-collection-errors", *workers)
    assert done.returncode in (1, 2)
    for number, calls in enumerate(BUILDING.values()):
        assert f"ERROR collecting test_{number}.py" in done.stdout
        begun = f"test_{number}.py: collecting it calls"
        assert any(line.startswith(begun) and calls in line for line in done.stdout.splitlines()), calls
    assert "test_a.py:" not in done.stdout
    assert "1 passed" in done.stdout, "a file that builds in its tests is collected, and they run"
