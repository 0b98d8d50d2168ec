"""Pages that people read from start to end stay short, and the module reference lists every seam."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastide.catan.base.seams import IslandModule
from bastide.kernel.spelling import seams_of

DOCS = Path(__file__).parents[2] / "docs"
MOST = 250
"""Lines of a page that is read from start to end. References may be longer."""
READ_THROUGH = ("index", "bots", "write-a-bot", "modules", "performance", "performance-server")


@pytest.mark.parametrize("name", READ_THROUGH)
def test_a_page_to_read_through_is_short(name: str) -> None:
    assert len((DOCS / f"{name}.md").read_text("utf-8").splitlines()) <= MOST


def test_the_reference_lists_each_seam_of_the_island_once() -> None:
    text = (DOCS / "modules-reference.md").read_text("utf-8")
    table = text.partition("| part of the game | seams |\n")[2].partition("\n\n")[0]
    rows = [line.split(" | ")[1] for line in table.splitlines()[1:]]
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(seams_of(IslandModule))
