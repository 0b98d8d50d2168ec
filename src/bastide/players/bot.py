"""What every bot answers."""

from __future__ import annotations

import random

from mypy_extensions import i64

from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.rules import Rules
from bastide.kernel.state import State


class Bot:
    """A player that is a program. Subclasses answer `act`.

    A bot uses only what its seat may know: its own cards, the table, the sizes of hands, and nothing else. One bot may
    serve several seats, but plays one game at a time. It is asked when the game waits for its seat (`actors`); a seat
    that may act meanwhile (`optional`) need not be asked, and if it is, it answers as if nobody else would.
    """

    def __init__(self, seed: int | None) -> None:
        self.rng = random.Random(seed)

    def choose(self, game: Game, seat: int) -> str:
        """One whole decision of that seat in notation. The game is not changed."""
        rules = game.rules
        s = game.state.copy()
        codes: list[int] = []
        while not codes or rules.partial(s, seat):
            code = self.act(rules, s, seat, self.rng)
            codes.append(int(code))
            rules.apply(s, seat, code)
        return rules.write(codes)

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code of that seat; choices of several cards go card by card. The state is not changed.

        :raises IllegalAction: if the seat has nothing to decide now.
        """
        raise NotImplementedError


def legal_codes(rules: Rules, state: State, seat: int) -> list[int]:
    """The codes a seat may choose from. Raises IllegalAction if there is none."""
    codes = [int(code) for code in rules.legal(state, seat)]
    if not codes:
        raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
    return codes
