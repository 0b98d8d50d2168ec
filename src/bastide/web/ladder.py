"""The ladder, and the games and the curve of a person on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from babel.dates import format_date
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.server.accounts.ladder import BotRating, PlayerRatings, RatedGame
from bastide.server.engine.rule_sets import config_of
from bastide.server.http import ladder_api, sessions
from bastide.view.svg.curve import curve
from bastide.view.words import Words
from bastide.web.account import LOCALES, link
from bastide.web.forms import headed
from bastide.web.site import Site
from bastide.web.tables import played

OPENLY: Final = ("goal",)
"""The options that the name of a game says."""
WIDE, SLIM = 640, 330
"""The widths of the curve on a desk and on a phone: scaled down, its text would be unreadable."""


@dataclass(frozen=True)
class Choice:
    """A rule set in the list of all: its name in words, where it leads, and how many people are on its ladder."""

    name: str
    link: str
    people: int
    here: bool


@dataclass(frozen=True)
class BotRow:
    """A bot with its rating at tables of each size; empty where it is not rated."""

    name: str
    ratings: list[str]


@dataclass(frozen=True)
class GameRow:
    """A rated game in words. `change` is what it did to the rating; `why` says why it did nothing."""

    name: str
    link: str
    day: str
    date: str
    place: str
    others: str
    rating: str
    change: str
    why: str
    won: bool


def rules_in_words(rules: str, words: Words) -> str:
    """The name of a rule set: the game, then options that the usual name does not say."""
    config = config_of(rules)
    said = [f"{key} = {value}" for key, value in config["options"].items() if key not in OPENLY]
    return ", ".join([played(config, words), *said])


def bot_rows(bots: list[BotRating], words: Words) -> tuple[list[int], list[BotRow]]:
    """The sizes of tables, and each bot with its ratings there."""
    sizes = sorted({one.seats for one in bots})
    found = {(one.bot, one.seats): one.rating for one in bots}
    names = list(dict.fromkeys(one.bot for one in bots))
    rows = [BotRow(words.title(name), [str(found.get((name, size), "")) for size in sizes]) for name in names]
    return sizes, rows


def game_row(game: RatedGame, words: Words) -> GameRow:
    """A rated game as it is listed."""
    _ = words.gettext
    ended = datetime.fromtimestamp(game.ended, UTC)
    others = [*game.others, *(words.name(one) for one in game.bots)]
    if game.hidden:
        others.append(_("{count} {count:player|players} without ratings", count=game.hidden))
    why = ""
    if not game.counted:
        why = _("does not count: the fourth or later game against one person on a day")
    elif game.gone:
        why = _("left, which is a loss")
    shown = game.before is not None and game.after is not None
    step = (game.after or 0) - (game.before or 0)
    return GameRow(
        name=game.name,
        link=game.link,
        day=ended.date().isoformat(),
        date=format_date(ended, "medium", LOCALES[words.language]),
        place=_("place {place} of {count}", place=game.place, count=game.seats),
        others=", ".join(others),
        rating=str(game.after) if game.after is not None else "",
        change=f"{'+' if step > 0 else '−' if step < 0 else '±'}{abs(step)}" if shown else "",
        why=why,
        won=game.place == 1,
    )


def curves(found: PlayerRatings, words: Words) -> list[tuple[str, Markup]]:
    """The curve of a person for wide and for slim pages, each with its class; none for fewer than two points."""
    if len(found.curve) < 2:
        return []
    first = found.games - len(found.curve) + 1
    label = words.gettext(
        "Rating after each game, from game {first} to {last}: from {low} to {high}, now {now}.",
        first=first,
        last=found.games,
        low=min(found.curve),
        high=max(found.curve),
        now=found.curve[-1],
    )
    return [
        (size, Markup(curve(found.curve, first, label, width=width)))
        for size, width in (("wide", WIDE), ("slim", SLIM))
    ]


@headed
async def ladder(request: Request) -> Response:
    """GET /ladder: the ladder of a rule set."""
    site = Site.of(request)
    found = await ladder_api.view(request)
    here = found.ladder.rules
    sizes, bots = bot_rows(found.ladder.bots, site.words)
    account = await sessions.reader_of(request)
    return site.page(
        "ladder.html",
        rules=rules_in_words(here, site.words) if here else "",
        choices=[
            Choice(
                rules_in_words(one.rules, site.words), link("/ladder", rules=one.rules), one.people, one.rules == here
            )
            for one in found.rule_sets
        ],
        people=[
            (one, link("/ladder/player", name=one.name, rules=here), account is not None and account.name == one.name)
            for one in found.ladder.people
        ],
        sizes=sizes,
        bots=bots,
        mine=link("/ladder/player", name=account.name) if account is not None and account.rated else "",
        needed=ladder_api.NEEDED,
        signed_in=account is not None,
    )


@headed
async def player(request: Request) -> Response:
    """GET /ladder/player: a person's rating, curve and games under a rule set."""
    site = Site.of(request)
    found = await ladder_api.of_player(request)
    return site.page(
        "ladder_player.html",
        found=found,
        rules=rules_in_words(found.rules, site.words) if found.rules else "",
        choices=[
            Choice(
                rules_in_words(rules, site.words),
                link("/ladder/player", name=found.name, rules=rules),
                0,
                rules == found.rules,
            )
            for rules in found.rule_sets
        ],
        back=link("/ladder", rules=found.rules) if found.rules else "/ladder",
        curves=curves(found, site.words),
        games=[game_row(game, site.words) for game in found.history],
    )


ROUTES: Final = [
    Route("/ladder", ladder, methods=["GET"]),
    Route("/ladder/player", player, methods=["GET"]),
]
