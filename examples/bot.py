"""A whole bot: sits down at a table by its link, and plays until the game is over.

python examples/bot.py http://localhost:8642/t/ABC... Robert
"""

from __future__ import annotations

import random
import sys

from bastide.client import ServerRefused, sit
from bastide.view.island.model import IslandView
from bastide.view.model import View

WORTH = {"city": 9, "settle": 8, "roll": 7, "buy": 5, "road": 4, "bank": 2, "end": 1}
"""How gladly each kind of decision is taken; what is not listed is taken only when nothing else can be done."""


def decide(view: View, rng: random.Random) -> str:
    """One of the legal decisions: a random one of the most valuable kind."""
    if view.choice is not None and view.choice.count:
        # Sets of cards to give up or take are too many to list: any available cards will do.
        cards = [good for good, number in view.choice.among.items() for _ in range(number)]
        return f"{view.choice.verb} {' '.join(rng.sample(cards, view.choice.count))}"
    spare = 0
    if isinstance(view, IslandView):
        spare = sum((view.seats[view.viewer].hand or {}).values()) - 4
    choices: dict[float, list[str]] = {}
    for text in view.legal:
        verb = text.split()[0]
        worth = WORTH.get(verb, 0)
        if verb in ("road", "bank") and spare < 0:
            worth = 0  # Save for something better.
        choices.setdefault(worth, []).append(text)
    return rng.choice(choices[max(choices)])


def main(link: str, nickname: str) -> None:
    """Play at the table of this link."""
    rng = random.Random(nickname)
    with sit(link, nickname) as connection:
        print(f"{nickname} has seat {(connection.table.seat or 0) + 1}: {connection.table.name}", flush=True)
        for table in connection:
            view = table.view
            if table.stage == "over" and view is not None and view.result is not None:
                winners = [table.chairs[seat].name for seat in view.result.winners]
                print("won:", ", ".join(winners) or "nobody", flush=True)
                return
            try:
                if table.seat is not None and table.chairs[table.seat].stand_in:
                    # Another player found us too slow, and lets another bot play.
                    connection.do("back")
                elif view is not None and view.viewer in view.actors and table.paused is None:
                    connection.play(decide(view, rng))
            except ServerRefused as refusal:
                # The table has changed meanwhile: the next frame shows it.
                if refusal.code not in ("stale", "turn", "stage", "paused", "stand-in"):
                    raise


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} LINK NICKNAME")
    main(sys.argv[1], sys.argv[2])
