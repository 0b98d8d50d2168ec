"""One look at a game for one viewer: what the parts of the view share."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError, IllegalAction, Refusal
from bastide.kernel.game import Game
from bastide.kernel.state import DEPTH, HEADER, State
from bastide.view.lines import reason
from bastide.view.model import OPEN, Reason, Say


class Glance:
    """A game seen by a viewer (a seat, SPECTATOR or OPEN), with the rules at hand."""

    def __init__(self, game: Game, viewer: int) -> None:
        rules = rules_of(game)
        self.game = game
        self.rules = rules
        self.state = laid_out(rules, game.state)
        self.viewer = viewer
        self.on_turn = self.cell(rules.on_turn)
        self.actors = game.actors
        self.optional = game.optional
        may_act = viewer >= 0 and viewer in (*self.actors, *self.optional)
        self.legal: list[str] = game.simple(viewer) if may_act else []
        self.forms: list[str] = game.forms(viewer) if may_act else []
        self.verbs = {text.split(maxsplit=1)[0] for text in self.legal}
        self.phase = "over" if game.over or not self.cell(0) else rules.phases[self.cell(int(game.state.top()))].name

    def cell(self, offset: int) -> int:
        """One cell of the state as a plain number."""
        return int(self.state.cells[offset])

    def sees(self, seat: int) -> bool:
        """Whether the viewer may see that seat's cards; those of a finished game lie open."""
        return self.viewer in (seat, OPEN) or self.game.over

    def goods(self, offset: int) -> dict[str, int]:
        """A row of the state as goods, zeros included."""
        return {name: self.cell(offset + i) for i, name in enumerate(self.rules.good_names)}

    def some_goods(self, offset: int) -> dict[str, int]:
        """A row of the state as goods, without zeros."""
        return {name: n for name, n in self.goods(offset).items() if n}

    def cards(self, offset: int) -> dict[str, int]:
        """The goods of a row that are cards, zeros included."""
        return {name: self.cell(offset + i) for i, name in enumerate(self.rules.good_names[: self.rules.held])}

    def purse(self, seat: int) -> dict[str, int]:
        """A seat's goods that are not cards, zeros included; open to all."""
        r = self.rules
        at = r.hand + seat * r.goods
        return {r.good_names[good]: self.cell(at + good) for good in range(r.held, r.goods)}

    def why_not(self, seat: int, word: str) -> IllegalAction | None:
        """A module's rule against a verb of a seat now; None if there is none."""
        r = self.rules
        codes = [int(verb.offset) for verb in r.verbs if verb.word == word][:1]
        return r.seams.why_not(self.state, seat, codes, Refusal(word)) if codes else None

    def refusal(self, text: str) -> Reason | None:
        """Why the viewer cannot play a notation now; None if they can. Raises InvalidAction."""
        error = self.game.why_not(text, self.viewer)
        return None if error is None else reason(error)

    def hex_tip(self, hex_: int) -> Say:
        """A hex in words: its terrain and its numbers."""
        return hex_words(self.rules.board.terrain[hex_], shown(self.rules.numbers_of(self.state, hex_)))

    def pips(self, hex_: int) -> int:
        """In how many of 36 rolls a hex yields, the robber apart."""
        return sum(6 - abs(7 - int(number)) for number in self.rules.numbers_of(self.state, hex_))

    def owners(self, hex_: int) -> set[int]:
        """The seats with a building at a hex."""
        r = self.rules
        return {self.cell(r.owner + r.board.hex_corners[hex_ * 6 + k]) - 1 for k in range(6)} - {-1}


def laid_out(r: Island, s: State) -> State:
    """The position to show: during the rolls for the start, with what the modules lay out once the starter is known."""
    if not r.modular or s.cells[DEPTH] == 0 or s.cells[s.top()] != r.start_phase:
        return s
    shown = s.copy()
    r.seams.begin(shown)
    for i in range(DEPTH, HEADER):  # the rolls go on
        shown.cells[i] = s.cells[i]
    return shown


def rules_of(game: Game) -> Island:
    """The rules of a game of the island. Raises ConfigError for those of another family."""
    rules = game.rules
    if not isinstance(rules, Island):
        name = rules.resolved()["game"]
        raise ConfigError(
            "games of {name} cannot be shown yet; they can be simulated, recorded, checked and counted",
            {"name": name},
        )
    return rules


def shown(numbers: Sequence[int]) -> int | str:
    """The numbers of a hex as an argument of a message: 0 for none, a number, or several in a text."""
    if len(numbers) > 1:
        return ", ".join(map(str, numbers))
    return numbers[0] if numbers else 0


def hex_words(terrain: str, number: int | str) -> Say:
    """A hex in words: its terrain and, if it has any, its number or numbers as `shown` gives them."""
    if number:
        return Say("{terrain} {number}", {"terrain": terrain, "number": number})
    return Say("{terrain}", {"terrain": terrain})


def counted(names: Sequence[str], pairs: Sequence[tuple[int, int]]) -> dict[str, int]:
    """Goods given as pairs of index and count, in the order of the goods."""
    out: dict[str, int] = {}
    for index, n in sorted(pairs):
        out[names[index]] = out.get(names[index], 0) + n
    return out
