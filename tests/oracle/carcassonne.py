"""Replays games of Carcassonne of an independent engine through our rules and compares every step.

    python -m tests.oracle.carcassonne FILE...

For each tile the set of legal placements is compared, then the sections that a follower may stand on, then what was
scored with its parts, who came home, all scores and all supplies. Ends with exit code 1 if a difference remains
unexplained, 2 if a file cannot be read or plays with parts that this project does not have yet.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from bastide.carcassonne.family import CarcassonneGame
from bastide.carcassonne.tiles.model import Section, Tile
from bastide.kernel.errors import BastideError
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE, Event
from tests.carcassonne.kit import explained
from tests.oracle.peer import FormatError
from tests.oracle.report import Difference, Report, compare
from tests.oracle.tile_peer import PeerGame, Spot, Turn, our_tile, read_games, spot

PARTS: Final[dict[str, str]] = {"base": ""}
"""The parts that can be compared, and our module of each."""

FOLLOWER: Final = "SmallFollower"
TERMS: Final = {"tiles": "tiles", "squares": "tiles", "shields": "pennants", "cities": "cities"}
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
        modules = [PARTS[part] for part in peer.start.config if PARTS[part]]
        config = {"game": "carcassonne", "seats": peer.start.players, "modules": modules, "options": {"first": 0}}
        self.game = Game.new(config)
        rules = self.game.rules
        assert isinstance(rules, CarcassonneGame)
        self.r = rules
        self.report = Report(decisions=len(peer.turns))
        self.discarded = list(peer.end.discarded)
        (laid,) = peer.start.start
        if our_tile(laid.tile) != self.r.tables.tiles[self.r.start_kind] or (laid.pos, laid.rot) != ((0, 0), 0):
            raise FormatError(f"it begins with {laid.tile} at {laid.pos}, {laid.rot}")

    def run(self) -> Report:
        """Compare all turns, up to the first that differs."""
        for turn in self.peer.turns:
            try:
                self.turn(turn)
            except BastideError as error:
                self.differ(turn, "what was played", str(error), "was played")
            if self.report.unexplained:
                return self.report
            self.report.compared += 1
        last = self.peer.turns[-1] if self.peer.turns else None
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
        events += game.chance(f"draw {tile.short}")
        self.same(turn, "who draws", game.actors, [turn.player])
        self.same(turn, "tiles left", int(game.state.cells[self.r.stack]), turn.left)
        ours = {text.split()[1] for text in game.legal()} if game.actors != [CHANCE] else set()
        peers = {f"{x},{y},{degrees}" for x, y, degrees in turn.legal}
        self.same(turn, "legal places that only one has", sorted(ours - peers), sorted(peers - ours))
        if self.report.unexplained:
            return
        x, y, degrees = turn.place
        events += game.play(f"tile {x},{y},{degrees}")
        self.figure(turn, tile, degrees // 90, events)
        self.followed(turn, events)

    def set_aside(self, turn: Turn, events: list[Event]) -> None:
        """Tiles that fitted nowhere came up before this one: as many as are missing from the stack."""
        while int(self.game.state.cells[self.r.stack]) > turn.left + 1:
            if not self.discarded:
                raise FormatError(f"turn {turn.n}: {turn.left} tiles are left, but none was discarded before")
            events += self.game.chance(f"draw {our_tile(self.discarded.pop(0)).short}")

    def figure(self, turn: Turn, tile: Tile, rotation: int, events: list[Event]) -> None:
        """Compare where a follower may stand, and place it."""
        game = self.game
        names: dict[Spot, str] = {}
        for name, section in zip(tile.names(rotation), tile.sections, strict=True):
            names[as_laid(section, rotation)] = name
        peers = {spot(option.feature, option.loc) for option in turn.meepleOptions if option.piece == FOLLOWER}
        open_ = not game.over and game.rules.phase(game.state).name == "figure"
        legal = {text.split()[1] for text in game.legal() if text != "pass"} if open_ else set()
        ours = {where for where, name in names.items() if name in legal}
        self.same(turn, "where a follower may stand", words(ours), words(peers))
        if self.report.unexplained or not open_:
            return
        if turn.meeple is None:
            events += game.play("pass")
            return
        where = spot(turn.meeple.feature, turn.meeple.loc)
        if turn.meeple.piece != FOLLOWER or where not in names:
            raise FormatError(f"turn {turn.n}: {turn.meeple.piece} at {turn.meeple.loc} cannot be placed")
        events += game.play(f"meeple {names[where]}")

    def followed(self, turn: Turn, events: list[Event]) -> None:
        """Compare what was scored, who came home, and where that leaves everybody."""
        self.same(turn, "what was scored", our_scores(self.r, events), peer_scores(turn))
        if not turn.last:
            home = Counter(int(event.seat) for event in events if event.kind == "home")
            peers = Counter(int(event["returned"].split(".")[0]) for event in turn.events if "returned" in event)
            self.same(turn, "who came home", sorted(home.items()), sorted(peers.items()))
        self.same(turn, "scores", self.scores(), turn.scores)
        if turn.supply is not None:
            supply = [int(self.game.state.cells[self.r.supply + seat]) for seat in range(self.peer.start.players)]
            self.same(turn, "supplies", supply, [row.get(FOLLOWER, 0) for row in turn.supply])
        self.same(turn, "whether the game is over", self.game.over, turn.last)

    def scores(self) -> list[int]:
        """All scores as they stand."""
        return [int(self.r.points(self.game.state, seat)) for seat in range(self.peer.start.players)]

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


def words(spots: set[Spot]) -> list[str]:
    """Sections as text, in an order."""
    return sorted(f"{kind} {sorted(places)}" for kind, places in spots)


def our_scores(r: CarcassonneGame, events: list[Event]) -> list[Score]:
    """The scores told, in the peer's words and an order."""
    out: list[Score] = []
    for seat, kind, points, lines in explained(r, events):
        parts = sorted((TERMS.get(term, term), count, total) for term, count, _, total in lines if count)
        out.append((seat, kind, points, tuple(parts)))
    return sorted(out)


def peer_scores(turn: Turn) -> list[Score]:
    """The peer's scores of a turn. Raises FormatError if they are of another form."""
    out: list[Score] = []
    for event in turn.events:
        if "points" in event:
            out.append(_score(event, turn.n))
    return sorted(out)


def _score(event: dict[str, Any], n: int) -> Score:
    try:
        parts = sorted((str(what), int(count), int(points)) for what, count, points in event["items"])
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
