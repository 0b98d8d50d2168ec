"""Builds a configured island: config, board, modules, verbs, phases, the first position."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.automatic import GoOnVerb
from bastide.catan.base.building import CityVerb, LineVerb, SettleVerb
from bastide.catan.base.cards import CardVerbs, DrawPhase, NextRoadPhase, RoadsPhase, TakePhase
from bastide.catan.base.config import ROBBER_SITE, IslandConfig
from bastide.catan.base.island import CITY, ITEMS, SETTLEMENT, Island
from bastide.catan.base.notation import OFFERS, read_action, write_action
from bastide.catan.base.reading import read, resolved, sites_of, terrains_of
from bastide.catan.base.refusals import why_not
from bastide.catan.base.robber import (
    DiscardPhase,
    DiscardVerb,
    RobberPhase,
    RobberVerb,
    RobPhase,
    RobVerb,
    StealPhase,
    StealVerb,
)
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.base.setup import SetUpPhase, SetupPhase, StartPhase, begin_setup
from bastide.catan.base.trade import AnswerPhase, DraftPhase, TradeVerbs, asks_too_much, first_rates
from bastide.catan.base.turn import (
    DICE_NAMES,
    DicePhase,
    DiceVerb,
    EndVerb,
    MainPhase,
    PassingPhase,
    RollPhase,
    RollVerb,
    YieldPhase,
)
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import BESIDE, CORNER, EDGE, HEX, hex_name
from bastide.catan.board.layout import Layout
from bastide.catan.board.plan import declare_places
from bastide.kernel.bits import has
from bastide.kernel.combinations import adapted
from bastide.kernel.errors import ConfigError, IllegalAction, quote
from bastide.kernel.families import in_order
from bastide.kernel.rooms import Makers
from bastide.kernel.spelling import check_hidden, check_methods
from bastide.kernel.state import BITS, Event, State

MODULES: Final = Makers[IslandModule]("island")
"""The factory of each module, by name; a program may add its own."""


HIGHEST: Final = 12
"""The highest number token."""
KEPT: Final = 32
"""The number of configs whose rules are cached."""

FINAL: Final = ("knight", "roads", "plenty", "monopoly", "discard", "offer", "trade")
"""The verbs that cannot be undone: cards revealed, offers, which are counted and withdrawn, and agreements."""
ANSWERS: Final = ("accept", "refuse", "counter")
"""The verbs that answer an offer."""


class IslandGame(Island):
    """The configured island with its verbs and phases."""

    def __init__(self, config: IslandConfig, modules: list[IslandModule]) -> None:
        for module in modules:
            config.owner = module.name
            module.prepare(config)
        check_terrains(config)
        super().__init__(config, Board(config.layout, config.good_names, config.terrains), modules)
        declare_board(self, sites_of(modules))
        corners, goods = self.board.corner_names, self.good_names
        add = self.add_verb
        settle = add(SettleVerb(self, "settle", SETTLEMENT, corners))
        road = self.line_codes[0] = add(LineVerb(self, 0))
        city = add(CityVerb(self, "city", CITY, corners))
        roll = add(RollVerb(self, "roll"))
        dice = add(DiceVerb(self, "roll", names=DICE_NAMES), by_chance=True)
        end = add(EndVerb(self, "end"))
        cards = CardVerbs(self)
        discard = add(DiscardVerb(self, "discard", names=goods))
        robber = add(RobberVerb(self, "robber", names=self.board.hex_names))
        rob = add(RobVerb(self, "rob", names=self.seat_names))
        steal = add(StealVerb(self, "steal", names=goods), by_chance=True)
        trade = TradeVerbs(self)
        going = add(GoOnVerb(self, "go-on"), by_chance=True)
        for kind in range(1, self.lines):
            line = LineVerb(self, kind)
            self.declaring = config.item_owners[line.word]
            self.line_codes[kind] = add(line)
        self.declaring = self.base
        self.send_offset: i64 = trade.send
        self.add_set("discard")
        self.add_set("take", example="take ore")
        self.add_set("plenty", "take", example="plenty ore*2")

        self.dice_phase = self.add_phase(DicePhase(self, "dice", asks=dice))
        self.start_phase = self.add_phase(StartPhase(self, "start", BITS[self.seats] - 1))
        self.setup_phase = self.add_phase(SetupPhase(self, settle, city, road))
        self.roll_phase = self.add_phase(RollPhase(self, cards, roll))
        build = vec[i64]([road, settle, city])
        self.main_phase = self.add_phase(MainPhase(self, cards, trade, build, end))
        self.discard_phase = self.add_phase(DiscardPhase(self, "discard", self.seats, asks=discard))
        self.robber_phase = self.add_phase(RobberPhase(self, "robber", asks=robber))
        self.rob_phase = self.add_phase(RobPhase(self, "rob", BITS[self.seats] - 1, 1, asks=rob))
        self.steal_phase = self.add_phase(StealPhase(self, "steal", self.seats - 1, asks=steal))
        self.draw_phase = self.add_phase(DrawPhase(self, "draw", asks=cards.draw))
        self.roads_phase = self.add_phase(RoadsPhase(self, "roads", 2))
        self.take_phase = self.add_phase(TakePhase(self, cards.take, True))
        self.yield_phase = self.add_phase(YieldPhase(self, going))
        self.passing_phase = self.add_phase(PassingPhase(self, going))
        self.set_up_phase = self.add_phase(SetUpPhase(self, going))
        draft = DraftPhase(self)
        draft.give = trade.give
        draft.want = trade.want
        draft.send = trade.send
        self.draft_phase = self.add_phase(draft)
        self.answer_phase = self.add_phase(AnswerPhase(self, trade))
        for module in modules:
            self.owned_by(module)
            made: type[ModuleRules] = module.rules or ModuleRules
            self.module_rules.append(made(self, module))
        # The reason of a refusal does not depend on the order in which a config names the modules. Those for more seats
        # come last: between turns, they refuse all purchases that no other module offers.
        by_name = in_order(sorted(modules, key=lambda m: (bool(m.more_seats), m.name)))
        self.seams.fill(self.module_rules, [self.module_rules[modules.index(module)] for module in by_name])
        self.limits_starts = self.limits_starts or self.seams.closable != 0
        for part in self.module_rules:
            part.connect()
        if self.modular and self.seams.has_follow_build:
            self.declaring = self.base
            self.next_road_phase = self.add_phase(NextRoadPhase(self, going))

    def start(self) -> State:
        """The first position: the bank is full, the robber in the desert, the starter unknown."""
        return self._begin(None)

    def _begin(self, journal: list[Event] | None) -> State:
        s = State(vec[i64]([0] * self.schema.size))
        s.journal = journal
        c = s.cells
        for g in range(self.goods):
            c[self.bank + g] = self.stock[g]
        for k in range(self.kinds):
            c[self.deck + k] = self.deck_stock[k]
        for colour in range(self.colours):
            for item in range(ITEMS - 1):
                c[self.left + colour * 3 + item] = self.supply[item]
            for item in range(ITEMS, self.items):
                self.use_item(s, colour, item, -self.item_supply[item - ITEMS])
        if self.numbers_move:
            for h in range(self.board.hexes):
                c[self.number + h] = self.board.number[h]
        first_rates(self, s)
        c[self.robber] = self.robber_start
        if self.first >= 0:
            begin_setup(self, s, self.first)
        else:
            s.push(self.start_phase, 0, BITS[self.seats] - 1)
        return s

    def read(self, text: str) -> list[int]:
        """The codes of one decision in notation. Raises InvalidAction."""
        return read_action(self, text)

    def write(self, codes: list[int]) -> str:
        """One decision in notation. Raises OutOfRange for a code of no action."""
        self.check_codes(codes)
        return write_action(self, codes)

    def form(self, code: i64, whole: bool) -> str:
        """The pattern of a decision that chooses several cards. Raises OutOfRange for a code of no action."""
        self.check_code(code)
        word = self.verb_of[code].word
        if word in OFFERS:
            return f"{word} GOODS for GOODS"
        form = self.sets.get(word)
        return "" if form is None or (whole and form.listed) else form.pattern

    def is_final(self, codes: list[int]) -> bool:
        """Whether a card was first seen by others, or an agreement made (HOUSE-003). Raises OutOfRange as `write`."""
        self.check_codes(codes)
        verb = self.verb_of[codes[0]]
        return verb.final or verb.word in FINAL

    def is_answer(self, s: State, codes: list[int]) -> bool:
        """Whether a decision answers an offer that is still open. Raises OutOfRange as `form` does."""
        super().is_answer(s, codes)
        return self.verb_of[codes[0]].word in ANSWERS and self.phase(s).id == self.answer_phase

    def was_legal(self, s: State, seat: i64, action: i64) -> bool:
        """Whether an offer names seats that hold fewer cards than it asks for, as was once allowed.

        :raises OutOfRange: as in `is_legal`.
        """
        super().was_legal(s, seat, action)
        return asks_too_much(self, s, seat, action - self.send_offset)

    def is_legal(self, s: State, seat: i64, action: i64) -> bool:
        """Whether an action is legal now; naming every opponent means an offer to all (HOUSE-007)."""
        if 0 <= seat < self.seats and action == self.send_offset + BITS[self.seats] - 1 - BITS[seat]:
            return super().is_legal(s, seat, self.send_offset)
        return super().is_legal(s, seat, action)

    def why_not(self, s: State, seat: i64, codes: list[int]) -> IllegalAction:
        """The rule against a decision. Raises OutOfRange as `apply` does."""
        self.check_decision(s, seat, codes)
        return why_not(self, s, seat, codes)

    def opening(self) -> list[Event]:
        """The first events: the starter and the printed pieces, unless the seats roll for the start."""
        events: list[Event] = []
        self._begin(events)
        return events

    def __reduce__(self) -> tuple[Any, ...]:
        return configure, (self.resolved(), None)

    def resolved(self) -> dict[str, Any]:
        """The config with every option and the dealt layout."""
        return resolved(self.config)


def configure(config: Mapping[str, Any], rng: random.Random | None) -> IslandGame:
    """The rules of one island game, shared by all games of the same config and board. Raises ConfigError.

    Without `rng` the config is a stored one. Its game goes on even if it would not be begun any more.
    """
    checked = read(config, rng, MODULES)
    makers = tuple([(name, MODULES[name]) for name in checked.module_names])
    game = _configured(checked.seats, tuple(checked.options.items()), checked.layout, makers)
    if rng is not None:
        check_beginning(game, analysis(config))
    return game


@lru_cache(maxsize=KEPT)
def _configured(
    seats: int,
    options: tuple[tuple[str, Any], ...],
    layout: Layout,
    makers: tuple[tuple[str, Callable[[], IslandModule]], ...],
) -> IslandGame:
    """Build the rules. They are immutable, so they are cached for further games of the same config."""
    return _built(seats, options, layout, makers, [])


def witnessed(config: Mapping[str, Any], witness: IslandModule) -> IslandGame:
    """The rules of a stored config for one replay, with a module more whose hooks only look on.

    The module declares nothing, so the decisions of the config's games are the same here. Raises ConfigError.
    """
    checked = read(config, None, MODULES)
    makers = tuple([(name, MODULES[name]) for name in checked.module_names])
    return _built(checked.seats, tuple(checked.options.items()), checked.layout, makers, [witness])


def _built(
    seats: int,
    options: tuple[tuple[str, Any], ...],
    layout: Layout,
    makers: tuple[tuple[str, Callable[[], IslandModule]], ...],
    witnesses: list[IslandModule],
) -> IslandGame:
    """Build the rules of these modules; witnesses come last."""
    modules = in_order(adapted("island", [maker() for _, maker in makers])) + witnesses
    config = IslandConfig(seats, dict(options), layout, [name for name, _ in makers], terrains_of(modules))
    game = IslandGame(config, modules)
    check_methods(game)
    for part in game.module_rules:
        check_hidden(part, part.name, ModuleRules)
    check_robber(game)
    check_starts(game)
    check_room(game)
    return game


def declare_board(r: Island, words: Mapping[str, str]) -> None:
    """Declare what the layout says, for observations: terrain, number tokens, harbours, each word of its sites.

    Places are in the order of the board (`Board.hex_names` and so on).
    """
    board, constant = r.board, r.schema.constant
    counts = {HEX: int(board.hexes), CORNER: int(board.corners), EDGE: int(board.edges)}
    terrains = list(r.config.terrains)
    declare_places(board, r.schema)
    constant(
        "board.terrain",
        [counts[HEX]],
        [terrains.index(name) for name in board.terrain],
        most=len(terrains) - 1,
        kinds=terrains,
        place=HEX,
    )
    tokens = max(1, max(len(numbers) for numbers in board.numbers))
    numbers = [number for each in board.numbers for number in [*each, *[0] * (tokens - len(each))]]
    constant("board.numbers", [counts[HEX], tokens], numbers, most=HIGHEST, place=HEX)
    harbors = ["none", "general", *r.good_names]
    places = [int(n) for n in board.harbor]
    constant("board.harbors", [counts[CORNER]], places, most=len(harbors) - 1, kinds=harbors, place=CORNER)
    for word, kind in words.items():
        found = board.sites(word)
        if not found:
            continue
        name = f"board.{word}"
        if kind == BESIDE:
            values = [value for _, value in found]
        else:
            there, values = [0] * counts[kind], [0] * counts[kind]
            for place, value in found:
                there[place], values[place] = 1, value
            constant(name, [counts[kind]], there, most=1, kinds=["none", word], place=kind)
        if any(values):
            where = "" if kind == BESIDE else kind
            low, high = min(0, *values), max(0, *values)
            constant(f"{name}.value", [len(values)], values, least=low, most=high, place=where)


def check_terrains(config: IslandConfig) -> None:
    """Check that terrains yield goods of the game. Raises ConfigError."""
    for name, terrain in config.terrains.items():
        if terrain.good and terrain.good not in config.good_names:
            raise ConfigError(
                "the terrain {name} yields {given}, which is no good of this game; there are {known}",
                {"name": quote(name), "given": quote(terrain.good), "known": ", ".join(config.good_names)},
            )


def check_robber(r: Island) -> None:
    """Check that a layout starts the robber on one hex that takes it (BASE-015). Raises ConfigError."""
    sites = r.board.sites(ROBBER_SITE)
    if len(sites) > 1:
        raise ConfigError(
            "layout.sites: the robber starts on one hex, not on {count}", {"count": len(sites)}, "BASE-015"
        )
    for hex_, _ in sites:
        if r.takes_robber[hex_] == 0:
            raise ConfigError(
                "layout.sites: the robber cannot stand on hex {place}", {"place": r.board.hex_names[hex_]}, "BASE-015"
            )


def check_room(r: Island) -> None:
    """Check that there is always room for all starting buildings (BASE-013).

    Raises ConfigError. A building closes at most four corners: its own and the three beside it. A colour that nobody
    plays may have one of its own.
    """
    needed = 4 * (len(r.placing_turn) + int(r.colours - r.seats) - 1) + 1
    if not r.config.layout.starts and r.board.ashore < needed:
        raise ConfigError(
            "layout: this board has {count} corners; {seats} seats need at least {needed},"
            " so that everybody finds room for the first buildings",
            {"count": r.board.ashore, "seats": r.seats, "needed": needed},
            "BASE-013",
        )


def check_starts(r: Island) -> None:
    """Check a config's starting pieces against the placing rules (BASE-010, BASE-013, BASE-030).

    Raises ConfigError.
    """
    board = r.board
    corners: dict[int, int] = {}
    edges: set[int] = set()
    counts: dict[int, int] = {}
    for i, p in enumerate(r.config.layout.starts):
        where = f"starts[{i}]"
        if p.corner not in board.corner_index:
            raise ConfigError(
                "{where}: there is no corner {given} on this board", {"where": where, "given": quote(p.corner)}
            )
        if p.edge not in board.edge_index:
            raise ConfigError(
                "{where}: there is no edge {given} on this board", {"where": where, "given": quote(p.edge)}
            )
        corner, edge = board.corner_index[p.corner], board.edge_index[p.edge]
        if corner >= board.ashore:
            raise ConfigError(
                "{where}: nothing is built at {given}, which is no corner of a land hex",
                {"where": where, "given": quote(p.corner)},
                "BASE-013",
            )
        if edge >= board.overland:
            raise ConfigError(
                "{where}: no road lies at {given}, which borders no land",
                {"where": where, "given": quote(p.edge)},
                "BASE-013",
            )
        if not has(r.line_edges, 0, edge):
            raise ConfigError(
                "{where}: no road lies at {given} on this board", {"where": where, "given": quote(p.edge)}, "BASE-013"
            )
        if corner not in (board.edge_corners[2 * edge], board.edge_corners[2 * edge + 1]):
            raise ConfigError(
                "{where}: the road {edge} does not touch the settlement {corner}",
                {"where": where, "edge": p.edge, "corner": p.corner},
                "BASE-013",
            )
        near = [int(board.corner_corners[3 * corner + k]) for k in range(3)]
        if corner in corners or any(c in corners for c in near):
            raise ConfigError(
                "{where}: the settlement {corner} is too near to another one",
                {"where": where, "corner": p.corner},
                "BASE-013",
            )
        if edge in edges:
            raise ConfigError(
                "{where}: there is already a road at {edge}", {"where": where, "edge": p.edge}, "BASE-030"
            )
        corners[corner] = p.seat
        edges.add(edge)
        if not r.config.printed_city(p):
            counts[p.seat] = counts.get(p.seat, 0) + 1
        if counts.get(p.seat, 0) > r.supply[SETTLEMENT]:
            raise ConfigError(
                "{where}: seat {seat} has only {count} settlements",
                {"where": where, "seat": p.seat, "count": r.supply[SETTLEMENT]},
                "BASE-010",
            )


def analysis(config: Mapping[str, Any]) -> bool:
    """Whether a config asks for a board to analyse, on which seats may be without a piece. Raises ConfigError."""
    given = config.get("analysis", False)
    if not isinstance(given, bool):
        raise ConfigError("analysis must be true or false, got {given}", {"given": quote(given)})
    return given


def check_beginning(r: Island, analysis: bool) -> None:
    """Check that all seats can play to the end: their starting cities, their starting pieces, the goal (BASE-010).

    And that hexes that do nothing but by their number have one (BASE-002). Raises ConfigError.
    """
    for h in r.config.layout.hexes:
        terrain = r.config.terrains[h.terrain]
        if terrain.numbered and not terrain.good and not h.numbers:
            raise ConfigError(
                "layout: the {terrain} hex {place} needs a number: add number = 2 to 12 and not 7",
                {"terrain": h.terrain, "place": quote(hex_name((h.q, h.r)))},
                "BASE-002",
            )
    cities = [0] * int(r.seats)
    for i, p in enumerate(r.config.layout.starts):
        cities[p.seat] += r.config.printed_city(p)
        if cities[p.seat] > r.supply[CITY]:
            raise ConfigError(
                "{where}: seat {seat} has only {count} cities",
                {"where": f"starts[{i}]", "seat": p.seat, "count": r.supply[CITY]},
                "BASE-010",
            )
    for seat, points in enumerate(r.config.first_points()):
        if points == 0 and not analysis:
            raise ConfigError(
                "starts: seat {seat} has no piece and could never build; say analysis = true if it is meant so",
                {"seat": seat},
            )
        if points >= r.config.goal:
            raise ConfigError(
                "options.goal = {goal}: seat {seat} begins with {count} points; set a higher goal",
                {"goal": r.config.goal, "seat": seat, "count": points},
                "BASE-046",
            )
