"""The band "Continue" of the front page: own games that run, the last one that ended, and the last game once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from babel.lists import format_list
from markupsafe import Markup

from bastide.server.common.model import TableCard
from bastide.server.common.sound import sound
from bastide.server.storage.results import Score
from bastide.view.words import Words
from bastide.web.covers import cover_address
from bastide.web.making import BASE, Making
from bastide.web.settling import in_brief
from bastide.web.tables import own_row, played

CARDS: Final = 4
"""How many cards the band has."""


@dataclass(frozen=True)
class Going:
    """A card: a table of the visitor, or the last game once more (without a link: a button makes it)."""

    name: str
    what: str
    state: str
    turn: bool
    link: str
    button: str
    thumb: Markup
    main: bool = False


def band(
    cards: Sequence[TableCard], scores: Mapping[str, Sequence[Score]], last: Making | None, words: Words
) -> tuple[list[Going], list[TableCard]]:
    """The cards of the band, the one that awaits the visitor first, and the visitor's other tables."""
    over = [card for card in cards if card.stage == "over"][:1]
    running = sorted((card for card in cards if card.stage != "over"), key=order)
    shown = [*running[: CARDS - len(over) - (last is not None)], *over]
    found = sound(shown, lambda card: of_table(card, scores.get(card.id, []), words), lambda card: card.id)
    if found and found[0].turn:
        found[0] = replace(found[0], main=True)
    if last is not None:
        found.append(again(last, words))
    return found, [card for card in cards if card not in shown]


def order(card: TableCard) -> int:
    """Games that await the visitor come first, then tables that wait for people, then the others."""
    return 0 if card.turn else 1 if card.stage == "waiting" else 2


def of_table(card: TableCard, scores: Sequence[Score], words: Words) -> Going:
    """The card of a table."""
    row = own_row(card, words)
    state = {"waiting": words.gettext("waiting for players"), "playing": turn_of(card, words)}.get(card.stage, "")
    if card.stage == "over":
        state = ended(card, scores, words)
    return Going(card.name, played(card.config, words), state, card.turn, row.link, row.button, row.thumb)


def turn_of(card: TableCard, words: Words) -> str:
    """Who is to play; "in play" if the list does not say it."""
    if card.turn:
        return words.gettext("Your turn")
    if not card.awaited or len(card.players) != card.seats:
        return words.gettext("in play")
    names = [card.players[seat] for seat in card.awaited]
    return words.gettext("{names} to play", names=listed(names, words))


def ended(card: TableCard, scores: Sequence[Score], words: Words) -> str:
    """Who has won, by how many points."""
    won = [score for score in scores if score.won]
    if not won:
        return words.gettext("nobody won") if scores else words.gettext("finished")
    others = [str(score.points) for score in sorted(scores, key=lambda one: -one.points) if not score.won]
    names = [score.name for score in won]
    points, rest = won[0].points, listed(others, words)
    if card.seat in [score.seat for score in won]:
        return words.gettext("you won, {points} to {others}", points=points, others=rest)
    return words.gettext("{name} won, {points} to {others}", name=listed(names, words), points=points, others=rest)


def listed(parts: Sequence[str], words: Words) -> str:
    """Words as a list in their language."""
    return format_list(parts, locale="fr" if words.language == "fr" else "en_GB")


def again(making: Making, words: Words) -> Going:
    """The card that makes the game of the last form once more."""
    config: dict[str, Any] = making.config()
    family = config["game"]
    modules = [*making.modules]
    name = making.what if making.what in modules else modules[0] if modules else BASE
    picture = Markup('<img class="mosaic" src="{}" alt="">').format(cover_address(family, name))
    bots = [words.name(seat) for seat in dict.fromkeys(making.seats) if seat != "open"]
    kinds = words.gettext("bots: {levels}", levels=listed(bots, words)) if bots else ""
    count = making.open_seats
    free = words.gettext("{count} {count:seat|seats} for people", count=count) if count else ""
    state = " · ".join(part for part in (kinds, free) if part)
    return Going(
        words.gettext("Again like last time"), in_brief(making, words), state, False, "", words.gettext("Play"), picture
    )
