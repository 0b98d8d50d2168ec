"""Runs the stages of `make test` and `make check`: `python -m tools.checks test|check|rest|times`.

`rest` is `check` without `test`. Each stage is a target of the Makefile. The report at the end gives the time of each
stage beside its budget, the time of each expansion, and what was left out. `times` writes the times of the last run of
all stages into CONTRIBUTING.md, and the tests that took longest into tests/longest.txt.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tests import order
from tools.budgets import Group, length, over_budget, table, times
from tools.marked import ROOT, replaced
from tools.pace import pace
from tools.tallies import Tally, Took, forget, keep, kept, tally

TEST: Final[list[Group]] = [("lint", "imports", "javascript", "types"), ("tests-quick",)]
REST: Final[list[Group]] = [("engine", "tests-slow"), ("tests-browser",), ("tests-compiled",), ("differential",)]
"""Groups of stages, one after the other. Those of a group run at once; the last shows what it prints as it goes, the
others when they have ended. The slow tests wait half of their time, which the C compiler uses."""
RUNS: Final = {"test": TEST, "rest": REST, "check": [*TEST, *REST]}
CORES: Final = 2
"""On how many cores the tests of a stage are played."""
PAGE: Final = ROOT / "CONTRIBUTING.md"
"""The page with the times of all stages."""


def run(stage: str, *, quiet: bool = False) -> Took:
    """Run one stage; if `quiet`, show its output when it has ended."""
    begun = time.monotonic()
    command = ["make", "--no-print-directory", stage]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if quiet else {}
    process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)  # type: ignore[call-overload] # of two options
    output = process.stdout.read() if quiet else ""
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
            done += pool.map(lambda stage, last=group[-1]: run(stage, quiet=stage != last), group)
        if any(took.status for took in done):
            break
    return done


# The report.


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
    # The first run of pytest that collects every folder lists what it leaves out; others run it, and perhaps more.
    selecting = [
        tallies[stage] for stage in ("tests-quick", "tests-slow", "tests-browser", "tests-compiled") if stage in ran
    ]
    rest = Counter(selecting[0].left_out) if selecting else Counter[str]()
    for later in selecting[1:]:
        rest -= Counter(later.slow)
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


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def write_times() -> None:
    """Write the times of the last run of all stages into CONTRIBUTING.md, and its long tests into tests/longest.txt.

    :raises LookupError: not all stages have passed at one commit.
    """
    stages = [stage for group in RUNS["check"] for stage in group]
    ran = {stage: (took, tally(stage)) for stage in stages if (took := kept(stage))}
    text = replaced(PAGE.read_text("utf-8"), "stage-times", table(RUNS["check"], ran))
    seconds = {test: took for _, one in ran.values() for test, took in one.long.items()}
    PAGE.write_text(text, "utf-8")
    order.FILE.write_text(order.written(seconds), "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the stages and return 1 if one failed."""
    if arguments == ["times"]:
        try:
            write_times()
        except LookupError as error:
            print(f"checks: {error}")
            return 1
        return 0
    if len(arguments) != 1 or arguments[0] not in RUNS:
        print(__doc__)
        return 2
    name = arguments[0]
    groups = RUNS[name]
    for group in groups:
        for stage in group:
            forget(stage)
    before = pace(CORES)
    begun = time.monotonic()
    done = run_all(groups)
    clock = time.monotonic() - begun
    # A machine that others use as well changes its speed within minutes; the slower moment excuses a slow stage.
    speed = min(before, pace(CORES))
    for took in done:
        keep(took, speed)
    tallies = {took.stage: tally(took.stage) for took in done}
    failed = [took.stage for took in done if took.status]
    say("")
    reports = (times(done, clock, groups, speed), shares(tallies), left_out(name, done, tallies))
    for lines in (*reports, over_budget(done, clock, groups, speed)):
        for line in lines:
            say(line)
    verdict = f"FAILED in {', '.join(failed)}" if failed else "all is well"
    say(f"{name}: {verdict}, after {length(clock)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
