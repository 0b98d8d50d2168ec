"""Every refusal of Cities & Knights: the rule that it names, and its sentence, in a position for each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bastide
from bastide.kernel.errors import IllegalAction
from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.cities_knights.rules import refused_cards
from tests.expansions.island.cities_knights.rules.kit import KnightsState, knights_table
from tests.expansions.island.cities_knights.rules.refusals import CASES, DRAWS, Case
from tests.expansions.island.cities_knights.rules.test_setup import PLACED, new

FOLDER = Path(bastide.__file__).parent / "expansions" / "island" / "cities_knights" / "rules"
FILES = ("refusals.py", "pending_refusals.py", "progress/refusals.py")
AT_SEA: set[tuple[str | None, str]] = {
    ("CK-069", "no line of yours, of road or {piece}, leads there past all opponents"),
    (None, "a knight is placed at a road or {piece} of yours"),
    ("CK-187", "no knight of an opponent stands at a road or {piece} of yours"),
    (None, "no road or {piece} of yours leads to this corner"),
    (None, "the robber cannot stand on this hex"),
}
"""What is said where there are ships: `tests/rules/test_reasons.py` and the tests of Seafarers have the positions."""
assert refused_cards.STAY, "its cases are those of `CASES` too"


def refused(t: KnightsState, line: str) -> IllegalAction:
    """The refusal of a line, `1: roll` being one of seat 1."""
    seat, _, text = line.rpartition(": ")
    before = t.game.hash()
    with pytest.raises(IllegalAction) as caught:
        t.game.play(text, int(seat) if seat else t.cell(t.r.on_turn))
    assert t.game.hash() == before
    return caught.value


@pytest.mark.compiled
@pytest.mark.parametrize(
    "one", [pytest.param(one, id=f"{one.rule} {one.line}", marks=pytest.mark.rule(one.rule)) for one in CASES]
)
def test_it_is_refused_by_its_rule(one: Case) -> None:
    t = knights_table(**one.position).play(*one.play)
    error = refused(t, one.line)
    assert (error.rule, error.text) == (one.rule, one.sentence)


@pytest.mark.rule("CK-011")
def test_the_second_starting_piece_is_a_city() -> None:
    t = new().play(*PLACED.splitlines()[:7])
    told = [(error.rule, error.text) for error in (refused(t, "2: settle 1,1,S"), refused(t, "2: city -1,0,N"))]
    assert told == [
        ("CK-011", "place your starting {piece} first"),
        ("CK-011", "a starting {piece} needs a free corner with no building one path away"),
    ]


def said(name: str) -> set[tuple[str | None, str]]:
    """What the source of a file can say: the rule, if it stands there, and the sentence."""
    found: set[tuple[str | None, str]] = set()
    for node in ast.walk(ast.parse((FOLDER / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
            rule, sentence = node.args[:2]
            known = str(rule.value) if isinstance(rule, ast.Constant) else None
            parts = [sentence.body, sentence.orelse] if isinstance(sentence, ast.IfExp) else [sentence]
            found.update((known, str(part.value)) for part in parts if isinstance(part, ast.Constant))
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_refusal_of_the_source_has_its_position(name: str) -> None:
    shown: set[tuple[str | None, str]] = {(one.rule, one.sentence) for one in CASES}
    shown |= {(None, one.sentence) for one in CASES}
    shown |= AT_SEA | {
        ("CK-011", "place your starting {piece} first"),
        ("CK-011", "a starting {piece} needs a free corner with no building one path away"),
    }
    assert said(name) - shown == set()


@pytest.mark.rule("CK-186", "CK-187")
@pytest.mark.parametrize("one", [one for one in CASES if one.rule in ("CK-186", "CK-187")], ids=lambda one: one.line)
def test_the_page_gives_the_same_reason_as_the_engine(one: Case) -> None:
    t = knights_table(**one.position).play(*one.play)
    shown = view(t.game, 0)
    assert isinstance(shown, IslandView)
    kind = one.line.split()[0]
    (card,) = [card for card in shown.seats[0].cards or [] if card.kind == kind]
    assert card.reason is not None
    assert (card.reason.rule, card.reason.say.text) == (one.rule, one.sentence)


@pytest.mark.rule("CK-027", "CK-182", "CK-186")
def test_the_page_tells_why_a_card_cannot_be_the_forced_one() -> None:
    t = knights_table(levels={0: "trade 1"}, progress={0: "alchemist mining crane*2"}, rolled=False).play(*DRAWS)
    shown = view(t.game, 0)
    assert isinstance(shown, IslandView)
    reasons = {card.kind: card.reason and card.reason.rule for card in shown.seats[0].cards or []}
    assert reasons == {"alchemist": "CK-182", "mining": "CK-186", "crane": None, "merchant": "CK-186"}
    assert shown.choice is not None
    assert [option.notation for option in shown.choice.options] == ["crane"]
