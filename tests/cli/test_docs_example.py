"""The second room of the documentation, docs/module-example.md, is played as a plug-in, and its own test passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import plugged
from tests.cli.test_docs import FILE, PAGES

PLAYED = """
import test_wells
from bastide import Game
from bastide.kernel.errors import IllegalAction
from bastide.testing import CHECKS, check_module
from bastide.view import view
from bastide.view.svg import board
from bastide.view.text import text
from bastide.view.words import Words

game = Game.new({"seats": 2, "modules": ["wells"], "options": {"first": 0}})
r = game.rules
french, names = Words("fr"), ["Ada", "Bea"]


def button():
    return next(action for action in view(game, 0).actions if action.verb == "well")


def refused(notation):
    try:
        game.play(notation)
    except IllegalAction as error:
        return f"{error.rule} {french.gettext(error.text, **error.values)}"


print("before the roll:", button().enabled, button().cost)
game.play("roll"), game.chance("roll 1 1")
home = next(name for name, at in r.board.corner_index.items() if game.state.cells[r.owner + at] == 1)
for good in range(r.held):
    r.draw_goods(game.state, 0, good, -int(game.state.cells[r.hand + good]))
print("without cards:", refused(f"well {home}"))
for good in ("brick", "ore"):
    r.draw_goods(game.state, 0, r.good_names.index(good), 3)
print("elsewhere:", refused("well 0,0,N" if home != "0,0,N" else "well 0,0,S"))
print("button:", button().enabled, [target.place for target in view(game, 0).targets if target.verb == "well"])
game.play(f"well {home}")
print("prompt:", french.text(view(game, 1).prompt, names), game.chances())
game.chance("struck dry")
game.play(f"well {home}")
game.chance("struck water")
print("again:", refused(f"well {home}"))
seen = view(game, 1)
print("log:", [french.text(line.say, names) for line in seen.log][-4:], seen.seats[0].points)
print(text(seen, french, names))
print("drawn:", board(seen).count("well"))
alone = [check for check in CHECKS if check != "combinations"]
test_wells.check_module = lambda name, games, own: print(check_module(name, 1, own=own, only=alone))
test_wells.test_wells()
"""


@pytest.mark.slow
def test_the_room_is_played(tmp_path: Path) -> None:
    project = tmp_path / "wells-room"
    lean = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules.md"])}
    files = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/module-example.md"])}
    files["pyproject.toml"] = lean["pyproject.toml"].replace("lean_years", "wells").replace("lean-years", "wells")
    files["wells/__init__.py"] = '"""Wells that bring points, or no water."""\n'
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PLAYED],
        cwd=tmp_path,
        env=plugged(tmp_path, project),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for line in (
        "before the roll: False {'brick': 1, 'ore': 1}",
        "without cards: WELL-001 Puits : vous ne pouvez pas payer",
        "elsewhere: WELL-002 on creuse un puits près d’une de ses constructions",
        "prompt: Ada creuse un puits [('struck water', 2), ('struck dry', 1)]",
        "again: WELL-002 cette construction a déjà un puits",
        "'Ada creuse en vain', 'Ada creuse un puits', 'Ada trouve de l’eau : un point'] 3",
        "Puits : Ada 1/2, Bea 0/2",
        "drawn: 3",
        "wells: 1 games with ",
    ):
        assert line in done.stdout.replace("\u202f", " ").replace("\\u202f", " "), done.stdout
