"""The log of Troy: its events and their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.expansions.island.troy.rules.state import CITIES
from bastide.kernel.state import BITS
from bastide.view.island.glance import counted
from bastide.view.island.module_view import GOOD, HEX, NUMBER, Fields, Telling
from bastide.view.model import Arg, Say

P: Final = "troy_"
EVENTS: Final[Mapping[str, Fields]] = {
    P + "side": (("city", NUMBER),),
    P + "put": (("good", GOOD), ("count", NUMBER)),
    P + "donated": (("count", NUMBER), ("row", NUMBER)),
    P + "lifted": (("good", GOOD), ("count", NUMBER), ("slot", NUMBER)),
    P + "returned": (("good", GOOD), ("count", NUMBER)),
    P + "ship": (("hex", HEX), ("number", NUMBER), ("ship", NUMBER)),
    P + "charter": (("good", GOOD),),
    P + "people": (("hex", HEX),),
    P + "battle": (("row", NUMBER), ("cards", NUMBER)),
    P + "revealed": (("good", GOOD), ("number", NUMBER), ("troy", NUMBER), ("mycenae", NUMBER)),
    P + "tie": (("points", NUMBER),),
    P + "victory": (("city", NUMBER), ("points", NUMBER), ("troy", NUMBER), ("mycenae", NUMBER)),
    P + "war": (("city", NUMBER), ("winners", NUMBER), ("points", NUMBER), ("trade", NUMBER)),
}
SECRETS: Final = {P + "side": "city", P + "put": "good", P + "lifted": "good", P + "returned": "good"}
LINES: Final = {
    P + "ship": (P + "ship", Say("{player} builds a {figure}")),
    P + "charter": (P + "ship", Say("{player} trades {good} at 2:1 from now on")),
    P + "people": (P + "people", Say("{player} moves the sea people")),
    P + "battle": (P + "battle", Say("The row of {count} cards is shuffled: {cards} of them fight for Troy")),
    P + "revealed": (P + "battle", Say("{good:Name}: {troy} for Troy, {mycenae} for Mycenae")),
    P + "tie": (P + "battle", Say("The battle is a draw at {count}: no marker moves")),
    P + "victory": (P + "battle", Say("{source} wins the battle: its marker is at {count}")),
}
"""Events that have their own line: icon and sentence."""
KNOWN: Final = {
    P + "lifted": Say("{player} takes {goods} from the row"),
    P + "returned": Say("{player} puts {goods} into the row"),
}
UNKNOWN: Final = {
    P + "lifted": Say("{player} takes a card from the row"),
    P + "returned": Say("{player} puts a card into the row"),
}
"""The lines for a card: for the seats that know it, and for the others."""


def tell(telling: Telling, i: int) -> None:
    """The lines of cards that not everybody knows, and of the end of the war."""
    event = telling.events[i]
    seat = int(event.seat)
    names = telling.rules.good_names
    if event.kind == P + "side":
        if telling.knows(event):
            telling.line(P + "battle", seat, Say("{player} stands by {source}", _who(seat, CITIES[int(event.a)])))
    elif event.kind == P + "donated":
        put = [(int(e.a), int(e.b)) for e in telling.events if e.kind == P + "put" and telling.knows(e)]
        said = Say(
            "{player} gives {count} {count:card|cards} for a trade point", {"player": seat, "count": int(event.a)}
        )
        if put:
            said = Say("{player} gives {goods} for a trade point", {"player": seat, "goods": counted(names, put)})
        telling.line("cards", seat, said)
    elif event.kind in KNOWN:
        said = UNKNOWN[event.kind]
        who: dict[str, Arg] = {"player": seat}
        if telling.knows(event):
            said = KNOWN[event.kind]
            who["goods"] = {names[event.a]: int(event.b)}
        telling.line("cards", seat, Say(said.text, who))
    elif event.kind == P + "war":
        telling.line(
            P + "battle", -1, Say("The war is over: {source} has reached the end", {"source": CITIES[int(event.a)]})
        )
        for winner in range(int(telling.rules.seats)):
            if event.b & BITS[winner]:
                telling.line(
                    "win", winner, Say("{winner} wins with {count} points", {"winner": winner, "count": int(event.c)})
                )


def _who(seat: int, city: str) -> dict[str, Arg]:
    return {"player": seat, "source": city}
