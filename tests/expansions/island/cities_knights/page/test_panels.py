"""Cities & Knights on the page: every decision has its handle, nothing hidden is shown, what is kept is drawn anew."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import json

from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.players import make_bot
from bastide.view import SPECTATOR, view
from bastide.view.island.model import IslandView
from bastide.view.model import OPEN
from bastide.view.text import text
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.desk import Desk
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.panels.summary import several
from bastide.web.panels.summary_moments import moments
from bastide.web.replays import Film, drawn
from tests.expansions.island.cities_knights.rules.kit import knights_table
from tests.web.panels.test_painter import seen

VIEWERS = (0, 1, 2, SPECTATOR)
NAMES = ["Maud", "Odile", "Tibor"]
QUIET = frozenset({"main", "roll", "answer"})
"""Phases that come so often that not each of their positions is looked at."""


def positions(edition: str, defense: str, seed: int) -> Iterator[Game]:
    """Positions of a random game: all with something to choose, some others."""
    options = {"first": 0, "edition": edition, "defense": defense, "goal": 10}
    game = Game.new({"seats": 3, "modules": ["cities_knights"], "options": options})
    bots = [make_bot("random", seed * 10 + seat) for seat in range(3)]
    rng = random.Random(seed)
    steps = 0
    while not game.over:
        if game.actors == [-1]:
            game.draw(rng)
            continue
        steps += 1
        seat = game.actors[0]
        if steps % 60 == 0 or (steps % 3 == 0 and view(game, seat).phase not in QUIET):
            yield game
        game.play(bots[seat].choose(game, seat), seat)
    yield game


def handles(html: dict[str, str], notation: str) -> bool:
    """Whether some panel has a handle that sends this decision."""
    return any(f'data-notation="{notation}"' in panel for panel in html.values())


EDITIONS = [("2025", "all"), ("classic", "chosen")]


@pytest.mark.parametrize(("edition", "defense"), EDITIONS)
def test_every_decision_has_its_handle_and_every_panel_is_as_it_is(edition: str, defense: str) -> None:
    paint = Painter()
    for number, game in enumerate(positions(edition, defense, 1)):
        for viewer in VIEWERS:
            language = ("en", "fr")[number % 2]
            table = seen(game, viewer)
            html = render(table, language)
            assert joined(paint(table, language)) == html, (number, viewer)
            shown = table.view
            assert isinstance(shown, IslandView)
            goods = ("discard", "offer", "counter", "give")
            # A single card from the bank is asked for by a form too, which the panel shows as one button a good.
            ways = game.legal(viewer) if "take GOODS" in shown.forms else shown.legal
            lacking = [one for one in ways if one.split()[0] not in goods and not handles(html, one)]
            assert lacking == [], (shown.phase, viewer)


@pytest.mark.parametrize(("edition", "defense"), EDITIONS)
def test_nothing_that_a_viewer_cannot_know_is_shown(edition: str, defense: str) -> None:
    rng = random.Random(3)
    looked = 0
    for game in positions(edition, defense, 2):
        if game.over:
            break
        for viewer in VIEWERS:
            other = game.copy()
            other.state = resample(game.rules, game.state, viewer, rng)
            other.opening, other.history, other.decisions = game.opening, game.history, game.decisions
            if game.actors == [-1] or viewer in game.actors:
                continue  # what may be done follows from what is known
            looked += 1
            one, two = view(game, viewer), view(other, viewer)
            assert json.encode(one) == json.encode(two)
            assert text(one, Words("en"), NAMES) == text(two, Words("en"), NAMES)
    assert looked > 20


def test_every_sentence_is_filled() -> None:
    for game in positions("2025", "all", 4):
        for viewer in VIEWERS:
            shown = view(game, viewer)
            for language in ("en", "fr"):
                words = Words(language)
                said = [words.text(shown.prompt, NAMES)]
                for line in shown.log[-6:]:
                    said += [words.text(line.say, NAMES), *(words.text(say, NAMES) for say in line.detail)]
                assert not [one for one in said if "{" in one]


def test_a_fifth_card_that_must_be_played_is_asked_for_with_every_card_that_can_be() -> None:
    t = knights_table(
        levels={0: "science 1"},
        progress={0: "alchemist crane merchant-fleet invention"},
        hands={0: "ore"},
        rolled=False,
        cities={0: "0,0,S"},
    )
    t.play("roll", "roll 2 4", "event science", "progress mining")
    mine, theirs = (render(seen(t.game, viewer), "en")["choice"] for viewer in (0, 1))
    options = re.findall(r'<button[^>]*class="btn option"[^>]*>', mine.partition("<form")[0])
    told = [match[1] for one in options if (match := re.search(r'(data-(?:notation|form|verb)="[^"]*")', one))]
    assert 'data-live="surplus"' in mine
    assert sorted(told) == [
        'data-form="merchant-fleet"',
        'data-notation="crane"',
        'data-notation="mining"',
        'data-verb="invention"',
    ]
    assert 'data-notation="merchant-fleet ore"' in mine.partition("<form")[2]
    assert "surplus" not in theirs
    assert "mining" not in theirs


def test_a_replay_shows_levels_knights_cards_and_the_barbarians_and_offers_nothing_to_do() -> None:
    position = knights_table(
        ship=6,
        rolled=False,
        cities={0: "0,-1,N 1,1,S", 1: "-1,0,S"},
        knights={1: "0,-1,S active"},
        levels={0: "science 2 trade 1"},
        progress={0: "crane merchant"},
        tokens={1: 1},
    )
    game = Game(position.game.rules, NAMES)
    game.state = position.game.state
    film = Film.__new__(Film)
    film.frames = [game]
    for move in ("roll", "roll 1 1", "event ship"):
        game = game.copy()
        game.play(move)
        film.frames.append(game)
    table, words = seen(game, 0), Words("en")
    before, attack = (drawn(film, table, step, OPEN, words) for step in (0, 3))
    for told in ("science: level 2", "trade: level 1", "active of all strength", "crane", "merchant", "Defender"):
        assert told.lower() in before["rail"].lower(), told
    assert "If they landed now" in before["east"]
    assert "The barbarians land" in attack["east"]
    assert "To choose: " in attack["east"]
    for html in (before["east"], attack["east"], before["rail"]):
        assert "data-notation" not in html
        assert "data-menu" not in html
    hidden = drawn(film, table, 0, 1, words)["rail"]
    assert "ck-science" not in hidden.split("openhand")[1].split("</li>")[0], "nobody sees the cards of another"


def test_cities_that_were_harmed_stand_in_the_row_of_their_owner() -> None:
    harmed: dict[str, Any] = {"cities": {0: "0,-1,N", 1: "1,0,S"}, "settlements": {0: "-1,-1,S"}}
    t = knights_table(edition="classic", damaged="1,0,S", tipped="-1,-1,S", **harmed)
    panels = render(seen(t.game, 2), "fr")
    rows = [row for row in panels["rail"].split("<li") if 'class="ck-harm"' in row]
    assert [re.findall(r"(Ville \w+)</span>", row)[0] for row in rows] == ["Ville couchée", "Ville sabotée"]
    assert panels["pieces"].count('<g role="img"><title>Ville ') == 2
    sound = render(seen(knights_table(**harmed).game, 2), "fr")
    assert "harm" not in sound["rail"] + sound["pieces"]


def words_of(html: str) -> str:
    """The text of a panel as it is read, a blank between any two elements."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_sheet_of_players_shows_every_figure_of_this_game() -> None:
    t = knights_table(
        edition="classic",
        cities={0: "0,-1,N 1,-1,N", 1: "1,0,S"},
        settlements={0: "-1,-1,S"},
        knights={0: "0,-2,S strong active; 1,-2,S mighty; -1,0,N", 1: "1,1,S"},
        levels={0: "science 4 trade 2"},
        metropolises={"science": "0,-1,N"},
        walls="1,-1,N",
        progress={0: "crane mining wedding"},
        hands={0: "ore*3 cloth"},
        tokens={0: 2},
        merchant=(0, "1,-1"),
        damaged="1,-1,N",
        tipped="-1,-1,S",
    )
    table = seen(t.game, 1)
    english, french = (render(table, language)["players"].split('id="players-')[1] for language in ("en", "fr"))
    for figure in (
        "4 in hand",
        "3 cards",
        "2/6 strength",
        "0 route",
        "2 of 4",
        "Science level 4 2 cards metropolis",
        "Trade level 2 0 cards",
        "Politics level 0 1 card",
        "1 of 3 Wall",
        "1 of 2 Basic",
        "1 of 2 Strong",
        "1 of 2 Mighty",
        "+2 Defender of the island",
        "+1 Merchant",
        "1 City on its side",
        "1 Sabotaged city",
    ):
        assert figure in words_of(english), figure
    for figure in ("Science niveau 4 2 cartes métropole", "2/6 force", "1 sur 3 Rempart", "1 Ville couchée"):
        assert figure in words_of(french), figure
    assert "progress cards of trade" in words_of(render(table, "en")["players"]), "the piles beside the bank"
    base = words_of(render(seen(Game.new({"seats": 3}), 0), "en")["players"])
    assert "0 in hand 0 cards 0 knights 0 route" in base
    assert "level" not in base


def test_the_key_moments_are_those_of_this_game() -> None:
    t = knights_table(
        cities={0: "0,-1,N 1,-1,N", 1: "1,0,S", 2: "-1,0,S"},
        knights={0: "0,-2,S", 1: "1,1,S strong active", 2: "-1,1,N active"},
        levels={0: "science 4", 1: "science 4"},
        metropolises={"science": "0,-1,N"},
        hands={0: "grain", 1: "paper*5"},
        ship=6,
    )
    t.play("activate 0,-2,S", "end", "roll", "roll 1 1", "event ship")
    while t.phase != "main":
        t.play("go-on" if t.actors == [-1] else "pass")
    t.play("improve science")
    shown = view(t.game, 0)
    assert isinstance(shown, IslandView)
    words = Words("en")
    told = [
        (one.line.seat, words.text(one.line.say, NAMES), words.text(one.note, NAMES) if one.note else "")
        for one in moments(shown)
    ]
    # Neither is a knight that became active, nor what both sides had: only what changed the standing.
    assert told == [
        (1, "Odile defended best, with 2, and gets a point", ""),
        (1, "Odile founds the metropolis of science: 2 points", "taken from Maud"),
    ]


def test_what_each_card_does_is_a_button_away_on_a_phone() -> None:
    t = knights_table(progress={0: "crane wedding"})
    for language, name in (("en", "Crane: what it does"), ("fr", "Grue\u202f: son effet")):
        west = render(seen(t.game, 0), language)["west"]
        assert f'popovertarget="tells-crane" aria-label="{name}"' in west
        assert re.search(r'id="tells-crane"[^>]*popover="auto"', west)


def test_points_that_count_several_times_say_so_in_the_summary() -> None:
    t = knights_table(cities={0: "0,-1,N"}, tokens={0: 2}, merchant=(0, "1,-1"))
    shown = view(t.game, 0)
    assert isinstance(shown, IslandView)
    desk = Desk(seen(t.game, 0), Words("en"))
    assert [several(desk, source) for source in shown.seats[0].sources if source.points][1:] == [
        "defender of the island ×2",
        "merchant",
    ]


def test_a_knight_is_recruited_at_rest() -> None:
    """Its button shows it without a helmet; the pennant of an active one would reach over how many are left."""
    (button,) = re.findall(
        r'<button[^>]*data-key="N".*?</button>', render(seen(knights_table().game, 0), "en")["actions"], re.DOTALL
    )
    assert "#knight-1-resting-" in button
    assert 'title="2 left"' in button
