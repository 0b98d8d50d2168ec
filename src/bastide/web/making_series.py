"""A series in the form for a new table: which games are played one after the other, and how the form says so."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from bastide.kernel import rooms
from bastide.server.common.model import CreateTable, Series
from bastide.view.words import Words
from bastide.web.making import CAMPAIGN, EVENING, Making, campaign, told_of_module

BEST: Final = {"best3": 3, "best5": 5}
"""The series that end when somebody has won most of their games."""


def ordered(making: Making, words: Words, *, start: bool) -> CreateTable:
    """The request to the server: the first game, with its map, and those that follow, whose maps are dealt later."""
    first, *further = games_of(making)
    order = first.request(words, start=start)
    if not further:
        return order
    wins = BEST[making.series] // 2 + 1 if making.series in BEST else 0
    return replace(order, series=Series([game.config() for game in further], wins))


def games_of(making: Making) -> list[Making]:
    """All games of the form, in order."""
    if making.series in BEST:
        return [making] * BEST[making.series]
    if making.series == CAMPAIGN and (chapters := campaign(making.config()["game"])):
        return [making.other(name) for name in chapters]
    further = making.evening if making.series == "evening" else ()
    return [making, *(making if name == "same" else making.other(name) for name in further)]


def series_context(making: Making, words: Words) -> dict[str, Any]:
    """What the form needs: the kinds of series, and the games to choose from for an evening."""
    _ = words.gettext
    game = making.config()["game"]
    kinds = [("one", _("one game")), *((name, _("the best of {count}", count=n)) for name, n in BEST.items())]
    kinds.append(("evening", _("several games")))
    names = [(name, words.title(f"module_{name}")) for name in rooms.names(game)]
    games = [("", _("none")), ("same", _("the game above")), ("base", _("without expansions")), *names]
    chosen = [*making.evening, *[""] * EVENING][: EVENING - 1]
    return {
        "series_kinds": kinds,
        "further": games,
        "evening": list(enumerate(chosen, 2)),
        "chapters": campaign(game),
        "stations": stations(making, words),
        "played": {name for each in games_of(making) for name in (*making.modules, *each.modules)},
    }


def with_series_told(sentence: str, making: Making, words: Words) -> str:
    """The sentence about the game, and about those that follow; a campaign is told before its first game."""
    told = told_of_series(making, words)
    if making.series == CAMPAIGN and told:
        return " ".join([*told, words.gettext("The first game:"), sentence])
    return " ".join([sentence, *told])


def stations(making: Making, words: Words) -> list[tuple[str, str]]:
    """The games of the campaign in order: the expansion of each, and its goal in words."""
    chapters = campaign(making.config()["game"])
    return [(name, words.gettext("to {goal} points", goal=making.other(name).goal)) for name in chapters]


def told_of_series(making: Making, words: Words) -> list[str]:
    """The series in a sentence; nothing for one game."""
    _ = words.gettext
    if making.series in BEST:
        return [_("They play the best of {count} games.", count=BEST[making.series])]
    games = games_of(making)
    if len(games) < 2:
        return []
    if making.series == CAMPAIGN:
        told = [told_of_module(making, name, words) for name in campaign(making.config()["game"])]
        names = [name[:1].upper() + name[1:] for name in told]
        return [
            _(
                "{count} games one after the other, with the same players: {names}.",
                count=len(games),
                names=", ".join(names),
            ),
            _("The player who wins most of them wins the campaign."),
        ]
    return [_("{count} further {count:game follows|games follow}.", count=len(games) - 1)]
