"""Plug-ins: modules and bots that other packages declare with entry points.

    [project.entry-points."bastide.modules"]
    mine = "my_package"              # a room: a package with floors, see `bastide.kernel.rooms`
    yours = "my_package.rules:Yours" # or the rules alone: a class, or a function that makes a module

    [project.entry-points."bastide.bots"]
    mybot = "my_package.bots:MyBot"  # called with a seed, returns a `bastide.players.Bot`

A plug-in is loaded when it is requested by name, or when names are listed. One that cannot be loaded is an error
only if requested by name.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any, Final, NamedTuple

from bastide.kernel.errors import ConfigError, quote

MODULES: Final = "bastide.modules"
BOTS: Final = "bastide.bots"
GROUPS: Final = (MODULES, BOTS)
FOREIGN: Final = (Exception, SystemExit, KeyboardInterrupt)
"""What third-party code may raise, when imported or called."""
LONGEST: Final = 300
"""The most characters of a plug-in's own error that a message quotes."""


class Plugin(NamedTuple):
    """An entry point: its name, its value, and the package that declares it."""

    name: str
    value: str
    package: str

    @property
    def entry(self) -> str:
        """The entry point as quoted in messages."""
        return quote(f"{self.name} = {self.value}")

    @property
    def top(self) -> str:
        """The package that is imported first, as `my_package`."""
        return self.value.partition(":")[0].partition(".")[0]


@cache
def any_installed() -> bool:
    """Whether an installed package may declare a plug-in.

    Only looks at files: `importlib.metadata` costs a tenth of a second, and most users have no plug-in.
    """
    for place in sys.path:
        for kind in ("dist-info", "egg-info"):
            for path in Path(place or ".").glob(f"*.{kind}/entry_points.txt"):
                try:
                    text = path.read_text("utf-8", "replace")
                except OSError:
                    continue
                if any(group in text for group in GROUPS):
                    return True
    return False


@cache
def plugins(group: str) -> dict[str, tuple[Plugin, ...]]:
    """The plug-ins of a group by name. Several packages may declare one name."""
    if not any_installed():
        return {}
    from importlib.metadata import entry_points

    found: dict[str, tuple[Plugin, ...]] = {}
    for entry in entry_points(group=group):
        package = entry.dist.name if entry.dist is not None else "?"
        plugin = Plugin(entry.name, entry.value, package)
        if plugin not in found.get(entry.name, ()):
            found[entry.name] = (*found.get(entry.name, ()), plugin)
    return found


def plugin(group: str, name: str) -> Plugin | None:
    """The plug-in of that name, or None. Raises ConfigError if two packages declare it."""
    several = plugins(group).get(name, ())
    if len(several) > 1:
        raise ConfigError(
            "the packages {first} and {second} both bring a plug-in {name}: uninstall one of them",
            {"first": quote(several[0].package), "second": quote(several[1].package), "name": quote(name)},
        )
    return several[0] if several else None


def check_free(group: str, own: tuple[str, ...]) -> None:
    """Refuse plug-ins named like our own modules or bots, which they never replace.

    Raises ConfigError.
    """
    for name in own:
        for found in plugins(group).get(name, ()):
            raise ConfigError(
                "the plug-in {entry} of the package {package} has the name of one of Bastide's own:"
                " it must take another",
                {"entry": found.entry, "package": quote(found.package)},
            )


def not_loaded(found: Plugin, reason: str) -> ConfigError:
    """The error for a plug-in that cannot be loaded."""
    return ConfigError(
        "the plug-in {entry} of the package {package} cannot be loaded: {reason}",
        {"entry": found.entry, "package": quote(found.package), "reason": cut(reason)},
    )


def failed(error: BaseException) -> ConfigError | None:
    """The error for an exception raised in a plug-in's code, or in ours when called from there; None for any other."""
    brought = by_package()
    at: tuple[Plugin, str, int] | None = None
    for frame, line in walk_tb(error.__traceback__):
        found = brought.get(str(frame.f_globals.get("__name__")).partition(".")[0])
        if found is not None:
            at = found, Path(frame.f_code.co_filename).name, line
    if at is None:
        return None
    found, file, line = at
    return ConfigError(
        "the plug-in {entry} of the package {package} failed in {file}, line {line}: {reason}",
        {"entry": found.entry, "package": quote(found.package), "file": file, "line": line, "reason": reason_of(error)},
    )


def running(frame: FrameType | None) -> Plugin | None:
    """The plug-in whose code a thread runs, by its innermost frame; None if it is none."""
    brought = by_package()
    while frame is not None:
        found = brought.get(str(frame.f_globals.get("__name__")).partition(".")[0])
        if found is not None:
            return found
        frame = frame.f_back
    return None


def by_package() -> dict[str, Plugin]:
    """All plug-ins by the package that is imported first."""
    return {found.top: found for group in GROUPS for several in plugins(group).values() for found in several}


def reason_of(error: BaseException) -> str:
    """The class and the message of an exception, as a plug-in's error quotes it."""
    return cut(f"{type(error).__name__}: {error}")


def cut(reason: str) -> str:
    """A reason of readable length: a plug-in may raise a text of any."""
    return reason if len(reason) <= LONGEST else reason[: LONGEST - 1] + "…"


def load(found: Plugin, value: str, example: str) -> Any:
    """Import an object named like `my_package.rules:Mine`. Raises ConfigError with the plug-in and its package."""
    module, colon, attribute = value.partition(":")
    if not colon or not attribute.isidentifier():
        raise ConfigError(
            "the plug-in {entry} of the package {package} must be written like {example}",
            {"entry": found.entry, "package": quote(found.package), "example": quote(example)},
        )
    try:
        loaded = importlib.import_module(module)
    except FOREIGN as error:
        top = sys.modules.get(found.top)
        if top is not None and getattr(top, "__file__", None) is None:
            # The folder of a project, in which the package of that name lies, hides it where Python starts beside it.
            raise ConfigError(
                "the plug-in {entry} of the package {package} cannot be loaded: Python finds a folder {name} that is no"
                " package: start in another folder, or give that one another name",
                {"entry": found.entry, "package": quote(found.package), "name": quote(found.top)},
            ) from error
        raise not_loaded(found, reason_of(error)) from error
    if not hasattr(loaded, attribute):
        raise ConfigError(
            "the plug-in {entry} of the package {package} is misnamed: {module} has no {attribute}",
            {"entry": found.entry, "package": quote(found.package), "module": module, "attribute": attribute},
        )
    return getattr(loaded, attribute)


def made_by(found: Plugin, maker: Any, kind: type, *arguments: Any) -> Any:
    """Call a plug-in's maker. Raises ConfigError unless the result is of that kind."""
    try:
        made = maker(*arguments)
    except FOREIGN as error:
        raise not_loaded(found, reason_of(error)) from error
    check_kind(found, made, kind)
    return made


def check_kind(found: Plugin, made: object, kind: type) -> None:
    """Refuse an object of a plug-in that is of another class. Raises ConfigError."""
    if not isinstance(made, kind):
        raise ConfigError(
            "the plug-in {entry} of the package {package} must make an object of class {wanted}, not {given}",
            {
                "entry": found.entry,
                "package": quote(found.package),
                "wanted": kind.__name__,
                "given": type(made).__name__,
            },
        )
