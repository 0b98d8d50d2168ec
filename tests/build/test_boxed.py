"""No conditional expression of the engine mixes an `i64` and a literal, and no loop counts with `_`.

mypyc evaluates such an expression as a Python object: it allocates an int, and unboxes it again. An `if` does not. A
variable `_` may be anything, so that each number of a range becomes an object; a counter with a name does not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from bastide_compile import engine_files
from bastide_vendor import ROOT


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a whole number as it is written."""
    if isinstance(node, ast.UnaryOp):
        return is_literal(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int


def mixed(node: ast.expr | None) -> bool:
    """Whether an expression is a conditional one with a literal on one side only."""
    return isinstance(node, ast.IfExp) and is_literal(node.body) != is_literal(node.orelse)


def boxed(source: str) -> Iterator[int]:
    """The lines where a function returns, or gives an annotated variable, an `i64` in this way, or counts with `_`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and node.target.id == "_":
            yield node.lineno
        if isinstance(node, ast.FunctionDef) and node.returns is not None and ast.unparse(node.returns) == "i64":
            yield from (each.lineno for each in ast.walk(node) if isinstance(each, ast.Return) and mixed(each.value))
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            for each in ast.walk(node):
                if isinstance(each, ast.AnnAssign) and ast.unparse(each.annotation) == "i64" and mixed(each.value):
                    yield each.lineno


def test_no_number_is_boxed() -> None:
    found = [(name, line) for name in engine_files(ROOT) for line in boxed((ROOT / name).read_text("utf-8"))]
    assert found == []


def test_a_boxed_number_is_found() -> None:
    lines = [
        "def f(x: i64) -> i64:",
        "    y: i64 = x if x > 1 else 0",
        "    z: i64 = 2 if x > 1 else -1",
        "    return -1 if y > x else y",
        "def g(x: i64) -> bool:",
        "    return x if x else False",
        "def h(x: i64) -> None:",
        "    for _ in range(x):",
        "        for _k in range(x):",
        "            print(x)",
    ]
    assert sorted(boxed("\n".join(lines))) == [2, 4, 8]
