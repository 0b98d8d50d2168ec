"""Runs the stages of `make test` and `make check`: `python tools/checks.py test|check|rest`.

`rest` is `check` without `test`. Each stage is a target of the Makefile. The report at the end gives the time of each
stage, elapsed and of the processors, the time of each expansion, and what was left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TALLIES: Final = ROOT / "build" / "checks"
"""Where a stage writes its tally, as NAME.json."""

Group = tuple[str, ...]

TEST: Final[list[Group]] = [("lint", "imports", "javascript", "types"), ("tests-quick",)]
REST: Final[list[Group]] = [("engine", "tests-browser"), ("tests-slow",), ("tests-compiled",), ("differential",)]
"""Groups of stages, one after the other. Those of a group run at once; the last shows what it prints as it goes, the
others when they have ended. The C compiler works for minutes on one core, so that the tests need not wait for it."""
RUNS: Final = {"test": TEST, "rest": REST, "check": [*TEST, *REST]}
CORES: Final = 2
"""On how many cores the tests of a stage are played."""


@dataclass(frozen=True)
class Took:
    """The result of a stage: its exit status, and its elapsed and processor seconds."""

    stage: str
    status: int
    clock: float
    processor: float


@dataclass(frozen=True)
class Tally:
    """A stage's own report, each number by expansion or folder of tests.

    `ran`, `left_out` and `skipped` count tests (or games), `seconds` is their time, summed over the cores. `why`
    is the reason if the whole stage was left out.
    """

    ran: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    why: str = ""


def run(stage: str, *, keep: bool = False) -> Took:
    """Run one stage; `keep` its output until it has ended."""
    begun = time.monotonic()
    command = ["make", "--no-print-directory", stage]
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if keep else {}
    process = subprocess.Popen(command, cwd=ROOT, text=True, **kept)  # type: ignore[call-overload] # of two options
    output = process.stdout.read() if keep else ""
    # Popen.wait gives the status alone, wait4 also the resource usage of the stage and its children.
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if output:
        say(output.rstrip())
    return Took(stage, process.returncode, time.monotonic() - begun, used.ru_utime + used.ru_stime)


def run_all(groups: Sequence[Group]) -> list[Took]:
    """Run the groups until one fails."""
    done: list[Took] = []
    for group in groups:
        with ThreadPoolExecutor(len(group)) as pool:
            done += pool.map(lambda stage, last=group[-1]: run(stage, keep=stage != last), group)
        if any(took.status for took in done):
            break
    return done


def tally(stage: str) -> Tally:
    """The tally that a stage has written; empty if none."""
    try:
        found = json.loads((TALLIES / f"{stage}.json").read_text("utf-8"))
    except FileNotFoundError:
        return Tally()
    return Tally(**found)


# The report.


def times(done: Sequence[Took], clock: float) -> Iterator[str]:
    """The time of each stage, and of the whole run; some stages run in parallel."""
    yield "time by stage         by the clock    of processors"
    for took in done:
        yield f"  {took.stage:18} {length(took.clock):>14} {length(took.processor):>16}"
    yield f"  {'all':18} {length(clock):>14} {length(sum(took.processor for took in done)):>16}"


def shares(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """The share of each expansion or folder of tests, in seconds of work summed over the cores."""
    seconds: Counter[str] = Counter()
    for one in tallies.values():
        seconds.update(one.seconds)
    if not seconds:
        return
    stages = [stage for stage, one in tallies.items() if one.seconds]
    width = max(map(len, seconds))
    yield f"time by expansion, or folder of tests: seconds of work, {CORES} of them in a second"
    yield f"  {'':{width}}    all  share  " + "  ".join(stages)
    for name, total in seconds.most_common():
        parts = (f"{tallies[stage].seconds.get(name, 0):{len(stage)}.0f}" for stage in stages)
        yield f"  {name:{width}} {total:6.0f} {total / seconds.total():6.1%}  " + "  ".join(parts)


def left_out(name: str, done: Sequence[Took], tallies: Mapping[str, Tally]) -> Iterator[str]:
    """The parts of the check that did not run: tests no stage ran, and stages."""
    ran = {took.stage for took in done}
    yield f"left out of `make {'check-rest' if name == 'rest' else name}`:"
    # The first run of pytest that collects every folder lists what it leaves out; another one runs it.
    selecting = [
        tallies[stage] for stage in ("tests-quick", "tests-slow", "tests-browser", "tests-compiled") if stage in ran
    ]
    rest = Counter(selecting[0].left_out) if selecting else Counter[str]()
    for later in selecting[1:]:
        rest -= Counter(later.ran)
    if rest:
        told = ", ".join(f"{where} {count}" for where, count in rest.most_common())
        yield f"  {rest.total()} tests: {told}"
    for stage, one in tallies.items():
        if one.why:
            yield f"  {stage}: {one.why}"
        if one.skipped:
            told = ", ".join(f"{where} {count}" for where, count in one.skipped.items())
            yield f"  {sum(one.skipped.values())} tests of {stage} were skipped, for the reasons above: {told}"
    missing = [stage for group in RUNS["check"] for stage in group if stage not in ran]
    if missing:
        yield f"  the stages {', '.join(missing)}"
        yield f"`make {'check' if name == 'test' else 'test'}` runs this, less what is marked `campaign`"
    yield "`make campaign` plays more games and examples of everything, for hours (docs/campaign.md)"


def length(seconds: float) -> str:
    """A readable duration."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def main(arguments: Sequence[str]) -> int:
    """Run the stages and return 1 if one failed."""
    if len(arguments) != 1 or arguments[0] not in RUNS:
        print(__doc__)
        return 2
    name = arguments[0]
    groups = RUNS[name]
    begun = time.monotonic()
    for group in groups:
        for stage in group:
            (TALLIES / f"{stage}.json").unlink(missing_ok=True)
    done = run_all(groups)
    tallies = {took.stage: tally(took.stage) for took in done}
    failed = [took.stage for took in done if took.status]
    say("")
    clock = time.monotonic() - begun
    for lines in (times(done, clock), shares(tallies), left_out(name, done, tallies)):
        for line in lines:
            say(line)
    verdict = f"FAILED in {', '.join(failed)}" if failed else "all is well"
    say(f"{name}: {verdict}, after {length(clock)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
