"""Marked tables: the parts of pages that a command writes, with date and commit of what was measured.

    <!-- NAME: written by COMMAND -->
    ...
    <!-- end of NAME -->

Everything between the two lines is replaced when the command runs; all other text of the page is written by hand.
`stamp` says in the text at which commit the figures were measured, and `stamps` finds it again
(`python -m tools.figures`).
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

_BLOCK: Final = re.compile(
    r"^<!-- (?P<name>[\w-]+): written by (?P<command>.+?) -->\n(?P<text>.*?)^<!-- end of (?P=name) -->$", re.M | re.S
)
_STAMP: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?: at | \| )([0-9a-f]{7,40}|none)(, with changes)?\b")
MEASURED: Final = (".", ":!*.md", ":!docs/img")
"""The files that count as changes by default: all that git tracks, but no pages and their pictures."""


@dataclass(frozen=True)
class Block:
    """A marked part of a page: its name, the command that writes it, and its text."""

    name: str
    command: str
    text: str


@dataclass(frozen=True)
class Stamp:
    """When and at which commit something was measured; `changed` if files differed from that commit."""

    date: str
    commit: str
    changed: bool


def markers(name: str, command: str) -> tuple[str, str]:
    """The lines before and after a marked part."""
    return f"<!-- {name}: written by {command} -->", f"<!-- end of {name} -->"


def marked(name: str, command: str, text: str) -> str:
    """A whole marked part, both lines included, without a line break at the end."""
    begin, end = markers(name, command)
    return f"{begin}\n\n{text.strip()}\n\n{end}"


def blocks(page: str) -> Iterator[Block]:
    """The marked parts of a page in their order."""
    for found in _BLOCK.finditer(page):
        yield Block(found["name"], found["command"], found["text"].strip())


def block(page: str, name: str) -> Block:
    """The marked part with this name. Raises ValueError if the page has none, or has it twice."""
    found = [part for part in blocks(page) if part.name == name]
    if len(found) != 1:
        lines = ", ".join(markers(name, "COMMAND"))
        raise ValueError(f"the page needs the lines {lines} once, and has them {len(found)} times")
    return found[0]


def replaced(page: str, name: str, text: str) -> str:
    """The page with this text in its marked part. Raises ValueError as `block` does."""
    old = block(page, name)
    return _BLOCK.sub(lambda found: marked(name, old.command, text) if found["name"] == name else found[0], page)


def commit(*paths: str, root: Path = ROOT) -> str:
    """The commit that is checked out, and whether tracked files in these paths differ from it; without git "none"."""
    head = git(root, "rev-parse", "--short=10", "HEAD")
    if not head:
        return "none"
    changes = git(root, "status", "--porcelain", "--untracked-files=no", "--", *(paths or MEASURED))
    return head + (", with changes" if changes else "")


def stamp(*paths: str, root: Path = ROOT) -> str:
    """The date and the commit of what is measured now, such as "2026-11-28 at 0123456789"."""
    return f"{datetime.now(tz=UTC).date().isoformat()} at {commit(*paths, root=root)}"


def stamps(text: str) -> list[Stamp]:
    """The dates and commits in a text, as `stamp` writes them or as two cells of a row.

    >>> stamps("Measured on 2026-11-28 at 0123456789, with changes.")
    [Stamp(date='2026-11-28', commit='0123456789', changed=True)]
    >>> [found.commit for found in stamps("| island | 2026-11-25 | f26266865a | 2 s |")]
    ['f26266865a']
    """
    return [Stamp(date, head, bool(changed)) for date, head, changed in _STAMP.findall(text)]


def git(root: Path, *words: str) -> str:
    """What git answers in this folder, without the last line break; nothing if it fails or is missing."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
