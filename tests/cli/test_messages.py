"""Every text of the command line and the text table has a French version."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import bastide.cli
import bastide.view
from bastide.cli import texttable
from bastide.view.catalogues import catalogue
from bastide.view.typesetting import FIELD

FILES = [*Path(bastide.cli.__path__[0]).glob("*.py"), Path(bastide.view.__path__[0], "text.py")]
SAYING = {"gettext", "say", "Say", "Failure", "progress"}


def messages(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SAYING:
            for constant in ast.walk(node.args[0]):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    yield constant.value


def fields(text: str) -> set[str]:
    return {match[1] for match in FIELD.finditer(text)}


def test_every_message_is_in_french() -> None:
    found = {text for path in FILES for text in messages(path)} | {text for pair in texttable.HELP for text in pair}
    assert len(found) > 100
    said, french = sorted(text for text in found if FIELD.sub("", text).strip(" :;,.()")), catalogue("fr")
    assert [text for text in said if text not in french] == []
    assert [text for text in said if not fields(french[text]) <= fields(text)] == []
