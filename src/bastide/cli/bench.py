"""Benchmark of this machine and this build: whole games, single calls, growth. `benchmarks/` compares with others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bastide.cli.measures import RATIOS, Spread, build, by_round, measures, sizes, taken
from bastide.cli.others import QUARTERS
from bastide.cli.output import emit, progress, table
from bastide.cli.room_games import room_games
from bastide.view.typesetting import NARROW
from bastide.view.words import Words


def bench(words: Words, seconds: float, rounds: int, as_json: bool) -> None:
    """Take every measure for about this many seconds per round, and print the results."""
    chosen = measures()
    bar, task = progress(rounds * len(chosen), words.gettext("Measuring"), as_json)
    with bar:
        values = taken(chosen, seconds, rounds, lambda: bar.advance(task))
    if as_json:
        emit(report(values))
        return
    figures = {name: Spread.of(row) for name, row in values.items()}
    say = words.gettext
    engine = say("compiled") if build()["compiled"] else say("interpreted")
    table(
        [
            (say("Engine"), f"{engine}, Python {build()['python']}"),
            *((label, valued(words, name, figures[name])) for name, label in labels(words).items()),
            *grown(words, figures),
            (say("Size of a position"), say("{count} bytes", count=sizes()["state_bytes"])),
        ]
    )
    print()
    print(say("The median of {rounds} {rounds:round|rounds}, with minimum and maximum.", rounds=rounds))


def report(values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The results as plain data: the build, every figure and every ratio with its spread, the sizes in bytes."""
    return {
        **build(),
        "figures": {name: Spread.of(row).rounded() for name, row in values.items()},
        "ratios": {
            name: {"meaning": ratio.meaning, **Spread.of(by_round(values[ratio.over], values[ratio.under])).rounded()}
            for name, ratio in RATIOS.items()
        },
        "sizes": sizes(),
    }


def labels(words: Words) -> dict[str, str]:
    """The label of each figure, in display order."""
    say = words.gettext
    return {
        "loop_games_per_second": say("Random games inside the engine"),
        "loop_actions_per_second": say("Their actions"),
        "driven_games_per_second": say("Random games driven from Python"),
        "driven_actions_per_second": say("Their actions"),
        "choices_games_per_second": say("The same, choices alone"),
        "choices_actions_per_second": say("Their choices"),
        "listed_games_per_second": say("The same, from lists of legal actions"),
        "dealt_games_per_second": say("The same, each on a new board"),
        "greedy_games_per_second": say("Games, greedy bots"),
        "facade_decisions_per_second": say("Decisions through the facade"),
        "configure_us": say("One game configured"),
        "copy_us": say("One copy of a position"),
        "legal_us": say("One list of legal actions"),
        "apply_us": say("One action performed"),
        "read_us": say("One decision read"),
        "write_us": say("One decision written"),
        "resample_us": say("Hidden cards dealt anew"),
        "view_ms": say("One view"),
        "text_ms": say("One text"),
        **{f"loop_games_per_second_{name}": game.label[words.language] for name, game in room_games().items()},
        "loop_games_per_second_carcassonne": say("Random games of Carcassonne, two seats"),
        **{
            f"placement_us_quarter_{quarter}": say("One placement in quarter {number} of such a game", number=quarter)
            for quarter in range(1, QUARTERS + 1)
        },
        "loop_games_per_second_carcassonne_everything": say("Random games of Carcassonne, four seats, every expansion"),
    }


def grown(words: Words, figures: Mapping[str, Spread]) -> list[tuple[str, str]]:
    """Games inside the engine by number of seats and by number of idle modules."""
    rows: list[tuple[str, str]] = []
    for name, spread in figures.items():
        head, _, count = name.rpartition("_")
        if head == "loop_games_per_second_seats":
            label = words.gettext("Games of {count} seats", count=int(count))
        elif head == "loop_games_per_second_modules":
            label = words.gettext("Games with {count} idle {count:module|modules}", count=int(count))
        else:
            continue
        rows.append((label, valued(words, name, spread)))
    return rows


def valued(words: Words, name: str, spread: Spread) -> str:
    """A figure with its spread; the unit follows from its name."""
    figure, low, high = (number(value, words.language) for value in (spread.median, spread.low, spread.high))
    if "per_second" in name:
        return words.gettext("{figure} a second ({low} to {high})", figure=figure, low=low, high=high)
    unit = "ms" if name.endswith("_ms") else "µs"
    return words.gettext("{figure} {unit} ({low} to {high})", figure=figure, unit=unit, low=low, high=high)


def number(value: float, language: str = "en") -> str:
    """A figure as text: three digits, or all before the point.

    >>> number(0.012345), number(12.345), number(1234567.8), number(12.345, "fr")
    ('0.0123', '12.3', '1,234,568', '12,3')
    """
    text = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return text.replace(",", NARROW).replace(".", ",") if language == "fr" else text
