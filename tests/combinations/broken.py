"""Ways to break what may be played together, each to be noticed by the matrix.

`python -m tests.combinations.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.combinations.table import ENTRIES
from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations()
_break = MUTATIONS.add

TABLE = "expansions/island/combinations.toml"
COMBINATIONS = "kernel/combinations.py"
OPTIONS = "catan/base/options.py"
ROBBER = "expansions/island/friendly_robber/rules.py"
ANYWAY = "reason = \"'{module}' and '{other_module}' cannot be combined: no rulebook does\"\n"

for _rule, _allowed in sorted({(entry.rule, entry.allowed) for entry in ENTRIES.values()}):
    _line = f'rule = "{_rule}"\n'
    if _allowed:
        _break(_rule, "a refusal", TABLE, _line, _line + ANYWAY)
    else:
        _break(_rule, "no refusal", TABLE, f"{_line}reason", f"{_line}# reason")
_break("MIX-019", "refused on every board", TABLE, "own_map = true", "own_map = false")
_break("MIX-001", "a world in place of a variant", ROBBER, 'self.role = "variant"', 'self.role = "world"')
_break(
    "MIX-002 MIX-025 MIX-026",
    "only neighbours are compared",
    COMBINATIONS,
    "for one, another in combinations(modules, 2):",
    "for one, another in zip(modules, modules[1:]):",
)
_break(
    "MIX-003",
    "one module is named twice",
    COMBINATIONS,
    '{"module": left.name, "other_module": right.name}, pair.rule',
    '{"module": left.name, "other_module": left.name}, pair.rule',
)
_break(
    "MIX-003", "another rule", COMBINATIONS, '"other_module": right.name}, pair.rule)', '"other_module": right.name})'
)
_break("MIX-024", "nobody adapts", COMBINATIONS, "                adapt(module)\n", "                pass\n")
_break(
    "MIX-024",
    "all adapt to rooms that are off",
    COMBINATIONS,
    '"adapt", None) if other in names else None',
    '"adapt", None)',
)
_break("MIX-024", "nothing is left", COMBINATIONS, "dict.fromkeys(line.leaves, ())", "{}")
_break("MIX-024", "nothing is set", COMBINATIONS, " | dict(line.sets)", "")
_break("MIX-024", "left to rooms that are off", COMBINATIONS, "names.intersection(line.right)", "line.right")
_break(
    "MIX-023",
    "nothing is added to the goal",
    OPTIONS,
    "in module.adds_to_defaults(layout, given or {}).items():",
    "in {}.items():",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
