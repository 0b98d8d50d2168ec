"""The engine's sources without its module seams, to measure what the seams cost while no module is active.

With no module, `for m in rules.seams.cuts: ...` runs no time and `len(rules.seams.cuts)` is 0. This transform takes the
loops out and writes the 0, mechanically, so that the compiler sees an engine that never had them; it plays the same
games.
"""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = "src/bastide/catan/base"
"""Where the seams are called."""


class SeamError(Exception):
    """The modules are used in a way that this transform does not know."""


class _Remover(ast.NodeTransformer):
    def __init__(self) -> None:
        self.removed = 0

    def visit_For(self, node: ast.For) -> ast.stmt:
        if not _is_seam(node.iter):
            self.generic_visit(node)
            return node
        if node.orelse:
            raise SeamError(f"line {node.lineno}: a loop over modules has an else")
        self.removed += 1
        return ast.copy_location(ast.Pass(), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id == "len" and _is_seam(node.args[0])):
            return node
        self.removed += 1
        return ast.copy_location(ast.Constant(0), node)


def _is_seam(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "seams"


def without_seams(source: str) -> tuple[str, int]:
    """The source without its uses of modules, and how many there were.

    :raises SeamError: a use remains that is neither a loop nor a length, nor the assignment that keeps the list.
    """
    remover = _Remover()
    tree = ast.fix_missing_locations(remover.visit(ast.parse(source)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_seam(node) and isinstance(node.ctx, ast.Load):
            raise SeamError(f"line {node.lineno}: the modules are used, and not in a loop")
    return ast.unparse(tree) + "\n", remover.removed


def strip(tree: Path) -> int:
    """Take the seams out of the engine in a copy of the source tree, and say how many were taken out.

    :raises SeamError: a use of modules is not understood, or there is none at all.
    """
    total = 0
    for path in sorted((tree / FOLDER).glob("*.py")):
        try:
            source, removed = without_seams(path.read_text("utf-8"))
        except SeamError as error:
            raise SeamError(f"{path.name}, {error}") from None
        if removed:
            path.write_text(source, "utf-8")
        total += removed
    if not total:
        raise SeamError(f"there is no seam in {FOLDER}")
    return total
