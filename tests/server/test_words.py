"""Every refusal of the server is written in French as well."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import bastide.server
from bastide.server.cluster.messages import PackedRefusal, Reply, pack, unpack
from bastide.server.common.faults import STATUS, RequestRefused
from bastide.server.log.checks import STAGES
from bastide.view.catalogues import catalogue

SOURCES = sorted(Path(bastide.server.__file__).parent.rglob("*.py"))


def refusals() -> list[ast.Call]:
    calls = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "RequestRefused"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_refusal_has_french_with_the_same_fields() -> None:
    french = catalogue("fr")
    texts = {call.args[1].value for call in refusals() if isinstance(call.args[1], ast.Constant)}
    assert len(texts) > 40
    for text in [*texts, *STAGES.values()]:
        assert isinstance(text, str)
        assert text in french, text
        assert fields(french[text]) == fields(text)


def test_every_refusal_gives_its_fields_and_has_a_status() -> None:
    for call in refusals():
        if isinstance(call.args[1], ast.Constant):
            given = {keyword.arg for keyword in call.keywords} - {"rule", "missing", "names", "quoted", "values"}
            assert given == fields(str(call.args[1].value)), ast.unparse(call)
        if isinstance(call.args[0], ast.Constant):
            assert call.args[0].value in STATUS, ast.unparse(call)


def test_a_refusal_is_said_in_the_language_of_whoever_asked() -> None:
    refusal = RequestRefused("unknown", "There is no table {input}; check the link", input="'x'")
    assert refusal.fault("fr").message == "Il n’y a pas de table 'x'\u202f; vérifiez le lien"
    assert RequestRefused("illegal", "No", quoted="'a'").fault("fr").message == "'a'\u202f: No"


def test_a_refusal_is_the_same_at_every_server() -> None:
    """One that comes from the owner of a table says all that it said there, in the words of the table's edition."""
    refusal = RequestRefused(
        "illegal",
        "{good} is needed, not {why}",
        rule="BASE-001",
        missing={"ore": 2},
        names=["Maud", "Odile"],
        quoted="'x'",
        edition="classic",
        values={"good": "ore"},
        why="wool",
    )
    answer = unpack(pack(Reply(1, 2, None, PackedRefusal.of(refusal))))
    assert isinstance(answer, Reply)
    assert answer.refused is not None
    said = answer.refused.unpacked()
    assert vars(said) == vars(refusal)
    assert [said.fault(language) for language in ("en", "fr")] == [refusal.fault(language) for language in ("en", "fr")]
