"""`bastide new-room`: the files of the guide, under a name of one's own, are a room that can be played."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bastide.cli.new_room import skeleton
from tests.cli.conftest import Command
from tests.cli.test_docs import FILE, PAGES


def test_the_files_are_those_of_the_guide() -> None:
    guide = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules.md"])}
    assert skeleton("lean_years") == guide


def test_no_file_has_the_name_of_the_example() -> None:
    for path, text in skeleton("north_wind").items():
        assert not any(word in f"{path} {text}".lower() for word in ("lean", "maigre")), path


@pytest.mark.slow
@pytest.mark.parametrize(("name", "folder"), [("north_wind", "north-wind"), ("sirocco", "sirocco-room")])
def test_a_new_room_is_played_as_a_plug_in(bastide: Command, tmp_path: Path, name: str, folder: str) -> None:
    said = bastide("new-room", name, "--into", tmp_path)
    project = tmp_path / folder
    assert (said.code, said.err) == (0, "")
    assert f"pip install --editable {project}" in said.out
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    # As an installer would enter it.
    info = tmp_path / f"{name}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: 1.0\n", "utf-8")
    points = declared["entry-points"]["bastide.modules"]
    lines = "\n".join(f"{key} = {value}" for key, value in points.items())
    (info / "entry_points.txt").write_text(f"[bastide.modules]\n{lines}\n", "utf-8")
    site = os.pathsep.join(filter(None, [str(tmp_path), str(project), os.environ.get("PYTHONPATH", "")]))
    played = subprocess.run(
        [sys.executable, "-m", "bastide", "simulate", "-m", name, "-n", "2", "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": site, "BASTIDE_LANG": "en"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "Lean",
            "'Lean' is no name of a room: write lower-case letters, digits and single underscores",
        ),
        ("lean__years", "'lean__years' is no name of a room"),
        ("../lean", "'../lean' is no name of a room"),
        ("class", "'class' is no name of a room"),
        ("seafarers", "'seafarers' is a room of island already"),
        ("wheel", "'wheel' is a room of carcassonne already"),
        ("json", "'json' is a package of Python here already"),
    ],
)
def test_a_name_that_no_room_can_have_is_refused(bastide: Command, tmp_path: Path, name: str, reason: str) -> None:
    said = bastide("new-room", name, "--into", tmp_path)
    assert said.code == 2
    assert reason in said.err
    assert not list(tmp_path.iterdir())


def test_nothing_that_stands_there_is_replaced(bastide: Command, tmp_path: Path) -> None:
    assert bastide("new-room", "north_wind", "--into", tmp_path).code == 0
    rules = tmp_path / "north-wind" / "north_wind" / "rules.py"
    rules.write_text("mine", "utf-8")
    said = bastide("new-room", "north_wind", "--into", tmp_path)
    assert said.code == 2
    assert "north-wind exists already" in said.err
    assert rules.read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_written_is_named(bastide: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    said = bastide("new-room", "north_wind", "--into", tmp_path / "file")
    assert said.code == 2
    assert "cannot be written: " in said.err
