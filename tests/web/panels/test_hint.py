"""The hint on the page: the lamp, the panel with its sentences, ghosts and heat on the board, in both families."""

from __future__ import annotations

import random
import re
from typing import Any

from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.server.common.model import HintView, TableView
from bastide.view import shown, view
from bastide.view.hints import HintLine, Hints
from bastide.view.model import Say
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.desk import Desk
from bastide.web.panels.hint import deed
from tests.web.panels.tables import table

ISLAND = {"game": "island", "seats": 4, "layout": "random", "options": {"first": 1}}
TILES = {"game": "carcassonne", "seats": 4, "options": {"first": 1}}


def at(config: dict[str, Any], *lines: tuple[str, float | None, str], heat: dict[str, int] | None = None) -> TableView:
    """The first decision of seat 1, which has been told these decisions."""
    game = Game.new(config, seed=2)
    rng = random.Random(2)
    while game.actors != [1]:
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(game.legal()[0])
    legal = game.legal(1)
    told = [shown(game).hint(game, 1, legal[int(n)], value, term) for n, value, term in lines]
    found = Hints(told, {legal[int(n)]: worth for n, worth in (heat or {}).items()}) if lines else None
    return replace(table(None), stage="playing", config=config, view=view(game, 1), hint=HintView(9, found))


def test_the_lamp_stands_where_a_hint_may_be_asked_for() -> None:
    for config in (ISLAND, TILES):
        asked = at(config)
        panels = render(asked, "en")
        for name in ("actions", "head"):
            assert panels[name].count('data-do="hint"') == 1
            assert 'data-key="I"' in panels[name]
        assert "hidden" in panels["hint"]
        assert "<circle" not in panels["ghosts"]
        for without in (
            replace(asked, hint=None),
            replace(asked, seat=0),
            replace(asked, view=replace(asked.view, actors=[2])),  # type: ignore[type-var]  # it has a view
        ):
            assert not any('data-do="hint"' in html for html in render(without, "en").values())


def test_the_panel_says_what_is_good_and_why_in_both_languages() -> None:
    told = at(ISLAND, ("0", 0.34, "income"), ("1", 0.3, "no such term"), ("2", 0.29, "others"), heat={"0": 100, "3": 0})
    for language, words in (
        ("en", ("Three good moves", "34 %", "brighter a corner", "a place that the others would want")),
        ("fr", ("Trois bons coups", "34\u202f%", "grande et claire", "une place que les autres voudraient")),
    ):
        panel = render(told, language)["hint"]
        assert all(word in panel for word in words)
        assert len(re.findall(r'<button type="button" data-hint="settle [^"]+"', panel)) == 3
        assert panel.count('class="reason"') == 2
        assert "data-heard" in panel
    alike = at(TILES, ("0", 0.34, ""), ("1", 0.339, ""))
    assert "These are equally good" in render(alike, "en")["hint"]
    alone = render(at(TILES, ("0", None, "")), "en")["hint"]
    assert "One good move" in alone
    assert "%" not in alone


def test_places_are_marked_with_their_rank() -> None:
    told = at(ISLAND, ("0", 0.34, ""), ("1", 0.3, ""), ("2", 0.3, ""), heat={"0": 100, "3": 0})
    ghosts = render(told, "en")["ghosts"]
    assert re.findall(r">(\d)</text>", ghosts) == ["3", "2", "1"]
    assert ghosts.count("hint-mark best") == 1
    assert [float(one) for one in re.findall(r'class="heat"[^>]* r="([\d.]+)"', ghosts)] == [18.0, 9.0]
    # Without heat the pieces themselves stand there.
    assert "<use" not in ghosts
    assert "<use" in render(at(ISLAND, ("0", 0.34, "")), "en")["ghosts"]


def test_a_tile_is_drawn_once_at_a_place() -> None:
    told = at(TILES, ("0", 0.34, ""), ("1", 0.3, ""))
    first, second = (line.notation.rpartition(",")[0] for line in told.hint.hints.lines)  # type: ignore[union-attr]  # it has one
    assert first == second
    ghosts = render(told, "en")["ghosts"]
    assert ghosts.count('class="hint-ring"') == 1
    assert re.findall(r">(\d)</text>", ghosts) == ["2", "1"]


def test_what_is_no_place_on_the_board_has_a_button_that_makes_it() -> None:
    told = at(ISLAND, ("0", 0.34, ""), ("1", 0.3, ""))
    assert told.view is not None
    assert "data-notation" not in render(told, "en")["hint"]
    for language, words in (("en", "Do it"), ("fr", "Jouer ce coup")):
        offer = HintLine(
            "offer wool for ore", Say("Offer the others {paid} for {gained}", {"paid": {}, "gained": {}}), None
        )
        button = str(deed(Desk(told, Words(language)), told.view, offer))
        assert 'data-notation="offer wool for ore"' in button
        assert f">{words}<" in button
