"""Expansions that only tests know, as rooms: two small ones, for what the page does with several, or a larger one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Final, cast

import pytest

from bastide.kernel import rooms
from bastide.view import catalogues, styles
from bastide.view.island import module_views
from bastide.view.svg import art, icons, picture
from bastide.web import rooms as sheets

STUBS: Final = ("windmills", "lighthouse")
CACHES: Final = (
    rooms.adapts_to,
    rooms.floor,
    rooms.folders,
    rooms.names,
    module_views.all_views,
    module_views.view_of,
    module_views._views,
    sheets.of_rooms,
    styles._compatible,
    styles.styles,
    art.artists,
    art.sheet,
    icons.names,
    icons.symbols,
    picture._defs,
)
"""What remembers which rooms there are."""


@contextmanager
def entered(packages: Sequence[str] = tuple(f"{__name__}.{name}" for name in STUBS)) -> Iterator[None]:
    """These packages stand among the rooms of the island, after those of Bastide. Their words are English."""
    known = rooms.rooms
    brought = {package.rpartition(".")[2]: package for package in packages}

    def with_brought(family: str) -> dict[str, str]:
        return known(family) | (brought if family == "island" else {})

    names = cast(dict[str, str], catalogues.NAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "rooms", with_brought)
        for name, package in brought.items():
            table = files(package).joinpath("names.toml")
            own = tomllib.loads(table.read_text("utf-8")) if table.is_file() else {f"module_{name}": name}
            for key, value in own.items():
                patch.setitem(names, key, value)
        forget()
        yield
    forget()


def forget() -> None:
    """Ask again which rooms there are."""
    for cache in CACHES:
        cache.cache_clear()
