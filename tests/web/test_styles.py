"""The style sheets: no rule makes page changes slow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bastide

PACKAGE = Path(bastide.__file__).parent
ROOMS = sorted([*PACKAGE.glob("expansions/*/*/page.css"), *PACKAGE.glob("expansions/*/*/page/page.css")])
SHEETS = [*sorted((PACKAGE / "web" / "static" / "css").glob("*.css")), *ROOMS]
TEMPLATES = PACKAGE / "web" / "templates"
FITTING = ("narrow.css", "phone.css", "low_phone.css")
FREQUENT = r"(?:\*|b|li|p|small|span|svg)"
PSEUDO = r"(?:::?(?!is|where|has)[\w-]+(?:\([^)]*\))?)*"
AMONG = rf":(?:is|where)\((?:[^()]*[ ,>+~])?{FREQUENT}\s*[,)]"
ENDS_ANYHOW = re.compile(rf":has\(.*\).*?[ >+~]\s*(?:{FREQUENT}?{PSEUDO}|{AMONG}[^ >+~]*)$")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_rule_lets_a_browser_style_everything_again(sheet: Path) -> None:
    """What comes after `:has()` ends in a class, an attribute or a rare tag.

    Chromium keeps one list of all that rules with `:has()` could concern, and styles all of it again when an element
    comes or goes. A rule that ends in any child concerns the whole page, and one that ends in a tag such as `svg` the
    whole log and all icons.
    """
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.S)
    for selectors in re.findall(r"([^{}]+)\{", text):
        for selector in re.split(r",(?![^()]*\))", selectors):
            assert not ENDS_ANYHOW.search(selector.strip()), selector.strip()


def test_what_is_dear_is_recognised() -> None:
    assert ENDS_ANYHOW.search(".side:not(:has(.undo)) > :first-child")
    assert ENDS_ANYHOW.search(".player:has(.awards) .vp small")
    assert ENDS_ANYHOW.search(".player:has(.awards) .ask:not(.late) svg::before")
    assert ENDS_ANYHOW.search(".sheet:not(:has(.told)) > *")
    assert ENDS_ANYHOW.search(".sheet:not(:has(.told)) > *:not(.head)")
    assert ENDS_ANYHOW.search(".side:has(.undo) :is(.facts, li)")
    assert ENDS_ANYHOW.search(".side:has(.undo) > :where(svg)")
    assert not ENDS_ANYHOW.search(".side:not(:has(.undo)) > .btn:first-child")
    assert not ENDS_ANYHOW.search(".side:has(.undo) :is(.facts, li .banner)")
    assert not ENDS_ANYHOW.search(".player:has(.awards) .vp small.unit")
    assert not ENDS_ANYHOW.search(".side:not(:has(.undo))")


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


def test_each_page_with_a_headline_links_a_sheet_that_has_its_colours() -> None:
    """It stands on the sea: without its own colours it is dark on dark."""
    pages = [page for page in TEMPLATES.glob("*.html") if 'class="headline"' in page.read_text("utf-8")]
    assert len(pages) > 2
    for page in pages:
        linked = re.search(r"block styles %}([\w+]+)", page.read_text("utf-8"))
        names = linked[1].split("+") if linked else ["lobby"]
        sheets = [(PACKAGE / "web" / "static" / "css" / f"{name}.css").read_text("utf-8") for name in names]
        assert any("\n.headline {" in sheet for sheet in sheets), page.name


DRAWN = re.compile(r"\btext\b|^\.token ")
"""The selectors of words in drawings: their sizes are in the units of the drawing."""
SIZED = re.compile(r"(?<![\w-])font(?:-size)?\s*:[^;}]*?[\d.]px")


def pixels(sheet: str) -> list[str]:
    """The rules of a sheet that give type in px, and the conditions that do not follow the reader's size of type."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    sized = [at.strip() for at, body in rules if SIZED.search(body) and not DRAWN.search(at.strip())]
    return [at for at in sized if at != ":root:has(> :is(.table, .replay))"] + re.findall(
        r"@(?:media|container)[^{]*\dpx[^{]*", text
    )


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_type_and_windows_are_measured_in_the_size_of_type_that_the_reader_has_set(sheet: Path) -> None:
    assert pixels(sheet.read_text("utf-8")) == []


def test_type_in_pixels_is_recognised() -> None:
    assert pixels(".a { font: 700 13.5px/1.2 var(--sans); } .hist text { font: 12px x }") == [".a"]
    assert pixels("@media (max-width: 699px) { .a { font-size: 1rem; } }") == ["@media (max-width: 699px) "]
    assert pixels(".a { font: 700 1rem/20px x; }") == [".a"]
    assert pixels(".a { border: 1px solid; font-size: .875rem; }") == []
