"""`make campaign`: the names of its slices, and what becomes of their rows on the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from tests.combinations.table import in_short, present, sets_of
from tests.differential import sets
from tests.island import mutations
from tests.search import choices as searched
from tools import campaign, campaign_parts
from tools.campaign import chosen, main, rows, written
from tools.campaign_parts import PARTS, ROOT, Failed, ending, sets_ending, with_mutations

ROW = "| kills | 1 | 7 | 2026-11-22 | 0123456789 | 9 s |"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A page with a row for `faults:kills`; of the slices of that part `disk` fails and `stop` is interrupted."""

    def run(name: str, jobs: int) -> list[str]:
        if name == "disk":
            raise Failed("a game is lost")
        if name == "stop":
            raise KeyboardInterrupt
        return [f"{jobs}", "8"]

    slices = ["kills", "disk", "lines", "stop", "client"]
    monkeypatch.setitem(PARTS, "faults", replace(PARTS["faults"], slices=lambda: slices, run=run))
    monkeypatch.setattr(campaign, "PAGE", tmp_path / "campaign.md")
    campaign.PAGE.write_text(written("", "faults", ROW), "utf-8")
    return campaign.PAGE


# Names.


def test_a_part_alone_is_all_of_its_slices_and_each_runs_once() -> None:
    assert chosen(["fuzz:api", "fuzz"]) == [("fuzz", "api"), *[pair for pair in chosen(["fuzz"]) if pair[1] != "api"]]
    assert [part for part, _ in chosen([])] == [part for part in PARTS for _ in chosen([part])]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mutation", "there is no part 'mutation'; there are differential, combinations, "),
        ("fuzz:tory", "fuzz has no slice 'tory'; it has configs, forms, messages, notation, records, tokens, api"),
        ("fuzz:", "fuzz has no slice ''; it has configs"),
    ],
)
def test_a_wrong_name_lists_what_there_is(given: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["fuzz:api", given])
    assert stopped.value.code == 2
    assert f"error: {said}" in capsys.readouterr().err


def test_every_room_has_a_slice_where_all_rooms_are_run() -> None:
    names = [name for family in FAMILIES for name in (family, *rooms(family))]
    assert len(set(names)) == len(names)
    for name in ("differential", "strength"):
        assert list(PARTS[name].slices()) == names
    for part in PARTS.values():
        slices = list(part.slices())
        assert slices
        assert len(set(slices)) == len(slices)


def test_each_table_of_mutations_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    for folder in with_mutations().values():
        assert mutations.main(["--of", str(folder), "NO-RULE"]) == 0
        assert f"0 mutations of {folder.relative_to(ROOT).as_posix()}\n" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        mutations.main(["--of", "tests/build"])


def test_a_measurement_of_boards_becomes_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        "compiled: 3 files\n",
        "4 seats: 9 of 10 games won; 60 turns\ncompiled: 8 s\n6 seats: 1,000 of 1,000 games won; a\n",
    ]
    monkeypatch.setattr(campaign_parts, "output_of", lambda *command: said[len(command) > 3])
    assert PARTS["balance"].run("some", 1) == [
        "4 seats: 9 of 10 games won; 60 turns<br>6 seats: 1,000 of 1,000 games won; a"
    ]
    said[1] = "compiled: left out: no compiler\n"
    with pytest.raises(Failed, match="told no figures"):
        PARTS["balance"].run("some", 1)


def test_each_set_of_modules_is_in_one_slice() -> None:
    """The slices together play what the part plays."""
    played = {set_.slice for family in FAMILIES for set_ in sets.sets_of(family)}
    assert played == set(PARTS["differential"].slices())
    for test in ("[{}-3]", "[{}]"):
        for names in sets_of(present()):
            having = [
                one
                for one in PARTS["combinations"].slices()
                if any(piece in test.format(in_short(names)) for piece in sets_ending(one).split(" or "))
            ]
            assert having == [next((name for name in reversed(present()) if name in names), "island")]


def test_each_test_of_searches_is_in_one_slice() -> None:
    slices = PARTS["searches"].slices()
    for name in searched.sets():
        ends = [one for one in slices if ending(one) in f"test_a_search[{name}]"]
        assert ends == [name.rpartition(" + ")[2]]


# Rows.


def test_a_row_replaces_the_one_of_its_slice_alone() -> None:
    one = written(written("", "fuzz", "| api | 3 | x |"), "fuzz", "| forms | 4 | x |")
    two = written(one, "fuzz", "| api | 5 | y |")
    assert campaign.rows(two, "fuzz") == {"api": "| api | 5 | y |", "forms": "| forms | 4 | x |"}
    assert campaign.rows(two, "faults") == {}
    assert two.count(campaign.NEVER) == len(PARTS) - 1
    assert written(two) == two


def test_a_slice_that_succeeds_replaces_its_row_and_one_that_fails_keeps_it(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--jobs", "3", "faults:disk", "faults:lines"]) == 1
    out = capsys.readouterr().out
    assert "campaign: faults:disk: a game is lost\n" in out
    assert "campaign: FAILED: faults:disk; " in out
    found = rows(page.read_text("utf-8"), "faults")
    assert list(found) == ["kills", "lines"]
    assert found["kills"] == ROW
    assert found["lines"].startswith("| lines | 3 | 8 | 20")
    assert main(["faults:kills"]) == 0
    assert rows(page.read_text("utf-8"), "faults")["kills"].startswith("| kills | 2 | 8 | 20")


def test_an_interrupted_run_keeps_what_is_finished(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["faults:lines", "faults:stop", "faults:client"]) == 130
    assert "campaign: interrupted; " in capsys.readouterr().out
    assert list(rows(page.read_text("utf-8"), "faults")) == ["kills", "lines"]


def test_the_list_tells_what_was_not_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "faults"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["faults:kills  2026-11-22, 0123456789, 9 s", "faults:disk  not run yet"]


def test_what_is_out_of_date_is_told(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def newer(root: Path, commit: str, paths: tuple[str, ...]) -> int | None:
        asked.append((commit, paths))
        return {"0123456789": 3, "1123456789": 0}.get(commit)

    monkeypatch.setattr(campaign, "newer", newer)
    for name, commit in (("lines", "1123456789"), ("client", "2123456789")):
        text = written(page.read_text("utf-8"), "faults", f"| {name} | 1 | 7 | 2026-11-22 | {commit} | 9 s |")
        page.write_text(text, "utf-8")
    assert main(["--stale", "faults"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "faults:kills  of 2026-11-22, 3 commits to what it checks since 0123456789",
        "faults:disk  not run yet",
        "faults:stop  not run yet",
        "faults:client  of 2026-11-22, at 2123456789, a commit unknown to this clone",
    ]
    assert asked[0] == ("0123456789", ("src/bastide/server", "tests/faults/test_kills.py"))
    assert main(["--stale", "faults:lines"]) == 0
    assert capsys.readouterr().out == "campaign: no slice is out of date\n"


def test_every_slice_checks_files_that_are_there() -> None:
    for name, part in PARTS.items():
        for one in part.slices():
            missing = [path for path in part.checks(one) if not (ROOT / path).exists()]
            assert missing == [], f"{name}:{one}"


def test_the_page_of_the_campaign_is_as_the_tool_writes_it() -> None:
    text = campaign.PAGE.read_text("utf-8")
    assert written(text) == text
    for part, about in PARTS.items():
        for name, line in campaign.rows(text, part).items():
            assert name in set(about.slices()), f"{part} has no slice {name}"
            assert line.count(" | ") == len(about.columns) + 3
