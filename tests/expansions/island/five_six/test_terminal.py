"""Six players in the terminal."""

from __future__ import annotations

import pytest

from bastide.cli.app import run

BOTS = "greedy,greedy,greedy,random,random"


@pytest.mark.parametrize(("language", "said"), [("en", "Player starts"), ("fr", "Joueur commence")])
def test_one_plays_against_five_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    lines = iter(["settle 0,0,N", "road 0,0,NE"])

    def typed(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setenv("BASTIDE_LANG", language)
    assert run(["play", "--text", "-m", "five_six", "--bots", BOTS, "--seed", "4", "-o", "first=0"]) == 0
    out = capsys.readouterr().out
    assert said in out
    for name in ("Agathe", "Bruno", "Clara", "Denis", "Emma"):
        assert name in out
