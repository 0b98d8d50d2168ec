"""The report of the server benchmark: Markdown tables, and the plot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from bastide.cli.bench import number
from benchmarks.plot import STYLE
from benchmarks.report import table

NAME: Final = "results"
STAGES: Final = "stages"
"""The names of the marked tables: the load, and what each stage of a command costs."""
TARGET: Final = 150.0
"""Milliseconds from a command to the other players' pages: p99 is to stay below, with so many tables as `AT`."""
AT: Final = 100
WIDTH, HEIGHT, LEFT, TOP, FOOT = 860, 330, 80, 60, 60
TIMES: Final = ("median", "p99", "p999", "max")
CSS: Final = (
    STYLE
    + """
  .line { fill: none; stroke-width: 2.5; }
  .target { stroke: #b3261e; stroke-dasharray: 6 5; fill: none; }
  .s-own { stroke: #b5622f; } .s-plain { stroke: #8d99a6; }
"""
)


def markdown(found: Mapping[str, Any], image: str) -> str:
    """The content between the markers."""
    facts, steps = dict(found["facts"]), found["steps"]
    low, high = found["think"]
    lines = [
        f"Measured on {facts.pop('Date')} at {facts.pop('Commit')}: {facts['Processor']}, {facts['Shared cores']},"
        f" {found['seconds']:g} s for each number of tables after {found['warm']:g} s of warm-up,"
        f" {low:g} to {high:g} s of thinking time before each"
        " decision.",
        "",
        "![Latency from a command to the other players' pages, by number of tables; the table has the figures]"
        f"({image})",
        "",
        verdict(steps),
        "",
        "### Latency from a command to the pages, in milliseconds",
        "",
    ]
    lines += times(steps)
    pair = found.get("pair", [])
    if pair:
        lines += [
            "### Latency with several processes on one PostgreSQL",
            "",
            *(
                f"{verdict(pair, step['tables'])} The {step['servers']} processes together used"
                f" {step['server_cpu']:.0%} of one core, {number(step['server_ms_per_command'])} ms of processor time"
                " per command."
                for step in pair
            ),
            "The database and the load generator ran on the same cores.",
            "",
            *times(pair),
        ]
    lines += ["### Resources used by the server", ""]
    rows = [
        [
            f"{step['tables']}",
            f"{step['commands_per_second']:g}",
            f"{step['frames_per_second']:g}",
            number(step["bytes_per_frame"] / 1000),
            f"{step['server_cpu']:.0%}",
            "–" if step.get("server_waited") is None else f"{step['server_waited']:.0%}",
            number(step["server_ms_per_command"]),
            number(step["memory"] / 2**20),
            number(step["memory_per_table"] / 2**20),
            f"{step['unanswered']}",
        ]
        for step in steps
    ]
    head = [
        "tables",
        "commands/s",
        "frames/s",
        "kB/frame",
        "share of a core",
        "waiting for a core",
        "processor ms/command",
    ]
    lines += [*table([*head, "MiB", "MiB/table", "unanswered"], rows), ""]
    lines += [
        "Waiting for a core is time in which the server was ready to run but other processes used both cores; it is"
        " not the server's own slowness. Memory is the process's at the end. Memory per table is the growth since the"
        " start without tables, divided by their number, connections and rendered panels included.",
        "",
        "### Overhead of the load generator",
        "",
    ]
    rows = [
        [
            f"{step['tables']}",
            *(number(step["load_late_ms"][name]) for name in ("median", "p99", "max")),
            number(step["load_read_ms"]),
            f"{step['load_cpu']:.0%}",
            f"{step['machine_load']:g}",
        ]
        for step in steps
    ]
    head = [
        "tables",
        "late wake-up, ms",
        "p99",
        "maximum",
        "reading a frame, ms",
        "share of a core",
        "load average before",
    ]
    lines += [*table(head, rows), "", "### Machine, versions and commands", ""]
    lines += table(["what", "value"], [[name, value.replace("|", "\\|")] for name, value in facts.items()])
    return "\n".join([*lines, "", "```sh", *found["commands"], "```", ""])


def stages(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """Milliseconds of processor time per command by stage, for each number of tables."""
    head = ["stage", *(f"{step['tables']} tables" for step in steps)]
    rows = [[name, *(number(step["stages_ms"][name]) for step in steps)] for name in steps[0]["stages_ms"]]
    rows.append(["all", *(number(sum(step["stages_ms"].values())) for step in steps)])
    return table(head, rows)


def times(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """Latency from a command to the others' pages, and to its acknowledgement."""
    lines = []
    for key, title in (("shown_ms", "until each other player has the frame"), ("ack_ms", "until the acknowledgement")):
        rows = [
            [f"{step['tables']}", *(number(step[key][name]) if step[key] else "–" for name in TIMES)] for step in steps
        ]
        lines += [f"**{title}**", "", *table(["tables", "median", "p99", "p999", "maximum"], rows), ""]
    return lines


def verdict(steps: Sequence[Mapping[str, Any]], tables: int = AT) -> str:
    """Whether the target was met with so many tables."""
    found = next((step for step in steps if step["tables"] == tables and step["shown_ms"]), None)
    if found is None:
        return f"The target, a p99 below {TARGET:g} ms at {tables} tables, was not measured in this run."
    p99 = found["shown_ms"]["p99"]
    word = "met" if p99 < TARGET else "missed"
    return f"Target: p99 below {TARGET:g} ms at {tables} tables. Measured: {number(p99)} ms; {word}."


def svg(found: Mapping[str, Any]) -> str:
    """Median and p99 latency to the other players' pages by number of tables, log-log."""
    steps = [step for step in found["steps"] if step["shown_ms"]]
    if not steps:
        raise ValueError("there is nothing to draw")
    times = [step["shown_ms"][name] for step in steps for name in ("median", "p99")]
    low = math.floor(math.log10(min([*times, TARGET])))
    high = max(math.ceil(math.log10(max([*times, TARGET]))), low + 1)
    first, last = math.log10(steps[0]["tables"]), math.log10(steps[-1]["tables"])

    def x(tables: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 140) * ((math.log10(tables) - first) / ((last - first) or 1)), 1)

    def y(value: float) -> float:
        return round(HEIGHT - FOOT - (HEIGHT - FOOT - TOP) * (math.log10(max(value, 10**low)) - low) / (high - low), 1)

    parts = []
    for power in range(low, high + 1):
        parts.append(f'<path class="grid" d="M{LEFT} {y(10**power)}H{WIDTH - 140}"/>')
        parts.append(
            f'<text class="tick" x="{LEFT - 8}" y="{y(10**power) + 4}" text-anchor="end">{10**power:g} ms</text>'
        )
    parts.append(f'<path class="target" d="M{LEFT} {y(TARGET)}H{WIDTH - 140}"/>')
    parts.append(f'<text class="tick" x="{WIDTH - 132}" y="{y(TARGET) + 4}">target, {TARGET:g} ms</text>')
    for name, kind in (("median", "plain"), ("p99", "own")):
        path = "L".join(f"{x(step['tables'])} {y(step['shown_ms'][name])}" for step in steps)
        parts.append(f'<path class="line s-{kind}" d="M{path}"/>')
        for step in steps:
            at = x(step["tables"]), y(step["shown_ms"][name])
            parts.append(f'<circle class="{kind if kind == "own" else "other"}" cx="{at[0]}" cy="{at[1]}" r="4.5"/>')
            parts.append(f'<text class="value" x="{at[0] + 9}" y="{at[1] - 8}">{number(step["shown_ms"][name])}</text>')
        parts.append(f'<text class="name" x="{WIDTH - 100}" y="{y(steps[-1]["shown_ms"][name]) + 18}">{name}</text>')
    for step in steps:
        parts.append(
            f'<text class="tick" x="{x(step["tables"])}" y="{HEIGHT - FOOT + 20}" text-anchor="middle">'
            f"{step['tables']} tables</text>"
        )
    said = "; ".join(
        f"{step['tables']} tables: median {number(step['shown_ms']['median'])},"
        f" p99 {number(step['shown_ms']['p99'])} ms"
        for step in steps
    )
    title = "Latency from a command to the other players' pages"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d">',
            f'<title id="t">{escape(title)}</title>',
            f'<desc id="d">{escape(said)}</desc>',
            f"<style>{CSS}</style>",
            f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10"/>',
            f'<text class="title" x="24" y="36">{escape(title)}</text>',
            *parts,
            f'<text class="tick" x="24" y="{HEIGHT - 14}">Both axes are logarithmic. {found["facts"]["Date"]},'
            f" {escape(found['facts']['Processor'])}, {escape(found['facts']['Shared cores'])}</text>",
            "</svg>",
            "",
        ]
    )
