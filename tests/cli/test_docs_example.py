"""The second and the third room of the documentation are played as plug-ins, and their own tests pass."""

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
test_wells.check_module = lambda name, games: print(check_module(name, 1, only=alone))
test_wells.test_wells()
"""
HIDDEN = """
import test_favours
from bastide import Game, make_bot, play
from bastide.kernel.errors import IllegalAction
from bastide.testing import CHECKS, check_module
from bastide.testing.pages import table
from bastide.view import view
from bastide.view.text import text
from bastide.view.words import Words
from bastide.web.panels import render

game = Game.new({"seats": 2, "modules": ["favours"], "options": {"first": 0}})
r, names = game.rules, ["Ada", "Bea"]
game.play("roll"), game.chance("roll 1 1")
r.draw_goods(game.state, 0, r.good_names.index("wool"), 2)
game.play("favour"), game.chance("granted ore")
for viewer in (0, 1):
    seen = view(game, viewer)
    print(viewer, "log:", [Words("fr").text(line.say, names) for line in seen.log][-2:])
    print(text(seen, Words("fr"), names))
    print(viewer, "redeem:", "redeem ore" in render(table(game, viewer), "en")["west"])
try:
    game.play("redeem grain")
except IllegalAction as error:
    print("refused:", error.rule, error.text)
ore = int(game.state.cells[r.hand + r.good_names.index("ore")])
game.play("redeem ore")
print("gained:", int(game.state.cells[r.hand + r.good_names.index("ore")]) - ore)
games = [play({"seats": 2, "modules": ["favours"]}, [make_bot("greedy", 1)] * 2, seed=seed) for seed in range(2)]
said = [decision.text.split()[0] for game in games for decision in game.decisions]
print("bots:", said.count("favour") > 3, said.count("redeem") > 3)
alone = [check for check in CHECKS if check != "combinations"]
test_favours.check_module = lambda name, games: print(check_module(name, 1, only=alone))
test_favours.test_favours()
"""


def played(tmp_path: Path, name: str, program: str, page: str) -> str:
    """What a program says that runs where the room of a page is installed as a plug-in."""
    project = tmp_path / f"{name}-room"
    lean = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules.md"])}
    files = {match["name"]: match["text"] for match in FILE.finditer(PAGES[page])}
    files["pyproject.toml"] = lean["pyproject.toml"].replace("lean_years", name).replace("lean-years", name)
    files[f"{name}/__init__.py"] = '"""A room of the documentation."""\n'
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=plugged(tmp_path, project),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.replace("\u202f", " ").replace("\\u202f", " ")


@pytest.mark.slow
def test_the_second_room_is_played(tmp_path: Path) -> None:
    said = played(tmp_path, "wells", PLAYED, "docs/module-example.md")
    for line in (
        "before the roll: False {'brick': 1, 'ore': 1}",
        "without cards: WELL-001 Puits : vous ne pouvez pas payer",
        "elsewhere: WELL-002 on creuse un puits près d’une de ses constructions",
        "prompt: Ada creuse un puits [('struck water', 2), ('struck dry', 1)]",
        "again: WELL-002 cette construction a déjà un puits",
        "'Ada creuse en vain', 'Ada creuse un puits', 'Ada trouve de l’eau : un point'] 3",
        "Puits : Ada 1/2, Bea 0/2",
        "\n  puits : ",
        "drawn: 3",
        "wells: 1 games with ",
    ):
        assert line in said, said


@pytest.mark.slow
def test_the_third_room_keeps_its_secrets(tmp_path: Path) -> None:
    said = played(tmp_path, "favours", HIDDEN, "docs/module-hidden-cards.md")
    mine, theirs = said.split("\n1 log: ")
    for line in (
        "0 log: ['Ada obtient une faveur', 'La faveur d’Ada : minerai']",
        "Vos faveurs : 1 minerai",
        "0 redeem: True",
    ):
        assert line in mine, mine
    for line in (
        "'Ada obtient une faveur']",
        "Faveurs : Ada 1, Bea 0",
        "1 redeem: False",
        "refused: FAV-002 you hold no such favour",
        "gained: 2",
        "bots: True True",
        "favours: 1 games with ",
    ):
        assert line in theirs, theirs
    assert "La faveur" not in theirs


@pytest.mark.slow
def test_the_house_rule_is_installed_and_checked(tmp_path: Path) -> None:
    files = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules-reference.md"])}
    project = tmp_path / "big-hands"
    project.mkdir()
    for path, text in files.items():
        (project / path).write_text(text, "utf-8")
    environment = plugged(tmp_path, project)
    for words, said in (
        (["simulate", "-m", "big_hands", "-n", "2", "--jobs", "1"], "2"),
        (["check-module", "big_hands", "-n", "1", "--only", "positions"], "big_hands: 1 games with "),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "bastide", *words],
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert said in done.stdout
