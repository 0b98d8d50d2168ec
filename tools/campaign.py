"""The campaign: longer runs than in `make check`: `python -m tools.campaign [PART ...]`.

A part that succeeds replaces its section of docs/campaign.md, with date and commit; other sections are kept.
Without names all parts run, which takes hours.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "campaign.md"
TALLIES: Final = ROOT / "build" / "campaign"
FAULTS: Final = ROOT / "build" / "faults.json"

Lines = list[str]


class Failed(Exception):
    """A part failed; its figures are not written."""


@dataclass(frozen=True)
class Part:
    """One section of the page: `what` describes the run, `run` plays it and returns the figures as Markdown."""

    title: str
    what: str
    run: Callable[[], Lines]


def output_of(*command: str | Path) -> str:
    """Run a command at campaign size, show its output, and return it. Raises Failed."""
    environment = os.environ | {"BASTIDE_CAMPAIGN": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line)
    if process.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} ended with status {process.returncode}")
    return "".join(lines)


def run_tests(*arguments: str) -> Lines:
    """Run tests; return a table of passes per expansion or folder, with their time."""
    TALLIES.mkdir(parents=True, exist_ok=True)
    tally = TALLIES / "tests.json"
    output_of(sys.executable, "-m", "pytest", "-n", "2", f"--tally={tally}", *arguments)
    return table(tally, "tests passed")


def table(tally: Path, what: str) -> Lines:
    """The games or tests of a tally, and the seconds of work over all cores."""
    found = json.loads(tally.read_text("utf-8"))
    passed = Counter(found["ran"]) - Counter(found["skipped"])
    rows = [f"| {name} | {passed[name]:,} | {seconds:,.0f} s |" for name, seconds in found["seconds"].items()]
    return [f"| of | {what} | work |", "|---|---|---|", *rows]


# The parts.


def differential() -> Lines:
    """Every set of modules on both engines."""
    output_of(sys.executable, "tools/compiled.py", "engine")
    told = output_of(sys.executable, "tools/compiled.py", "differential")
    first = re.search(r"^seeds from (.*);", told, re.MULTILINE)
    rows = re.findall(
        r"^(.+): (\d+) games in (\d+) configs, (\d+) steps, (\d+) played.*: all equal$", told, re.MULTILINE
    )
    if first is None or not rows:
        raise Failed("the differential run told no figures")
    lines = [f"Seeds from {first[1]}. Every step was the same on both engines.", ""]
    lines += ["| set | games | configs | steps | played to the end |", "|---|---|---|---|---|"]
    return lines + [f"| {a} | {b} | {c} | {int(d):,} | {e} |" for a, b, c, d, e in rows]


def combinations() -> Lines:
    """Every set of modules that may be played, on the compiled engine."""
    from tests.combinations.playing import CAMPAIGN_GAMES, TURNS
    from tests.combinations.test_games import BATCH

    told = output_of(sys.executable, "tools/compiled.py", "tests-compiled", "tests/combinations/test_games.py", "-vv")
    passed = Counter(re.findall(r"PASSED \S+::test_random_games_keep_the_invariants\[([\w+]+)-\d+\]", told))
    first = re.search(r"^seeds from (.*)$", told, re.MULTILINE)
    waiting = re.search(r"^(\d+ of \d+ sets are played.*):$", told, re.MULTILINE)
    if first is None or not passed or any(batches * BATCH != CAMPAIGN_GAMES for batches in passed.values()):
        raise Failed("the sets of modules told no figures")
    lines = [f"Seeds from {first[1]}. A game ends after {TURNS} turns at most.", ""]
    if waiting:
        lines += [f"{waiting[1]}.", ""]
    rows = [f"| {name} | {batches * BATCH} |" for name, batches in passed.items()]
    return [*lines, "| set | games |", "|---|---|", *rows]


def mutations() -> Lines:
    """Every mutation of every table."""
    told = output_of(sys.executable, "-m", "tests.island.mutations", "--all")
    rows = re.findall(r"^(\d+) mutations of (\S+)$", told, re.MULTILINE)
    killed = re.findall(r"^(\d+) of (\d+) trials killed$", told, re.MULTILINE)
    if not rows or len(rows) != len(killed):
        raise Failed("the mutations told no figures")
    lines = ["A trial is one mutation paired with one rule that it breaks.", ""]
    lines += ["| scenarios | mutations | trials | killed |", "|---|---|---|---|"]
    for (count, where), (dead, trials) in zip(rows, killed, strict=True):
        lines.append(f"| {where} | {count} | {trials} | {dead} |")
    return lines


def strength() -> Lines:
    """Greedy bots against random ones, in the base games and with each module alone: 400 games of each."""
    from tests.differential.sets import EXAMPLES, all_sets

    lines = ["| set | at the table | greedy wins | 95 % interval | turns a game |", "|---|---|---|---|---|"]
    for chosen in all_sets():
        if chosen.bot or len(chosen.modules) > 1 or set(chosen.modules) & set(EXAMPLES.get(chosen.family, {})):
            continue
        seats = {config.get("seats", 4) for config in chosen.configs}
        for rivals in [count - 1 for count in (2, 4) if count in seats] or [min(seats) - 1, max(seats) - 1]:
            command = ["simulate", "--game", chosen.family, *LAYOUT.get(chosen.family, [])]
            command += ["--players", ",".join(["greedy", *["random"] * rivals])]
            command += ["--games", "200", "--rotate", "--jobs", "2", "--json"]
            command += [word for module in chosen.modules for word in ("--module", module)]
            found = json.loads(output_of(Path(sys.executable).with_name("bastide"), *command))
            greedy, (low, high) = found["wins"]["greedy"], found["wins"]["greedy"]["interval"]
            lines.append(
                f"| {chosen.name} | 1 greedy, {rivals} random | {greedy['wins']} of {found['games']} "
                f"| {low:.1%} - {high:.1%} | {found['turns'] / found['games']:.0f} |"
            )
    return lines


def faults() -> Lines:
    """Games with injected faults, five times as many as in the check, and the number of faults."""
    begun = int(time.time())
    lines = run_tests("tests/faults")
    found = json.loads(FAULTS.read_text("utf-8"))
    counts = {name: sum(part.get("faults", {}).values()) for name, part in found.items() if part["at"] >= begun}
    rows = [f"| {name} | {count:,} |" for name, count in counts.items() if count]
    return [*lines, "", "| injected | faults |", "|---|---|", *rows, f"| all | {sum(counts.values()):,} |"]


def secrecy() -> Lines:
    """10,000 positions, seen by every viewer in two worlds."""
    begun = int(time.time())
    run_tests("tests/server/test_ten_thousand.py")
    found = json.loads(FAULTS.read_text("utf-8"))
    parts = [part for name, part in found.items() if name.startswith("secrecy, part") and part["at"] >= begun]
    if not parts:
        raise Failed("the positions told no figures")
    sums = sum((Counter(part) for part in parts), Counter[str]())
    rows = [f"| {key} | {count:,} |" for key, count in sums.items() if key not in ("at", "seconds")]
    return ["| compared | how many |", "|---|---|", *rows]


LAYOUT: Final = {"island": ["--layout", "random"]}
"""More options for a family: a board that is dealt anew for each game."""
PARTS: Final = {
    "differential": Part(
        "Differential run",
        "Every set of modules plays 300 games on the interpreted and on the compiled engine (`tests/differential/`).",
        differential,
    ),
    "combinations": Part(
        "Combinations",
        "Every set of modules that may be played together plays 300 random games on the compiled engine; invariants, "
        "refusals and records are checked (`tests/combinations/`).",
        combinations,
    ),
    "properties": Part(
        "Properties",
        "Every Hypothesis property on at least 200 new examples.",
        lambda: run_tests("-m", "hypothesis", "tests"),
    ),
    "thousand": Part(
        "A thousand games",
        "Random games of the base island. Each must end, and replaying its record must give the same position.",
        lambda: run_tests("tests/properties/test_thousand.py"),
    ),
    "mutations": Part(
        "Mutations",
        "Every rule is broken in the source in one or more ways; each time a scenario of that rule must fail.",
        mutations,
    ),
    "strength": Part(
        "Strength of bots",
        "A greedy bot against random bots, 400 games with each module alone. Every run plays the same games.",
        strength,
    ),
    "secrecy": Part(
        "Secrecy",
        "10,000 positions of random games, each shown to every viewer in two worlds that look the same to that viewer.",
        secrecy,
    ),
    "faults": Part(
        "Faults", "Servers are killed, disks fill up and connections are cut while games are played.", faults
    ),
    "fuzz": Part(
        "Fuzzing",
        "Each parser of outside input, and the HTTP API, gets five minutes of generated input.",
        lambda: run_tests("tests/fuzz"),
    ),
    "browser": Part(
        "Browser", "Every test that drives the page in Chromium.", lambda: run_tests("-m", "browser", "tests")
    ),
}

# The page.

HEAD: Final = """# The campaign

`make campaign` runs the checks of `make check` for hours instead of minutes. `make campaign PART="mutations strength"`
runs only the named parts. A part that succeeds replaces its section here. A part that fails is reported, and its
section stays. [Decision 30](decisions/0030-checks-in-three-sizes.md) explains the sizes, which `tests/sizes.py`
selects. Times were taken on two cores, possibly busy with other work.
"""
NEVER: Final = "Not run yet."


def section(name: str, text: str) -> str:
    """One section of the page, between its markers."""
    part = PARTS[name]
    return f"<!-- {name} -->\n## {part.title}\n\n{part.what}\n\n{text}\n<!-- end of {name} -->\n"


def written(page: str, new: dict[str, str]) -> str:
    """The page with these sections replaced; its other sections are kept."""
    out = [HEAD]
    for name in PARTS:
        found = re.search(rf"^<!-- {name} -->\n##[^\n]*\n\n[^\n]*\n\n(.*?)\n<!-- end of {name} -->$", page, re.M | re.S)
        out.append(section(name, new.get(name) or (found[1] if found else NEVER)))
    return "\n".join(out)


OTHERS: Final = (".", f":!{PAGE.relative_to(ROOT)}")
"""All files but the page, which every part changes."""


def commit() -> str:
    """The commit that is checked out, and whether other files than the page differ."""
    head, changes = (
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        for words in (
            ["rev-parse", "--short=10", "HEAD"],
            ["status", "--porcelain", "--untracked-files=no", "--", *OTHERS],
        )
    )
    return (f"commit {head}" if head else "no commit") + (", with changes" if changes else "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts and write the page; 1 if a part fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.campaign", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; all if none is named")
    names = parser.parse_args(arguments).parts or list(PARTS)
    if unknown := set(names) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    failed = []
    for name in names:
        at, begun = commit(), time.monotonic()
        try:
            lines = PARTS[name].run()
        except Failed as error:
            print(f"campaign: {name}: {error}", flush=True)
            failed.append(name)
            continue
        took = (time.monotonic() - begun) / 60
        text = "\n".join([f"{date.today()}, {at}, in {took:.0f} minutes.", "", *lines])
        PAGE.write_text(written(PAGE.read_text("utf-8") if PAGE.exists() else "", {name: text}), "utf-8")
    print(f"campaign: {'FAILED in ' + ', '.join(failed) if failed else 'all is well'}; see {PAGE.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
