"""The commands that the documentation shows exist, take what they are given, and run."""

from __future__ import annotations

import importlib.util
import itertools
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bastide.cli.app import command_line, run

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/bastide/expansions/*/*/README.md")]
)
FENCE = re.compile(r"^```sh\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (?=bastide |make |python -m )(?P<text>.*)$", re.MULTILINE)
KNOWN = re.compile(r"\s*([A-Z_]+=\S* )*(\S*/)?(bastide|make|python3?) ")
"""A command of ours, with settings of variables before it."""
TARGET = re.compile(r"^([a-z-]+):", re.MULTILINE)
OF_SERVERS = frozenset({"play", "serve", "backup", "accounts", "arena"})
"""Commands that wait for players, or need a database or a run: only their arguments are read."""


def commands(page: str) -> Iterator[list[str]]:
    """The words of each shell command on a page, without comments and settings of variables."""
    text = (ROOT / page).read_text("utf-8")
    shown = "".join(found["text"] for found in FENCE.finditer(text)).replace("\\\n", " ")
    for line in [*shown.splitlines(), *(found["text"] for found in INDENTED.finditer(text))]:
        for part in re.split(r" && | \| ", line.partition(" #")[0]):
            if KNOWN.match(part):
                words = shlex.split(part, comments=True)
                yield list(itertools.dropwhile(re.compile("[A-Z_]+=").match, words))


SHOWN = [(page, words) for page in PAGES for words in commands(page)]


def of(name: str) -> list[object]:
    return [
        pytest.param(words[1:], id=f"{Path(page).stem}: {' '.join(words)}"[:100])
        for page, words in SHOWN
        if Path(words[0]).name == name
    ]


def test_commands_are_found() -> None:
    assert {page for page, _ in SHOWN} >= {"README.md", "docs/cli.md", "docs/bots.md", "docs/operations.md"}
    assert len(of("bastide")) > 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    simulated = ["simulate", "-n", "1", "-p", "greedy,greedy,greedy,greedy", "--records"]
    assert run([*simulated, str(folder / "game.jsonl")]) == 0
    assert run([*simulated, str(folder / "games")]) == 0
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    config = re.search(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert config is not None
    (folder / "duel.toml").write_text(config[1], "utf-8")
    return folder


@pytest.mark.parametrize("words", of("bastide"))
def test_the_command_runs(
    words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if {"lean_years", "LEAN-001", "big_hands"} & set(words):
        return  # the modules of the guides, which tests/cli/test_docs.py and test_docs_example.py make and play
    if words[0] in ("--install-completion", "--show-completion"):
        return  # they look for the shell that has called them (tests/cli/test_other_commands.py)
    monkeypatch.chdir(folder)
    command = command_line()
    given = [str(path) for word in words for path in (sorted(Path().glob(word)) if "*" in word else [word])]
    with command.make_context("bastide", list(given)) as context:
        child, rest = command.commands[given[0]], given
        if hasattr(child, "commands"):
            child, rest = child.commands[given[1]], given[1:]
        with child.make_context(rest[0], rest[1:], parent=context):
            pass
    if words[0] in OF_SERVERS:
        return
    small = {"--games": "2", "-n": "2", "--jobs": "1", "--seconds": "0.001", "--rounds": "1", "--depth": "2"}
    given = [small.get(before, word) for before, word in zip(["", *given], given, strict=False)]
    if words[0] == "rules" and "--coverage" in words:
        return  # it needs what pytest has collected
    assert run([*given, *(["--seconds", "0.001", "--rounds", "1"] if words == ["bench"] else [])]) == 0
    assert capsys.readouterr().out or "--output" in words


@pytest.mark.parametrize("words", of("make"))
def test_the_target_exists(words: list[str]) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
    asked = [word for word in words if "=" not in word and not word.startswith("-")]
    assert set(asked) <= targets, asked


@cache
def options_of(module: str) -> set[str]:
    """The options that a module's `--help` names."""
    asked = [sys.executable, "-m", module, "--help"]
    return set(re.findall(r"--[a-z-]+", subprocess.check_output(asked, cwd=ROOT, text=True)))


@pytest.mark.parametrize("words", [*of("python"), *of("python3")])
def test_the_module_exists_and_has_the_options(words: list[str]) -> None:
    words = [word for word in words if word != "-P"]
    if words[0] == "-m":
        assert importlib.util.find_spec(words[1]) is not None, words
        options = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert not options or options <= options_of(words[1]), words
    else:
        assert words[0] == "-c" or (ROOT / words[0]).exists() or words[0] in ("http_bot.py", "client_bot.py"), words
