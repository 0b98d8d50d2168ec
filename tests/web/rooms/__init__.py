"""Two small expansions that only tests know, as rooms with rules, view and page: what the page does with several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, cast

import pytest

from bastide.kernel import rooms
from bastide.view import words
from bastide.view.island import module_views
from bastide.web import rooms as sheets

STUBS: Final = ("windmills", "lighthouse")
CACHES: Final = (rooms.floor, rooms.folders, module_views.view_of, module_views._views, sheets.style)
"""What remembers which rooms there are."""


@contextmanager
def entered() -> Iterator[None]:
    """Both stand among the rooms of the island, after those of Bastide."""
    known = rooms.rooms

    def with_stubs(family: str) -> dict[str, str]:
        stubs = {name: f"{__name__}.{name}" for name in STUBS} if family == "island" else {}
        return known(family) | stubs

    names = cast(dict[str, str], words.NAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "rooms", with_stubs)
        for name in STUBS:
            patch.setitem(names, f"module_{name}", name)
        forget()
        yield
    forget()


def forget() -> None:
    """Ask again which rooms there are."""
    for cache in CACHES:
        cache.cache_clear()
