"""Cities & Knights in one game for one viewer, and access to the module's fields."""

from __future__ import annotations

from bastide.expansions.island.cities_knights.rules.figures import readings
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.cities_knights.view.words import DOMAINS
from bastide.kernel.errors import Refusal
from bastide.view.island.glance import Glance
from bastide.view.lines import reason
from bastide.view.model import Reason

Values = dict[str, int | str]


class KnightsGlance:
    """A glance with the module's rules, and the queries that several parts of the view use."""

    def __init__(self, g: Glance) -> None:
        self.g = g
        self.m = g.rules.module(KnightsState)
        self.board = g.rules.board
        self.corners = range(int(g.rules.board.corners))
        self.seats = range(int(g.rules.seats))

    @property
    def edition(self) -> str:
        """`2025` or `classic`."""
        return str(self.g.rules.config.options["edition"])

    @property
    def readings(self) -> list[str]:
        """Options that change how a rule of the edition is read."""
        options = self.g.rules.config.options
        return [option for option, values in readings().items() if options[option] != values[0]]

    def frame(self, at: int) -> int:
        """A cell of the agenda's top frame: 1 is its seat."""
        return self.g.cell(int(self.g.state.top()) + at)

    def corner_name(self, corner: int) -> str:
        """A corner in notation."""
        return self.board.corner_names[corner]

    def level(self, seat: int, domain: int) -> int:
        """A seat's level in a domain."""
        return int(self.m.level(self.g.state, seat, domain))

    def good(self, name: str) -> int:
        """The index of a good."""
        return self.g.rules.good_names.index(name)

    def held(self, seat: int, good: str) -> int:
        """How many of a good a seat holds."""
        r = self.g.rules
        return self.g.cell(r.hand + seat * r.goods + self.good(good))

    def price(self, item: int) -> dict[str, int]:
        """What an item of the module costs."""
        return {name: n for i, name in enumerate(self.g.rules.good_names) if (n := int(self.m.price(item, i)))}

    def missing(self, seat: int, price: dict[str, int]) -> dict[str, int]:
        """What a seat lacks of a price."""
        return {good: n - held for good, n in price.items() if (held := self.held(seat, good)) < n}

    def domain_of(self, kind: str) -> str:
        """The domain of a card."""
        return DOMAINS[int(self.m.domain_of[self.m.card_names.index(kind)])]

    def no(self, rule: str, sentence: str, missing: dict[str, int] | None = None) -> Reason:
        """A reason why something cannot be done."""
        return reason(Refusal("").say(rule, sentence, None, missing or {}))

    def free_to_act(self) -> Reason | None:
        """Why the viewer cannot act in their own turn now; None if they can."""
        g = self.g
        if g.game.over:
            return self.no("BASE-045", "the game is over")
        if g.viewer != g.on_turn or g.viewer not in g.actors:
            return self.no("BASE-016", "it is not your turn")
        if g.phase == "roll":
            return self.no(*g.rules.config.before_number)
        if g.phase != "main":
            return self.no("BASE-016", "finish first what you have begun")
        return None
