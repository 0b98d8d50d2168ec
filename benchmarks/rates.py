"""Rates side by side with one of them, the unit: what `benchmarks.searching` and `benchmarks.learning` do alike.

A worker measures all of them in each of several rounds, one after another, in processor time. A ratio to the unit of
the same round depends little on the machine, and on what else runs there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.report import table
from benchmarks.subjects import ROOT
from tools.marked import replaced, stamp


@dataclass(frozen=True)
class Rates:
    """What is measured and where its table stands.

    `aims` has for each rate its name in the table and how many a second it should be; the first is the unit. The aims
    were set where the unit was `unit` a second.
    """

    command: str
    worker: str
    page: Path
    block: str
    unit: int
    aims: Mapping[str, tuple[str, int | None]]

    def asked(self, python: Path, times: int, scale: float) -> dict[str, Any]:
        """The worker's answer for a build."""
        command = [str(python), "-P", "-m", self.worker, str(times), str(scale)]
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def lines(self, build: Mapping[str, Any]) -> list[str]:
        """A table with a row for each rate."""
        rates: Mapping[str, Sequence[float]] = build["rates"]
        units = rates[next(iter(self.aims))]
        rows = []
        for name, (title, aim) in self.aims.items():
            ratios = [rate / unit for rate, unit in zip(rates[name], units, strict=True)]
            rows.append(
                [
                    title,
                    f"{median(rates[name]):,.0f}",
                    f"{median(ratios):.4f}",
                    "" if aim is None else f"{aim / self.unit:.4f}",
                    "" if aim is None else f"{median(ratios) * self.unit / aim:.2f}",
                ]
            )
        engine_ = "compiled" if build["compiled"] else "interpreted"
        return table([f"{engine_}, medians", "a second", "to the unit", "aim", "share of the aim"], rows)

    def main(self, about: str | None, arguments: Sequence[str] | None = None) -> int:
        """Measure and print the tables, or write the page."""
        parser = argparse.ArgumentParser(prog=self.command, description=about)
        parser.add_argument("pythons", nargs="*", type=Path, metavar="PYTHON", default=[Path(sys.executable)])
        parser.add_argument("--times", type=int, default=7, help="rounds")
        parser.add_argument("--scale", type=float, default=1.0, help="how much is done in a round")
        parser.add_argument("--docs", action="store_true", help="write the figures of the first build into the page")
        options = parser.parse_args(arguments)
        at = stamp("src")
        found = [self.lines(self.asked(python, options.times, options.scale)) for python in options.pythons]
        for each in found:
            print(*each, "", sep="\n")
        if options.docs:
            text = "\n".join([*found[0], "", f"Measured {at}, {options.times} rounds."])
            self.page.write_text(replaced(self.page.read_text("utf-8"), self.block, text), "utf-8")
        return 0
