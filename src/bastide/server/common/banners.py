"""The banners of players: a colour and an emblem, which are chosen apart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

EMBLEM_OF: Final[Mapping[str, str]] = MappingProxyType(
    {
        "garnet": "sun",
        "azure": "lily",
        "ivory": "tower",
        "amber": "bell",
        "green": "trefoil",
        "mauve": "rose",
        "sky": "shell",
        "ink": "key",
    }
)
"""The colours, in the order in which seats get them, and the emblem of each until somebody chooses another.

`bastide.view.svg` draws them.
"""
COLORS: Final = tuple(EMBLEM_OF)
EMBLEMS: Final = tuple(EMBLEM_OF.values())


def look(color: str, emblem: str) -> str:
    """The name by which a banner is drawn: its colour, followed by the emblem if it is not the colour's own.

    >>> look("azure", "lily"), look("azure", "tower"), look("azure", "")
    ('azure', 'azure-tower', 'azure')
    """
    return color if emblem in ("", EMBLEM_OF.get(color)) else f"{color}-{emblem}"
