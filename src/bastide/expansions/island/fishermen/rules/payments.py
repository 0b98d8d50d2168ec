"""What fish buy, and with which tokens a price can be paid (TB-FISH-011, TB-FISH-014).

A payment holds no token that the price does not need. All payments of a game are numbered; `Payments` finds those of a
price, the ones that lose the fewest fish first, then those with the fewest tokens.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ROBBER_OFF: Final[i64] = 0
THEFT: Final[i64] = 1
RESOURCE: Final[i64] = 2
FREE_ROAD: Final[i64] = 3
DEVELOPMENT: Final[i64] = 4
DELIVERIES: Final = ("robber", "steal", "resource", "road", "card")
"""What a delivery of fish brings, by its word in notation: see `deliveries.py`."""
PRICES: Final = (2, 3, 4, 5, 7)
PRICE: Final = vec[i64](PRICES)
"""The fish for each (TB-FISH-011)."""
DEAREST: Final = 7

Tokens = tuple[int, int, int]
"""How many tokens of one, of two and of three fish."""


def fish(tokens: Tokens) -> int:
    """How many fish tokens show together."""
    return tokens[0] + 2 * tokens[1] + 3 * tokens[2]


def pays(tokens: Tokens, price: int) -> bool:
    """Whether tokens pay a price, and each of them is needed."""
    total = fish(tokens)
    return total >= price and all(tokens[k] == 0 or total - (k + 1) < price for k in range(3))


def all_payments() -> list[Tokens]:
    """Every payment of any price up to the dearest, in the order of their numbers."""
    n = DEAREST + 1
    every = [(a, b, c) for a in range(n) for b in range(n) for c in range(n) if 0 < a + b + c <= DEAREST]
    needed = [tokens for tokens in every if any(pays(tokens, price) for price in range(1, n))]
    return sorted(needed, key=lambda tokens: (fish(tokens), sum(tokens), tokens))


def written(tokens: Tokens) -> str:
    """Tokens in notation: `1*2 3`."""
    counts = [(k + 1, n) for k, n in enumerate(tokens) if n]
    return " ".join(str(value) if n == 1 else f"{value}*{n}" for value, n in counts)


PAYMENTS: Final = all_payments()
NOTATION: Final = [written(tokens) for tokens in PAYMENTS]


class Payments:
    """The payments in flat tables: `ones`, `twos` and `threes` by payment.

    `order[start[price]]` to `order[start[price + 1] - 1]` are the payments of a price.
    """

    def __init__(self) -> None:
        order: list[int] = []
        start: list[int] = []
        for price in range(DEAREST + 2):
            start.append(len(order))
            order += [i for i, tokens in enumerate(PAYMENTS) if price > 0 and pays(tokens, price)]
        self.count: i64 = len(PAYMENTS)
        self.ones: vec[i64] = vec[i64]([tokens[0] for tokens in PAYMENTS])
        self.twos: vec[i64] = vec[i64]([tokens[1] for tokens in PAYMENTS])
        self.threes: vec[i64] = vec[i64]([tokens[2] for tokens in PAYMENTS])
        self.order: vec[i64] = vec[i64](order)
        self.start: vec[i64] = vec[i64](start)
