"""The log of Barbarian Attack: its events and their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.barbarian_attack.rules.fights import COLOURS
from bastide.expansions.island.barbarian_attack.rules.state import CARD_WORDS
from bastide.kernel.state import Event
from bastide.view.island.module_view import CORNER, EDGE, HEX, NUMBER, Fields
from bastide.view.model import Arg, Say

P: Final = "barbarian_attack_"

EVENTS: Final[Mapping[str, Fields]] = {
    P + "invasion": (),
    P + "none": (),
    P + "landed": (("hex", HEX), ("count", NUMBER)),
    P + "full": (("hex", HEX),),
    P + "conquered": (("hex", HEX),),
    P + "freed": (("hex", HEX),),
    P + "laid": (("place", CORNER),),
    P + "raised": (("place", CORNER),),
    P + "card": (("card", NUMBER),),
    P + "again": (),
    P + "shuffled": (),
    P + "nothing": (("card", NUMBER),),
    P + "knight": (("place", EDGE), ("count", NUMBER)),
    P + "hired": (("place", EDGE),),
    P + "lifted": (("hex", HEX),),
    P + "captured": (("hex", HEX), ("count", NUMBER)),
    P + "shifted": (("hex", HEX), ("paid", NUMBER)),
    P + "march": (("from", EDGE), ("place", EDGE), ("fed", NUMBER)),
    P + "victory": (("hex", HEX), ("barbarians", NUMBER), ("knights", NUMBER)),
    P + "prisoners": (("got", NUMBER), ("count", NUMBER)),
    P + "aside": (("got", NUMBER),),
    P + "tie": (("total", NUMBER),),
    P + "gold": (("gold", NUMBER),),
    P + "colour": (("colour", NUMBER), ("hex", HEX)),
    P + "fallen": (("place", EDGE),),
}
"""The fields of each kind of event. Cards and colours are numbered as in the module."""
VALUES: Final = {"card": [P + word for word in CARD_WORDS], "colour": [P + colour for colour in COLOURS]}
LINES: Final = {
    P + "invasion": ("robber", Say("Barbarians land")),
    P + "none": ("robber", Say("No barbarian is left to land")),
    P + "landed": ("robber", Say("A barbarian comes to {terrain} {number}: {count} there")),
    P + "full": ("robber", Say("{terrain:Name} {number} is already conquered: nobody lands")),
    P + "conquered": ("robber", Say("{terrain:Name} {number} is conquered")),
    P + "freed": ("army", Say("{terrain:Name} {number} is free again")),
    P + "laid": ("robber", Say("A building of {player} is conquered")),
    P + "raised": ("settlement", Say("A building of {player} is free again")),
    P + "card": ("card", Say("{player} turns up {card}")),
    P + "again": ("card", Say("No barbarian is on the island: another card")),
    P + "shuffled": ("card", Say("The used cards are shuffled")),
    P + "nothing": ("card", Say("{card:Name} has no effect")),
    P + "knight": ("army", Say("{player} places a knight: {count} on the island")),
    P + "hired": ("army", Say("{player} places the mercenary")),
    P + "lifted": ("robber", Say("A barbarian leaves {terrain} {number}")),
    P + "captured": ("army", Say("{player} takes a barbarian of {terrain} {number} prisoner")),
    P + "shifted": ("robber", Say("{player} moves a barbarian, for {paid} {paid:trade token|trade tokens}")),
    P + "victory": (
        "army",
        Say("{terrain:Name} {number}: {knights} knights beat {barbarians} {barbarians:barbarian|barbarians}"),
    ),
    P + "prisoners": ("army", Say("{player} takes {got} {got:prisoner|prisoners}: {count} now")),
    P + "aside": ("army", Say("The mercenary takes a prisoner, who is laid aside")),
    P + "tie": ("dice", Say("A tie at {total}: the tied players roll again")),
    P + "gold": ("bank", Say("{player} takes {cards}")),
    P + "colour": ("dice", Say("The colour die shows {colour}")),
    P + "fallen": ("army", Say("{player} loses a knight")),
}
"""The line of each event."""

MARCH: Final = Say("A knight of {player} marches: {terrain} {number} to {goal} {goal_number}")
MARCH_BY_TERRAIN: Final = Say("A knight of {player} marches: {terrain} to {goal}")
"""The line of a march, with the hexes beside the paths; the second where one of them has no number."""


def march(rules: Island, event: Event) -> Say:
    """A march, from and to the land beside its paths, numbered hexes first; the grain that it costs is a detail."""
    (terrain, number), (goal, goal_number) = (land_beside(rules, int(edge)) for edge in (event.a, event.b))
    words: dict[str, Arg] = {"player": int(event.seat), "terrain": terrain, "goal": goal}
    if not number or not goal_number:
        return Say(MARCH_BY_TERRAIN.text, words)
    return Say(MARCH.text, words | {"number": number, "goal_number": goal_number})


def land_beside(rules: Island, edge: int) -> tuple[str, int]:
    """Terrain and number of a hex of land beside a path, one with a number if there is any; 0 for none."""
    board = rules.board
    best = max(board.land_beside(edge), key=lambda hex_: board.number[hex_] > 0)
    return board.terrain[best], int(board.number[best])
