"""The viewer's options: places for the drawn tile, sections for a figure, module choices."""

from __future__ import annotations

from typing import Final

from bastide.kernel.errors import IllegalAction, Refusal
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.tips import placed
from bastide.view.lines import reason
from bastide.view.model import Action, Arg, Choice, Option, Reason, Say, Target

TILE: Final = "tile"
PASS: Final = "pass"
WAITING: Final = {
    "tile": Say("{player} lays a tile."),
    "figure": Say("{player} may place a follower."),
}
"""Prompts about other players, by phase."""
ON: Final = {
    "road": Say("On the road"),
    "city": Say("Into the city"),
    "monastery": Say("Into the monastery"),
    "field": Say("On the field"),
}


def figure_words(g: Glance) -> list[str]:
    """The verbs that place figures."""
    return list(g.rules.figure_words)


def actions(g: Glance) -> list[Action]:
    """The buttons in their fixed order, for a viewer with a seat: each kind of figure, and passing."""
    if g.viewer < 0:
        return []
    out = []
    for n, word in enumerate(figure_words(g)):
        enabled = any(text.startswith(f"{word} ") for text in g.legal)
        left = g.cell(int(g.rules.figure_supply[n]) + g.viewer)
        out.append(Action(word, enabled, left=left, reason=None if enabled else _why_not(g, word, left)))
    ready = PASS in g.legal
    out.append(Action(PASS, ready, PASS if ready else None, reason=None if ready else _why_not(g, PASS, 1)))
    return out


def _why_not(g: Glance, word: str, left: int) -> Reason:
    no = Refusal(word)
    if g.game.over:
        return reason(no.say("CARC-044", "the game is over"))
    if g.viewer not in g.actors:
        return reason(no.say("CARC-005", "it is not your turn"))
    if g.phase == "tile":
        return reason(no.say("CARC-009", "lay the drawn tile first"))
    if g.phase != "figure":
        return reason(no.say("CARC-009", "this is not possible now"))
    if not left:
        return reason(no.say("CARC-015", "this piece is not in your supply"))
    return reason(no.say("CARC-017", "no section of this tile is free for it"))


def explain(g: Glance, text: str) -> Reason | None:
    """Why the viewer cannot use a button (`meeple`, `pass`) or play a notation now; None if they can.

    Raises InvalidAction.
    """
    for action in actions(g):
        if action.verb == text:
            return action.reason
    error: IllegalAction | None = g.game.why_not(text, g.viewer)
    return None if error is None else reason(error)


def targets(g: Glance) -> list[Target]:
    """Where the drawn tile fits, with each rotation, where figures may stand, and the places of modules."""
    out = []
    words = set(figure_words(g))
    for text in g.legal:
        verb, _, rest = text.partition(" ")
        if verb == TILE:
            x, y, turned = rest.split(",")
            args: dict[str, Arg] = {"x": int(x), "y": int(y), "turned": int(turned)}
            label = Say("Lay it at {x},{y}", args)
            if turned != "0":
                label = Say("Lay it at {x},{y}, turned by {turned}°", args)
            out.append(Target(text, f"{x},{y}", TILE, TILE, label))
        elif verb in words and (kind := rest.partition(":")[0]) in ON:
            out.append(Target(text, rest, verb, verb, ON[kind], placed(g, verb, rest)))
        else:
            out += [target for module in g.modules if (target := module.target(g, text)) is not None]
    return out


def choice(g: Glance) -> Choice | None:
    """The viewer's choice that is neither a place nor a figure: a module's decision."""
    if g.viewer < 0 or g.viewer not in g.actors:
        return None
    shown = {target.notation for target in targets(g)}
    other = [text for text in g.legal if text not in shown and text != PASS]
    if not other:
        return None
    return Choice("option", prompt(g), options=[Option(text, _named(g, text)) for text in other])


def _named(g: Glance, text: str) -> Say:
    for module in g.modules:
        say = module.option(g, text)
        if say is not None:
            return say
    return Say("{notation}", {"notation": text})


def prompt(g: Glance) -> Say:
    """The prompt and addressee."""
    if g.game.over:
        return result_words(g)
    if g.actors == [-1]:
        return Say("A tile is drawn for {player}.", {"player": g.on_turn})
    for module in g.modules:
        say = module.prompt(g)
        if say is not None:
            return say
    if g.viewer not in g.actors:
        return Say(WAITING.get(g.phase, Say("{player} decides.")).text, {"player": g.actors[0]})
    if g.phase == "tile":
        return Say("Your turn: lay the tile.")
    if g.phase == "figure":
        return Say("Place a follower on the tile, or do without.")
    return Say("Decide.")


def result_words(g: Glance) -> Say:
    """How the game ended."""
    winners = g.game.winners
    count = int(g.rules.points(g.state, winners[0])) if winners else 0
    if len(winners) > 1:
        return Say("{count} players share the victory with {points} points.", {"count": len(winners), "points": count})
    return Say("{winner} wins with {count} points.", {"winner": winners[0] if winners else 0, "count": count})
