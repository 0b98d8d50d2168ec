"""The log of Traders & Barbarians: its events and their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.expansions.island.traders_barbarians.rules.board import PLACES
from bastide.expansions.island.traders_barbarians.rules.state import CARGO
from bastide.view.island.module_view import CORNER, EDGE, NUMBER, SEAT, Fields
from bastide.view.model import Say

P: Final = "traders_barbarians_"

EVENTS: Final[Mapping[str, Fields]] = {
    P + "drive": (("place", CORNER), ("path", EDGE), ("left", NUMBER)),
    P + "toll": (("owner", SEAT),),
    P + "bank_toll": (("colour", NUMBER),),
    P + "fed": (("left", NUMBER),),
    P + "passed": (("site", NUMBER), ("token", NUMBER)),
    P + "delivered": (("token", NUMBER), ("gold", NUMBER), ("count", NUMBER)),
    P + "loaded": (("token", NUMBER), ("site", NUMBER)),
    P + "empty": (("site", NUMBER),),
    P + "upgraded": (("level", NUMBER),),
    P + "expelled": (("place", EDGE), ("total", NUMBER)),
    P + "held": (("place", EDGE), ("total", NUMBER)),
    P + "barbarian": (("from", EDGE), ("place", EDGE)),
    P + "diverted": (("place", EDGE), ("paid", NUMBER)),
}
"""The fields of each kind of event. Tokens and places are numbered as in the module."""
VALUES: Final[Mapping[str, Sequence[str | int]]] = {"token": [P + kind for kind in CARGO], "site": PLACES}
WAGON: Final = P + "trip"
LINES: Final = {
    P + "drive": (WAGON, Say("{player} drives on: {left} {left:point|points} left")),
    P + "toll": ("bank", Say("{player} pays {cards} to {owner} for the road")),
    P + "bank_toll": ("bank", Say("{player} pays {cards} to the bank for a neutral road")),
    P + "fed": (WAGON, Say("{player} pays 1 grain: {left} {left:point|points} left")),
    P + "passed": (WAGON, Say("{player} stops at the plaza: {token} is wanted elsewhere")),
    P + "delivered": ("point", Say("{player} delivers {token}: 1 point, {cards}")),
    P + "loaded": (WAGON, Say("{player} takes {token}, wanted here: {site}")),
    P + "empty": (WAGON, Say("No token is left there: {site}")),
    P + "upgraded": (WAGON, Say("{player} has a wagon of level {level}")),
    P + "expelled": ("army", Say("{player} drives a barbarian off")),
    P + "held": ("army", Say("The barbarian holds out against {player}")),
    P + "barbarian": ("robber", Say("{player} moves a barbarian")),
    P + "diverted": ("robber", Say("{player} sends a barbarian away, for {paid} {paid:trade token|trade tokens}")),
}
"""The line of each event."""
