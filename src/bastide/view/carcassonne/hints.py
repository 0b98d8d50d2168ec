"""What a decision of Carcassonne does, and why it is good: the words of a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bastide.view.carcassonne import actions
from bastide.view.carcassonne.glance import Glance
from bastide.view.model import Say

PASS: Final = "pass"
PLAIN: Final[Mapping[str, Say]] = {
    "followers": Say("It brings followers home sooner."),
    "roads": Say("Your roads will pay most."),
    "cities": Say("Your cities will pay most."),
    "monasteries": Say("Your monasteries will pay most."),
    "fields": Say("Your fields will pay most at the end."),
    "others": Say("It leaves the others least."),
}
"""Why a decision is good, by the term that speaks for it."""


def says(g: Glance, text: str) -> tuple[Say, list[Say]]:
    """What a decision of the viewer does, and short lines on its place, if it has one."""
    if text == PASS:
        return Say("Place nothing"), []
    shown = next((target for target in actions.targets(g) if target.notation == text), None)
    if shown is not None:
        return shown.label, shown.tip
    choice = actions.choice(g)
    option = next((one for one in (choice.options if choice else []) if one.notation == text), None)
    return option.say if option is not None else Say("{piece:Name}", {"piece": text.partition(" ")[0]}), []


def why(g: Glance, text: str, term: str) -> Say | None:
    """Why a decision is good if this term of the evaluation speaks for it; None for a term without words."""
    for module in g.modules:
        if term in module.reasons:
            return module.reasons[term]
    if term == "points":
        gained = _gained(g, text)
        if gained > 0:
            return Say("It scores {count} {count:point|points} at once.", {"count": gained})
        return Say("It leads to points soonest.")
    if term == "followers" and text == PASS:
        return Say("It keeps a follower for a better place.")
    return PLAIN.get(term)


def _gained(g: Glance, text: str) -> int:
    """The points that a decision gives the viewer at once."""
    game = g.game.copy()
    before = int(game.rules.points(game.state, g.viewer))
    game.play(text, g.viewer)
    return int(game.rules.points(game.state, g.viewer)) - before
