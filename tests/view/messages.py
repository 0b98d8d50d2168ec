"""Every message of the source: what is written as `Say("...")` or `_("...")`, in templates, by the script, and as the
reason why modules are not combined.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import jinja2
import jinja2.nodes

import bastide
from bastide.kernel.combinations import FILE_NAME, pairs
from bastide.testing.words import literals, speaks
from bastide.testing.words import messages as messages_of
from bastide.view.catalogues import NAMES
from bastide.web.site import SCRIPT_WORDS

SOURCE = Path(bastide.__file__).parent
FIELD_OR_WORDS = re.compile(r"\{\w+\}.*[a-z]| .* ")
FORM = re.compile(r"^[a-z]+ [A-Z]+$")
MARKUP = re.compile(r'="')
SCRIPT_CALL = re.compile(r'\btext\(\s*"((?:[^"\\]|\\.)+)"')


def of_python(path: Path) -> Iterator[str]:
    """The messages of a Python file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from messages_of(tree)
    if path.is_relative_to(SOURCE / "view" / "island") or path.match("expansions/island/*/view/*.py"):
        yield from sentences(tree)


def sentences(tree: ast.Module) -> Iterator[str]:
    """What the view of a game says from tables of messages: every text of several words that is no docstring."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        values = node.values if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple) else []
        values = [*values, *(node.args if isinstance(node, ast.Call) else [])]
        values += [node.value] if isinstance(node, ast.Assign) else []
        for value in values:
            for text in literals(value):
                other = FORM.search(text) or MARKUP.search(text)
                if id(value) not in inside and FIELD_OR_WORDS.search(text) and not other:
                    yield text


def of_template(path: Path) -> Iterator[str]:
    """The messages of a Jinja template."""
    tree = jinja2.Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    for call in tree.find_all(jinja2.nodes.Call):
        first = call.args[0] if call.args else None
        named = isinstance(call.node, jinja2.nodes.Name) and call.node.name == "_"
        if named and isinstance(first, jinja2.nodes.Const) and isinstance(first.value, str):
            yield first.value


@functools.cache
def messages() -> dict[str, list[str]]:
    """Every message, with the files that say it."""
    found: dict[str, list[str]] = {}

    def add(message: str, where: str) -> None:
        if speaks(message):
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
    for path in sorted((SOURCE / "expansions").glob(f"*/{FILE_NAME}")):
        for pair in pairs(path.parent.name):
            add(pair.reason, str(path.relative_to(SOURCE)))
    for message in SCRIPT_WORDS:
        add(message, "web/site.py")
    for name in NAMES.values():
        add(name, "view/words.py")
    return found
