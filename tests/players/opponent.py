"""A bot in a process of its own, which may have another version of Bastide: `python tests/players/opponent.py`.

It reads one JSON object a line: `config` begins a game, `play` tells an action in notation with its `seat`, `choose`
asks for the decision of a seat and is answered with its notation and the seconds that it took.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from bastide.kernel.families import configure
from bastide.players import make_bot


def answers(orders: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Follow the orders; one answer to each `choose`."""
    for order in orders:
        if "config" in order:
            rules = configure(order["config"], random.Random(0))
            s = rules.start()
            bot = make_bot("greedy", 0)
        elif "play" in order:
            for code in rules.read(order["play"]):
                rules.apply(s, order["seat"], code)
        else:
            begun = time.process_time()
            code = int(bot.act(rules, s, order["choose"], bot.rng))
            yield {"text": rules.write([code]), "seconds": time.process_time() - begun}


def main() -> None:
    """Answer until the input ends."""
    for answer in answers(json.loads(line) for line in sys.stdin):
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
