"""The engine without its module seams: the loops are gone, and it plays the same games."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.seams import FOLDER, SeamError, strip, without_seams

ROOT = Path(__file__).parents[2]
GAMES = """
import random
from bastide.kernel.families import configure
from bastide.kernel.playout import Chooser, playouts
rules = configure({"layout": "random", "options": {"trade": "bank", "goal": 6}}, random.Random(3))
tally = playouts(rules, rules.start(), 5, Chooser(3), 10**6)
print(tally.steps, *tally.wins)
"""


def test_what_asks_modules_goes_and_the_rest_stays() -> None:
    source = """
class R:
    def __init__(self, modules):
        self.modular = len(modules) > 0
        self.seams = CombinedSeams(modules)

    def limit(self, s):
        limit = 7
        if self.modular:
            limit += self.seams.limit(s)
        else:
            limit += 1
        if not (self.modular and self.seams.has_rate) and limit > 2:
            limit += 2
        if self.modular:
            self.seams.begin(s)
        while s.low or (self.r.modular and self.r.seams.stops(s)):
            limit += 4
        free = s.free and (not self.modular or self.seams.may(s))
        return self.seams.rate(s, limit) if self.modular else limit
"""
    stripped, removed = without_seams(source)
    assert removed == 6
    assert stripped.count("seams") == 1
    assert "if self.modular" not in stripped
    wanted = """
class R:

    def __init__(self, modules):
        self.modular = len(modules) > 0
        self.seams = CombinedSeams(modules)

    def limit(self, s):
        limit = 7
        limit += 1
        if limit > 2:
            limit += 2
        pass
        while s.low:
            limit += 4
        free = s.free
        return limit
"""
    assert ast.dump(ast.parse(stripped)) == ast.dump(ast.parse(wanted))


@pytest.mark.parametrize(
    "line",
    ["r.seams.begin(s)", "x = r.seams.cuts(s, 1) and r.modular", "if r.modular or r.seams.has_rate:\n    pass"],
)
def test_other_uses_are_refused(line: str) -> None:
    with pytest.raises(SeamError, match="line 1"):
        without_seams(line)


def test_a_tree_without_seams_is_refused(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "turn.py").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(SeamError, match="no seam"):
        strip(tmp_path)
    (tmp_path / FOLDER / "turn.py").write_text("x = r.seams.cuts(s)\n", encoding="utf-8")
    with pytest.raises(SeamError, match=r"turn\.py, line 1"):
        strip(tmp_path)


def test_the_engine_plays_the_same_games_without_them(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("web", "server", "__pycache__"))
    assert strip(tmp_path) > 0
    for path in (tmp_path / FOLDER).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Attribute) and node.attr == "seams" and isinstance(node.ctx, ast.Load))
    played = [
        subprocess.run(
            [sys.executable, "-c", GAMES],
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for folder in (ROOT, tmp_path)
    ]
    assert played[0] == played[1] != ""
