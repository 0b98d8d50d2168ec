"""The interface of bots."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import ClassVar, Protocol

from mypy_extensions import i64

from bastide.kernel.errors import IllegalAction, quote
from bastide.kernel.game import Game
from bastide.kernel.rules import Rules
from bastide.kernel.state import State


class Chooses(Protocol):
    """A bot, as tables see it."""

    def choose(self, game: Game, seat: int) -> str:
        """One whole decision of a seat, in notation."""
        ...


class Bot:
    """A computer player. Subclasses implement `act`.

    A bot uses only information its seat may see: its own cards, the table and the sizes of hands. One bot may
    serve several seats, but plays one game at a time. A copy has a generator and a memory of its own. A bot is called
    when its seat must act (`actors`); calls for a seat that merely may act (`optional`) are not required, and the bot
    then acts as if no other seat would.

    `thinks` is whether a decision takes so long that a server lets it be made in a process of its own; with plug-ins it
    always does.
    """

    thinks: ClassVar[bool] = False

    def __init__(self, seed: int | None) -> None:
        self.rng = random.Random(seed)

    def __copy__(self) -> Bot:
        return deepcopy(self)

    def choose(self, game: Game, seat: int) -> str:
        """One whole decision in notation. The game is not changed."""
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
    """A seat's legal action codes. Raises IllegalAction if there is none."""
    codes = [int(code) for code in rules.legal(state, seat)]
    if not codes:
        raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
    return codes


def check_bot(bot: object) -> None:
    """Refuse an object that is no bot. Raises TypeError."""
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise TypeError(f"a bot is an object with a method choose(game, seat), got {quote(bot)}")
