"""What a viewer sees of a position that a test lays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.view.words import Words
from tests.kit import Table


def seen(t: Table, viewer: int = 0) -> IslandView:
    """The island as a viewer sees it."""
    found = view(t.game, viewer)
    assert isinstance(found, IslandView)
    return found


@dataclass(frozen=True)
class Reader:
    """Reads what a viewer is told at a table of these players; `plain` replaces characters of French typography."""

    players: Sequence[str]
    plain: Mapping[int, str]

    def lines(self, t: Table, language: str = "en", viewer: int = 0) -> list[str]:
        """The lines of the log that belong to a decision."""
        text = Words(language).text
        return [text(line.say, self.players).translate(self.plain) for line in seen(t, viewer).log if line.version]

    def prompt(self, t: Table, viewer: int, language: str = "en") -> str:
        """The prompt."""
        return Words(language).text(seen(t, viewer).prompt, self.players).translate(self.plain)
