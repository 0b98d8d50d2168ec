"""A quick measure of this machine and this build: the rules alone, the facade, views and texts, copies."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final

import bastide.kernel.rules
from bastide.cli.matches import Series, play_out
from bastide.cli.output import emit, progress, table
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import view as make_view
from bastide.view.text import text
from bastide.view.words import Words

CONFIG: Final[dict[str, Any]] = {"game": "island", "seats": 4, "layout": "beginner"}
SEED: Final = 1
Report = dict[str, int | float | bool]


def bench(words: Words, seconds: float, as_json: bool) -> None:
    """Measure each thing for about that many seconds and print what came out."""
    bar, task = progress(6, words.gettext("Measuring"), as_json)
    with bar:
        report = measured(seconds, lambda: bar.advance(task))
    if as_json:
        emit(report)
        return
    say = words.gettext
    compiled = say("compiled") if report["compiled"] else say("interpreted")
    table(
        [
            (say("Engine"), compiled),
            (
                say("Random games, rules alone"),
                say("{figure} games a second", figure=f"{report['games_per_second']:,.1f}"),
            ),
            ("", say("{figure} decisions a second", figure=f"{report['decisions_per_second']:,.0f}")),
            (
                say("Games, greedy bots"),
                say("{figure} games a second", figure=f"{report['greedy_games_per_second']:,.2f}"),
            ),
            (
                say("Through the facade"),
                say("{figure} decisions a second", figure=f"{report['facade_per_second']:,.0f}"),
            ),
            (say("One view"), f"{report['view_ms']:.3f} ms"),
            (say("One text"), f"{report['text_ms']:.3f} ms"),
            (say("One copy of a position"), f"{report['copy_us']:.3f} µs"),
            (say("Size of a position"), say("{count} bytes", count=int(report["state_bytes"]))),
        ]
    )


def measured(seconds: float, step: Callable[[], object]) -> Report:
    """The figures; `step` is called after each of the six measures."""
    series = Series(CONFIG, ("random",) * 4, SEED, records=True)
    report: Report = {"compiled": bastide.kernel.rules.__file__.endswith((".so", ".pyd"))}
    games, decisions, took = games_for(seconds, "random")
    report |= {"games_per_second": round(games / took, 2), "decisions_per_second": round(decisions / took, 1)}
    step()
    games, _, took = games_for(seconds, "greedy")
    report["greedy_games_per_second"] = round(games / took, 3)
    step()
    game = Game.load(series.play(0).text)
    report["facade_per_second"] = round(facade(game, seconds), 1)
    step()
    middle = game.at(game.version // 2)
    views = [make_view(middle, seat) for seat in range(4)]
    report["view_ms"] = round(1000 * once(lambda: make_view(middle, 0), seconds / 2), 4)
    step()
    report["text_ms"] = round(1000 * once(lambda: text(views[0], Words("en"), game.names), seconds / 2), 4)
    step()
    report["copy_us"] = round(1e6 * once(middle.state.copy, seconds / 2, 100), 4)
    report["state_bytes"] = 8 * int(game.rules.schema.size)
    step()
    return report


def games_for(seconds: float, kind: str) -> tuple[int, int, float]:
    """Play games of four such bots for that long: how many games and decisions, and how long it took."""
    rules = Series(CONFIG, (kind,) * 4, SEED).rules(0)
    games = decisions = 0
    begun = time.perf_counter()
    while True:
        rngs = [random.Random(f"{SEED}:{games}:{seat}") for seat in range(4)]
        bots = [make_bot(kind, games * 4 + seat) for seat in range(4)]
        decisions += play_out(rules, rules.start(), bots, rngs, random.Random(f"{SEED}:{games}"))[1]
        games += 1
        took = time.perf_counter() - begun
        if took >= seconds:
            return games, decisions, took


def facade(whole: Game, seconds: float) -> float:
    """How many decisions of a record are read, checked, played and told in a second."""
    played = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        game = Game(whole.rules)
        for decision in whole.decisions:
            game.play(decision.text, decision.seat)
        played += len(whole.decisions)
    return played / (time.perf_counter() - begun)


def once(what: Callable[[], object], seconds: float, batch: int = 1) -> float:
    """How long a call takes, in seconds: the mean over many."""
    calls = 0
    begun = time.perf_counter()
    while True:
        for _ in range(batch):
            what()
        calls += batch
        took = time.perf_counter() - begun
        if took >= seconds:
            return took / calls
