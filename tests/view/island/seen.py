"""What a viewer sees of a position that a test lays out."""

from __future__ import annotations

from bastide.view import view
from bastide.view.model import IslandView
from tests.kit import Table


def seen(t: Table, viewer: int = 0) -> IslandView:
    """The island as a viewer sees it."""
    found = view(t.game, viewer)
    assert isinstance(found, IslandView)
    return found
