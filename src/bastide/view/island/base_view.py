"""The base game's declarations for the view, like a module's: its events, verbs and text signs."""

from __future__ import annotations

from typing import Final

from bastide.view.island.module_view import (
    CARD,
    CORNER,
    EDGE,
    GOOD,
    HEX,
    LINE,
    NUMBER,
    SEAT,
    Fields,
    ModuleView,
)
from bastide.view.model import Say

FIELDS: Final[dict[str, Fields]] = {
    "starts": (),
    "start_roll": (("first", NUMBER), ("second", NUMBER)),
    "start_tie": (("total", NUMBER),),
    "turn": (("turn", NUMBER),),
    "roll": (("first", NUMBER), ("second", NUMBER)),
    "number": (("total", NUMBER),),
    "blocked": (("hex", HEX),),
    "yield": (("good", GOOD), ("count", NUMBER), ("hex", HEX), ("corner", CORNER)),
    "gain": (("good", GOOD), ("count", NUMBER)),
    "shortage": (("good", GOOD), ("owed", NUMBER), ("left", NUMBER), ("claimants", NUMBER)),
    "road": (("place", EDGE),),
    "line": (("place", EDGE), ("line", LINE)),
    "settlement": (("place", CORNER),),
    "city": (("place", CORNER),),
    "buy": (),
    "draw": (("card", CARD),),
    "play": (("card", CARD),),
    "take": (("good", GOOD), ("count", NUMBER)),
    "monopoly": (("good", GOOD),),
    "hand_over": (("good", GOOD), ("count", NUMBER), ("to", SEAT)),
    "army": (("count", NUMBER), ("before", SEAT)),
    "route": (("count", NUMBER), ("before", SEAT)),
    "no_route": (("before", SEAT),),
    "no_army": (("before", SEAT),),
    "throw": (("total", NUMBER), ("dice", NUMBER)),
    "owes": (("count", NUMBER),),
    "discard": (("good", GOOD), ("count", NUMBER)),
    "robber": (("hex", HEX),),
    "steal": (("victim", SEAT), ("good", GOOD)),
    "give": (("good", GOOD), ("count", NUMBER), ("to", SEAT)),
    "bank": (("good", GOOD), ("count", NUMBER), ("get", GOOD), ("got", NUMBER)),
    "offer": (("to", NUMBER),),
    "counter": (),
    "gives": (("good", GOOD), ("count", NUMBER)),
    "wants": (("good", GOOD), ("count", NUMBER)),
    "accept": (),
    "refuse": (),
    "offer_off": (),
    "trade": (("with", SEAT),),
    "withdraw": (),
    "win": (("points", NUMBER),),
    "draw_game": (("turns", NUMBER),),
}
"""The fields of each kind of event."""
SECRET: Final = {"steal": "good", "draw": "card", "give": "good"}
"""The field that only the seats in `Event.sees` may know."""

HINTS: Final = {
    "roll": Say("roll the dice"),
    "end": Say("end your turn"),
    "settle": Say("build a settlement"),
    "road": Say("build a road"),
    "city": Say("build a city"),
    "buy": Say("buy a development card"),
    "knight": Say("play a knight"),
    "roads": Say("play road building: two free roads"),
    "plenty": Say("play year of plenty: two goods from the bank"),
    "monopoly": Say("play monopoly: all cards of one good"),
    "bank": Say("trade with the bank"),
    "offer": Say("offer a trade to the others"),
    "counter": Say("answer with an offer of your own"),
    "accept": Say("accept the offer"),
    "refuse": Say("refuse the offer"),
    "trade": Say("trade with that seat"),
    "withdraw": Say("withdraw your offer"),
    "discard": Say("discard these cards"),
    "take": Say("take from the bank"),
    "robber": Say("move the robber"),
    "rob": Say("take a card from that seat"),
}
"""The effect of each verb."""

SIGNS: Final = {"settlement": "()", "city": "[]"}
"""Text drawings of buildings: the characters on either side of the seat's number."""


class BaseView(ModuleView):
    """The base game's declarations; the rest of this folder shows it."""

    fields = FIELDS
    secrets = SECRET
    hints = HINTS
    signs = SIGNS


BASE_VIEW: Final = BaseView()
