"""The comparison with the peer's games of Carcassonne, on one that is carried over; what is wrong is found."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bastide.carcassonne.tiles.model import Section
from tests.oracle import carcassonne
from tests.oracle.carcassonne import as_laid
from tests.oracle.reading import FormatError
from tests.oracle.tile_peer import NAMES, TILES, spot

GAME = Path(__file__).parent / "data" / "peer_tiles.jsonl.gz"
Lines = list[dict[str, Any]]


def lines() -> Lines:
    with gzip.open(GAME, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def compare(tmp_path: Path, capsys: pytest.CaptureFixture[str], entries: Lines) -> tuple[int, str]:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    code = carcassonne.main([str(path)])
    out = capsys.readouterr()
    return code, out.out + out.err


@pytest.mark.rule(
    "CARC-003",
    "CARC-011",
    "CARC-012",
    "CARC-015",
    "CARC-017",
    "CARC-026",
    "CARC-031",
    "CARC-033",
    "CARC-035",
    "CARC-039",
    "CARC-045",
    "CARC-046",
    "CARC-049",
    "CARC-053",
)
def test_a_game_of_an_independent_engine_is_ours_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert carcassonne.main([str(GAME)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out == ["games        1", "decisions    71 compared, of 71", "explained    0", "unexplained  0"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("part", "tiles", "explained"),
    [
        pytest.param("inns", 89, 0, marks=pytest.mark.rule("INN-002", "INN-003", "INN-006", "INN-007", "INN-010")),
        pytest.param("traders", 95, 1, marks=pytest.mark.rule("TRD-003", "TRD-005", "TRD-017", "TRD-020", "TRD-023")),
        pytest.param(
            "hills", 82, 0, marks=pytest.mark.rule("SHEEP-006", "SHEEP-012", "SHEEP-015", "SHEEP-019", "SHEEP-029")
        ),
        pytest.param("river", 83, 0, marks=pytest.mark.rule("RIVER-003", "RIVER-004", "RIVER-009", "RIVER-014")),
    ],
)
def test_a_game_with_an_expansion_is_ours_too(
    capsys: pytest.CaptureFixture[str], part: str, tiles: int, explained: int
) -> None:
    assert carcassonne.main([str(GAME.with_name(f"peer_tiles_{part}.jsonl.gz"))]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == ["games        1", f"decisions    {tiles} compared, of {tiles}", f"explained    {explained}"]
    assert out[-1] == "unexplained  0"


def test_every_tile_of_the_peer_is_one_of_ours() -> None:
    assert set(NAMES.values()) == {name for name in TILES if not name.startswith("wheel.")}


def test_wrong_tokens_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(GAME.with_name("peer_tiles_hills.jsonl.gz"), "rt", encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    turn = next(e for e in entries if any("token" in event for event in e.get("events", ())))
    event = next(event for event in turn["events"] if "token" in event)
    turn["events"].append({"token": "SHEEP_1X"})
    code, out = compare(tmp_path, capsys, entries)
    assert (code, f"step {turn['n']}: tokens that nobody draws" in out) == (1, True)
    turn["events"].pop()
    event["token"] = "GOAT"
    code, out = compare(tmp_path, capsys, entries)
    assert (code, "'GOAT' is no token" in out) == (2, True)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda turn: turn["legal"].pop(), "legal places"),
        (lambda turn: turn["meepleOptions"].pop(), "where a figure may stand"),
        (lambda turn: turn["scores"].__setitem__(0, 99), "scores"),
        (lambda turn: turn["supply"].__setitem__(0, {"SmallFollower": 1}), "supplies"),
        (lambda turn: turn.__setitem__("left", turn["left"] + 1), "tiles left"),
        (lambda turn: turn.__setitem__("player", (turn["player"] + 1) % 3), "who draws"),
        (lambda turn: turn["events"].append({"returned": "1.small.1"}), "who came home"),
        (
            lambda turn: turn["events"].append({"player": 0, "points": 1, "what": "road", "items": [["tiles", 1, 1]]}),
            "what was scored",
        ),
    ],
)
def test_a_difference_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], None], what: str
) -> None:
    entries = lines()
    turn = next(e for e in entries if e["kind"] == "turn" and e["n"] >= 10 and len(e["meepleOptions"]) > 1)
    change(turn)
    code, out = compare(tmp_path, capsys, entries)
    assert code == 1
    assert f"step {turn['n']}: {what}" in out


def test_the_end_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = lines()
    entries[-1]["final"][1] += 1
    code, out = compare(tmp_path, capsys, entries)
    assert code == 1
    assert "the final scores" in out


def test_tiles_set_aside_are_looked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = lines()
    entries[-1]["discarded"] = ["BA/L"]
    code, out = compare(tmp_path, capsys, entries)
    assert code == 1
    assert "tiles set aside" in out


@pytest.mark.parametrize(
    ("at", "key", "value", "says"),
    [
        (0, "config", ["base", "dragons"], "it plays with dragons"),
        (0, "players", 9, "9 players"),
        (0, "start", [{"tile": "BA/L", "pos": [0, 0], "rot": 0}], "it begins with BA/L"),
        (1, "tile", "BA/X", "'BA/X' is no tile"),
        (1, "n", 4, "expected turn 0"),
        (1, "scores", [0], "there are 3 players"),
        (1, "place", "here", "line 2"),
        (-1, "placements", 3, "the end counts 3"),
    ],
)
def test_what_cannot_be_read_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], at: int, key: str, value: object, says: str
) -> None:
    entries = lines()
    entries[at][key] = value
    code, out = compare(tmp_path, capsys, entries)
    assert code == 2
    assert says in out.partition("\nerror: ")[2]


def test_a_file_without_an_end_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(tmp_path, capsys, lines()[:-1])[0] == 2
    assert compare(tmp_path, capsys, [])[0] == 2


def test_the_names_of_sections() -> None:
    assert spot("Road", "WE") == ("road", frozenset({1, 3}))
    assert spot("City", "_W") == ("city", frozenset({0, 1, 2}))
    assert spot("Field", "NL.WR") == ("field", frozenset({0, 7}))
    assert spot("Monastery", "I") == ("monastery", frozenset())
    assert as_laid(Section("field", halves=(0, 7)), 1) == ("field", frozenset({2, 1}))
    for feature, loc in (("Tower", "N"), ("Road", "NX"), ("Field", "N")):
        with pytest.raises(FormatError):
            spot(feature, loc)
