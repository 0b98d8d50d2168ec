"""Replays games of five and six players and of Seafarers, played by another engine, and compares every step.

    python -m tests.oracle.jsettlers FILE...

Before each step the legal actions and the places to build are compared, after it the bank, hands, development cards,
pieces left, points, robber, awards and lengths of roads. Between two turns the special building phase is played. Ends
with exit code 1 if a difference remains unexplained, 2 if a file cannot be read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bastide.catan.base.building import city_spots
from bastide.catan.base.island import CARD_NAMES, CITY, KINDS, ROAD, SETTLEMENT
from bastide.catan.base.network import road_spots, settlement_spots
from bastide.catan.family import IslandGame
from bastide.kernel.codes import Codes
from bastide.kernel.errors import BastideError
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from tests.oracle.reading import Form, FormatError, Whole, read
from tests.oracle.report import Difference, Report, compare

SCENARIO: Final = "base56"
SEA: Final = ("NSHO", "4ISL", "TTD")
GOODS: Final = ("lumber", "brick", "wool", "grain", "ore")
HELD: Final = ("knight", "roads", "plenty", "monopoly", "point")
PIECES: Final = (("road", ROAD), ("settle", SETTLEMENT), ("city", CITY))
PHASES: Final = {
    "setup_settlement": "setup",
    "setup_path": "setup",
    "special": "five_six_building",
    "gold": "seafarers_gold",
}
"""Our names of the peer's phases that have another one."""
ASIDE: Final = ("sit-out", "join-in", "offer")
"""What the peer does not know."""


class Bonus(msgspec.Struct):
    """The points of foreign areas, and the area that is home although nobody begins there."""

    points: int
    no_bonus_area: int | None


class Setup(msgspec.Struct, tag_field="t", tag="game"):
    """How a game began."""

    seed: int
    scenario: str
    seats: int
    special_building: bool
    goal: int
    hand_limit: int
    bank: int
    robber: str | None
    hexes: list[dict[str, Any]]
    ports: list[dict[str, Any]]
    dev_deck: list[str]
    pirate: str | None = None
    start: list[str] = []
    areas: dict[str, list[str]] = {}
    island_bonus: Bonus | None = None


class Player(msgspec.Struct):
    """A player after a step; rows are in the order of `GOODS` and `HELD`."""

    res: list[int]
    dev: list[int]
    played: list[int]
    vp: int
    pub: int
    len: int
    left: list[int]
    svp: int = 0


class After(msgspec.Struct):
    """The position after a step."""

    bank: list[int]
    dev_left: int
    robber: str | None
    route: int | None
    army: int | None
    card_played: bool
    p: list[Player]
    pirate: str | None = None


class Step(msgspec.Struct, tag_field="t", tag="step"):
    """One decision; `a` is what was done, `r` what chance brought, `x` would name departures from the rules."""

    i: int
    seat: int
    turn: int
    phase: str
    legal: list[str]
    a: str
    after: After
    r: Any = None
    need: int = 0
    places: dict[str, list[str]] | None = None
    x: list[str] = []


class End(msgspec.Struct, tag_field="t", tag="end"):
    """How a game ended; without a winner it was cut off."""

    steps: int
    winner: int | None


PeerGame = Whole[Setup, Step, End]


def read_games(path: Path) -> Iterator[PeerGame]:
    """The games of a file, plain or gzipped. Raises FormatError that names the file and the line."""
    return read(path, Form(Setup, Step, End, _check_setup, _check_step, _check_end))


def _check_setup(setup: Setup, where: str) -> None:
    if setup.scenario not in (SCENARIO, *SEA):
        raise FormatError(f"{where}: {setup.scenario!r}; games of {SCENARIO!r} and of {SEA} can be compared")
    possible = (5, 6) if setup.special_building else (3, 4)
    if setup.seats not in possible or (setup.scenario == SCENARIO and not setup.special_building):
        raise FormatError(f"{where}: {setup.seats} seats; games of 5 and 6 with special building, or on sea of 3 and 4")
    if not set(setup.dev_deck) <= set(HELD):
        raise FormatError(f"{where}: the deck holds other cards than {', '.join(HELD)}")


def _check_step(step: Step, before: int, setup: Setup, where: str) -> None:
    if step.i != before:
        raise FormatError(f"{where}: expected step {before}, got {step.i}; lines are missing or doubled")
    if not 0 <= step.seat < setup.seats or len(step.after.p) != setup.seats:
        raise FormatError(f"{where}: a seat that is not among the {setup.seats}")
    rows = [step.after.bank, *(player.res for player in step.after.p)]
    if any(len(row) != len(GOODS) for row in rows):
        raise FormatError(f"{where}: a row of goods has {len(GOODS)} numbers")


def _check_end(end: End, before: int, where: str) -> None:
    if end.steps != before:
        raise FormatError(f"{where}: the end counts {end.steps} steps, there are {before}")


def base_config(setup: Setup) -> dict[str, Any]:
    """Our config of the peer's game: the board by coordinates, the robber where the peer has it, no trade."""
    harbors = [
        {"q": port["q"], "r": port["r"], "side": port["side"], **({"good": port["good"]} if port["good"] else {})}
        for port in setup.ports
    ]
    return {
        "seats": setup.seats,
        "modules": ["five_six"],
        "layout": {
            "hexes": setup.hexes,
            "harbors": harbors,
            "sites": [{"word": "robber", "place": setup.robber}] if setup.robber is not None else [],
        },
        "options": {
            "first": 0,
            "trade": "bank",
            "goal": setup.goal,
            "hand_limit": setup.hand_limit,
            "turns": 100_000,
        },
    }


class Replay:
    """One of the peer's games, played again by our rules."""

    def __init__(self, peer: PeerGame, config: dict[str, Any]) -> None:
        self.peer = peer
        self.game = Game.new(config)
        assert isinstance(self.game.rules, IslandGame)
        self.r: IslandGame = self.game.rules
        if peer.start.robber is None:  # it waits beside the board, on which there may be a desert
            self.game.state.cells[self.r.robber] = -1
        self.deck = list(peer.start.dev_deck)
        self.report = Report(decisions=len(peer.steps))

    def run(self) -> Report:
        """Compare all steps, up to the first difference."""
        if [int(n) for n in self.r.stock] != [self.peer.start.bank] * len(GOODS):
            self.differ(-1, "the bank at the start", [int(n) for n in self.r.stock], self.peer.start.bank)
        ours = sorted(card for k, n in enumerate(map(int, self.r.deck_stock)) for card in [CARD_NAMES[k]] * n)
        self.same(-1, "the deck", ours, sorted(self.deck))
        for step in self.peer.steps:
            if self.report.unexplained:
                return self.report
            self.step(step)
            self.report.compared += 1
        end = self.peer.end
        if not self.report.unexplained:
            self.same(end.steps, "the winner", self.game.winners, [] if end.winner is None else [end.winner])
        return self.report

    def step(self, step: Step) -> None:
        """Compare what is legal, do what the peer did, compare what followed."""
        self.check_flags(step)
        phase = self.phase()
        if step.seat not in self.game.actors or PHASES.get(step.phase, step.phase) != phase:
            self.differ(step.i, "who decides what", (self.game.actors, phase), (step.seat, step.phase))
            return
        if phase != "setup":
            self.same(step.i, "whose turn it is", self.cell(self.r.on_turn), step.turn)
        self.compare_legal(step)
        if self.report.unexplained:
            return
        try:
            self.act(step)
        except BastideError as error:
            self.differ(step.i, step.a, str(error), "was played")
            return
        self.compare_after(step)

    def check_flags(self, step: Step) -> None:
        """Note the flags of a step."""
        for flag in step.x:
            self.differ(step.i, "a flag that is not known", "-", flag)

    def compare_legal(self, step: Step) -> None:
        if step.phase == "discard":
            self.same(step.i, "cards to discard", self.cell(self.r.discards + step.seat), step.need)
            return
        ours, peers = self.legal(step), self.peers_legal(step)
        for text in sorted(peers - ours):
            self.differ(step.i, "a legal action", "none", text)
        for text in sorted(ours - peers):
            self.differ(step.i, "a legal action", text, "none")
        if step.places is not None:
            for word, places in self.places(step.seat).items():
                self.same(step.i, f"places for {word}", sorted(places), self.peers_places(step, word))

    def legal(self, step: Step) -> set[str]:
        """What may be done by our rules."""
        return {text for text in self.game.legal(step.seat) if text.split()[0] not in ASIDE}

    def peers_legal(self, step: Step) -> set[str]:
        """What may be done in the peer's game, in our words."""
        return {self.ours(step, text) for text in step.legal}

    def peers_places(self, step: Step, word: str) -> list[str]:
        """Where a seat could build in the peer's game."""
        assert step.places is not None
        return sorted(step.places.get(word, []))

    def places(self, seat: int) -> dict[str, list[str]]:
        """Where a seat could build, whatever it can pay."""
        r, s = self.r, self.game.state
        found = {}
        for (word, item), spots in zip(PIECES, (road_spots, settlement_spots, city_spots), strict=True):
            out = Codes()
            if s.cells[r.left + seat * 3 + item] > 0:
                spots(r, s, seat, 0, out)
            names = r.board.edge_names if item == ROAD else r.board.corner_names
            found[word] = [names[code] for code in out.row()]
        return found

    def ours(self, step: Step, text: str) -> str:
        """One of the peer's actions in our words."""
        return "pass" if text == "end" and step.phase == "special" else text

    def act(self, step: Step) -> None:
        """Play the peer's decision, and what chance brought it."""
        self.game.play(self.ours(step, step.a), step.seat)
        while self.game.actors == [CHANCE] and not self.game.over:
            phase = self.phase()
            if phase == "dice":
                first, second = self.pair(step)
                self.game.play(f"roll {first} {second}", CHANCE)
            elif phase == "draw":
                card = self.deck.pop()
                self.same(step.i, "the card drawn", card, step.r)
                self.game.play(f"draw {card}", CHANCE)
            elif phase == "steal":
                if not isinstance(step.r, dict) or step.r.get("good") not in GOODS:
                    raise FormatError(f"step {step.i}: a theft names victim and good, got {step.r!r}")
                self.same(step.i, "the victim", self.cell(int(self.game.state.top()) + 2), step.r.get("victim"))
                self.game.play(f"steal {step.r['good']}", CHANCE)
            else:
                self.game.play("go-on", CHANCE)

    def pair(self, step: Step) -> tuple[int, int]:
        """The two dice of a step."""
        match step.r:
            case [int(first), int(second)] if 1 <= first <= 6 and 1 <= second <= 6:
                return first, second
        raise FormatError(f"step {step.i}: a roll shows two dice, got {step.r!r}")

    def compare_after(self, step: Step) -> None:
        self.compare_position(step, step.after)
        for seat, player in enumerate(step.after.p):
            self.compare_player(step, seat, player)

    def compare_position(self, step: Step, after: After) -> None:
        """Compare what belongs to nobody."""
        r = self.r
        self.same(step.i, "the bank", self.row(r.bank), after.bank)
        self.same(step.i, "cards left", int(r.deck_size(self.game.state)), after.dev_left)
        self.same(step.i, "the robber", self.hex_name(r.robber), after.robber)
        self.same(step.i, "the longest road", self.holder(r.route_holder), after.route)
        self.same(step.i, "the largest army", self.holder(r.army_holder), after.army)

    def compare_player(self, step: Step, seat: int, player: Player) -> None:
        """Compare what a seat has."""
        r = self.r
        who = f"seat {seat}:"
        held = [
            self.cell(field + seat * KINDS + CARD_NAMES.index(name)) for name in HELD for field in (r.cards, r.fresh)
        ]
        self.same(step.i, f"{who} goods", self.row(r.hand + seat * r.goods), player.res)
        self.same(step.i, f"{who} cards", [a + b for a, b in zip(held[::2], held[1::2], strict=True)], player.dev)
        played = [self.cell(r.played + seat * KINDS + CARD_NAMES.index(name)) for name in HELD[:4]]
        self.same(step.i, f"{who} cards played", played, player.played)
        self.same(step.i, f"{who} open points", int(r.open_points(self.game.state, seat)), player.pub)
        self.same(step.i, f"{who} points", int(r.total_points(self.game.state, seat)), player.vp)
        self.same(step.i, f"{who} length", self.cell(r.route + seat), player.len)
        left = [self.cell(r.left + seat * 3 + item) for item in (ROAD, SETTLEMENT, CITY)]
        self.same(step.i, f"{who} pieces left", left, [player.left[0], *player.left[2:]])

    # -- small things

    def phase(self) -> str:
        """The name of our pending decision."""
        s = self.game.state
        return "over" if self.game.over else self.r.phases[s.cells[s.top()]].name

    def cell(self, at: int) -> int:
        """One cell of our state."""
        return int(self.game.state.cells[at])

    def hex_name(self, at: int) -> str | None:
        """The hex in a cell; None beside the board."""
        hex_ = self.cell(at)
        return self.r.board.hex_names[hex_] if hex_ >= 0 else None

    def row(self, at: int) -> list[int]:
        """A row of goods in the peer's order."""
        return [self.cell(at + self.r.good_names.index(good)) for good in GOODS]

    def holder(self, at: int) -> int | None:
        """The seat that a cell names as seat + 1."""
        return self.cell(at) - 1 if self.cell(at) else None

    def same(self, step: int, what: str, ours: object, peers: object) -> None:
        """Note a difference."""
        if ours != peers:
            self.differ(step, what, ours, peers)

    def differ(self, step: int, what: str, ours: object, peers: object, kind: str = "") -> None:
        """Note a difference; `kind` is what explains it."""
        self.report.differences.append(Difference(step, what, ours, peers, kind))


def replay_of(peer: PeerGame) -> Replay:
    """The replay that suits the scenario of a game."""
    if peer.start.scenario == SCENARIO:
        return Replay(peer, base_config(peer.start) | {"modules": ["five_six"]})
    from tests.oracle.jsettlers_sea import SeaReplay  # it is built on this module

    return SeaReplay(peer)


def replay(peer: PeerGame) -> Report:
    """Play one of the peer's games by our rules and compare. Raises FormatError if it cannot be understood."""
    try:
        replaying = replay_of(peer)
    except BastideError as error:
        raise FormatError(f"the board cannot be set up: {error}") from None
    return replaying.run()


def main(arguments: Sequence[str]) -> int:
    """Compare all games of the files, print what came of it; returns the exit code."""
    return compare("tests.oracle.jsettlers", str(__doc__).splitlines()[0], read_games, replay, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
