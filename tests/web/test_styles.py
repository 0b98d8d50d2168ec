"""The style sheets: no rule makes page changes slow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bastide

PACKAGE = Path(bastide.__file__).parent
ROOMS = sorted(PACKAGE.glob("expansions/*/*/page/page.css"))
SHEETS = [*sorted((PACKAGE / "web" / "static" / "css").glob("*.css")), *ROOMS]
TEMPLATES = PACKAGE / "web" / "templates"
FITTING = ("narrow.css", "phone.css", "low_phone.css")
ENDS_ANYHOW = re.compile(r":has\(.*\)\s*[ >]\s*:(?:first|last|only|nth)[\w-]*(?:\([^)]*\))?$")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_rule_lets_a_browser_style_everything_again(sheet: Path) -> None:
    """What comes after `:has()` names a tag, a class or an attribute.

    A browser looks again at all that a rule with `:has()` could concern when an element comes or goes: where the rule
    ends in any child whatever, that is the whole page, ten times as long as all the rest.
    """
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S)
    for selectors in re.findall(r"([^{}]+)\{", text):
        for selector in re.split(r",(?![^()]*\))", selectors):
            assert not ENDS_ANYHOW.search(selector.strip()), selector.strip()


def test_what_is_dear_is_recognised() -> None:
    assert ENDS_ANYHOW.search(".side:not(:has(.undo)) > :first-child")
    assert not ENDS_ANYHOW.search(".side:not(:has(.undo)) > .btn:first-child")


def of_the_table() -> list[Path]:
    """The sheets of the table page that say what things look like; the others fit them to narrow windows."""
    found = re.search(r"block styles %}([\w+]+)", (TEMPLATES / "table.html").read_text("utf-8"))
    assert found is not None
    linked = [f"{name}.css" for name in found[1].split("+")]
    return [sheet for sheet in SHEETS if (sheet.name in linked and sheet.name not in FITTING) or sheet in ROOMS]


def test_no_two_sheets_of_the_table_mean_different_things_by_one_class() -> None:
    """A name without anything round it belongs to one sheet: a second one would restyle what the first one means."""
    owners: dict[str, set[str]] = {}
    for sheet in of_the_table():
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S)
        for selectors in re.findall(r"([^{}]+)\{", text):
            for selector in selectors.split(","):
                if re.fullmatch(r"\.[\w-]+", selector.strip()):
                    owners.setdefault(selector.strip(), set()).add(str(sheet))
    assert len(owners) > 100
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}
