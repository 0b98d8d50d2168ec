"""Start-up time of `bastide serve` for two source trees in turn: `python -m benchmarks.server.start TREE TREE`.

Both run on the Python that runs this, with its packages, so only the files differ. A round starts each of
them once, every other round in reverse; a ratio is computed within each round. Measured from the start of the
process: the time until it prints its URL, until it serves the form for a new table, and the processor time until each.
The first start of a tree, which compiles its files and creates its database, is not counted.

`--count` starts each once under valgrind's callgrind and prints the instructions until it listens and has shut down:
a figure that other load on the machine does not change.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.instructions import counted, share
from benchmarks.report import table

PROGRAM: Final = "from bastide.cli.app import main; main()"
PAGE: Final = "/create"
"""A page that uses templates, translations and drawings."""
PATIENCE: Final = 600.0


def started(tree: Path, folder: Path, under: Sequence[str] = ()) -> dict[str, float]:
    """Start a server of a tree on a data folder, request a page, and end it; seconds.

    `under` is a wrapper program; no page is then requested.

    :raises RuntimeError: it does not start, with its output.
    """
    serve = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder), "--log-level", "warning"]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONUNBUFFERED": "1", "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*under, sys.executable, "-P", "-c", PROGRAM, *serve],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        listens, used = time.perf_counter() - begun, busy(process.pid)
        found = re.search(r"http://[\w.]+:\d+", line)
        if found is None:
            process.kill()
            raise RuntimeError(f"the server of {tree} did not start: {line}{process.stdout.read()}".strip())
        if not under:
            with urllib.request.urlopen(found[0] + PAGE, timeout=PATIENCE) as answer:
                answer.read()
        shown, used_then = time.perf_counter() - begun, busy(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stdout.close()
    return {
        "listens": listens,
        "processor, until then": used,
        "first page": shown,
        "processor, until the page": used_then,
    }


def busy(process: int) -> float:
    """The processor seconds used by all threads of a process."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((thread / "schedstat").read_text("ascii").split()[0]) for thread in threads) / 1e9


def measured(trees: Sequence[Path], rounds: int) -> list[list[dict[str, float]]]:
    """The times of each tree, per round."""
    with tempfile.TemporaryDirectory(prefix="bastide-start-") as name:
        folders = [Path(name) / str(number) for number in range(len(trees))]
        for tree, folder in zip(trees, folders, strict=True):
            folder.mkdir()
            started(tree, folder)
        out = []
        for number in range(rounds):
            order = range(len(trees)) if number % 2 == 0 else reversed(range(len(trees)))
            took = {at: started(trees[at], folders[at]) for at in order}
            out.append([took[at] for at in range(len(trees))])
        return out


def instructions(trees: Sequence[Path]) -> list[float]:
    """Millions of instructions of one start and shutdown, for each tree. Raises RuntimeError."""
    out = []
    with tempfile.TemporaryDirectory(prefix="bastide-start-") as name:
        for number, tree in enumerate(trees):
            folder, file = Path(name) / str(number), Path(name) / f"{number}.callgrind"
            folder.mkdir()
            started(tree, folder)
            started(tree, folder, ("valgrind", "--tool=callgrind", "-q", f"--callgrind-out-file={file}"))
            out.append(counted(file.read_text("utf-8", errors="replace"))[1] / 1e6)
    return out


def rows(found: Sequence[Sequence[dict[str, float]]]) -> list[list[str]]:
    """A line per figure: its medians, and the median, minimum and maximum of the ratios."""
    out = []
    for key in found[0][0]:
        ratios = sorted(other[key] / one[key] for one, other in found)
        medians = [statistics.median(turn[at][key] for turn in found) for at in range(2)]
        ratio = f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})"
        out.append([key, *(f"{1000 * median:.0f}" for median in medians), ratio])
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.start", description=__doc__)
    parser.add_argument("trees", nargs=2, type=Path, metavar="TREE", help="a folder in which src/bastide lies")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--count", action="store_true", help="count instructions instead")
    given = parser.parse_args(arguments)
    for tree in given.trees:
        if not (tree / "src" / "bastide").is_dir():
            parser.error(f"{tree} contains no src/bastide")
    trees = [tree.resolve() for tree in given.trees]
    if given.count:
        one, other = instructions(trees)
        print(f"millions of instructions: {one:,.1f} and {other:,.1f}, {share(one, other)}")
        return 0
    load = os.getloadavg()[0]
    found = measured(trees, given.rounds)
    print(f"{given.rounds} rounds; milliseconds; the machine's load before was {load:.1f}\n")
    print("\n".join(table(["", "A", "B", "B to A, median (least to greatest)"], rows(found))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
