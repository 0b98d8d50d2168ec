"""The load benchmark of the server: its figures, its people, its report, and a short run of the real thing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bastide.catan.family import MODULES
from bastide.cli.others import GAMES, rules_of
from bastide.server.common.tokens import Tokens
from bastide.server.storage.store import Store
from bastide.web.panels import render
from benchmarks.server import __main__ as command
from benchmarks.server import bots, overload, page, report, restart
from benchmarks.server.choose import decide, goods
from benchmarks.server.figures import percentile, summary
from benchmarks.server.fill import fill
from benchmarks.server.measure import step
from tests.web.panels import tables
from tools.marked import block, marked, stamps


@pytest.mark.parametrize(
    ("values", "share", "found"),
    [([5], 0.99, 5), ([1, 2, 3, 4], 0.5, 2), (list(range(1, 101)), 0.99, 99), (list(range(1000)), 0.999, 998)],
)
def test_a_percentile_is_one_of_the_values(values: list[float], share: float, found: float) -> None:
    assert percentile(values[::-1], share) == found


def test_times_are_told_in_milliseconds() -> None:
    assert summary([0.001, 0.002, 0.5]) == {"median": 2.0, "p99": 500.0, "p999": 500.0, "max": 500.0}
    assert summary([]) == {}
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_a_person_plays_what_the_page_offers() -> None:
    table = tables.mine()
    assert table.view is not None
    found = {decide(render(table, "en"), random.Random(seed)) for seed in range(60)}
    assert found
    words = {text.split()[0] for text in found if text is not None}
    assert words <= {*(text.split()[0] for text in table.view.legal), "offer"}
    assert decide({}, random.Random(1)) is None


def test_goods_are_chosen_to_the_number_that_is_owed() -> None:
    said = goods("discard", 4, {"ore": 3, "wool": 2, "grain": 0}, random.Random(3))
    counts = [int(word.partition("*")[2] or 1) for word in said.split()[1:]]
    assert said.startswith("discard ")
    assert sum(counts) == 4


def test_tables_are_put_into_the_database_with_seats_that_are_proved(tmp_path: Path) -> None:
    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'some.db'}"
        found = await fill(url, "a secret for this test", 3, lambda line: None)
        store = await Store.open(url)
        for table, *tokens in found:
            seats = [Tokens("a secret for this test", 60).verify(token, table).seat for token in tokens]
            assert seats == [0, 1, 2, 3]
            assert len(await store.load(table)) > 4
        assert len({table for table, *_ in found}) == 3
        await store.close()

    asyncio.run(run())


def found(**more: Any) -> dict[str, Any]:
    times = {"median": 12.0, "p99": 80.5, "p999": 99.0, "max": 120.0}
    one: dict[str, Any] = {
        "commands": 100, "commands_per_second": 5.0, "frames_per_second": 20.0, "bytes_per_frame": 90_000,
        "ack_ms": times, "shown_ms": times, "unanswered": 0, "refused": {}, "server_cpu": 0.1,
        "server_ms_per_command": 9.5, "memory": 200 * 2**20, "memory_per_table": 2**20, "load_late_ms": times,
        "load_cpu": 0.05, "load_read_ms": 0.3, "machine_load": 0.4,
    }  # fmt: skip
    names = ("Date", "Processor", "System", "Python", "Commit", "Shared cores", "Packages", "Database")
    return {
        "facts": dict.fromkeys(names, "some | thing"),
        "seconds": 60.0,
        "warm": 15.0,
        "think": [1.0, 3.0],
        "steps": [one | {"tables": count} | more for count in (10, 100, 300)],
        "commands": ["make bench-server"],
    }


def test_the_report_says_whether_the_target_was_met() -> None:
    text = report.markdown(found(), "img/some.svg")
    assert "80.5 ms; met." in text
    slow = {"median": 12.0, "p99": 151.0, "p999": 300.0, "max": 400.0}
    assert "151 ms; missed." in report.markdown(found(shown_ms=slow), "img/some.svg")
    few = found() | {"steps": found()["steps"][:1]}
    assert "was not measured" in report.markdown(few, "img/some.svg")
    rows = [line.count("|") - line.count("\\|") for line in text.splitlines() if line.startswith("| 100 ")]
    assert len(rows) == 4


def test_the_report_tells_of_several_processes_where_they_were_measured() -> None:
    pair = [step | {"servers": servers} for step, servers in zip(found()["steps"][1:], (2, 3), strict=True)]
    text = report.markdown(found() | {"pair": pair}, "img/some.svg")
    assert text.count("at 100 tables. Measured: 80.5 ms; met.") == 2
    assert text.count("at 300 tables. Measured: 80.5 ms; met. The 3 processes together used 10% of one core") == 1
    assert "several processes" in text
    assert "several processes" not in report.markdown(found(), "img/some.svg")


def test_the_plot_is_a_picture_with_its_words() -> None:
    drawn = ElementTree.fromstring(report.svg(found()))
    said = "".join(drawn.itertext())
    assert "100 tables: median 12, p99 80.5 ms" in said
    assert "target, 150 ms" in said
    with pytest.raises(ValueError, match="nothing to draw"):
        report.svg(found(shown_ms={}))


@pytest.mark.parametrize("text", ["{", "{}", "[]", '{"steps": 5}'])
def test_what_holds_no_results_is_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    for path in (file, tmp_path / "none.json"):
        with pytest.raises(SystemExit, match="2"):
            command.main(["--results", str(path), "--no-docs"])
        assert f"error: --results {path}" in capsys.readouterr().err.splitlines()[-1]


def test_the_page_has_a_place_for_each_measurement() -> None:
    text = page.PAGE.read_text("utf-8")
    for name in (report.NAME, report.STAGES, overload.NAME, bots.NAME, restart.NAME):
        assert block(text, name).command == "make bench-server"


def test_a_measurement_is_written_with_its_commit(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"# P\n\n{marked('floods', 'make bench-server', 'old')}\n", "utf-8")
    text = page.write("floods", "2 tables; milliseconds", ["| a |", "| :-- |"], path)
    assert len(stamps(text)) == 1
    assert "; 2 tables; milliseconds.\n\n| a |\n| :-- |" in text
    assert block(path.read_text("utf-8"), "floods").text == text


def test_the_flooding_address_plays_with_the_largest_expansion() -> None:
    [name] = overload.costliest()
    sizes = {room: rules_of(room, 0).schema.size for room in MODULES if room in GAMES}
    assert sizes[name] == max(sizes.values())


@pytest.mark.slow
def test_two_tables_are_played_and_measured() -> None:
    said: list[str] = []
    figures = step(2, seconds=3.0, warm=0.2, think=(0.05, 0.1), say=said.append)
    assert figures["commands"] > 0
    assert figures["unanswered"] == 0
    assert set(figures["refused"]) <= {"stale", "turn", "illegal", "invalid"}
    assert figures["shown_ms"]["max"] >= figures["shown_ms"]["median"] > 0
    assert figures["ack_ms"]["median"] > 0
    assert figures["memory_per_table"] > 0
    assert 0 < figures["server_cpu"] < 2
    assert said[-1] == "2 tables: measured"


@pytest.mark.slow
def test_people_are_measured_beside_bots_that_think() -> None:
    figures = bots.measured(bots.THINKS, tables=1, bots=1, seconds=4.0, warm=0.5)
    assert figures["commands"] > 0
    assert figures["failed"] == 0
