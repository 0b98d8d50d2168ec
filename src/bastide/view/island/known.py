"""Which cards everybody knows to be in a hand: those that were seen to come and not seen to go.

The log tells it, so it is no secret, but no position keeps it (docs/decisions/0029-known-cards-in-hands.md). It is
followed in a replay with a module more, which is called whenever cards move (`ModuleRules.moved`).
"""

from __future__ import annotations

from typing import Final, cast
from weakref import WeakKeyDictionary

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.family import IslandGame, witnessed
from bastide.kernel.game import Game
from bastide.kernel.record import Decision
from bastide.kernel.state import CHANCE, EVERYBODY, State

NAME: Final = "witness"


class Witness(ModuleRules):
    """Counts in `known`, by seat and good, the cards that all have seen arrive, while one game is replayed.

    A card that leaves unseen may be of any good: it takes one of each.
    """

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.known: list[list[int]] = [[0] * int(r.goods) for _ in range(int(r.seats))]

    def moved(self, s: State, seat: int, good: int, count: int, sees: int) -> None:
        """Cards have entered or left a hand."""
        known = self.known[seat]
        if sees == EVERYBODY:
            known[good] = max(0, known[good] + count)
        elif count < 0:
            self.known[seat] = [max(0, each + count) for each in known]


class Following:
    """A replay of a game, as far as it was followed; it goes on where it stopped."""

    def __init__(self, game: Game) -> None:
        self.rules: IslandGame = witnessed(game.rules.resolved(), IslandModule(NAME, Witness))
        self.state = self.rules.start()
        self.decisions: list[Decision] = []

    def follow(self, game: Game) -> list[list[int]]:
        """The known cards after all decisions of the game, which begin with those that were followed."""
        for decision in game.decisions[len(self.decisions) :]:
            for code in self.rules.read(decision.text):
                self.rules.apply(self.state, decision.seat, code)
            self.decisions.append(decision)
        return cast(Witness, self.rules.module_rules[-1]).known


_followed: WeakKeyDictionary[Game, Following] = WeakKeyDictionary()


def known_cards(game: Game) -> list[dict[str, int]]:
    """For each seat the fewest cards of each good that everybody knows it to hold; goods in the order of the game.

    Other cards of the hand may be any. Raises RecordError for a game from `seen_by`, which has no past.
    """
    following = _followed.get(game)
    if following is None or following.decisions != game.decisions[: len(following.decisions)]:
        game.record()
        following = _followed[game] = Following(game)
    seen = following.follow(game)
    r = cast(Island, game.rules)
    return [
        {
            name: count
            for good, name in enumerate(r.good_names[: int(r.held)])
            if (count := max(seen[seat][good], int(r.floor(game.state, r.hand, seat, good, CHANCE))))
        }
        for seat in range(int(r.seats))
    ]
