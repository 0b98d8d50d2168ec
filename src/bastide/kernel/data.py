"""Tables in TOML files beside the code that reads them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """What a TOML file of a package holds. Keep it as a constant, and change nothing in it."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text("utf-8"))
