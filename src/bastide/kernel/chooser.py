"""A fast uniform random generator for games played inside the engine, identical compiled and interpreted."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

M1: Final[i64] = 2147483563
M2: Final[i64] = 2147483399
MASK: Final = 0xFFFFFFFFFFFFFFFF


def mixed(seed: int) -> int:
    """A 64-bit hash of a seed, so that neighbouring seeds give unrelated numbers.

    It is the first number of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
    """
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


@final
class Chooser:
    """L'Ecuyer's combined generator (CACM 31, 1988): two short products a number, a period of about 2.3e18.

    The seed has 64 bits and is `mixed` first, so that neighbouring seeds give independent numbers.
    """

    def __init__(self, seed: int) -> None:
        start: i64 = mixed(seed) >> 1
        self.a: i64 = start % (M1 - 1) + 1
        self.b: i64 = (start // 7 + 12345) % (M2 - 1) + 1
        for _draw in range(8):
            self.below(2)

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, (self.a, self.b)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1; `n` is far below 2**31, so that the bias of rounding does not matter.

        With a single choice, no random number is consumed.
        """
        if n == 1:
            return 0
        self.a = self.a * 40014 % M1
        self.b = self.b * 40692 % M2
        z = self.a - self.b
        if z < 0:
            z += M1
        return z * n // M1


def resumed(a: i64, b: i64) -> Chooser:
    """A generator that goes on from these two numbers: a copy."""
    chooser = Chooser(0)
    chooser.a = a
    chooser.b = b
    return chooser
