"""A player who asks a greedy bot for its moves at sea and makes them with the page's controls alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

from bastide.kernel.game import Game
from tests.browser.guided import Guided
from tests.browser.player import Hands, until
from tests.browser.rehearsal import advice
from tests.browser.serving import Served

SHARED: Final = {"cities": "east", "cards": "west"}


@dataclass(kw_only=True)
class Sailor(Guided):
    """Plays ships, gold and the pirate, and the development cards of the base. The first `people` seats are no bots."""

    people: int = 1

    def open(self, sheet: str) -> None:
        """On a phone, where panels of two expansions have no room for tabs of their own, they share those of a side."""
        own = self.page.locator(f'#tabs [data-tab="{sheet}"]')
        super().open(sheet if own.count() else SHARED.get(sheet, sheet))

    def asked(self) -> Game | None:
        """The game, if it waits for this seat, no more for bots, and the page shows where it stands."""
        table = self.served.app.state.hub.tables[self.table]
        game: Game = table.state.match.game
        if self.seat not in game.actors or max(game.actors) >= self.people:
            return None
        until(self.page, "(now) => document.body.dataset.version === now", str(table.state.version))
        return game if self.seat in game.actors else None

    def act(self) -> bool:
        """Do one thing, if something is asked; whether it was."""
        game = self.asked()
        if game is None:
            return False
        self.follow(advice(game, self.seat, len(self.done)))
        return True


def sailor(page: Page, hands: Hands, served: Served, table: str, seat: int = 0, people: int = 1) -> Sailor:
    """A player at this table."""
    return Sailor(page, hands, served=served, table=table, seat=seat, people=people)
