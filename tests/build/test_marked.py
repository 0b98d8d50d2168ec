"""Marked tables: a command replaces its own part of a page, and says at which commit it was measured."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.marked import Stamp, block, blocks, commit, marked, replaced, stamp, stamps

PAGE = f"# P\n\n{marked('one', 'make one', 'old')}\n\nBetween.\n\n{marked('two', 'make two', '| a |')}\n\nAfter.\n"


def test_the_text_of_one_part_is_replaced_and_nothing_else() -> None:
    new = replaced(PAGE, "one", "| 1 \\g<0> |\n")
    assert new == PAGE.replace("old", "| 1 \\g<0> |")
    assert replaced(new, "one", "old") == PAGE
    assert [(part.name, part.command, part.text) for part in blocks(PAGE)] == [
        ("one", "make one", "old"),
        ("two", "make two", "| a |"),
    ]


def test_an_empty_part_can_be_filled() -> None:
    page = "<!-- one: written by make one -->\n<!-- end of one -->\n"
    assert replaced(page, "one", "text") == f"{marked('one', 'make one', 'text')}\n"


@pytest.mark.parametrize("page", ["", PAGE * 2, PAGE.replace("end of one", "end of two")])
def test_a_part_that_is_missing_or_there_twice_is_an_error(page: str) -> None:
    with pytest.raises(ValueError, match="needs the lines <!-- one: written by COMMAND -->"):
        block(page, "one")
    with pytest.raises(ValueError, match="needs the lines"):
        replaced(page, "one", "new")


def test_a_stamp_names_the_commit_and_changes(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x", "-C", str(tmp_path), *words],
            check=True,
            capture_output=True,
        )

    assert commit(root=tmp_path) == "none"
    git("init")
    (tmp_path / "engine.py").write_text("1\n", "utf-8")
    (tmp_path / "page.md").write_text("1\n", "utf-8")
    git("add", ".")
    git("commit", "-m", "one")
    head = commit(root=tmp_path)
    assert len(head) == 10
    (tmp_path / "page.md").write_text("2\n", "utf-8")
    assert commit(root=tmp_path) == head
    (tmp_path / "engine.py").write_text("2\n", "utf-8")
    assert commit(root=tmp_path) == f"{head}, with changes"
    assert commit("page.md", root=tmp_path) == f"{head}, with changes"
    (found,) = stamps(f"Measured on {stamp(root=tmp_path)}.")
    assert (found.commit, found.changed) == (head, True)


def test_stamps_are_found_in_sentences_and_in_rows() -> None:
    text = "Measured on 2026-11-28 at 0123456789.\n\n| a | 2026-11-27 | 7654321, with changes | 2 s |\n| b | 2026 |"
    assert stamps(text) == [Stamp("2026-11-28", "0123456789", False), Stamp("2026-11-27", "7654321", True)]
    assert stamps("Measured on 2026-11-28 at none.") == [Stamp("2026-11-28", "none", False)]
