"""A row for each action of a seat, with its number, the legal ones and what the seat saw: for learning.

The observations of a game are written one after the other into an array, which is a column of its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bastide.arena.matches import turn_counter
from bastide.data.sources import Found
from bastide.kernel.errors import BastideError, RecordError
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.record import Record, read
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE
from bastide.learn.actions import Actions
from bastide.learn.features import Features

COLUMNS: Final = ("n", "turn", "seat", "phase", "action", "decision", "choices", "won", "result")
"""The columns that every row has, in their order; `legal` and `observation` may follow."""

Columns = dict[str, Any]
"""The values of some rows by column: lists, or arrays of numpy. `legal` has those of all rows, one row after the other,
and `choices` says how many each has.
"""


class Sampler:
    """Makes the rows of games whose actions are numbered alike.

    `observations` are the arguments of `learn.features.Features`; None leaves them out. `masks` adds the numbers of
    the legal actions. Actions without a choice are left out unless `forced`.
    """

    def __init__(self, observations: Mapping[str, Any] | None, masks: bool, forced: bool) -> None:
        self.masks = masks
        self.forced = forced
        self._options = observations
        self.actions: Actions | None = None
        self.features: Features | None = None
        self._numbers: npt.NDArray[np.int32] = np.zeros(0, np.int32)

    def columns(self, found: Found) -> tuple[Rules, Record, Columns]:
        """A game and its rows; every decision is checked.

        :raises RecordError: the record is truncated or altered; the message names file and line.
        :raises ConfigError: its actions or observations differ from those of the games before.
        """
        try:
            record = read(found.part.text)
            rules = configure(record.config)
        except BastideError:
            found.load()  # names the line of the file
            raise
        features = self._suited(rules)
        try:
            return rules, record, self._played(record, rules, features)
        except BastideError:
            found.load()
            raise

    def _suited(self, rules: Rules) -> Features | None:
        """The features on this board. Raises ConfigError if actions or features differ from those before."""
        if self.actions is not None:
            Actions(rules).check(self.actions.fingerprint)
            return self.features.renewed(rules) if self.features else None
        self.actions = Actions(rules)
        self._numbers = np.array(self.actions.by_code(), np.int32)
        if self._options is not None:
            self.features = Features(rules, **self._options)
        return self.features

    def _played(self, record: Record, rules: Rules, features: Features | None) -> Columns:
        """The columns of a game but for its name. Raises a BastideError if a decision is not legal."""
        observed = np.empty((len(record.decisions) if features else 0, features.size if features else 0), np.int32)
        read_, legal_of, apply, phase_name = rules.read, rules.legal, rules.apply, rules.phase_name
        rows: list[tuple[Any, ...]] = []
        legal: list[int] = []
        turn = turn_counter(rules)
        s = rules.start()
        for n, decision in enumerate(record.decisions, 1):
            seat = decision.seat
            for code in read_(decision.text):
                choices = list(legal_of(s, seat))
                if code not in choices and not rules.was_legal(s, seat, code):
                    raise rules.why_not(s, seat, [code])
                if seat != CHANCE and (self.forced or len(choices) > 1):
                    if features:
                        if len(rows) == len(observed):
                            observed = np.concatenate([observed, np.empty_like(observed)])
                        observed[len(rows)] = features.numbers(s, seat)
                    rows.append((n, turn(s), seat, phase_name(s), code, decision.text, len(choices)))
                    legal += choices
                apply(s, seat, code)
        if (record.hash, record.over) != (fingerprint(rules, s), rules.is_over(s)):
            raise RecordError("the end does not match the position that the decisions lead to")
        columns: Columns = dict(zip(COLUMNS, zip(*rows, strict=True) if rows else [()] * len(COLUMNS), strict=False))
        results = rules.returns(s)
        columns["action"] = self._numbers[list(columns["action"])]
        columns["won"] = [seat in record.winners if record.over else None for seat in columns["seat"]]
        columns["result"] = [results[seat] for seat in columns["seat"]]
        if self.masks:
            columns["legal"] = self._numbers[legal]
        if features:
            columns["observation"] = features.scaled(observed[: len(rows)])
        return columns
