"""The bots that the documentation prints know what to do wherever a seat is awaited, in every set of modules.

Each commit chooses two sets beside the base games; the campaign plays all of them.
"""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from bastide_vendor import ROOT, node_command

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view import view
from bastide.view.model import View
from tests.browser.fixtures import missing
from tests.chosen import by_commit
from tests.cli.test_docs import FILE, PAGES
from tests.combinations.table import ROLES, in_short, present
from tests.combinations.table import sets_of as sets_of_island
from tests.differential.sets import SHORT, configs_of, sets_of
from tests.sizes import CAMPAIGN, sized

Decide = Callable[[View], str]

SETS: Final = {
    f"island {in_short(names)}": ("island", tuple(name for name in ROLES if name in names))
    for names in sets_of_island(present())
} | {f"carcassonne {'+'.join(one.modules) or 'base'}": ("carcassonne", one.modules) for one in sets_of("carcassonne")}
BASES: Final = frozenset({"island base", "carcassonne base"})
ONE_CARD: Final = "island EVT+FISH"
"""A set in which single cards are chosen."""
PLAYED: Final = sorted(SETS) if CAMPAIGN else sorted(BASES | {ONE_CARD} | by_commit(SETS.keys() - BASES - {ONE_CARD}))
ASKED: Final = sized(6, 1000)
"""How many decisions of a phase are left to the printed bots; the others are drawn, which is faster."""
PYTHON: Final = {
    "http_bot.py": PAGES["docs/write-a-bot.md"],
    "client_bot.py": PAGES["docs/bots.md"],
    "bot.py": f'```python title="bot.py"\n{(ROOT / "examples" / "bot.py").read_text("utf-8")}```',
}
READ: Final = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(decide(JSON.parse(line)));
}
"""


def printed(page: str, name: str) -> str:
    """The program of this name on a page."""
    return next(found["text"] for found in FILE.finditer(page) if found["name"] == name)


def decider(text: str) -> Decide:
    """The `decide` of a Python program, without what the program does when it is run."""
    kept = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef)
    tree = ast.parse(text)
    tree.body = [part for part in tree.body if isinstance(part, kept)]
    found: dict[str, Any] = {}
    exec(compile(tree, "decide", "exec", dont_inherit=True), found)
    decide, more = found["decide"], [random.Random(1)] if "rng" in text.partition("def decide(")[2][:40] else []
    if "json" in found:  # it reads the answer itself
        return lambda seen: decide(json.loads(msgspec.json.encode(seen)), *more)
    return lambda seen: decide(seen, *more)


@contextmanager
def in_javascript(folder: Path) -> Iterator[Decide]:
    """The `decide` of the program in JavaScript, in a process of its own."""
    node = node_command("node")
    if node is None:
        missing("there is no Node")
        return
    text = printed(PAGES["docs/http.md"], "http_bot.mjs")
    decide = re.search(r"^function decide\(.*?^}$", text, re.MULTILINE | re.DOTALL)
    assert decide is not None
    program = folder / "decide.mjs"
    program.write_text(decide[0] + READ, "utf-8")
    with subprocess.Popen([*node, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reader, writer = process.stdout, process.stdin

        def ask(seen: View) -> str:
            writer.write(msgspec.json.encode(seen) + b"\n")
            writer.flush()
            return reader.readline().decode().strip()

        yield ask


@pytest.mark.parametrize("name", PLAYED)
def test_the_printed_bots_decide_wherever_a_seat_is_awaited(name: str, tmp_path: Path) -> None:
    family, modules = SETS[name]
    configs = configs_of(family, modules)
    config = configs[len(name) % len(configs)]
    game = Game.new({**config, "options": {**SHORT.get(family, {}), **config.get("options", {})}}, seed=1)
    rng = random.Random(name)
    with in_javascript(tmp_path) as javascript:
        bots = {file: decider(printed(page, file)) for file, page in PYTHON.items()} | {"http_bot.mjs": javascript}
        asked = Counter[str]()
        while not game.over:
            if game.actors == [CHANCE]:
                game.draw(rng)
                continue
            seat = rng.choice(game.actors)
            phase = game.rules.phase(game.state).name
            if (simple := game.simple(seat)) and asked[phase] >= ASKED:
                game.play(rng.choice(simple), seat)
                continue
            asked[phase] += 1
            seen = view(game, seat)
            check_told(seen)
            said = {file: decide(seen) for file, decide in bots.items()}
            for file, text in said.items():
                error = game.why_not(text, seat)
                assert error is None, f"{file} in the phase {phase}: {error}"
            game.play(rng.choice([*said.values()]), seat)


def check_told(seen: View) -> None:
    """`legal` lists decisions; where it lists none, `choice` says how many cards, which, and the verb."""
    if seen.legal:
        return
    choice = seen.choice
    assert choice is not None, f"nothing is said in the phase {seen.phase}"
    assert 1 < choice.count <= sum(choice.among.values())
    assert seen.forms == [f"{choice.verb} GOODS"]
