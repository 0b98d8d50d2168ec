"""What a release must be: one version everywhere, with a section in the change log."""

from __future__ import annotations

import time
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from bastide_compile import clock

import bastide
from tools import release
from tools.compiled import Failed

ROOT = Path(__file__).parents[2]


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bastide.__version__"}
    assert release.version_of(ROOT) == bastide.__version__ == version("bastide")


def tree(folder: Path, source: str, log: str) -> Path:
    (folder / "src" / "bastide").mkdir(parents=True)
    (folder / "src" / "bastide" / "__init__.py").write_text(source, "utf-8")
    (folder / "CHANGELOG.md").write_text(log, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("source", "log", "said"),
    [
        ('__version__ = "1.2.0"\n', "# Change log\n\n## 1.2.0rc1 (2027-01-01)\n", "no section '## 1.2.0'"),
        ('__version__ = "1.2.0"\n', "## 1x2y0\n", "no section '## 1.2.0'"),
        ("", "## 1.2.0\n", "has no __version__"),
    ],
)
def test_a_version_that_the_change_log_lacks_is_no_release(tmp_path: Path, source: str, log: str, said: str) -> None:
    with pytest.raises(Failed, match=said):
        release.version_of(tree(tmp_path, source, log))


def test_a_version_with_a_section_is_one(tmp_path: Path) -> None:
    assert release.version_of(tree(tmp_path, '__version__ = "1.2.0"\n', "## 1.2.0 (2027-01-01)\n")) == "1.2.0"


def test_a_file_of_another_version_is_noticed() -> None:
    files = [Path("bastide-1.2.0.tar.gz"), Path("bastide-1.2.0-py3-none-any.whl")]
    release.check_names(files, "1.2.0")
    with pytest.raises(Failed, match=r"bastide-1\.1\.0\.tar\.gz is not of version 1\.2\.0"):
        release.check_names([*files, Path("bastide-1.1.0.tar.gz")], "1.2.0")


def test_a_long_build_says_how_long_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with clock(0.02):
        time.sleep(0.2)
    said = capsys.readouterr()
    assert "bastide: still compiling, for 0 s so far" in said.out + said.err
    with clock(60):
        pass
    assert capsys.readouterr().out == ""
