"""The examples of the documentation run, and give what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["api.md", "notation.md", "modules.md", "carcassonne.md"])
def test_every_example_gives_what_the_page_shows(name: str) -> None:
    # The end of a fence is no part of the output above it.
    text = re.sub(r"^```.*$", "", (DOCS / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    flags = doctest.ELLIPSIS
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "docs"}, name, str(DOCS / name), 0)
    assert examples.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    runner.run(examples, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
