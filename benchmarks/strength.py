"""The strength of the greedy bot, in matches: `python -m benchmarks.strength [--room NAME ...]`.

The matches of a room are declared beside its benchmark games, in `bench.toml` and, if another room takes part, in
`bench_with_<other>.toml`; those of the base games are in `benchmarks/strength.toml`, and their table in docs/bots.md:

[[match]]
title = "..."                                       # what plays against what
play = "strength --match duel-blind --games 400"    # a module of tests/players, with its arguments

They are played on the compiled engine. A match that has ended replaces its row of the page at once.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders
from benchmarks.report import table
from benchmarks.subjects import ROOT
from tools.compiled import Engine, Failed, clean_environment, engine
from tools.marked import block, replaced, stamp

NAME: Final = "strength"
"""The name of the marked table."""
BASE: Final = Path(__file__).with_suffix(".toml")
PAGE: Final = ROOT / "docs" / "bots.md"
HEAD: Final = ("match", "wins", "share, with 95 % interval", "date", "commit")
_SAID: Final = re.compile(
    r": (?P<wins>[\d.]+)/(?P<games>\d+) = (?P<share>[\d.]+) % \[(?P<low>[\d.]+), (?P<high>[\d.]+)\]"
    r"(?P<which> of the games that somebody won)?"
)


class MatchError(ValueError):
    """A file of matches is wrong; the message names the file and the entry."""


@dataclass(frozen=True)
class Match:
    """A match: what the table says of it, and the module of tests/players that plays it, with its arguments."""

    title: str
    play: str

    def command(self) -> list[str]:
        """The arguments of Python."""
        name, *words = shlex.split(self.play)
        return ["-m", f"tests.players.{name}", *words]


def parsed(file: str, text: str) -> list[Match]:
    """The matches that a file declares. Raises MatchError."""
    out = []
    for entry in tomllib.loads(text).get("match", []):
        if set(entry) != {"title", "play"}:
            raise MatchError(f"{file}: match {entry.get('title')!r} needs a title and a play, and nothing else")
        out.append(Match(**entry))
    if len({match.title for match in out}) < len(out):
        raise MatchError(f"{file}: two matches have one title")
    return out


def matches() -> dict[str, tuple[Path, list[Match]]]:
    """The page and the matches of each room that has some; those of the base games have the name "base".

    :raises MatchError: an entry is wrong.
    """
    out = {"base": (PAGE, parsed(BASE.name, BASE.read_text("utf-8")))}
    for family in FAMILIES:
        for room, folder in folders(family).items():
            files = [ROOT / "src" / "bastide" / "expansions" / family / room / path.name for path in folder.iterdir()]
            found = [
                match
                for path in sorted(files)
                if path.name.startswith("bench") and path.suffix == ".toml"
                for match in parsed(f"{path.name} of {room}", path.read_text("utf-8"))
            ]
            if found:
                out[room] = (files[0].with_name("README.md"), found)
    return out


def result(told: str) -> tuple[str, str]:
    """The cells of the table from a match's output: wins of games, and the share. Raises Failed."""
    found = list(_SAID.finditer(told))
    if not found:
        raise Failed(f"the match told no figures:\n{told}")
    last = found[-1]
    wins, games = f"{float(last['wins']):g}", f"{int(last['games']):,}"
    return (
        f"{wins} of the {games} games that somebody won" if last["which"] else f"{wins} of {games}",
        f"{last['share']} % ({last['low']} to {last['high']})",
    )


def played(compiled: Engine, match: Match, jobs: int) -> tuple[str, str]:
    """Play a match on the compiled engine. Raises Failed."""
    command = [str(compiled.python), *match.command(), "--jobs", str(jobs)]
    done = subprocess.run(
        command, cwd=compiled.tree, env=clean_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{match.play} failed:\n{done.stderr}")
    return result(done.stdout)


def rows_of(text: str) -> dict[str, str]:
    """The rows of the table, by match."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return {line.split(" | ")[0].removeprefix("| "): line for line in lines[2:]}


def written(text: str, found: Iterable[Match], new: Mapping[str, Sequence[str]]) -> str:
    """The text of the marked table, with new rows; other rows are kept, less those of matches that are gone."""
    kept = rows_of(text)
    lines = table(HEAD, [])
    commands = []
    for match in found:
        if match.title in new:
            lines += table(HEAD, [[match.title, *new[match.title]]])[2:]
        elif match.title in kept:
            lines.append(kept[match.title])
        commands.append(shlex.join(["python", *match.command()]))
    return "\n".join([*lines, "", "```sh", *commands, "```"])


def measure(rooms: Sequence[str], jobs: int) -> Iterator[str]:
    """Play the matches of these rooms; give a line for each. Raises Failed, MatchError."""
    compiled = engine()
    for room, (page, found) in matches().items():
        if rooms and room not in rooms:
            continue
        for match in found:
            at = stamp("src", "tests/players", ":!*.md").split(" at ")
            cells = [*played(compiled, match, jobs), *at]
            text = page.read_text("utf-8")
            page.write_text(replaced(text, NAME, written(block(text, NAME).text, found, {match.title: cells})), "utf-8")
            yield f"{room}: {match.title}: {', '.join(cells)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches and write their rows; 1 if one fails."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--room", action="append", default=[], help="a room, or base; all by default")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args(arguments)
    if unknown := set(given.room) - set(matches()):
        parser.error(f"no matches of {', '.join(sorted(unknown))}; there are those of {', '.join(matches())}")
    try:
        for line in measure(given.room, given.jobs):
            print(line, flush=True)
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
