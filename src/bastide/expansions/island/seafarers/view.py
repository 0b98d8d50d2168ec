"""How Seafarers is shown: ships that move, gold fields, the pirate, and the chits of foreign islands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.catan.base.island import Island
from bastide.expansions.island.seafarers.isles import sides
from bastide.expansions.island.seafarers.rules.areas import hex_areas
from bastide.expansions.island.seafarers.rules.pirate import ROBBER_ALONE
from bastide.expansions.island.seafarers.rules.state import CHIT, NATIVE, SETTLED, SeafarersState
from bastide.view.island.actions import say, turn_reason, unready
from bastide.view.island.glance import Glance, counted
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import CORNER, EDGE, GOOD, HEX, NUMBER, Fields, ModuleView, Telling
from bastide.view.island.tips import tip
from bastide.view.lines import pair, reason
from bastide.view.model import Action, Choice, Piece, Points, Say, Target
from bastide.view.styles import PieceStyle, Styles
from bastide.view.words import Words

CHIT_PIECE: Final = "seafarers_chit"


class Isle(msgspec.Struct, frozen=True):
    """A foreign island: its first hex, the side of the map on which it lies (the side's number, if there are several
    there), the seats that began there, and those that have its chit."""

    hex: str
    side: str
    number: int
    natives: list[int]
    settled: list[int]


class SeafarersView(msgspec.Struct, frozen=True):
    """Where the pirate is (None: beside the board), and the foreign islands in reading order."""

    pirate: str | None
    isles: list[Isle]


EVENTS: Final[Mapping[str, Fields]] = {
    "seafarers_sail": (("place", EDGE),),
    "seafarers_pirate": (("hex", HEX),),
    "seafarers_chit": (("place", CORNER), ("points", NUMBER)),
    "seafarers_gold": (("good", GOOD), ("count", NUMBER)),
    "seafarers_short": (("owed", NUMBER), ("left", NUMBER)),
    "seafarers_chase": (("place", CORNER),),
}
LINES: Final = {
    "seafarers_sail": ("road", Say("{player} takes up a ship, to move it")),
    "seafarers_pirate": ("robber", Say("{player} moves the pirate")),
    "seafarers_chit": ("point", Say("{player} settles a foreign island: {count} {count:point|points}")),
    "seafarers_short": ("bank", Say("Gold fields owe {player} {count}: the bank has only {left}")),
    "seafarers_chase": ("robber", Say("{player} drives the pirate away with a knight")),
}
GOLD_ASKED: Final = Say("Gold fields: choose {count} {count:card|cards}.")
SHIPS: Final = {"ship": Say("{player} places a ship")}
"""Of a ship that is built, and of one that has been moved."""
HINTS: Final = {
    "ship": Say("build a ship"),
    "sail": Say("take up a ship, to move it"),
    "pirate": Say("move the pirate"),
    "gold": Say("take these cards for gold fields"),
    "chase-pirate": Say("drive the pirate away with a knight"),
}
MOVES: Final = frozenset(HINTS) - {"gold"}
"""The verbs that name a place."""


class SeafarersShown(ModuleView):
    """How the expansion is shown."""

    fields = EVENTS
    plain = LINES
    lines = SHIPS
    hints = HINTS
    placed = MOVES
    asked: Mapping[str, tuple[Say, Say]] = {
        "seafarers_sail": (Say("Choose where your ship goes."), Say("{player} moves a ship.")),
        "seafarers_pirate": (Say("Move the pirate to another hex of sea."), Say("{player} moves the pirate.")),
        "seafarers_gold": (GOLD_ASKED, Say("{player} chooses cards for gold fields.")),
    }
    styles = Styles(
        pieces={CHIT_PIECE: PieceStyle(figure=True, scale=1.45, shift=(-42, -46), depth=-4)},
    )

    def own(self, g: Glance) -> SeafarersView:
        m = g.rules.module(SeafarersState)
        names = g.rules.board.hex_names
        sides_found = numbered(sides(g.rules, int(m.area_count)))
        at = int(m.pirate_hex(g.state))
        return SeafarersView(
            pirate=names[at] if at >= 0 else None,
            isles=[
                Isle(
                    names[first],
                    *sides_found[area],
                    seats_in(g, m, area, int(NATIVE)),
                    seats_in(g, m, area, int(SETTLED)),
                )
                for area, first in enumerate(first_hexes(g.rules, int(m.area_count)))
            ],
        )

    def pieces(self, g: Glance) -> list[Piece]:
        own = self.own(g)
        chits = [Piece(CHIT_PIECE, isle.hex, -1, chit_tip(isle)) for isle in own.isles]
        return chits + ([Piece("pirate", own.pirate, -1)] if own.pirate is not None else [])

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb == "pirate":
                label = Say("{piece:Name} here", {"piece": "pirate"})
                out.append(Target(text, place, "pirate", "pirate", label, robbed(g, place)))
            elif verb == "sail":
                out.append(Target(text, place, "sail", "lift", Say("take up this ship"), tip(g, "ship", place)))
            elif verb == "chase-pirate":
                label = Say("drive the pirate away with this knight")
                out.append(Target(text, place, "chase-pirate", "pick", label, tip(g, "knight", place)))
        return out

    def actions(self, g: Glance) -> list[Action]:
        if g.viewer < 0:
            return []
        verbs = [verb for verb in ("sail", "chase-pirate") if any(each.word == verb for each in g.rules.verbs)]
        return [action(g, verb) for verb in verbs]

    def prompt(self, g: Glance) -> Say | None:
        mine = g.viewer in g.actors
        if g.phase == "seafarers_gold" and mine:
            return taken(g)
        if g.phase == "robber" and mine and "pirate" in g.verbs:
            return Say("Move the robber or the pirate.")
        if g.phase == "robber" and not mine and g.actors != [-1] and g.cell(int(g.state.top()) + 2) != ROBBER_ALONE:
            return Say("{player} moves the robber or the pirate.", {"player": g.actors[0]})
        if g.phase == "setup" and mine and "ship" in g.verbs:
            return Say("Place a road or a ship at your new building.")
        if g.phase == "roads" and mine and "ship" in g.verbs:
            return Say("Lay a free road or ship; {count} left.", {"count": g.cell(int(g.state.top()) + 2)})
        return super().prompt(g)

    def choice(self, g: Glance) -> Choice | None:
        if g.phase != "seafarers_gold" or g.viewer not in g.actors:
            return None
        m, bank = g.rules.module(SeafarersState), g.cards(g.rules.bank)
        among = {good: n for good, n in list(bank.items())[: int(m.resources)] if n}
        return Choice("gold", taken(g), "gold", g.cell(int(g.state.top()) + 2), among)

    def points(self, g: Glance, seat: int) -> list[Points]:
        count = sum(seat in isle.settled for isle in self.own(g).isles)
        return [Points("seafarers_chits", count, count * int(CHIT))] if count else []

    def text(self, view: IslandView, own: SeafarersView, words: Words, names: Sequence[str]) -> list[str]:
        pirate = words.gettext("beside the board") if own.pirate is None else own.pirate
        lines = [pair(words, words.title("pirate"), pirate)]
        for isle in own.isles:
            who = ", ".join(names[seat] for seat in isle.settled) or words.gettext("nobody yet")
            where = words.gettext("{island}, at {place}", island=island_name(isle, words), place=isle.hex)
            lines.append(pair(words, where, who))
        return lines

    def marks(self, own: SeafarersView) -> Mapping[str, str]:
        return {} if own.pirate is None else {own.pirate: "pirate"}

    def tell(self, telling: Telling, i: int) -> None:
        """The cards that a seat takes for its gold fields, in one line."""
        if not telling.first(i):
            return
        seat = int(telling.events[i].seat)
        gains = [(int(e.a), int(e.b)) for e in telling.events if e.kind == "seafarers_gold" and e.seat == seat]
        goods = counted(telling.rules.good_names, gains)
        telling.line("gain", seat, Say("{player} takes {gained} for gold fields", {"player": seat, "gained": goods}))


def first_hexes(rules: Island, areas: int) -> list[int]:
    """The first hex of each foreign island, in reading order."""
    found = hex_areas(rules.board)
    return [found.index(area) for area in range(areas)]


def numbered(sides: Sequence[str]) -> list[tuple[str, int]]:
    """Each side with its number where several islands lie there, else with 0."""
    return [(side, sides[: i + 1].count(side) if sides.count(side) > 1 else 0) for i, side in enumerate(sides)]


def island_name(isle: Isle, words: Words) -> str:
    """The name of an island."""
    name = words.title(f"seafarers_{isle.side}")
    return f"{name} {isle.number}" if isle.number else name


def seats_in(g: Glance, m: SeafarersState, area: int, what: int) -> list[int]:
    """The seats with this state in an area."""
    seats = range(int(g.rules.seats))
    return [seat for seat in seats if g.cell(m.areas + seat * int(m.area_count) + area) == what]


def chit_tip(isle: Isle) -> list[Say]:
    """The tip of an island's chit: its points, and the seats that cannot gain them."""
    first = Say("{count} {count:point|points} for your first settlement here", {"count": int(CHIT)})
    return [first, *(Say("not for {player}, who began here", {"player": seat}) for seat in isle.natives)]


def robbed(g: Glance, place: str) -> list[Say]:
    """Whose ships lie at a hex of sea, as a target's tip."""
    r, m = g.rules, g.rules.module(SeafarersState)
    hex_ = r.board.hex_index[place]
    edges = sorted(int(r.board.hex_edges[hex_ * 6 + k]) for k in range(6))
    ships = [e for e in edges if e >= 0 and g.cell(r.road + e) and int(r.line_at(g.state, e)) == int(m.ship)]
    owners = dict.fromkeys(g.cell(r.road + e) - 1 for e in ships)
    return [Say("{player}'s ships are here", {"player": seat}) for seat in owners if seat != g.viewer]


def taken(g: Glance) -> Say:
    """What a seat owed by gold fields is asked."""
    return Say(GOLD_ASKED.text, {"count": g.cell(int(g.state.top()) + 2)})


def action(g: Glance, verb: str) -> Action:
    """The button of a decision with an own piece that stands on the board."""
    if verb in g.verbs:
        return Action(verb, True)
    why = turn_reason(g, *unready(g))
    if g.phase == "main" and g.viewer == g.on_turn:
        refusal = g.why_not(g.viewer, verb)
        none = "no ship of yours can be moved" if verb == "sail" else "no knight of yours is beside the pirate"
        why = say("SEA-005" if verb == "sail" else "CKS-008", none) if refusal is None else reason(refusal)
    return Action(verb, False, reason=why)


VIEW: Final = SeafarersShown()
