"""The rooms: the code and data of each expansion, by family and name.

A room is a package with everything that belongs to one expansion. Those of Bastide lie in `bastide.expansions.<family>`
and are listed, names only, in that package's `registry.py`. A room has up to four floors. Each is a module or a package
of that name with one public object:

    rules   MODULE   makes the module: a subclass of `Module`, or a function that returns one
    view    VIEW     what a viewer sees of it
    page    PAGE     its panels
    bot     BOT      how the greedy bot plays it

Every floor is optional. Beside the floors lie
data: `rules.toml` (the rule catalogue), `words/` or `*.po` (names and sentences), `page.css`, `art/*.svg`, `README.md`.
If a floor is a package, its data are inside it (`beside`): `page/page.css`, `view/art/*.svg`.

A room's adaptations to another room are in its `with_<other>.py` (`adapts_to`, `adapted`).

Floors are imported on first use, so a program that only simulates loads no page.

Another package may provide a room, or only its rules: see `bastide.kernel.plugins`.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Collection, Iterator, MutableMapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Any, Final

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.plugins import (
    MODULES,
    Plugin,
    check_free,
    check_kind,
    load,
    made_by,
    not_loaded,
    plugin,
    plugins,
)
from bastide.kernel.rules import M

EXPANSIONS: Final = "bastide.expansions"
OBJECT: Final = {"rules": "MODULE", "view": "VIEW", "page": "PAGE", "bot": "BOT"}
"""Each floor's public object."""
CLASSES: Final = {
    "island": "bastide.catan.base.seams:IslandModule",
    "carcassonne": "bastide.carcassonne.base.seams:CarcassonneModule",
}
"""The module class of each family. Named as text: the kernel imports no family."""
SHOWN: Final = {
    ("island", "view"): "bastide.view.island.module_view:ModuleView",
    ("island", "page"): "bastide.web.panels.module_page:ModulePage",
    ("carcassonne", "view"): "bastide.view.carcassonne.module_view:ModuleView",
}
"""The classes of the other floors' objects, by family and floor."""
EXAMPLE: Final = "my_package.rules:Mine"
LONGEST_NAME: Final = 200
"""The most characters of a name that a plug-in brings: the form for a new table shows the names of all."""


@cache
def rooms(family: str) -> dict[str, str]:
    """The packages of a family's own rooms by the names of their modules, in the order in which they are offered."""
    registry = importlib.import_module(f"{EXPANSIONS}.{family}.registry")
    return {name: f"{EXPANSIONS}.{family}.{name}" for name in registry.ROOMS}


@cache
def plugged(family: str, name: str) -> Callable[[], Any]:
    """The factory of a plug-in's module.

    :raises KeyError: there is no plug-in of that name.
    :raises ConfigError: it cannot be loaded, or makes no module of this family by that name.
    """
    found = plugin(MODULES, name)
    if found is None:
        raise KeyError(name)
    value = found.value if ":" in found.value else f"{found.value}.rules:{OBJECT['rules']}"
    maker: Callable[[], Any] = load(found, value, EXAMPLE)
    made = made_by(found, maker, module_class(family))
    if ":" not in found.value:
        check_tables(found)
    if made.name != name:
        raise ConfigError(
            "the plug-in {entry} of the package {package} makes a module that calls itself {given}:"
            " both names must be the same",
            {"entry": found.entry, "package": quote(found.package), "given": quote(made.name)},
        )
    return maker


def module_class(family: str) -> Any:
    """The class of a family's modules, which has their seams."""
    return class_named(CLASSES[family])


def rules_class(family: str) -> Any:
    """The class of the rules of a family's modules, which has the hooks of a game."""
    return class_named(CLASSES[family].partition(":")[0] + ":ModuleRules")


def class_named(text: str) -> type:
    """The class that `CLASSES` or `SHOWN` names."""
    place, _, attribute = text.partition(":")
    named: type = getattr(importlib.import_module(place), attribute)
    return named


def check_tables(found: Plugin) -> None:
    """Refuse a plug-in whose names or rules are not TOML, or names no text: it would break the display of other games.

    Raises ConfigError.
    """
    for name in ("names.toml", "words/names.toml", "rules.toml"):
        path = files(found.value).joinpath(*name.split("/"))
        if path.is_file():
            try:
                table = tomllib.loads(path.read_text("utf-8"))
            except ValueError as error:  # neither TOML nor UTF-8
                raise not_loaded(found, f"{name}: {error}") from error
            for key, value in table.items() if name != "rules.toml" else ():
                if not isinstance(value, str) or len(value) > LONGEST_NAME:
                    raise not_loaded(
                        found, f"{name}: {key} = {quote(value)} is no text of at most {LONGEST_NAME} characters"
                    )


def plugged_names(family: str) -> list[str]:
    """The plug-ins of a family that can be loaded; the others are left out."""
    out: list[str] = []
    for name in plugins(MODULES):
        if name not in rooms(family):
            try:
                plugged(family, name)
            except ConfigError:
                continue
            out.append(name)
    return out


def plugged_room(family: str, name: str) -> Plugin | None:
    """The plug-in of that name, if it is a room of this family with more than rules."""
    if name not in plugins(MODULES) or name not in plugged_names(family):
        return None
    found = plugin(MODULES, name)
    return found if found is not None and ":" not in found.value else None


@cache
def floor(family: str, name: str, kind: str) -> Any:
    """The public object of one floor (`rules`, `view`, `page`, `bot`) of a room; None if the room lacks that floor.

    :raises ConfigError: it is the floor of a plug-in, and cannot be loaded.
    """
    package = rooms(family).get(name)
    if package is not None:
        if find_spec(f"{package}.{kind}") is None:
            return None
        return getattr(importlib.import_module(f"{package}.{kind}"), OBJECT[kind])
    if kind == "rules":
        return plugged(family, name) if name in plugins(MODULES) else None
    found = plugged_room(family, name)
    if found is None or find_spec(f"{found.value}.{kind}") is None:
        return None
    brought = load(found, f"{found.value}.{kind}:{OBJECT[kind]}", EXAMPLE)
    if (family, kind) in SHOWN:
        check_kind(found, brought, class_named(SHOWN[family, kind]))
    elif not callable(brought):
        raise not_loaded(found, f"{kind}.{OBJECT[kind]} = {quote(brought)} makes nothing")
    return brought


def check_names(given: Collection[object]) -> None:
    """Refuse plug-ins with the same name as a requested room of ours. Raises ConfigError."""
    check_free(MODULES, tuple(name for family in CLASSES for name in rooms(family) if name in given))


def floors(family: str, kind: str) -> dict[str, Any]:
    """The public objects of one floor of all rooms that have it, by name; floors that cannot be loaded are left out."""
    out: dict[str, Any] = {}
    for name in names(family):
        try:
            found = floor(family, name, kind)
        except ConfigError:
            continue  # of a plug-in: an error only if requested by name
        if found is not None:
            out[name] = found
    return out


@cache
def adapts_to(family: str, name: str) -> tuple[str, ...]:
    """The rooms to which a room adapts, the last in the registry first. Imports none of them.

    A room adapts to another in a file `with_<other>.py` of its own: there, and nowhere else, it may name the other.
    """
    package = package_of(family, name)
    if package is None:
        return ()
    return tuple(other for other in reversed(rooms(family)) if find_spec(f"{package}.with_{other}") is not None)


def adaptation(family: str, name: str, other: str) -> Any:
    """The module `with_<other>` of a room, used when both are on."""
    return importlib.import_module(f"{package_of(family, name)}.with_{other}")


def package_of(family: str, name: str) -> str | None:
    """The package of a room, ours or a plug-in; None for a module that is no room. Loads nothing."""
    if name in rooms(family) or name not in plugins(MODULES):
        return rooms(family).get(name)
    found = plugin(MODULES, name)
    return found.value if found is not None and ":" not in found.value else None


@cache
def folders(family: str) -> dict[str, Traversable]:
    """The folders of a family's rooms by name, for the data in them."""
    out = {name: files(package) for name, package in rooms(family).items()}
    for name in plugged_names(family):
        found = plugged_room(family, name)
        if found is not None:
            out[name] = files(found.value)
    return out


def beside(folder: Traversable, floor: str, name: str) -> Traversable:
    """The data `name` of a floor: in the floor's folder if it is a package, otherwise beside its file."""
    inside = folder.joinpath(floor)
    return inside.joinpath(name) if inside.is_dir() else folder.joinpath(name)


@cache
def names(family: str) -> tuple[str, ...]:
    """The names of all modules of a family: its own, then those of plug-ins that can be loaded."""
    return (*rooms(family), *plugged_names(family))


class Makers(MutableMapping[str, Callable[[], M]]):
    """The factory of each module of a family, by name: rooms, plug-ins, and the program's own entries.

    Plug-ins that cannot be loaded are not listed, but raise an error when requested.

    >>> modules = Makers[Module]("island")
    >>> list(modules) == list(rooms("island"))
    True
    """

    def __init__(self, family: str) -> None:
        self._family = family
        self._own: dict[str, Callable[[], M]] = {}

    def __getitem__(self, name: str) -> Callable[[], M]:
        if name in self._own:
            return self._own[name]
        found: Callable[[], M] | None = floor(self._family, name, "rules")
        if found is None:
            raise KeyError(name)
        return found

    def __setitem__(self, name: str, maker: Callable[[], M]) -> None:
        self._own[name] = maker

    def __delitem__(self, name: str) -> None:
        del self._own[name]

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys([*names(self._family), *self._own])

    def __len__(self) -> int:
        return len(set(names(self._family)) | set(self._own))

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in rooms(self._family) or name in plugins(MODULES)
