"""Pages that people read from start to end stay short."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
MOST = 250
"""Lines of a page that is read from start to end. References may be longer."""
READ_THROUGH = ("index", "bots", "write-a-bot", "modules", "performance", "performance-server")


@pytest.mark.parametrize("name", READ_THROUGH)
def test_a_page_to_read_through_is_short(name: str) -> None:
    assert len((DOCS / f"{name}.md").read_text("utf-8").splitlines()) <= MOST
