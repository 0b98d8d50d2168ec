"""docs/operations.md names everything that an operator can set, read in the log and measure."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bastide.cli.serve import PORT
from bastide.server.common.logs import Fields
from bastide.server.common.metrics import Metrics
from bastide.server.common.settings import Settings

PAGE = Path(__file__).parents[2].joinpath("docs", "operations.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [field.name for field in fields(Settings)])
def test_every_setting_is_explained(name: str) -> None:
    assert f"`BASTIDE_{name.upper()}`" in PAGE


@pytest.mark.parametrize("name", [*Fields.__annotations__, "time", "level", "logger", "event", "error", "trace"])
def test_every_field_of_the_log_is_explained(name: str) -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert any(f"`{name}`" in row for row in rows)


def test_every_metric_is_explained_and_no_other() -> None:
    metrics = Metrics()
    metrics.watch([])
    told = {family.name + ("_total" if family.type == "counter" else "") for family in metrics.registry.collect()}
    ours = {name for name in told if name.startswith("bastide_")}
    table = PAGE.partition("## Metrics")[2].partition("## Closing")[0]
    explained = {word for line in table.splitlines() if line.startswith("| `") for word in line.split("`")[1::2]}
    assert ours == {word for word in explained if word.startswith("bastide_")}


@pytest.mark.parametrize("page", ["docs/http.md", "docs/server.md", "docs/bots.md", "examples/bot.py"])
def test_examples_ask_where_a_server_listens_by_itself(page: str) -> None:
    text = Path(__file__).parents[2].joinpath(page).read_text(encoding="utf-8")
    ports = set(re.findall(r"localhost:(\d+)", text))
    assert ports == {str(PORT)}
