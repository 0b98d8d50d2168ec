"""The campaign: longer runs than in `make check`, in slices: `python -m tools.campaign [PART[:SLICE] ...]`.

A slice is a room, a family or another small piece of a part. One that succeeds replaces its row of docs/campaign.md,
with date, commit and time, as soon as it has ended; all other rows are kept. Without names everything runs, which takes
many hours.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tools.budgets import length
from tools.campaign_parts import PARTS, ROOT, Failed
from tools.figures import newer
from tools.marked import blocks, marked, stamp, stamps

PAGE: Final = ROOT / "docs" / "campaign.md"

# The page.

HEAD: Final = """# The campaign

`make campaign` runs the checks of `make check` for many hours instead of minutes, in slices.
`make campaign PART="mutations:island fuzz" JOBS=1` runs one slice of a part and all of another part, in one process;
the slice of a room is named like the room. A slice that succeeds replaces its row here. A slice that fails is
reported, and its row stays. `make campaign PART=--list` shows when each was last run, and `PART=--stale` which are out
of date: not run yet, or older than a change of the rules, the program or the tests that they check.
[Decision 30](decisions/0030-checks-in-three-sizes.md) explains the sizes, which `tests/sizes.py` selects, and
[decision 46](decisions/0046-the-campaign-in-slices.md) the slices. Times were taken on two cores, possibly busy with
other work.
"""
NEVER: Final = "Not run yet."


def rows(page: str, part: str) -> dict[str, str]:
    """The rows of a part on the page, by slice."""
    texts = [one.text for one in blocks(page) if one.name == part]
    table = [line for text in texts for line in text.splitlines() if line.startswith("| ")]
    return {slice_of(line): line for line in table[1:]}


def slice_of(line: str) -> str:
    """The slice whose row this is."""
    return line.split(" | ")[0].removeprefix("| ")


def row(name: str, *cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join([name, *cells])} |"


def written(page: str, part: str = "", new: str = "") -> str:
    """The page with a new row of a part, in place of the one of the same slice; all other rows are kept."""
    out = [HEAD]
    for name, about in PARTS.items():
        kept = rows(page, name) | ({slice_of(new): new} if name == part else {})
        columns = ["slice", *about.columns, "date", "commit", "time"]
        table = [row(*columns), "|" + "---|" * len(columns), *(kept[key] for key in sorted(kept))]
        text = marked(name, f"make campaign PART={name}", "\n".join(table) if kept else NEVER)
        out.append(f"## {about.title}\n\n{about.what}\n\n{text}\n")
    return "\n".join(out)


# The command.


def chosen(names: Sequence[str]) -> list[tuple[str, str]]:
    """The slices that are named, each once: all of a part that is named alone, all of all parts if none is.

    :raises ValueError: there is no such part or slice.
    """
    found = []
    for given in names or PARTS:
        part, colon, name = given.partition(":")
        if part not in PARTS:
            raise ValueError(f"there is no part {part!r}; there are {', '.join(PARTS)}")
        slices = list(PARTS[part].slices())
        if colon and name not in slices:
            raise ValueError(f"{part} has no slice {name!r}; it has {', '.join(slices)}")
        found += [(part, one) for one in ([name] if colon else slices)]
    return list(dict.fromkeys(found))


def listing(page: str, slices: Iterable[tuple[str, str]]) -> Iterator[str]:
    """When each slice was last run, at which commit, and how long it took."""
    for part, name in slices:
        line = rows(page, part).get(name)
        yield f"{part}:{name}  " + (", ".join(line.strip("| ").split(" | ")[-3:]) if line else "not run yet")


def stale(page: str, slices: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The slices that are out of date: never run, or older than a change of the files that they check."""
    for part, name in slices:
        line = rows(page, part).get(name)
        if line is None:
            yield f"{part}:{name}  not run yet"
            continue
        found = stamps(line)[0]
        count = newer(ROOT, found.commit, tuple(PARTS[part].checks(name)))
        if count is None:
            yield f"{part}:{name}  of {found.date}, at {found.commit}, a commit unknown to this clone"
        elif count:
            yield f"{part}:{name}  of {found.date}, {count} commits to what it checks since {found.commit}"


def run(slices: Sequence[tuple[str, str]], jobs: int) -> list[str]:
    """Run the slices and write the row of each; those that failed."""
    failed = []
    for part, name in slices:
        at, begun = stamp(), time.monotonic()
        try:
            figures = PARTS[part].run(name, jobs)
        except Failed as error:
            print(f"campaign: {part}:{name}: {error}", flush=True)
            failed.append(f"{part}:{name}")
            continue
        new = row(name, *figures, *at.split(" at "), length(time.monotonic() - begun))
        PAGE.write_text(written(page_text(), part, new), "utf-8")
        print(f"campaign: {part}:{name}: {new}", flush=True)
    return failed


def page_text() -> str:
    """The page as it is."""
    return PAGE.read_text("utf-8") if PAGE.exists() else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the slices that are named; 1 if one fails, 130 if the run is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tools.campaign", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PART[:SLICE]", help=f"any of {', '.join(PARTS)}; all by default")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at a time (default: 2)")
    parser.add_argument("--list", action="store_true", help="run nothing, show when each slice was last run")
    parser.add_argument("--stale", action="store_true", help="run nothing, show which slices are out of date")
    options = parser.parse_args(arguments)
    try:
        slices = chosen(options.names)
    except ValueError as error:
        parser.error(str(error))
    if options.list or options.stale:
        lines = stale(page_text(), slices) if options.stale else listing(page_text(), slices)
        print("\n".join(lines) or "campaign: no slice is out of date")
        return 0
    try:
        failed = run(slices, options.jobs)
    except KeyboardInterrupt:
        print(f"campaign: interrupted; finished slices are in {PAGE}")
        return 130
    print(f"campaign: {'FAILED: ' + ', '.join(failed) if failed else 'all is well'}; see {PAGE}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
