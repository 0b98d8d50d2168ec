"""No method that a plug-in may override has a default for an `i64`.

Where a compiled method calls another one on an interpreted subclass, such a parameter arrives as 0 if it is left out. A
constructor is no such method: nobody calls it on an instance that is there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from bastide_compile import engine_files
from bastide_vendor import ROOT

OPEN = "mypyc_attr(allow_interpreted_subclasses=True)"


def open_classes(source: str) -> Iterator[ast.ClassDef]:
    """The classes of a file from which plain Python may derive."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and OPEN in [ast.unparse(each) for each in node.decorator_list]:
            yield node


def defaults(made: ast.ClassDef) -> Iterator[str]:
    """The parameters of a class's methods that are an `i64` and have a default."""
    for method in made.body:
        if isinstance(method, ast.FunctionDef) and method.name != "__init__":
            given = method.args
            listed = given.args[len(given.args) - len(given.defaults) :]
            named = [each for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default]
            for parameter in (*listed, *named):
                if parameter.annotation is not None and ast.unparse(parameter.annotation) == "i64":
                    yield f"{made.name}.{method.name}: {parameter.arg}"


def test_open_classes_have_no_defaults_for_i64() -> None:
    found = [made for name in engine_files(ROOT) for made in open_classes((ROOT / name).read_text("utf-8"))]
    known = {"Verb", "Phase", "Rules", "IslandModule", "CarcassonneModule", "ModuleRules", "ModuleBot"}
    assert known <= {made.name for made in found}
    assert [line for made in found for line in defaults(made)] == []


def test_such_a_default_is_found() -> None:
    lines = [
        f"@{OPEN}",
        "class A:",
        "    def f(self, s: State, seat: i64, kind: i64 = 0, free: bool = False) -> None: ...",
        "    def g(self, seat: i64, *, kind: i64 = -1, other: i64) -> None: ...",
        "    def h(self, seat: i64) -> None: ...",
        "class B:",
        "    def f(self, seat: i64 = 0) -> None: ...",
    ]
    [made] = open_classes("\n".join(lines))
    assert list(defaults(made)) == ["A.f: kind", "A.g: kind"]
