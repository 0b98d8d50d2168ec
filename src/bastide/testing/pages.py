"""The page of a table that shows a game, as each viewer sees it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from html import unescape
from typing import Final

from bastide.kernel.game import Game
from bastide.server.common.banners import COLORS
from bastide.server.common.model import Chair, TableView
from bastide.testing.checks import worlds
from bastide.view import OPEN, SPECTATOR, view
from bastide.view.catalogues import LANGUAGES
from bastide.web.panels import render, replayed
from bastide.web.panels.desk import Desk, words_at
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined

AGO: Final = 12
"""So many decisions before a position, the painter draws the page whose parts it may use again."""
HANDLE: Final = re.compile(r'data-(?:notation|prefix|verb)="([^" ]*)')
"""The verb of a button or place that acts, of a form, or of a button that shows its places (docs/handles.md)."""


def table(game: Game, viewer: int) -> TableView:
    """A table of people that shows a game to one viewer; in a replay to OPEN."""
    seats = range(int(game.rules.seats))
    return TableView(
        id="crooked",
        name="The Crooked Tower",
        version=game.version,
        stage="over" if game.over else "playing",
        link="/t/crooked",
        config=game.rules.resolved(),
        chairs=[Chair(seat, "person", f"Seat {seat}", COLORS[seat], "", seat == 0, True) for seat in seats],
        seat=None if viewer < 0 else viewer,
        host=viewer == 0,
        watchers=0,
        chat=[],
        undo=True,
        view=view(game, viewer),
    )


def check_page(game: Game, rng: random.Random) -> None:
    """Every panel can be drawn for each viewer in each language, and shows nothing that the viewer cannot know.

    A panel is the same in two worlds that differ only in that, and drawn again where something has changed that it
    shows. The panels of a replay can be drawn, too.
    """
    viewers = range(SPECTATOR, int(game.rules.seats))
    for viewer in viewers:
        here = table(game, viewer)
        shown = {language: render(here, language) for language in LANGUAGES}
        _, other = worlds(game, viewer, rng)
        if not game.over and other.state.row() != game.state.row():
            language = rng.choice(LANGUAGES)
            told = differing(shown[language], render(table(other, viewer), language))
            assert not told, f"{told} of seat {viewer} differs in worlds that it cannot tell apart"
    paint, viewer, language = Painter(), rng.choice(viewers), rng.choice(LANGUAGES)
    paint(table(game.at(max(0, game.version - AGO)), viewer), language)
    here = table(game, viewer)
    stale = differing(render(here, language), joined(paint(here, language)))
    assert not stale, f"{stale} of seat {viewer} is out of date: it reads more than what it is compared by"
    opened = table(game, OPEN)
    for language in LANGUAGES:
        replayed(Desk(opened, words_at(opened, language)))


def check_handles(game: Game, rng: random.Random) -> None:
    """Each verb of the seats that must act has a button, a place or a form on their page."""
    for viewer in game.actors:
        if viewer < 0 or game.over:
            continue
        page = render(table(game, viewer), LANGUAGES[0])
        shown = {unescape(verb) for html in page.values() for verb in HANDLE.findall(html)}
        verbs = {text.partition(" ")[0] for text in (*game.legal(viewer), *game.forms(viewer))}
        lacking = ", ".join(sorted(verbs - shown))
        assert not lacking, (
            f"the page of seat {viewer} has no button, place or form for {lacking}: its view needs a choice, targets or"
            " actions, or its page a button"
        )


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """The panels that differ, in words; empty if none does."""
    names = [name for name, html in one.items() if other[name] != html]
    return f"the panel {', '.join(names)}" if names else ""
