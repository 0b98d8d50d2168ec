"""The expansions of Carcassonne that come with Bastide: names, one a line, in the order in which they are offered."""

from typing import Final

ROOMS: Final = (
    "river",
    "inns",
    "traders",
    "hills",
    "wheel",
)
