"""A module changes beside another one only as the table or its own file `with_<other>.py` says (MIX-024)."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.catan.family import MODULES
from bastide.kernel.combinations import adapted, besides
from bastide.kernel.rooms import adapts_to, rooms

pytestmark = pytest.mark.interpreted


def others(name: str) -> set[str]:
    """The rooms beside which a room changes: by the table, or by a file of its own."""
    table = {other for line in besides("island") if name in line.left for other in line.right}
    return table | set(adapts_to("island", name))


PAIRS = [(name, other) for name in rooms("island") for other in sorted(others(name))]


def seen(names: list[str]) -> dict[str, Any]:
    """What a module, the first of these, says of itself in their game: its attributes, objects by their class."""
    first = adapted("island", [MODULES[name]() for name in names])[0]
    plain = (bool, int, str, list, tuple, dict, type, type(None))
    return {name: value if isinstance(value, plain) else type(value) for name, value in vars(first).items()}


@pytest.mark.rule("MIX-024")
@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_a_module_changes_beside_the_other_and_nowhere_else(name: str, other: str) -> None:
    alone = seen([name])
    assert seen([name, other]) != alone
    strangers = set(rooms("island")) - others(name) - {name}
    assert seen([name, *sorted(strangers)]) == alone
