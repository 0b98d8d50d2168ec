"""A player who uses the page: reads what it shows and uses its documented handles, by mouse or by keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

MY_MOVE = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length);
  if (document.querySelector('#head[data-stage="over"]')) return "over";
  if (shown("#choice[data-live] button")) return "choice";
  if (shown('#offer[data-live] [data-notation^="refuse"]')) return "answer";
  if (shown("#targets [data-notation]:not([data-loose])")) return "place";
  const buttons = "#actions [data-notation], #tabs [data-notation]";
  if (document.querySelector('#actions[data-turn="mine"]') && shown(buttons)) return "turn";
  return "";
}"""
CARDS = (
    "#choice[data-live]:not(:has(form[data-hand])) [data-adds], "
    ":has(#choice[data-live] form[data-hand]) #hand [data-adds]"
)
"""The cards to choose from: those of the form that is due, or of the hand if it takes them there."""
MOST_MOVES = 400
MOST_TABS = 250
STOPS = """(target) => {
  const all = "a[href], button, input, select, textarea, summary, [tabindex]";
  const stops = [...document.querySelectorAll(all)].filter((one) => one.tabIndex >= 0 && !one.matches(":disabled")
    && (one.type !== "radio" || one.checked) && one.checkVisibility({ visibilityProperty: true }));
  const at = stops.indexOf(document.activeElement), to = stops.indexOf(target);
  return at < 0 || to < 0 ? 0 : (to - at + stops.length) % stops.length;
}"""
"""How often Tab is pressed from the focus to an element; 0 where that is not clear."""
HELD = "(all) => Object.fromEntries(all.map(({ dataset }) => [dataset.good, Number(dataset.count ?? 0)]))"
"""How many cards of each good a hand holds."""
RICHES = re.compile(r"(\d+)\D+36\b")
PATIENCE = 60.0
PATIENCE_MS = 40_000
"""How long a page may take to do what a test waits for, on a machine that does other work too."""
WITHDRAWN_MS = 1000
"""After how long a player looks again whether an offer still stands."""


def until(page: Page, question: str, given: object = None) -> object:
    """Poll the page until it answers with something.

    `page.wait_for_function` would poll from inside the page, where the content policy rightly forbids `eval`.
    """
    end = time.monotonic() + PATIENCE
    while not (answer := page.evaluate(question, given)):
        if time.monotonic() > end:
            raise AssertionError(
                f"the page never answered {question!r}; it shows {page.locator('#prompt').inner_text()!r}"
            )
        page.wait_for_timeout(25)
    return answer


def read(found: Locator, attribute: str) -> list[str]:
    """An attribute of all of these elements, in one query; empty where it is missing."""
    return list(found.evaluate_all("(all, name) => all.map((one) => one.getAttribute(name) ?? '')", attribute))


class Hands(Protocol):
    """A way to use the page."""

    def press(self, what: Locator) -> None: ...
    def place(self, target: Locator) -> None: ...
    def letter(self, button: Locator) -> None: ...


@dataclass
class Mouse:
    """Uses the mouse only."""

    page: Page

    def press(self, what: Locator) -> None:
        what.click()

    def place(self, target: Locator) -> None:
        # A place is a group of a drawing: the middle of what can be hit is where a person would click. The pointer
        # first leaves where it was, for the tip of a card under it may cover the place.
        self.page.mouse.move(1, 1)
        target.locator("[pointer-events=all]").click()

    def letter(self, button: Locator) -> None:
        self.press(button)


@dataclass
class Keyboard:
    """Keys, and nothing else: letters where buttons have them, Tab, arrows and Enter for the rest."""

    page: Page

    def press(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Enter")

    def place(self, target: Locator) -> None:
        self.walk(target)
        self.page.keyboard.press("Enter")

    def letter(self, button: Locator) -> None:
        key = button.get_attribute("data-key")
        assert key is not None, "this button shows no letter"
        self.page.keyboard.press(key.lower())

    def reach(self, what: Locator) -> None:
        """Tab to this element: as often as stops lie before it, then until it has the focus."""
        for _ in range(what.evaluate(STOPS)):
            self.page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if what.evaluate("(element) => document.activeElement === element"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {what}")

    def walk(self, target: Locator) -> None:
        """Move between places with the arrow keys, as far as they lead nearer; then with Tab."""
        where = """(element) => {
          const middle = (one) => {
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
          };
          const here = document.activeElement?.closest("#targets [data-notation]");
          if (!here) return null;
          const [a, b] = middle(here), [c, d] = middle(element);
          return here === element ? [0, 0] : [c - a, d - b];
        }"""
        seen: set[tuple[int, int]] = set()
        while (way := target.evaluate(where)) not in (None, [0, 0]):
            step = (round(way[0]), round(way[1]))
            if step in seen:
                break
            seen.add(step)
            across = abs(way[0]) >= abs(way[1])
            key = (
                ("ArrowRight" if way[0] > 0 else "ArrowLeft") if across else ("ArrowDown" if way[1] > 0 else "ArrowUp")
            )
            self.page.keyboard.press(key)
        self.reach(target)


@dataclass
class Player:
    """Plays a whole game with sense enough to end it: builds what it can, banks what it has too much of.

    The log keeps the last turns only: which of the patterns of `listening` it has shown is written down in `heard`.
    """

    page: Page
    hands: Hands
    done: list[str] = field(default_factory=list)
    each: Callable[[int], None] = lambda moves: None
    listening: Sequence[str] = ()
    heard: set[str] = field(default_factory=set)

    def play(self, few: int = 0) -> None:
        """Play to the game's end, or until all seats together have made a few decisions."""
        for moves in range(MOST_MOVES):
            state = self.wait()
            self.listen()
            if state == "over" or 0 < few <= self.page.evaluate("Number(document.body.dataset.version)"):
                return
            self.each(moves)
            {"choice": self.choose, "answer": self.refuse, "place": self.place, "turn": self.turn}[state]()
        raise AssertionError(f"no end after {MOST_MOVES} moves; the last were {self.done[-20:]}")

    def listen(self) -> None:
        """Read the log, if there is something to listen for."""
        if self.listening:
            told = self.page.locator("#log").text_content() or ""
            self.heard |= {pattern for pattern in self.listening if re.search(pattern, told)}

    def wait(self) -> str:
        """Until something is asked of this player, or the game is over."""
        return str(until(self.page, MY_MOVE))

    def sent(self, act: Callable[[], None], what: str) -> None:
        """Do something that changes the table, and wait for the page to show it."""
        before = self.page.evaluate("document.body.dataset.version")
        act()
        self.done.append(what)
        until(self.page, "(before) => document.body.dataset.version !== before", before)

    def click(self, what: Locator, name: str) -> None:
        """Press something that sends a move."""
        self.sent(lambda: self.hands.press(what), name)

    def refuse(self) -> None:
        """Reject an offer, unless it is withdrawn first."""
        no = self.page.locator('#offer[data-live] [data-notation^="refuse"]').first
        self.page.set_default_timeout(WITHDRAWN_MS)
        try:
            while no.count():
                with suppress(TimeoutError):
                    self.click(no, "refuse")
                    return
        except (Error, AssertionError):
            if no.count():
                raise
        finally:
            self.page.set_default_timeout(PATIENCE_MS)

    def place(self) -> None:
        """A place that must be chosen."""
        target = self.best("#targets [data-notation]:visible")
        if target is None:
            return  # the table has moved on since it was looked at
        notation = target.get_attribute("data-notation") or ""
        if target.get_attribute("data-together"):  # another one is needed: the last or the first of them
            places = self.page.locator("#targets [data-together]:visible")
            other = places.last if places.last.get_attribute("data-notation") != notation else places.first
            self.hands.place(other)
        self.sent(lambda: self.hands.place(target), notation.split()[0])

    def best(self, places: str) -> Locator | None:
        """The place whose tip promises most rolls out of 36; the first where tips say nothing of it."""
        found = self.page.locator(places)
        tips = [RICHES.search(tip) for tip in read(found, "data-tip")]
        worth = [int(tip[1]) if tip else 0 for tip in tips]
        return found.nth(worth.index(max(worth))) if worth else None

    def choose(self) -> None:
        """Make a choice that is due: the first ready one, or cards from the left until they suffice."""
        panel = self.page.locator("#choice[data-live]")
        kind = panel.get_attribute("data-live") or ""
        ready = panel.locator("[data-notation]")
        if ready.count():
            self.click(ready.first, kind)
            return
        send = panel.locator("[data-send]")
        while send.get_attribute("aria-disabled") == "true":
            self.hands.press(self.page.locator(f":is({CARDS}):not([aria-disabled=true])").first)
        self.click(send, kind)

    def turn(self) -> None:
        """Take a turn: roll, build, bank, end."""
        if self.page.locator('#actions [data-notation="roll"]').count():
            self.sent(lambda: self.hands.letter(self.page.locator('#actions [data-notation="roll"]')), "roll")
            return
        for verb in ("city", "settlement", "road"):
            if self.build(verb):
                return
        if self.page.locator('#actions [data-notation="buy"]').count():
            self.sent(lambda: self.hands.letter(self.page.locator('#actions [data-notation="buy"]')), "buy")
            return
        if self.bank():
            return
        self.sent(lambda: self.hands.letter(self.page.locator('#actions [data-key="E"]').first), "end")

    def build(self, verb: str) -> bool:
        """Arm a verb and build at the first place, if it can be built."""
        button = self.page.locator(f'#actions button[data-verb="{verb}"]')
        if not button.count():
            return False
        roads = self.done.count("road")
        if verb == "road" and roads >= 2 + 2 * (self.done.count("settle") + self.done.count("settlement")):
            return False
        self.hands.letter(button)
        expect(self.page.locator(f'body[data-armed="{verb}"]')).to_be_attached()
        target = self.best(f'#targets [data-verb="{verb}"]')
        assert target is not None
        self.sent(lambda: self.hands.place(target), verb)
        return True

    def bank(self) -> bool:
        """Trade more than four of a good for one it lacks."""
        hand = self.page.locator("#hand [data-good]").evaluate_all(HELD)
        useful = []
        for text in read(self.page.locator('#offer [data-notation^="bank"]'), "data-notation"):
            goods = re.findall(r"[a-z]+(?:\*\d+)?", text)[1:]
            give, get = goods[0].split("*")[0], goods[-1].split("*")[0]
            if hand.get(give, 0) > 4 and hand.get(get, 0) == 0:
                useful.append(text)
        if not useful:
            return False
        self.hands.letter(self.page.locator('#actions [data-form="offer"]'))
        with_bank = self.page.locator('#offer input[value="bank"]')
        if with_bank.count() and not with_bank.is_checked():
            self.choose_bank(with_bank)
        self.click(self.page.locator(f'#offer [data-notation="{useful[0]}"]'), "bank")
        return True

    def choose_bank(self, option: Locator) -> None:
        """Turn the composer to the bank."""
        if isinstance(self.hands, Keyboard):
            self.hands.reach(self.page.locator('#offer input[name="trade-with"]:checked'))
            self.page.keyboard.press("ArrowRight")
        else:
            option.locator("xpath=..").click()
        expect(option).to_be_checked()
