"""`bastide arena`: plays a plan of games between bots, goes on with it, and shows what it came to."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from bastide.arena.games import Played, play
from bastide.arena.plan import Plan, read
from bastide.arena.results import COLUMNS, LISTS
from bastide.arena.run import PLAN, Player, changed, opened, plan_of, results_of, versions
from bastide.arena.run import play as play_run
from bastide.arena.statistics import Rating, Verdict, block_scores, interval, pentanomial, ratings, verdict
from bastide.arena.workers import Pool
from bastide.cli.export import as_text
from bastide.cli.failure import Failure
from bastide.cli.output import emit, progress, replaced, table
from bastide.kernel.errors import ConfigError, quote
from bastide.view.words import Words

Report = dict[str, Any]


def run(words: Words, folder: Path, jobs: int, cluster: str | None, resume: bool, as_json: bool) -> None:
    """Play the plan in a folder, or what is missing of it, and show the results.

    `jobs` is the number of processes, 0 for all processors; `cluster` the address of a Ray cluster.

    :raises ConfigError: the plan is wrong, the run cannot be begun or gone on with, or there is no such cluster.
    :raises Failure: Ray is not installed.
    """
    with ExitStack() as stack:
        # First, so that a run without its cluster has not begun.
        played = stack.enter_context(player(plan_of(folder)[0], jobs, cluster))
        plan, results = stack.enter_context(opened(folder, resume=resume))
        bar, task = progress(plan.games, words.gettext("Games"), as_json)
        stack.enter_context(bar)
        play_run(plan, results, played, lambda count: bar.update(task, completed=count))
    show(words, folder, as_json)


@contextmanager
def player(plan: Plan, jobs: int, cluster: str | None) -> Iterator[Player]:
    """What plays games of a plan: processes of this machine, or the cluster at an address.

    :raises ConfigError: there is no such cluster, or no such bot.
    :raises Failure: Ray is not installed.
    """
    if cluster is None:
        pool = Pool(plan, jobs or os.cpu_count() or 1)
        try:
            yield pool.played
        finally:
            pool.end()
        return
    try:
        from bastide.arena.cluster import connected
    except ImportError as error:
        raise Failure(
            "{name} is not installed, which this needs: {command}",
            name=str(error.name),
            command="pip install 'bastide[ray]'",
        ) from None
    with connected(plan, versions(plan), cluster, jobs) as there:
        yield there.played


def show(words: Words, folder: Path, as_json: bool) -> None:
    """Print what the results show so far.

    :raises ConfigError: the run has not begun.
    """
    plan, _ = plan_of(folder)
    with closing(results_of(folder)) as results:
        games = list(results.games())
    report = summed_up(plan, games)
    if as_json:
        emit(report)
        return
    say = words.gettext
    rows = [(say("Games"), say("{count} of {total}", count=len(games), total=plan.games))]
    if report["faults"]:
        rows.append((say("Forfeits"), str(report["faults"])))
    for pair in report["pairs"]:
        share = say(
            "{share} % (95 %: {low} to {high}), {count} {count:block|blocks}",
            share=f"{100 * pair['score']:.1f}",
            low=f"{100 * pair['interval'][0]:.1f}",
            high=f"{100 * pair['interval'][1]:.1f}",
            count=pair["blocks"],
        )
        rows.append((f"{pair['entrants'][0]} - {pair['entrants'][1]}", share))
        if "pentanomial" in pair:
            rows.append(("", say("blocks by score, 0 to 2: {counts}", counts=" ".join(map(str, pair["pentanomial"])))))
    for rating in report["ratings"]:
        low, high = rating["interval"]
        shown = say(
            "{elo} (95 %: {low} to {high}), {count} {count:game|games}",
            elo=f"{rating['elo']:+.0f}",
            low=f"{low:+.0f}",
            high=f"{high:+.0f}",
            count=rating["games"],
        )
        rows.append((f"Elo, {rating['name']}", shown))
    if "test" in report:
        rows.append((say("Test"), tested(words, report["test"])))
    table(rows)


def summed_up(plan: Plan, games: list[Played]) -> Report:
    """What results show, as printed with --json."""
    names = [entrant.name for entrant in plan.entrants]
    report: Report = {
        "games": len(games),
        "of": plan.games,
        "faults": sum(bool(game.fault) for game in games),
        "pairs": [],
        "ratings": [rated(rating) for rating in ratings(plan, games)],
    }
    met = {frozenset(unit.seating) for unit in plan.units}
    duel = len(plan.configs) == 1 and all(len(unit.seating) == 2 for unit in plan.units)
    for one in range(len(names)):
        for other in range(one + 1, len(names)):
            if not any({one, other} <= seated for seated in met):
                continue
            scores = block_scores(plan, games, one, other)
            if scores:
                mean, low, high = interval(scores)
                pair = {"entrants": [names[one], names[other]], "blocks": len(scores), "score": round(mean, 4)}
                pair["interval"] = [round(low, 4), round(high, 4)]
                if duel:
                    pair["pentanomial"] = list(pentanomial(scores))
                report["pairs"].append(pair)
    if plan.test is not None:
        one, other = plan.test.entrants
        scores = block_scores(plan, games, one, other)
        looked = len(scores) if len(scores) == plan.blocks else len(scores) // plan.test.every * plan.test.every
        report["test"] = judged(plan, verdict(scores[:looked], plan.test))
    return report


def rated(rating: Rating) -> Report:
    """A rating in JSON."""
    return {
        "name": rating.name,
        "elo": round(rating.elo, 1),
        "interval": [round(rating.low, 1), round(rating.high, 1)],
        "games": rating.games,
    }


def judged(plan: Plan, found: Verdict) -> Report:
    """Where the plan's test stands, in JSON."""
    assert plan.test is not None
    return {
        "entrants": [plan.entrants[entrant].name for entrant in plan.test.entrants],
        "elo": list(plan.test.elo),
        "blocks": found.blocks,
        "ratio": round(found.ratio, 3),
        "bounds": [round(found.low, 3), round(found.high, 3)],
        "stronger": found.stronger,
    }


def tested(words: Words, report: Report) -> str:
    """The sentence of a test."""
    one, other = report["entrants"]
    low, high = report["elo"]
    fields = {
        "one": quote(one),
        "other": quote(other),
        "low": f"{low:g}",
        "high": f"{high:g}",
        "count": report["blocks"],
    }
    ratio = f"{report['ratio']:.2f} ({report['bounds'][0]:.2f}, {report['bounds'][1]:.2f})"
    if report["stronger"] is None:
        text = "open after {count} blocks whether {one} is {low} or {high} Elo stronger than {other}: {ratio}"
    elif report["stronger"]:
        text = "{one} is stronger than {other}, by {high} Elo rather than {low}, after {count} blocks: {ratio}"
    else:
        text = "{one} is not stronger than {other} by {high} Elo, rather by {low}, after {count} blocks: {ratio}"
    return words.gettext(text, ratio=ratio, **fields)


def test(words: Words, folder: Path, as_json: bool) -> None:
    """Print where the sequential test of a plan stands.

    :raises Failure: the plan has none.
    :raises ConfigError: the run has not begun.
    """
    plan, _ = plan_of(folder)
    if plan.test is None:
        raise Failure("{path} has no table [test]", path=str(folder / "plan.toml"))
    with closing(results_of(folder)) as results:
        report = summed_up(plan, list(results.games()))["test"]
    if as_json:
        emit(report)
    else:
        print(tested(words, report))


def export(folder: Path, target: Path | None) -> None:
    """Write a row for each game as CSV, or as JSON Lines if the file is not called .csv; to stdout without a file.

    :raises Failure: the file cannot be written.
    :raises ConfigError: the run has not begun.
    """
    columns = [name for name in COLUMNS if name != "text"]
    with closing(results_of(folder)) as results, ExitStack() as stack:
        out: TextIO = sys.stdout if target is None else stack.enter_context(replaced(target, newline=""))
        rows = ({name: getattr(game, name) for name in columns} for game in results.games())
        if target is not None and target.suffix == ".csv":
            writer = csv.DictWriter(out, columns, lineterminator="\r\n")
            writer.writeheader()
            for row in rows:
                writer.writerow(
                    {key: as_text(" ".join(map(str, value)) if key in LISTS else value) for key, value in row.items()}
                )
        else:
            for row in rows:
                out.write(f"{json.dumps(row, ensure_ascii=False)}\n")


def record(folder: Path, number: int) -> None:
    """Print the record of a game, which is played again if it was not kept.

    :raises Failure: there is no such game in the results, or it cannot be played again.
    :raises ConfigError: the run has not begun, or the code of a bot has changed since.
    """
    plan, game = found_game(folder, number)
    sys.stdout.write(record_of(folder, plan, game))


def found_game(folder: Path, number: int) -> tuple[Plan, Played]:
    """A game of a run, with the plan.

    :raises Failure: there is no such game in the results.
    :raises ConfigError: the run has not begun.
    """
    plan, _ = plan_of(folder)
    with closing(results_of(folder)) as results:
        game = results.game(number)
    if game is not None:
        return plan, game
    if not 0 <= number < plan.games:
        raise Failure("there is no game {number}; the plan has games 0 to {last}", number=number, last=plan.games - 1)
    raise Failure("game {number} has not been played; bastide arena resume goes on with the run", number=number)


def record_of(folder: Path, plan: Plan, game: Played) -> str:
    """The record of a game: the one that was kept, else played again.

    :raises Failure: it comes to another position than it did.
    :raises ConfigError: the plan or the code of a bot has changed since the run began.
    """
    if game.text:
        return game.text
    with closing(results_of(folder)) as results:
        before = results.about()
    if read(before["plan"]) != plan:
        raise ConfigError(
            "{path} has changed since the run began; undo the change to see its games", {"path": str(folder / PLAN)}
        )
    if other := changed(before["versions"], versions(plan)):
        raise ConfigError(
            "the code of {given} has changed since the run began, from {before} to {after}: its games cannot be played"
            " again; install that version",
            {"given": other.given, "before": other.before, "after": other.after},
        )
    found = play(replace(plan, records=True), game.number, [-1, 0, -1])
    if found.hash != game.hash:
        raise Failure("game {number} cannot be played again: a bot has decided otherwise", number=game.number)
    return found.text
