"""Which modules may be played together: decided by their roles, and by lists of names where roles do not decide.

A family keeps its pairs in `bastide/expansions/<family>/combinations.toml`::

    [[pair]]
    left = ["variant"]          # roles or names of modules
    right = ["my_expansion"]
    rule = "MIX-018"            # the rule that decides
    reason = "'{module}' and '{other_module}' cannot be combined: ..."   # only if it refuses
    own_map = true              # only if it refuses no board that is given by coordinates

The first line that fits two modules decides, so lines with names come before lines with roles. Two modules that no line
fits may be played together. A set may be played if every two of its modules may.

The file also says what a module leaves to another one, and whether its seams are called before or after the other's::

    [[beside]]
    left = ["my_expansion"]
    right = ["other_expansion"]
    leaves = ["layouts"]        # attributes of the module that are then empty
    sets = {pairs = true}       # attributes that then have another value
    options = {pace = ["slow", "fast"]}     # options of the module that exist only then (Carcassonne)
    comes = "after"             # or "before"

More than that stands in the room's file `with_<other>.py`.

A module can also say itself what it excludes and requires (`Module.excludes`, `Module.requires`): plug-ins do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Final, NamedTuple

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rooms import EXPANSIONS, adaptation, adapts_to, module_class, rules_class
from bastide.kernel.rules import M, Module
from bastide.kernel.spelling import check_seams

FILE_NAME: Final = "combinations.toml"
ROLES: Final = ("variant", "extension", "scenario", "world")
"""What a module is: a small change of the rules; an expansion with rules of its own; one game with its own board or
set-up; a game of its own."""


class Pair(NamedTuple):
    """One line: it decides for each module of `left` beside each of `right`; `reason` is empty if they combine."""

    left: frozenset[str]
    right: frozenset[str]
    rule: str
    reason: str = ""
    own_map: bool = False

    def fits(self, one: Module, other: Module) -> bool:
        """Whether the line decides for these two, in this order."""
        return bool(self.left & {one.name, one.role} and self.right & {other.name, other.role})


@cache
def lines(family: str) -> dict[str, list[dict[str, Any]]]:
    """What the file of a family holds; nothing if it has none."""
    file = files(f"{EXPANSIONS}.{family}").joinpath(FILE_NAME)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def pairs(family: str) -> tuple[Pair, ...]:
    """The lines of a family; none if it has no such file."""
    found = [dict(line) for line in lines(family).get("pair", ())]
    return tuple(Pair(frozenset(line.pop("left")), frozenset(line.pop("right")), **line) for line in found)


class Beside(NamedTuple):
    """What each module of `left` leaves to each of `right`, sets or adds, and which of them is called first."""

    left: list[str]
    right: list[str]
    leaves: Sequence[str] = ()
    sets: Mapping[str, Any] = {}
    options: Mapping[str, Sequence[str]] = {}
    comes: str = ""


@cache
def besides(family: str) -> tuple[Beside, ...]:
    """The lines on what modules leave to each other; none if the family has no such file."""
    return tuple(Beside(**line) for line in lines(family).get("beside", ()))


def adapted(family: str, modules: list[M]) -> list[M]:
    """The modules of one game, each adapted to the others, before the game is configured.

    By the function `adapt(module)` of its `with_<other>.py`, which may also change what it excludes, and by the table.

    :raises ConfigError: a module misspells a seam.
    """
    check_seams(modules, module_class(family), rules_class(family))
    names = {module.name for module in modules}
    for module in modules:
        for other in adapts_to(family, module.name):
            adapt = getattr(adaptation(family, module.name, other), "adapt", None) if other in names else None
            if adapt is not None:
                adapt(module)
        for line in besides(family):
            for other in names.intersection(line.right) if module.name in line.left else ():
                for name, value in (dict.fromkeys(line.leaves, ()) | dict(line.sets)).items():
                    setattr(module, name, value)
                if line.comes:
                    getattr(module, line.comes).append(other)
    return modules


def pair_of(family: str, one: Module, other: Module) -> Pair | None:
    """The line that decides for two modules, in either order; None if none does."""
    return next((pair for pair in pairs(family) if pair.fits(one, other) or pair.fits(other, one)), None)


def check_together(family: str, modules: Sequence[Module], *, own_map: bool = False) -> None:
    """Refuse modules that are not played together, or not without another one.

    `own_map` says that the config gives its board by coordinates. Raises ConfigError with the rule.
    """
    names = {module.name for module in modules}
    for module in modules:
        if module.role not in ("", *ROLES):
            raise ConfigError(
                "the role of '{module}' must be one of {known}, got {given}",
                {"module": module.name, "known": ", ".join(ROLES), "given": quote(module.role)},
            )
        for other, rule in module.excludes.items():
            if other in names:
                raise ConfigError(
                    "'{module}' and '{other_module}' cannot be combined",
                    {"module": module.name, "other_module": other},
                    rule,
                )
    for one, another in combinations(modules, 2):
        pair = pair_of(family, one, another)
        if pair is not None and pair.reason and not (pair.own_map and own_map):
            left, right = (one, another) if pair.fits(one, another) else (another, one)
            raise ConfigError(pair.reason, {"module": left.name, "other_module": right.name}, pair.rule)
    for module in modules:
        for other, rule in module.requires.items():
            if other not in names:
                raise ConfigError(
                    "'{module}' is played only with '{other_module}'",
                    {"module": module.name, "other_module": other},
                    rule,
                )
