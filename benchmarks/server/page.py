"""The marked tables of docs/performance-server.md, apart from the one of the load."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from benchmarks import machine
from benchmarks.subjects import ROOT
from tools.marked import replaced, stamp

PAGE: Final = ROOT / "docs" / "performance-server.md"


def heading(about: str) -> str:
    """When, at which commit and on which machine something was measured."""
    at = stamp("src", "benchmarks", "pyproject.toml", ":!*.md")
    cores = len(machine.usable_cores())
    return f"Measured on {at}: {machine.processor()}, {cores} cores shared by the server and the load; {about}."


def write(name: str, about: str, table: list[str], page: Path = PAGE) -> str:
    """Write a table into its place on the page, with its heading; return both. Raises ValueError if it has no place."""
    text = "\n".join([heading(about), "", *table])
    page.write_text(replaced(page.read_text("utf-8"), name, text), "utf-8")
    return text
