"""The results of a run of the arena as one file of HTML, to be shared: nothing in it is fetched, and no script runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from bastide.arena.run import plan_of, results_of
from bastide.arena.statistics import block_scores, interval
from bastide.cli.arena import Report, summed_up, tested
from bastide.cli.output import write_text
from bastide.view.words import Words

TEMPLATE: Final = Path(__file__).with_suffix(".html")
MOST_FAULTS: Final = 50
"""So many games that ended by a forfeit are listed."""
STEPS: Final = 120
"""A curve has at most so many points."""
WIDTH: Final = 400
"""The width of a drawing, in its own units."""
HEIGHT: Final = 90
"""The height of a curve."""


@dataclass(frozen=True)
class Bar:
    """An interval and its middle on the scale of a drawing."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Curve:
    """The mean score after each number of blocks, as points of a line, and its interval, as points of an area."""

    line: str
    area: str


def page(words: Words, folder: Path, target: Path) -> None:
    """Write what the results show so far as one file of HTML.

    :raises ConfigError: the run has not begun.
    :raises Failure: the file cannot be written.
    """
    plan, text = plan_of(folder)
    with closing(results_of(folder)) as results:
        games, about = list(results.games()), results.about()
    report = summed_up(plan, games)
    names = [entrant.name for entrant in plan.entrants]
    curves = {
        (one, other): curve(block_scores(plan, games, names.index(one), names.index(other)))
        for one, other in (pair["entrants"] for pair in report["pairs"])
    }
    faults = [(game.number, ", ".join(game.seating), game.fault) for game in games if game.fault]
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    html = environment.from_string(TEMPLATE.read_text("utf-8")).render(
        _=words.gettext,
        language=words.language,
        title=folder.resolve().name,
        plan=text.strip(),
        versions=about["versions"],
        report=report,
        bars=bars(report["ratings"]),
        curves=curves,
        counted=counted,
        sentence=tested(words, report["test"]) if "test" in report else "",
        faults=faults[:MOST_FAULTS],
        more=max(0, len(faults) - MOST_FAULTS),
        width=WIDTH,
        height=HEIGHT,
    )
    write_text(target, html.strip() + "\n")


def bars(ratings: Sequence[Report]) -> list[Bar]:
    """The intervals of ratings on one scale, from the lowest end to the highest."""
    ends = [end for rating in ratings for end in rating["interval"]]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    scale = WIDTH / max(high - low, 1.0)

    def at(elo: float) -> float:
        return round((elo - low) * scale, 1)

    return [Bar(at(one["interval"][0]), at(one["elo"]), at(one["interval"][1])) for one in ratings]


def curve(scores: Sequence[float]) -> Curve:
    """How the mean score and its interval went, block after block."""
    ends = sorted({round(len(scores) * step / STEPS) for step in range(1, STEPS + 1)} - {0})
    found = [(end, *interval(scores[:end])) for end in ends]

    def points(at: int) -> list[str]:
        return [f"{row[0] / len(scores) * WIDTH:.1f},{(1 - row[at]) * HEIGHT:.1f}" for row in found]

    return Curve(" ".join(points(1)), " ".join([*points(2), *reversed(points(3))]))


def counted(counts: Sequence[int]) -> Markup:
    """The blocks of a duel by score, 0 to 2, as five bars."""
    most = max(*counts, 1)
    drawn = [
        f'<rect x="{12 * n}" y="{24 - 22 * count / most:.1f}" width="10" height="{22 * count / most:.1f}"/>'
        for n, count in enumerate(counts)
    ]
    return Markup("".join(drawn))  # numbers alone
