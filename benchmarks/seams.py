"""Removes the module seams from the engine's sources, to measure their cost while no module is active.

The base checks `modular` before it calls a seam. This transform replaces it by False and folds the constants, so that
the compiler sees an engine that never had seams; with no module it plays the same games.
"""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = "src/bastide/catan/base"
"""Where the seams are called."""


class SeamError(Exception):
    """The modules are used in a way this transform does not handle."""


class _Folder(ast.NodeTransformer):
    def __init__(self) -> None:
        self.removed = 0

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if node.attr == "modular" and isinstance(node.ctx, ast.Load):
            self.removed += 1
            return ast.copy_location(ast.Constant(False), node)
        self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and _known(node.operand) is not None:
            return ast.copy_location(ast.Constant(not _known(node.operand)), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        kept = []
        for value in node.values:
            if _known(value) is decides:
                kept.append(value)
                break  # the operands after it are never evaluated
            if _known(value) is None:
                kept.append(value)
        if not kept:
            return ast.copy_location(ast.Constant(not decides), node)
        if len(kept) == 1:
            return kept[0]
        node.values = kept
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        known = _known(node.test)
        return node if known is None else node.body if known else node.orelse

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        known = _known(node.test)
        if known is None:
            return node
        return (node.body if known else node.orelse) or ast.copy_location(ast.Pass(), node)


def _known(node: ast.expr) -> bool | None:
    """The truth value of a literal expression, else None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, bool) else None


def without_seams(source: str) -> tuple[str, int]:
    """The source without its uses of modules, and the number removed.

    :raises SeamError: a seam is used without checking `modular` first.
    """
    folder = _Folder()
    tree = ast.fix_missing_locations(folder.visit(ast.parse(source)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "seams" and isinstance(node.ctx, ast.Load):
            raise SeamError(f"line {node.lineno}: a seam is called without checking `modular` first")
    return ast.unparse(tree) + "\n", folder.removed


def strip(tree: Path) -> int:
    """Remove the seams from the engine in a copy of the source tree; return the number of uses removed.

    :raises SeamError: a use of modules is not understood, or there is none.
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
