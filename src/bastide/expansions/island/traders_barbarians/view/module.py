"""Traders & Barbarians as it is shown: wagons, barbarians, the reach of a move, prompts, the text view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.traders_barbarians.rules.board import PLACES
from bastide.expansions.island.traders_barbarians.rules.state import JOURNEY, ROLLS, TOP, WANTED, TradersState
from bastide.expansions.island.traders_barbarians.view.log import EVENTS, LINES, VALUES, P
from bastide.expansions.island.traders_barbarians.view.model import (
    WAGON_PHASE,
    InReach,
    TradersBarbariansView,
    Wagon,
    seen,
)
from bastide.kernel.state import Event
from bastide.view.island import actions
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView
from bastide.view.lines import listed, pair, reason
from bastide.view.model import Action, Arg, Choice, Option, Piece, Points, Reason, Say, Target
from bastide.view.styles import CardStyle, Ground, PieceStyle, Styles
from bastide.view.words import Words

WAGONS: Final = (P + "cart", P + "cart_2", P + "cart_3", P + "cart_4")
"""A wagon, by its number among those on one corner."""
RAIDER, STRIKE, PICK, POST = (P + name for name in ("raider", "strike", "pick", "post"))
"""A barbarian; the marks of an attack, of a barbarian that may be moved, of a path for it."""
MOST: Final = 9
"""The most points of a move, with grain."""
COSTS: Final = [(n, toll) for n in range(1, MOST + 1) for toll in (False, True)]
STEPS: Final = {(n, toll): f"{P}step_{n}{'_toll' if toll else ''}" for n, toll in COSTS}
FAR: Final = {(n, toll): f"{P}far_{n}{'_toll' if toll else ''}" for n, toll in COSTS}
"""The marks of a corner that costs so many points, with a toll or without: one path away, and further."""
UPGRADE: Final = "upgrade"
DIVERT: Final = "divert"
"""The verbs with a button: the next level, and the tokens that move a barbarian."""
HINTS: Final = {
    "drive": Say("your wagon goes along one path to that corner"),
    "feed": Say("1 grain for 2 more points"),
    "expel": Say("attack the barbarian on that path"),
    "rest": Say("end the move of your wagon"),
    JOURNEY: Say("play swift journey: your wagon moves again"),
    UPGRADE: Say("raise your wagon by one level"),
    "rouse": Say("choose the barbarian there"),
    "post": Say("the barbarian goes to that path"),
    DIVERT: Say("move the barbarian there, for trade tokens"),
}
ASKED: Final = {
    P + "rouse": (Say("Choose the barbarian that you move."), Say("{player} moves a barbarian.")),
    P + "post": (Say("Choose the path to which the barbarian goes."), Say("{player} moves a barbarian.")),
}
"""Prompts for the player who decides and for the others, by phase."""
CHANCE: Final = {
    P + "load": Say("A token is drawn."),
    P + "attack": Say("The die decides on the barbarian."),
}
"""The prompt while nobody decides."""
PLACED: Final = frozenset({"drive", "expel", "rouse", "post", DIVERT})
"""The verbs that take a place."""


class TradersBarbariansShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"deliveries": Say("Your wagon will earn you more.")}
    fields = EVENTS
    plain = LINES
    values = VALUES
    hints = HINTS
    placed = PLACED
    asked = ASKED
    chance = CHANCE
    styles = Styles(
        pieces={
            **{
                kind: PieceStyle(scale=0.9, shift=shift, depth=10 - k)
                for k, (kind, shift) in enumerate(
                    zip(WAGONS, ((0.0, -14.0), (22.0, -2.0), (-22.0, -2.0), (0.0, 12.0)), strict=True)
                )
            },
            RAIDER: PieceStyle(figure=True, edge=True, scale=0.82, shift=(0.0, -10.0), depth=4),
            **{kind: PieceStyle(figure=True, mark=True) for kind in STEPS.values()},
            **{kind: PieceStyle(figure=True, mark=True, scale=0.66, depth=-4) for kind in FAR.values()},
            STRIKE: PieceStyle(figure=True, mark=True, edge=True),
            PICK: PieceStyle(figure=True, mark=True, edge=True, ring=True),
            POST: PieceStyle(figure=True, mark=True, edge=True),
        },
        cards={JOURNEY: CardStyle(JOURNEY, "development")},
        terrains={
            "citadel": Ground("#D3DBA0", "#A3B572", "#E4EBC0", "#6E7F46"),
            "quarry": Ground("#CFCCC6", "#A6A29B", "#E3E0DA", "#6C6863"),
            "glassworks": Ground("#E2CDA0", "#C4A468", "#F0E0BC", "#86693A"),
        },
    )
    signs: Mapping[str, str] = dict.fromkeys(WAGONS, "w.")
    legend = Say("w0. is a wagon, B between two strokes a barbarian.")

    def own(self, g: Glance) -> TradersBarbariansView:
        return seen(g)

    def pieces(self, g: Glance) -> list[Piece]:
        own = seen(g)
        out = [Piece(RAIDER, place, -1, [Say("a barbarian")]) for place in own.barbarians]
        at: dict[str, int] = {}
        first = g.on_turn  # its wagon stands in front of others
        for seat, wagon in sorted(enumerate(own.wagons), key=lambda one: one[0] != first):
            if wagon.place:
                n = at[wagon.place] = at.get(wagon.place, 0) + 1
                out.append(Piece(WAGONS[min(n, len(WAGONS)) - 1], wagon.place, seat, [wagon_words(seat, wagon)]))
        if own.move is not None:
            out += [
                Piece(FAR[stop.cost, bool(stop.tolls)], stop.place, -1, tip(stop))
                for stop in own.move.stops
                if not stop.near
            ]
        return out

    def targets(self, g: Glance) -> list[Target]:
        if not g.verbs & PLACED:
            return []
        m = g.rules.module(TradersState)
        own = seen(g)
        stops = {stop.place: stop for stop in own.move.stops} if own.move is not None else {}
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb == "drive":
                stop = stops[place]
                label = Say("here: {count} {count:point|points}", {"count": stop.cost})
                out.append(Target(text, place, verb, STEPS[stop.cost, bool(stop.tolls)], label, tip(stop)))
            elif verb == "expel":
                least = int(ROLLS[g.cell(m.level + g.viewer)])
                odds: dict[str, Arg] = {"number": least, "count": 7 - least}
                hints = [Say("succeeds with {number} or more: {count} of 6", odds)]
                out.append(Target(text, place, verb, STRIKE, Say("attack this barbarian"), hints))
            elif verb in ("rouse", DIVERT):
                out.append(Target(text, place, verb, PICK, Say("this barbarian")))
            elif verb == "post":
                out.append(Target(text, place, verb, POST, Say("a barbarian here"), robbed(g, place)))
        return out

    def actions(self, g: Glance) -> list[Action]:
        """A button for the next level; one for the tokens that move a barbarian, where there are any."""
        m, own = g.rules.module(TradersState), seen(g)
        level = own.wagons[g.viewer].level
        able = UPGRADE in g.verbs
        out = [
            Action(
                UPGRADE,
                able,
                notation=UPGRADE if able else None,
                cost=own.price,
                left=int(TOP) + 1 - level,
                reason=None if able else self._refused(g, UPGRADE),
            )
        ]
        if any(verb.word == DIVERT for verb in m.r.verbs):
            able = DIVERT in g.verbs
            out.append(Action(DIVERT, able, reason=None if able else self._refused(g, DIVERT)))
        return out

    def _refused(self, g: Glance, verb: str) -> Reason:
        """Why one of its buttons is off."""
        if g.game.over or g.viewer not in g.actors or g.phase not in ("main", "roll", WAGON_PHASE):
            return actions.say("BASE-016", "it is not your turn")
        if verb == UPGRADE and g.phase == "roll":
            return actions.say(*actions.unready(g))
        refusal = g.why_not(g.viewer, verb)
        return actions.say("BASE-016", "it is not your turn") if refusal is None else reason(refusal)

    def points(self, g: Glance, seat: int) -> list[Points]:
        wagon = seen(g).wagons[seat]
        out = [Points(P + "delivered", wagon.deliveries, wagon.deliveries)] if wagon.deliveries else []
        return [*out, Points(P + "top", 1, 1)] if wagon.level == int(TOP) + 1 else out

    def prompt(self, g: Glance) -> Say | None:
        if g.phase != WAGON_PHASE:
            return super().prompt(g)
        if g.viewer not in g.actors:
            return Say("{player} moves the wagon.", {"player": g.actors[0]})
        move = seen(g).move
        assert move is not None
        if move.arrived:
            return Say("Your wagon has come to a plaza: its move is over.")
        m = g.rules.module(TradersState)
        gold = g.cell(g.rules.hand + g.viewer * g.rules.goods + int(m.gold))
        counts: dict[str, Arg] = {"count": move.points, "gold": gold}
        return Say("Move your wagon: {count} {count:point|points}, {gold} gold.", counts)

    def choice(self, g: Glance) -> Choice | None:
        if g.phase != WAGON_PHASE or g.viewer not in g.actors:
            return None
        says = {
            "feed": Say("1 grain: 2 more points"),
            JOURNEY: again(g),
            "rest": Say("Stop here"),
        }
        asked = self.prompt(g)
        assert asked is not None
        return Choice("wagon", asked, options=[Option(text, say) for text, say in says.items() if text in g.legal])

    def hint(self, own: TradersBarbariansView, words: Words, verb: str) -> str:
        return (
            words.gettext("while your wagon moves: it moves again, and points left are lost") if verb == JOURNEY else ""
        )

    def text(self, view: IslandView, own: TradersBarbariansView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = [pair(words, say("Barbarians at"), listed(words, own.barbarians))]
        for name, wagon in zip(names, own.wagons, strict=False):  # colours that nobody plays have none
            lines.append(pair(words, say("Wagon of {name}", name=name), wagon_line(own, wagon, words)))
        for place in PLACES:
            left = ", ".join(f"{words.name(P + kind)} {n}" for kind, n in own.stacks[place].items()) or say("no token")
            wanted = ", ".join(words.name(P + kind) for kind in WANTS[place])
            lines.append(pair(words, words.title(place), say("gives {left}; wants {wanted}", left=left, wanted=wanted)))
        if own.price:
            cost = words.goods(own.price)
            lines.append(say("Your next level costs {cards}", cards=cost))
        if own.move is not None and own.move.stops:
            stops = [stop_line(stop, words, names) for stop in own.move.stops]
            lines.append(pair(words, say("Within reach"), listed(words, stops)))
        if view.viewer >= 0:
            lines.append(say("2 gold for one card: {count} more {count:time|times} this turn", count=own.exchanges))
        return lines

    def args(self, rules: Island, event: Event) -> dict[str, Arg]:
        out = super().args(rules, event)
        if event.kind == P + "loaded":
            out["site"] = PLACES[int(WANTED[int(event.a)])]
        if event.kind in (P + "delivered", P + "toll", P + "bank_toll"):
            out["cards"] = {"gold": int(event.b) if event.kind == P + "delivered" else 1}
        return out


WANTS: Final = {"citadel": ("glass", "marble"), "quarry": ("tools",), "glassworks": ("sand",)}
"""The tokens that each place wants."""


def again(g: Glance) -> Say:
    """The card for a second move, and what is lost of the first one by playing it now."""
    move = seen(g).move
    if move is None or move.arrived or move.points == 0:
        return Say("Swift journey: move again")
    return Say("Swift journey: move again, losing {count} {count:point|points}", {"count": move.points})


def wagon_words(seat: int, wagon: Wagon) -> Say:
    """A wagon in words."""
    who: dict[str, Arg] = {"player": seat, "level": wagon.level}
    if wagon.cargo:
        return Say("wagon of {player}, level {level}, with {cards}", who | {"cards": P + wagon.cargo})
    return Say("wagon of {player}, level {level}", who)


def tip(stop: InReach) -> list[Say]:
    """What the way to a corner takes, to whom tolls go, and what is left there."""
    out = [Say("{count} {count:point|points} on the way, {left} left", {"count": stop.cost, "left": stop.left})]
    out += [Say("{count} gold to {owner}", {"count": n, "owner": owner}) for owner, n in stop.tolls.items()]
    return [*out, Say("the plaza ends the move")] if stop.plaza else out


def robbed(g: Glance, place: str) -> list[Say]:
    """Whose road a barbarian would come to, and whether it robs there."""
    r = g.rules
    owner = g.cell(r.road + r.board.edge_index[place]) - 1
    if owner < 0:
        return []
    robs = g.cell(int(g.state.top()) + 3) == 0 and owner not in (g.viewer, *range(int(r.seats), int(r.colours)))
    text = "road of {owner}: you take a card" if robs and r.hand_size(g.state, owner) else "road of {owner}"
    return [Say(text, {"owner": owner})]


def wagon_line(own: TradersBarbariansView, wagon: Wagon, words: Words) -> str:
    """A wagon in a line of text."""
    say = words.gettext
    level = own.levels[wagon.level - 1]
    facts = [wagon.place or say("not on the board"), say("level {level}", level=wagon.level)]
    facts.append(say("{count} {count:point|points} a move", count=level.points))
    if wagon.cargo:
        facts.append(say("{token} for: {site}", token=words.name(P + wagon.cargo), site=words.name(wagon.wanted)))
    facts.append(say("{count} delivered", count=wagon.deliveries))
    return ", ".join(facts)


def stop_line(stop: InReach, words: Words, names: Sequence[str]) -> str:
    """A corner within reach in words."""
    out = f"{stop.place} ({words.gettext('{count} {count:point|points}', count=stop.cost)}"
    gold = sum(stop.tolls.values())
    return out + (f", {gold} {words.name('gold')})" if gold else ")")
