"""The Great Wall as it is shown: pieces, places, buttons, prompts, the text view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.expansions.island.great_wall.rules.board import ARROW, BATTLEFIELD, STEPPE, TOP
from bastide.expansions.island.great_wall.rules.refusals import why_no_wall
from bastide.expansions.island.great_wall.rules.state import NUMERALS, GreatWallState
from bastide.expansions.island.great_wall.view.log import EVENTS, LINES, VALUES, P
from bastide.expansions.island.great_wall.view.model import GreatWallView, Section, seen
from bastide.kernel.errors import Refusal
from bastide.view.island import actions
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView
from bastide.view.lines import listed, pair, reason
from bastide.view.model import Action, Arg, Choice, Option, Piece, Points, Say, Target
from bastide.view.styles import Ground, PieceStyle, SiteStyle, Styles
from bastide.view.words import Words

BUILD: Final = "wall-section"
"""The verb that builds the next section of the wall."""
ENDING: Final = "great_wall.fallen"
"""The ending in which all have lost (GW-035)."""
MOST_SHOWN: Final = 5
"""The most riders that a hex shows; its tip counts them all."""
GROUPS: Final = {count: f"{P}riders_{count}" for count in range(1, MOST_SHOWN + 1)}
WALLS: Final = {level: f"{P}wall_{level}" for level in range(int(TOP) + 1)}
"""Riders on a hex by their number, and sections of the wall by their level."""
SMALL: Final = "scale(.3) translate(0 -62)"
"""Fits a section of the wall into a button."""
PICK, GOAL, FREED = P + "pick", P + "goal", P + "freed"
"""The marks of riders to be led, of the territory to which they go, of a hex to be freed."""
HINTS: Final = {
    "wall-section": Say("raise your section of the wall by a level"),
    "ride": Say("a rider leaves that gathering territory"),
    "lead": Say("the rider goes to that gathering territory"),
    "free": Say("a rider on that hex goes back to the bag"),
}
CHOICES: Final = {
    "ride": Say("A rider to another territory"),
    "free": Say("A rider back to the bag"),
    "pirate": Say("The pirate, and a card"),
}
ASKED: Final = {
    P + "pirate": (Say("Move the pirate to another hex of sea."), Say("{player} moves the pirate.")),
    P + "knight": (Say("Your knight acts up to twice: choose what it does."), Say("{player}'s knight acts.")),
}
"""Prompts for the player who decides and for the others, by phase."""
CHANCE: Final = {P + "rider": Say("A rider is drawn from the bag.")}
"""The prompt while nobody decides."""


class GreatWallShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"passes": Say("It keeps your part of the wall safer.")}
    fields = EVENTS
    plain = LINES
    values = VALUES
    hints = HINTS
    placed = frozenset({"free", "pirate"})
    asked = ASKED
    chance = CHANCE
    styles = Styles(
        pieces={
            **{kind: PieceStyle(figure=True, scale=1.0, shift=(0.0, -16.0)) for kind in GROUPS.values()},
            **{kind: PieceStyle(scale=1.0, depth=-50, button=SMALL) for kind in WALLS.values()},
            PICK: PieceStyle(figure=True, mark=True, ring=True),
            GOAL: PieceStyle(figure=True, mark=True),
            FREED: PieceStyle(figure=True, mark=True, ring=True),
        },
        terrains={
            STEPPE: Ground("#DCD08C", "#BFAF66", "#EFE6B4", "#8C7F44", solid=True),
            BATTLEFIELD: Ground("#D3B988", "#AD8F5C", "#E8D5AE", "#7D633A", solid=True),
        },
        sites={ARROW: SiteStyle(numbered=True, shift=(0.0, -27.0))},
    )
    signs: Mapping[str, str] = {kind: f"w{level}" for level, kind in WALLS.items()}
    legend = Say("R riders")

    def own(self, g: Glance) -> GreatWallView:
        return seen(g)

    def pieces(self, g: Glance) -> list[Piece]:
        own = seen(g)
        out: list[Piece] = []
        riders = [(place.hex, place.riders) for place in (*own.gathered, *own.behind)]
        riders += [(section.hex, section.riders) for section in own.sections]
        for hex_, count in riders:
            if count:
                tip = [Say("{count} {count:rider|riders}", {"count": count})]
                out.append(Piece(GROUPS[min(count, MOST_SHOWN)], hex_, -1, tip))
        for section in own.sections:
            if section.owner >= 0:
                tip = [Say("section {section}: level {level}", {"section": section.number, "level": section.level})]
                out.append(Piece(WALLS[section.level], section.hex, section.owner, tip))
        if own.pirate is not None:
            out.append(Piece("pirate", own.pirate, -1))
        return out

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        m = g.rules.module(GreatWallState)
        names = g.rules.board.hex_names
        for text in g.legal:
            verb, _, place = text.partition(" ")
            at: dict[str, Arg] = {"place": place}
            if verb in ("ride", "lead"):
                hex_ = names[int(m.territories[NUMERALS.index(place)])]
                if verb == "ride":
                    out.append(Target(text, hex_, verb, PICK, Say("a rider of territory {place}", at)))
                else:
                    out.append(Target(text, hex_, verb, GOAL, Say("the rider to territory {place}", at)))
            elif verb == "free":
                tip = g.hex_tip(g.rules.board.hex_index[place])
                out.append(Target(text, place, verb, FREED, Say("drive a rider from here"), [tip]))
            elif verb == "pirate":
                label = Say("{piece:Name} here", {"piece": "pirate"})
                out.append(Target(text, place, verb, "pirate", label, shut_tip(g, place)))
        return out

    def actions(self, g: Glance) -> list[Action]:
        """The button of the next level, with its price."""
        if g.viewer < 0:
            return []
        m = g.rules.module(GreatWallState)
        section = int(m.section_of(g.state, g.viewer))
        own = seen(g).sections[section] if section >= 0 else None
        ready = BUILD in g.verbs
        refusal = why_no_wall(m, g.state, g.viewer, Refusal(BUILD))
        begun = (
            actions.say(*actions.unready(g)) if g.viewer in g.actors else actions.say("BASE-016", "it is not your turn")
        )
        why = reason(refusal) if refusal.missing or g.phase == "main" else begun
        return [
            Action(
                BUILD,
                ready,
                notation=BUILD if ready else None,
                cost=own.price if own else {},
                left=int(TOP) - own.level if own else 0,
                reason=None if ready else why,
            )
        ]

    def prompt(self, g: Glance) -> Say | None:
        mine = g.viewer in g.actors
        if g.phase == "setup" and g.cell(int(g.state.top()) + 2) < g.rules.module(GreatWallState).sections:
            if mine:
                return Say("Choose a site for your border fortress.")
            return Say("{player} places a border fortress.", {"player": g.actors[0]})
        if g.phase == "rob" and mine:
            return Say("Choose from whom you take a card.")
        if g.phase == P + "knight" and mine and seen(g).leads:
            return Say("Your knight: choose where the rider goes.")
        return super().prompt(g)

    def choice(self, g: Glance) -> Choice | None:
        """What a knight's card can still do; each way shows its places."""
        if g.phase != P + "knight" or g.viewer not in g.actors or seen(g).leads:
            return None
        options = [Option("", CHOICES[verb], verb=verb) for verb in seen(g).acts]
        return Choice("knight", Say("Knight"), options=[*options, Option("pass", Say("No more"))])

    def ending(self, g: Glance) -> Say | None:
        m, r = g.rules.module(GreatWallState), g.rules
        if r.ending(g.state) != ENDING:
            return None
        best = r.ranking(g.state)[0]
        fields: dict[str, Arg] = {"count": g.cell(m.passes), "points": int(r.total_points(g.state, best[0]))}
        if len(best) > 1:
            return Say(
                "The wall has been passed {count} times: all have lost. The best have {points} {points:point|points}.",
                fields,
            )
        fields["player"] = best[0]
        return Say(
            "The wall has been passed {count} times: all have lost. Best of them is {player}, with {points}"
            " {points:point|points}.",
            fields,
        )

    def points(self, g: Glance, seat: int) -> list[Points]:
        count = g.cell(g.rules.module(GreatWallState).penalties + seat)
        return [Points(P + "penalties", count, -count)] if count else []

    def marks(self, own: GreatWallView) -> Mapping[str, str]:
        marks = {place.hex: P + "mark" for place in (*own.gathered, *own.behind) if place.riders}
        marks |= {section.hex: P + "mark" for section in own.sections if section.riders}
        return marks if own.pirate is None else marks | {own.pirate: "pirate"}

    def text(self, view: IslandView, own: GreatWallView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = [say("The wall, from the east:")]
        lines += [section_line(section, words, names) for section in own.sections]
        waiting = ", ".join(f"{place.name} {place.riders}" for place in own.gathered)
        lines.append(pair(words, say("Riders gathered"), waiting))
        behind = ", ".join(f"{place.hex} {place.riders}" for place in own.behind) or say("none")
        lines.append(pair(words, say("Riders behind the wall"), behind))
        lines.append(pair(words, say("Riders in the bag"), ", ".join(f"{name} {n}" for name, n in own.bag.items())))
        lines.append(say("{count} of {all} passes: at {all} everybody has lost", count=own.passes, all=own.most_passes))
        if own.pirate is not None:
            lines.append(pair(words, words.title("pirate"), own.pirate))
        return lines


def section_line(section: Section, words: Words, names: Sequence[str]) -> str:
    """A section in a line of text."""
    say = words.gettext
    facts = [say("{number}: {name}", number=section.number, name=names[section.owner] if section.owner >= 0 else "–")]
    facts.append(say("level {level}", level=section.level))
    facts.append(say("{count} {count:rider|riders} before it", count=section.riders))
    facts += [say("{number}: {count} waiting", number=call.number, count=call.waiting) for call in section.calls]
    facts.append(say(standing(section).text, **standing(section).args))
    return "  " + listed(words, facts)


def standing(section: Section) -> Say:
    """How safe a section is."""
    if section.level == TOP:
        return Say("safe")
    if section.falls:
        return Say("the next rider passes")
    return Say("{count} more {count:is|are} held", {"count": section.level - section.riders})


def shut_tip(g: Glance, place: str) -> list[Say]:
    """Whether the pirate would close a harbour there."""
    m = g.rules.module(GreatWallState)
    return [Say("the harbour here would be closed")] if m.serves_harbor(g.rules.board.hex_index[place]) else []
