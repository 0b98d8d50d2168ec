"""Cities & Knights through the page: whole games, an attack step by step, what knights and cards ask."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.player import Keyboard, Mouse, Player, until
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.traffic import Traffic
from tests.knights.kit import Realm, realm

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
GOALS = {"2025": 6, "classic": 5}
"""The goals: low enough that a game ends, high enough that cities, knights and cards come into it."""


def make_table(page: Page, edition: str, language: str) -> str:
    """Make a duel of Cities & Knights on the page for it, against a bot, by keys alone; gives the table's id."""
    page.goto(f"/create?lang={language}")
    form = page.locator("#making")
    form.locator('[name="nickname"]').fill("Maud")
    form.locator('[name="module_cities_knights"]').press("Space")
    choose(form, "players", "2")
    form.locator('[name="seat1"]').select_option("random")
    choose(form, "option_edition", edition)
    form.locator('[name="goal_cities_knights"]').fill(str(GOALS[edition]))
    expect(page.locator("#sentence")).to_contain_text(f" {GOALS[edition]} ")
    form.locator('[value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[1]


def choose(form: Locator, name: str, value: str) -> None:
    """Choose one of a group of radio buttons with the arrows."""
    for _ in range(form.locator(f'[name="{name}"]').count()):
        if form.locator(f'[name="{name}"][value="{value}"]').is_checked():
            return
        form.locator(f'[name="{name}"]:checked').press("ArrowRight")
    raise AssertionError(f"the arrows never came to {name} = {value}")


@dataclass
class Ruler(Player):
    """Plays by the handles of Cities & Knights too: improves, leads knights, plays cards."""

    rng: random.Random = field(default_factory=lambda: random.Random(5))

    def choose(self) -> None:
        """A choice that is owed; what is chosen on the board is left to the board, what a form asks to the form."""
        panel = self.page.locator("#choice[data-live]")
        if panel.locator(":is([data-notation], [data-send]):visible").count():
            super().choose()
            return
        handle = panel.locator("[data-verb], [data-form]").first
        asks = handle.get_attribute("data-form")
        self.hands.press(handle)
        if asks:
            self.click(panel.locator(f'form[data-form="{asks}"] [data-notation]').first, asks)
            return
        step = self.page.locator("#targets [data-opens]:not([data-notation]):visible")
        if step.count():
            self.hands.place(step.first)
        self.place()

    def turn(self) -> None:
        """Improve, activate and lead knights, play a card; then as on the plain island."""
        if not self.page.locator('#actions [data-notation="roll"]').count() and self.rules():
            return
        super().turn()

    def rules(self) -> bool:
        """Something of Cities & Knights, if it can be done."""
        for verb, key in (("recruit", "n"), ("wall", "w")):
            if self.build(verb, key):
                return True
        for panel, handle, sheet in (("#east", ".buy", "cities"), ("#west", ".prow", "cards")):
            found = self.page.locator(f"{panel} {handle}[data-notation]")
            if found.count():
                self.open(sheet)
                self.click(found.first, sheet)
                self.open("build")
                return True
        return self.led()

    def bank(self) -> bool:
        """Trade with the bank, and go back to the sheet with what can be built."""
        traded = super().bank()
        if traded:
            self.open("build")
        return traded

    def open(self, sheet: str) -> None:
        """On a phone, the sheet on which the handles are."""
        tab = self.page.locator(f'#tabs [data-tab="{sheet}"]')
        if tab.is_visible() and tab.get_attribute("aria-pressed") != "true":
            self.hands.press(tab)

    def led(self) -> bool:
        """Open the menu of a knight and do the first thing that it offers."""
        for knight in self.page.locator("#targets [data-opens^=knight]").all():
            name = knight.get_attribute("data-opens") or ""
            menu = self.page.locator(f'[data-menu="{name}"]')
            if not menu.locator("[data-notation]").count():
                continue
            self.hands.place(knight)
            expect(menu).to_be_visible()
            self.click(menu.locator("[data-notation]").first, "knight")
            return True
        return False


def test_a_game_of_2025_by_mouse_on_a_desk(context: OpenBrowser, served: Served) -> None:
    page = context("en").new_page()
    play(page, Mouse(page), served, "2025", "en")


def test_a_game_of_the_older_edition_by_keyboard_alone_on_a_phone(context: OpenBrowser, served: Served) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    page.add_init_script(NO_MOUSE)
    play(page, Keyboard(page), served, "classic", "fr")
    assert overflow(page) == 0


def play(page: Page, hands: Mouse | Keyboard, served: Served, edition: str, language: str) -> None:
    """A whole game against a bot."""
    traffic = Traffic.of(page)
    table = make_table(page, edition, language)
    until(page, "() => document.querySelector('#head[data-stage=\"playing\"]') !== null")
    player = Ruler(page, hands)
    player.play()
    state = served.stored(table)
    assert state.stage == "over"
    assert state.config["options"].get("edition", "2025") == edition
    expect(page.locator("#summary")).to_be_visible()
    assert traffic.errors == []
    assert {"roll", "end"} <= set(player.done)


# Positions that are laid out.


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Stage]]:
    """A server whose next game is the position that a test lays out."""
    server = Served.start(tmp_path_factory.mktemp("stage"))
    yield server, Stage.of(server)
    server.stop()


def sit_down(page: Page, staged: tuple[Served, Stage], position: Realm, *draws: str) -> None:
    """Sit down in a position, at seat 0 against two bots; `draws` are what chance brings first."""
    served, stage = staged
    stage.set(position, *draws)
    page.goto(f"{served.address}/create?lang=en")
    choose(page.locator("#making"), "players", "3")
    page.locator('#making [value="make"]').press("Enter")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    until(page, "() => document.querySelector('#actions[data-turn=\"mine\"]') !== null")


def test_the_attack_is_announced_decided_and_explained(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    position = realm(
        ship=6,
        rolled=False,
        cities={0: "0,-1,N 1,1,S", 1: "-1,0,S"},
        settlements={2: "0,2,N"},
        knights={1: "0,-1,S active"},
        walls="1,1,S",
    )
    sit_down(page, staged, position, "roll 1 1", "event ship")
    expect(page.locator("#east .barb")).to_contain_text("1 step away")
    page.keyboard.press("e")
    attack = page.locator("#east .attack")
    expect(attack.locator("li")).to_have_count(6)
    expect(attack.locator("li").nth(0)).to_contain_text("3")
    expect(attack.locator("li").nth(2)).to_contain_text("3 beat 1")
    expect(attack.locator("li.now")).to_have_attribute("data-n", "4")
    expect(page.locator("#prompt")).to_contain_text("Choose the city you lose")
    options = page.locator("#choice [data-notation]")
    expect(options).to_have_count(2)
    for option in options.all():
        expect(option).to_be_in_viewport(ratio=1)
    # The same letters on the board, in rings that are seen before anybody points at them.
    assert sorted(page.locator("#targets .target text").all_text_contents()) == ["A", "B"]
    for mark in page.locator("#targets .ghost").all():
        expect(mark).to_have_css("opacity", "1")
    wall = page.locator("#choice [data-notation]").filter(has_text="with its wall")
    expect(wall).to_have_count(1)
    Keyboard(page).press(wall)
    expect(page.locator('#head[data-stage="playing"]')).to_be_attached()
    expect(attack.locator("li").nth(3)).to_contain_text("Lost by: ")
    log = page.locator("#log")
    for line in ("The barbarians land", "3 beat 1", "loses a city: it is a settlement again", "the ship sails home"):
        expect(log).to_contain_text(re.compile(line, re.IGNORECASE))


def test_the_menu_of_a_knight_says_what_it_can_do_and_why_not(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("en").new_page()
    position = realm(
        settlements={0: "0,0,S"},
        roads={0: "0,0,SE 0,0,E 1,-1,SE"},
        knights={0: "0,1,N strong active"},
        hands={0: "wool ore grain"},
    )
    sit_down(page, staged, position)
    knight = page.locator("#targets [data-opens^=knight]")
    menu = page.locator("[data-menu]")
    Mouse(page).place(knight)
    expect(menu).to_be_visible()
    rows = {row.get_attribute("data-deed"): row for row in menu.locator("[data-deed]").all()}
    assert list(rows) == ["activate", "promote", "move", "displace", "chase"]
    for deed, reason, rule in (
        ("activate", "active already", "CK-057"),
        ("promote", "needs the fortress", "CK-063"),
        ("displace", "no weaker knight", "CK-073"),
        ("chase", "robber", "CK-078"),
    ):
        expect(rows[deed]).to_contain_text(reason)
        expect(rows[deed]).to_contain_text(rule)
        assert rows[deed].get_attribute("data-notation") is None
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    hands = Keyboard(page)
    hands.place(knight)
    expect(menu).to_be_visible()
    hands.press(rows["move"])
    place = page.locator('#targets [data-notation="move 0,1,N 1,0,N"]')
    expect(place).to_be_visible()
    hands.place(place)
    expect(page.locator('#targets [data-opens="knight 1,0,N"]')).to_be_attached()
    expect(page.locator("#log")).to_contain_text("moves a knight")


OWED: dict[str, tuple[Realm, tuple[str, ...]]] = {
    "surplus": (
        realm(levels={0: "trade 5"}, progress={0: "crane*2 merchant-fleet wedding"}, rolled=False),
        ("roll 1 1", "event trade", "progress commercial-harbor"),
    ),
    "choose": (
        realm(ship=6, rolled=False, knights={0: "-1,0,N active", 1: "2,-1,N active"}),
        ("roll 1 1", "event ship"),
    ),
    "muster": (
        realm(ship=6, rolled=False, knights={0: "-1,0,N active; 0,0,S active"}, defense="chosen"),
        ("roll 1 1", "event ship"),
    ),
    "aqueduct": (realm(levels={0: "science 3"}, rolled=False), ("roll 1 1", "event politics")),
}


@pytest.mark.parametrize("kind", OWED)
def test_what_is_owed_is_asked_where_a_thumb_is(context: OpenBrowser, staged: tuple[Served, Stage], kind: str) -> None:
    page = context("en", PHONE, touch=True).new_page()
    position, draws = OWED[kind]
    sit_down(page, staged, position, *draws)
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    panel = page.locator(f'#choice[data-live="{kind}"]')
    expect(panel).to_be_visible()
    answers = panel.locator("[data-notation]:visible, [data-form]:visible")
    assert answers.count() > 0
    for answer in answers.all():
        expect(answer).to_be_in_viewport()
    assert overflow(page) == 0
