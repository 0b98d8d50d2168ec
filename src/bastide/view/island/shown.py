"""Builds the view of an island game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.hints import HintLine
from bastide.view.island import actions, board, hints, log, seats, story
from bastide.view.island.common import common
from bastide.view.island.glance import Glance, rules_of
from bastide.view.island.model import Instead, IslandView, OpenOffer, SeatView
from bastide.view.island.module_views import named_views
from bastide.view.model import SPECTATOR, Reason, Result, Say

WINS: Final = Say("It wins the game.")
WITHDRAW: Final = "withdraw"
SEEN: Final = frozenset({"settle", "road", "robber", "steal", WITHDRAW})
"""Where one of these is the only legal action, that follows from the board and other public information."""


def view(game: Game, viewer: int, brief: bool = False) -> IslandView:
    """The view of one viewer: a seat, SPECTATOR, or OPEN for everything; see `bastide.view.view`."""
    g = Glance(game, viewer)
    r, open_to_all, own = g.rules, common(game), of_modules(g)
    return IslandView(
        version=game.version,
        viewer=viewer,
        goal=int(r.goal_points),
        hand_limit=int(r.hand_limit(game.state, viewer)) if viewer >= 0 else int(r.limit),
        turn=min(g.cell(r.turn), int(r.turn_limit)),  # the turn after the last one is not played
        phase=g.phase,
        on_turn=g.on_turn,
        actors=g.actors,
        optional=g.optional,
        prompt=actions.prompt(g),
        board=open_to_all.board,
        pieces=open_to_all.pieces,
        robber=open_to_all.robber,
        roll=open_to_all.roll,
        rolls=open_to_all.rolls,
        bank=open_to_all.bank,
        deck=open_to_all.deck,
        seats=seats.seen(g, open_to_all.seats),
        side_roll=open_to_all.side_roll or UNSET,
        neutrals=open_to_all.neutrals or UNSET,
        builder=actions.builder(g),
        instead=instead(g, open_to_all.seats, own),
        actions=actions.actions(g),
        targets=board.targets(g),
        bank_trades=actions.bank_trades(g),
        choice=actions.choice(g),
        offer=actions.offer(g),
        legal=g.legal,
        forms=g.forms,
        log=log.latest(game, r, viewer) if brief else log.log(game, r, viewer),
        moved=open_to_all.moved,
        can_undo=viewer >= 0 and game.can_undo(viewer),
        can_redo=(viewer >= 0 and game.can_redo(viewer)) or UNSET,
        result=result(g) if game.over else None,
        modules=own,
    )


def of_modules(g: Glance) -> dict[str, Any]:
    """What each expansion adds to the view."""
    return {name: own for name, module in named_views(g.rules).items() if (own := module.own(g)) is not None}


def instead(g: Glance, public: Sequence[SeatView], modules: Mapping[str, Any]) -> Instead | UnsetType:
    """What the viewer can do in place of an own open offer; `modules` is what the expansions add while it is open."""
    if WITHDRAW not in g.legal:
        return UNSET
    game = g.game.copy()
    game.play(WITHDRAW, g.viewer)
    after = Glance(game, g.viewer)
    if g.viewer not in after.actors:
        return UNSET
    own = next(seat for seat in seats.seen(after, public) if seat.seat == g.viewer)
    return Instead(
        before=WITHDRAW,
        phase=after.phase,
        actions=actions.actions(after),
        targets=board.targets(after),
        choice=actions.choice(after),
        legal=after.legal,
        forms=after.forms,
        bank_trades=actions.bank_trades(after),
        cards=own.cards,
        modules={name: data for name, data in of_modules(after).items() if data != modules.get(name)},
    )


def result(g: Glance) -> Result:
    """How a game has ended."""
    together = not g.game.winners and g.rules.ending(g.state) != ""
    return Result(g.game.winners, actions.result_words(g), story.story(g), together or UNSET)


def events_view(game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
    """Events as one viewer may know them, as plain data."""
    r = rules_of(game)
    return [log.event_data(r, event, viewer) for event in events]


def turn(game: Game) -> tuple[int, int]:
    """Which turn it is, and whose."""
    r = rules_of(game)
    return int(game.state.cells[r.turn]), int(game.state.cells[r.on_turn])


def plain(game: Game, seat: int, notation: str) -> bool:
    """Whether everybody can see that this is a seat's only option: not where a hand could give a choice,
    unless it is empty.
    """
    verb = notation.split()[0]
    if verb in SEEN:
        return True
    held = view(game, SPECTATOR).seats[seat]
    return not (held.cards_size or (held.hand_size and verb != "roll"))


def open_offer(game: Game) -> OpenOffer | None:
    """The offer that seats have yet to answer; None if there is none."""
    return actions.open_offer(Glance(game, SPECTATOR))


def explain(game: Game, text: str, seat: int) -> Reason | None:
    """Why a seat cannot use a button (`road`, `trade`) or play a notation now; None if it can. Raises InvalidAction."""
    return actions.explain(Glance(game, seat), text)


def hint(game: Game, seat: int, text: str, value: float | None, term: str) -> HintLine:
    """A legal decision of a seat in words, with the reason if a term of the evaluation speaks for it."""
    g = Glance(game, seat)
    say, near = hints.says(g, text)
    reason = WINS if hints.wins(g, text) else hints.why(g, text, term)
    return HintLine(text, say, value, reason, near)
