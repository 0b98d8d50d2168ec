"""Barbarian Attack as it is shown: pieces, places, prompts, the text view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.barbarian_attack.rules.board import CASTLE
from bastide.expansions.island.barbarian_attack.rules.cards import MOVED, can_lift
from bastide.expansions.island.barbarian_attack.rules.fights import COLOURS
from bastide.expansions.island.barbarian_attack.rules.state import FULL, PAIR, BarbarianState
from bastide.expansions.island.barbarian_attack.view.log import EVENTS, LINES, VALUES, P, march
from bastide.expansions.island.barbarian_attack.view.model import (
    BarbarianAttackView,
    Bay,
    knights_at,
    seen,
)
from bastide.kernel.state import BITS, Event
from bastide.view.island import actions
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView, Telling
from bastide.view.lines import listed, pair, reason
from bastide.view.model import Action, Arg, Choice, Option, Piece, Points, Say, Target
from bastide.view.styles import Ground, PieceStyle, Styles
from bastide.view.words import Words

KNIGHT, FALLEN, STEP, PICK, HIT, LANDING = (
    P + name for name in ("rider", "fallen_hex", "step", "pick", "hit", "landing")
)
"""A knight; what covers a conquered hex; the marks of a path to march to, a knight, barbarians, a hex for some."""
GROUPS: Final = {count: f"{P}group_{count}" for count in (1, 2, 3)}
"""Barbarians on a hex, by their number."""
LOST: Final = {1: P + "settlement", 2: P + "city"}
"""Conquered buildings, by their level."""
SHIFT: Final = "shift"
"""The verb that moves a barbarian for tokens."""
HINTS: Final = {
    "station": Say("place a knight on that path"),
    "march": Say("the knight there marches"),
    "halt": Say("the knight stops on that path"),
    "lift": Say("a barbarian leaves that hex"),
    "land": Say("a barbarian goes to that hex"),
    "capture": Say("take a barbarian of that hex prisoner"),
    "hire": Say("place the mercenary on that path"),
    "shift": Say("move a barbarian of that hex, for trade tokens"),
}
ASKED: Final = {
    P + "place": (Say("Choose a path for your knight."), Say("{player} places a knight.")),
    P + "lift": (Say("Treason: choose the hex that a barbarian leaves."), Say("{player} moves barbarians.")),
    P + "land": (Say("Choose the hex to which a barbarian goes."), Say("{player} moves barbarians.")),
    P + "capture": (Say("Intrigue: choose a barbarian as your prisoner."), Say("{player} takes a prisoner.")),
    P + "march": (Say("March: choose a knight, or end the march."), Say("{player}'s knights march.")),
    P + "halt": (Say("March: choose where your knight stops."), Say("{player}'s knights march.")),
    P + "hire": (Say("Choose a path of the castle for the mercenary."), Say("{player} places the mercenary.")),
}
"""Prompts for the player who decides and for the others, by phase."""
MUST_MARCH: Final = Say("March: a knight that came to the castle this turn has to go.")
TWO: Final[Mapping[str, Say]] = {
    P + "lift": Say("Treason: choose the two hexes that barbarians leave."),
    P + "land": Say("Choose the two hexes to which the barbarians go."),
}
"""What is asked where two hexes are chosen together."""
CHANCE: Final = {
    P + "landing": Say("Barbarians land: the dice say where."),
    P + "invasion": Say("Barbarians land."),
    P + "card": Say("A development card is turned up."),
    P + "fight": Say("The coast is checked."),
    P + "contest": Say("The dice decide who takes a prisoner."),
    P + "duel": Say("The dice decide who takes a prisoner."),
    P + "colour": Say("The colour die rolls."),
}
"""The prompt while nobody decides."""


class BarbarianAttackShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"coast": Say("It keeps your coast safer.")}
    fields = EVENTS
    plain = LINES
    values: Mapping[str, Sequence[str | int]] = VALUES
    hints = HINTS
    placed = frozenset(HINTS)
    asked = ASKED
    chance = CHANCE
    styles = Styles(
        pieces={
            KNIGHT: PieceStyle(edge=True, scale=0.9, shift=(0.0, -12.0), depth=6),
            **{kind: PieceStyle(figure=True, shift=(0.0, -50.0), scale=1.0) for kind in GROUPS.values()},
            FALLEN: PieceStyle(figure=True, scale=1.0, depth=-60),
            STEP: PieceStyle(figure=True, mark=True, edge=True),
            PICK: PieceStyle(figure=True, mark=True, edge=True, ring=True),
            HIT: PieceStyle(figure=True, mark=True),
            LANDING: PieceStyle(figure=True, mark=True),
            LOST[1]: PieceStyle(),
            LOST[2]: PieceStyle(),
        },
        terrains={CASTLE: Ground("#C9D59A", "#93AD67", "#DFE8BC", "#6B8148")},
    )
    signs: Mapping[str, str] = {KNIGHT: "<>", LOST[1]: "s.", LOST[2]: "c."}
    legend = Say("<0> a knight, s0. and c0. conquered buildings, B barbarians")

    def own(self, g: Glance) -> BarbarianAttackView:
        return seen(g)

    def buildings(self, g: Glance) -> Mapping[str, Piece]:
        m, r = g.rules.module(BarbarianState), g.rules
        out: dict[str, Piece] = {}
        for corner, name in enumerate(r.board.corner_names[: int(r.board.ashore)]):
            owner = g.cell(r.owner + corner) - 1
            if owner >= 0 and m.is_lost(g.state, corner):
                kind = LOST[g.cell(r.level + corner)]
                out[name] = Piece(kind, name, owner, [Say("conquered: no points, no harbour")])
        return out

    def pieces(self, g: Glance) -> list[Piece]:
        m, board = g.rules.module(BarbarianState), g.rules.board
        out: list[Piece] = []
        for h in m.coast:
            count = g.cell(m.barbarians + int(h))
            if count:
                tip = [Say("{count} {count:barbarian|barbarians}", {"count": count})]
                out.append(Piece(GROUPS[count], board.hex_names[h], -1, tip))
            if m.conquered(g.state, int(h)):
                out.append(Piece(FALLEN, board.hex_names[h], -1, [Say("conquered: it yields nothing")]))
        for edge, name in enumerate(board.edge_names):
            owner = g.cell(m.knight + edge) - 1
            if owner >= 0:
                out.append(Piece(KNIGHT, name, owner))
        return out

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        m = g.rules.module(BarbarianState)
        several = together(g, m)
        for rank, text in enumerate(several):
            verb, _, place = text.partition(" ")
            kind, label = (
                (HIT, Say("a barbarian of this hex")) if verb == "lift" else (LANDING, Say("a barbarian here"))
            )
            tip = [bay_words(g, m, place)]
            out.append(Target(text, place, verb, kind, label, tip, together=(int(MOVED), rank)))
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if several and verb in ("lift", "land"):
                continue
            if verb in ("station", "hire"):
                out.append(Target(text, place, verb, STEP, Say("a knight here"), beside(g, m, place)))
            elif verb == "march":
                out.append(Target(text, place, verb, PICK, Say("this knight marches"), beside(g, m, place)))
            elif verb == "halt" and place != start_of(g):
                label = Say("stop here")
                out.append(Target(text, place, verb, STEP, label, march_tip(g, m, place)))
            elif verb in ("lift", "capture", "shift"):
                out.append(Target(text, place, verb, HIT, Say("a barbarian of this hex"), [bay_words(g, m, place)]))
            elif verb == "land":
                out.append(Target(text, place, verb, LANDING, Say("a barbarian here"), [bay_words(g, m, place)]))
        return out

    def actions(self, g: Glance) -> list[Action]:
        """A button for the tokens that move a barbarian, where there are any."""
        if g.viewer < 0 or all(verb.word != SHIFT for verb in g.rules.verbs):
            return []
        refusal = None if SHIFT in g.verbs else g.why_not(g.viewer, SHIFT)
        why = actions.say("BASE-016", "it is not your turn") if refusal is None else reason(refusal)
        return [Action(SHIFT, SHIFT in g.verbs, reason=None if SHIFT in g.verbs else why)]

    def prompt(self, g: Glance) -> Say | None:
        if g.viewer in g.actors:
            if g.phase == "rob" and g.cell(int(g.state.top()) + 2):
                return Say("Choose from whom you take a card.")
            if g.phase in TWO and together(g, g.rules.module(BarbarianState)):
                return TWO[g.phase]
            if g.phase == P + "march" and "pass" not in g.legal:
                return MUST_MARCH
        return super().prompt(g)

    def choice(self, g: Glance) -> Choice | None:
        if g.viewer not in g.actors:
            return None
        if g.phase == P + "march" and "pass" in g.legal:
            return Choice("march", Say("March"), options=[Option("pass", Say("End the march"))])
        if g.phase == P + "halt" and f"halt {start_of(g)}" in g.legal:
            return Choice("march", Say("March"), options=[Option(f"halt {start_of(g)}", Say("Stay here"))])
        return None

    def points(self, g: Glance, seat: int) -> list[Points]:
        m = g.rules.module(BarbarianState)
        taken, lost = g.cell(m.prisoners + seat), g.cell(m.lost + seat)
        out = [Points(P + "prisoners", taken, taken // int(PAIR))] if taken else []
        return out + ([Points(P + "lost", lost, -lost)] if lost else [])

    def marks(self, own: BarbarianAttackView) -> Mapping[str, str]:
        return {bay.hex: P + "mark" for bay in own.bays if bay.barbarians}

    def tell(self, telling: Telling, i: int) -> None:
        event = telling.events[i]
        if event.kind == P + "march":
            telling.line("army", int(event.seat), march(telling.rules, event), [Say("for 1 grain")] if event.c else [])

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        return {"cards": {"gold": int(event.a)}} if event.kind == P + "gold" else super().args(rules, event)

    def text(self, view: IslandView, own: BarbarianAttackView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        owners = [*names, say("the mercenary")]
        lines = [say("The coast, clockwise from the castle:")]
        lines += [bay_line(bay, words, owners) for bay in own.bays]
        lines.append(say("{count} {count:barbarian|barbarians} left to land", count=own.supply))
        for title, counts in ((say("Knights on the island"), own.knights), (say("Prisoners"), own.prisoners)):
            lines.append(pair(words, title, ", ".join(f"{names[seat]} {n}" for seat, n in enumerate(counts))))
        gold = ", ".join(f"{names[seat.seat]} {seat.purse.get('gold', 0)}" for seat in view.seats)
        lines.append(pair(words, words.title("gold"), gold))
        if view.viewer >= 0:
            lines.append(say("2 gold for one card: {count} more {count:time|times} this turn", count=own.exchanges))
        return lines


def bay_line(bay: Bay, words: Words, names: Sequence[str]) -> str:
    """A coastal hex in a line of text."""
    say = words.gettext
    facts = [f"{bay.number} ({bay.hex})", say("{count} {count:barbarian|barbarians}", count=bay.barbarians)]
    if bay.conquered:
        facts.append(say("conquered"))
    if bay.knights:
        facts.append(say("knights: {names}", names=", ".join(names[owner] for owner in bay.knights)))
    if bay.falls:
        facts.append(say("beaten after this turn"))
        facts += [spoils_line(one.sure, one.percent, names[one.owner], words) for one in bay.spoils]
    elif bay.barbarians:
        facts.append(say("{count} {count:knight|knights} needed", count=bay.barbarians + 1))
    if bay.landing:
        facts.append(say("an invasion comes here: {percent} %", percent=bay.landing))
    if bay.stake:
        facts.append(say("at stake: {names}", names=", ".join(names[owner] for owner in bay.stake)))
    return "  " + listed(words, facts)


def spoils_line(sure: int, percent: int, name: str, words: Words) -> str:
    """What an owner of knights would get."""
    if percent and sure:
        return words.gettext(
            "{name}: {sure} {sure:prisoner|prisoners}, {percent} % for one more", name=name, sure=sure, percent=percent
        )
    if percent:
        return words.gettext("{name}: {percent} % for a prisoner, else 3 gold", name=name, percent=percent)
    return words.gettext("{name}: {sure} {sure:prisoner|prisoners}", name=name, sure=sure)


def start_of(g: Glance) -> str:
    """The path that a knight on the march leaves; empty in other phases."""
    return g.rules.board.edge_names[g.cell(int(g.state.top()) + 2)] if g.phase == P + "halt" else ""


def coastal(g: Glance, m: BarbarianState, place: str) -> list[int]:
    """The coastal hexes with numbers beside a path."""
    board = g.rules.board
    return [hex_ for hex_ in board.land_beside(board.edge_index[place]) if m.coast_at[hex_] >= 0]


def beside(g: Glance, m: BarbarianState, place: str) -> list[Say]:
    """What stands at the coastal hexes beside a path, as a tip."""
    return [fight(g, m, h, len(knights_at(g, m, h))) for h in coastal(g, m, place)]


def together(g: Glance, m: BarbarianState) -> list[str]:
    """The hexes of which Treason asks for two, in the order of the rules, in which the second follows the first."""
    top, board = int(g.state.top()), g.rules.board
    if g.viewer not in g.actors or g.cell(top + 3) != MOVED:
        return []
    if g.phase == P + "lift":
        taken = [i for i, h in enumerate(m.coast) if g.cell(m.barbarians + int(h)) > 0]
        moved = g.cell(m.loose) + int(MOVED)
        pairs = [(i, j) for i in taken for j in taken if i < j]
        able = {k for i, j in pairs if can_lift(m, g.state, BITS[i] | BITS[j], j, 0, moved) for k in (i, j)}
        return [f"lift {board.hex_names[m.coast[i]]}" for i in sorted(able)]
    if g.phase == P + "land":
        barred = g.cell(top + 2)
        free = [h for i, h in enumerate(m.coast) if not barred >> i & 1 and g.cell(m.barbarians + int(h)) < FULL]
        return [f"land {board.hex_names[h]}" for h in free]
    return []


def march_tip(g: Glance, m: BarbarianState, place: str) -> list[Say]:
    """How the hexes beside a path would stand if the knight went there, and whether that costs a grain."""
    leaves = start_of(g)
    out = []
    for h in coastal(g, m, place):
        count = len(knights_at(g, m, h)) + 1
        if leaves and h in coastal(g, m, leaves):
            count -= 1
        out.append(fight(g, m, h, count))
    start, to = g.rules.board.edge_index[leaves], g.rules.board.edge_index[place]
    near = [int(m.reach.near[k]) for k in range(int(m.reach.first[start]), int(m.reach.until[start]))]
    return out if to in near else [*out, Say("for 1 grain")]


def fight(g: Glance, m: BarbarianState, hex_: int, knights: int) -> Say:
    """So many knights against the barbarians of a hex."""
    there = g.cell(m.barbarians + hex_)
    fields: dict[str, Arg] = {
        "number": ", ".join(map(str, g.rules.board.numbers[hex_])),
        "knights": knights,
        "count": there,
    }
    if there == 0:
        return Say("{number}: no barbarian", fields)
    if knights > there:
        return Say("{number} is freed: {knights} against {count}", fields)
    return Say("{number} is not freed: {knights} against {count}", fields)


def bay_words(g: Glance, m: BarbarianState, place: str) -> Say:
    """How many barbarians and knights are at a hex."""
    h = g.rules.board.hex_index[place]
    return fight(g, m, h, len(knights_at(g, m, h)))


def colour_paths() -> dict[str, Say]:
    """The sides that each colour of the die hits."""
    return dict(zip(COLOURS, (Say("NW, SE"), Say("NE, SW"), Say("W, E")), strict=True))
