"""The log of Cities & Knights: the names of its events, and the attack step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.cities_knights.rules.state import MIGHTY, KnightsState
from bastide.expansions.island.cities_knights.view.choices import domain_key
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.words import DOMAINS, card_key
from bastide.kernel.state import Event
from bastide.view.island.glance import hex_words
from bastide.view.island.module_view import CORNER, EDGE, GOOD, HEX, NUMBER, SEAT, Fields, Telling
from bastide.view.model import Arg, Say

FACES: Final = ("ship", *DOMAINS)

FIELDS: Final[Mapping[str, Fields]] = {
    "event": (("face", NUMBER), ("nobody", NUMBER)),
    "ship": (("at", NUMBER), ("length", NUMBER)),
    "progress": (("domain", NUMBER),),
    "progress_card": (("card", NUMBER),),
    "laid_open": (("card", NUMBER),),
    "play_progress": (("card", NUMBER),),
    "returned": (("domain", NUMBER),),
    "returned_card": (("card", NUMBER),),
    "spied": (("victim", SEAT), ("domain", NUMBER)),
    "spied_card": (("victim", SEAT), ("card", NUMBER)),
    "robber_wakes": (("hex", HEX),),
    "strength": (("strength", NUMBER), ("cities", NUMBER), ("metropolises", NUMBER)),
    "attack": (("barbarians", NUMBER), ("knights", NUMBER)),
    "defend": (("place", CORNER),),
    "defender": (("strength", NUMBER),),
    "fall": (("place", CORNER), ("tipped", NUMBER), ("walled", NUMBER)),
    "ship_home": (("resting", NUMBER),),
    "improve": (("domain", NUMBER), ("level", NUMBER)),
    "metropolis": (("domain", NUMBER), ("place", CORNER)),
    "metropolis_lost": (("domain", NUMBER), ("place", CORNER)),
    "wall": (("place", CORNER),),
    "repair": (("place", CORNER),),
    "recruit": (("place", CORNER),),
    "activate": (("place", CORNER),),
    "promote": (("place", CORNER), ("rank", NUMBER)),
    "move": (("from", CORNER), ("place", CORNER), ("other", SEAT), ("rank", NUMBER)),
    "chase": (("place", CORNER),),
    "retreat": (("place", CORNER), ("rank", NUMBER)),
    "knight_home": (("place", CORNER), ("rank", NUMBER)),
    "intrigue": (("place", CORNER), ("other", SEAT), ("rank", NUMBER)),
    "treason": (("other", SEAT),),
    "enlist": (("place", CORNER), ("rank", NUMBER), ("active", NUMBER)),
    "espionage": (("other", SEAT),),
    "taxes": (("other", SEAT),),
    "exchange": (("other", SEAT), ("good", GOOD)),
    "no_exchange": (("other", SEAT),),
    "fleet": (("good", GOOD),),
    "merchant": (("hex", HEX),),
    "monopoly_on": (("good", GOOD),),
    "swap": (("hex", HEX), ("other", HEX), ("number", NUMBER), ("other_number", NUMBER)),
    "lift_road": (("place", EDGE), ("other", SEAT)),
    "sabotage": (("place", CORNER), ("victim", SEAT)),
}
"""The fields of each kind of event. Faces, domains, cards and ranks are numbered as in the module."""
VALUES: Final = {
    "domain": [domain_key(domain) for domain in DOMAINS],
    "rank": [f"rank-{rank}" for rank in range(int(MIGHTY) + 1)],
}
SECRETS: Final = {"progress_card": "card", "returned_card": "card", "spied_card": "card"}

PLAIN: Final[Mapping[str, tuple[str, Say]]] = {
    "ship": ("ship", Say("The barbarians come nearer: {count} of {length}")),
    "progress": ("card", Say("{player} draws a progress card of {domain}")),
    "laid_open": ("card", Say("{player} lays {card} open: a point")),
    "play_progress": ("card", Say("{player} plays {card}")),
    "returned": ("card", Say("{player} puts a card of {domain} under its pile")),
    "spied": ("card", Say("{player} takes a card of {domain} from {victim}")),
    "robber_wakes": ("robber", Say("The robber awakes in the desert")),
    "defend": ("knight", Say("A knight of {player} goes to fight")),
    "defender": ("defender", Say("{player} defended best, with {count}, and gets a point")),
    "improve": ("city", Say("{player} builds the {building}: level {level} of {domain}")),
    "metropolis": ("metropolis", Say("{player} founds the metropolis of {domain}: 2 points")),
    "metropolis_lost": ("metropolis_lost", Say("{player} loses the metropolis of {domain}")),
    "wall": ("city", Say("{player} builds a wall")),
    "recruit": ("knight", Say("{player} recruits a knight")),
    "promote": ("knight", Say("{player} promotes a knight: it is {rank} now")),
    "chase": ("knight", Say("A knight of {player} chases the robber away")),
    "retreat": ("knight", Say("The {rank} knight of {player} moves elsewhere")),
    "knight_home": ("knight", Say("The {rank} knight of {player} leaves the board")),
    "intrigue": ("card", Say("{player} drives away a {rank} knight of {other}")),
    "treason": ("card", Say("{other} must give up a knight to {player}")),
    "enlist": ("knight", Say("A {rank} knight takes the side of {player}")),
    "espionage": ("card", Say("{player} looks at the progress cards of {other}")),
    "taxes": ("card", Say("{player} looks at the hand of {other}")),
    "exchange": ("trade", Say("{player} gives {other} {good} for a commodity")),
    "no_exchange": ("trade", Say("{other} has no commodity for {player}")),
    "fleet": ("trade", Say("{player} trades {good} two for one this turn")),
    "progress_card": ("card", Say("{player} draws {card}")),
    "returned_card": ("card", Say("{player} returns {card}")),
    "spied_card": ("card", Say("{player} takes {card} from {victim}")),
}
"""Events that have their own line."""


def card_played(rules: Island, events: Sequence[Event]) -> str | None:
    """The key of the progress card that a decision plays."""
    names = rules.module(KnightsState).card_names
    return next((card_key(names[e.a]) for e in events if e.kind == "play_progress"), None)


def tell(telling: Telling, i: int) -> None:
    """Log lines of an event that needs more than its sentence."""
    event = telling.events[i]
    kind, seat = event.kind, int(event.seat)
    who: dict[str, Arg] = {"player": seat}
    if kind == "event":
        if event.b:
            face: dict[str, Arg] = {"domain": domain_key(FACES[event.a])}
            telling.line("card", -1, Say("The event die shows {domain}: nobody draws", face))
    elif kind == "attack":
        attack(telling, i)
    elif kind == "ship_home":
        rest = Say("The knights that fought rest, and the ship sails home")
        telling.line("ship", -1, rest if event.a else Say("The ship sails home"))
    elif kind == "fall":
        text = "{player} loses a city: it lies on its side, for want of a settlement"
        say = Say(text, who) if event.b else Say("{player} loses a city: it is a settlement again", who)
        stands(telling, event, "city-tipped" if event.b else None)
        wall = [Say("{walled}", {"walled": "with-wall"})] if event.c else []
        telling.line("fall", seat, say, [*where(telling, event), *wall])
    elif kind == "sabotage":
        stands(telling, event, "sabotaged")
        say = Say("{player} sabotages a city of {victim}", who | {"victim": int(event.b)})
        telling.line("city", seat, say, where(telling, event))
    elif kind == "repair":
        stands(telling, event, None)
        telling.line("city", seat, Say("{player} repairs a city", who), where(telling, event))
    elif kind == "move":
        if event.c >= 0:
            who |= {"other": int(event.c), "piece": PIECES[int(event.d), False]}
            telling.line("knight", seat, Say("A knight of {player} displaces a knight of {other}", who))
        else:
            telling.line("knight", seat, Say("{player} moves a knight", who))
    elif kind == "activate" and telling.first(i):
        count = sum(e.kind == "activate" and e.seat == event.seat for e in telling.events)
        telling.line("knight", seat, Say("{player} activates {count} {count:knight|knights}", who | {"count": count}))
    elif kind == "lift_road":
        if event.b == seat:
            telling.line("road", seat, Say("{player} takes away one of their own roads", who))
        else:
            telling.line("road", seat, Say("{player} takes away a road of {other}", who | {"other": int(event.b)}))
    elif kind == "merchant":
        hex_args: dict[str, Arg] = {
            "terrain": telling.rules.board.terrain[event.a],
            "number": telling.number(int(event.a)),
        }
        telling.line("card", seat, Say("{player} puts the merchant on {terrain} {number}", who | hex_args))
    elif kind == "monopoly_on":
        over = [e for e in telling.events if e.kind == "hand_over"]
        goods = telling.rules.good_names
        detail = [Say("{other} {goods}", {"other": int(e.seat), "goods": {goods[e.a]: int(e.b)}}) for e in over]
        telling.line("card", seat, Say("{player} takes {good} from all others", who | {"good": goods[event.a]}), detail)
    elif kind == "swap":
        one, other = int(event.a), int(event.b)
        swapped: dict[str, Arg] = {"first": telling.numbers[one], "second": telling.numbers[other]}
        telling.numbers[one], telling.numbers[other] = int(event.c), int(event.d)
        telling.line("card", seat, Say("{player} swaps the number tokens {first} and {second}", who | swapped))


def stands(telling: Telling, event: Event, piece: str | None) -> None:
    """Store the piece at a corner if its cards do not show it; None removes the entry."""
    telling.standing.pop(int(event.a), None)
    if piece is not None:
        telling.standing[int(event.a)] = piece


def where(telling: Telling, event: Event) -> list[Say]:
    """The hexes of the city meant."""
    board, corner = telling.rules.board, int(event.a)
    hexes = [int(h) for h in board.corner_hexes[corner * 3 : corner * 3 + 3] if h >= 0]
    return [hex_words(board.terrain[h], telling.number(h)) for h in hexes]


def attack(telling: Telling, i: int) -> None:
    """Both strengths, seat by seat, and the result (CK-098 to CK-110)."""
    event = telling.events[i]
    by_seat = [e for e in telling.events[:i] if e.kind == "strength"]
    detail = [Say("{other} {count}", {"other": int(e.seat), "count": int(e.a)}) for e in by_seat]
    sides: dict[str, Arg] = {"barbarians": int(event.a), "knights": int(event.b)}
    telling.line("ship", -1, Say("The barbarians land: one for each city, {barbarians} in all", sides))
    if event.b:
        telling.line("knight", -1, Say("The active knights defend with {knights}", sides), detail)
    else:
        telling.line("knight", -1, Say("No knight defends"))
    if event.a > event.b:
        say = Say(
            "{barbarians} {barbarians:beats|beat} {knights}: of those with a city to lose, the weakest lose one",
            sides,
        )
        if all(e.b <= e.c for e in by_seat):
            say = Say("{barbarians} {barbarians:beats|beat} {knights}, but nobody has a city to lose", sides)
        telling.line("ship", -1, say)
    elif event.b:
        telling.line(
            "knight", -1, Say("{knights} {knights:holds|hold} against {barbarians}: the barbarians are beaten", sides)
        )
    else:
        telling.line("knight", -1, Say("Neither barbarians nor knights: nothing happens"))
