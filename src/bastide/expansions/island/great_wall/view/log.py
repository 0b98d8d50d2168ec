"""The log of the Great Wall: its events and their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.expansions.island.great_wall.rules.state import NUMERALS
from bastide.view.island.module_view import HEX, NUMBER, Fields
from bastide.view.model import Say

P: Final = "great_wall_"
MOST_SECTIONS: Final = 100
"""More than any wall has."""

EVENTS: Final[Mapping[str, Fields]] = {
    P + "rider": (("territory", NUMBER), ("count", NUMBER)),
    P + "none": (),
    P + "ride": (("territory", NUMBER), ("section", NUMBER), ("count", NUMBER)),
    P + "full": (("section", NUMBER),),
    P + "pass": (("section", NUMBER), ("count", NUMBER), ("level", NUMBER)),
    P + "penalty": (("count", NUMBER),),
    P + "occupied": (("hex", HEX), ("count", NUMBER)),
    P + "no_room": (("section", NUMBER),),
    P + "fallen": (("count", NUMBER),),
    P + "raised": (("section", NUMBER), ("level", NUMBER)),
    P + "led": (("territory", NUMBER), ("to", NUMBER)),
    P + "freed": (("hex", HEX), ("count", NUMBER)),
    P + "pirate": (("hex", HEX),),
}
"""The fields of each kind of event. Territories and sections are counted from 0."""
VALUES: Final[Mapping[str, Sequence[str | int]]] = {
    "territory": NUMERALS,
    "to": NUMERALS,
    "section": range(1, MOST_SECTIONS + 1),
}
"""What the log says of numbers from 0. There are more sections than territories, which have the numerals."""
LINES: Final = {
    P + "rider": ("robber", Say("{player} draws a rider for territory {territory}: {count} {count:waits|wait} there")),
    P + "none": ("robber", Say("The bag is empty: no rider comes")),
    P + "ride": (
        "robber",
        Say("A rider comes from territory {territory} before section {section}, of {player}: {count} there"),
    ),
    P + "full": ("robber", Say("The battlefield of section {section} is full: no rider moves")),
    P + "pass": (
        "robber",
        Say("{count} {count:rider|riders} against level {level}: section {section} is passed"),
    ),
    P + "penalty": ("robber", Say("{player} receives a penalty: {count} in all")),
    P + "occupied": ("robber", Say("{terrain:Name} {number} is occupied: {count} {count:rider|riders}")),
    P + "no_room": ("robber", Say("A rider finds no room behind section {section} and goes back to the bag")),
    P + "fallen": ("robber", Say("The wall has been passed {count} times: all have lost")),
    P + "raised": ("settlement", Say("{player} raises the wall to level {level}")),
    P + "led": ("army", Say("{player} leads a rider from territory {territory} to {to}")),
    P + "freed": ("army", Say("{player} drives a rider from {terrain} {number}")),
    P + "pirate": ("robber", Say("{player} moves the pirate")),
}
"""The line of each event."""
