"""The ratings of people: a fold over the finished rated games, one after the other.

The transaction that stores a game's last entry stores what is rated (`keep`). A later one rates it (`rate`): games that
are not rated yet get the next numbers, in the order of their ends, and each moves the ratings of its players. What is
rated has its number and does not change, so any server may rate at any time, and `recompute` comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text, update

from bastide.server.common.anchors import anchor
from bastide.server.common.rating import A_DAY, Strength, after
from bastide.server.log.state import TableState
from bastide.server.storage.results import SeatResult
from bastide.server.storage.schema import account, account_seat, rated_seat, rating

QUEUE: Final = 0x72617465
"""The advisory lock of PostgreSQL under which ratings change. SQLite has one writer anyway."""
DAY: Final = 86_400_000
"""A day in milliseconds; days begin at midnight UTC."""
AT_ONCE: Final = 50
"""How many games are rated in one transaction."""


class Seat(NamedTuple):
    """A seat of a game that is to be rated. `account` is empty for a bot, and for one whose account was deleted.

    `strength` is fixed if there is no account. `counted` is None if that is yet to be decided.
    """

    seat: int
    account: str
    place: int
    strength: Strength
    counted: bool | None


def keep(connection: Connection, state: TableState, ended: Sequence[SeatResult]) -> None:
    """Store what is rated of the game that a table has just ended, in an open transaction."""
    if not ended or not state.rated:
        return
    away = {seat for seat, starter in enumerate(state.starters) if starter.kind == "person" and left(state, seat)}
    merits = {one.seat: (one.seat in away, one.place) for one in ended}
    rows = [
        {
            "table_id": state.id,
            "game": state.games,
            "seat": one.seat,
            "generation": state.starters[one.seat].generation,
            "rules": state.rated,
            "bot": state.starters[one.seat].bot,
            # All who left are last together: their seats' places are somebody else's doing.
            "place": len(ended) if one.seat in away else 1 + sum(merit < merits[one.seat] for merit in merits.values()),
            "gone": one.seat in away,
            "ended": state.at,
        }
        for one in ended
    ]
    connection.execute(insert(rated_seat), rows)


def left(state: TableState, seat: int) -> bool:
    """Whether the person who began a game on this seat has left it, or a stand-in has finished it."""
    return seat in state.gone or bool(state.seats[seat].stand_in)


def consenting(connection: Connection, table: str, chairs: Iterable[tuple[int, int]]) -> bool:
    """Whether these chairs (seat and generation) belong to accounts, each another one, that all take part."""
    wanted = set(chairs)
    rows = connection.execute(
        select(account_seat.c.seat, account_seat.c.generation, account_seat.c.account_id)
        .join(account, account.c.id == account_seat.c.account_id)
        .where(account_seat.c.table_id == table, account.c.rated)
    ).all()
    found = {(row.seat, row.generation): row.account_id for row in rows if (row.seat, row.generation) in wanted}
    return found.keys() == wanted and len(set(found.values())) == len(wanted)


def lock(connection: Connection) -> None:
    """Let nobody else change ratings until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:queue)"), {"queue": QUEUE})


def waiting(connection: Connection) -> bool:
    """Whether there are games that are not rated yet."""
    return (
        connection.execute(select(rated_seat.c.seat).where(rated_seat.c.number.is_(None)).limit(1)).first() is not None
    )


def rate(connection: Connection) -> int:
    """Rate games that are not rated yet, at most `AT_ONCE`; return how many there were."""
    lock(connection)
    game = (rated_seat.c.ended, rated_seat.c.table_id, rated_seat.c.game)
    fresh = connection.execute(
        select(*game).where(rated_seat.c.number.is_(None)).distinct().order_by(*game).limit(AT_ONCE)
    ).all()
    number = int(connection.scalar(select(func.max(rated_seat.c.number))) or 0)
    for _ended, table, count in fresh:
        rows = _rows(connection, table, count)
        owners = _owners(connection, rows)
        if any(not row.bot and row.seat not in owners for row in rows):
            # An account was deleted before its game was rated.
            connection.execute(delete(rated_seat).where(rated_seat.c.table_id == table, rated_seat.c.game == count))
            continue
        number += 1
        _fold(connection, rows, [_fresh(row, owners.get(row.seat, ""), len(rows)) for row in rows], number)
    return len(fresh)


def recompute(connection: Connection) -> tuple[int, int]:
    """Compute all ratings again; return how many games they follow from, and how many strengths were different."""
    lock(connection)
    before = _strengths(connection)
    connection.execute(delete(rating))
    last = int(connection.scalar(select(func.max(rated_seat.c.number))) or 0)
    games = 0
    for number in range(1, last + 1):
        rows = connection.execute(
            select(rated_seat).where(rated_seat.c.number == number).order_by(rated_seat.c.seat)
        ).all()
        if rows:
            games += 1
            _fold(connection, rows, [_again(row) for row in rows], number)
    now = _strengths(connection)
    return games, sum(before.get(key) != now.get(key) for key in before.keys() | now.keys())


def forget(connection: Connection, account_id: str) -> None:
    """Delete the ratings of an account. Its seats stay without it, as strong as they were: others met them."""
    lock(connection)
    connection.execute(delete(rating).where(rating.c.account_id == account_id))
    connection.execute(
        update(rated_seat)
        .where(rated_seat.c.account_id == account_id)
        .values(account_id=None, mu_after=None, sigma_after=None)
    )


def _rows(connection: Connection, table: str, game: int) -> Sequence[Any]:
    mine = and_(rated_seat.c.table_id == table, rated_seat.c.game == game)
    return connection.execute(select(rated_seat).where(mine).order_by(rated_seat.c.seat)).all()


def _owners(connection: Connection, rows: Sequence[Any]) -> dict[int, str]:
    """The accounts of the people of a game, by seat."""
    found = connection.execute(select(account_seat).where(account_seat.c.table_id == rows[0].table_id)).all()
    accounts = {(row.seat, row.generation): str(row.account_id) for row in found}
    keys = {row.seat: (row.seat, row.generation) for row in rows if not row.bot}
    return {seat: accounts[key] for seat, key in keys.items() if key in accounts}


def _fresh(row: Any, owner: str, seats: int) -> Seat:
    """A seat of a game that has not been rated."""
    fixed = anchor(row.rules, seats, row.bot) if row.bot else None
    return Seat(row.seat, owner, row.place, fixed or Strength(), None)


def _again(row: Any) -> Seat:
    """A seat of a game that has been rated."""
    return Seat(row.seat, row.account_id or "", row.place, Strength(row.mu, row.sigma), bool(row.counted))


def _fold(connection: Connection, rows: Sequence[Any], seats: Sequence[Seat], number: int) -> None:
    """Rate one game: move the ratings of its players, and note what they were before and after."""
    rules, ended = rows[0].rules, rows[0].ended
    people = [one.account for one in seats if one.account]
    held = connection.execute(select(rating).where(rating.c.rules == rules, rating.c.account_id.in_(people))).all()
    known = {row.account_id: (Strength(row.mu, row.sigma), int(row.games)) for row in held}
    before = [known.get(one.account, (Strength(), 0))[0] if one.account else one.strength for one in seats]
    met = _met(connection, people, ended) if any(one.account and one.counted is None for one in seats) else {}
    updates = []
    for one, old, new in zip(seats, before, after(before, [one.place for one in seats]), strict=True):
        counted = one.counted
        if counted is None:
            others = [met.get((one.account, other), 0) for other in people if other != one.account]
            counted = bool(one.account) and all(count < A_DAY for count in others)
        moves = counted and bool(one.account)
        updates.append(
            {
                "at_table": rows[0].table_id,
                "at_game": rows[0].game,
                "at_seat": one.seat,
                "number": number,
                "account_id": one.account or None,
                "counted": counted,
                "mu": old.mu,
                "sigma": old.sigma,
                "mu_after": (new if moves else old).mu if one.account else None,
                "sigma_after": (new if moves else old).sigma if one.account else None,
            }
        )
        if moves:
            _move(connection, one.account, rules, new, known)
    connection.execute(NOTE, updates)


NOTE: Final = (
    update(rated_seat)
    .where(
        rated_seat.c.table_id == bindparam("at_table"),
        rated_seat.c.game == bindparam("at_game"),
        rated_seat.c.seat == bindparam("at_seat"),
    )
    .values(
        {
            name: bindparam(name)
            for name in ("number", "account_id", "counted", "mu", "sigma", "mu_after", "sigma_after")
        }
    )
)
"""Notes how a seat was rated."""


def _move(
    connection: Connection, account_id: str, rules: str, new: Strength, known: Mapping[str, tuple[Strength, int]]
) -> None:
    """Store the rating of an account after a game that counted."""
    games = known[account_id][1] + 1 if account_id in known else 1
    values = {"mu": new.mu, "sigma": new.sigma, "games": games}
    if account_id in known:
        mine = and_(rating.c.account_id == account_id, rating.c.rules == rules)
        connection.execute(update(rating).where(mine).values(values))
    else:
        connection.execute(insert(rating).values(account_id=account_id, rules=rules, **values))


def _met(connection: Connection, people: Sequence[str], ended: int) -> dict[tuple[str, str], int]:
    """How many games of that day have counted for one person (first) against another, under all rules."""
    day = ended // DAY * DAY
    one, other = rated_seat.alias(), rated_seat.alias()
    same = and_(one.c.table_id == other.c.table_id, one.c.game == other.c.game, one.c.seat != other.c.seat)
    rows = connection.execute(
        select(one.c.account_id, other.c.account_id.label("other"), func.count().label("games"))
        .join(other, same)
        .where(
            one.c.account_id.in_(people),
            other.c.account_id.in_(people),
            one.c.counted,
            one.c.number.is_not(None),
            one.c.ended >= day,
            one.c.ended < day + DAY,
        )
        .group_by(one.c.account_id, other.c.account_id)
    ).all()
    return {(row.account_id, row.other): row.games for row in rows}


def _strengths(connection: Connection) -> dict[tuple[str, str], tuple[float, float, int]]:
    rows = connection.execute(select(rating)).all()
    return {(row.account_id, row.rules): (row.mu, row.sigma, row.games) for row in rows}
