"""Load-test the server with scripted players, and write the figures to docs/performance-server.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from benchmarks import machine
from benchmarks.server import report
from benchmarks.server.measure import PACE, step
from benchmarks.server.page import PAGE, write
from benchmarks.server.report import AT
from benchmarks.subjects import CACHE, ROOT
from tests.postgres import WHEEL, PostgresServer
from tools.marked import replaced

IMAGE: Final = ROOT / "docs" / "img" / "performance-server.svg"
RESULTS: Final = CACHE / "server.json"
MANY: Final = 300
TABLES: Final = (10, AT, MANY)
A_PROCESS: Final = 100
"""Tables for which there is one more process on a shared database."""


def say(line: str) -> None:
    """Print a progress line."""
    print(line, file=sys.stderr, flush=True)


def facts() -> dict[str, str]:
    """The date, the machine and the versions."""
    found = machine.facts(ROOT)
    kept = {name: found[name] for name in ("Date", "Processor", "System", "Python", "Commit")}
    cores = len(machine.usable_cores())
    packages = ", ".join(f"{name} {version(name)}" for name in ("uvicorn", "websockets", "starlette", "msgspec"))
    return kept | {"Shared cores": f"{cores} cores shared by the server and the load", "Packages": packages}


def measured(given: argparse.Namespace) -> dict[str, Any]:
    """Run all steps in sequence, each with its own server."""
    steps = []
    for tables in given.tables:
        busy = os.getloadavg()[0]
        found = step(tables, given.seconds, given.warm, tuple(given.think), given.db, given.servers, given.profile, say)
        # The load before the run: other work on the machine affects the figures too.
        steps.append(found | {"machine_load": round(busy, 2)})
        # Stored after each step, so that nothing is lost if a later one takes too long.
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.with_suffix(".steps.json").write_text(json.dumps(steps, indent=2) + "\n", "utf-8")
    pair = [] if given.db else paired(given)
    low, high = given.think
    words = f"--tables {' '.join(map(str, given.tables))} --seconds {given.seconds:g} --warm {given.warm:g}"
    many = f" --servers {given.servers} --db URL" if given.servers > 1 else " --db URL" if given.db else ""
    line = f"python -m benchmarks.server {words} --think {low:g} {high:g}{many}"
    database = "PostgreSQL" if given.db else "SQLite, in its own folder"
    served = "one process" if given.servers == 1 else f"{given.servers} processes, each with its part of the tables"
    serve = "bastide serve --port 0 --data FOLDER --log-level warning"
    return {
        "facts": facts() | {"Database": database, "Servers": served},
        "seconds": given.seconds,
        "warm": given.warm,
        "think": [low, high],
        "steps": steps,
        "pair": pair,
        "commands": ["make bench-server", f"# {line}", f"# {serve}{' --db URL' if given.db else ''}"],
    }


def staged(given: argparse.Namespace) -> list[dict[str, Any]]:
    """The steps with their stages timed."""
    pace = tuple(given.think)
    return [
        step(tables, given.seconds, given.warm, pace, given.db, given.servers, None, say, stages=True)
        for tables in given.tables
    ]


def paired(given: argparse.Namespace) -> list[dict[str, Any]]:
    """Several processes on their own PostgreSQL, with durable commits; empty if there is none."""
    if not given.pair:
        return []
    if find_spec(WHEEL[0]) is None:
        say(f"several processes are not measured: there is no PostgreSQL ({WHEEL[0]})")
        return []
    steps = []
    with PostgresServer(durable=True) as server:
        for tables in given.pair:
            with server.database() as url:
                busy = os.getloadavg()[0]
                servers = max(2, tables // A_PROCESS)
                found = step(tables, given.seconds, given.warm, tuple(given.think), url, servers, None, say)
            steps.append(found | {"machine_load": round(busy, 2)})
    return steps


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; the exit status is 0 even if the target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES, help="the number of tables of each step")
    parser.add_argument("--seconds", type=float, default=60.0, help="the measured seconds of each step")
    parser.add_argument("--warm", type=float, default=15.0, help="the seconds of play before measuring")
    parser.add_argument(
        "--think", type=float, nargs=2, default=PACE, help="the minimum and maximum seconds that people think"
    )
    parser.add_argument("--db", default="", metavar="URL", help="an empty PostgreSQL database; default: SQLite")
    parser.add_argument(
        "--servers", type=int, default=1, help="the number of server processes; more than one need --db"
    )
    parser.add_argument(
        "--pair",
        type=int,
        nargs="*",
        default=(AT, MANY),
        help="for how many tables two or more processes on PostgreSQL follow, one for each hundred tables",
    )
    parser.add_argument("--profile", type=Path, metavar="FILE", help="run the server under Python's profiler")
    parser.add_argument(
        "--stages", action="store_true", help="measure what each stage of a command costs, and nothing else"
    )
    parser.add_argument("--no-docs", action="store_true", help="do not update docs/")
    parser.add_argument("--results", type=Path, metavar="FILE", help="show the results of an earlier run instead")
    given = parser.parse_args(arguments)
    if min(given.tables) < 1 or given.seconds <= 0 or not 0 <= given.think[0] <= given.think[1]:
        parser.error("--tables and --seconds must be positive, and --think a minimum and a maximum")
    if given.servers < 1 or (given.servers > 1 and not given.db):
        parser.error("--servers must be at least 1; more than one need a PostgreSQL database: --db postgresql://...")
    if given.stages:
        table = report.stages(staged(given))
        if not given.no_docs:
            low, high = given.think
            about = f"{given.seconds:g} s, {low:g} to {high:g} s of thinking time"
            write(report.STAGES, f"{about}; milliseconds of processor time per command", table)
        print("\n".join(table))
        return 0
    if given.results is not None:
        try:
            found = json.loads(given.results.read_text("utf-8"))
        except (OSError, ValueError) as error:
            parser.error(f"--results {given.results}: {error}")
    else:
        found = measured(given)
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
    documented = not (given.no_docs or given.profile)
    try:
        text = report.markdown(found, f"img/{IMAGE.name}")
        image = report.svg(found) if documented else ""
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if given.results is None:
            raise
        what = f"{type(error).__name__}: {error}"
        parser.error(f"--results {given.results} holds no results of `python -m benchmarks.server` ({what})")
    if documented:
        IMAGE.write_text(image, "utf-8")
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), report.NAME, text), "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
