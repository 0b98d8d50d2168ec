"""The age of all measured figures: `python -m tools.figures`.

Lists each marked table (tools/marked.py) of the documentation, the rooms' READMEs and CONTRIBUTING.md with its date,
its commit, and how many commits since then have changed the code that it measures. `make release` refuses a headline
table, one that `make bench`, `make bench-server` or `make bench-browser` writes, with more than 50 such commits.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tools.marked import ROOT, Block, Stamp, blocks, git, stamps

MOST: Final = 50
"""How many newer commits a headline table may have in a release."""
WEB: Final = ("src/bastide/web", "src/bastide/view")
HEADLINES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "make bench": ("engine", ()),
    "make bench-server": ("server", ("src/bastide/server", *WEB)),
    "make bench-browser": ("page", WEB),
}
"""What the headline tables measure, by the command that writes them: its name, and its files.

The engine's files, and those of every other table, are the ones that pyproject.toml has compiled.
"""


@dataclass(frozen=True)
class Row:
    """A stamp of a table, and how many commits to its code are newer; None if this clone does not have the commit."""

    page: str
    block: Block
    stamp: Stamp
    newer: int | None

    @property
    def code(self) -> str:
        """What the table measures: engine, server or page."""
        return HEADLINES.get(self.block.command, HEADLINES["make bench"])[0]

    def __str__(self) -> str:
        changed = ", with changes" if self.stamp.changed else ""
        if self.newer is None:
            age = "a commit unknown to this clone"
        else:
            age = f"{self.newer} newer {self.code} commit{'s' * (self.newer != 1)}"
        return f"{self.page}: {self.block.name}: {self.stamp.date} at {self.stamp.commit}{changed}, {age}"


def compiled_files(root: Path) -> tuple[str, ...]:
    """The engine's files as git's path patterns, from pyproject.toml."""
    given = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["bastide"]
    return (
        *(f":(glob){pattern}" for pattern in given["compiled"]),
        *(f":(exclude,glob){pattern}" for pattern in given.get("not-compiled", [])),
    )


@cache
def newer(root: Path, commit: str, paths: tuple[str, ...]) -> int | None:
    """How many commits to these files the checked-out version has that this one lacks.

    None if git does not know the commit, as in a shallow clone, or if there is no git.
    """
    count = git(root, "rev-list", "--count", f"{commit}..HEAD", "--", *paths)
    return int(count) if count else None


def pages(root: Path) -> list[Path]:
    """The pages that may have marked tables."""
    patterns = ("CONTRIBUTING.md", "docs/*.md", "src/bastide/expansions/*/*/README.md")
    return [path for pattern in patterns for path in sorted(root.glob(pattern))]


def tables(root: Path) -> Iterator[tuple[str, Block, list[Row]]]:
    """Each marked table with its page and its stamps, the one with the most newer commits first."""
    engine = compiled_files(root)
    for path in pages(root):
        page = path.relative_to(root).as_posix()
        for block in blocks(path.read_text("utf-8")):
            paths = HEADLINES.get(block.command, ("", ()))[1] or engine
            rows = [Row(page, block, stamp, newer(root, stamp.commit, paths)) for stamp in stamps(block.text)]
            rows.sort(key=lambda row: (row.newer is None, row.newer or 0), reverse=True)
            yield page, block, rows


def too_old(root: Path, most: int = MOST) -> list[str]:
    """Why the headline tables are too old for a release; empty if none is."""
    found = []
    for page, block, rows in tables(root):
        if block.command not in HEADLINES:
            continue
        renewed = f"`{block.command}` renews it"
        if not rows:
            found.append(f"{page}: {block.name}: no date and commit; {renewed}")
        elif rows[0].newer is None:
            found.append(f"{rows[0]}, so its age cannot be told; fetch all commits, or {renewed}")
        elif rows[0].newer > most:
            found.append(f"{rows[0]}, and a release may have {most}; {renewed}")
    return found


def listing(root: Path) -> Iterator[str]:
    """A line for each table: its oldest figures, and the command that renews it."""
    for page, block, rows in tables(root):
        oldest = str(rows[0]) if rows else f"{page}: {block.name}: no date and commit"
        more = f" (the oldest of {len(rows)} rows)" if len(rows) > 1 else ""
        yield f"{oldest}{more}; {block.command}"


def main() -> int:
    """Print the list."""
    for line in listing(ROOT):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
