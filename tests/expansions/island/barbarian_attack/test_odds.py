"""The odds that the view shows, against games of dice played out, and by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bastide.expansions.island.barbarian_attack.view.odds import Share, landing, shares, with_hired

NOBODY = 4


def plain(found: list[Share]) -> list[tuple[int, int, Fraction | int]]:
    return [(one.owner, one.sure, one.chance) for one in found]


def test_shares_by_hand() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert plain(shares(3, {0: 4}, NOBODY, 2)) == [(0, 3, 0)]
    assert plain(shares(2, {0: 2, 1: 1}, NOBODY, 2)) == [(0, 1, 0), (1, 1, 0)]
    assert plain(shares(3, {0: 3, 1: 1}, NOBODY, 2)) == [(0, 2, 0), (1, 1, 0)]
    assert plain(shares(3, {0: 2, 1: 2}, NOBODY, 2)) == [(0, 1, half), (1, 1, half)]
    assert plain(shares(3, {0: 2, 1: 2, 2: 1}, NOBODY, 2)) == [(0, 1, 0), (1, 1, 0), (2, 1, 0)]
    assert plain(shares(1, {0: 1, 1: 1, 2: 1}, NOBODY, 2)) == [(0, 0, third), (1, 0, third), (2, 0, third)]


@pytest.mark.rule("TB-BARB-045")
def test_a_player_against_the_mercenary_by_hand() -> None:
    # Of 36 ways to roll, one is less than three and two are three, which is rolled again.
    assert with_hired(1, 1, 2) == Fraction(33, 34)
    assert with_hired(1, 1, 1) == Fraction(3, 5)
    assert plain(shares(1, {0: 1, NOBODY: 1}, NOBODY, 2)) == [(0, 0, Fraction(33, 34)), (NOBODY, 0, Fraction(1, 34))]


@pytest.mark.rule("TB-BARB-032", "TB-BARB-045")
@pytest.mark.parametrize(("players", "prizes", "dice"), [(2, 1, 2), (2, 2, 2), (2, 1, 1), (2, 2, 1)])
def test_against_dice_played_out(players: int, prizes: int, dice: int) -> None:
    rng = random.Random(players * 100 + prizes * 10 + dice)
    games = 6000
    won = sum(0 in winners(rng, players, prizes, dice) for _ in range(games))
    assert abs(won / games - float(with_hired(players, prizes, dice))) < 0.025


def winners(rng: random.Random, players: int, prizes: int, dice: int) -> set[int]:
    """Who gets a prize where the mercenary, the last, always has a three."""
    among, out = list(range(players + 1)), set[int]()
    while len(out) < prizes:
        score = {who: 3 if who == players else sum(rng.randint(1, 6) for _ in range(dice)) for who in among}
        while len(out) < prizes:
            best = [who for who in among if score[who] == max(score[one] for one in among)]
            if len(best) > prizes - len(out):
                among = best
                break
            out |= set(best)
            among = [who for who in among if who not in best]
    return out


@pytest.mark.rule("TB-BARB-008")
def test_an_invasion_comes_to_three_numbers() -> None:
    assert sum(landing(number) for number in range(2, 13) if number != 7) == 3
    assert landing(6) == landing(8) > landing(5) > landing(2) == landing(12)
    rng = random.Random(8)
    hits = 0
    for _ in range(6000):
        sums: set[int] = set()
        while len(sums) < 3:
            sums |= {rng.randint(1, 6) + rng.randint(1, 6)} - {7}
        hits += 6 in sums
    assert abs(hits / 6000 - float(landing(6))) < 0.025
