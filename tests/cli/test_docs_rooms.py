"""The READMEs of the rooms as pages of the documentation."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from tools import docs_rooms

ROOT = Path(__file__).parents[2]
SHOWN = {"src/bastide/expansions/island/quiet/README.md": "expansions/island/quiet.md"}
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("page", "link", "there"),
    [
        ("expansions/island/quiet.md", "../../../../../docs/bots.md#levels", "../../bots.md#levels"),
        ("expansions/island/quiet.md", "../../../../../docs/decisions/0001-x.md", "../../decisions/0001-x.md"),
        ("modules.md", "../src/bastide/expansions/island/quiet/README.md", "expansions/island/quiet.md"),
        (
            "decisions/0001-x.md",
            "../../src/bastide/expansions/island/quiet/README.md#a",
            "../expansions/island/quiet.md#a",
        ),
        ("modules.md", "bots.md", "bots.md"),
        ("modules.md", "#a-part", "#a-part"),
        ("modules.md", "https://example.org/a", "https://example.org/a"),
        ("modules.md", "../src/bastide/nothing.py", "../src/bastide/nothing.py"),
    ],
)
def test_a_link_between_files_becomes_one_between_pages(page: str, link: str, there: str) -> None:
    assert docs_rooms.linked(f"See [it]({link}), and more.", page, SHOWN) == f"See [it]({there}), and more."


def test_every_room_with_a_readme_stands_in_the_contents() -> None:
    shown = docs_rooms.pages()
    readmes = ROOT.glob("src/bastide/expansions/*/*/README.md")
    assert sorted(shown) == sorted(path.relative_to(ROOT).as_posix() for path in readmes) != []
    there = docs_rooms.contents([{"Modules": "modules.md"}, {"Bots": "bots.md"}], shown)
    assert there == [{"Modules": "modules.md"}, {"Expansions": list(shown.values())}, {"Bots": "bots.md"}]
    with pytest.raises(ValueError, match="no entry 'Modules'"):
        docs_rooms.contents(["index.md"], shown)


def test_links_of_a_readme_lead_to_files_on_a_code_host() -> None:
    for readme in docs_rooms.pages():
        text = CODE.sub("", (ROOT / readme).read_text("utf-8"))
        for target in docs_rooms.LINK.findall(text):
            assert (ROOT / posixpath.normpath(posixpath.join(posixpath.dirname(readme), target))).is_file(), target
