"""The legal actions of a position as a short list of rows, for games with far more actions than are ever legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.errors import OutOfRange
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.learn.actions import Actions, text_of

Numbers = npt.NDArray[np.int32]

PLACE: Final = re.compile(r"(-?\d+),(-?\d+)(?:,(\w+))?")
AMOUNT: Final = re.compile(r"(.+)\*(\d+)")
MIDDLE: Final = "middle"
"""How a place without a third part lies, such as a hex."""
MANY: Final = 20_000
"""With more actions than this, not each one of a verb is read."""
STRIDE: Final = 97
"""Of so many one is read then: a prime, which no number of places or turns has as a factor."""
NUMBER: Final = "number"
"""The word in the place of a number, which is the amount."""


class Candidates:
    """The legal actions of a seat in the order of their codes, each with a row of `width` features.

    A row has the verb, then by place of its notation how it lies (a corner `N`, a tile turned by `90`) and its two
    coordinates, then by other word (a good, a seat, a figure) its kind and its amount; 0 where there is none.
    `names[i]` names a feature, `kinds[i]` its values where it is a category, and `low` and `high` bound it. The rows
    of two actions of a game differ. At most `most` actions are listed, and more are an error, never cut.

    The words come from the notation of all actions; of a verb with many, one of 97 is read.
    """

    def __init__(self, rules: Rules, most: int = 512) -> None:
        if most < 1:
            raise ValueError(f"most must be at least 1, got {most}")
        self.rules = rules
        self.most = most
        self.actions = Actions(rules)
        verbs = list(dict.fromkeys(verb.word for verb in self.actions.verbs))
        self._verbs = {word: k for k, word in enumerate(verbs)}
        self._ways: dict[str, int] = {"none": 0}
        self._words: dict[str, int] = {"none": 0}
        reach = [0, 0]
        amount = 1
        places = words = 0
        for verb in self.actions.verbs:
            for arg in _read(int(verb.size)):
                where, what = parts(verb.describe(arg))
                places, words = max(places, len(where)), max(words, len(what))
                for way, x, y in where:
                    self._ways.setdefault(way, len(self._ways))
                    reach = [min(reach[0], x, y), max(reach[1], x, y)]
                for word, number in what:
                    self._words.setdefault(word, len(self._words))
                    amount = max(amount, number)
        self._places = places
        of_place, of_word = list(self._ways), list(self._words)
        columns: list[tuple[str, list[str], int, int]] = [("verb", verbs, 0, len(verbs) - 1)]
        for k in range(1, places + 1):
            columns.append((f"place{k}", of_place, 0, len(of_place) - 1))
            columns.extend((f"place{k}.{axis}", [], reach[0], reach[1]) for axis in "xy")
        for k in range(1, words + 1):
            columns.append((f"word{k}", of_word, 0, len(of_word) - 1))
            columns.append((f"word{k}.amount", [], 0, amount))
        self.names = [name for name, _, _, _ in columns]
        self.kinds = [kinds for _, kinds, _, _ in columns]
        self.low: Numbers = np.array([low for _, _, low, _ in columns], np.int32)
        self.high: Numbers = np.array([high for _, _, _, high in columns], np.int32)
        self.width = len(columns)
        self._forget()

    def renewed(self, actions: Actions) -> Candidates:
        """The same for another game with the same actions, such as another board, at once.

        :raises ConfigError: its actions are numbered otherwise.
        """
        actions.check(self.actions.fingerprint)
        other = copy(self)
        other.rules, other.actions = actions.rules, actions
        if len(self._place) == other.rules.num_distinct_actions:
            other._rows, other._place = self._rows.copy(), self._place.copy()
        else:
            other._forget()
        return other

    def _forget(self) -> None:
        """Have no row: there are those that were asked for, and by code which one it is, or -1."""
        self._rows: Numbers = np.zeros((self.most, self.width), np.int32)
        self._count = 0
        self._place: Numbers = np.full(self.rules.num_distinct_actions, -1, np.int32)

    def codes(self, state: State, seat: int) -> list[int]:
        """The codes of the seat's legal actions; none unless it may act.

        :raises OutOfRange: more than `most` are legal, there is no such seat, or the state is of another game.
        """
        self.rules.check_player(seat)
        found = [int(code) for code in self.rules.legal(state, seat)]
        self.check(found)
        return found

    def check(self, codes: Sequence[int]) -> None:
        """Refuse more codes than are listed. Raises OutOfRange."""
        if len(codes) > self.most:
            raise OutOfRange(f"{len(codes)} actions are legal, more than {self.most}: make Candidates(rules, most=...)")

    def row(self, code: int) -> Numbers:
        """The features of an action. Do not change them. Raises OutOfRange for a code that no seat can play."""
        self.actions.index(code)
        row: Numbers = self._found([code])[0]
        return row

    def write(self, state: State, seat: int, out: npt.NDArray[Any]) -> list[int]:
        """Write the rows of the legal actions, then rows of 0, into an array of `most` rows; returns `codes`.

        :raises ValueError: `out` has another shape.
        :raises OutOfRange: as `codes` does.
        """
        if out.shape != (self.most, self.width):
            raise ValueError(f"the candidates need an array of shape {(self.most, self.width)}, got {out.shape}")
        codes = self.codes(state, seat)
        out[:] = self.rows(codes)
        return codes

    def rows(self, codes: Sequence[int]) -> Numbers:
        """The rows of these codes of legal actions, at most `most`, then rows of 0."""
        out: Numbers = np.zeros((self.most, self.width), np.int32)
        if len(codes):
            out[: len(codes)] = self._found(codes)
        return out

    def _found(self, codes: Sequence[int]) -> Numbers:
        """The rows of these codes."""
        places = self._place[codes]
        if places.min() < 0:
            for code, place in zip(codes, places.tolist(), strict=True):
                if place < 0:
                    if self._count == len(self._rows):
                        self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
                    self._rows[self._count] = self._made(code)
                    self._place[code] = self._count
                    self._count += 1
            places = self._place[codes]
        return self._rows[places]

    def _made(self, code: int) -> Numbers:
        """The row of a code."""
        where, what = parts(text_of(self.rules, code))
        numbers = [self._verbs[self.rules.verb_of[code].word]]
        for way, x, y in where:
            numbers += [self._ways[way], x, y]
        numbers += [0, 0, 0] * (self._places - len(where))
        for word, amount in what:
            numbers += [self._words[word], amount]
        out: Numbers = np.zeros(self.width, np.int32)
        out[: len(numbers)] = numbers
        return out


def _read(size: int) -> Iterator[int]:
    """The arguments of a verb that are read for their words: all, or of many some, with the first and the last."""
    if size <= MANY:
        yield from range(size)
    else:
        yield from range(0, size, STRIDE)
        yield size - 1


def parts(text: str) -> tuple[list[tuple[str, int, int]], list[tuple[str, int]]]:
    """The places of a notation, as (way, x, y), and its other words after the verb with their amounts.

    >>> parts("settle 0,-3,S")
    ([('S', 0, -3)], [])
    >>> parts("bank ore*4 wool")
    ([], [('ore', 4), ('wool', 1)])
    """
    where: list[tuple[str, int, int]] = []
    what: list[tuple[str, int]] = []
    for word in text.split()[1:]:
        if place := PLACE.fullmatch(word):
            where.append((place[3] or MIDDLE, int(place[1]), int(place[2])))
        elif word.isdecimal():
            what.append((NUMBER, int(word)))
        elif many := AMOUNT.fullmatch(word):
            what.append((many[1], int(many[2])))
        else:
            what.append((word, 1))
    return where, what
