"""A painter with a cache draws what one without would draw."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.banners import COLORS
from bastide.server.common.model import ChatLine, TableView
from bastide.view import SPECTATOR, view
from bastide.web.panels import painter, render
from bastide.web.panels.kept import MOST, Kept
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.web.panels import tables
from tests.web.panels.test_clock import timed

VIEWERS = (0, 1, 2, 3, SPECTATOR)


def seen(game: Game, viewer: int, **more: Any) -> TableView:
    """The table of a game as one viewer sees it."""
    seats = range(max(4, int(game.rules.seats)))
    chairs = [replace(tables.mine().chairs[0], seat=n, name=f"P{n}", color=COLORS[n], host=not n) for n in seats]
    given: dict[str, Any] = {
        "seat": None if viewer < 0 else viewer,
        "view": view(game, viewer),
        "chairs": chairs,
        **more,
    }
    return replace(tables.mine(), **given)


def painted(config: dict[str, Any], every: int, most: int = 1000) -> Game:
    """Compare the painter with `render` after every so many decisions of greedy bots; the game after at most `most`."""
    game, paint, rng = Game.new(config, seed=4), Painter(), random.Random(4)
    seats = int(game.rules.seats)
    bots = [make_bot("greedy", seat) for seat in range(seats)]
    steps = 0
    while not game.over and steps < most:
        if -1 in game.actors:
            game.draw(rng)
            continue
        game.play(bots[game.actors[0]].choose(game, game.actors[0]), game.actors[0])
        steps += 1
        if steps % every == 0:
            table = seen(game, steps % seats)
            assert joined(paint(table, "en")) == render(table, "en")
    assert steps > 60
    return game


@pytest.mark.parametrize("seed", [0, 1])
def test_a_painter_draws_every_position_of_a_game_as_it_is(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new({"game": "island", "layout": "random"}, seed=seed)
    bots = [make_bot("greedy", seed + seat) for seat in range(4)]
    paint = Painter()
    steps = 0
    while not game.over:
        if -1 in game.actors:
            game.draw(rng)
            continue
        seat = rng.choice(game.actors)
        before = replace(seen(game, seat), version=steps)
        game.play(bots[seat].choose(game.copy(), seat), seat)
        steps += 1
        if steps > 30 and steps % 30 and not game.over:
            continue
        for viewer in VIEWERS:
            shown = seen(game, viewer)
            language = rng.choice(("en", "fr"))
            assert joined(paint(shown, language)) == render(shown, language), (steps, viewer)
        # What was taken back is drawn as it was.
        assert joined(paint(before, "en")) == render(before, "en")


def test_a_painter_sees_what_changes_beside_the_game() -> None:
    paint = Painter()
    table = tables.mine()
    away = [replace(chair, away=3, absent=True, stand_in="greedy") for chair in table.chairs]
    named = [replace(chair, name="<b>Odile</b>") for chair in table.chairs]
    for shown in (
        table,
        replace(table, chairs=away),
        replace(table, chairs=named),
        replace(table, chat=[ChatLine(1, 0, "Maud", "Hello & welcome", 0)]),
        replace(table, paused=1, may_pause=True),
        replace(table, view=None, stage="waiting"),
        replace(table, watchers=3, host=not table.host),
        replace(table, undo=not table.undo),
        timed(0),
        timed(42_000),
        table,
    ):
        for language in ("en", "fr", "de"):
            assert joined(paint(shown, language)) == render(shown, language)


def test_a_move_changes_the_last_turns_of_the_log_alone() -> None:
    paint = Painter()
    table = tables.mine()
    assert table.view is not None
    first = table.view.log[0]
    lines = [replace(first, version=n, turn=1 + n // 10) for n in range(400)]
    before = paint(replace(table, view=replace(table.view, log=lines, turn=40)), "en")
    more = [*lines, replace(first, version=400, turn=41)]
    after = paint(replace(table, view=replace(table.view, log=more, turn=41)), "en")
    turns = [f"log-{turn}" for turn in range(26, 41)]
    assert [name for name in before if name.startswith("log-")] == turns
    assert [name for name in after if name.startswith("log-")] == [*turns[1:], "log-41"]
    assert [name for name in after if name.startswith("log") and after[name] != before.get(name)] == ["log-41"]


def test_lines_may_follow_in_a_turn_that_is_not_the_current_one() -> None:
    paint = Painter()
    table = tables.mine()
    assert table.view is not None
    first = table.view.log[0]
    for turns in ([0], [0, 0], [0, 0, 3], [0, 0, 3, 3], [0, 0]):
        lines = [replace(first, version=n, turn=turn) for n, turn in enumerate(turns)]
        shown = replace(table, view=replace(table.view, log=lines, turn=9))
        assert joined(paint(shown, "en")) == render(shown, "en"), turns


def test_what_nobody_needs_any_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    paint = Painter()
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    paint(tables.mine(), "en")
    now = 1 + painter.PATIENCE
    paint(replace(tables.mine(), id="another"), "en")
    assert list(paint.tables) == ["another"]


def test_only_so_many_parts_are_kept() -> None:
    kept = Kept()
    drawn: list[int] = []

    def draw(name: int) -> Markup:
        drawn.append(name)
        return Markup(name)

    for name in (*range(MOST + 1), MOST, 0):
        kept.part(name, None, partial(draw, name))
    assert drawn == [*range(MOST + 1), 0]


@pytest.mark.parametrize("away", [70, 110])
def test_the_log_of_a_reader_who_was_away_has_no_gap(away: int) -> None:
    rng = random.Random(2)
    game = Game.new({"game": "island", "layout": "random"}, seed=2)
    bots = [make_bot("greedy", seat) for seat in range(4)]
    paint = Painter()
    steps = 0
    while not game.over:
        if -1 in game.actors:
            game.draw(rng)
            continue
        game.play(bots[game.actors[0]].choose(game, game.actors[0]), game.actors[0])
        steps += 1
        if steps > 40 and steps % away == 0:
            shown = seen(game, 0)
            assert joined(paint(shown, "en")) == render(shown, "en"), steps
