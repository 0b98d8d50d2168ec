"""The lock file for operators has everything that the server needs, in versions that it accepts, with hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
LINE = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[\w.]+) \\\n(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def test_the_lock_fits_the_dependencies() -> None:
    text = (ROOT / "requirements-server.txt").read_text("utf-8")
    locked = {found["name"]: found["version"] for found in LINE.finditer(text)}
    rest = [line for line in LINE.sub("", text).splitlines() if line and not line.startswith("#")]
    assert rest == [], "every line is a version with its hashes"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(line) for line in project["dependencies"] + project["optional-dependencies"]["postgresql"]]
    for requirement in wanted:
        version = locked[requirement.name.replace("_", "-").lower()]
        assert requirement.specifier.contains(version), f"{requirement} is locked as {version}"
        assert "<" in str(requirement.specifier) or requirement.name in UNBOUNDED or "==" in str(requirement.specifier)


UNBOUNDED: Final = {"greenlet"}
"""What only SQLAlchemy uses, which says what it accepts."""
