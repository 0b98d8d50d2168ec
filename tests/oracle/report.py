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

    1 if a difference remains unexplained, 2 if a file cannot be read.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON lines, plain or gzipped")
    games = decisions = compared = 0
    explained: Counter[str] = Counter()
    stopped: Counter[str] = Counter()
    unexplained: list[str] = []
    try:
        for path in parser.parse_args(arguments).files:
            for peer in read_games(path):
                where = f"{path}: the game of line {peer.line}"
                try:
                    report = replay(peer)
                except FormatError as error:
                    raise FormatError(f"{where}: {error}") from None
                games += 1
                decisions += report.decisions
                compared += report.compared
                explained += report.explained
                if report.stopped:
                    stopped[report.stopped] += 1
                unexplained += [f"{where}: {difference}" for difference in report.unexplained]
    except FormatError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    lines = [f"games        {games}", f"decisions    {compared} compared, of {decisions}"]
    lines += [f"explained    {explained.total()}", *(f"  {n:>9}  {kind}" for kind, n in explained.most_common())]
    lines += [f"  left where the peer leaves the rules: {n} games, {kind}" for kind, n in stopped.most_common()]
    lines += [f"unexplained  {len(unexplained)}", *(f"  {line}" for line in unexplained[:SHOWN])]
    if len(unexplained) > SHOWN:
        lines.append(f"  and {len(unexplained) - SHOWN} more")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if unexplained else 0
