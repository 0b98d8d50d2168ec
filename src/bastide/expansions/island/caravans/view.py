"""How Caravans is shown: wagons and where the next may go, the bidding with all bids, what a wagon would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from bastide.expansions.island.caravans.rules.bidding import MOST_CARDS, NO_BIDS, ON_TURN, OUTBID, TIE
from bastide.expansions.island.caravans.rules.boards import OASIS, START
from bastide.expansions.island.caravans.rules.state import CaravansState
from bastide.expansions.island.caravans.rules.wagons import paths, place_wagon
from bastide.kernel.codes import Codes
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import CORNER, EDGE, NUMBER, Fields, ModuleView, Telling
from bastide.view.lines import listed, pair
from bastide.view.model import Arg, Choice, Option, Piece, Points, Say, Target
from bastide.view.styles import Ground, PieceStyle, SiteStyle, Styles
from bastide.view.words import Words

WAGON: Final = "caravans_wagon"
NEXT: Final = "caravans_next"
"""A path where the next wagon may stand, shown while the players bid."""
VOTE: Final = "caravans_vote_mark"
"""A path for which somebody votes, with that player's pennant."""
ARROWS: Final = (*(f"caravans_arrow_{k}" for k in range(6)), *(f"caravans_used_{k}" for k in range(6)))
"""The arrows of the oasis by its corners, clockwise from the top: those where no wagon stands, then the others."""
EVENTS: Final[Mapping[str, Fields]] = {
    "caravans_bid": (("wool", NUMBER), ("grain", NUMBER)),
    "caravans_decides": (("why", NUMBER),),
    "caravans_vote": (("place", EDGE), ("votes", NUMBER)),
    "caravans_wagon": (("place", EDGE), ("left", NUMBER)),
    "caravans_point": (("place", CORNER),),
    "caravans_none": (("why", NUMBER),),
}
LINES: Final = {
    "caravans_vote": ("caravans", Say("{player} votes for a path: {count} {count:vote|votes}")),
    "caravans_point": ("point", Say("{player} has a building between two wagons: 1 point")),
}
DECIDES: Final[Mapping[int, Say]] = {
    int(OUTBID): Say("{player} bid more than all others together and decides"),
    int(MOST_CARDS): Say("No path has a majority: {player} bid most and decides"),
    int(ON_TURN): Say("No path has a majority, and no single bid is the highest: {player} decides"),
    int(NO_BIDS): Say("Nobody bids: {player} decides"),
    int(TIE): Say("The bids are equal: {player} places a wagon"),
}
"""Why a player decides."""
NONE: Final = (Say("No wagon is left"), Say("No path is left for a wagon"))
HINTS: Final = {
    "bid": Say("bid these cards for the wagon"),
    "vote": Say("vote for this path"),
    "wagon": Say("place a wagon"),
}
DEEDS: Final = {"bid": Say("Bid {goods}")}
BID: Final = Say("Bid for the next wagon: wool and grain, a vote for each card.")
PLACES: Final = frozenset({"vote", "wagon"})
PHASES: Final = frozenset({"caravans_bid", "caravans_vote", "caravans_choose"})


class Bid(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has bid, and the path for which it votes."""

    seat: int
    wool: int
    grain: int
    vote: str | None = None

    @property
    def cards(self) -> int:
        """The cards, and so the votes."""
        return self.wool + self.grain


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The running bidding, or the last one: the bids in their order, who decides and why, the wagons that were placed.

    `open`: it is not over yet.
    """

    open: bool
    bids: list[Bid]
    decides: int | None = None
    why: int | None = None
    placed: list[str] = []


class CaravansView(msgspec.Struct, frozen=True):
    """The wagons on the board and the number left, the paths for the next one, buildings between wagons by seat.

    `round` is None before the first bidding.
    """

    wagons: list[str]
    left: int
    paths: list[str]
    beside: list[int]
    round: Round | None


class CaravansShown(ModuleView):
    """How the scenario is shown."""

    reasons: Mapping[str, Say] = {"wagons": Say("The wagons will bring you more.")}
    fields = EVENTS
    plain = LINES
    hints = HINTS
    deeds = DEEDS
    placed = PLACES
    asked: Mapping[str, tuple[Say, Say]] = {
        "caravans_bid": (BID, Say("{player} bids for the next wagon.")),
        "caravans_choose": (Say("You decide: place the wagon."), Say("{player} places a wagon.")),
    }
    legend = Say("W between two strokes is a wagon, P a path for the next one.")
    styles = Styles(
        pieces={
            WAGON: PieceStyle(figure=True, edge=True, scale=0.82, depth=-6, shift=(0, -11)),
            NEXT: PieceStyle(figure=True, edge=True, scale=0.7, depth=-8, shift=(0, -8)),
            VOTE: PieceStyle(figure=True, edge=True, pennant=True, depth=8),
            **{kind: PieceStyle(figure=True, scale=1.0, depth=-40) for kind in ARROWS},
        },
        terrains={OASIS: Ground("#F0E2BA", "#DDBE83", "#F9EFD3", "#A58A57")},
        sites={START: SiteStyle()},
    )

    def own(self, g: Glance) -> CaravansView:
        m = g.rules.module(CaravansState)
        names = g.rules.board.edge_names
        return CaravansView(
            wagons=[name for edge, name in enumerate(names) if m.has_wagon(g.state, edge)],
            left=g.cell(m.stock),
            paths=next_paths(g, m),
            beside=[g.cell(m.beside + seat) for seat in range(int(g.rules.seats))],
            round=last_round(g, m),
        )

    def pieces(self, g: Glance) -> list[Piece]:
        m, r = g.rules.module(CaravansState), g.rules
        out = arrows(g, m)
        for edge, name in enumerate(r.board.edge_names):
            if m.has_wagon(g.state, edge):
                road = g.cell(r.road + edge) != 0
                out.append(Piece(WAGON, name, -1, [Say("a wagon: the road counts twice" if road else "a wagon")]))
        if g.phase == "caravans_bid":
            label = Say("the next wagon may come here")
            places = [(name, brings(g, r.board.edge_index[name])) for name in next_paths(g, m)]
            out += [Piece(NEXT, name, -1, [label, *brought]) for name, brought in places]
        for seat in range(int(r.seats)):
            edge = g.cell(m.named + seat) - 1
            if edge >= 0:
                out.append(Piece(VOTE, r.board.edge_names[edge], seat))
        return out

    def targets(self, g: Glance) -> list[Target]:
        out: list[Target] = []
        for text in g.legal:
            verb, _, place = text.partition(" ")
            if verb in PLACES:
                label = Say("vote for this path") if verb == "vote" else Say("a wagon here")
                out.append(Target(text, place, verb, WAGON, label, brings(g, g.rules.board.edge_index[place])))
        return out

    def points(self, g: Glance, seat: int) -> list[Points]:
        count = g.cell(g.rules.module(CaravansState).beside + seat)
        return [Points("caravans_beside", count, count)] if count else []

    def prompt(self, g: Glance) -> Say | None:
        mine = g.viewer in g.actors
        if g.phase == "caravans_vote":
            m = g.rules.module(CaravansState)
            who: dict[str, Arg] = {"player": g.actors[0]}
            votes: dict[str, Arg] = {"count": int(m.votes(g.state, g.actors[0]))}
            if mine:
                return Say("Vote for the path of the wagon: you have {count} {count:vote|votes}.", votes)
            return Say("{player} votes: {count} {count:vote|votes}.", who | votes)
        top = int(g.state.top())
        if g.phase == "caravans_choose" and mine and g.cell(top + 2) > 1:
            return Say("Place two wagons, for two different caravans.")
        if g.phase == "caravans_choose" and mine and g.cell(top + 3):
            return Say("Place the second wagon, for another caravan.")
        return super().prompt(g)

    def choice(self, g: Glance) -> Choice | None:
        if g.phase != "caravans_bid" or g.viewer not in g.actors:
            return None
        m, r = g.rules.module(CaravansState), g.rules
        at = r.hand + g.viewer * r.goods
        held = {r.good_names[good]: g.cell(at + good) for good in (int(m.wool), int(m.grain))}
        nothing = Option("pass", Say("Bid nothing"))
        return Choice("bid", BID, "bid", 0, {good: n for good, n in held.items() if n}, [nothing])

    def text(self, view: IslandView, own: CaravansView, words: Words, names: Sequence[str]) -> list[str]:
        say = words.gettext
        lines = [
            pair(words, say("Wagons left"), str(own.left)),
            pair(words, say("Wagons at"), listed(words, own.wagons) or say("no wagon yet")),
            pair(words, say("The next wagon may go to"), listed(words, own.paths) or say("no path")),
        ]
        if own.round is not None:
            bids = []
            for bid in own.round.bids:
                cards = {"wool": bid.wool, "grain": bid.grain}
                shown = words.goods({good: n for good, n in cards.items() if n}) if bid.cards else say("nothing")
                voted = say("{bid}, votes for {place}", bid=shown, place=bid.vote) if bid.vote else shown
                bids.append(pair(words, names[bid.seat], voted))
            heading = say("Bids for the next wagon") if own.round.open else say("The last bids")
            lines.append(pair(words, heading, listed(words, bids)))
        return lines

    def tell(self, telling: Telling, i: int) -> None:
        """Bids, who decides, and the wagons."""
        event = telling.events[i]
        seat = int(event.seat)
        if event.kind == "caravans_bid":
            cards = {"wool": int(event.a), "grain": int(event.b)}
            if event.a + event.b > 0:
                said = Say("{player} bids {cards}", {"player": seat, "cards": {k: n for k, n in cards.items() if n}})
            else:
                said = Say("{player} bids nothing", {"player": seat})
            telling.line("caravans", seat, said)
        elif event.kind == "caravans_decides":
            telling.line("caravans", seat, Say(DECIDES[int(event.a)].text, {"player": seat}))
        elif event.kind == "caravans_none":
            telling.line("caravans", -1, NONE[int(event.a)])
        elif event.kind == "caravans_wagon" and seat >= 0:
            telling.line(
                "caravans", seat, Say("{player} places a wagon, {count} left", {"player": seat, "count": int(event.b)})
            )
        elif event.kind == "caravans_wagon":
            telling.line("caravans", -1, Say("A wagon is placed, {count} left", {"count": int(event.b)}))


def arrows(g: Glance, m: CaravansState) -> list[Piece]:
    """The arrows on the oasis; those on whose path a wagon stands are pale."""
    board = g.rules.board
    oasis = board.terrain.index(OASIS)
    round_oasis = [int(board.hex_corners[6 * oasis + k]) for k in range(6)]
    used = [m.has_wagon(g.state, edge) for edge in m.arrows]
    kinds = [ARROWS[round_oasis.index(int(corner)) + 6 * used[k]] for k, corner in enumerate(m.inner)]
    return [Piece(kind, board.hex_names[oasis], -1) for kind in kinds]


def next_paths(g: Glance, m: CaravansState) -> list[str]:
    """The paths where the next wagon may stand."""
    found = Codes()
    paths(m, g.state, 0, found, 0)
    return [g.rules.board.edge_names[edge] for edge in sorted(int(code) for code in found.row())]


def brings(g: Glance, edge: int) -> list[Say]:
    """What a wagon on an edge would change for each player, and the votes that it has so far."""
    m, r = g.rules.module(CaravansState), g.rules
    later = g.state.copy()
    place_wagon(m, later, -1, edge)
    out: list[Say] = []
    for seat in range(int(r.seats)):
        route = g.cell(r.route + seat), int(later.cells[r.route + seat])
        won = int(later.cells[m.beside + seat]) - g.cell(m.beside + seat)
        if won:
            out.append(Say("between two wagons, +{count}: {player}", {"player": seat, "count": won}))
        if route[0] != route[1]:
            lengths: dict[str, Arg] = {"before": route[0], "count": route[1]}
            out.append(Say("longest road {before} → {count}: {player}", {"player": seat} | lengths))
    holder = int(later.cells[r.route_holder])
    if holder != g.cell(r.route_holder) and holder:
        out.append(Say("the longest road goes to {owner}", {"owner": holder - 1}))
    votes = sum(int(m.votes(g.state, seat)) for seat in range(int(r.seats)) if g.cell(m.named + seat) == edge + 1)
    if votes:
        out.append(Say("{count} {count:vote|votes} so far", {"count": votes}))
    return out or [Say("brings nobody anything yet")]


def last_round(g: Glance, m: CaravansState) -> Round | None:
    """The running bidding or the last one, read from its events; None before the first."""
    going = g.phase in PHASES
    events = round_events(g, going)
    if not events and not going:
        return None
    names = g.rules.board.edge_names
    votes = {int(e.seat): names[int(e.a)] for e in events if e.kind == "caravans_vote"}
    decided = [e for e in events if e.kind == "caravans_decides"]
    return Round(
        open=going,
        bids=[Bid(int(e.seat), int(e.a), int(e.b), votes.get(int(e.seat))) for e in events if e.kind == "caravans_bid"],
        decides=int(decided[0].seat) if len(decided) == 1 else None,
        why=int(decided[0].a) if decided else None,
        placed=[names[int(e.a)] for e in events if e.kind == "caravans_wagon"],
    )


def round_events(g: Glance, going: bool) -> list[Event]:
    """The events of the bidding that is going on, or else of the last turn that ended with one, in their order."""
    found: list[Event] = []
    for events in reversed(g.game.history):
        for event in reversed(events):
            if event.kind.startswith("caravans_"):
                found.append(event)
            elif event.kind == "turn":
                if going or any(e.kind == "caravans_bid" for e in found):
                    return found[::-1]
                found.clear()
    return found[::-1]


VIEW: Final = CaravansShown()
