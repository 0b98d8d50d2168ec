"""The age of measured figures: counted in commits to the code that they measure."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import figures
from tools.compiled import Failed
from tools.figures import HEADLINES, listing, tables, too_old
from tools.marked import ROOT, marked, stamp
from tools.release import check_figures

PROJECT = '[tool.bastide]\ncompiled = ["src/bastide/kernel/*.py"]\nnot-compiled = ["**/__init__.py"]\n'


class Tree:
    """A small repository with an engine, a server and a page of figures."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "--quiet")
        self.commit("pyproject.toml", PROJECT)

    def git(self, *words: str) -> str:
        command = ["git", "-c", "user.name=x", "-c", "user.email=x", "-C", str(self.root), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, name: str, text: str) -> None:
        """Commit a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", name)

    def change(self, name: str, times: int) -> None:
        """Commit a file so many times."""
        for number in range(times):
            self.commit(name, f"{self.git('rev-list', '--count', 'HEAD')}: {number}\n")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_only_commits_to_the_code_that_a_table_measures_count(tree: Tree) -> None:
    at = stamp(root=tree.root)
    commands = [*HEADLINES, "make bench ROOM=quiet"]
    page = [marked(f"table-{n}", command, f"Measured on {at}.") for n, command in enumerate(commands)]
    tree.commit("docs/performance.md", "\n\n".join(page))
    tree.change("src/bastide/kernel/state.py", 3)
    tree.change("src/bastide/kernel/__init__.py", 1)
    tree.change("src/bastide/server/app.py", 2)
    tree.change("src/bastide/view/text.py", 1)
    assert list(listing(tree.root)) == [
        f"docs/performance.md: table-0: {at}, 3 newer engine commits; make bench",
        f"docs/performance.md: table-1: {at}, 3 newer server commits; make bench-server",
        f"docs/performance.md: table-2: {at}, 1 newer page commit; make bench-browser",
        f"docs/performance.md: table-3: {at}, 3 newer engine commits; make bench ROOM=quiet",
    ]


def test_a_table_is_as_old_as_its_oldest_row(tree: Tree) -> None:
    before = stamp(root=tree.root)
    tree.change("src/bastide/kernel/state.py", 2)
    after = stamp(root=tree.root).replace(" at ", " | ")
    rows = f"| a | {after} |\n| b | {before.replace(' at ', ' | ')} |\n| c | {after} |"
    tree.commit("src/bastide/expansions/island/quiet/README.md", marked("speed", "make bench ROOM=quiet", rows))
    tree.commit("CONTRIBUTING.md", marked("times", "make check", "No figures yet."))
    assert list(listing(tree.root)) == [
        "CONTRIBUTING.md: times: no date and commit; make check",
        f"src/bastide/expansions/island/quiet/README.md: speed: {before}, 2 newer engine commits"
        " (the oldest of 3 rows); make bench ROOM=quiet",
    ]


def test_a_release_refuses_old_headline_tables_alone(tree: Tree) -> None:
    at = stamp(root=tree.root)
    parts = [marked("results", "make bench", f"Measured on {at}."), marked("other", "make bench ROOM=a", f"On {at}.")]
    tree.commit("docs/performance.md", "\n".join(parts))
    tree.change("src/bastide/kernel/state.py", 2)
    check_figures(tree.root)
    assert too_old(tree.root, 2) == []
    assert too_old(tree.root, 1) == [
        f"docs/performance.md: results: {at}, 2 newer engine commits, and a release may have 1; `make bench` renews it"
    ]


def test_more_than_fifty_newer_commits_are_too_many(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.commit("docs/performance.md", marked("results", "make bench", f"Measured on {stamp(root=tree.root)}."))
    monkeypatch.setattr(figures, "newer", lambda root, commit, paths: 50)
    check_figures(tree.root)
    monkeypatch.setattr(figures, "newer", lambda root, commit, paths: 51)
    with pytest.raises(Failed, match=r"old figures:\ndocs/performance\.md: results: .* may have 50; `make bench`"):
        check_figures(tree.root)


@pytest.mark.parametrize("git", [True, False])
def test_an_unknown_commit_is_told(tree: Tree, tmp_path_factory: pytest.TempPathFactory, git: bool) -> None:
    """A shallow clone lacks old commits, and a source archive has none."""
    tree.commit("docs/performance.md", marked("results", "make bench", f"Measured on {stamp(root=tree.root)}."))
    tree.change("src/bastide/kernel/state.py", 1)
    copy = tmp_path_factory.mktemp("copy") / "tree"
    source = tree.root.as_uri()
    tree.git("clone", "--quiet", "--depth", "1", source, str(copy))
    if not git:
        (copy / ".git").rename(copy / "no-git")
    [line] = listing(copy)
    assert line.endswith(", a commit unknown to this clone; make bench")
    with pytest.raises(Failed, match="its age cannot be told; fetch all commits, or `make bench` renews it"):
        check_figures(copy)


def test_a_headline_table_without_a_commit_is_refused(tree: Tree) -> None:
    tree.commit("docs/performance.md", marked("results", "make bench", "Fast."))
    assert too_old(tree.root) == ["docs/performance.md: results: no date and commit; `make bench` renews it"]


def test_the_pages_of_performance_have_headline_tables_with_a_commit() -> None:
    found = {(page, block.command): rows for page, block, rows in tables(ROOT) if block.command in HEADLINES}
    assert {command for _, command in found} == set(HEADLINES)
    assert {"docs/performance.md", "docs/performance-server.md"} <= {page for page, _ in found}
    assert all(found.values()), [where for where, rows in found.items() if not rows]
