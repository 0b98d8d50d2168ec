"""Documents without CSS variables: the same picture for programs that do not know them."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

from bastide.kernel.game import Game
from bastide.view import view
from bastide.view.svg import board
from bastide.view.svg.flat import without_variables
from tests.chosen import sampled
from tests.view.svg.test_layers import SVG, ids, references

CLASSES = ".p-azure{--c:blue;--d:navy}.p-garnet{--c:red}.figure{--s:var(--d)}"


def flat(inner: str, style: str = CLASSES) -> ET.Element:
    return ET.fromstring(
        without_variables(f'<svg xmlns="http://www.w3.org/2000/svg"><style>{style}</style>{inner}</svg>')
    )


def shown(root: ET.Element, color: str) -> str:
    """The id of what the use in the group of a class refers to."""
    [found] = [group.find(f"{SVG}use") for group in root.iter(f"{SVG}g") if group.get("class") == color]
    assert found is not None
    return found.attrib["href"].removeprefix("#")


def test_a_value_holds_inside_its_element() -> None:
    root = flat('<g class="p-azure"><path fill="var(--c)"/><g style="--c:lime"><path fill="var(--c, red)"/></g></g>')
    assert [path.get("fill") for path in root.iter(f"{SVG}path")] == ["blue", "lime"]


def test_an_unknown_variable_has_its_fallback() -> None:
    root = flat('<path fill="var(--x,#fff)" stroke="var(--x)"/><path class="figure" fill="var(--s)"/>')
    assert [dict(path.attrib) for path in root.iter(f"{SVG}path")] == [
        {"fill": "#fff", "stroke": "none"},
        {"class": "figure", "fill": "none"},
    ]


def test_a_symbol_has_the_values_of_where_it_is_shown() -> None:
    root = flat(
        '<defs><path id="dot" fill="var(--c)"/><g id="man"><use href="#dot"/><path class="figure" fill="var(--s)"/></g>'
        '<path id="plain" fill="pink"/></defs><g class="p-azure"><use href="#man"/></g>'
        '<g class="p-garnet"><use href="#man"/></g><g class="p-mauve"><use href="#plain"/></g>'
    )
    held = {each.get("id"): each for each in root.iter()}
    assert references(root) <= held.keys()
    assert shown(root, "p-mauve") == "plain"
    found = []
    for color in ("p-azure", "p-garnet"):
        use, path = held[shown(root, color)]
        found.append((held[use.attrib["href"].removeprefix("#")].get("fill"), path.get("fill")))
    assert found == [("blue", "navy"), ("red", "none")]
    assert "var(" not in ET.tostring(root, "unicode")


def test_rules_have_the_values_of_each_class_and_those_for_pointers_are_gone() -> None:
    style = CLASSES + ".a rect+rect{stroke:var(--c)}.b{fill:pink}.b:hover,.c{fill:lime}"
    [given] = [each.text for each in flat('<g class="a p-azure"/>', style).iter(f"{SVG}style")]
    assert given is not None
    assert ".p-azure.a rect+rect{stroke:blue}" in given
    assert ".p-garnet .a rect+rect{stroke:red}" in given
    assert ".b{fill:pink}" in given
    assert ".c{fill:lime}" in given
    assert ":hover" not in given
    assert "var(" not in given


@pytest.mark.parametrize("family", sampled(["island", "carcassonne"], count=1))
def test_the_boards_of_games_need_no_variables(family: str) -> None:
    game = Game.new({"game": family, "seats": 3}, seed=1)
    rng = random.Random(1)
    while game.version < 60:
        game.play(rng.choice(game.legal()))
    drawing = board(view(game, 0))
    told = without_variables(drawing)
    root = ET.fromstring(told)
    assert "var(" not in told
    assert len(ids(root)) == len(set(ids(root)))
    assert references(root) <= set(ids(root))
    assert len([*root.iter(f"{SVG}path")]) >= len([*ET.fromstring(drawing).iter(f"{SVG}path")]) - 20
