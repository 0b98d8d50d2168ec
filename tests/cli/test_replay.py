"""Replaying records."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from bastide.kernel.game import Game
from tests.cli.conftest import Command


def test_a_right_record_is_right(bastide: Command, game_file: Path, record: str) -> None:
    said = bastide("replay", "--check", game_file)
    assert (said.code, said.err) == (0, "")
    assert f"valid, 1 game, {record.count(chr(10)) - 2} decisions" in said.out
    [file] = bastide("replay", "--check", game_file, "--json").json
    assert file["games"][0]["hash"] == Game.load(record).hash()


def test_several_files_are_checked(bastide: Command, game_file: Path) -> None:
    assert len(bastide("replay", "--check", game_file, game_file, "--json").json) == 2
    assert "2 files are too many" in bastide("replay", game_file, game_file).err


def test_a_step_is_shown_to_a_seat(bastide: Command, game_file: Path) -> None:
    mine, open_ = (bastide("replay", game_file, "--at", 60, "--seat", seat, "--lang", "fr").out for seat in (1, "open"))
    assert mine.startswith("Étape 60 sur")
    assert mine.count("main\u202f:") == 1
    assert open_.count("main\u202f:") == 3


def test_a_step_is_data_for_machines(bastide: Command, game_file: Path) -> None:
    shown = bastide("replay", game_file, "--at", 60, "--seat", 1, "--json").json
    assert shown["view"]["version"] == 60
    assert [seat["hand"] is None for seat in shown["view"]["seats"]] == [True, False, True]


def test_moves_are_listed(bastide: Command, game_file: Path, record: str) -> None:
    said = bastide("replay", game_file, "--moves").out.splitlines()
    moves = bastide("replay", game_file, "--moves", "--json").json["moves"]
    assert len(said) == len(moves) == record.count("\n") - 2
    assert said[0].split()[1] == "chance"
    assert said[0].endswith(moves[0]["do"])


def test_moves_are_listed_up_to_a_step(bastide: Command, game_file: Path) -> None:
    whole = bastide("replay", game_file, "--moves").out.splitlines()
    assert bastide("replay", game_file, "--moves", "--at", 60).out.splitlines() == whole[:60]


def test_moves_are_listed_as_a_seat_knew_them(bastide: Command, game_file: Path, record: str) -> None:
    """Of what others stole and drew only the verb is told; of the position, no fingerprint."""
    known = {
        viewer: [
            line.split("  ")[-1] for line in bastide("replay", game_file, "--moves", "--seat", viewer).out.splitlines()
        ]
        for viewer in ("open", "spectator", 0, 1, 2)
    }
    told = [(text, [known[seat][n] for seat in (0, 1, 2)]) for n, text in enumerate(known["open"])]
    assert sum(text.startswith("draw ") for text in known["open"]) > 1
    assert [
        text for text, seen in told if text.startswith("draw ") and sorted(seen) != ["draw ?", "draw ?", text]
    ] == []
    assert [text for text, seen in told if text.startswith("steal ") and sorted(seen) != ["steal ?", text, text]] == []
    assert {text for text in known["spectator"] if "?" in text} == {"draw ?", "steal ?"}
    data = bastide("replay", game_file, "--moves", "--seat", 1, "--json").json
    assert [move["do"].strip() for move in data["moves"]] == [text.strip() for text in known[1]]
    assert "hash" not in data


def test_a_picture_is_drawn(bastide: Command, game_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    bastide("replay", game_file, "--svg", target, "--at", 40)
    assert target.read_text(encoding="utf-8").startswith("<svg ")
    assert bastide("replay", game_file, "--svg", "-", "--at", 40).out.strip() == target.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg", "game.jsonl"] or len(
        list(tmp_path.iterdir())
    ) == 2


def test_a_record_comes_from_stdin(bastide: Command, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(record))
    assert bastide("replay", "-", "--check").code == 0


def test_names_may_hold_signs_that_end_a_line_elsewhere(bastide: Command, tmp_path: Path) -> None:
    game = Game.new({"seats": 2, "options": {"first": 0}}, names=["Ma\u2028ud", "Od\x85ile"])
    file = tmp_path / "two.jsonl"
    file.write_text(game.save() * 2, encoding="utf-8")
    assert [entry["names"] for entry in bastide("replay", "--check", file, "--json").json[0]["games"]] == [
        ["Ma\u2028ud", "Od\x85ile"],
        ["Ma\u2028ud", "Od\x85ile"],
    ]


def test_a_mark_before_the_text_is_passed_over(bastide: Command, tmp_path: Path, record: str) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text(record, encoding="utf-8-sig")
    assert bastide("replay", "--check", file).code == 0


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--at", "100000"], "--at 100000 is out of range: the game has steps 0 to"),
        (["--at", "-1"], "--at -1"),
        (["--seat", "3"], "--seat '3' is not a viewer; use open (everything), spectator, or a seat from 0 to 2"),
        (["--seat", "me"], "--seat 'me'"),
        (["--game", "2"], "holds 1 game, counted from 1"),
        (["--check", "--moves"], "--check and --moves exclude each other"),
        (["--svg", "/dev/null/x.svg"], "/dev/null/x.svg cannot be written: Not a directory"),
    ],
)
def test_bad_input_is_one_clear_line(bastide: Command, game_file: Path, arguments: list[str], hint: str) -> None:
    said = bastide("replay", game_file, *arguments)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert hint in said.err


def test_a_bad_record_names_its_line(bastide: Command, tmp_path: Path, record: str) -> None:
    lines = record.splitlines()
    altered = [*lines]
    altered[6] = json.dumps({**json.loads(lines[6]), "do": "end"})
    file = tmp_path / "bad.jsonl"
    for text, hint in (
        ("\n".join(lines[:20]), "line 20: the record is truncated"),
        ("\n".join(altered), "line 7: "),
        ("\n".join([*lines[:9], *lines[10:]]), "line 10: expected decision 9, got 10"),
        ("", "line 1: the record is empty"),
        ("hello", "line 1: 'hello' is no JSON"),
        (record + "\n".join(lines[:20]), f"line {len(lines) + 20}: the record is truncated"),
    ):
        file.write_text(text, encoding="utf-8")
        said = bastide("replay", "--check", file)
        assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        assert f"{file}: {hint}" in said.err


def test_no_file_is_one_clear_line(bastide: Command, tmp_path: Path) -> None:
    assert (
        bastide("replay", tmp_path / "none").err
        == f"bastide: {tmp_path / 'none'} cannot be read: No such file or directory\n"
    )
    assert "Is a directory" in bastide("replay", tmp_path).err
    assert bastide("replay").code == 2
