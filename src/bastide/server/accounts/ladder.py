"""The ladder: who takes part, with what rating, and the rated games of one of them.

Only accounts that take part are shown, and only ratings of `SHOWN_AT` games or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, select

from bastide.server.accounts.accounts import LATEST, Account, Accounts
from bastide.server.common.anchors import anchors
from bastide.server.common.rating import SHOWN_AT, Strength
from bastide.server.common.sound import sound
from bastide.server.storage.schema import account, rated_seat, rating, table

LONGEST: Final = 100
"""How many people a ladder shows."""
GAMES: Final = 20
"""How many games of a person are listed, the latest first."""
CURVE: Final = 500
"""How many points a curve has at most, the latest."""


class RuleSet(msgspec.Struct, frozen=True):
    """A rule set, with the number of people who have a rating under it that is shown."""

    rules: str
    people: int


class Standing(msgspec.Struct, frozen=True):
    """A person on the ladder; equal ratings share a place.

    The rating lies within `margin` of the shown one in 95 of 100 cases. `program` is whether a program plays.
    """

    place: int
    name: str
    rating: int
    margin: int
    games: int
    program: bool


class BotRating(msgspec.Struct, frozen=True):
    """The fixed rating of a bot at tables of so many seats."""

    bot: str
    seats: int
    rating: int


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one rule set, the best first, with the bots that are rated there."""

    rules: str
    people: list[Standing]
    bots: list[BotRating]


class RatedGame(msgspec.Struct, frozen=True):
    """A rated game of a person. `others` are the other players who take part, by name, and `bots` the levels of bots;
    `hidden` is how many take no part any more.

    `gone` is whether the person left it, or a stand-in finished it; `counted` whether it moved the rating. `before`
    and `after` are the ratings around it, None while they are not shown.
    """

    table: str
    name: str
    number: int
    link: str
    ended: Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
    seats: int
    place: int
    gone: bool
    counted: bool
    others: list[str]
    bots: list[str]
    hidden: int
    before: int | None
    after: int | None


class PlayerRatings(msgspec.Struct, frozen=True):
    """The ratings of a person under one rule set.

    `rating` and `margin` are None until `games` games have counted, of which `needed` are needed. `curve` are the
    ratings after each counted game from then on. `rule_sets` are all in which the person has played.
    """

    name: str
    program: bool
    rules: str
    rule_sets: list[str]
    rating: int | None
    margin: int | None
    games: int
    needed: int
    curve: list[int]
    history: list[RatedGame]


async def rule_sets(accounts: Accounts) -> list[RuleSet]:
    """All rule sets with anchors or people, those with most people first."""
    shown = func.count().filter(rating.c.games >= SHOWN_AT).label("people")
    query = select(rating.c.rules, shown).join(account, account.c.id == rating.c.account_id).where(account.c.rated)
    rows = await accounts.rows(query.group_by(rating.c.rules))
    people = {row.rules: int(row.people) for row in rows if isinstance(row.rules, str)}
    found = [RuleSet(rules, people.get(rules, 0)) for rules in {*people, *anchors()}]
    return sorted(found, key=lambda one: (-one.people, one.rules))


async def ladder(accounts: Accounts, rules: str) -> Ladder:
    """The ladder of a rule set."""
    query = (
        select(account.c.name, account.c.program, rating.c.mu, rating.c.sigma, rating.c.games)
        .join(account, account.c.id == rating.c.account_id)
        .where(account.c.rated, rating.c.rules == rules, rating.c.games >= SHOWN_AT)
        .order_by(rating.c.mu.desc(), account.c.folded)
        .limit(LONGEST)
    )

    def standing(row: Any) -> Standing:
        strength = Strength(row.mu, row.sigma)
        found = Standing(0, row.name, strength.shown, strength.margin, row.games, bool(row.program))
        return msgspec.convert(msgspec.to_builtins(found), Standing)

    people = sound(await accounts.rows(query), standing, lambda row: str(row.name))
    placed = [
        msgspec.structs.replace(one, place=1 + sum(other.rating > one.rating for other in people)) for one in people
    ]
    bots = [
        BotRating(bot, seats, strength.shown)
        for seats, levels in sorted(anchors().get(rules, {}).items())
        for bot, strength in levels.items()
    ]
    return Ladder(rules, placed, bots)


async def player(accounts: Accounts, of: Account, rules: str = "") -> PlayerRatings:
    """The ratings of an account that takes part; without a rule set, of the one that it has played most."""
    own = select(rating).where(rating.c.account_id == of.id).order_by(rating.c.games.desc(), rating.c.rules)
    held = {row.rules: row for row in await accounts.rows(own)}
    rules = rules or next(iter(held), "")
    mine = held.get(rules)
    games = int(mine.games) if mine is not None else 0
    shown = Strength(mine.mu, mine.sigma) if mine is not None and games >= SHOWN_AT else None
    counted = and_(rated_seat.c.account_id == of.id, rated_seat.c.rules == rules, rated_seat.c.number.is_not(None))
    steps = (
        select(rated_seat.c.number, rated_seat.c.mu_after, rated_seat.c.sigma_after)
        .where(counted, rated_seat.c.counted)
        .order_by(rated_seat.c.number.desc())
        .limit(CURVE)
    )
    rows = await accounts.rows(steps) if shown is not None else []
    # The latest come first; those of the first games are never shown.
    late = list(reversed(rows[: max(0, games - SHOWN_AT + 1)]))
    curve = [Strength(row.mu_after, row.sigma_after).shown for row in late]
    since = late[0].number if late else None
    return PlayerRatings(
        of.name,
        of.program,
        rules,
        sorted(held),
        shown.shown if shown is not None else None,
        shown.margin if shown is not None else None,
        games,
        SHOWN_AT,
        curve,
        await _games(accounts, of, rules, since),
    )


async def _games(accounts: Accounts, of: Account, rules: str, since: int | None) -> list[RatedGame]:
    """The latest rated games of an account, newest first; ratings are shown after the game `since`."""
    mine = and_(rated_seat.c.account_id == of.id, rated_seat.c.rules == rules, rated_seat.c.number.is_not(None))
    query = (
        select(rated_seat, table.c.name)
        .join(table, table.c.id == rated_seat.c.table_id)
        .where(mine)
        .order_by(rated_seat.c.number.desc())
        .limit(GAMES)
    )

    def work(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
        rows = connection.execute(query).all()
        others = (
            select(rated_seat.c.number, rated_seat.c.seat, rated_seat.c.bot, account.c.name, account.c.rated)
            .outerjoin(account, account.c.id == rated_seat.c.account_id)
            .where(rated_seat.c.number.in_([row.number for row in rows]))
            .order_by(rated_seat.c.seat)
        )
        return rows, connection.execute(others).all()

    rows, seated = await accounts.read(work)
    around: dict[int, list[Any]] = {}
    for row in seated:
        around.setdefault(row.number, []).append(row)

    def game(row: Any) -> RatedGame:
        after = since is not None and row.number >= since
        before = since is not None and row.number > since
        others = [one for one in around[row.number] if one.seat != row.seat]
        found = RatedGame(
            table=row.table_id,
            name=row.name,
            number=row.game,
            link=f"/t/{row.table_id}/replay?game={row.game}",
            ended=row.ended // 1000,
            seats=len(others) + 1,
            place=row.place,
            gone=bool(row.gone),
            counted=bool(row.counted),
            others=[one.name for one in others if one.rated],
            bots=[one.bot for one in others if one.bot],
            hidden=sum(not one.bot and not one.rated for one in others),
            before=Strength(row.mu, row.sigma).shown if before else None,
            after=Strength(row.mu_after, row.sigma_after).shown if after else None,
        )
        return msgspec.convert(msgspec.to_builtins(found), RatedGame)

    return sound(rows, game, lambda row: str(row.table_id))
