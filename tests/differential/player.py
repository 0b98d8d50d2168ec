"""A random player for all seats of a game, the same on every engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bastide.kernel.playout import Chooser, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.testing.play import USUAL, WEIGHTS


class Player:
    """Chooses among the seats that can act, each as likely as another; a seat completes its choice of several cards.

    All numbers come from the engine's `Chooser`, and the outcomes of chance from the phases' own `sample`.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.chooser = Chooser(seed)
        self.weights = [WEIGHTS.get(verb.word, USUAL) for verb in rules.verb_of]
        self.choosing: int | None = None

    def choose(self, s: State, legal: Mapping[int, Sequence[int]]) -> tuple[int, int]:
        """A seat and one of its legal actions."""
        if int(CHANCE) in legal:
            return int(CHANCE), int(random_action(self.rules, s, CHANCE, self.chooser))
        seat = self.choosing
        if seat is None or not self.rules.partial(s, seat):
            able = [seat for seat, codes in legal.items() if codes]
            seat = self.choosing = able[self.chooser.below(len(able))]
        return seat, self.action(legal[seat])

    def action(self, codes: Sequence[int]) -> int:
        """One of these actions, by weight."""
        weights = self.weights
        place = int(self.chooser.below(sum([weights[code] for code in codes])))
        for code in codes:
            place -= weights[code]
            if place < 0:
                return code
        raise AssertionError("the weights have changed")
