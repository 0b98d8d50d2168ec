"""Inns & Cathedrals: the big follower."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bastide.view.carcassonne.modules.view import ModuleView

CROWN = (
    '<path d="M-17-98L-17-116L-8-107L0-119L8-107L17-116L17-98z" fill="#e9c765" stroke="#1d1710" stroke-width="4"'
    ' stroke-linejoin="round"/>'
)


class InnsView(ModuleView):
    """A follower that is larger and crowned."""

    name = "inns"
    symbols: ClassVar[Mapping[str, str]] = {"f-big": f'<g transform="scale(1.25)"><use href="#f-meeple"/>{CROWN}</g>'}
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {"big": (0.0, -45.0)}
