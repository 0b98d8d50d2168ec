"""A game in the terminal, typed line by line."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.cli.texttable import TextTable
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view.words import Words
from tests.cli.conftest import Command, Said

Typing = Callable[..., Said]


@pytest.fixture
def typing(bastide: Command, monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Plays in the terminal, typing these lines, with ... for Ctrl-C; then the input ends."""

    def play(*lines: Any, options: tuple[object, ...] = ()) -> Said:
        left = iter(lines)

        def typed(_: str) -> str:
            line = next(left, None)
            if line is None:
                raise EOFError
            if line is ...:
                raise KeyboardInterrupt
            return str(line)

        monkeypatch.setattr("builtins.input", typed)
        dealt = () if "--load" in options else ("--layout", "random", "-o", "first=0")
        return bastide("play", "--text", "--seed", 4, *dealt, *options)

    return play


def test_a_decision_is_played_and_taken_back(typing: Typing) -> None:
    said = typing("settle 0,0,N", "road 0,0,NE", "undo", "undo")
    assert (said.code, said.err) == (0, "")
    assert "Player builds a settlement" in said.out
    # After the road the others placed, so that only the settlement could have been taken back before.
    assert "Not possible" in said.out
    assert "Undone" not in said.out
    assert "Undone: settle 0,0,N" in typing("settle 0,0,N", "undo").out


def test_what_was_taken_back_is_done_again(typing: Typing) -> None:
    said = typing("settle 0,0,N", "undo", "redo", "redo", "road 0,0,NE").out
    assert "Undone: settle 0,0,N" in said
    assert "Redone: settle 0,0,N" in said
    assert "there is nothing to redo" in said
    assert "Player lays a road" in said or "Player builds a road" in said
    assert "Rétabli\u202f: settle 0,0,N" in typing("settle 0,0,N", "annuler", "rétablir", options=("--lang", "fr")).out


def test_a_word_that_is_too_short_is_told_what_it_could_be(typing: Typing) -> None:
    said = typing("l", "se 0,0,N", "road 0,0,NE", "rol", "rol", "b", "end").out
    assert "'l' is too short: it could be legal, log, look" in said
    assert "Player builds a settlement" in said
    assert "no verb" not in said
    assert "could be bank, buy" in said
    assert said.count("Not possible: place your starting settlement first") == 3
    later = typing("ba", "o wool for ore", "wi", "go", "dra").out
    assert later.count("Not possible: place your starting settlement first") == 2
    assert "'bank' cannot be read; 'bank' is written like" in later
    assert "'go' is no verb" in later
    for text in ("'dra' is no verb", "fly"):
        words = typing(text.strip("'").split("'")[0]).out.partition("the verbs are ")[2].split("\n\n")[0]
        assert "accept" in words
        for never in ("go-on", "draw", "steal", "give", "send", "want"):
            assert never not in words.replace("\n", " ").replace(",", "").split()


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "bastide", "rules", "BASE-019"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "BASE-019" in done.stdout


def test_mistakes_are_answered_and_change_nothing(typing: Typing) -> None:
    said = typing("sette 0,0,N", "settle 9,9,N", "road 0,0,NE", "fly home", "look nowhere", "rule BASE-999", "why fly")
    assert (said.code, said.err) == (0, "")
    assert "'settle 9,9,N' cannot be read" in said.out
    assert "'fly' is no verb" in said.out
    assert "'nowhere' is not a hex, corner or edge of this island" in said.out
    assert "there is no rule 'BASE-999'" in said.out
    assert "Undone" not in said.out
    assert "builds" not in said.out.partition("\n> ")[2]


def test_verbs_may_be_shortened_and_a_lone_decision_needs_no_word(typing: Typing) -> None:
    assert "Player builds a settlement" in typing("set 0,0,N").out
    assert "You may send:" in typing("").out.partition("You may send:")[2]


def test_help_and_looks(typing: Typing) -> None:
    said = typing(
        "?", "help", "legal", "map", "log", "look", "look 0,0,N", "look 0,0", "why", "why city", "rule robber"
    )
    assert said.out.count("undo your last action") == 2
    assert "in 36 rolls" in said.out
    assert "[BASE-016]" in said.out
    assert "BASE-023" in said.out
    assert all(len(line) < 80 for line in said.out.splitlines() if not line.startswith("> "))


def test_french_words(typing: Typing) -> None:
    said = typing("aide", "pourquoi city", "règle voleurs", "carte", "quitter", options=("--lang", "fr"))
    assert "Vous occupez la place 0" in said.out
    assert "Impossible" in said.out
    assert "pion Voleurs" in said.out


def test_no_file_is_replaced_unasked(typing: Typing, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text("another", "utf-8")
    said = typing("settle 0,0,N", f"save {file}")
    assert "is there already: type it again to replace it" in " ".join(said.out.split())
    assert file.read_text("utf-8") == "another"
    said = typing("settle 0,0,N", f"save {file}", f"save {file}", "road 0,0,NE", f"save {file}")
    assert said.out.count("Saved to") == 2  # what this game has saved it may replace
    assert Game.load(file.read_text("utf-8")).version > 1


@pytest.mark.parametrize(
    ("answers", "code", "saved"), [(["", "never"], 130, False), ([Ellipsis], 130, False), (["FILE"], 0, True)]
)
def test_an_interrupt_offers_to_save(
    typing: Typing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answers: list[Any], code: int, saved: bool
) -> None:
    monkeypatch.setattr("bastide.cli.texttable.TextTable._complete_with_tab", lambda _: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    file = tmp_path / "mine.jsonl"
    said = typing("settle 0,0,N", ..., *(str(file) if answer == "FILE" else answer for answer in answers))
    assert "The game is not saved. Type a file to save it to" in " ".join(said.out.split())
    assert (said.code, file.exists()) == (code, saved)
    assert typing(..., "never").code == 130  # nothing was played: there is nothing to save


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        (("settle 0,0,N", "save FILE"), False),
        (("settle 0,0,N", "quit"), True),  # that was only the question
        (("settle 0,0,N", "save FILE", "undo", "settle 0,0,S"), True),  # as many decisions as are saved
        (("settle 0,0,N", "save FILE", "undo", "redo"), False),
        (("settle 0,0,N", "quit", "undo", "settle 0,0,S", "save FILE"), False),
    ],
)
@pytest.mark.parametrize("end", ["quit", ...])
def test_what_is_not_saved_is_never_lost_unasked(
    typing: Typing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lines: tuple[str, ...], lost: bool, end: Any
) -> None:
    monkeypatch.setattr("bastide.cli.texttable.TextTable._complete_with_tab", lambda _: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    written = [line.replace("FILE", str(tmp_path / "mine.jsonl")) for line in lines]
    said = " ".join(typing(*written, end).out.split())
    asked = said.count("The game is not saved")
    # "quit" again leaves a game about which it has asked.
    assert asked == lines.count("quit") + (lost and not (end == "quit" and lines[-1] == "quit"))


def test_a_game_is_kept_and_taken_up_again(typing: Typing, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    said = typing("settle 0,0,N", f"save {file}", "save", "save /dev/null/x", "quit", "road 0,0,NE")
    assert f"Saved to {file}" in " ".join(said.out.split())
    assert "Name a file" in said.out
    assert "/dev/null/x cannot be written" in said.out
    assert "builds a road" not in said.out
    assert Game.load(file.read_text(encoding="utf-8")).version == 1
    again = typing("road 0,0,NE", options=("--load", file))
    assert "Player builds a road" in again.out


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (("--bots", "oracle"), "'oracle' is unknown"),
        (("--bots", "random,random,random,random"), "5 seats need the module 'five_six'; without it there are 2, 3, 4"),
        (("--seat", 4), "--seat 4 is not a seat; seats are 0 to 3"),
        (("--load", "/dev/null"), "/dev/null: line 1: the record is empty"),
        (("--load", "/nowhere"), "/nowhere cannot be read"),
        (("--load", "/nowhere", "-o", "goal=5"), "--load and --option exclude each other; choose one"),
        (("--module", "submarines"), "'submarines'"),
    ],
)
def test_bad_input_is_one_clear_line(typing: Typing, options: tuple[object, ...], hint: str) -> None:
    said = typing(options=options)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert hint in said.err


def test_options_of_the_terminal_need_it(bastide: Command) -> None:
    said = bastide("play", "--bots", "random")
    assert (said.code, said.out) == (2, "")
    assert "--bots needs --text" in said.err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game(language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who types what the table offers reaches the end."""
    config = {"seats": 3, "layout": "random", "options": {"goal": 5, "first": "roll"}}
    game = Game.new(config, seed=2, names=["Maud", "Odile", "Paul"])
    bots = {seat: make_bot("random", seat) for seat in (1, 2)}
    table = TextTable(game, Words(language), 0, bots, random.Random(2))
    person = make_bot("random", 5)

    def lines() -> Iterator[str]:
        while not game.over:
            assert 0 in game.actors
            yield person.choose(game, 0)
        yield "look"
        yield "roll"
        yield "quit"

    typed = lines()
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    table.run()
    said = capsys.readouterr().out
    assert game.over
    assert Game.load(game.save()).hash() == game.hash()
    ended = "The game is over" if language == "en" else "La partie est terminée"
    assert said.count(ended) == 2
    assert table.left
