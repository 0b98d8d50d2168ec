"""The Seafarers games of `jsettlers.py`: their config, and what they add to each step.

Where the peer leaves the rules, its file says so (`x`): our answer is then compared with the rule. Two readings of a
line that a foreign building cuts are possible; a ship beside such a building is left out (`missing_from`).
"""

from __future__ import annotations

from typing import Any, Final

from bastide.catan.base.network import line_spots
from bastide.catan.family import IslandGame
from bastide.expansions.island.seafarers.rules.module import SeafarersRules
from bastide.kernel.codes import Codes
from tests.oracle.jsettlers import After, PeerGame, Player, Replay, Setup, Step, base_config

MISSING: Final = "the peer does not offer what the rules allow"
EXTRA: Final = "the peer offers what the rules forbid"
CUT: Final = "a line cut by a foreign building: two readings"
DESERT: Final = "a corner that touches deserts of the home alone: the peer lets nobody begin there"
KINDS: Final = {"missing": MISSING, "extra": EXTRA, "missing_from": CUT}


def sea_config(setup: Setup) -> dict[str, Any]:
    """Our config of the peer's game on the sea."""
    config = base_config(setup)
    config["modules"] = ["seafarers"] + (["five_six"] if setup.special_building else [])
    sites = config["layout"]["sites"]
    if setup.pirate is not None:
        sites.append({"word": "pirate", "place": setup.pirate})
    sites += [{"word": "home", "place": place} for place in homes(setup)]
    return config


def homes(setup: Setup) -> list[str]:
    """The hexes of land of which a corner is open at set-up and none lies in an area that only others touch.

    A map on which every corner is open has none.
    """
    start = set(setup.start)
    land = [f"{hex_['q']},{hex_['r']}" for hex_ in setup.hexes if hex_["terrain"] != "sea"]
    corners = {name: corners_of(name) for name in land}
    if all(corner in start for name in land for corner in corners[name]):
        return []
    return [name for name in land if any(corner in start for corner in corners[name])]


def corners_of(hex_: str) -> list[str]:
    """The corners of a hex."""
    q, r = map(int, hex_.split(","))
    return [f"{q},{r},N", f"{q},{r},S", f"{q + 1},{r - 1},S", f"{q},{r - 1},S", f"{q},{r + 1},N", f"{q - 1},{r + 1},N"]


class SeaReplay(Replay):
    """One of the peer's games on the sea."""

    def __init__(self, peer: PeerGame) -> None:
        super().__init__(peer, sea_config(peer.start))
        self.sea = self.r.module(SeafarersRules)

    def check_flags(self, step: Step) -> None:
        for flag in step.x:
            if flag.partition(":")[0] not in KINDS:
                super().check_flags(step)
            else:
                self.differ(step.i, flag, "by the rules", "otherwise", KINDS[flag.partition(":")[0]])

    def compare_legal(self, step: Step) -> None:
        if step.phase == "gold":
            self.same(step.i, "cards of gold", self.cell(int(self.game.state.top()) + 2), step.need)
            if step.need > 2:
                return
        super().compare_legal(step)

    def legal(self, step: Step) -> set[str]:
        """Our decisions, the moves of ships with both their paths."""
        found: set[str] = set()
        for text in super().legal(step):
            word, _, place = text.partition(" ")
            if step.phase == "setup_settlement" and place in self.desert():
                self.differ(step.i, "a legal action", text, "none", DESERT)
            elif word == "sail":
                found |= {f"move {place} {to}" for to in self.moves(text, step.seat)}
            else:
                found.add(text)
        return self.less(step, found)

    def desert(self) -> list[str]:
        """The corners that touch deserts of the home alone."""
        start = self.peer.start
        return start.areas.get(str(start.island_bonus.no_bonus_area), []) if start.island_bonus is not None else []

    def peers_legal(self, step: Step) -> set[str]:
        """The peer's decisions, put right where its file says that it leaves the rules."""
        found = super().peers_legal(step)
        for flag in step.x:
            kind, _, what = flag.partition(":")
            if kind == "missing":
                found.add(what)
            elif kind == "extra":
                found.discard(what)
        return self.less(step, found)

    def less(self, step: Step, texts: set[str]) -> set[str]:
        """Decisions without those that the file leaves open.

        They are moves of a ship beside a cut line, and flagged lines that the seat may be unable to pay: `places`
        tells whether these are allowed.
        """
        flagged = [flag.partition(":") for flag in step.x]
        out = {what for kind, _, what in flagged if kind != "missing_from" and not what.startswith("move ")}
        whole = tuple(f"{what} " for kind, _, what in flagged if kind == "missing_from")
        if step.places is None:
            out = set()
        return {text for text in texts if text not in out and not (whole and text.startswith(whole))}

    def moves(self, text: str, seat: int) -> list[str]:
        """Where the ship could go that a decision takes up."""
        game = self.game.copy()
        game.play(text, seat)
        return [found.split()[1] for found in game.legal(seat)]

    def places(self, seat: int) -> dict[str, list[str]]:
        out = Codes()
        line_spots(self.r, self.game.state, seat, self.sea.ship, out)
        names = self.r.board.edge_names
        return super().places(seat) | {"ship": [names[code - self.r.line_codes[self.sea.ship]] for code in out.row()]}

    def peers_places(self, step: Step, word: str) -> list[str]:
        """The peer's places, put right where its file says that it leaves the rules."""
        found = set(super().peers_places(step, word))
        for flag in step.x:
            kind, _, what = flag.partition(":")
            flagged, _, place = what.partition(" ")
            if flagged == word and kind == "missing":
                found.add(place)
            elif flagged == word and kind == "extra":
                found.discard(place)
        return sorted(found)

    def act(self, step: Step) -> None:
        word, *places = step.a.split()
        if word == "move":
            self.game.play(f"sail {places[0]}", step.seat)
            self.game.play(f"ship {places[1]}", step.seat)
        else:
            super().act(step)

    def ours(self, step: Step, text: str) -> str:
        return text.replace("take", "gold", 1) if step.phase == "gold" else super().ours(step, text)

    def compare_position(self, step: Step, after: After) -> None:
        super().compare_position(step, after)
        self.same(step.i, "the pirate", self.hex_name(self.sea.pirate), after.pirate)

    def compare_player(self, step: Step, seat: int, player: Player) -> None:
        super().compare_player(step, seat, player)
        ships = int(self.r.left_of(self.game.state, seat, self.sea.ship_item))
        self.same(step.i, f"seat {seat}: ships left", ships, player.left[1])
        self.same(step.i, f"seat {seat}: island points", int(self.sea.points(self.game.state, seat)), player.svp)


def on_sea(rules: IslandGame) -> bool:
    """Whether a game is one of these."""
    return any(module.name == "seafarers" for module in rules.modules)
