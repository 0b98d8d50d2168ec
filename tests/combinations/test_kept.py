"""The games whose chains the sets of modules keep are those of the differential run."""

from __future__ import annotations

from bastide.catan.family import MODULES
from bastide.kernel.rooms import rooms
from tests.combinations.test_games import SETS, set_of
from tests.differential.sets import module_sets


def test_the_games_of_the_differential_run_are_among_those_of_the_sets() -> None:
    found = module_sets("island", {name: MODULES[name] for name in rooms("island")})
    assert {one.modules: one.seeds for names in SETS if (one := set_of(names)).seeds} == found
