"""A player who asks a greedy bot for its moves and makes them with the page's controls alone."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from bastide.kernel.game import Game
from tests.browser.player import CARDS, PATIENCE, Player, until
from tests.browser.rehearsal import advice
from tests.browser.serving import Served

GOODS = re.compile(r"([a-z]+)(?:\*(\d+))?")


@dataclass(kw_only=True)
class Guided(Player):
    """Plays a seat to the end; `done` holds whole decisions in notation."""

    served: Served
    table: str
    seat: int = 0

    def play(self, few: int = 0) -> None:
        """Play to the game's end, or until this seat has made a few decisions."""
        while not 0 < few <= len(self.done) and self.wait() != "over":
            self.listen()
            text = self.decision()
            if text:
                self.follow(text)
        self.listen()

    def decision(self) -> str:
        """What the bot would do, once the page shows all that has happened; nothing if it is not asked any more.

        Where several are asked at once the bots answer first, so that the game goes the same way in every run.
        """
        table = self.served.app.state.hub.tables[self.table]
        end = time.monotonic() + PATIENCE
        while len(table.state.match.game.actors) > 1:
            assert time.monotonic() < end, "the bots never answered"
            self.page.wait_for_timeout(10)
        until(self.page, "(now) => document.body.dataset.version === now", str(table.state.version))
        game: Game = table.state.match.game
        return advice(game, self.seat, len(self.done)) if self.seat in game.actors else ""

    def follow(self, text: str) -> None:
        """Do it with the page's controls."""
        word, *rest = text.split()
        if word in ("roll", "end"):
            # On a phone, the button that rolls and ends stands in the bar.
            main = self.page.locator(f':is(#actions, #tabs) [data-notation="{text}"]:visible').first
            self.sent(lambda: self.hands.letter(main), text)
        elif self.page.locator("#choice[data-live]").is_visible():
            self.answer(text)
        elif word == "bank":
            self.trade(text)
        elif self.page.locator(f'#targets [data-notation="{text}"]').count():
            self.aim(text)
        elif word in ("activate", "promote", "chase"):
            self.menu(rest[0])
            self.click(self.page.locator(f'[data-menu] [data-notation="{text}"]'), text)
        elif word == "improve":
            self.open("cities")
            self.click(self.page.locator(f'#east .ck-buy[data-notation="{text}"]'), text)
        else:
            self.card(text)

    def answer(self, text: str) -> None:
        """What is asked in the panel: a ready answer, goods by steps, a card with its form or places, or a place."""
        panel = self.page.locator("#choice[data-live]")
        word, *rest = text.split()
        ready = panel.locator(f'[data-notation="{text}"]:visible')
        form = panel.locator(f'[data-form="{word}"]:not(form)')
        if ready.count():
            self.click(ready, text)
        elif form.count():
            self.hands.press(form)
            self.click(panel.locator(f'form[data-form="{word}"] [data-notation="{text}"]'), text)
        elif panel.locator("[data-send]").count():
            self.pick(" ".join(rest))
            self.click(panel.locator("[data-send]"), text)
        else:
            self.aim(text)

    def aim(self, text: str) -> None:
        """Choose a place on the board, shown or after arming it; on a phone no sheet may lie over the board."""
        self.open("build")
        target = self.page.locator(f'#targets [data-notation="{text}"]').first
        if not target.is_visible():
            self.arm(text, target.get_attribute("data-verb") or "")
            expect(target).to_be_visible()
        if target.get_attribute("data-together"):
            self.pair(text, target)
            return
        self.sent(lambda: self.hands.place(target), text)

    def pair(self, text: str, target: Locator) -> None:
        """Choose two places that are asked for together, the later one first: the page sends them in order."""
        game: Game = self.served.app.state.hub.tables[self.table].state.match.game
        ahead = Game(game.rules, game.names)
        ahead.state = game.state.copy()
        ahead.play(text, self.seat)
        other = ahead.legal(self.seat)[0]
        before = self.page.evaluate("document.body.dataset.version")
        self.hands.place(self.page.locator(f'#targets [data-notation="{other}"]').first)
        self.hands.place(target)
        self.done += [text, other]
        until(self.page, "(before) => Number(document.body.dataset.version) >= Number(before) + 2", before)

    def arm(self, text: str, verb: str) -> None:
        """Show a verb's places: by its button, its card, a knight's menu, or an answer of the panel."""
        word, *rest = text.split()
        asked = self.page.locator(f'#choice[data-live] :is([data-verb="{verb}"], [data-verb="{word}"])')
        card = self.page.locator(f'#west .ck-prow[data-verb="{word}"]')
        if asked.count():
            self.hands.press(asked)
        elif card.count():
            self.open("cards")
            self.hands.press(card)
        elif word == "move":
            self.menu(rest[0])
            self.hands.press(self.page.locator(f'[data-menu] [data-verb="{verb}"]'))
        else:
            self.open("build")
            button = self.page.locator(f'#actions button[data-verb="{verb}"]')
            self.hands.letter(button)
        step = self.page.locator(f'#targets [data-opens="{verb}"]')
        if step.count() and " " in verb and word != "move":
            self.hands.place(step)

    def menu(self, place: str) -> None:
        """Open the menu of a knight."""
        self.open("build")
        self.hands.place(self.page.locator(f'#targets [data-opens="knight {place}"]'))
        expect(self.page.locator(f'[data-menu="knight {place}"]')).to_be_visible()

    def card(self, text: str) -> None:
        """A card to be bought, or one of the hand: at once, or with the goods that its form asks for."""
        word, *rest = text.split()
        if text == "buy":
            self.sent(lambda: self.hands.letter(self.page.locator('#actions [data-notation="buy"]')), text)
            return
        if self.page.locator(".ck-progress-cards").count():
            self.progress(text)
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
        self.pick(" ".join(rest))
        self.click(form.locator("[data-send]"), text)

    def pick(self, goods: str) -> None:
        """Choose goods one by one: `ore*2 wool`."""
        for good, count in GOODS.findall(goods):
            for _ in range(int(count or 1)):
                self.hands.press(self.page.locator(f':is({CARDS})[data-adds="{good}"]'))

    def progress(self, text: str) -> None:
        """A progress card that names nothing, or what its form lists; an exchange by a harbour that was opened."""
        word = text.split()[0]
        self.open("cards")
        if text == word:
            self.click(self.page.locator(f'#west .ck-prow[data-notation="{text}"]'), text)
            return
        self.hands.press(self.page.locator(f'#west button[data-form="{word}"]'))
        self.click(self.page.locator(f'form[data-form="{word}"] [data-notation="{text}"]'), text)

    def trade(self, text: str) -> None:
        """Trade with the bank: on a phone in the sheet of a tab, if there is one."""
        if self.page.locator('#tabs [data-tab="trade"]').is_visible():
            self.open("trade")
        else:
            self.open("build")
            self.hands.letter(self.page.locator('#actions [data-form="offer"]'))
        with_bank = self.page.locator('#offer input[value="bank"]')
        if with_bank.count() and not with_bank.is_checked():
            self.choose_bank(with_bank)
        self.click(self.page.locator(f'#offer [data-notation="{text}"]'), text)

    def open(self, sheet: str) -> None:
        """On a phone, open the sheet with the handles."""
        tab: Locator = self.page.locator(f'#tabs [data-tab="{sheet}"]')
        if tab.is_visible() and tab.get_attribute("aria-pressed") != "true":
            self.hands.press(tab)
