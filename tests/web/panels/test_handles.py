"""docs/handles.md has each `data-*` attribute that the scripts of the table use, and says who writes it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bastide.web.scripts import made

ROOT: Final = Path(__file__).parents[3]
SOURCE: Final = ROOT / "src" / "bastide"
ATTRIBUTE: Final = re.compile(r"\bdata-[a-z]+(?:-[a-z]+)*")
PROPERTY: Final = re.compile(r'\bdataset(?:\["(\w+)"\]|\.(\w+))')
FOLDERS: Final = {".js": SOURCE / "web" / "static" / "js", ".html": SOURCE / "web" / "templates"}
ROWS: Final = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "handles.md").read_text("utf-8").splitlines()
    if line.startswith("| `data-")
]
"""Attributes, element, what the script does, keyboard, who writes it."""


def told(row: list[str]) -> set[str]:
    """The attributes of a row."""
    return {found[0] for text in row[0].split("`")[1::2] if (found := ATTRIBUTE.match(text))}


def used(script: str) -> set[str]:
    """The attributes in the text of a script, which has no comments."""
    named = (one or other for one, other in PROPERTY.findall(script))
    return {*ATTRIBUTE.findall(script), *("data-" + re.sub("[A-Z]", lambda m: "-" + m[0].lower(), n) for n in named)}


def holds(path: Path, attribute: str) -> bool:
    """Whether a file writes an attribute: in HTML, as an argument of `tag`, or by a script."""
    text = path.read_text("utf-8")
    return attribute in (used(text) if path.suffix == ".js" else ATTRIBUTE.findall(text.replace("_", "-")))


@cache
def everything() -> list[Path]:
    """The files that may write a handle."""
    found = [
        path for folder in ("web/panels", "view", "expansions") for path in sorted((SOURCE / folder).rglob("*.py"))
    ]
    return found + [FOLDERS[".html"] / name for name in ("base.html", "table.html")]


def test_scripts_are_read_with_both_spellings() -> None:
    assert used('a.dataset["tabKey"]; b.dataset.open; c("[data-why-rule]")') == {
        "data-tab-key",
        "data-open",
        "data-why-rule",
    }


def test_the_page_has_each_attribute_of_the_scripts_and_no_other() -> None:
    script = made("table")
    assert script is not None
    attributes = set().union(*map(told, ROWS))
    assert sorted(used(script[0]) - attributes) == []
    assert sorted(attributes - used(script[0])) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_files_that_use_a_handle_have_it(row: list[str]) -> None:
    names, by = told(row), row[4]
    if by.startswith("rooms"):
        assert all(any(holds(path, name) for path in everything()) for name in names)
        return
    files = [
        FOLDERS[Path(file).suffix] / file
        if Path(file).suffix in FOLDERS
        else SOURCE / ("" if file.startswith("view/") else "web/panels") / file
        for file in by.removeprefix("template ").replace("`", "").split(", ")
    ]
    assert [path.name for path in files if not any(holds(path, name) for name in names)] == []
    assert [name for name in sorted(names) if not any(holds(path, name) for path in files)] == []


def test_the_order_of_handles_is_that_of_the_script() -> None:
    order = (FOLDERS[".js"] / "act.js").read_text("utf-8").partition("const HANDLES = {")[2].partition("\n};")[0]
    page = (ROOT / "docs" / "handles.md").read_text("utf-8").partition("the first of these acts: ")[2].partition(".")[0]
    assert re.findall(r'^  "(data-[a-z-]+)"', order, re.MULTILINE) == ATTRIBUTE.findall(page)
