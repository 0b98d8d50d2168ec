"""The comparison with the peer's games, on one that is carried over; and that the comparison catches what is wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import catan

GAME = Path(__file__).parent / "data" / "peer_random.jsonl.gz"
Lines = list[dict[str, Any]]


def lines() -> Lines:
    with gzip.open(GAME, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def compare(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> tuple[int, str]:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    code = catan.main([str(path)])
    out = capsys.readouterr()
    return code, out.out + out.err


def dump(entries: Lines) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def step_of(entries: Lines, kind: str) -> dict[str, Any]:
    return next(entry for entry in entries if entry["t"] == "step" and entry["a"][0] == kind)


@pytest.mark.rule(
    "BASE-010",
    "BASE-013",
    "BASE-014",
    "BASE-017",
    "BASE-018",
    "BASE-022",
    "BASE-023",
    "BASE-024",
    "BASE-027",
    "BASE-029",
    "BASE-031",
    "BASE-033",
    "BASE-040",
    "BASE-044",
    "BASE-047",
    "BASE-050",
)
def test_a_game_of_an_independent_engine_is_ours_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert catan.main([str(GAME)]) == 0
    out = capsys.readouterr().out
    assert "games        1" in out
    assert "724 compared, of 724" in out
    assert "unexplained  0" in out


def hand(entries: Lines) -> None:
    step_of(entries, "ROLL")["after"]["p"][1]["res"][2] += 1


def bank(entries: Lines) -> None:
    step_of(entries, "MARITIME_TRADE")["after"]["bank"][0] -= 1


def fewer_legal(entries: Lines) -> None:
    step = step_of(entries, "MARITIME_TRADE")
    step["legal"] = [action for action in step["legal"] if action == step["a"]]


def more_legal(entries: Lines) -> None:
    step_of(entries, "END_TURN")["legal"].append(["BUILD_CITY", 0])


def another_victim(entries: Lines) -> None:
    step = next(e for e in entries if e["t"] == "step" and e["a"][0] == "MOVE_ROBBER" and e["a"][1][1] is None)
    step["a"][1][1] = (step["seat"] + 1) % 4


def another_road(entries: Lines) -> None:
    step_of(entries, "BUILD_ROAD")["a"][1] = [0, 1]


def discard_too_much(entries: Lines) -> None:
    step_of(entries, "DISCARD_RESOURCE")["after"]["next"]["discard_counts"][0] += 1


def wrong_flag(entries: Lines) -> None:
    step_of(entries, "ROLL")["x"] = ["road_len_p0:0!=7"]


def unknown_flag(entries: Lines) -> None:
    step_of(entries, "ROLL")["x"] = ["anything_goes"]


def army(entries: Lines) -> None:
    step_of(entries, "PLAY_KNIGHT_CARD")["after"]["army"] = 0


def another_card(entries: Lines) -> None:
    step = step_of(entries, "BUY_DEVELOPMENT_CARD")
    step["r"] = "MONOPOLY" if step["r"] != "MONOPOLY" else "KNIGHT"


def another_winner(entries: Lines) -> None:
    entries[-1]["winner"] = (entries[-1]["winner"] + 1) % 4


def goes_on(entries: Lines) -> None:
    entries[0]["vps_to_win"] = 9


def number(entries: Lines) -> None:
    rolled = sum(step_of(entries, "ROLL")["r"])
    for tile in entries[0]["tiles"]:
        if tile["number"] == rolled:
            tile["number"] = 12 if rolled != 12 else 2


@pytest.mark.compiled
@pytest.mark.parametrize(
    "tamper",
    [
        hand,
        bank,
        fewer_legal,
        more_legal,
        another_victim,
        another_road,
        discard_too_much,
        wrong_flag,
        unknown_flag,
        army,
        another_card,
        another_winner,
        goes_on,
        number,
    ],
)
def test_what_is_altered_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tamper: Callable[[Lines], None]
) -> None:
    entries = lines()
    tamper(entries)
    code, out = compare(tmp_path, capsys, dump(entries))
    assert code == 1, out
    assert "unexplained  0" not in out


def without(key: str) -> Callable[[Lines], str]:
    def drop(entries: Lines) -> str:
        del entries[5][key]
        return dump(entries)

    return drop


def without_line(entries: Lines) -> str:
    return dump(entries[:7] + entries[8:])


def without_end(entries: Lines) -> str:
    return dump(entries[:-1])


def half_a_line(entries: Lines) -> str:
    return dump(entries[:9])[:-20]


def no_such_action(entries: Lines) -> str:
    entries[3]["a"] = ["DANCE", None]
    return dump(entries)


def no_such_corner(entries: Lines) -> str:
    entries[3]["a"] = ["BUILD_SETTLEMENT", 99]
    return dump(entries)


def seven_on_a_hex(entries: Lines) -> str:
    entries[0]["tiles"][0]["number"] = 7
    return dump(entries)


def moved_corner(entries: Lines) -> str:
    entries[0]["nodes"]["0"] = entries[0]["nodes"]["1"]
    return dump(entries)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without("after"), "line 6"),
        (without("legal"), "line 6"),
        (without_line, "line 8: expected step 6, got 7"),
        (without_end, "has no end"),
        (half_a_line, "line 9"),
        (no_such_action, "DANCE"),
        (no_such_corner, "99"),
        (seven_on_a_hex, "number must be 2 to 12"),
        (moved_corner, "corner is not where"),
        (lambda _: "", "no game"),
        (lambda _: "not a game\n", "line 1: 'not a game'"),
    ],
)
def test_what_is_no_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Lines], str], says: str
) -> None:
    code, out = compare(tmp_path, capsys, spoil(lines()))
    assert code == 2, out
    assert says in out
    assert "game.jsonl" in out


def test_a_file_that_is_not_there_or_not_whole_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert catan.main([str(tmp_path / "none.jsonl")]) == 2
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(GAME.read_bytes()[:900])
    assert catan.main([str(broken)]) == 2
    assert "broken.jsonl.gz" in capsys.readouterr().err


def test_a_damaged_archive_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = bytearray(GAME.read_bytes())
    packed[5000:5010] = b"0123456789"
    broken = tmp_path / "damaged.jsonl.gz"
    broken.write_bytes(packed)
    assert catan.main([str(broken)]) == 2
    assert "damaged.jsonl.gz" in capsys.readouterr().err
