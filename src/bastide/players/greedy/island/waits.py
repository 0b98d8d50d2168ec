"""What waiting costs a plan of the greedy bot: precomputed for a configured island."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.players.greedy.island.weights import DECAY, LONGEST_WAIT, WAITING


@final
class Waits:
    """`share[t]`: the share of its gain, in thousandths, that a plan counts when it must wait `t` rolls; and
    `latest[share]`: the longest wait for which it counts as much. `seven`: the chance, in percent, of a seven in a
    round.
    """

    def __init__(self, r: Island) -> None:
        self.r = r
        self.share: vec[i64] = vec[i64]([0] * (LONGEST_WAIT + 1))
        left: i64 = 1_000_000
        for t in range(LONGEST_WAIT + 1):
            self.share[t] = WAITING * (left // 1000) // 100
            left = left * DECAY // 1000
        self.latest: vec[i64] = vec[i64]([0] * 1001)
        for share in range(1001):
            for t in range(LONGEST_WAIT + 1):
                if self.share[t] >= share:
                    self.latest[share] = t
        self.seven: i64 = chance_of_seven(r.seats)


def chance_of_seven(rolls: i64) -> i64:
    """The chance, in percent, of at least one seven in that many rolls."""
    none: i64 = 10_000
    for _roll in range(rolls):
        none = none * 5 // 6
    return 100 - none // 100
