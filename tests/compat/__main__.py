"""Stored games: `play` adds those of sets that have none, `check` compares all of them, every part at every version.

python -m tests.compat check
python -m tests.compat dump FOLDER      # in two versions of the tree; then: diff -r FOLDER1 FOLDER2
python -m tests.compat expect --parts data,modules      # once the difference is the one that was wanted
python -m tests.compat play             # for sets that are new
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bastide import Game
from tests.compat import shown, stored


def say(line: str) -> None:
    """Print a progress line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def play(only: Sequence[str]) -> None:
    """Play and keep games of each set that has none."""
    from tests.compat import played

    there = set(stored.names())
    for number, set_ in enumerate(played.landed_sets()):
        name = stored.file_name(set_.name)
        if name in there or (only and name not in only):
            continue
        games = played.stored(set_, number)
        stored.write(name, games)
        decisions = sum(game.expected["decisions"] for game in games)
        say(f"{name}: {len(games)} games, {sum(len(game.cuts) for game in games)} stopped, {decisions} decisions")


def check(names: Sequence[str], parts: Sequence[str]) -> int:
    """Compare, tell every difference, and return how many games differ."""
    wrong = 0
    for name in names:
        games = stored.read(name)
        for game in games:
            found = shown.whole(Game.load(game.record), game.versions, parts)
            different = shown.differences(shown.only(game.expected, game.versions, parts), found)
            for line in different:
                say(f"{game.name}: {line}")
            wrong += bool(different)
        say(f"{name}: {len(games)} games")
    return wrong


def expect(names: Sequence[str], parts: Sequence[str]) -> None:
    """Update what games come to, in these parts alone."""
    for name in names:
        games = stored.read(name)
        for game in games:
            found = shown.whole(Game.load(game.record), game.versions, parts)
            game.expected |= {part: found[part] for part in parts if part in found}
            if "cells" in parts:
                for cut in map(Game.load, game.cuts):
                    game.onward[str(cut.version)]["cells"] = shown.onward(cut)["cells"]
        stored.write_expected(name, games)
        say(f"{name}: {', '.join(parts)}")


def dump(names: Sequence[str], parts: Sequence[str], folder: Path) -> None:
    """Write all that is compared as text, one file for each part of each game."""
    for name in names:
        for number, game in enumerate(stored.read(name)):
            place = folder / name / str(number)
            place.mkdir(parents=True, exist_ok=True)
            for part in parts:
                (place / f"{part}.txt").unlink(missing_ok=True)
            for piece in shown.pieces(Game.load(game.record), game.versions, parts):
                with (place / f"{piece.part}.txt").open("a", encoding="utf-8") as file:
                    file.write(f"== version {piece.version}\n{piece.text}\n")
        say(f"{name}: written to {folder / name}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.compat", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("check", "dump", "expect", "play"))
    parser.add_argument("folder", type=Path, nargs="?", help="where `dump` writes")
    parser.add_argument("--sets", default="", help="these alone, by the names of their files, with commas")
    parser.add_argument("--parts", default=",".join(shown.PARTS), help="these alone, with commas")
    given = parser.parse_args(arguments)
    sets = [name for name in given.sets.split(",") if name]
    parts = given.parts.split(",")
    if wrong := set(parts) - set(shown.PARTS):
        parser.error(f"--parts: {', '.join(sorted(wrong))}; there are {', '.join(shown.PARTS)}")
    if given.what == "play":
        play(sets)
    elif given.what == "check":
        return int(check(sets or stored.names(), parts) > 0)
    elif given.what == "expect":
        expect(sets or stored.names(), parts)
    elif given.folder is None:
        parser.error("dump: name a folder")
    else:
        dump(sets or stored.names(), parts, given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
