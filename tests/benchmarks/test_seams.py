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


def test_loops_and_lengths_go_and_the_rest_stays() -> None:
    source = """
class R:
    def __init__(self, modules):
        self.seams = Seams(modules)
        for m in modules:
            m.join(self)

    def limit(self, s):
        limit = 7
        for m in self.seams.limit:
            limit += m.limit(s)
            for other in self.seats:
                limit += 1
        for seat in self.seats:
            for m in self.r.seams.stops:
                if m.stops(seat):
                    break
        if len(self.seams.cost) == 0 and len(self.seats) > 2:
            return limit
        return 0
"""
    stripped, removed = without_seams(source)
    assert removed == 3
    assert "m.limit" not in stripped
    assert "m.stops" not in stripped
    assert "m.join(self)" in stripped
    assert "if 0 == 0 and len(self.seats) > 2:" in stripped
    compile(stripped, "r.py", "exec")


@pytest.mark.parametrize(
    "line",
    ["for m in r.seams.cuts:\n    pass\nelse:\n    x = 1", "x = [m for m in r.seams.cuts]", "x = r.seams.cuts[0]"],
)
def test_other_uses_are_refused(line: str) -> None:
    with pytest.raises(SeamError, match="line 1"):
        without_seams(line)


def test_a_tree_without_seams_is_refused(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "turn.py").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(SeamError, match="no seam"):
        strip(tmp_path)
    (tmp_path / FOLDER / "turn.py").write_text("x = r.seams.cuts\n", encoding="utf-8")
    with pytest.raises(SeamError, match=r"turn\.py, line 1"):
        strip(tmp_path)


def test_the_engine_plays_the_same_games_without_them(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("web", "server", "__pycache__"))
    assert strip(tmp_path) > 0
    for path in (tmp_path / FOLDER).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.For) and ast.unparse(node.iter).split(".")[-2:-1] == ["seams"])
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
