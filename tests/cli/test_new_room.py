"""`bastide new-room`: the files of the guide, under a name of one's own, are a room that can be played."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from bastide.cli.new_room import skeleton
from bastide.kernel.catalogue import Catalogue
from bastide.testing import CHECKS
from tests.chosen import by_turns
from tests.cli.conftest import Command, plugged
from tests.cli.test_docs import FILE, PAGES

ALONE = [check for check in CHECKS if check != "combinations"]


def test_the_files_are_those_of_the_guide() -> None:
    guide = {match["name"]: match["text"] for match in FILE.finditer(PAGES["docs/modules.md"])}
    assert skeleton("lean_years") == guide


def test_no_file_has_the_name_of_the_example() -> None:
    for path, text in skeleton("north_wind").items():
        assert not any(word in f"{path} {text}".lower() for word in ("lean", "maigre")), path


@pytest.mark.parametrize("name", ["base_camp", "inn", "trade", "tb_barb", "north_wind"])
def test_the_rules_of_a_new_room_have_ids_of_their_own(name: str) -> None:
    catalogue = Catalogue.discover()
    more = Catalogue.parse(skeleton(name)[f"{name}/rules.toml"])
    assert len(catalogue.merge(more)) == len(catalogue) + 1


@pytest.mark.slow
@by_turns(("name", "folder"), [("north_wind", "north-wind"), ("sirocco", "sirocco-room")])
def test_a_new_room_is_played_as_a_plug_in(bastide: Command, tmp_path: Path, name: str, folder: str) -> None:
    said = bastide("new-room", name, "--into", tmp_path)
    project = tmp_path / folder
    assert (said.code, said.err) == (0, "")
    assert f"pip install --editable {project}" in said.out
    environment = plugged(tmp_path, project)
    for words in (
        ["simulate", "-m", name, "-n", "2", "--jobs", "1"],
        ["check-module", name, "-n", "2", *(word for check in ALONE for word in ("--only", check))],
    ):
        played = subprocess.run(
            [sys.executable, "-m", "bastide", *words],
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert played.returncode == 0, played.stderr
    assert f"{name}: 2 games with " in played.stdout
    assert "after_production: " in played.stdout


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


def test_a_full_disk_leaves_nothing_behind(bastide: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, written = Path.write_text, []

    def full(path: Path, text: str, encoding: str) -> int:
        written.append(path)
        if len(written) == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, text, encoding)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        said = bastide("new-room", "north_wind", "--into", tmp_path)
    assert (said.code, "No space left on device" in said.err) == (2, True)
    assert not list(tmp_path.iterdir())
    assert bastide("new-room", "north_wind", "--into", tmp_path).code == 0


def test_what_cannot_be_checked_is_named(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = bastide("check-module", "harbors", "--only", "word")
    assert (wrong.code, wrong.err[:58]) == (2, "bastide: 'word' is no check; choose among playing, positio")
    assert "'lean' is not a module of the island" in bastide("check-module", "lean", "-n", "1").err
    # A check that fails is not an error of the command's use.
    monkeypatch.setattr("bastide.testing.words.catalogue", lambda language: {})
    failed = bastide("check-module", "harbors", "-n", "0", "--only", "words")
    assert (failed.code, failed.out) == (1, "")
    assert failed.err.startswith("bastide: harbors: the check 'words' fails in its files: ")
