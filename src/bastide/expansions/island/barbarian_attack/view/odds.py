"""The odds of Barbarian Attack: who gets which prisoners of a fight, and how likely an invasion comes to a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, NamedTuple

HIRED: Final = 3
"""What a knight that belongs to nobody always rolls."""
LANDINGS: Final = 3
"""The different sums of an invasion."""


class Share(NamedTuple):
    """The prisoners an owner of knights gets in a fight: so many surely, and perhaps one more."""

    owner: int
    sure: int
    chance: Fraction


def shares(barbarians: int, knights: Mapping[int, int], nobody: int, dice: int) -> list[Share]:
    """What each owner gets if the knights beat so many barbarians; `nobody` is the owner that has no roll of its own.

    >>> [(share.owner, share.sure, str(share.chance)) for share in shares(3, {0: 2, 1: 2}, 4, 2)]
    [(0, 1, '1/2'), (1, 1, '1/2')]
    """
    if len(knights) == 1:
        return [Share(owner, barbarians, Fraction(0)) for owner in knights]
    if barbarians < len(knights):
        return [Share(owner, 0, chance(owner, list(knights), barbarians, nobody, dice)) for owner in knights]
    best = [owner for owner, n in knights.items() if n == max(knights.values())]
    if barbarians == len(knights):
        best = []
    if len(best) == 1:
        return [Share(owner, 1 + (owner in best), Fraction(0)) for owner in knights]
    return [
        Share(owner, 1, chance(owner, best, 1, nobody, dice) if owner in best else Fraction(0)) for owner in knights
    ]


def chance(owner: int, rollers: list[int], prizes: int, nobody: int, dice: int) -> Fraction:
    """How likely one of those who roll for prisoners gets one."""
    players = sum(one != nobody for one in rollers)
    hired = len(rollers) > players
    if not hired:
        return Fraction(prizes, players)
    mine = with_hired(players, prizes, dice)
    return prizes - players * mine if owner == nobody else mine


@cache
def with_hired(players: int, prizes: int, dice: int) -> Fraction:
    """How likely one of so many players gets one of the prizes where a knight that belongs to nobody has a three."""
    if prizes > players:
        return Fraction(1)
    got, again = Fraction(0), Fraction(0)
    for rolls, likely in rolled(players, dice):
        scores = [*rolls, HIRED]
        mine, left, among = scores[0], prizes, scores
        while left:
            tied = among.count(max(among))
            if tied > left:
                break
            if mine == max(among):
                break
            left -= tied
            among = [score for score in among if score < max(among)]
        tied = among.count(max(among)) if among else 0
        if not left or mine < max(among):
            continue
        if tied <= left:
            got += likely
        elif mine > HIRED:
            got += likely * Fraction(left, tied)  # players alone roll on: each is as likely
        elif (tied - 1, left) == (players, prizes):
            again += likely
        else:
            got += likely * with_hired(tied - 1, left, dice)
    return got / (1 - again)


def rolled(players: int, dice: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way in which so many roll, with its probability."""
    faces = range(1, 7)
    sums = [a + b for a in faces for b in faces] if dice == 2 else list(faces)
    for rolls in product(sums, repeat=players):
        yield rolls, Fraction(1, len(sums) ** players)


@cache
def landing(number: int) -> Fraction:
    """How likely an invasion has a number among its three different sums.

    >>> round(float(landing(6)), 3), round(float(landing(2)), 3)
    (0.47, 0.112)
    """
    ways = {total: 6 - abs(7 - total) for total in range(2, 13) if total != 7}
    return _drawn(number, ways, LANDINGS)


def _drawn(number: int, ways: Mapping[int, int], draws: int) -> Fraction:
    """How likely a number is among the next sums, each of which comes up once."""
    if draws == 0:
        return Fraction(0)
    all_ = sum(ways.values())
    out = Fraction(ways[number], all_)
    for total, n in ways.items():
        if total != number:
            rest = {other: m for other, m in ways.items() if other != total}
            out += Fraction(n, all_) * _drawn(number, rest, draws - 1)
    return out
