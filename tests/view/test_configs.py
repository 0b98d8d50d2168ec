"""Config errors are reported in every language: each has its sentence, its values and its French."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bastide
from bastide.kernel.errors import ConfigError, filled
from bastide.view.catalogues import catalogue
from bastide.view.model import Say
from bastide.view.words import Words

SOURCE = Path(bastide.__file__).parent
FIELD = re.compile(r"\{(\w+)(?::\w+)?\}")


MAKERS = ("ConfigError", "declared_twice", "entry_error")
"""What makes the errors: `declared_twice` fills its fields itself, `entry_error` is given them by name."""
REASONS = "pair.reason"
"""Sentences of combinations.toml, which tests/combinations reads in both languages."""


def errors() -> Iterator[tuple[str, ast.Call]]:
    """Every place in the source that makes a ConfigError."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(f"{maker}(" in text for maker in MAKERS):
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in MAKERS:
                continue
            # One that another process has made is made again from its fields.
            if node.args and ast.unparse(node.args[0]) not in (REASONS, "text"):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def wrong(call: ast.Call) -> str:
    """What is wrong with an error; empty if nothing."""
    text, *rest = call.args
    if ast.unparse(call.func) == "entry_error":
        text = rest[0]
        names = ["where", *(str(given.arg) for given in call.keywords)]
        rest = [ast.parse(repr(dict.fromkeys(names)), mode="eval").body]
    if not isinstance(text, ast.Constant):
        return "write a sentence without values put into it: it is the key of its translation"
    sentence = str(text.value)
    if ast.unparse(call.func) == "declared_twice":
        rest = [ast.parse("{'name': x, 'owner': x, 'other': x}", mode="eval").body]
    given = {ast.literal_eval(key) for key in rest[0].keys if key} if rest and isinstance(rest[0], ast.Dict) else set()
    if set(FIELD.findall(sentence)) != given:
        return f"its fields are not those that are given, {given}"
    if re.search(r"\([A-Z]+-\d+\)", sentence):
        return "the rule is an argument of its own"
    if sentence not in catalogue("fr"):
        return "no French"
    return "" if set(FIELD.findall(catalogue("fr")[sentence])) == given else "its French has other fields"


def test_every_error_is_a_sentence_whose_fields_are_filled_and_french() -> None:
    found = {where: wrong(call) for where, call in errors()}
    assert len(found) > 50
    assert {where: why for where, why in found.items() if why} == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ConfigError(f'no {x}')", "write a sentence"),
        ("ConfigError('{where} stands there twice')", "its fields are not those"),
        ("ConfigError('{where} stands there twice', {'where': x, 'more': y}, 'X-1')", "its fields are not those"),
        ("ConfigError('no such seat (BASE-001)')", "the rule is an argument"),
        ("ConfigError('nobody has translated this')", "no French"),
        ("ConfigError('{where} stands there twice', {'where': x}, 'X-1')", ""),
    ],
)
def test_a_wrong_error_is_found(text: str, why: str) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert wrong(call).startswith(why)
    assert bool(wrong(call)) == bool(why)


def test_an_error_says_in_english_what_its_fields_hold() -> None:
    error = ConfigError(
        "{where}: {low} to {high}, not {given}", {"where": "a", "low": 1, "high": 2, "given": "3"}, "X-1"
    )
    assert str(error) == "a: 1 to 2, not 3 (X-1)"
    assert (error.text, error.rule) == ("{where}: {low} to {high}, not {given}", "X-1")
    assert str(ConfigError("as it stands")) == "as it stands"


def test_what_was_given_is_quoted_as_it_is_and_not_filled_in_again() -> None:
    assert filled("{given}, {low}", {"given": "'{low}'", "low": 1}) == "'{low}', 1"
    say = Say(
        "{where} must be one of {known}, got {given}", {"where": "options.x", "known": "on, off", "given": "'{where}'"}
    )
    assert Words("fr").text(say, []).endswith("et non '{where}'")


def test_an_error_comes_whole_out_of_another_process() -> None:
    error = ConfigError("{given} stands there twice", {"given": "'x'"}, "X-1")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.text, again.values, again.rule) == (str(error), error.text, error.values, error.rule)
