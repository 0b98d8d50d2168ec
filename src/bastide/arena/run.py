"""A run: the folder with its plan and results, begun or gone on with."""

from __future__ import annotations

import hashlib
import importlib.util
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NamedTuple

import bastide
from bastide.arena.games import Played
from bastide.arena.plan import Plan, read
from bastide.arena.results import FILE, Results
from bastide.arena.statistics import block_scores, verdict
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.plugins import BOTS, plugin
from bastide.players import LEVELS, make_bot

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks
    fcntl = None  # type: ignore[assignment] # a module elsewhere

PLAN: Final = "plan.toml"
LOCK: Final = "lock"
WRITTEN: Final = 0.5
"""How often, in seconds, results are written."""


def plan_of(folder: Path) -> tuple[Plan, str]:
    """The plan of a run, and its text.

    :raises ConfigError: there is none, or it is wrong.
    """
    path = folder / PLAN
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError("{path} cannot be read: {reason}", {"path": str(path), "reason": reason}) from None
    return read(text), text


def results_of(folder: Path) -> Results:
    """The results of a run, to read.

    :raises ConfigError: it has not begun, or the file is no results.
    """
    if not (folder / FILE).is_file():
        raise not_begun(folder)
    try:
        results = Results(folder)
        results.about()
    except sqlite3.Error as error:
        raise ConfigError(
            "{path} cannot be read: {reason}", {"path": str(folder / FILE), "reason": str(error)}
        ) from None
    return results


def not_begun(folder: Path) -> ConfigError:
    """The error that a run has no results yet."""
    return ConfigError(
        "{path}: this run has not begun; start it with {example}",
        {"path": str(folder), "example": f"bastide arena run {folder}"},
    )


def versions(plan: Plan) -> dict[str, str]:
    """The version of each entrant's bot: of its package, and 16 hexadecimal digits of all its code and weights.

    :raises ConfigError: there is no such bot, or it cannot be made.
    """
    packages = {entrant.name: package_of(entrant.bot) for entrant in plan.entrants}
    digests = {place: files_digest(place) for place in {place for _, place in packages.values()}}
    return {name: f"{package} {digests[place]}" for name, (package, place) in packages.items()}


class Changed(NamedTuple):
    """An entrant whose version has changed since a run began, with both versions, quoted."""

    given: str
    before: str
    after: str


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> Changed | None:
    """The first entrant whose version has changed; None if none has."""
    for name, today in now.items():
        if before.get(name) != today:
            return Changed(quote(name), quote(before.get(name)), quote(today))
    return None


def package_of(bot: str) -> tuple[str, Path]:
    """The package of a bot with its version, and where its files are. Raises ConfigError as `make_bot` does."""
    make_bot(bot, 0)
    found = None if bot in LEVELS else plugin(BOTS, bot)
    if found is None:
        return f"bastide {bastide.__version__}", Path(bastide.__file__).parent
    spec = importlib.util.find_spec(found.top)
    origin = Path(str(spec and spec.origin))
    try:
        number = version(found.package)
    except PackageNotFoundError:
        number = ""
    return f"{found.package} {number}", origin.parent if origin.name == "__init__.py" else origin


def files_digest(place: Path) -> str:
    """A digest of a file, or of all files of a folder, byte code apart."""
    sum_ = hashlib.blake2b(digest_size=8)
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            sum_.update(f"{path.relative_to(place)}\0".encode())
            sum_.update(hashlib.blake2b(path.read_bytes()).digest())
    return sum_.hexdigest()


@contextmanager
def opened(folder: Path, *, resume: bool) -> Iterator[tuple[Plan, Results]]:
    """The plan and the results of a run, locked against another driver.

    :raises ConfigError: it cannot be begun, or gone on with.
    """
    plan, text = plan_of(folder)
    code = versions(plan)
    begun = (folder / FILE).is_file()
    if resume and not begun:
        raise not_begun(folder)
    if begun and not resume:
        raise ConfigError(
            "{path} has results already; go on with {example}, or use another folder",
            {"path": str(folder), "example": f"bastide arena resume {folder}"},
        )
    with _locked(folder):
        try:
            results = Results(folder, write=True)
            before = results.about()
        except sqlite3.Error as error:
            raise ConfigError(
                "{path} cannot be written: {reason}", {"path": str(folder / FILE), "reason": str(error)}
            ) from None
        try:
            if not before:
                results.begin({"plan": text, "versions": code})
            elif read(before["plan"]) != plan:
                raise ConfigError(
                    "{path} has changed since the run began; undo the change, or use another folder",
                    {"path": str(folder / PLAN)},
                )
            elif other := changed(before["versions"], code):
                raise ConfigError(
                    "the code of {given} has changed since the run began, from {before} to {after}: games could not be"
                    " compared; use another folder",
                    {"given": other.given, "before": other.before, "after": other.after},
                )
            yield plan, results
        finally:
            results.close()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / LOCK).open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ConfigError("{path}: another process is playing this run", {"path": str(folder)}) from None
        yield


Player = Callable[[Iterable[int]], Generator[Played, None, None]]
"""Plays the games of these numbers, each once or more often, in any order: `Pool.played`, `Cluster.played`."""


def play(plan: Plan, results: Results, played: Player, told: Callable[[int], None]) -> None:
    """Play what is missing, or until the test of the plan decides; `told` hears of the number of games that are there.

    The test is looked at between two batches of whole blocks, so that the same games are played with any number of
    processes.
    """
    there = results.numbers()
    test = plan.test
    step = test.every if test is not None else plan.blocks
    for first in range(0, plan.blocks, step):
        last = min(first + step, plan.blocks)
        numbers = range(first * len(plan.units), last * len(plan.units))
        missing = [number for number in numbers if number not in there]
        told(len(there))
        with closing(played(missing)) as playing:
            for games in _batches(playing):
                results.add(games)
                there.update(game.number for game in games)
                told(len(there))
        if test is not None:
            scores = block_scores(plan, results.games(), *test.entrants)[:last]
            if verdict(scores, test).decided:
                break


def _batches(games: Iterator[Played]) -> Iterator[list[Played]]:
    """The games in lists of what comes within some time."""
    batch: list[Played] = []
    since = time.monotonic()
    for game in games:
        batch.append(game)
        if time.monotonic() - since > WRITTEN:
            yield batch
            batch, since = [], time.monotonic()
    if batch:
        yield batch
