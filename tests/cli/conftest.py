"""Fixtures of the command's tests: the command itself, and a record to work on."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bastide.arena.matches import Series
from bastide.cli.app import run
from bastide.cli.output import VARIABLES


@dataclass(frozen=True)
class Said:
    """The output of one command run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Said]


@pytest.fixture
def bastide(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs `bastide` with these arguments, in English unless told otherwise."""
    for name in (*VARIABLES, *(name for name in os.environ if name.startswith("BASTIDE_"))):
        monkeypatch.delenv(name, raising=False)

    def command(*arguments: object) -> Said:
        code = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return command


@pytest.fixture(scope="session")
def record() -> str:
    """A whole game between bots."""
    config = {"seats": 3, "layout": "random", "options": {"goal": 5}}
    return Series(config, ("random",) * 3, 4, records=True).play(0).text


@pytest.fixture
def game_file(tmp_path: Path, record: str) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(record, encoding="utf-8")
    return path


def plugged(folder: Path, project: Path) -> dict[str, str]:
    """Enter the plug-ins of a project in a folder, as an installer does; returns an environment that has them."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{declared['name']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: 1.0\n", "utf-8")
    points = declared["entry-points"]["bastide.modules"]
    lines = "\n".join(f"{key} = {value}" for key, value in points.items())
    (info / "entry_points.txt").write_text(f"[bastide.modules]\n{lines}\n", "utf-8")
    site = os.pathsep.join(filter(None, [str(folder), str(project), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": site, "BASTIDE_LANG": "en", "PYTHONUTF8": "1"}
