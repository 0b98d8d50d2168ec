"""The actions of seats as dense numbers, without the outcomes of chance."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

from bastide.kernel.errors import ConfigError, OutOfRange, quote
from bastide.kernel.rules import Rules, Verb
from bastide.kernel.state import State

SAMPLES: Final = 64
"""Of how many actions of a verb the notation is part of a fingerprint: places are named alike only on like boards."""


class Actions:
    """A number from 0 to `size` - 1 for each action that a seat can ever take in a configured game.

    `fingerprint` is a text with the rules' class and each verb with its number of actions: games with equal
    fingerprints number their actions alike.

    >>> from bastide import configure
    >>> actions = Actions(configure({"seats": 3}, seed=1))
    >>> actions.size, actions.text(0), actions.index(actions.code(7))
    (333, 'settle 0,-3,S', 7)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.verbs = [verb for verb in rules.verbs if not verb.by_chance and verb.size > 0]
        # Of each verb the first number, the first code and the code after its last.
        self._starts: list[int] = []
        self._firsts: list[int] = []
        self._ends: list[int] = []
        self.size = 0
        for verb in self.verbs:
            self._starts.append(self.size)
            self._firsts.append(int(verb.offset))
            self._ends.append(int(verb.offset + verb.size))
            self.size += int(verb.size)
        self.fingerprint = fingerprint(rules, self.verbs)
        self._none = bytes(self.size)

    def index(self, code: int) -> int:
        """The number of an action code.

        :raises OutOfRange: the code is of no action, or is an outcome of chance.
        """
        self.rules.check_code(code)
        at = bisect_right(self._firsts, code) - 1
        if at < 0 or code >= self._ends[at]:
            raise OutOfRange(f"{code} ({self.rules.write([code])}) is an outcome of chance, which no seat can play")
        return self._starts[at] + code - self._firsts[at]

    def by_code(self) -> list[int]:
        """By code the number of the action; -1 for outcomes of chance."""
        out = [-1] * self.rules.num_distinct_actions
        for start, first, end in zip(self._starts, self._firsts, self._ends, strict=True):
            out[first:end] = range(start, start + end - first)
        return out

    def code(self, index: int) -> int:
        """The code of the action with that number. Raises OutOfRange."""
        if not 0 <= index < self.size:
            raise OutOfRange(f"{index} is no action's number; they are 0 to {self.size - 1}")
        at = bisect_right(self._starts, index) - 1
        return self._firsts[at] + index - self._starts[at]

    def text(self, index: int) -> str:
        """The action in notation. A choice of several cards is several actions, each with a text of its own.

        :raises OutOfRange: there is no action of that number.
        """
        return text_of(self.rules, self.code(index))

    def legal(self, state: State, seat: int) -> list[int]:
        """The numbers of the seat's legal actions; none unless it may act. Raises OutOfRange as `Rules.legal` does."""
        self.rules.check_player(seat)
        return [self.index(int(code)) for code in self.rules.legal(state, seat)]

    def mask(self, state: State, seat: int, out: Any) -> int:
        """Write 1 for each legal action of the seat and 0 for each other one; returns how many are legal.

        `out` is writable memory of `size` bytes, such as a `bytearray` or an array of numpy's type `int8` or `bool`.

        :raises ValueError: `out` has another size, or cannot be written to.
        :raises OutOfRange: there is no such seat, or the state is of another game.
        """
        with memoryview(out) as given:
            if given.nbytes != self.size or given.itemsize != 1 or not given.c_contiguous or given.readonly:
                raise ValueError(
                    f"the mask needs writable memory of {self.size} single bytes, got {given.nbytes} bytes"
                )
            legal = self.legal(state, seat)
            with given.cast("B") as view:
                view[:] = self._none
                for index in legal:
                    view[index] = 1
            return len(legal)

    def check(self, fingerprint: str) -> None:
        """Refuse a numbering that is not this one, such as that of a trained network.

        :raises ConfigError: the fingerprints differ; the message names the first difference.
        """
        if fingerprint == self.fingerprint:
            return
        given, own = fingerprint.split("; "), self.fingerprint.split("; ")
        at = next((i for i, (one, other) in enumerate(zip(given, own, strict=False)) if one != other), None)
        if at is None:
            at = min(len(given), len(own))
        raise ConfigError(
            "these actions are numbered otherwise: {given}, and in this game {own}",
            {
                "given": quote(given[at]) if at < len(given) else "nothing more",
                "own": quote(own[at]) if at < len(own) else "nothing more",
            },
        )

    def __repr__(self) -> str:
        return f"<Actions: {self.size} of {self.rules!r}>"


def text_of(rules: Rules, code: int) -> str:
    """The notation of one action, by its verb."""
    verb = rules.verb_of[code]
    return verb.describe(code - verb.offset)


def fingerprint(rules: Rules, verbs: list[Verb]) -> str:
    """What the numbering depends on: the rules' class, and by verb its word, its size and a hash of its notation."""
    return "; ".join([type(rules).__name__, *(_of_verb(verb) for verb in verbs)])


def _of_verb(verb: Verb) -> str:
    """`settle 54 5f0c9b`."""
    described = "".join([f"{verb.describe(arg)}\n" for arg in _sample(int(verb.size))])
    digest = hashlib.blake2b(described.encode(), digest_size=3)
    return f"{verb.word} {verb.size} {digest.hexdigest()}"


def _sample(size: int) -> Iterator[int]:
    """All of a few numbers; of many, some evenly spaced ones, the first and the last among them."""
    if size <= SAMPLES:
        yield from range(size)
    else:
        for k in range(SAMPLES):
            yield k * (size - 1) // (SAMPLES - 1)
