"""What searches choose at positions of every family and room: the same interpreted and compiled.

    python -m tests.search.choices      writes choices.json anew, after a change of a search, a policy or an evaluation

Either engine may write the file, the compiled one in a minute; the tests read it on both. The first choices of a set
are in it as they are, the others as a digest of every `BLOCK`.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.weights import Effort
from tests.differential.sets import Set, alone_or_maximal

FILE: Final = Path(__file__).with_name("choices.json")
BUDGET: Final = 16
APART: Final = 3
"""One of so many decisions with a choice is searched."""
SHOWN: Final = 20
"""So many choices of a set stand in the file as they are."""
BLOCK: Final = 10
OF_A_FAMILY: Final = 1000
OF_A_ROOM: Final = 50


def sets() -> dict[str, tuple[Set, int]]:
    """The families and the rooms alone, with the number of positions."""
    found = [one for family in ("island", "carcassonne") for one in alone_or_maximal(family) if len(one.modules) < 2]
    return {one.name: (one, OF_A_ROOM if one.modules else OF_A_FAMILY) for one in found}


def searcher(one: Set, seed: int) -> Bot:
    """A bot that searches with a small budget."""
    if one.family == "island":
        return SearchBot(seed, effort=Effort(BUDGET, 4, 1, 100, not one.modules))
    return TreeBot(seed, BUDGET)


def positions(one: Set, count: int) -> list[tuple[Rules, State, int]]:
    """So many positions with a choice, of games that greedy plays, and the seats that have it."""
    out: list[tuple[Rules, State, int]] = []
    game = met = 0
    while len(out) < count:
        rules = configure({"game": one.family, **one.config(game)}, random.Random(game + 1))
        plays, chooser, rng = make_bot("greedy", 1), Chooser(game + 1), random.Random(1)
        s = rules.start()
        while len(out) < count and not rules.is_over(s):
            seat = int(first_actor(rules, s))
            if seat == CHANCE:
                rules.apply(s, CHANCE, random_action(rules, s, CHANCE, chooser))
                continue
            if len(rules.legal(s, seat)) > 2:
                met += 1
                if met % APART == 0:
                    out.append((rules, s.copy(), seat))
            rules.apply(s, seat, plays.act(rules, s, seat, rng))
        game += 1
    return out


def choices(one: Set, count: int) -> list[str]:
    """What a search chooses at so many positions, in notation."""
    bot = searcher(one, 3)
    rng = random.Random(1)
    return [rules.write([int(bot.act(rules, s, seat, rng))]) for rules, s, seat in positions(one, count)]


def told(found: list[str]) -> dict[str, Any]:
    """What the file says of these choices."""
    blocks = [found[at : at + BLOCK] for at in range(SHOWN, len(found), BLOCK)]
    return {"first": found[:SHOWN], "blocks": [sha256("\n".join(block).encode()).hexdigest()[:8] for block in blocks]}


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: told(choices(*given)) for name, given in sets().items()}, indent=1) + "\n")
