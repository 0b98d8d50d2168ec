"""Common random numbers: compared actions meet the same dice, the same draws and the same thefts."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.kernel.chooser import M1, M2, Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Rules
from bastide.kernel.state import State

APART: Final[i64] = 1_048_576
"""How many numbers lie between the streams of two phases: more than any rollout draws."""


@final
class Streams:
    """A stream of random numbers for each chance phase, so that its n-th outcome depends on n alone.

    The streams are parts of one generator (`Chooser`), far apart.
    """

    def __init__(self, rules: Rules) -> None:
        self._chooser = Chooser(0)
        self._out = Codes()
        phases: i64 = len(rules.phases)
        self._a: vec[i64] = vec[i64]([0] * phases)
        self._b: vec[i64] = vec[i64]([0] * phases)
        self._far_a: vec[i64] = vec[i64]()
        self._far_b: vec[i64] = vec[i64]()
        for phase in range(phases):
            self._far_a = append(self._far_a, power(40014, phase * APART, M1))
            self._far_b = append(self._far_b, power(40692, phase * APART, M2))

    def begin(self, a: i64, b: i64) -> None:
        """Set all streams to their beginning; `a` and `b` are those of a `Chooser` and tell one world from another."""
        for phase in range(len(self._a)):
            self._a[phase] = a * self._far_a[phase] % M1
            self._b[phase] = b * self._far_b[phase] % M2

    def sample(self, phase: Phase, s: State) -> i64:
        """The next outcome of a chance phase, by weight."""
        chooser = self._chooser
        at = phase.id
        chooser.a = self._a[at]
        chooser.b = self._b[at]
        code = phase.sample(s, chooser, self._out)
        self._a[at] = chooser.a
        self._b[at] = chooser.b
        return code


def power(base: i64, exponent: i64, modulus: i64) -> i64:
    """A power modulo a number below 2**31. `pow` with three arguments is wrong when mypyc compiles it."""
    out: i64 = 1
    while exponent > 0:
        if exponent % 2 == 1:
            out = out * base % modulus
        base = base * base % modulus
        exponent //= 2
    return out
