"""What `tools/hooks.py` writes from the hooks is what stands in the tree."""

from __future__ import annotations

import ast

import pytest

from bastide.kernel.rooms import class_named
from bastide.kernel.spelling import seams_of
from tools.hooks import FLOORS, Floor, attributes, callers, derived, hooks, setters, users, written

SOURCE = '''
class Module:
    paint: ClassVar[Mapping[str, str]] = {{}}
    """The colours
    of its pieces."""
    former = 3

    def __init__(self, r: Island) -> None:
        self.r = r
        """The island."""
        self.layers: i64 = -1
        """How many it has."""

    # -- colours

    def tint(self, s: State, seat: i64) -> i64:
        """A colour.{}"""
        return 0
'''


@pytest.mark.parametrize("path", ["catan/base/combined.py", "carcassonne/base/combined.py", "docs/hooks.md"])
def test_what_follows_from_the_hooks_is_written(path: str) -> None:
    [(file, text)] = [(file, text()) for file, text in written().items() if file.match(path)]
    assert file.read_text("utf-8") == text, "run `python -m tools.hooks`"


@pytest.mark.parametrize("floor", [one for one in FLOORS if one.floor == "rules"], ids=lambda floor: floor.anchor)
def test_every_hook_of_the_rules_is_read(floor: Floor) -> None:
    place = floor.file.removesuffix(".py").replace("/", ".")
    base = class_named(f"bastide.{place}:{floor.name}")
    assert sorted(each.name for each in floor.hooks()) == sorted(seams_of(base))
    assert {each.part for each in floor.hooks() if not each.how} <= {"configuring", ""}, "others combine their answers"


def test_a_hook_says_how_answers_combine() -> None:
    [tint] = hooks(SOURCE.format(" [fold until -1; by name]"), "Module")
    assert (tint.name, tint.part, tint.doc) == ("tint", "colours", "A colour.")
    assert tint.meaning == "Each module is given the answer so far, until one answers -1."
    [plain] = hooks(SOURCE.format(""), "Module")
    assert plain.meaning == ""


def test_an_attribute_with_a_text_has_a_section() -> None:
    found = attributes(SOURCE.format(""), "Module")
    assert [(one.name, one.declared, one.doc, one.given) for one in found] == [
        ("paint", "paint: Mapping[str, str] = {}", "The colours\nof its pieces.", False),
        ("r", "r", "The island.", True),
        ("layers", "layers: i64 = -1", "How many it has.", False),
    ]


@pytest.mark.parametrize("floor", FLOORS, ids=lambda floor: floor.anchor)
def test_every_attribute_of_a_view_a_page_or_a_bot_is_set_by_a_room(floor: Floor) -> None:
    if floor.floor != "rules":
        set_ = setters(floor)
        assert [one.name for one in floor.attributes() if not one.given and one.name not in set_] == []


@pytest.mark.parametrize("how", ["average", "fold until", "fold until red", "sum; twice"])
def test_what_a_hook_says_of_its_answers_must_be_known(how: str) -> None:
    with pytest.raises(ValueError, match="tint"):
        hooks(SOURCE.format(f" [{how}]"), "Module")


def test_only_classes_of_the_floor_use_its_hooks() -> None:
    """A class for something else may have methods of the same names, as a `Journey` has `cost`."""
    [rules] = [floor for floor in FLOORS if floor.anchor == "island"]
    source = "class Road(Journey): ...\nclass Late(Early): ...\nclass Early(seams.ModuleRules): ...\nclass Part: ..."
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    assert {node.name for node in derived(classes, rules)} == {"Early", "Late"}


@pytest.mark.parametrize("floor", FLOORS, ids=lambda floor: floor.anchor)
def test_every_hook_has_a_room_that_uses_it(floor: Floor) -> None:
    used = users(floor)
    assert [each.name for each in floor.hooks() if each.name not in used] == []


@pytest.mark.parametrize("floor", FLOORS, ids=lambda floor: floor.anchor)
def test_every_hook_that_combines_answers_has_a_caller(floor: Floor) -> None:
    asked = callers(floor)
    assert [each.name for each in floor.hooks() if each.how and each.name not in asked] == []
