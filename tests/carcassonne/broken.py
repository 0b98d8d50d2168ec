"""Ways to break the rules of Carcassonne's base game, each to be noticed by a scenario.

`python -m tests.carcassonne.broken` tries them all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from tests.island.mutation import Mutations
from tests.island.mutations import main

MUTATIONS: Final = Mutations("carcassonne/base/")
_break = MUTATIONS.add

CARCASSONNE = "carcassonne.py"
FIGURES = "turn.py"
SCORING = "scoring.py"

_break(
    "CARC-017",
    "a follower joins others",
    FIGURES,
    "for k in range(t.sections[lies // 4]):\n                if c[r.who + c[r.label + first + k]] == 0:",
    "for k in range(t.sections[lies // 4]):\n                if True:",
)
_break(
    "CARC-026 CARC-031",
    "a tile counts for each of its sections",
    SCORING,
    "        if not _twin_before(r, s, part, root):\n",
    "        if True:\n",
)
_break(
    "CARC-046",
    "an unfinished city pays 2",
    SCORING,
    "if kind == CITY_KIND and is_complete and not (",
    "if kind == CITY_KIND and not (",
)
_break(
    "CARC-031",
    "shields do not count",
    SCORING,
    "points = (count + shields) * worth + extra",
    "points = count * worth + extra",
)
_break("CARC-032", "small cities always pay half", SCORING, "not (r.small_city and count == 2)", "count != 2")
_break(
    "CARC-032",
    "small cities with a shield pay in full",
    SCORING,
    "(r.small_city and count == 2)",
    "(r.small_city and count == 2 and shields == 0)",
)
_break("CARC-033", "a monastery counts its neighbours alone", SCORING, "count = AROUND + 1 - ", "count = AROUND - ")
_break(
    "CARC-034", "cities before roads", SCORING, "    for wanted in range(2):\n", "    for wanted in range(1, -1, -1):\n"
)
_break(
    "CARC-035",
    "a single follower is enough",
    CARCASSONNE,
    "            if count > most:\n",
    "            if 0 < count and most == 0:\n",
)
_break(
    "CARC-036", "a tie pays nobody", CARCASSONNE, "                mask |= BITS[seat]\n", "                mask = 0\n"
)
_break("CARC-039", "figures stay on what is finished", SCORING, "    send_home(r, s, root)\n", "    pass\n")
_break("CARC-049", "a city pays a farmer 4", SCORING, "CITY_PAYS: Final[i64] = 3", "CITY_PAYS: Final[i64] = 4")
_break(
    "CARC-050",
    "unfinished cities feed farmers",
    SCORING,
    "if c[r.ends + city] == 0 and seen[city] == 0:",
    "if seen[city] == 0:",
)
_break(
    "CARC-052",
    "a city pays for each side at the field",
    SCORING,
    "if c[r.ends + city] == 0 and seen[city] == 0:",
    "if c[r.ends + city] == 0:",
)


if __name__ == "__main__":
    sys.exit(main(mutations=MUTATIONS, tests=Path(__file__).parent))
