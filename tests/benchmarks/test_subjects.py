"""The subjects compared: cached while unchanged, patched where needed, left out with one line where unavailable."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import subjects
from benchmarks.rounds import Subject
from benchmarks.subjects import Unavailable, kept

CMAKE = """
    find_package(Python 3.12 REQUIRED
        COMPONENTS Interpreter Development.Module Development.SABIModule)
    nanobind_add_module(_fastcatan
        STABLE_ABI
        NB_STATIC
    )
"""
PROJECT = """
requires-python = ">=3.12"
[tool.scikit-build]
wheel.py-api = "cp312"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(subjects, "CACHE", tmp_path)
    return tmp_path


def test_peers_are_pinned_in_the_extra() -> None:
    assert set(subjects.peers()) == {"catanatron", "fastcatan"}
    assert all("==" in line and ";" not in line for line in subjects.peers().values())


def test_a_folder_is_made_once_for_each_key(cache: Path) -> None:
    folder = cache / "thing"
    made = []
    for key in ("1", "1", "2"):
        with kept(folder, key) as needed:
            if needed:
                assert list(folder.iterdir()) == []
                (folder / "file").write_text(key, encoding="utf-8")
            made.append(needed)
    assert made == [True, False, True]
    assert (folder / "file").read_text(encoding="utf-8") == "2"


def test_what_was_interrupted_is_made_again(cache: Path) -> None:
    with pytest.raises(Unavailable, match="no network"), kept(cache / "thing", "1"):
        raise Unavailable("no network")
    with kept(cache / "thing", "1") as needed:
        assert needed


def test_fastcatan_is_made_to_build_for_an_older_python(cache: Path) -> None:
    source = cache / "fastcatan-2.0.0"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(CMAKE, encoding="utf-8")
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    tree = subjects.for_this_python(source)
    cmake = (tree / "CMakeLists.txt").read_text(encoding="utf-8")
    assert "Python 3.11 REQUIRED" in cmake
    assert "SABI" not in cmake
    assert "STABLE_ABI" not in cmake
    assert "NB_STATIC" in cmake
    assert (tree / "pyproject.toml").read_text(encoding="utf-8").count("3.11") == 1
    (source / "pyproject.toml").write_text("", encoding="utf-8")
    with pytest.raises(Unavailable, match=r"pyproject\.toml has changed"):
        subjects.for_this_python(source)


def test_a_command_that_fails_gives_one_line(cache: Path) -> None:
    with pytest.raises(Unavailable, match=r"^ERROR: no such version$"):
        subjects.run([sys.executable, "-c", "print('looking'); print('ERROR: no such version'); exit('done')"])
    assert "looking" in (cache / "log.txt").read_text(encoding="utf-8")


def test_what_cannot_be_had_is_left_out_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def there(title: str) -> Subject:
        return Subject("a", title, ("a",), {})

    def not_there(title: str) -> Subject:
        raise Unavailable("no such version")

    makers = ("without_seams", "compiled", "fastcatan_loop", "fastcatan_python", "interpreted", "catanatron")
    for name in makers:
        monkeypatch.setattr(subjects, name, not_there if name == "catanatron" else there)
    said: list[str] = []
    found, missing = subjects.subjects(said.append)
    assert [subject.key for subject in found] == ["a"] * 5
    assert missing == ["catanatron: no such version"]
    assert "left out: catanatron: no such version" in said
