"""What a feature would bring, in sentences: for its card, and for the tooltip of a figure that may be placed there."""

from __future__ import annotations

from typing import Final

from bastide.view.carcassonne.board import features
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import Feature
from bastide.view.model import Arg, Say

NEVER: Final = Say("it can never be finished")


def prospect(feature: Feature) -> Say | None:
    """What an incomplete feature brings once it is complete; None for a field."""
    if feature.kind == "field":
        return None
    if feature.finished is None:
        return NEVER
    args: dict[str, Arg] = {"points": feature.finished}
    if feature.kind == "monastery":
        return Say("{points} {points:point|points} once it is finished", args)
    return Say("{points} {points:point|points} if it is finished at this size", args)


def placed(g: Glance, word: str, section: str) -> list[Say]:
    """What a figure would do on a section of the tile just laid."""
    tile = g.laid - 1
    for feature in features(g):
        if any(part.tile == tile and g.section_name(tile, part.section) == section for part in feature.parts):
            lines = [] if word == "meeple" else [Say("{figure:Name}", {"figure": word})]
            return lines + (_follower(g, word, feature) if g.follows(word) else _other(g, word, feature))
    return []


def _follower(g: Glance, word: str, feature: Feature) -> list[Say]:
    """A follower scores: what the feature brings now, and once it is complete."""
    tiles = feature.terms[0].count if feature.kind == "monastery" else feature.tiles
    args: dict[str, Arg] = {"tiles": tiles, "points": feature.value}
    if feature.complete:
        return [Say("finished: {points} {points:point|points} at once, and the figure comes back", args)]
    weight = g.weight(word)
    lines = [Say("counts as {count} followers", {"count": weight})] if weight > 1 else []
    lines.append(Say("{tiles} {tiles:tile|tiles}, {points} {points:point|points} as it stands", args))
    return [*lines, prospect(feature) or Say("it stays there until the end")]


def _other(g: Glance, word: str, feature: Feature) -> list[Say]:
    """Another figure does what its module says."""
    return [say for module in g.modules for say in module.tip(g, word, feature)]
