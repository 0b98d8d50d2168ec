"""Inns & Cathedrals: the big follower, inns by roads, cathedrals in cities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bastide.view.carcassonne.art import room_sheet
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.carcassonne.tiles.marks import LANDMARK, ROADSIDE


class InnsView(ModuleView):
    """A follower that is larger and crowned, and lies on fields like any other."""

    name = "inns"
    symbols: ClassVar[Mapping[str, str]] = {
        f"f-{name}": room_sheet("inns", "figures")[name] for name in ("big", "big-lying")
    }
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {"big": (0.0, -45.0)}
    scenery: ClassVar[Mapping[str, str]] = room_sheet("inns", "scenery")
    tags: ClassVar[Mapping[str, str]] = {"inn": ROADSIDE, "cathedral": LANDMARK}


VIEW: Final = InnsView()
