"""A player who asks a greedy bot for its moves at sea and makes them with the page's controls alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

from bastide.kernel.game import Game
from tests.browser.guided import Guided
from tests.browser.player import CARDS, Hands, until
from tests.browser.rehearsal import advice
from tests.browser.serving import Served

SHARED: Final = {"cities": "east", "cards": "west"}


@dataclass(kw_only=True)
class Sailor(Guided):
    """Plays ships, gold and the pirate, and the development cards of the base. The first `people` seats are no bots."""

    people: int = 1

    def follow(self, text: str) -> None:
        """On a phone, the button that rolls and ends stands in the bar."""
        if text not in ("roll", "end"):
            super().follow(text)
            return
        main = self.page.locator(f':is(#actions, #tabs) [data-notation="{text}"]:visible').first
        self.sent(lambda: self.hands.letter("e", main), text)

    def open(self, sheet: str) -> None:
        """On a phone, where panels of two expansions have no room for tabs of their own, they share those of a side."""
        own = self.page.locator(f'#tabs [data-tab="{sheet}"]')
        super().open(sheet if own.count() else SHARED.get(sheet, sheet))

    def aim(self, text: str) -> None:
        """Choose a place; on a phone no sheet may lie over the board."""
        self.open("build")
        super().aim(text)

    def trade(self, text: str) -> None:
        """Trade with the bank: on a phone in the sheet of a tab."""
        if not self.page.locator('#tabs [data-tab="trade"]').is_visible():
            super().trade(text)
            return
        super().open("trade")
        with_bank = self.page.locator('#offer input[value="bank"]')
        if with_bank.count() and not with_bank.is_checked():
            self.choose_bank(with_bank)
        self.click(self.page.locator(f'#offer [data-notation="{text}"]'), text)

    def card(self, text: str) -> None:
        """A card to be bought, or one from the hand: at once, or with the goods that its form asks for."""
        word, *rest = text.split()
        if text == "buy":
            self.sent(lambda: self.hands.letter("d", self.page.locator('#actions [data-notation="buy"]')), text)
            return
        if self.page.locator(".ck-progress-cards").count():
            super().card(text)
            return
        ready = self.page.locator(f'#hand [data-notation="{text}"]')
        if ready.count():
            self.click(ready.first, text)
            return
        self.hands.press(self.page.locator(f'#hand [data-form="{word}"]').first)
        form = self.page.locator(f'#choice form[data-form="{word}"]')
        named = form.locator(f'[data-notation="{text}"]')
        if named.count():
            self.click(named, text)
            return
        self.step_goods(rest)
        self.click(form.locator("[data-send]"), text)

    def step_goods(self, goods: list[str]) -> None:
        """Choose goods one by one: `ore*2 wool`."""
        for each in goods:
            good, _, count = each.partition("*")
            for _ in range(int(count or 1)):
                self.hands.press(self.page.locator(f':is({CARDS})[data-adds="{good}"]'))

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


def begin(page: Page, served: Served, language: str, config: dict[str, Any], people: int = 1) -> str:
    """Make a table with this config, at which bots have the seats after those of people; the table's id."""
    seats = [{"kind": "open"}] * people + [{"kind": "bot", "bot": "greedy"}] * (config["seats"] - people)
    order = {"name": "Quay", "nickname": "Maud", "config": config, "seats": seats, "start": people == 1}
    made = page.request.post(f"{served.address}/api/tables", data=order, headers={"Origin": served.address})
    assert made.ok, made.text()
    table = str(made.json()["table"])
    page.goto(f"{served.address}/t/{table}?lang={language}")
    return table


def sailor(page: Page, hands: Hands, served: Served, table: str, seat: int = 0, people: int = 1) -> Sailor:
    """A player at this table."""
    return Sailor(page, hands, served=served, table=table, seat=seat, people=people)
