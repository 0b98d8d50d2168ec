"""The words of a room: the messages in its Python files, and the names that others ask it for."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Final

from bastide.kernel.rules import Module
from bastide.view.catalogues import LANGUAGES, catalogue
from bastide.view.words import Words

MARKERS: Final = frozenset({"_", "gettext", "Say", "say", "ConfigError"})
"""The functions and classes whose first argument is a message."""
RULE: Final = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-\d+")
"""The id of a rule."""
FIELD: Final = re.compile(r"\{(\w+)")
"""A field of a message, with its name."""


def literals(node: ast.expr) -> Iterator[str]:
    """The text that an argument may be: a literal, or both sides of a conditional one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def messages(tree: ast.Module) -> Iterator[str]:
    """The messages of a Python file: arguments of the markers, and what follows a rule, in a refusal or a table."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            rules, texts = (list(literals(part)) for part in node.elts)
            if rules and all(map(RULE.fullmatch, rules)):
                yield from (text for text in texts if not RULE.fullmatch(text))
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in MARKERS:
            first, *more = node.args
            yield from (message for message in literals(first) if not RULE.fullmatch(message))
            if name == "say" and more:
                yield from literals(more[0])


def speaks(message: str) -> bool:
    """Whether a message has a word beside its fields."""
    return re.search(r"[A-Za-z]", re.sub(r"\{[^{}|]*\}", "", message)) is not None


def unworded(folder: Traversable, module: Module) -> Iterator[str]:
    """What the folder of a room lacks: names of the module, of its options and of their values, and translations.

    A value without letters, such as a number, is shown as it is.
    """
    keys = [f"module_{module.name}"]
    for option, values in module.options.items():
        keys += [f"option_{option}", *(f"{option}_{value}" for value in values if speaks(value))]
    for key in keys:
        for language in LANGUAGES:
            if Words(language).name(key) == key.replace("_", " "):
                yield f"{key} has no name in {language}: write one in names.toml and in the translations"
    said: dict[str, str] = {}
    for path in files_in(folder, "names.toml"):
        said |= dict.fromkeys(tomllib.loads(path.read_text("utf-8")).values(), path.name)
    for path in files_in(folder, ".py"):
        said |= dict.fromkeys(filter(speaks, messages(ast.parse(path.read_text("utf-8")))), path.name)
    for language in LANGUAGES[1:]:
        lacking = {message: file for message, file in said.items() if message not in catalogue(language)}
        yield from (f"{message!r} of {file} has no {language}" for message, file in lacking.items())
        for message, file in said.items():
            for name in sorted(unknown_fields(message, catalogue(language).get(message, ""))):
                yield f"{message!r} of {file} has no field {name!r}, which its {language} names"


def unknown_fields(message: str, translation: str) -> set[str]:
    """The fields that a translation names and its message lacks: they would be shown as they are written."""
    return set(FIELD.findall(translation)) - set(FIELD.findall(message))


def files_in(folder: Traversable, ending: str) -> Iterator[Traversable]:
    """The files in a folder and in those below, by the end of their names."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from files_in(path, ending)
        elif path.name.endswith(ending):
            yield path
