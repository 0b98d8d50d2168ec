"""Replays games of Carcassonne of an independent engine through our rules and compares every step.

    python -m tests.oracle.carcassonne FILE...

For each tile the set of legal placements is compared, then the sections that each figure may stand on, then what was
scored with its parts, who came home, goods, second parts, all scores and all supplies. Ends with exit code 1 if a
difference remains unexplained, 2 if a file cannot be read or plays with parts that this project does not have yet.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.carcassonne.base.tables import NAMED, RIMS
from bastide.carcassonne.family import MODULES, CarcassonneGame, configure
from bastide.carcassonne.tiles.model import NAMES, Section, Tile
from bastide.expansions.carcassonne.traders.rules import GOODS
from bastide.kernel.errors import BastideError
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, CHANCE, Event
from tests.carcassonne.kit import explained
from tests.oracle.look_ahead import LookAhead, LookAheadRules
from tests.oracle.plain_river import PlainRiver
from tests.oracle.reading import FormatError
from tests.oracle.report import Difference, Report, compare
from tests.oracle.tile_peer import PeerGame, Spot, Start, Turn, our_tile, read_games, spot

PARTS: Final[dict[str, str]] = {"base": "", "river": "river", "ic": "inns", "tb": "traders", "hs": "hills"}
"""The parts that can be compared, and our module of each."""
OPTIONS: Final[dict[str, dict[str, str]]] = {
    "river": {"start_tile_in_stack": "yes"},
    "hs": {"flock_order": "after_figure", "flock_on_close": "gather"},
}
"""What the peer plays by in a part, where our rules leave a choice."""
DEPARTURES: Final[dict[str, Callable[[], CarcassonneModule]]] = {"river": LookAhead, "hs": PlainRiver}
"""Where the peer leaves the rules, as a module that is switched on for the comparison."""

AHEAD: Final = "the peer looks further ahead on the river than one bend"
BURIED: Final = "the peer buries no tile under a hill that fits nowhere"
IDLE: Final = "the peer sets no builder on what the tile completes"

PIECES: Final = {
    "SmallFollower": "meeple",
    "BigFollower": "big",
    "Builder": "builder",
    "Pig": "pig",
    "Shepherd": "shepherd",
}
"""What the peer calls the figures."""
TOKENS: Final = {"WOLF": "wolf", **{f"SHEEP_{n}X": str(n) for n in (1, 2, 3, 4)}}
"""What the peer calls the tokens of the sheep bag."""
TERMS: Final = {
    "tiles": "tiles",
    "squares": "tiles",
    "shields": "pennants",
    "cities": "cities",
    "vineyards": "vineyards",
}
"""What the peer calls the lines of a score."""

Score = tuple[int, str, int, tuple[tuple[str, int, int], ...]]
"""Who scored for what kind of feature how much, and the parts of it: what, how many, points."""


class Replay:
    """One of the peer's games, played again by our rules."""

    def __init__(self, peer: PeerGame) -> None:
        unknown = sorted(set(peer.start.config) - set(PARTS))
        if unknown:
            raise FormatError(f"it plays with {', '.join(unknown)}; so far {', '.join(PARTS)} can be compared")
        self.peer = peer
        self.game = Game(rules_of(peer.start))
        rules = self.game.rules
        assert isinstance(rules, CarcassonneGame)
        self.r = rules
        self.report = Report(decisions=len(peer.steps))
        self.discarded = list(peer.end.discarded)
        (laid,) = peer.start.start
        lies = int(self.game.state.cells[self.r.lies])
        if our_tile(laid.tile) != self.r.tables.tiles[lies // 4] or (laid.pos, laid.rot // 90) != ((0, 0), lies % 4):
            raise FormatError(f"it begins with {laid.tile} at {laid.pos}, {laid.rot}")

    def run(self) -> Report:
        """Compare all turns, up to the first that differs."""
        for turn in self.peer.steps:
            try:
                self.turn(turn)
            except BastideError as error:
                self.differ(turn, "what was played", str(error), "was played")
            if self.report.unexplained:
                return self.report
            self.report.compared += 1
        last = self.peer.steps[-1] if self.peer.steps else None
        if last is None or not self.game.over:
            raise FormatError("it has no last turn")
        self.same(last, "tiles set aside", [], self.discarded)
        self.same(last, "the final scores", self.scores(), self.peer.end.final)
        return self.report

    def turn(self, turn: Turn) -> None:
        """Compare and play one tile."""
        game = self.game
        if game.over:
            self.differ(turn, "the end", f"won by {game.winners}", "goes on")
            return
        tile = our_tile(turn.tile)
        events: list[Event] = []
        self.set_aside(turn, events)
        # The peer counts before it buries a tile under a hill.
        self.same(turn, "tiles left", int(game.state.cells[self.r.stack]) - 1, turn.left)
        events += game.chance(f"draw {tile.short}")
        self.same(turn, "who draws", game.actors, [turn.player])
        ours = {text.split()[1] for text in game.legal()} if game.actors != [CHANCE] else set()
        peers = {f"{x},{y},{degrees}" for x, y, degrees in turn.legal}
        self.look_ahead(turn, self.r.tables.kind_index[tile.short])
        self.same(turn, "legal places that only one has", sorted(ours - peers), sorted(peers - ours))
        if self.report.unexplained:
            return
        x, y, degrees = turn.place
        events += game.play(f"tile {x},{y},{degrees}")
        self.figure(turn, tile, degrees // 90, events)
        self.flock(turn, events)
        self.followed(turn, events)

    def set_aside(self, turn: Turn, events: list[Event]) -> None:
        """Tiles that fitted nowhere came up before this one: as many as are missing from the stack."""
        while int(self.game.state.cells[self.r.stack]) > turn.left + 1:
            if not self.discarded:
                raise FormatError(f"turn {turn.n}: {turn.left} tiles are left, but none was discarded before")
            tile = our_tile(self.discarded.pop(0))
            events += self.game.chance(f"draw {tile.short}")
            if tile.hill and not self.game.over:
                # The peer buries a tile only when the hill is laid.
                self.game.state.cells[self.r.stack] += 1
                self.explain(turn, "tiles left", "one less", "all", BURIED)

    def flock(self, turn: Turn, events: list[Event]) -> None:
        """Tend the flock as the peer did, and draw the tokens that it drew."""
        game = self.game
        tokens = [str(event["token"]) for event in turn.events if "token" in event]
        if unknown := [token for token in tokens if token not in TOKENS]:
            raise FormatError(f"turn {turn.n}: {unknown[0]!r} is no token that is known")
        if not game.over and game.rules.phase(game.state).name == "flock":
            events += game.play("flock grow" if tokens else "flock gather")
        if tokens and not game.over and game.rules.phase(game.state).name == "token":
            events += game.chance(f"token {TOKENS[tokens.pop(0)]}")
        self.same(turn, "tokens that nobody draws", [], tokens)

    def figure(self, turn: Turn, tile: Tile, rotation: int, events: list[Event]) -> None:
        """Compare where a follower may stand, and place it."""
        game = self.game
        names: dict[Spot, str] = {}
        for name, section in zip(tile.names(rotation), tile.sections, strict=True):
            names[as_laid(section, rotation)] = name
        peers = {(piece(o.piece), among(names, spot(o.feature, o.loc))) for o in turn.meepleOptions}
        open_ = not game.over and game.rules.phase(game.state).name == "figure"
        legal = set(game.legal()) if open_ else set()
        ours = {(word, where) for word in PIECES.values() for where, name in names.items() if f"{word} {name}" in legal}
        ours -= self.idle_builders(turn, {where: name for where, name in names.items() if ("builder", where) in ours})
        self.same(turn, "where a figure may stand", words(ours), words(peers))
        if self.report.unexplained or not open_:
            return
        if turn.meeple is None:
            events += game.play("pass")
            return
        where = among(names, spot(turn.meeple.feature, turn.meeple.loc))
        if where not in names:
            raise FormatError(f"turn {turn.n}: {turn.meeple.piece} at {turn.meeple.loc} cannot be placed")
        events += game.play(f"{piece(turn.meeple.piece)} {names[where]}")

    def followed(self, turn: Turn, events: list[Event]) -> None:
        """Compare what was scored, who came home, and where that leaves everybody."""
        self.same(turn, "what was scored", our_scores(self.r, events), peer_scores(turn))
        if not turn.last:
            home = Counter(int(event.seat) for event in events if event.kind == "home")
            peers = Counter(int(event["returned"].split(".")[0]) for event in turn.events if "returned" in event)
            self.same(turn, "who came home", sorted(home.items()), sorted(peers.items()))
            again = any(event.kind == "again" for event in events)
            self.same(turn, "a second part", again, any("doubleTurn" in event for event in turn.events))
        self.same(turn, "goods", our_goods(events), peer_goods(turn))
        self.same(turn, "scores", self.scores(), turn.scores)
        if turn.supply is not None:
            self.same(turn, "supplies", self.supplies(), [peer_supply(row) for row in turn.supply])
        self.same(turn, "whether the game is over", self.game.over, turn.last)

    def scores(self) -> list[int]:
        """All scores as they stand."""
        return [int(self.r.points(self.game.state, seat)) for seat in range(self.peer.start.players)]

    def supplies(self) -> list[dict[str, int]]:
        """What every seat has in its supply."""
        c = self.game.state.cells
        words = list(enumerate(self.r.figure_words))
        rows = [{word: int(c[self.r.figure_supply[n] + seat]) for n, word in words} for seat in range(self.r.seats)]
        return [{word: n for word, n in row.items() if n} for row in rows]

    def look_ahead(self, turn: Turn, kind: int) -> None:
        """Note what the peer's look-ahead forbids although the rules allow it."""
        s = self.game.state
        for further in (m for m in self.r.module_rules if isinstance(m, LookAheadRules)):
            others = [m for m in self.r.module_rules if m is not further]
            for at in range(int(s.cells[self.r.opens])):
                place = s.cells[self.r.open + at]
                mask = self.r.tables.fits[kind * RIMS + s.cells[self.r.rim + place]]
                for n in (n for n in range(4) if mask & BITS[n] and not further.may_lie(s, place, kind, n)):
                    if all(m.may_lie(s, place, kind, n) for m in others):
                        self.explain(turn, "a legal place", "legal", "not", AHEAD)

    def idle_builders(self, turn: Turn, names: dict[Spot, str]) -> set[tuple[str, Spot]]:
        """Builders on what this tile completes: the rules allow them, the peer does not."""
        s, r = self.game.state, self.r
        tile = s.cells[r.tiles] - 1
        idle: set[tuple[str, Spot]] = set()
        for where, name in names.items():
            k = r.tables.section_of[s.cells[r.lies + tile] * NAMED + NAMES.index(name)]
            if s.cells[r.ends + s.cells[r.label + s.cells[r.first + tile] + k]] == 0:
                idle.add(("builder", where))
                self.explain(turn, "where a figure may stand", f"builder {name}", "not there", IDLE)
        return idle

    def explain(self, turn: Turn, what: str, ours: object, peers: object, kind: str) -> None:
        """Note a difference that is known."""
        self.report.differences.append(Difference(turn.n, what, ours, peers, kind))

    def same(self, turn: Turn, what: str, ours: object, peers: object) -> None:
        """Note a difference."""
        if ours != peers:
            self.differ(turn, what, ours, peers)

    def differ(self, turn: Turn, what: str, ours: object, peers: object) -> None:
        """Note a difference that nothing explains."""
        self.report.differences.append(Difference(turn.n, what, ours, peers))


def as_laid(section: Section, rotation: int) -> Spot:
    """A section by its sides or half-edges on the board."""
    if section.kind == "field":
        return section.kind, frozenset((half + 2 * rotation) % 8 for half in section.halves)
    return section.kind, frozenset((side + rotation) % 4 for side in section.sides)


def among(names: Collection[Spot], where: Spot) -> Spot:
    """The section that the peer means: of two cities that share a side it gives the side to one of them only."""
    kind, sides = where
    whole = [(k, s) for k, s in names if kind == k == "city" and sides < s]
    return whole[0] if where not in names and len(whole) == 1 else where


def words(spots: set[tuple[str, Spot]]) -> list[str]:
    """Figures on sections as text, in an order."""
    return sorted(f"{word} {kind} {sorted(places)}" for word, (kind, places) in spots)


def rules_of(start: Start) -> CarcassonneGame:
    """Our rules as the peer plays them: its parts, its options, its departures."""
    options: dict[str, object] = {"first": 0}
    modules = [PARTS[part] for part in start.config if PARTS[part]]
    departures = {maker().name: maker for part, maker in DEPARTURES.items() if part in start.config}
    for part in start.config:
        options |= OPTIONS.get(part, {})
    config = {"game": "carcassonne", "seats": start.players, "modules": [*modules, *departures], "options": options}
    MODULES.update(departures)
    try:
        return configure(config, None)
    finally:
        for name in departures:
            del MODULES[name]


def piece(name: str) -> str:
    """Our word for a figure of the peer's. Raises FormatError if there is none."""
    if name not in PIECES:
        raise FormatError(f"{name!r} is no figure that can be compared")
    return PIECES[name]


def our_goods(events: list[Event]) -> list[tuple[int, str, int]]:
    """Who received which goods."""
    return sorted((int(e.seat), GOODS[e.a], int(e.b)) for e in events if e.kind == "goods")


def peer_goods(turn: Turn) -> list[tuple[int, str, int]]:
    """The same as the peer tells it."""
    found = [event for event in turn.events if "received" in event]
    return sorted((int(event["player"]), str(event["received"]).lower(), int(event["count"])) for event in found)


def peer_supply(row: dict[str, int]) -> dict[str, int]:
    """A supply in our words."""
    return {piece(name): n for name, n in row.items() if n}


def our_scores(r: CarcassonneGame, events: list[Event]) -> list[Score]:
    """The scores told, in the peer's words and an order."""
    out: list[Score] = []
    for seat, kind, points, lines in explained(r, events):
        parts = [part for term, count, each, _ in lines if count for part in _parts(kind, term, count, each)]
        if kind in EXTRAS and lines[0][2] in EXTRAS[kind]:
            name, each = EXTRAS[kind][lines[0][2]]
            parts.append((name, 0, sum(line[1] for line in lines) * each))
        out.append((seat, KIND_WORDS.get(kind, kind), points, tuple(sorted(parts))))
    return sorted(out)


EXTRAS: Final = {"road": {2: ("inn", 1), 0: ("inn", 0)}, "city": {3: ("cathedral", 1), 0: ("cathedral", 0)}}
"""What the peer tells as a part of its own where a tile brings so much, and what of it for each tile and shield."""
KIND_WORDS: Final = {"goods": "trade-goods"}


def _parts(kind: str, term: str, count: int, each: int) -> list[tuple[str, int, int]]:
    """A line of ours as the peer's parts, without what stands in EXTRAS."""
    if kind == "goods":
        return [(f"trade-goods.{term.upper()}", 0, each)]
    if kind == "flock":
        return [(f"sheep.SHEEP_{each}X", count, count * each)]
    if kind == "field" and each == 4:
        return [(TERMS[term], count, count * 3), ("pigs", 0, count)]
    if kind in EXTRAS and each in EXTRAS[kind]:
        each -= EXTRAS[kind][each][1]
        return [(TERMS[term], count, count * each)] if each else []
    return [(TERMS[term], count, count * each)]


def peer_scores(turn: Turn) -> list[Score]:
    """The peer's scores of a turn. Raises FormatError if they are of another form."""
    out: list[Score] = []
    for event in turn.events:
        if "points" in event:
            out.append(_score(event, turn.n))
    return sorted(out)


def _score(event: dict[str, Any], n: int) -> Score:
    try:
        parts = sorted((str(what), int(count or 0), int(points)) for what, count, points in event["items"])
        return int(event["player"]), str(event["what"]).partition(".")[0], int(event["points"]), tuple(parts)
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"turn {n}: {event} is no score that is understood ({error})") from None


def replay(peer: PeerGame) -> Report:
    """Play one of the peer's games by our rules and compare. Raises FormatError if it cannot be understood."""
    return Replay(peer).run()


def main(arguments: Sequence[str]) -> int:
    """Compare all games of the files, print what came of it; returns the exit code."""
    return compare("tests.oracle.carcassonne", str(__doc__).splitlines()[0], read_games, replay, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
