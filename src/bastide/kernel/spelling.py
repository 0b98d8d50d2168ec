"""What a module misspells, or hides behind an attribute of the same name: nothing would ever call it.

That is a seam, or a method of its phases and verbs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from inspect import isroutine
from typing import Any, Final

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Module, Phase, Rules, Verb

CLOSE: Final = 0.8
"""How alike two names must be for one to be the other misspelt: difflib's ratio, at most 1."""


def check_seams(modules: Sequence[Module], base: type[Module]) -> None:
    """Refuse a module with a public method that is named almost like a seam of `base` which it does not override.

    So is one with an attribute that is named like a seam and is no method, of its class or its own.

    Raises ConfigError. Methods that begin with an underscore are the module's own affair.
    """
    seams: Any = base  # mypy takes no class for hashable
    for module in modules:
        for name in hidden(module, base):
            raise ConfigError(
                "the module {owner} has an attribute {name}, which hides the seam of that name: rename it",
                {"owner": quote(module.name), "name": quote(name)},
            )
        made: Any = type(module)
        for name, seam in misspelt(made, seams):
            raise ConfigError(
                "the module {owner} has a method {name}, which nothing calls: if it is the seam {seam}, correct its"
                " name; otherwise begin it with an underscore",
                {"owner": quote(module.name), "name": quote(name), "seam": quote(seam)},
            )


def check_methods(rules: Rules) -> None:
    """Refuse phases and verbs with a public method that is named almost like one of `Phase` or `Verb` that they lack.

    Raises ConfigError.
    """
    made: Any
    decision: Any = Phase  # mypy takes no class for hashable
    for phase in rules.phases:
        made = type(phase)
        for name, right in misspelt(made, decision):
            raise ConfigError(
                "the phase {owner} has a method {name}, which nothing calls: if it is {right}, correct its name;"
                " otherwise begin it with an underscore",
                {"owner": quote(phase.name), "name": quote(name), "right": quote(right)},
            )
    decision = Verb
    for verb in rules.verbs:
        made = type(verb)
        for name, right in misspelt(made, decision):
            raise ConfigError(
                "the verb {owner} has a method {name}, which nothing calls: if it is {right}, correct its name;"
                " otherwise begin it with an underscore",
                {"owner": quote(verb.word), "name": quote(name), "right": quote(right)},
            )


def hidden(module: Module, base: type[Module]) -> list[str]:
    """The seams of `base` for which a module has something else than a method of its class."""
    own = getattr(module, "__dict__", {})
    return [name for name in seams_of(base) if name in own or not isroutine(getattr(type(module), name))]


@cache
def misspelt(made: Any, base: Any) -> list[tuple[str, str]]:
    """The public methods that a class adds to `base` and that look like one that it lacks, each with that one.

    So are those with a former name of a seam that it lacks.
    """
    lacking = {_folded(seam): seam for seam in seams_of(base) if getattr(made, seam) is getattr(base, seam)}
    former: Mapping[str, str] = getattr(base, "former", {})
    own: dict[str, None] = {}
    for each in made.__mro__:
        if each not in base.__mro__:
            own |= dict.fromkeys(name for name, value in vars(each).items() if isroutine(value))
    out: list[tuple[str, str]] = []
    for name in own:
        if name.startswith("_") or hasattr(base, name):
            continue
        if former.get(name) in lacking.values():
            out.append((name, former[name]))
        else:
            out += [(name, lacking[close]) for close in get_close_matches(_folded(name), lacking, 1, CLOSE)]
    return out


def seams_of(base: Any) -> list[str]:
    """The public methods of a class: of a family's base class of modules, its seams."""
    return [name for name in dir(base) if not name.startswith("_") and isroutine(getattr(base, name))]


def _folded(name: str) -> str:
    """A name without capitals and underscores."""
    return name.replace("_", "").lower()
