"""The panels: every decision has a handle, nothing hidden is shown, nothing that people write becomes HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

import bastide.web
from bastide.server.common.model import ChatLine, TableView
from bastide.view.island.model import IslandView
from bastide.view.model import SPECTATOR, Card, Say, View
from bastide.view.words import Words
from bastide.web.panels import IDS, render
from bastide.web.panels.styles import tokens_css
from tests.web.panels import tables
from tests.web.panels.pages import static_page

VOID = {"input", "img", "br", "hr", "meta", "link"}
EVIL = '<img src=x onerror="alert(1)">'


class Tree(HTMLParser):
    """Collects elements with their attributes and checks that they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def parse(html: str) -> Tree:
    tree = Tree()
    tree.feed(html)
    tree.close()
    return tree


DRAWN = {"defs", "land", "lit", "pieces"}
"""Panels that are pictures only, and large."""


def attributes(panels: dict[str, str], name: str) -> set[str]:
    """All values of an attribute in the panels."""
    worked = [html for panel, html in panels.items() if panel not in DRAWN]
    return {value for html in worked for _, attrs in parse(html).elements if (value := attrs.get(name)) is not None}


@pytest.fixture(params=sorted(tables.ALL))
def table(request: pytest.FixtureRequest) -> TableView:
    made: TableView = tables.ALL[request.param]()
    return made


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_panel_is_one_whole_element_with_its_id(table: TableView, language: str) -> None:
    panels = render(table, language)
    assert tuple(panels) == IDS
    for name, html in panels.items():
        if name in DRAWN and table.seat is None:
            continue
        tree = parse(html)
        assert tree.faults == []
        assert tree.open == []
        assert tree.elements[0][1]["id"] == name
        assert html.rstrip().endswith(f"</{tree.elements[0][0]}>")


def test_ids_are_used_once(table: TableView) -> None:
    panels = render(table, "en")
    ids = [attrs["id"] for html in panels.values() for _, attrs in parse(html).elements if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_everything_legal_has_a_handle(table: TableView) -> None:
    panels = render(table, "en")
    sent = attributes(panels, "data-notation")
    if table.view is not None and table.seat is not None:
        assert set(table.view.legal) <= sent
        for form in table.view.forms:
            assert form.split()[0] in attributes(panels, "data-form")


def test_every_action_can_be_used_or_says_why_not(table: TableView) -> None:
    view = table.view
    if view is None or view.result is not None:
        return
    seen: View = view.beyond or view
    panels = render(table, "en")
    handles = attributes(panels, "data-notation") | attributes(panels, "data-verb") | attributes(panels, "data-form")
    for action in seen.actions:
        if action.enabled and action.verb in ("trade", "bank"):
            assert "offer" in handles
        elif action.enabled:
            assert (action.notation or action.verb) in handles
        elif action.verb not in ("bank", "roll", "trade", "end"):
            assert action.verb in attributes(panels, "data-why")
    for target in attributes(panels, "popovertarget") - {"menu", "standing"}:
        assert target in attributes(panels, "id")


def test_every_target_is_a_labelled_button() -> None:
    panels = render(tables.mine(), "fr")
    targets = [attrs for _, attrs in parse(panels["targets"]).elements if attrs.get("role") == "button"]
    view = tables.mine().view
    assert view is not None
    assert len(targets) == len(view.targets)
    assert all(target["aria-label"] and target["data-notation"] and target["data-verb"] for target in targets)


@pytest.mark.parametrize(("language", "rolls"), [("en", "in 36 rolls"), ("fr", "lancers sur 36")])
def test_a_place_is_called_by_what_lies_round_it(language: str, rolls: str) -> None:
    elements = parse(render(tables.mine(), language)["targets"]).elements
    labels = {attrs["data-notation"]: attrs["aria-label"] or "" for _, attrs in elements if "data-notation" in attrs}
    shown = tables.mine().view
    assert shown is not None
    words = Words(language)
    for target in shown.targets:
        said = [words.text(line, tables.NAMES) for line in (target.label, *target.tip)]
        assert labels[target.notation] == ", ".join(said)
        assert target.piece != "settlement" or rolls in labels[target.notation]


def test_whoever_looks_is_never_away() -> None:
    shown = tables.mine()
    alone = replace(shown, chairs=[replace(chair, present=False, away=1) for chair in shown.chairs])
    rows = [attrs for tag, attrs in parse(render(alone, "en")["rail"]).elements if "data-seat" in attrs and tag == "li"]
    absent = {row["data-seat"] for row in rows if "away" in (row["class"] or "").split()}
    people = {str(chair.seat) for chair in shown.chairs if chair.kind == "person"}
    assert absent == people - {str(shown.seat)}


def test_refused_buttons_stay_in_reach() -> None:
    for html in render(tables.waiting(), "en").values():
        for tag, attrs in parse(html).elements:
            if tag == "button":
                assert "disabled" not in attrs
                assert attrs.get("tabindex") is None


def test_places_show_at_once_only_where_nothing_else_can_be_done() -> None:
    assert "data-forced" in render(tables.setup(), "en")["targets"]
    assert "data-forced" not in render(tables.mine(), "en")["targets"]


def test_other_hands_are_backs() -> None:
    """What a spectator is shown does not change with the cards that players hold."""
    watched = tables.watching()
    assert isinstance(watched.view, IslandView)
    for seat in watched.view.seats:
        assert seat.hand is None
        assert seat.cards is None
    panels = render(watched, "en")
    assert "hidden></section>" in panels["hand"]
    for name in ("rail", "players", "hand", "actions", "offer", "choice"):
        assert "card good" not in panels[name]
        assert "s-knight" not in panels[name]
    assert panels["rail"].count("<sup") == 0


def test_only_the_own_hand_is_open() -> None:
    """Two tables that differ only in what another player hides are drawn alike."""
    one = tables.view(0)
    other = replace(one, seats=[replace(seat, cards=seat.cards) for seat in one.seats])
    assert render(tables.table(one, 0), "en") == render(tables.table(other, 0), "en")
    panels = render(tables.table(one, 0), "en")
    assert "university" not in panels["hand"]


def test_a_spectator_gets_no_handle_that_plays() -> None:
    panels = render(tables.table(tables.view(SPECTATOR), None), "en")
    assert attributes(panels, "data-notation") == set()
    assert attributes(panels, "data-verb") <= {""}
    assert "undo" not in attributes(panels, "data-do")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_people_write_is_never_html(table: TableView, language: str) -> None:
    chairs = [replace(chair, name=EVIL if chair.kind == "person" else chair.name) for chair in table.chairs]
    chat = [ChatLine(1, 0, EVIL, EVIL, 0), ChatLine(2, None, EVIL, EVIL, 0)]
    hostile = replace(table, name=EVIL, chairs=chairs, chat=chat, link='/t/"><script>')
    page = re.sub(r'<div id="defs".*?</div>|<g id="land".*?<g id="lit"', "", static_page(hostile, language), flags=re.S)
    elements = parse(page).elements
    assert all("onerror" not in attrs for _, attrs in elements)
    assert all(tag != "script" or attrs.get("src") for tag, attrs in elements)
    tips = [attrs["data-tip"] or "" for _, attrs in elements if "data-tip" in attrs]
    assert all("<img" not in tip for tip in tips)


def test_a_tip_with_a_players_name_is_escaped_twice() -> None:
    """Once as HTML, since the script shows it as such, and once as an attribute."""
    shown = tables.setup().view
    assert isinstance(shown, IslandView)
    target = replace(shown.targets[0], tip=[Say("hits {player}", {"player": 0})])
    chairs = [replace(chair, name=EVIL) for chair in tables.chairs()]
    panels = render(replace(tables.table(replace(shown, targets=[target])), chairs=chairs), "en")
    (tip,) = attributes({"targets": panels["targets"]}, "data-tip")
    assert "&lt;img" in tip
    assert "<img" not in tip


def test_a_discard_counts_to_what_is_owed() -> None:
    panels = render(tables.discard(), "en")
    form = next(attrs for tag, attrs in parse(panels["choice"]).elements if tag == "form")
    assert form["data-form"] == form["data-prefix"] == "discard"
    assert form["data-need"] == "5"
    most = {
        attrs["data-good"]: attrs["data-max"] for _, attrs in parse(panels["choice"]).elements if "data-good" in attrs
    }
    assert most == {"lumber": "1", "brick": "1", "wool": "3", "grain": "1", "ore": "4"}


def test_a_hand_does_not_warn_of_a_seven_while_one_is_paid_for() -> None:
    warning = "A 7 would cost you 5"
    assert warning in render(tables.mine(), "en")["hand"]
    assert warning not in render(tables.discard(), "en")["hand"]


def test_the_reason_of_a_gain_unfolds_from_its_line() -> None:
    view = tables.view()
    log = render(tables.table(view), "en")["log"]
    gains = [line for line in view.log if line.kind == "gain" and line.detail]
    now = [line for line in gains if line.turn == view.turn]
    assert 0 < len(now) < len(gains)
    for line, told in zip(gains, re.findall(r"<details>(.*?)</details>", log), strict=True):
        said, reason = told.split("</summary>")
        assert ('tabindex="-1"' in said) == (line not in now), "the keyboard stops at the current turn alone"
        assert "gets" in said
        assert "(" not in said
        assert reason.startswith("<small> (")


def test_an_offer_is_composed_within_the_hand() -> None:
    panels = render(tables.mine(), "en")
    picks = [attrs for _, attrs in parse(panels["offer"]).elements if "data-good" in attrs]
    assert [pick["data-max"] for pick in picks[:5]] == ["1", "1", "3", "1", "4"]
    assert {attrs["data-to"] for _, attrs in parse(panels["offer"]).elements if "data-to" in attrs} == {"0", "2", "3"}


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ({"wool": 1, "ore": 1}, "It takes 2 ore for a card, and you have 1."),
        ({"grain": 3, "wool": 1}, "It takes 4 grain for a card, and you have 3."),
        ({"ore": 2}, "The bank has no other card left."),
        ({}, "You have no cards."),
    ],
)
def test_what_an_exchange_with_the_bank_misses_is_said(hand: dict[str, int], words: str) -> None:
    shown = replace(tables.view(), bank_trades=[])
    seats = [replace(seat, hand=hand) if seat.seat == 1 else seat for seat in shown.seats]
    assert words in render(tables.table(replace(shown, seats=seats)), "en")["offer"]


def test_beside_an_own_offer_each_deed_of_the_turn_is_offered_and_withdraws_it() -> None:
    free, panels = render(tables.mine(), "en"), render(tables.offering(), "en")
    for name in ("actions", "targets"):
        assert panels[name] == free[name], name
    offer = parse(panels["offer"]).elements
    assert offer[0][1]["data-before"] == "withdraw"
    exchanges = {trade.notation for trade in tables.view().bank_trades}
    assert exchanges <= attributes({"offer": panels["offer"]}, "data-notation")
    alone = panels["offer"].split("data-alone")
    # The answers, then the way back; the bank's exchanges stand after both.
    assert [part.count("data-notation") for part in alone] == [0, 2, 2 + len(exchanges)]
    assert "data-before" not in panels["actions"] + render(tables.answering(), "en")["offer"]


def test_an_offer_to_be_answered_names_its_refusal() -> None:
    panels = render(tables.answering(), "en")
    offer = parse(panels["offer"]).elements[0][1]
    assert offer["data-refuse"] == "refuse"
    assert "data-live" in offer
    assert {"accept", "refuse"} <= attributes(panels, "data-notation")


def test_a_card_that_names_goods_opens_its_form() -> None:
    shown = tables.view()
    cards = [Card("plenty", 1, form="plenty GOODS"), Card("monopoly", 1, form="monopoly GOOD")]
    seats = [replace(seat, cards=cards) if seat.seat == 1 else seat for seat in shown.seats]
    panels = render(tables.table(replace(shown, seats=seats)), "en")
    assert {"plenty", "monopoly"} <= attributes({"hand": panels["hand"]}, "data-form")
    assert {"plenty", "monopoly"} <= attributes({"choice": panels["choice"]}, "data-form")
    assert "monopoly ore" in attributes(panels, "data-notation")


def test_unchanged_panels_are_the_same_text() -> None:
    """The server sends what differs, so that what has not changed must not differ."""
    first, later = tables.view(), replace(tables.view(), version=125, deck=12)
    before, after = render(tables.table(first), "en"), render(tables.table(later), "en")
    changed = {name for name in IDS if before[name] != after[name]}
    assert changed <= {"bank", "players", "dice"}
    assert "land" not in changed


def test_the_colours_are_those_of_the_palette() -> None:
    path = Path(bastide.web.__file__).parent / "static/css/tokens.css"
    assert path.read_text(encoding="utf-8") == tokens_css()


def test_styles_use_only_colours_that_exist() -> None:
    folder = Path(bastide.web.__file__).parent / "static/css"
    sheets = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.css")}
    defined = set(re.findall(r"(--[\w-]+)\s*:", "".join(sheets.values()))) | {"--radius"}
    for name in ("base.css", "table.css", "trade.css", "room.css", "narrow.css", "phone.css"):
        assert set(re.findall(r"var\((--[\w-]+)", sheets[name])) <= defined
