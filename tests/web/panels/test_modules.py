"""Several expansions at one table: none takes what the base or another has; a dealer of cards replaces the cards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import SPECTATOR
from bastide.view.catalogues import LANGUAGES, NAMES
from bastide.view.island.model import IslandView
from bastide.view.model import Card, Choice, LogLine, Option, Result, Say
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.actions import key_of, module_keys, own_keys
from bastide.web.panels.desk import Desk
from bastide.web.panels.module_page import ModulePage, SidePanel
from bastide.web.panels.module_pages import module_pages, named_pages, pages_of
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.panels.summary_moments import moments
from bastide.web.replays import Film, drawn
from tests.differential.sets import Set, sets_of
from tests.web.panels.test_painter import seen
from tests.web.rooms import STUBS, entered

SHEET = r'data-sheet="([\w ]+ \w+)"'
"""A panel that stands in a sheet of its own."""


@pytest.fixture(autouse=True)
def stubs() -> Iterator[None]:
    with entered():
        yield


def game(*modules: str, turns: int = 6) -> Game:
    """A game with these modules, after some turns of greedy bots."""
    found = Game.new({"seats": 3, "modules": list(modules), "options": {"first": 0}}, seed=3)
    bots, rng = [make_bot("random", seat) for seat in range(3)], random.Random(3)
    begun = 0
    while begun < turns or found.actors != [0] or view_of(found).phase != "main":
        if found.actors == [-1]:
            found.draw(rng)
            continue
        seat = found.actors[0]
        text = bots[seat].choose(found, seat)
        begun += text == "end"
        found.play(text, seat)
    return found


def view_of(found: Game, viewer: int = 0) -> IslandView:
    shown = seen(found, viewer).view
    assert isinstance(shown, IslandView)
    return shown


def with_cards(found: Game, viewer: int = 0, **more: Any) -> Any:
    """The table of a game whose reader holds the two cards that ask for goods."""
    table = seen(found, viewer)
    shown = view_of(found, viewer)
    held = [Card("monopoly", 1, form="monopoly GOOD"), Card("year_of_plenty", 1, form="plenty GOODS")]
    seats = [replace(seat, cards=held if seat.seat == viewer else seat.cards, cards_size=2) for seat in shown.seats]
    return replace(table, view=replace(shown, seats=seats, **more))


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_any_kind_of_choice_of_a_module_is_shown() -> None:
    for kind in ("answer", "rob", "lighthouse"):
        owed = Choice(kind, Say("Which?"), options=[Option("pass", Say("Nothing"))])
        assert 'data-notation="pass"' in render(with_cards(game(*STUBS), choice=owed), "en")["choice"], kind


def test_two_stubs_keep_the_base_and_each_other() -> None:
    table = with_cards(game(*STUBS))
    html = render(table, "en")
    forms = re.findall(r'<form[^>]*data-form="([\w-]+)"', html["choice"])
    assert forms == ["monopoly", "plenty", "windmills-grind", "lighthouse-shine"]
    row = html["rail"].split("<li")[1:]
    figures = re.findall(r'class="stat-([\w-]+)', "".join(row))
    assert figures[:6] == ["hand-size", "cards-size", "knights", "windmills-flour", "lighthouse-light", "route"]
    assert "knights played" in words_of(html["rail"])
    cells = words_of(html["players"].split('id="players-')[1])
    assert re.search(r"\d in hand 2 cards 0 knights \d flour \d light \d route", cells)
    assert "nights of light" in cells
    assert html["dice"].count('class="die"') == 3 + 3, "three dice, each an element that can be thrown around a drawing"
    assert "the mills turn. The light goes round." in words_of(html["dice"])
    sides = re.findall(r'id="side-([\w-]+)"', html["west"] + html["east"])
    assert sides == ["windmills-flour", "windmills-wind", "lighthouse-light", "lighthouse-keeper"]
    assert "sacks" in words_of(html["bank"])


def test_sheets_of_few_modules_stand_in_the_bar_and_those_of_a_side_share_one_where_there_are_more() -> None:
    def tabs(*modules: str, viewer: int = 0) -> list[str]:
        return re.findall(r'data-tab="(\w+)"', render(seen(game(*modules), viewer), "en")["tabs"])

    assert tabs() == ["build", "trade", "log", "chat", "players"]
    assert tabs("windmills") == ["build", "windmills", "winds", "trade", "log", "players"]
    assert tabs("cities_knights") == ["build", "cards", "cities", "trade", "log", "players"]
    assert tabs("cities_knights", *STUBS) == ["build", "west", "east", "trade", "log", "players"]
    assert tabs(*STUBS) == ["build", "windmills", "east", "trade", "log", "players"], "alone on its side"
    assert "cards" not in tabs("cities_knights", viewer=SPECTATOR)
    html = render(seen(game("cities_knights", *STUBS), 0), "fr")
    for modules, bearer in ((), "chat"), (("windmills",), "log"):
        buttons = re.findall(r"<button.*?</button>", render(seen(game(*modules), 0), "en")["tabs"])
        assert [f'data-tab="{bearer}"' in one for one in buttons if 'data-badge="chat"' in one] == [True]
    shared = dict(re.findall(r'data-tab="(west|east)".*?<span>(.*?</small>)', html["tabs"]))
    assert {side: re.sub("<[^>]+>", "", words) for side, words in shared.items()} == {
        "west": "Cartes, Mills+1",
        "east": "Villes, Light, Winds, The keeper+3",
    }, "named after the most important one; the others are counted, and named for screen readers"
    sheets = re.findall(r'data-sheet="([\w ]+)"', html["west"] + html["east"])
    assert {"cards west", "windmills west", "cities east", "lighthouse east", "east"} <= set(sheets)


@pytest.mark.parametrize(("language", "waits"), [("en", "waits for you"), ("fr", "vous attend")])
def test_a_tab_tells_what_its_sheet_says_in_short_and_what_waits_there(language: str, waits: str) -> None:
    view = seen(game("windmills"), 0)
    tabs = re.findall(r"<button.*?</button>", render(view, language)["tabs"])
    told = {tab: news for one in tabs for tab, news in re.findall(r'data-tab="(\w+)".*?data-news="([^"]*)"', one)}
    assert told.keys() == {"windmills", "winds"}
    assert told["winds"].startswith("force ")
    assert not any(waits in one for one in tabs)
    panel = SidePanel("gale", "Gale", lambda: Markup(""), sheet="winds", due=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(next(iter(pages_of(["windmills"]))), "east", lambda *_: [panel])
        [due] = re.findall(r'<button[^>]*data-tab="winds".*?</button>', render(view, language)["tabs"])
    assert waits in due
    assert "data-news" not in due


@pytest.mark.parametrize("one", [one for one in sets_of("island") if len(one.modules) == 1], ids=lambda one: one.name)
def test_the_panels_of_a_sheet_stand_on_one_side(one: Set) -> None:
    html = render(seen(Game.new(one.configs[0], seed=1), 0), "en")
    west, east = ({name.rsplit(" ", 1)[0] for name in re.findall(SHEET, html[side])} for side in ("west", "east"))
    assert not west & east, "one would cover the other on a phone"


def test_only_a_dealer_takes_the_place_of_the_bases_cards_and_knights() -> None:
    html = render(seen(game("cities_knights", *STUBS), 0), "en")
    assert re.findall(r'<form[^>]*data-form="([\w-]+)"', html["choice"])[-2:] == ["windmills-grind", "lighthouse-shine"]
    assert 'data-form="plenty"' not in html["choice"]
    figures = re.findall(r'class="stat-([\w-]+)', html["rail"])[:6]
    assert figures == ["hand-size", "ck-cards", "ck-strength", "windmills-flour", "lighthouse-light", "route"]
    assert "knights played" not in words_of(html["rail"])
    assert "ck-figures" in html["rail"]


def test_the_summary_tells_of_all() -> None:
    def facts(*modules: str) -> str:
        found = game(*modules)
        table = seen(found, 0)
        over = Result([0], Say("{player} wins", {"player": 0}))
        return words_of(render(replace(table, view=replace(view_of(found), result=over, actions=[])), "en")["summary"])

    assert re.search(r"route \d knights 0 flour \d light \d", facts(*STUBS))
    both = facts("cities_knights", *STUBS)
    assert re.search(r"route \d strength \d levels \d \d \d flour \d light \d", both)
    shown = view_of(game(*STUBS))
    storm = LogLine(1, 1, -1, "storm", Say("a storm"), [])
    assert [one.line for one in moments(replace(shown, log=[storm]))] == [storm]
    table = replace(seen(game(*STUBS), 0), view=replace(shown, log=[storm]))
    assert 'viewBox="0 0 9 9"' in render(table, "en")["log"]


def test_a_replay_opens_the_panels_of_all() -> None:
    film = Film.__new__(Film)
    film.frames = [game("cities_knights", *STUBS)]
    html = drawn(film, seen(film.frames[0], 0), 0, 0, Words("en"))
    assert re.findall(r'id="side-([\w-]+)"', html["east"]) == ["ck-barbarians", "windmills-wind"]
    assert "windmills-open" in html["rail"]
    assert "ck-open" in html["rail"]


def test_a_letter_that_is_taken_is_not_given_again() -> None:
    shown = view_of(game(*STUBS))
    keys = {verb: key_of(Words("en"), shown.modules, verb) for verb in ("road", "grind", "stop", "shine")}
    assert keys == {"road": "R", "grind": "G", "stop": None, "shine": None}


def test_letters_are_the_initials_of_names_in_each_language() -> None:
    found = {language: list(own_keys(Words(language)).values()) for language in LANGUAGES}
    assert found == {"en": ["R", "S", "C", "D"], "fr": ["R", "C", "V", "D"]}
    page = render(seen(game(), 0), "fr")["actions"]
    assert 'data-key="V" title="Ville (V)"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_modules_has_a_key_of_its_own_and_a_name(language: str) -> None:
    for one in sets_of("island"):
        keys = module_keys(Words(language), one.modules)
        assert keys.keys() == {verb for page in pages_of(one.modules) for verb in page.keys}, one.name
        assert keys.keys() <= NAMES.keys(), one.name


@pytest.mark.parametrize("modules", [STUBS, ("cities_knights", *STUBS)])
def test_what_is_kept_is_drawn_anew_when_a_module_has_changed(modules: tuple[str, ...]) -> None:
    paint = Painter()
    for turns in range(1, 8):
        found = game(*modules, turns=turns)
        for viewer in (0, 1, SPECTATOR):
            for language in ("en", "fr"):
                table = seen(found, viewer)
                assert joined(paint(table, language)) == render(table, language)


def test_a_page_that_says_nothing_adds_nothing() -> None:
    plain = game()
    shown = replace(view_of(plain), modules={"windmills": None})
    silent = {name: getattr(ModulePage(), name) for name in vars(ModulePage) if not name.startswith("_")}
    assert not any(silent[name] for name in silent if not callable(silent[name]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bastide.web.panels.module_pages.floor", lambda *_: ModulePage())
        table = replace(seen(plain, 0), view=shown)
        assert [type(page) for page, _own in module_pages(shown)] == [ModulePage]
        silenced = render(table, "en")
    base = render(seen(plain, 0), "en")
    assert {name for name in base if base[name] != silenced[name]} <= {"head"}, "the head names the module"


def test_a_folded_panel_tells_its_summary() -> None:
    html = render(seen(game(*STUBS), 0), "en")["east"]
    panel = html.split('id="side-lighthouse-light"')[1].split("</summary>")[0]
    assert 'data-priority="70"' in panel
    assert " open" in panel
    assert '<small class="fold-short good">every fourth turn</small>' in panel


def test_two_side_panels_of_one_key_are_both_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def crowd(desk: Desk, view: IslandView, own: Any) -> list[SidePanel]:
        return [SidePanel("lookout", "Lookout", Markup)]

    found = game(*STUBS)
    for name, page, _ in named_pages(view_of(found)):
        assert name in STUBS
        monkeypatch.setattr(page, "east", crowd)
        monkeypatch.setattr(page, "opened", crowd)
    film = Film(found.save())
    for html in (render(seen(found, 0), "en"), drawn(film, seen(film.frames[0], 0), 0, 0, Words("en"))):
        east = html["east"]
        assert re.findall(r'id="(side-[^"]+)"', east) == ["side-lookout", f"side-{STUBS[1]}_lookout"]
