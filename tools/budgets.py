"""The budget of each stage of the check, and what each took beside it: in the report, and in CONTRIBUTING.md.

The budgets are for two quiet cores. A machine that does half as much gets twice the time (tools/pace.py), so that a
stage over its budget has grown, whatever machine says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tools.tallies import Tally, Took

Group = tuple[str, ...]

BUDGETS: Final[Mapping[str, int]] = {
    "lint": 45,
    "imports": 45,
    "javascript": 45,
    "types": 45,
    "tests-quick": 255,
    "engine": 300,
    "tests-slow": 300,
    "tests-browser": 480,
    "tests-compiled": 270,
    "differential": 150,
}
"""The seconds that each stage may take by the clock; the stages of a group run at once."""
TEST_LIMIT: Final = 5 * 60
"""The seconds that the budgets of `make test` may add up to."""
CHECK_LIMIT: Final = 25 * 60
"""The same for `make check`, before what `ADDED` names."""
ADDED: Final[Mapping[str, int]] = {}
"""The seconds by which each later change has raised the limit of `make check`, by the title of the change."""
MOST_ADDED: Final = 40
"""The most that one change may add."""


def budget_of(groups: Sequence[Group]) -> int:
    """The seconds that these groups of stages may take, one after the other."""
    return sum(max(BUDGETS[stage] for stage in group) for group in groups)


def length(seconds: float) -> str:
    """A readable duration."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


# The report.


def times(done: Sequence[Took], clock: float, groups: Sequence[Group], pace: float) -> Iterator[str]:
    """The time of each stage beside its budget, and of the whole run; some stages run in parallel."""
    yield f"this machine has {pace:.2f} times the speed that the budgets are for; they are given for its speed"
    yield f"time by stage      {'by the clock':>14} {'budget':>14} {'of processors':>15}"
    for took, budget in with_budgets(done, clock, groups):
        yield f"  {took.stage:16} {length(took.clock):>14} {length(budget / pace):>14} {length(took.processor):>15}"


def over_budget(done: Sequence[Took], clock: float, groups: Sequence[Group], pace: float) -> Iterator[str]:
    """A loud line for each stage that took longer than its budget, and for the whole run."""
    for took, budget in with_budgets(done, clock, groups):
        if took.clock > budget / pace:
            yield f"!!! OVER BUDGET: {took.stage} took {length(took.clock)} of {length(budget / pace)} !!!"


def with_budgets(done: Sequence[Took], clock: float, groups: Sequence[Group]) -> Iterator[tuple[Took, int]]:
    """Each stage and the whole run, with the seconds that it may take."""
    for took in done:
        yield took, BUDGETS[took.stage]
    yield Took("all", 0, clock, sum(took.processor for took in done)), budget_of(groups)


# The page.


def table(groups: Sequence[Group], ran: Mapping[str, tuple[Took, Tally]]) -> str:
    """The times of all stages as Markdown, a row for each group.

    :raises LookupError: a stage has not run, has failed, or ran at another commit than the others.
    """
    for stage in (stage for group in groups for stage in group):
        if stage not in ran or ran[stage][0].status != 0:
            raise LookupError(f"{stage} has {'failed' if stage in ran else 'not run'}; run `make check` first")
    commits = {took.stamp.partition(" at ")[2] for took, _ in ran.values()}
    if len(commits) != 1:
        raise LookupError(f"the stages ran at several commits: {', '.join(sorted(commits))}; run `make check` first")
    last = ran[groups[-1][-1]][0]
    lines = [
        f"Measured on {last.stamp}, at {last.pace:.2f} times the speed that the budgets are for.",
        "",
        "| stages that run at once | tests | by the clock | budget | of processors |",
        "|---|---:|---:|---:|---:|",
    ]
    whole = 0.0
    for group in groups:
        tests = sum(sum(ran[stage][1].ran.values()) for stage in group)
        clock = max(ran[stage][0].clock for stage in group)
        processor = sum(ran[stage][0].processor for stage in group)
        lines.append(row(", ".join(group), f"{tests:,}" if tests else "", clock, budget_of([group]), processor))
        whole += clock
    lines.append(row("all", "", whole, budget_of(groups), sum(took.processor for took, _ in ran.values())))
    return "\n".join(lines)


def row(name: str, tests: str, clock: float, budget: float, processor: float) -> str:
    """A row of the table."""
    return f"| {name} | {tests} | {length(clock)} | {length(budget)} | {length(processor)} |"
