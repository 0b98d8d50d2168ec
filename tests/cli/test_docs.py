"""The examples of the documentation run, and give what they show."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bastide
from bastide.kernel.rooms import OBJECT
from bastide.web.panels import IDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *ROOT.glob("src/bastide/expansions/*/*/README.md")]
}
LINES = {
    "docs/architecture.md": 140,
    **dict.fromkeys(("docs/index.md", "docs/modules.md", "docs/bots.md", "docs/write-a-bot.md"), 250),
    **dict.fromkeys(("docs/performance.md", "docs/performance-server.md"), 250),
}
"""The most lines of the pages that are read from beginning to end."""
LONG = ("docs/write-a-bot.md",)
"""Pages whose examples play many games."""
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG else [])
        for name, text in PAGES.items()
        if PYTHON.search(text)
    ],
)
def test_every_example_gives_what_the_page_shows(name: str) -> None:
    # A whole file has a title (`FILE`), and a test of its own runs it.
    assert all(">>> " in example for example in PYTHON.findall(PAGES[name])), "an example that is not run"
    # The end of a fence is no part of the output above it.
    text = re.sub(r"^```.*$", "", PAGES[name], flags=re.MULTILINE)
    flags = doctest.ELLIPSIS
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "docs"}, name, str(ROOT / name), 0)
    assert examples.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    runner.run(examples, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_pages_that_are_read_through_stay_short() -> None:
    assert {name: text.count("\n") for name, text in PAGES.items() if text.count("\n") > LINES.get(name, 10_000)} == {}


def test_every_public_name_is_documented() -> None:
    listed = PAGES["docs/api.md"].partition("## What is public")[2]
    assert all(f"`{name}`" in listed for name in bastide.__all__)
    assert all(getattr(bastide, name) is not None for name in bastide.__all__)
    assert set(bastide.__all__) <= set(dir(bastide))


def test_the_architecture_names_every_panel_and_floor() -> None:
    named = set(re.findall(r"`([^`\n]+)`", PAGES["docs/architecture.md"]))
    assert {*IDS, *(name for pair in OBJECT.items() for name in pair)} <= named


FILE = re.compile(r'^```\w+ title="(?P<name>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
PLAYED = """
import sys

import bastide.expansions.island as island
from bastide.expansions.island import registry

island.__path__.append(sys.argv[1])
registry.ROOMS = (*registry.ROOMS, "lean_years")

from bastide import Game, make_bot, play
from bastide.view import view
from bastide.view.text import text
from bastide.view.words import Words
from bastide.web.panels.module_pages import module_pages

game = play({"modules": ["lean_years"], "options": {"goal": 5}}, [make_bot("random", 1)] * 3, seed=1)
assert Game.load(game.save()).hash() == game.hash()

words, names, seen = Words("fr"), ["Ada", "Bea", "Cid"], view(game, 0)
print(words.name("module_lean_years"))
print(text(seen, words, names))
print(next(words.text(line.say, names) for line in seen.log if "lean" in line.say.text))


class Speaker:
    _ = staticmethod(words.gettext)
    name = staticmethod(names.__getitem__)


[(page, own)] = module_pages(seen)
[panel] = page.east(Speaker(), seen, own)
print(panel.title, panel.content())
"""


def test_the_files_of_the_tutorial_make_a_room(tmp_path: Path) -> None:
    files = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules.md"])}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert 'lean_years = "lean_years"' in files["pyproject.toml"]
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, str(tmp_path)],
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for told in (
        "années maigres",
        "Lancers sans carte : Ada ",
        " après des années maigres",
        'Lancers sans carte <ul class="lean-years"><li>Ada ',
    ):
        assert told in done.stdout.replace("\u202f", " "), done.stdout
