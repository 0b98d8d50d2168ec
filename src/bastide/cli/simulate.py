"""Many bot games: played in several processes, counted, and kept as records."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path
from typing import Any, TextIO

from bastide.arena.matches import Digest, MatchOutcome, Series
from bastide.arena.statistics import wilson
from bastide.cli.export import as_parquet
from bastide.cli.failure import Failure, cannot_write
from bastide.cli.output import emit, progress, table, write_text
from bastide.data.sources import Found, RecordText
from bastide.kernel.errors import BastideError, quote
from bastide.kernel.families import MOST_SEATS
from bastide.kernel.game import Game
from bastide.kernel.plugins import MODULES, failed, plugins
from bastide.players import make_bot
from bastide.view.words import Words

Report = dict[str, Any]


def simulate(
    words: Words,
    series: Series,
    games: int,
    jobs: int,
    records: Path | None,
    parquet: tuple[Path, bool, bool] | None,
    as_json: bool,
) -> None:
    """Play the games of a series, show progress, and print the results.

    `parquet` is the file for the rows of all games, and whether they have observations and masks.

    :raises Failure: a record or the rows cannot be written.
    :raises ConfigError: the config or a bot is unknown.
    """
    series.rules(0)
    for kind in series.kinds:
        make_bot(kind, 0)
    if plugins(MODULES):
        from bastide.view.plugged import check_plugins  # not for all: it loads the view

        check_plugins(Game.new(series.config, seed=series.seed))
    with ExitStack() as stack:
        keep = stack.enter_context(Records(records, games)) if records is not None else None
        bar, task = progress(games, words.gettext("Games"), as_json)
        stack.enter_context(bar)
        count = Count(series, games)
        begun = time.perf_counter()

        def counted() -> Iterator[Found]:
            for outcome in played(series, games, jobs):
                count.add(outcome)
                if keep is not None:
                    keep.add(outcome)
                bar.advance(task)
                yield Found(f"seed {series.seed}", outcome.index + 1, RecordText(outcome.text, 0))

        if parquet is not None:
            target, observations, masks = parquet
            as_parquet(counted(), "open", target, observations, masks)
        else:
            for _ in counted():
                pass
        seconds = time.perf_counter() - begun
    report = count.report(seconds, jobs)
    if records is not None:
        report["records"] = str(records)
    if parquet is not None:
        report["parquet"] = str(parquet[0])
    if as_json:
        emit(report)
    else:
        show(words, report)


def played(series: Series, games: int, jobs: int) -> Iterator[MatchOutcome]:
    """The outcomes, ordered by index."""
    jobs = min(jobs, games)
    if jobs == 1:
        yield from map(series.play, range(games))
        return
    # Spawned, not forked: a fork would copy the progress bar's thread in an arbitrary state.
    with multiprocessing.get_context("spawn").Pool(jobs, _ignore_interrupt) as pool:
        chunk = max(1, min(32, games // (4 * jobs)))
        yield from pool.imap(_play, zip(repeat(series), range(games), strict=False), chunk)


def _ignore_interrupt() -> None:
    # Ctrl-C reaches every process of the terminal; only the main process handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(order: tuple[Series, int]) -> MatchOutcome:
    """One game in a worker. A plug-in's fault becomes its error here: the traceback stays in this process."""
    series, index = order
    try:
        return series.play(index)
    except (BastideError, OSError):
        raise
    except (Exception, SystemExit) as error:
        blamed = failed(error)
        if blamed is None:
            raise
        raise blamed from None


class Records:
    """Where records are written: a folder with a file per game, or one file with all of them in sequence."""

    def __init__(self, path: Path, games: int) -> None:
        self.path = path
        self.folder = path.is_dir() or not (path.suffix or path.exists())
        self.width = max(4, len(str(games)))
        self.file: TextIO | None = None

    def __enter__(self) -> Records:
        try:
            if self.folder:
                self.path.mkdir(parents=True, exist_ok=True)
            else:
                self.file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            cannot_write(self.path, error)
        return self

    def add(self, outcome: MatchOutcome) -> None:
        """Write one record.

        :raises Failure: no space or permission.
        """
        if self.file is None:
            write_text(self.path / f"game-{outcome.index + 1:0{self.width}d}.jsonl", outcome.text)
            return
        try:
            self.file.write(outcome.text)
        except OSError as error:
            cannot_write(self.path, error)

    def __exit__(self, kind: object, *_: object) -> None:
        if self.file is None:
            return
        try:
            self.file.close()
        except OSError as error:
            if kind is None:
                cannot_write(self.path, error)


class Count:
    """The totals of the games so far."""

    def __init__(self, series: Series, games: int) -> None:
        self.series = series
        self.games = games
        self.actions = self.decisions = self.turns = self.truncated = self.lost = self.played = 0
        self.by_kind: Counter[str] = Counter()
        self.seats_of_kind: Counter[str] = Counter()
        self.by_seat: Counter[int] = Counter()
        self.points: Counter[str] = Counter()
        self.digest = Digest()

    def add(self, outcome: MatchOutcome) -> None:
        """Add one game."""
        self.played += 1
        self.actions += outcome.actions
        self.decisions += outcome.decisions
        self.turns += outcome.turns
        self.truncated += not outcome.winners and not outcome.lost
        self.lost += outcome.lost
        self.seats_of_kind.update(outcome.kinds)
        # A shared victory counts once for each seat, and once for each kind of bot that shares it.
        self.by_seat.update(outcome.winners)
        self.by_kind.update({outcome.kinds[seat] for seat in outcome.winners})
        for kind, got in zip(outcome.kinds, outcome.points, strict=False):
            self.points[kind] += got
        self.digest.add(outcome)

    def report(self, seconds: float, jobs: int) -> Report:
        """The totals, as printed with --json."""
        n = self.played
        return {
            "games": n,
            "seed": self.series.seed,
            "jobs": jobs,
            "players": list(self.series.kinds),
            "rotate": self.series.rotate,
            "actions": self.actions,
            "decisions": self.decisions,
            "turns": self.turns,
            "wins": {
                kind: {
                    "wins": self.by_kind[kind],
                    "share": round(self.by_kind[kind] / n, 4),
                    "interval": [round(x, 4) for x in wilson(self.by_kind[kind], n)],
                    "points": round(self.points[kind] / self.seats_of_kind[kind], 2),
                }
                for kind in dict.fromkeys(self.series.kinds)
            },
            "wins_by_seat": [self.by_seat[seat] for seat in range(len(self.series.kinds))],
            "truncated": self.truncated,
            "lost_by_all": self.lost,
            "seconds": round(seconds, 3),
            "games_per_second": round(n / seconds, 1) if seconds else None,
            "hash": str(self.digest),
        }


def show(words: Words, report: Report) -> None:
    """Print the report."""
    games = report["games"]
    say = words.gettext
    rows = [
        (say("Games"), str(games)),
        (say("Actions"), f"{report['actions']}  ({report['actions'] / games:.1f} {say('a game')})"),
        (say("Decisions"), f"{report['decisions']}  ({report['decisions'] / games:.1f} {say('a game')})"),
        (say("Turns"), f"{report['turns']}  ({report['turns'] / games:.1f} {say('a game')})"),
    ]
    wins: Mapping[str, Mapping[str, Any]] = report["wins"]
    for kind, row in wins.items():
        low, high = row["interval"]
        won = say(
            "{count} won, {share} % (95 %: {low} to {high})",
            count=row["wins"],
            share=f"{100 * row['share']:.1f}",
            low=f"{100 * low:.1f}",
            high=f"{100 * high:.1f}",
        )
        rows += [(words.title(kind), won), ("", say("{points} points on average", points=str(row["points"])))]
    rows += [
        (say("Wins by seat"), " ".join(map(str, report["wins_by_seat"]))),
        (say("Truncated"), str(report["truncated"])),
    ]
    if report["lost_by_all"]:
        rows.append((say("Lost by all"), str(report["lost_by_all"])))
    rows += [
        (say("Seconds"), f"{report['seconds']:.2f}  ({report['games_per_second']} {say('games a second')})"),
        (say("State hash"), report["hash"]),
    ]
    if "records" in report:
        rows.append((say("Records"), report["records"]))
    if "parquet" in report:
        rows.append(("Parquet", report["parquet"]))
    table(rows)


def check_numbers(games: int, jobs: int, players: int, named: str | None) -> None:
    """Check the numeric arguments.

    :raises Failure: a number is out of range.
    """
    for name, number, low, high in (("--games", games, 1, 10_000_000), ("--jobs", jobs, 0, 1024)):
        if not low <= number <= high:
            raise Failure(
                "{name} must be a whole number from {low} to {high}, got {given}",
                name=name,
                low=low,
                high=high,
                given=number,
            )
    if named is not None and not 2 <= players <= MOST_SEATS:
        raise Failure(
            "--players must name 2 to {most} bots, separated by commas, got {given}",
            most=MOST_SEATS,
            given=quote(named),
        )
