"""Cities & Knights through the page: whole games, an attack step by step, what knights and cards ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from bastide.expansions.island.cities_knights.rules.figures import cards
from tests.browser.fixtures import DESK, PHONE, SIDEWAYS
from tests.browser.guided import Guided
from tests.browser.making import choose_game, open_more
from tests.browser.player import Keyboard, Mouse, until
from tests.browser.rehearsal import Rehearsal
from tests.browser.serving import Served
from tests.browser.stage import Stage, sit_down
from tests.browser.test_access import overflow
from tests.browser.test_games import NO_MOUSE
from tests.browser.test_offers import VISIBLE
from tests.browser.traffic import Traffic
from tests.chosen import by_turns
from tests.expansions.island.cities_knights.rules.kit import knights_table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OpenBrowser = Callable[..., BrowserContext]
TABLET: ViewportSize = {"width": 820, "height": 1180}
SEEDS = {"2025": 3, "classic": 4}
"""Games that are not long, and in which the seat of the page does all that must be seen."""
CARDS = set(cards())
TOLD = {
    "en": (
        "(?i)the barbarians land: one for each city",
        "(?i)the knights that fought rest",
        "(?i)wins with 1[3-9] points",
    ),
    "fr": (
        r"(?i)les barbares débarquent\s: un par \w+, \d+ en tout",
        "(?i)les chevaliers qui ont combattu deviennent inactifs",
        "(?i)1[3-9] points",
    ),
}
"""Lines of the log: the attack announced and explained, the end."""


def make_table(page: Page, address: str, edition: str, players: int, language: str) -> str:
    """Make a table of Cities & Knights on the page for it, against greedy bots, by keys alone; gives the table's id."""
    page.goto(f"{address}/create?lang={language}")
    form = page.locator("#making")
    form.locator('[name="nickname"]').fill("Maud")
    choose_game(page, "cities_knights", players=players)
    open_more(page)
    choose(form, "option_edition", edition)
    choose(form, "trade", "bank")
    expect(page.locator("#sentence")).to_contain_text(" 13 ")
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


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own, for what its engine does is replaced."""
    server = Served.start(tmp_path_factory.mktemp("rehearsal"))
    yield server
    server.stop()


@pytest.mark.campaign
def test_a_game_of_2025_by_mouse_on_a_desk(context: OpenBrowser, rehearsed: Served) -> None:
    page = context("en").new_page()
    play(page, Mouse(page), rehearsed, "2025", 3, "en")


@pytest.mark.campaign
def test_a_game_of_the_older_edition_by_keyboard_alone_on_a_phone(context: OpenBrowser, rehearsed: Served) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    page.add_init_script(NO_MOUSE)
    play(page, Keyboard(page), rehearsed, "classic", 2, "fr")
    assert overflow(page) == 0


def guided(page: Page, hands: Mouse | Keyboard, served: Served, edition: str, players: int, language: str) -> Guided:
    """A player at a new table whose dice are known."""
    Rehearsal.of(served, SEEDS[edition])
    table = make_table(page, served.address, edition, players, language)
    until(page, "() => document.querySelector('#head[data-stage=\"playing\"]') !== null")
    return Guided(page, hands, served=served, table=table, listening=TOLD[language])


def play(page: Page, hands: Mouse | Keyboard, served: Served, edition: str, players: int, language: str) -> None:
    """A whole game to the usual goal, and what must have happened in it through the page."""
    traffic = Traffic.of(page)
    player = guided(page, hands, served, edition, players, language)
    player.play()
    state = served.stored(player.table)
    assert state.stage == "over"
    assert state.config["options"].get("edition", "2025") == edition
    assert state.config["options"]["goal"] == 13
    words = {text.split()[0] for text in player.done}
    assert {"roll", "end", "improve", "recruit", "activate"} <= words
    assert words & CARDS
    expect(page.locator("#summary")).to_be_visible()
    assert player.heard == set(TOLD[language])
    assert traffic.errors == []


# Positions that are laid out.


def test_the_attack_is_announced_decided_and_explained(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    position = knights_table(
        ship=6,
        rolled=False,
        cities={0: "0,-1,N 1,1,S", 1: "-1,0,S"},
        settlements={2: "0,2,N"},
        knights={1: "0,-1,S active"},
        walls="1,1,S",
    )
    sit_down(page, staged, position, "roll 1 1", "event ship")
    expect(page.locator("#side-ck-barbarians")).to_contain_text("1 step away")
    page.keyboard.press("e")
    attack = page.locator("#east .ck-attack")
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
    position = knights_table(
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
        ("promote", "you need the Fortress", "CK-063"),
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


def test_honours_cover_no_level(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("en").new_page()
    position = knights_table(
        cities={0: "0,0,S -1,-1,S", 1: "2,1,N"},
        settlements={0: "0,-2,N", 1: "-2,1,S"},
        levels=dict.fromkeys(range(3), "science 5 trade 4 politics 3"),
        tokens={1: 2, 2: 1},
        merchant=(1, "0,0"),
        damaged="0,0,S -1,-1,S 2,1,N",
        tipped="0,-2,N -2,1,S",
    )
    for seat, kinds in ((0, 1), (1, 2), (2, 1)):
        for kind in range(kinds):
            position.game.state.cells[position.m.laid_open + 2 * seat + kind] = 1
    sit_down(page, staged, position)
    assert [page.locator(".player").nth(seat).locator(".ck-pills > li").count() for seat in range(3)] == [3, 6, 2]
    expect(page.locator(".player").nth(1).locator(".ck-pills > li").first).to_have_text(re.compile(r"^\+2"))
    for width in (1440, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(COVERED) == []
        assert min(page.evaluate(LETTERS)) > 10


COVERED: Final = """() => [...document.querySelectorAll(".player")].flatMap(player => {
    const inner = box => [box.left + 3, box.right - 3];
    const dials = [...player.querySelectorAll(".ck-dial")].map(it => inner(it.getBoundingClientRect()));
    return [...player.querySelectorAll(".ck-pills > li")].map(it => inner(it.getBoundingClientRect()))
        .filter(pill => dials.some(dial => pill[0] < dial[1])).map(pill => [pill, ...dials.slice(-1)]);
})"""
"""The honours that reach over the dials of the levels."""

LETTERS: Final = """() => [...document.querySelectorAll(".player .ck-pills .small")]
    .filter((it) => it.checkVisibility()).map((it) => parseFloat(getComputedStyle(it).fontSize))"""
"""How large the letters of the honours are."""
OWED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "surplus": (
        {"levels": {0: "trade 5"}, "progress": {0: "crane*2 merchant-fleet wedding"}},
        ("roll 1 1", "event trade", "progress commercial-harbor"),
    ),
    "choose": (
        {"ship": 6, "knights": {0: "-1,0,N active", 1: "2,-1,N active"}},
        ("roll 1 1", "event ship"),
    ),
    "muster": (
        {"ship": 6, "knights": {0: "-1,0,N active; 0,0,S active"}, "defense": "chosen"},
        ("roll 1 1", "event ship"),
    ),
    "aqueduct": ({"levels": {0: "science 3"}}, ("roll 1 1", "event politics")),
}


@pytest.mark.parametrize("kind", OWED)
def test_what_is_owed_is_asked_where_a_thumb_is(context: OpenBrowser, staged: tuple[Served, Stage], kind: str) -> None:
    page = context("en", PHONE, touch=True).new_page()
    position, draws = OWED[kind]
    sit_down(page, staged, knights_table(**position, rolled=False), *draws)
    Mouse(page).press(page.locator('[data-notation="roll"]:visible').first)
    panel = page.locator(f'#choice[data-live="{kind}"]')
    expect(panel).to_be_visible()
    answers = panel.locator("[data-notation]:visible, [data-form]:visible")
    assert answers.count() >= (6 if kind == "aqueduct" else 1), "five resources, or none"
    for answer in answers.all():
        expect(answer).to_be_in_viewport()
    assert overflow(page) == 0


def test_on_a_phone_a_card_that_needs_a_place_leaves_the_board_free(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    position = knights_table(
        levels={0: "trade 5"},
        settlements={0: "0,0,S"},
        progress={0: "crane*2 merchant wedding"},
        rolled=False,
    )
    sit_down(page, staged, position, "roll 1 1", "event trade", "progress commercial-harbor", language="fr")
    page.locator('[data-notation="roll"]:visible').first.tap()
    page.locator('#choice [data-verb="merchant"]').tap()
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator("#prompt .cancel")).to_be_in_viewport(ratio=1)
    page.locator("#prompt .cancel").tap()
    expect(page.locator("#choice")).to_be_in_viewport()
    page.locator('#choice [data-verb="merchant"]').tap()
    places = page.locator('#targets [data-verb="merchant"]:visible [pointer-events=all]')
    assert places.count() > 1
    for place in places.all():
        place.click(trial=True)
    places.last.tap()
    tick = page.locator("#prompt .tick")
    expect(tick).to_be_in_viewport(ratio=1)
    tick.tap()
    expect(page.locator("#choice")).not_to_have_attribute("data-live", "surplus")
    expect(page.locator("[data-zoomed]")).to_have_count(0)


def test_on_a_phone_one_tap_opens_the_menu_of_a_knight(context: OpenBrowser, staged: tuple[Served, Stage]) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    sit_down(page, staged, knights_table(knights={0: "-1,0,N"}), language="fr")
    page.locator('#targets [data-opens="knight -1,0,N"] [pointer-events=all]').tap()
    expect(page.locator('[data-menu="knight -1,0,N"]')).to_be_visible()
    expect(page.locator("[data-zoomed]")).to_have_count(0)


def test_on_a_phone_the_sheet_of_cards_closes_when_one_needs_a_place(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    position = knights_table(settlements={0: "0,0,S"}, progress={0: "merchant invention"})
    sit_down(page, staged, position, language="fr")
    for card in ("invention", "merchant"):
        page.locator('#tabs [data-tab="cards"]').tap()
        page.locator(f'#west [data-verb="{card}"]').tap()
        expect(page.locator("#side-ck-cards")).to_be_hidden()
        page.locator("#prompt .cancel").click(trial=True)
        places = page.locator(f'#targets [data-verb="{card}"]:visible [pointer-events=all]')
        for place in places.all():
            place.click(trial=True)
        if card == "invention":
            page.locator("#prompt .cancel").tap()
    places.first.tap()
    page.locator("#prompt .tick").click(trial=True)


NOTES = """() => {
  const [notes, strip] = [[...document.querySelectorAll(".gained")], document.querySelector(".ck-strip")];
  const covers = (one) => one.getBoundingClientRect().top < strip.getBoundingClientRect().bottom;
  return notes.length && strip.checkVisibility() && [notes.length, notes.filter(covers).length];
}"""
"""How many notes say what seats have won, and how many of them cover the way of the barbarians."""


def test_on_a_phone_what_seats_win_is_said_under_the_way_of_the_barbarians(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("fr", PHONE, touch=True).new_page()
    position = knights_table(settlements={0: "0,0,N", 2: "1,1,S"}, robber="2,-2", rolled=False)
    sit_down(page, staged, position, "roll 5 6", "event trade", language="fr")
    page.locator('[data-notation="roll"]:visible').first.tap()
    assert until(page, NOTES) == [2, 0]


CUT_FIGURES = """() => [...document.querySelectorAll("#rail .stats > li")].filter((one) => {
  const [box, row] = [one, one.closest(".stats")].map((it) => it.getBoundingClientRect());
  return box.width > 0 && (box.right > row.right + 1 || box.left < row.left - 1);
}).length"""
"""How many figures of players reach out of their row."""


@by_turns("device", ["desk", "phone"])
def test_commodities_of_the_hand_are_clicked_to_be_discarded(
    context: OpenBrowser, staged: tuple[Served, Stage], device: str
) -> None:
    page = (context("en", PHONE) if device == "phone" else context("en")).new_page()
    hands = {0: "lumber brick wool*2 grain ore*2 paper*2 cloth coin*2"}
    position = knights_table(hands=hands, settlements={0: "0,0,N"}, rolled=False, asleep=True)
    sit_down(page, staged, position, "roll 3 4", "event trade")
    page.locator('[data-notation="roll"]:visible').first.click()
    expect(page.locator("#choice form[data-hand]")).to_be_visible()
    assert page.locator("#hand [data-adds]").count() == 8
    assert page.evaluate(CUT_FIGURES) == 0
    for seen in ("#hand .goods-row .stack", "#choice .tray", "#choice [data-send]"):
        assert page.evaluate(VISIBLE, seen), f"{seen} is covered"
    for good in ("cloth", "coin", "coin", "paper", "wool", "ore"):
        page.locator(f'#hand [data-adds="{good}"]').click()
    page.locator("#choice [data-send]").click()
    expect(page.locator('#hand [data-good="coin"]')).to_have_attribute("data-count", "0")
    assert overflow(page) == 0


UNDER = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [[x, box.y + 3], [x, y], [x, box.bottom - 3]].some(([a, b]) => !one.contains(document.elementFromPoint(a, b)));
}).length"""
"""How many of these lie under something else, with an edge or whole."""


def test_answers_to_an_offer_lie_under_nothing_and_leave_the_hand_in_view(
    context: OpenBrowser, staged: tuple[Served, Stage]
) -> None:
    page = context("en").new_page()
    position = knights_table(
        hands={0: "lumber brick wool*2 grain ore*2 paper cloth coin", 1: "wool*3", 2: "ore"},
        settlements={0: "0,0,N", 1: "1,0,N"},
        on_turn=1,
        ship=3,
    )
    position.play("1: offer wool for ore", "2: refuse")
    sit_down(page, staged, position)
    assert page.locator("#rail .flag").count() == 2
    answers = ["#hand .goods-row .stack", "#offer .form-foot.two .btn"]
    in_view(page, answers)
    page.locator("#offer details.counter summary").click()
    page.locator('#hand [data-adds="coin"]').click()
    in_view(page, [*answers, "#offer .counter [data-send]", '#offer .counter [data-side="give"] .tray'])
    log = page.locator("#log").bounding_box()
    assert log is not None
    assert log["height"] >= 60


def in_view(page: Page, parts: list[str]) -> None:
    """At every size these parts and the flags of the offer lie under nothing; the last size is that of a desk."""
    for size in (PHONE, TABLET, SIDEWAYS, DESK):
        page.set_viewport_size(size)
        for seen in parts:
            assert page.evaluate(VISIBLE, seen), f"{seen} is covered at {size}"
        assert page.evaluate(UNDER, "#rail .flag") == 0
        assert overflow(page) == 0
