"""What searches choose at positions of every family and room: the same interpreted and compiled.

    python -m tests.search.choices      writes choices.json anew, after a change of a search, a policy or an evaluation

The file is written interpreted; the tests read it on both engines.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Final

from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.state import CHANCE
from bastide.players import Bot, make_bot
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.weights import Effort
from tests.differential.sets import Set, alone_or_maximal

FILE: Final = Path(__file__).with_name("choices.json")
BUDGET: Final = 16
APART: Final = 3
"""One of so many decisions with a choice is searched."""
OF_A_FAMILY: Final = 20
OF_A_ROOM: Final = 2


def sets() -> dict[str, tuple[Set, int]]:
    """The families and the rooms alone, with the number of positions."""
    found = [one for family in ("island", "carcassonne") for one in alone_or_maximal(family) if len(one.modules) < 2]
    return {one.name: (one, OF_A_ROOM if one.modules else OF_A_FAMILY) for one in found}


def choices(one: Set, count: int) -> list[str]:
    """What a search chooses at so many positions of a game that greedy plays, in notation."""
    rules = configure({"game": one.family, **one.config(0)}, random.Random(1))
    searches: Bot
    if one.family == "island":
        searches = SearchBot(3, effort=Effort(BUDGET, 4, 1, 100, not one.modules))
    else:
        searches = TreeBot(3, BUDGET)
    plays, chooser = make_bot("greedy", 1), Chooser(1)
    s, rng, met = rules.start(), random.Random(1), 0
    out: list[str] = []
    while len(out) < count and not rules.is_over(s):
        seat = int(first_actor(rules, s))
        if seat == CHANCE:
            rules.apply(s, CHANCE, random_action(rules, s, CHANCE, chooser))
            continue
        if len(rules.legal(s, seat)) > 2:
            met += 1
            if met % APART == 0:
                out.append(rules.write([int(searches.act(rules, s, seat, rng))]))
        rules.apply(s, seat, plays.act(rules, s, seat, rng))
    return out


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: choices(*given) for name, given in sets().items()}, indent=1) + "\n", "utf-8")
