"""Longer time limits for games under faults, the more so on a busy machine."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent.as_posix()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.as_posix().startswith(f"{HERE}/"):
            item.add_marker(pytest.mark.timeout(600))
            item.add_marker(pytest.mark.slow)
