"""Every message of the source: what is written as `Say("...")` or `_("...")`, in templates, and by the script."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import jinja2
import jinja2.nodes

import bastide
from bastide.view.words import NAMES
from bastide.web.site import SCRIPT_WORDS

SOURCE = Path(bastide.__file__).parent
MARKERS = {"_", "gettext", "Say", "say"}
SCRIPT_CALL = re.compile(r'\btext\(\s*"((?:[^"\\]|\\.)+)"')


def literals(node: ast.expr) -> Iterator[str]:
    """The text that an argument may be: a literal, or both sides of a conditional one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def of_python(path: Path) -> Iterator[str]:
    """The messages of a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in MARKERS:
            yield from literals(node.args[0])


def of_template(path: Path) -> Iterator[str]:
    """The messages of a Jinja template."""
    tree = jinja2.Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    for call in tree.find_all(jinja2.nodes.Call):
        first = call.args[0] if call.args else None
        named = isinstance(call.node, jinja2.nodes.Name) and call.node.name == "_"
        if named and isinstance(first, jinja2.nodes.Const) and isinstance(first.value, str):
            yield first.value


def messages() -> dict[str, list[str]]:
    """Every message, with the files that say it."""
    found: dict[str, list[str]] = {}

    def add(message: str, where: str) -> None:
        if re.search(r"[A-Za-z]", re.sub(r"\{[^{}|]*\}", "", message)):
            found.setdefault(message, []).append(where)

    for path in sorted(SOURCE.rglob("*.py")):
        for message in of_python(path):
            add(message, str(path.relative_to(SOURCE)))
    for path in sorted(SOURCE.rglob("*.html")):
        for message in of_template(path):
            add(message, str(path.relative_to(SOURCE)))
    for path in sorted((SOURCE / "web/static/js").glob("*.js")):
        for message in SCRIPT_CALL.findall(path.read_text(encoding="utf-8")):
            add(message, str(path.relative_to(SOURCE)))
    for message in SCRIPT_WORDS:
        add(message, "web/site.py")
    for name in NAMES.values():
        add(name, "view/words.py")
    return found
