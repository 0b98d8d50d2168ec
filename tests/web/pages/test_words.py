"""Every message of the pages has French with the same fields; nothing is said in English only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import jinja2.ext
from babel.messages.extract import extract

from bastide.view.catalogues import catalogue
from bastide.web import making, site

WEB = Path(site.HERE)


def messages() -> Iterator[tuple[str, str]]:
    """Every message of templates and pages, with the file that says it."""
    for path in sorted((WEB / "templates").glob("*.html")):
        with path.open("rb") as file:
            for _, _, message, _ in jinja2.ext.babel_extract(file, ("_",), (), {}):
                yield path.name, message if isinstance(message, str) else str((message or ("",))[0])
    for path in sorted(WEB.glob("*.py")):
        with path.open("rb") as file:
            for _, found, _, _ in extract("python", file, keywords={"_": None, "gettext": None}):
                yield path.name, found if isinstance(found, str) else str((found or ("",))[0])
    for text in (*site.SCRIPT_WORDS, *making.TABLE_NAMES):
        yield "by hand", text


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_every_message_has_french_with_the_same_fields() -> None:
    found, french = sorted(set(messages())), catalogue("fr")
    assert len(found) > 300
    assert [one for one in found if one[1] not in french] == []
    assert [one for one in found if not fields(french[one[1]]) <= fields(one[1])] == []


def test_the_script_says_only_words_that_the_page_carries() -> None:
    said = set()
    for path in sorted((WEB / "static" / "js").glob("*.js")):
        said |= set(re.findall(r'\btext\("([^"]+)"\)', path.read_text("utf-8")))
    assert said <= set(site.SCRIPT_WORDS)
    assert set(site.SCRIPT_WORDS) <= said, "words that no script says"
