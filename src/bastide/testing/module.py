"""Plays random games of a module and checks all that can be checked of any module.

    from bastide.testing import check_module

    def test_lean_years():
        check_module("lean_years", games=200)

The tests of Bastide's own rooms call the same code.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final

from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import BastideError, ConfigError
from bastide.kernel.game import Game
from bastide.kernel.rooms import package_of, rooms
from bastide.kernel.state import EVERYONE, Field, State
from bastide.testing import checks
from bastide.testing.lessons import faults
from bastide.testing.own import OWN, NotInstalled, Own, own_of
from bastide.testing.play import config_of, family_of, makers, play
from bastide.testing.seams import Speed, speed
from bastide.testing.words import unworded
from bastide.view.plugged import check_plugins

STEPS: Final = 600
"""How many decisions of a game are played at most."""
BESIDE: Final = 20
"""One game with each other room for so many games of the module alone."""

Check = Callable[[Game, random.Random], None]


def check_page(game: Game, rng: random.Random) -> None:
    """The check of the page, whose libraries are not there wherever positions are checked."""
    from bastide.testing import pages

    pages.check_page(game, rng)


def check_handles(game: Game, rng: random.Random) -> None:
    """The check of what can be clicked, of the same file."""
    from bastide.testing import pages

    pages.check_handles(game, rng)


DURING: Final[Mapping[str, tuple[int, Check]]] = {
    "positions": (7, checks.check_position),
    "secrecy": (75, checks.check_secrecy),
    "actions": (75, checks.check_actions),
    "texts": (75, checks.check_texts),
    "page": (150, check_page),
    "counts": (75, checks.check_counts),
}
"""The checks during a game, each after so many decisions."""
WHEN_DEALT: Final[Mapping[str, Collection[int]]] = {
    "secrecy": (1, 2, 3, 4, 8, 16, 32),
    "texts": (1, 2, 4, 8),
    "page": (1,),
}
"""The checks that are also made when a hidden field of the module has changed so often.

Between two of their turns a hand may be filled and be empty again. The first changes have little that could be known;
later there are more worlds.
"""
AFTER: Final[Mapping[str, Check]] = {
    "positions": checks.check_position,
    "records": checks.check_record,
    "undo": checks.check_undo,
    "page": check_page,
}
"""The checks after a game."""
CHECKS: Final = ("playing", *dict.fromkeys((*DURING, *AFTER)), "words", "lessons", "combinations", "speed")


class CheckFailed(AssertionError):
    """A module fails a check. The message names the module, the check, the seed, and how to repeat it."""


@dataclass
class Report:
    """What was played: games and decisions, the rooms that the module was played beside, and its speed."""

    name: str
    games: int = 0
    decisions: int = 0
    beside: list[str] = field(default_factory=list)
    speed: Speed | None = None

    def __str__(self) -> str:
        """The report as lines of text."""
        lines = [f"{self.name}: {self.games} games with {self.decisions} decisions"]
        lines += [f"also beside {', '.join(self.beside)}"] if self.beside else []
        return "\n".join([*lines, *([str(self.speed)] if self.speed else [])])


def check_module(
    name: str,
    games: int = 200,
    *,
    first: int = 0,
    beside: Sequence[str] = (),
    own: Own | None = None,
    only: Collection[str] = CHECKS,
) -> Report:
    """Play random games of a module, of seeds from `first` on, and check it.

    `only` are the checks, of `CHECKS`:

    - `playing`: games are played without an error, whatever else is checked
    - `positions`: cards and pieces are conserved, points and derived fields are right, numbers are within their bounds
    - `secrecy`: two positions that differ in what a viewer cannot know look the same to it
    - `actions`: notation reads back; refusals name a rule of the catalogue and change nothing
    - `texts`: the position can be written in each language
    - `page`: each viewer's page can be drawn in each language, and the step of a replay; it is the same in two such
      positions, and no part of it is out of date; every seat that must act has a control for each verb
    - `counts`: as many sequences of actions (perft) after undo and after loading as before
    - `records`, `undo`: they lead to the same position
    - `words`: a room names itself, its options and their values, and each of its messages has a translation
    - `lessons`: its lessons can be played in every way, its briefing can be read
    - `combinations`: the same games with each room of Bastide that it may be played with
    - `speed`: measures; see `Report.speed`

    `secrecy`, `texts` and `page` are also checked after decisions that change a hidden field of the module, what
    can be clicked when a phase first occurs in a game. `beside` are further modules of all games. `own` says what
    is different in positions with this module; a plug-in may say so in a file `invariants.py` of its package instead,
    as `OWN`.

    :raises CheckFailed: a check fails.
    :raises ConfigError: there is no such module, or it cannot be played.
    :raises ValueError: `only` names no check.
    """
    for check in only:
        if check not in CHECKS:
            raise ValueError(f"only = {check!r} is no check; there are {', '.join(CHECKS)}")
    if own is not None:
        OWN[name] = own
    family = family_of(name)
    report = Report(name)
    for seed in range(first, first + games):
        report.decisions += check_game((name, *beside), seed, only)
        report.games += 1
    package = package_of(family, name)
    if "words" in only and package is not None:
        with naming([name], "words", "in its files", first):
            lacking = list(unworded(files(package), makers(family)[name]()))
            assert not lacking, "; ".join(lacking)
    if "lessons" in only:
        with naming([name], "lessons", "in its files", first):
            found = list(faults(family, name))
            assert not found, "; ".join(found)
    if "combinations" in only and not beside:
        for other in rooms(family):
            if other != name and together(family, name, other):
                for seed in range(first, first + -(-games // BESIDE)):
                    report.decisions += check_game((name, other), seed, only)
                    report.games += 1
                report.beside.append(other)
    if "speed" in only:
        report.speed = speed(config_of((name, *beside), random.Random(first)), name)
    return report


def together(family: str, name: str, other: str) -> bool:
    """Whether two modules may be played together."""
    try:
        check_together(family, adapted(family, [makers(family)[each]() for each in (name, other)]))
    except ConfigError:
        return False
    return True


def check_game(names: Sequence[str], seed: int, only: Collection[str] = CHECKS) -> int:
    """Play one random game of some modules and check it; returns how many decisions were taken.

    :raises CheckFailed: a check fails.
    """
    config = config_of(names, random.Random(f"{names} {seed}"))
    game: Game | None = None
    hidden: Hidden
    witnesses: list[Callable[[Game], None]] = []
    phases: set[str] = set()
    if "positions" in only:
        with suppress(NotInstalled):
            witnesses = [own_of(name).witness() for name in names]

    def run(check: str, holds: Check, now: Game) -> None:
        with naming(names, check, f"after {now.version} decisions of the game with seed {seed} of {config}", seed):
            holds(now, random.Random(f"{check} {seed} {now.version}"))

    def look(now: Game) -> None:
        for witness in witnesses:
            run("positions", lambda now, rng: witness(now), now)  # noqa: B023 # it is called at once
        dealt = hidden.changed(now.state)
        phase = now.rules.phase(now.state).name
        if "page" in only and phase not in phases:
            phases.add(phase)
            run("page", check_handles, now)
        for check, (every, holds) in DURING.items():
            due = now.version % every == 0 or dealt in WHEN_DEALT.get(check, ())
            if check in only and due and not now.over:
                run(check, holds, now)

    with naming(names, "playing", f"in the game with seed {seed} of {config}", seed):
        game = Game.new(config, seed=seed)
        check_plugins(game)
        hidden = Hidden(game, names)
        play(game, random.Random(seed), STEPS, look)
    for check, holds in AFTER.items():
        if check in only:
            run(check, holds, game)
    return game.version


class Hidden:
    """The fields of some modules that not every seat sees, as they are in one game."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self._fields = [
            one
            for one in game.rules.schema.fields
            if one.name.partition(".")[0] in names and (one.pool or one.sees != EVERYONE)
        ]
        self._rows = [self._row(game.state, one) for one in self._fields]
        self._changes = [0 for _ in self._fields]

    def changed(self, s: State) -> int:
        """How often the field among them has changed that has done so since the last call; the rarest, 0 for none."""
        counts = []
        for n, one in enumerate(self._fields):
            row = self._row(s, one)
            if row != self._rows[n]:
                self._rows[n] = row
                self._changes[n] += 1
                counts.append(self._changes[n])
        return min(counts, default=0)

    @staticmethod
    def _row(s: State, one: Field) -> list[int]:
        return [int(s.cells[one.offset + i]) for i in range(int(one.size))]


@contextmanager
def naming(names: Sequence[str], check: str, where: str, seed: int) -> Iterator[None]:
    """Raise CheckFailed for whatever fails inside."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        reason = str(error) if isinstance(error, BastideError) else f"{type(error).__name__}: {error}"
        if isinstance(error, AssertionError):
            reason = str(error) or str(at.line)
        beside = f", beside={list(names[1:])}" if len(names) > 1 else ""
        raise CheckFailed(
            f"{names[0]}: the check {check!r} fails {where}: {reason} ({Path(at.filename).name}, line {at.lineno})."
            f" Repeat it with check_module({names[0]!r}, 1, first={seed}{beside}, only=[{check!r}])"
        ) from error
