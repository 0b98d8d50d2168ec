"""What a comparison with an independent engine found, and how it is told: the same for every family."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar

from tests.oracle.reading import FormatError

SHOWN: Final = 10


@dataclass(frozen=True)
class Difference:
    """Something that the two engines see differently; `kind` is what explains it, "" if nothing does."""

    step: int
    what: str
    ours: object
    peers: object
    kind: str = ""

    def __str__(self) -> str:
        return f"step {self.step}: {self.what}: ours {self.ours}, the peer's {self.peers}"


@dataclass
class Report:
    """What came of one game."""

    decisions: int = 0
    compared: int = 0
    differences: list[Difference] = field(default_factory=list)
    stopped: str = ""

    @property
    def explained(self) -> Counter[str]:
        """How many differences are explained, by kind."""
        return Counter(d.kind for d in self.differences if d.kind)

    @property
    def unexplained(self) -> list[Difference]:
        """What nothing explains."""
        return [d for d in self.differences if not d.kind]


class Begun(Protocol):
    """A game of a file."""

    @property
    def line(self) -> int:
        """Where in the file it begins."""


G = TypeVar("G", bound=Begun)


def compare(
    name: str,
    about: str,
    read_games: Callable[[Path], Iterator[G]],
    replay: Callable[[G], Report],
    arguments: Sequence[str],
) -> int:
    """Compare all games of the files, print what came of it; returns the exit code.

    1 if a difference remains unexplained, 2 if a file or a game cannot be read; the others are compared all the same.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON lines, plain or gzipped")
    games = decisions = compared = 0
    explained: Counter[str] = Counter()
    stopped: Counter[str] = Counter()
    unexplained: list[str] = []
    unread: list[str] = []
    for path in parser.parse_args(arguments).files:
        for peer in _readable(read_games(path), unread):
            where = f"{path}: the game of line {peer.line}"
            try:
                report = replay(peer)
            except FormatError as error:
                unread.append(f"{where}: {error}")
                continue
            except (LookupError, TypeError, ValueError) as error:
                # Right in form, but not of the board or the goods of this game.
                unread.append(f"{where}: what it says cannot be played: {error!r}")
                continue
            games += 1
            decisions += report.decisions
            compared += report.compared
            explained += report.explained
            if report.stopped:
                stopped[report.stopped] += 1
            unexplained += [f"{where}: {difference}" for difference in report.unexplained]
    lines = [f"games        {games}", f"decisions    {compared} compared, of {decisions}"]
    lines += [f"explained    {explained.total()}", *(f"  {n:>9}  {kind}" for kind, n in explained.most_common())]
    lines += [f"  left where the peer leaves the rules: {n} games, {kind}" for kind, n in stopped.most_common()]
    lines += [f"unexplained  {len(unexplained)}", *(f"  {line}" for line in unexplained[:SHOWN])]
    if len(unexplained) > SHOWN:
        lines.append(f"  and {len(unexplained) - SHOWN} more")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stderr.write("".join(f"error: {error}\n" for error in unread))
    if unread:
        return 2
    return 1 if unexplained else 0


def _readable(games: Iterator[G], unread: list[str]) -> Iterator[G]:
    """The games of a file up to the first line that cannot be read, whose error is added to `unread`."""
    try:
        yield from games
    except FormatError as error:
        unread.append(str(error))
