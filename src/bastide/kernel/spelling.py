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
from bastide.kernel.rules import Phase, Rules, Verb

EARLIER: Final = ("join", "check_sites")
"""Methods of modules in which they declared their part of a game, before version 0.2. Now a constructor does."""
CLOSE: Final = 0.8
"""How alike two names must be for one to be the other misspelt: difflib's ratio, at most 1."""


def check_seams(modules: Sequence[Any], base: Any, rules: Any) -> None:
    """Refuse modules with a public method that is named almost like a seam which they do not override.

    `base` is the class of a family's modules, `rules` that of their rules in a game. Refused, too, are attributes that
    are named like a seam and are no method, seams of the rules that are methods of the module, or the other way round,
    where nothing calls them, seams of earlier versions, and rules of another class.

    Raises ConfigError. Methods that begin with an underscore are the module's own affair.
    """
    for module in modules:
        check_hidden(module, module.name, base)
        made: Any = type(module)  # mypy takes no class for hashable
        earlier = [name for name in EARLIER if hasattr(made, name)]
        for name in (*earlier, *misplaced(made, base, rules)):
            raise ConfigError(
                "the module {owner} has a method {name}, which nothing calls: what a module does in a game belongs"
                " to a class derived from {base}, which the module names in rules",
                {"owner": quote(module.name), "name": quote(name), "base": rules.__name__},
            )
        check_class(module, rules)
        own: Any = module.rules or rules
        for name in misplaced(own, rules, base):
            raise ConfigError(
                "the rules of the module {owner} have a method {name}, which nothing calls: what a module says before a"
                " game belongs to its class derived from {base}",
                {"owner": quote(module.name), "name": quote(name), "base": base.__name__},
            )
        for name, now in (*outdated(made, rules), *outdated(own, rules)):
            if not now:
                raise ConfigError(
                    "the module {owner} has a method {name}, a hook that is gone: remove it, or begin its name with an"
                    " underscore",
                    {"owner": quote(module.name), "name": quote(name)},
                )
            raise ConfigError(
                "the module {owner} has a method {name}, a hook of earlier versions: override {now} in its place, or"
                " begin its name with an underscore",
                {"owner": quote(module.name), "name": quote(name), "now": quote(now)},
            )
        for name, seam in (*misspelt(made, base), *misspelt(own, rules)):
            raise ConfigError(
                "the module {owner} has a method {name}, which nothing calls: if it is the seam {seam}, correct its"
                " name; otherwise begin it with an underscore",
                {"owner": quote(module.name), "name": quote(name), "seam": quote(seam)},
            )


def check_class(module: Any, rules: Any) -> None:
    """Refuse rules of a module of a wrong class. Raises ConfigError."""
    if module.rules is not None and not (isinstance(module.rules, type) and issubclass(module.rules, rules)):
        raise ConfigError(
            "rules of the module {owner} must be a class derived from {base}, got {given}",
            {"owner": quote(module.name), "base": rules.__name__, "given": quote(module.rules)},
        )


def check_hidden(made: object, owner: str, base: Any) -> None:
    """Refuse a module, or its rules, with an attribute that hides a seam of `base`. Raises ConfigError."""
    own = getattr(made, "__dict__", {})
    for name in seams_of(base):
        if name in own or not isroutine(getattr(type(made), name)):
            raise ConfigError(
                "the module {owner} has an attribute {name}, which hides the seam of that name: rename it",
                {"owner": quote(owner), "name": quote(name)},
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


@cache
def misspelt(made: Any, base: Any) -> list[tuple[str, str]]:
    """The public methods that a class adds to `base` and that look like one that it lacks, each with that one."""
    lacking = {_folded(seam): seam for seam in seams_of(base) if getattr(made, seam) is getattr(base, seam)}
    own: dict[str, None] = {}
    for each in made.__mro__:
        if each not in base.__mro__:
            own |= dict.fromkeys(name for name, value in vars(each).items() if isroutine(value))
    out: list[tuple[str, str]] = []
    for name in own:
        if name.startswith("_") or hasattr(base, name):
            continue
        out += [(name, lacking[close]) for close in get_close_matches(_folded(name), lacking, 1, CLOSE)]
    return out


@cache
def outdated(made: Any, rules: Any) -> list[tuple[str, str]]:
    """The methods of a class that were seams of the rules in earlier versions, each with what replaces it, or ""."""
    former: Mapping[str, str] = getattr(rules, "former", {})
    replaced = {**dict.fromkeys(EARLIER, "__init__"), **former}
    return [(name, now) for name, now in replaced.items() if isroutine(getattr(made, name, None))]


@cache
def misplaced(made: Any, base: Any, other: Any) -> list[str]:
    """The methods of a class derived from `base` that belong to one derived from `other`."""
    names = sorted({*seams_of(other)} - {*seams_of(base)})
    return [name for name in names if isroutine(getattr(made, name, None))]


@cache
def seams_of(base: Any) -> list[str]:
    """The public methods of a class: of a family's base class of modules or of their rules, its seams."""
    return [name for name in dir(base) if not name.startswith("_") and isroutine(getattr(base, name))]


def _folded(name: str) -> str:
    """A name without capitals and underscores."""
    return name.replace("_", "").lower()
