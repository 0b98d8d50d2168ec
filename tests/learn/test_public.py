"""`bastide.learn` reads nothing private of the rest: an attribute or a name that begins with _ is its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import bastide.learn

FOLDER = Path(bastide.learn.__path__[0])


def private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def foreign(source: str) -> Iterator[str]:
    """Private attributes that no class of the file sets, and private names from elsewhere."""
    tree = ast.parse(source)
    nodes = [*ast.walk(tree)]
    own = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    own |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    own |= {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in own:
            yield node.attr
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if private(alias.name))


def test_nothing_private_is_read() -> None:
    # PettingZoo's environments take the last step of an agent by these two, and its documentation says so.
    of_pettingzoo = {"_was_dead_step", "_accumulate_rewards"}
    found = {(path.name, name) for path in FOLDER.rglob("*.py") for name in foreign(path.read_text("utf-8"))}
    assert {name for _, name in found} <= of_pettingzoo, found
    assert len(found) == 2


def test_a_private_name_is_found() -> None:
    source = "from bastide.kernel.playout import _hidden\nclass A:\n    def f(self, s):\n        self._own = s._cells\n"
    assert [*foreign(source)] == ["_hidden", "_cells"]
