"""Replays games of an independent engine through our rules and compares every step.

    python -m tests.oracle.catan FILE...

Before each step the set of legal actions is compared, after it the bank, hands, development cards, pieces left, points,
robber, army, road lengths and their holder, and who decides what next. The peer's departures from the rules that its
files flag are explained: there the right-hand value of the flag must be ours. Ends with exit code 1 if a difference
remains unexplained, 2 if a file cannot be read.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bastide.catan.base.island import CARD_NAMES, KINDS
from bastide.catan.base.reading import read
from bastide.catan.board.grid import SIDES, edge_ends, hex_corners, hex_name, neighbour, place_name, side_edge
from bastide.catan.family import IslandGame
from bastide.kernel.errors import BastideError
from bastide.kernel.game import Game
from tests.oracle.peer import (
    DIRECTIONS,
    RESOURCES,
    Action,
    PeerGame,
    Setup,
    Step,
    read_games,
)
from tests.oracle.reading import FormatError
from tests.oracle.report import Difference, Report, compare

TERRAIN: Final = {"WOOD": "forest", "BRICK": "hills", "SHEEP": "pasture", "WHEAT": "fields", "ORE": "mountains"}
GOOD: Final = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}
CARD: Final = {
    "KNIGHT": "knight",
    "YEAR_OF_PLENTY": "plenty",
    "MONOPOLY": "monopoly",
    "ROAD_BUILDING": "roads",
    "VICTORY_POINT": "point",
}
PROMPTS: Final = {
    "BUILD_INITIAL_SETTLEMENT": ("setup",),
    "BUILD_INITIAL_ROAD": ("setup",),
    "PLAY_TURN": ("roll", "main", "roads"),
    "DISCARD": ("discard",),
    "MOVE_ROBBER": ("robber",),
}
FLAG: Final = re.compile(
    r"road_len_p(?P<seat>\d):(?P<len>\d+)!=(?P<right>\d+)"
    r"|road_holder:(?P<holder>None|\d)!=(?P<right_holder>None|\d)"
    r"|bad_road:(?P<a>\d+)-(?P<b>\d+)"
    r"|bank_single:(?P<resource>[A-Z]+)"
)


@dataclass
class Flags:
    """The departures from the rules that the file admits for one step."""

    lengths: dict[int, tuple[int, int]] = field(default_factory=dict)
    holder: tuple[int | None, int | None] | None = None
    bad_roads: set[str] = field(default_factory=set)
    shortages: set[str] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)


class Names:
    """The peer's numbers and our names for the same places."""

    def __init__(self, setup: Setup) -> None:
        self.hex: dict[int, str] = {tile.id: hex_name((tile.q, tile.s)) for tile in setup.tiles}
        self.corner: dict[int, str] = {node: _corner(at) for node, at in setup.nodes.items()}
        for tile in setup.tiles:
            corners = zip(DIRECTIONS, hex_corners((tile.q, tile.s)), strict=True)
            for direction, corner in corners:
                if self.corner[tile.nodes[direction]] != place_name(corner):
                    raise FormatError(f"tile {tile.id}: its {direction} corner is not where 'nodes' has it")
        self.edge: dict[frozenset[str], str] = {}
        for tile in setup.tiles:
            for side in SIDES:
                edge = side_edge((tile.q, tile.s), side)
                self.edge[frozenset(place_name(end) for end in edge_ends(edge))] = place_name(edge)

    def path(self, ends: Sequence[int]) -> str:
        """Our name of a path between two of the peer's corners. Raises FormatError if there is none."""
        pair = frozenset(self.corner.get(end, "?") for end in ends)
        if pair not in self.edge:
            raise FormatError(f"there is no path between the corners {list(ends)}")
        return self.edge[pair]


def _corner(at: tuple[int, int, int]) -> str:
    """Our name of a corner from three times its centre: an N corner lies two thirds of a row above its hex's."""
    q3, _, r3 = at
    if r3 % 3 == 1 and (q3 - 1) % 3 == 0:
        return place_name(((q3 - 1) // 3, (r3 + 2) // 3, "N"))
    if r3 % 3 == 2 and (q3 + 1) % 3 == 0:
        return place_name(((q3 + 1) // 3, (r3 - 2) // 3, "S"))
    raise FormatError(f"{list(at)} is no corner of hexes")


def config_of(setup: Setup, names: Names) -> dict[str, Any]:
    """Our config of the peer's game: the board by coordinates, no trade between players, a cap out of reach."""
    hexes: list[dict[str, Any]] = []
    for tile in setup.tiles:
        terrain = TERRAIN[tile.resource] if tile.resource else "desert"
        number = {"number": tile.number} if tile.number is not None else {}
        hexes.append({"q": tile.q, "r": tile.s, "terrain": terrain, **number})
    harbors: list[dict[str, Any]] = []
    land = {(tile.q, tile.s) for tile in setup.tiles}
    for port in setup.ports:
        path = names.path(port.nodes)
        good = {"good": GOOD[port.resource]} if port.resource else {}
        for at in land:
            for side in SIDES:
                if place_name(side_edge(at, side)) == path and neighbour(at, side) not in land:
                    harbors.append({"q": at[0], "r": at[1], "side": side, **good})
    return {
        "game": "island",
        "seats": len(setup.seats),
        "layout": {"hexes": hexes, "harbors": harbors},
        "options": {
            "first": 0,
            "trade": "bank",
            "goal": setup.vps_to_win,
            "hand_limit": setup.discard_limit,
            "turns": 100_000,
        },
    }


class Replay:
    """One of the peer's games, played again by our rules."""

    def __init__(self, peer: PeerGame) -> None:
        self.peer = peer
        self.names = Names(peer.start)
        # Not `Game.new`: the peer also begins on boards that may turn out too small for everybody's first pieces.
        self.r = IslandGame(read(config_of(peer.start, self.names), None, {}), [])
        self.game = Game(self.r)
        self.deck = list(peer.start.dev_deck)
        self.discarding: dict[int, Counter[str]] = {}
        self.tile_at = {self.r.board.hex_index[name]: tile for tile, name in self.names.hex.items()}
        self.node_at = {name: node for node, name in self.names.corner.items()}
        self.ends: dict[str, tuple[int, int]] = {}
        for pair, name in self.names.edge.items():
            a, b = sorted(self.node_at[end] for end in pair)
            self.ends[name] = (a, b)
        self.report = Report(decisions=len(peer.steps))
        self.flags = Flags()
        self.bad_roads_before: set[str] = set()
        self.won_by_road = False

    def run(self) -> Report:
        """Compare all steps, up to the first unexplained difference or to where the peer leaves the rules."""
        report = self.report
        if self.cell(self.r.robber) != self.r.board.hex_index[self.names.hex[self.peer.start.robber]]:
            self.differ(-1, "robber at the start", self.cell(self.r.robber), self.peer.start.robber)
        for step in self.peer.steps:
            if report.unexplained or report.stopped:
                return report
            self.bad_roads_before = self.flags.bad_roads
            self.flags = self.read_flags(step)
            self.step(step)
            report.compared += 1
        if not report.unexplained and not report.stopped:
            self.compare_end()
        return report

    # -- one step

    def step(self, step: Step) -> None:
        """Compare what is legal, do what the peer did, compare what followed."""
        if self.game.over:
            self.report.stopped = "road_holder" if self.won_by_road else ""
            self.differ(step.i, "the end", f"won by {self.game.winners}", "goes on", self.report.stopped)
            return
        if step.seat not in self.game.actors:
            self.differ(step.i, "who decides", self.game.actors, step.seat)
            return
        if self.cell(self.r.turn) > 0 and self.cell(self.r.on_turn) != step.turn:
            self.differ(step.i, "whose turn it is", self.cell(self.r.on_turn), step.turn)
        self.compare_legal(step)
        if self.report.unexplained or self.report.stopped:
            return
        try:
            self.act(step)
        except BastideError as error:
            self.differ(step.i, f"{step.a[0]} {step.a[1]} with {step.r}", str(error), "was played")
            return
        if self.flags.shortages:
            # The bank owes one seat more than it has; the peer gives it nothing, and its game leaves the rules.
            ours = self.in_peers_order([self.cell(self.r.bank + g) for g in range(int(self.r.goods))])
            for resource, left, peers in zip(RESOURCES, ours, step.after.bank, strict=True):
                self.same(step, f"{resource} in the bank", left, 0 if resource in self.flags.shortages else peers)
            self.differ(step.i, "a shortage with one claimant", "pays what is left", "pays nothing", "bank_single")
            self.report.stopped = "bank_single"
            return
        self.compare_after(step)

    def compare_legal(self, step: Step) -> None:
        ours = Counter(self.our_legal(step.seat))
        peers = Counter(_key(action, self.names) for action in step.legal)
        for key, n in (peers - ours).items():
            kind = self.why_more(key)
            self.differ(step.i, "a legal action", "none" if n == 1 else f"{n} fewer", " ".join(key), kind)
        for key, n in (ours - peers).items():
            self.differ(step.i, "a legal action", " ".join(key), "none" if n == 1 else f"{n} fewer")
        chosen = _key(step.a, self.names)
        if chosen not in peers:
            self.differ(step.i, "the action played", "-", f"{' '.join(chosen)} is not in its own list")
        elif chosen not in ours and self.why_more(chosen):
            self.report.stopped = self.why_more(chosen)

    def why_more(self, key: tuple[str, ...]) -> str:
        """The departure that explains an action only the peer allows."""
        word, *rest = key
        if word == "BUILD_ROAD" and rest[0] in self.flags.bad_roads | self.bad_roads_before:
            return "bad_road"
        bank = sum(self.cell(self.r.bank + g) for g in range(int(self.r.goods)))
        if word == "PLAY_YEAR_OF_PLENTY" and len(rest) == 1 and bank >= 2:
            return "one card where the bank has two"
        return ""

    def our_legal(self, seat: int) -> Iterator[tuple[str, ...]]:
        """Our legal actions in the peer's words."""
        r, s = self.r, self.game.state
        phase = r.phases[s.cells[s.top()]].name
        if phase == "discard":
            yield from self.our_discards(seat)
            return
        for text in self.game.legal(seat):
            word, *rest = text.split()
            if word == "robber":
                for victim in self.victims(seat, text):
                    yield "MOVE_ROBBER", rest[0], victim
            elif word in ("settle", "city"):
                yield {"settle": "BUILD_SETTLEMENT", "city": "BUILD_CITY"}[word], rest[0]
            elif word == "road":
                yield "BUILD_ROAD", rest[0]
            elif word == "bank":
                yield "MARITIME_TRADE", *rest
            elif word == "plenty":
                yield "PLAY_YEAR_OF_PLENTY", *_spread(rest)
            elif word == "monopoly":
                yield "PLAY_MONOPOLY", rest[0]
            else:
                yield (
                    {
                        "roll": "ROLL",
                        "end": "END_TURN",
                        "buy": "BUY_DEVELOPMENT_CARD",
                        "knight": "PLAY_KNIGHT_CARD",
                        "roads": "PLAY_ROAD_BUILDING",
                    }.get(text, text),
                )

    def our_discards(self, seat: int) -> Iterator[tuple[str, ...]]:
        """The peer takes discards card by card: a card is legal if a whole discard with it and those before it is."""
        chosen = self.discarding.get(seat, Counter[str]())
        owed = self.cell(self.r.discards + seat)
        held = Counter(
            {
                good: self.cell(self.r.hand + seat * self.r.goods + g) - chosen[good]
                for g, good in enumerate(self.r.good_names)
            }
        )
        for good in self.r.good_names:
            rest = list((held - Counter([good])).elements()) if held[good] > 0 else []
            whole = [*chosen.elements(), good, *rest][:owed]
            if self.game.is_legal(f"discard {' '.join(whole)}", seat):
                yield "DISCARD_RESOURCE", good

    def victims(self, seat: int, text: str) -> list[str]:
        """Whom the peer's one action of moving and robbing may name, after our robber has moved."""
        after = self.game.copy()
        after.play(text, seat)
        s = after.state
        phase = self.r.phases[s.cells[s.top()]].name
        if phase == "rob":
            return [option.split()[1] for option in after.legal(seat)]
        return [str(int(s.cells[s.top() + 2]))] if phase == "steal" else ["-"]

    def act(self, step: Step) -> None:
        """Do what the peer did. Raises a BastideError if our rules do not allow it."""
        kind = step.a[0]
        play = self.game.play
        key = _key(step.a, self.names)
        if kind in ("BUILD_SETTLEMENT", "BUILD_ROAD", "BUILD_CITY"):
            play(f"{ {'SETTLEMENT': 'settle', 'ROAD': 'road', 'CITY': 'city'}[kind[6:]] } {key[1]}", step.seat)
        elif kind == "ROLL":
            play("roll", step.seat)
            first, second = _pair(step)
            self.game.chance(f"roll {first} {second}")
        elif kind == "BUY_DEVELOPMENT_CARD":
            play("buy", step.seat)
            if not self.deck or step.r != self.deck[-1]:
                self.differ(step.i, "the card drawn", "-", f"{step.r}, not the last of its deck")
            else:
                self.game.chance(f"draw {CARD[self.deck.pop()]}")
        elif kind == "DISCARD_RESOURCE":
            chosen = self.discarding.setdefault(step.seat, Counter())
            chosen[key[1]] += 1
            if chosen.total() == self.cell(self.r.discards + step.seat):
                play(f"discard {' '.join(chosen.elements())}", step.seat)
                del self.discarding[step.seat]
        elif kind == "MOVE_ROBBER":
            play(f"robber {key[1]}", step.seat)
            if key[2] == "-":
                return
            if self.game.actors == [step.seat]:
                play(f"rob {key[2]}", step.seat)
            self.game.chance(f"steal {GOOD.get(str(step.r), str(step.r))}")
        elif kind == "MARITIME_TRADE":
            play(f"bank {key[1]} {key[2]}", step.seat)
        elif kind == "PLAY_YEAR_OF_PLENTY":
            play(f"plenty {' '.join(key[1:])}", step.seat)
        elif kind == "PLAY_MONOPOLY":
            play(f"monopoly {key[1]}", step.seat)
        else:
            words = {"END_TURN": "end", "PLAY_KNIGHT_CARD": "knight", "PLAY_ROAD_BUILDING": "roads"}
            play(words[kind], step.seat)

    # -- what followed

    def compare_after(self, step: Step) -> None:
        after, r = step.after, self.r
        same = self.same
        pending = Counter[str]()
        for seat, player in enumerate(after.p):
            chosen = self.discarding.get(seat, Counter[str]())
            pending += chosen
            hand = [self.cell(r.hand + seat * r.goods + g) - chosen[good] for g, good in enumerate(r.good_names)]
            same(step, f"hand of seat {seat}", self.in_peers_order(hand), list(player.res))
            held, played = self.cards_of(seat)
            same(step, f"development cards of seat {seat}", held, _complete(player.dev))
            same(step, f"cards played by seat {seat}", played, _complete(player.played))
            left = [self.cell(r.left + seat * 3 + i) for i in range(3)]
            same(step, f"pieces left to seat {seat}", left, list(player.pieces))
            self.compare_route(step, seat)
            self.compare_points(step, seat)
        bank = [self.cell(r.bank + g) + pending[good] for g, good in enumerate(r.good_names)]
        same(step, "bank", self.in_peers_order(bank), list(after.bank))
        same(step, "cards in the deck", int(r.deck_size(self.game.state)), after.dev_left)
        same(step, "robber", self.tile_at[self.cell(r.robber)], after.robber)
        same(step, "largest army", self.holder(r.army_holder), after.army)
        self.compare_holder(step)
        if not self.game.over:
            self.compare_next(step)
        elif self.flags.holder is not None:
            self.won_by_road = self.game.winners == [self.flags.holder[1]]

    def compare_route(self, step: Step, seat: int) -> None:
        ours, peers = self.cell(self.r.route + seat), step.after.p[seat].road_len
        if seat in self.flags.lengths:
            left, right = self.flags.lengths[seat]
            self.same(step, f"road length of seat {seat}, as the flag has it", [ours, peers], [right, left])
            self.differ(step.i, f"road length of seat {seat}", ours, peers, "road_len")
        elif peers == 0 and 0 < ours <= self.roads(seat) <= 2:
            # The peer begins to count with a seat's first road after the set-up.
            self.differ(step.i, f"road length of seat {seat}", ours, peers, "roads of the set-up are not counted")
        else:
            self.same(step, f"road length of seat {seat}", ours, peers)

    def compare_holder(self, step: Step) -> None:
        ours, peers = self.holder(self.r.route_holder), step.after.road.holder
        if self.flags.holder is not None:
            left, right = self.flags.holder
            self.same(step, "longest road, as the flag has it", [ours, peers], [right, left])
            self.differ(step.i, "longest road", ours, peers, "road_holder")
        else:
            self.same(step, "longest road", ours, peers)

    def compare_points(self, step: Step, seat: int) -> None:
        """Two points go with the award that the flag moves."""
        s = self.game.state
        shift = 0
        if self.flags.holder is not None:
            left, right = self.flags.holder
            shift = 2 * (right == seat) - 2 * (left == seat)
        player = step.after.p[seat]
        ours = int(self.r.open_points(s, seat)), int(self.r.hidden_points(s, seat))
        self.same(step, f"open points of seat {seat}", ours[0], player.pub + shift)
        self.same(step, f"points of seat {seat}", sum(ours), player.vp + shift)

    def compare_next(self, step: Step) -> None:
        s, r, after = self.game.state, self.r, step.after
        if self.peer.end.winner is not None and step.i == len(self.peer.steps) - 1:
            return  # the peer has ended its game: see `compare_end`
        top = s.top()
        phase = r.phases[s.cells[top]].name
        self.same(step, "next decision", phase in PROMPTS.get(after.next.prompt, ()), True)
        if phase == "setup":
            wanted = "BUILD_INITIAL_ROAD" if s.cells[top + 3] else "BUILD_INITIAL_SETTLEMENT"
            self.same(step, "next decision", wanted, after.next.prompt)
        self.same(step, "who is next", after.next.seat in self.game.actors, True)
        owed = [self.cell(r.discards + n) - self.discarding.get(n, Counter[str]()).total() for n in range(len(after.p))]
        self.same(step, "cards to discard", owed, after.next.discard_counts)
        self.same(step, "free roads", int(s.cells[top + 2]) if phase == "roads" else 0, after.next.free_roads)
        if self.cell(r.turn) > 0:
            on_turn = self.cell(r.on_turn)
            player = after.p[on_turn]
            self.same(step, "rolled", self.cell(r.dice) != 0, player.rolled)
            self.same(step, "card played this turn", bool(self.cell(r.card_played)), player.dev_played)

    def compare_end(self) -> None:
        """The peer looks for a winner after every action, our rules only at the seat on turn."""
        end, last = self.peer.end, len(self.peer.steps) - 1
        ours = self.game.winners
        if end.winner is None or ours == [end.winner]:
            if end.winner is None and self.game.over:
                self.differ(last, "the end", f"won by {ours}", "no winner")
            return
        on_turn = self.cell(self.r.on_turn)
        s = self.game.state
        points = int(self.r.open_points(s, end.winner) + self.r.hidden_points(s, end.winner))
        kind = ""
        if not ours and end.winner != on_turn and points >= self.peer.start.vps_to_win:
            kind = "won on another's turn"
        elif self.won_by_road or (self.flags.holder is not None and self.flags.holder[0] == end.winner):
            kind = "road_holder"
        self.differ(last, "the winner", ours or "none yet", end.winner, kind)

    # -- small things

    def same(self, step: Step, what: str, ours: object, peers: object) -> None:
        """Note a difference that no flag explains."""
        if ours != peers:
            self.differ(step.i, what, ours, peers)

    def differ(self, step: int, what: str, ours: object, peers: object, kind: str = "") -> None:
        """Note a difference; `kind` is what explains it."""
        self.report.differences.append(Difference(step, what, ours, peers, kind))

    def cell(self, at: int) -> int:
        """One cell of our state."""
        return int(self.game.state.cells[at])

    def roads(self, seat: int) -> int:
        """How many roads a seat has laid."""
        return int(self.r.supply[0]) - self.cell(self.r.left + seat * 3)

    def holder(self, at: int) -> int | None:
        """The seat that a cell names as seat + 1."""
        return self.cell(at) - 1 if self.cell(at) else None

    def in_peers_order(self, row: list[int]) -> list[int]:
        """A row of goods in the order of the peer's resources."""
        return [row[self.r.good_names.index(GOOD[resource])] for resource in RESOURCES]

    def cards_of(self, seat: int) -> tuple[dict[str, int], dict[str, int]]:
        """The cards a seat holds and those it has played, in the peer's words."""
        held, played = {}, {}
        for word, name in CARD.items():
            at = seat * KINDS + CARD_NAMES.index(name)
            held[word] = self.cell(self.r.cards + at) + self.cell(self.r.fresh + at)
            played[word] = self.cell(self.r.played + at)
        return held, played

    def read_flags(self, step: Step) -> Flags:
        """What the file admits for this step; a flag of another form explains nothing and is reported."""
        flags = Flags()
        for text in step.x:
            found = FLAG.fullmatch(text)
            if found is None or (found["seat"] and int(found["seat"]) >= len(step.after.p)):
                self.differ(step.i, "a flag that is not known", "-", text)
            elif found["seat"]:
                flags.lengths[int(found["seat"])] = int(found["len"]), int(found["right"])
            elif found["holder"]:
                left, right = (None if n == "None" else int(n) for n in (found["holder"], found["right_holder"]))
                flags.holder = left, right
            elif found["a"]:
                flags.bad_roads.add(self.names.path((int(found["a"]), int(found["b"]))))
            else:
                flags.shortages.add(found["resource"])
        return flags


def _complete(cards: dict[Any, int]) -> dict[str, int]:
    return {word: cards.get(word, 0) for word in CARD}


def _spread(words: list[str]) -> tuple[str, ...]:
    out: list[str] = []
    for word in words:
        name, _, count = word.partition("*")
        out += [name] * int(count or 1)
    return tuple(sorted(out))


def _pair(step: Step) -> tuple[int, int]:
    match step.r:
        case [int(first), int(second)] if 1 <= first <= 6 and 1 <= second <= 6:
            return first, second
    raise FormatError(f"step {step.i}: a roll shows two dice, got {step.r!r}")


def _key(action: Action, names: Names) -> tuple[str, ...]:
    """One of the peer's actions with our names of places and goods. Raises FormatError if it is no known one."""
    kind, value = action
    match kind, value:
        case (("BUILD_SETTLEMENT" | "BUILD_CITY"), int(node)) if node in names.corner:
            return kind, names.corner[node]
        case "BUILD_ROAD", [int(a), int(b)]:
            return kind, names.path((a, b))
        case "MOVE_ROBBER", [int(tile), None | int() as victim] if tile in names.hex:
            return kind, names.hex[tile], "-" if victim is None else str(victim)
        case "MARITIME_TRADE", [str(give), int(rate), str(get)] if give in GOOD and get in GOOD:
            return kind, f"{GOOD[give]}*{rate}", GOOD[get]
        case "PLAY_YEAR_OF_PLENTY", [str(), *_] if set(value) <= set(GOOD) and len(value) <= 2:
            return kind, *sorted(GOOD[resource] for resource in value)
        case (("PLAY_MONOPOLY" | "DISCARD_RESOURCE"), str(resource)) if resource in GOOD:
            return kind, GOOD[resource]
        case (("ROLL" | "END_TURN" | "BUY_DEVELOPMENT_CARD" | "PLAY_KNIGHT_CARD" | "PLAY_ROAD_BUILDING"), None):
            return (kind,)
    raise FormatError(f"the action {[kind, value]} is none that can be compared")


def replay(peer: PeerGame) -> Report:
    """Play one of the peer's games by our rules and compare. Raises FormatError if it cannot be understood."""
    try:
        replaying = Replay(peer)
    except BastideError as error:
        raise FormatError(f"the board cannot be set up: {error}") from None
    return replaying.run()


def main(arguments: Sequence[str]) -> int:
    """Compare all games of the files, print what came of it; returns the exit code."""
    return compare("tests.oracle.catan", str(__doc__).splitlines()[0], read_games, replay, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
