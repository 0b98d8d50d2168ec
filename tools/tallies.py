"""What a stage of the check tells of itself, in files of build/checks: its time, and what its tests did."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from tools.marked import ROOT, stamp

TALLIES: Final = ROOT / "build" / "checks"
"""Where a stage writes its tally, as NAME.json, and where its time is kept, as NAME.took.json."""


@dataclass(frozen=True)
class Took:
    """The result of a stage: its exit status, and its elapsed and processor seconds.

    `stamp` is when and at which commit it ran, `pace` how fast the machine was (tools/pace.py).
    """

    stage: str
    status: int
    clock: float
    processor: float
    stamp: str = ""
    pace: float = 1.0


@dataclass(frozen=True)
class Tally:
    """A stage's own report, each number by expansion or folder of tests.

    `ran`, `left_out` and `skipped` count tests (or games), `slow` those that ran and that `make test` leaves out,
    `seconds` is their time, summed over the cores. `long` has the seconds of each long test. `why` is the reason if the
    whole stage was left out.
    """

    ran: Mapping[str, int] = field(default_factory=dict)
    slow: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    long: Mapping[str, float] = field(default_factory=dict)
    why: str = ""


def tally(stage: str, folder: Path = TALLIES) -> Tally:
    """The tally that a stage has written; empty if none."""
    try:
        return Tally(**json.loads((folder / f"{stage}.json").read_text("utf-8")))
    except FileNotFoundError:
        return Tally()


def forget(stage: str, folder: Path = TALLIES) -> None:
    """Remove what the last run of a stage has left."""
    for file in (f"{stage}.json", f"{stage}.took.json"):
        (folder / file).unlink(missing_ok=True)


def keep(took: Took, pace: float, folder: Path = TALLIES) -> None:
    """Keep the time of a stage until it runs again."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = asdict(took) | {"stamp": stamp(), "pace": round(pace, 3)}
    (folder / f"{took.stage}.took.json").write_text(json.dumps(kept) + "\n", "utf-8")


def kept(stage: str, folder: Path = TALLIES) -> Took | None:
    """The time of the last run of a stage; None if there is none."""
    try:
        return Took(**json.loads((folder / f"{stage}.took.json").read_text("utf-8")))
    except FileNotFoundError:
        return None
