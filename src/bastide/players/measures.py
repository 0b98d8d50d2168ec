"""What a search sums to value a position, as plain numbers of each seat, by family."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.policies import evaluation
from bastide.players.strong.carcassonne.evaluation import Prospects as TileProspects
from bastide.players.strong.island.value import FEATURES, Value

HIDDEN: Final = frozenset(
    {
        *("points", "need_1", "need_2", "need_3", "income", "cards", "knights", "roads_held", "plenty_held"),
        *("monopoly_held", "plans", "hand_0", "hand_1", "hand_2", "hand_3", "hand_4", "site_0", "site_1", "site_2"),
        "city_gain",
    }
)
"""The features of the island that other seats do not know: they count a seat's cards, or its points with those of its
cards, by which pips count less as its victory comes near.
"""
OTHERS: Final = "others"
"""The term that compares a seat with the rest."""


class Measures:
    """The `names` of a seat's numbers; `hidden` are those that the seat alone may know."""

    def __init__(self, names: Collection[str], hidden: Collection[str]) -> None:
        self.names = list(names)
        self.hidden = frozenset(hidden)

    def of(self, state: State, seat: int) -> list[int]:
        """The numbers of a seat in a position."""
        raise NotImplementedError


class IslandMeasures(Measures):
    """The features to which the weights of the island's evaluation were fitted."""

    def __init__(self, value: Value) -> None:
        super().__init__([name for name, _term in FEATURES], HIDDEN)
        self._value = value
        self._out: vec[i64] = vec[i64]([0] * len(self.names))

    def of(self, state: State, seat: int) -> list[int]:
        """The numbers of a seat in a position."""
        if self._value.t.r.numbers_move:
            self._value.t.follow(state)
        self._value.features(state, seat, self._out)
        return list(self._out)


class TileMeasures(Measures):
    """What a seat of Carcassonne has and can expect, in hundredths of a point. All of it lies open."""

    def __init__(self, prospects: TileProspects) -> None:
        self._terms = [k for k, name in enumerate(prospects.terms) if name != OTHERS]
        super().__init__([prospects.terms[k] for k in self._terms], ())
        self._prospects = prospects
        self._out: vec[i64] = vec[i64]([0] * len(prospects.terms))

    def of(self, state: State, seat: int) -> list[int]:
        """The numbers of a seat in a position."""
        self._prospects.explain(state, seat, self._out)
        return [int(self._out[k]) for k in self._terms]


def measures(rules: Rules) -> Measures:
    """What the search sums in positions of this game.

    :raises ConfigError: its evaluation sums no features: the greedy bot has parts of modules for it.
    """
    found = evaluation(rules)
    if isinstance(found, TileProspects):
        return TileMeasures(found)
    if isinstance(found, Value):
        return IslandMeasures(found)
    given = rules.resolved().get("modules") or []
    raise ConfigError("the search has no features of its own with {given}", {"given": quote(", ".join(given))})
