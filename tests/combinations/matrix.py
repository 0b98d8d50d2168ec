"""Compares what the engine lets combine with the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from bastide.kernel.combinations import adapted, check_together, pair_of
from bastide.kernel.errors import ConfigError
from tests.combinations.table import ENTRIES, ROLES, in_short, made


def faults() -> Iterator[str]:
    """Where the engine differs from the table, pair by pair."""
    for names in combinations(ROLES, 2):
        entry = ENTRIES[frozenset(names)]
        for one, other in permutations(names):
            modules = adapted("island", [made(one), made(other)])
            refusal = None
            try:
                check_together("island", modules)
            except ConfigError as error:
                refusal = error
            pair = pair_of("island", *modules)
            what = in_short(names)
            if pair is None or pair.rule != entry.rule:
                yield f"{what} stands under {pair and pair.rule}, not {entry.rule}"
            if entry.allowed != (refusal is None):
                yield f"{what} is {'refused' if entry.allowed else 'allowed'} against {entry.rule}"
            elif refusal is not None and refusal.rule != entry.rule:
                yield f"{what} is refused by {refusal.rule}, not by {entry.rule}"
            elif refusal is not None and set(refusal.values.values()) != {one, other}:
                yield f"the refusal of {what} names other modules: {refusal}"
