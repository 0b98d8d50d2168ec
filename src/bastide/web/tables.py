"""Rows of the table lists on the front page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from bastide.kernel import rooms
from bastide.kernel.errors import BastideError
from bastide.server.common.model import TableCard
from bastide.server.common.sound import sound
from bastide.view.svg.picture import mini_board
from bastide.view.words import Words
from bastide.web.covers import cover_address
from bastide.web.making import BASE, board_of, by_weight, only_enlarges, options_of
from bastide.web.making_tiles import GAME as TILES

SEA: Final = Markup('<svg class="mosaic" width="54" height="46" aria-hidden="true"></svg>')
"""The picture of a game that is hidden, or whose map is not dealt yet."""


@dataclass(frozen=True)
class Row:
    """One table in a list: its picture, the game, the players, and its button."""

    name: str
    what: str
    names: str
    taken: int
    free: int
    note: str
    link: str
    button: str
    main: bool
    thumb: Markup
    locked: bool = False
    turn: bool = False
    """Whether the game awaits the visitor."""


def own_rows(cards: Iterable[TableCard], words: Words) -> list[Row]:
    """The tables at which the visitor has a seat, without those that cannot be shown."""
    return sound(cards, lambda card: own_row(card, words), lambda card: card.id)


def public_rows(cards: Iterable[TableCard], words: Words) -> list[Row]:
    """The tables that anybody may find, without those that cannot be shown."""
    return sound(cards, lambda card: public_row(card, words), lambda card: card.id)


def own_row(card: TableCard, words: Words) -> Row:
    """A table at which the visitor has a seat."""
    _ = words.gettext
    button = {"waiting": _("Open"), "playing": _("Resume"), "over": _("Replay")}[card.stage]
    link = f"{card.link}/replay" if card.stage == "over" else card.link
    main = card.turn or card.stage == "waiting"
    return _row(card, words, button, link, main=main)


def public_row(card: TableCard, words: Words) -> Row:
    """A table that anybody may find."""
    joins = card.open > 0 and card.stage != "over" and card.seat is None
    row = _row(card, words, words.gettext("Join") if joins else words.gettext("Watch"), card.link)
    return replace(row, thumb=covered(card.config))


def _row(card: TableCard, words: Words, button: str, link: str, *, main: bool = False) -> Row:
    _ = words.gettext
    stages = {"waiting": _("waiting for players"), "playing": _("in play"), "over": _("finished")}
    return Row(
        name=card.name,
        what=", ".join([*([played(card.config, words)] if card.config else []), stages[card.stage]]),
        names=_list(card.players, words) if card.config else "",
        taken=min(len(card.players), card.seats - card.open),
        free=card.open,
        note=_("{count} free", count=card.open) if card.open else "",
        link=link,
        button=button,
        main=main,
        thumb=thumb(json.dumps(card.config, sort_keys=True)),
        locked=card.password,
        turn=card.turn,
    )


def played(config: Mapping[str, Any], words: Words) -> str:
    """The game, in a few words."""
    if config.get("game") == TILES:
        return ", ".join(["Carcassonne", *(words.name(f"module_{name}") for name in config.get("modules", []))])
    names = by_weight(config.get("modules") or [])
    modules = [words.name(f"module_{name}") for name in names]
    if only_enlarges(names):
        modules = [words.gettext("The island"), *modules]
    modules[0] = modules[0][:1].upper() + modules[0][1:]
    goal = words.gettext("to {goal} points", goal=int(options_of(config)["goal"]))
    return ", ".join([*modules, goal])


def _list(names: Sequence[str], words: Words) -> str:
    return ", ".join(names) or words.gettext("Nobody yet")


def covered(config: Mapping[str, Any]) -> Markup:
    """The cover of the game, as on the shelf; an empty sea if the game is hidden."""
    if not config:
        return SEA
    family = config.get("game", "island")
    known = [name for name in config.get("modules") or [] if name in rooms.names(family)]
    address = cover_address(family, known[0] if known else BASE)
    return Markup('<img class="mosaic" src="{}" alt="" width="54" height="46" loading="lazy">').format(address)


@lru_cache(maxsize=256)
def thumb(config: str) -> Markup:
    """The map of a config (as JSON) as a small mosaic; a sea without land if it is not dealt yet, or hidden."""
    read: dict[str, Any] = json.loads(config)
    if read.get("game") == TILES:
        return covered(read)
    try:
        return Markup(mini_board(board_of(read))) if read else SEA
    except BastideError:
        return SEA
