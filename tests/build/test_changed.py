"""`make changed` runs the tests that a change may affect."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import changed
from tools.changed import changed_files, commands, main, plan

FILES = {
    "pyproject.toml": """
[tool.importlinter]
[[tool.importlinter.contracts]]
type = "layers"
layers = ["bastide.cli", "bastide.web | bastide.client", "(bastide.arena)", "bastide.players", "bastide.view",
    "bastide.kernel"]
[[tool.importlinter.contracts]]
type = "layers"
layers = ["base", "board"]
""",
    "src/bastide/__init__.py": "from bastide.players import Bot\nfrom bastide.kernel.game import Game\n",
    "src/bastide/kernel/game.py": "",
    "src/bastide/view/svg.py": "",
    "src/bastide/expansions/island/fog/rules.py": "",
    "tests/conftest.py": "import bastide.cli.app",
    "tests/kit.py": "from bastide.kernel import game",
    "tests/kernel/test_game.py": "from tests.kit import table",
    "tests/kernel/test_facade.py": "from bastide import Game",
    "tests/view/test_svg.py": "def test_a():\n    from bastide.view import svg",
    "tests/web/conftest.py": "",
    "tests/web/test_page.py": "import bastide.web.app",
    "tests/cli/test_docs.py": "import bastide.cli.app",
    "tests/build/test_lock.py": "",
    "tests/benchmarks/test_plot.py": "from benchmarks import plot",
    "tests/expansions/island/fog/test_fog.py": "from bastide.expansions.island.fog.view import VIEW",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["src/bastide/kernel/game.py"], "facade game page svg docs fog"),
        (["src/bastide/view/svg.py"], "facade page svg docs fog"),
        (["src/bastide/players/bot.py"], "facade page docs"),
        (["src/bastide/web/app.py"], "page docs"),
        (["src/bastide/client/line.py"], "docs"),
        (["src/bastide/cli/app.py"], "docs"),
        (["src/bastide/__init__.py"], "facade game page svg docs fog"),
        (["tests/kit.py"], "game"),
        (["tests/view/test_svg.py"], "svg"),
        (["tests/web/conftest.py"], "page"),
        (["tests/conftest.py"], "facade game page svg docs fog lock plot"),
        (["docs/api.md"], "docs"),
        (["tools/checks.py"], "lock"),
        (["Makefile"], "lock"),
        (["benchmarks/plot.py"], "plot"),
        (["src/bastide/expansions/island/fog/rules.py"], ""),
        ([], ""),
    ],
)
def test_a_change_affects_what_may_import_it(tree: Path, files: list[str], tests: str) -> None:
    found = {Path(file).stem.removeprefix("test_") for file in plan(files, tree).files}
    assert found == set(tests.split())


@pytest.mark.parametrize(
    ("file", "rooms"),
    [
        ("src/bastide/expansions/island/fog/rules.py", ("fog",)),
        ("src/bastide/expansions/island/fog/view/board.py", ("fog",)),
        ("tests/expansions/island/fog/kit.py", ("fog",)),
        ("src/bastide/expansions/island/registry.py", ()),
        ("tests/expansions/test_all.py", ()),
        ("src/bastide/view/svg.py", ()),
    ],
)
def test_a_room_affects_the_tests_that_name_it(tree: Path, file: str, rooms: tuple[str, ...]) -> None:
    found = plan([file], tree)
    assert found.rooms == rooms
    assert any(command[-2:] == ["-k", "fog"] for command in commands(found, [])) == bool(rooms)


def test_a_script_is_checked(tree: Path) -> None:
    assert plan(["src/bastide/web/static/play.js"], tree).scripts
    assert not plan(["src/bastide/web/app.py"], tree).scripts


def git(tree: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(tree), *who, *words], check=True, capture_output=True)


def test_what_differs_is_committed_or_not(tree: Path) -> None:
    git(tree, "init", "-b", "main")
    git(tree, "add", ".")
    git(tree, "commit", "-m", "Begin")
    git(tree, "checkout", "-b", "mine")
    assert changed_files("main", tree) == []
    (tree / "tests/kit.py").write_text("a = 1", "utf-8")
    git(tree, "commit", "-am", "Change one file")
    (tree / "src/bastide/view/svg.py").write_text("b = 1", "utf-8")
    (tree / "new.py").write_text("", "utf-8")
    assert changed_files("main", tree) == ["new.py", "src/bastide/view/svg.py", "tests/kit.py"]
    assert changed_files("HEAD", tree) == ["new.py", "src/bastide/view/svg.py"]
    with pytest.raises(ValueError, match="git knows no revision 'mian'"):
        changed_files("mian", tree)


@pytest.mark.slow
def test_the_first_failure_ends_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ran = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 3 if "mypy" in command else 0)

    monkeypatch.setattr(changed, "changed_files", lambda revision: [])
    monkeypatch.setattr(subprocess, "run", run)
    assert main(["main"]) == 3
    assert [command[2] for command in ran] == ["ruff", "ruff", "mypy"]
    assert "0 files differ from main" in capsys.readouterr().out
