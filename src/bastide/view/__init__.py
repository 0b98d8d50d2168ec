"""What one viewer may see of a game, and its drawings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.island import actions, board, log, seats, story
from bastide.view.island.glance import Glance
from bastide.view.island.parts import own_parts
from bastide.view.model import OPEN, SPECTATOR, Reason, Result, View

__all__ = ["OPEN", "SPECTATOR", "View", "events_view", "explain", "view"]


def view(game: Game, viewer: int) -> View:
    """What one viewer may see, and do: a seat, SPECTATOR, or OPEN for everything.

    :raises ValueError: if the viewer is no seat of this game.
    """
    if not OPEN <= viewer < game.rules.seats:
        raise ValueError(f"viewer {viewer!r} is no seat of this game; seats are 0 to {game.rules.seats - 1}")
    g = Glance(game, viewer)
    r = g.rules
    return View(
        family="island",
        version=game.version,
        viewer=viewer,
        goal=int(r.goal_points),
        hand_limit=int(r.hand_limit(game.state, viewer)) if viewer >= 0 else int(r.limit),
        turn=g.cell(r.turn),
        phase=g.phase,
        on_turn=g.on_turn,
        actors=g.actors,
        optional=g.optional,
        prompt=actions.prompt(g),
        board=board.board(g),
        pieces=board.pieces(g),
        robber=board.robber(g),
        roll=board.last_roll(g),
        rolls=board.roll_counts(g),
        bank=g.goods(r.bank),
        deck=int(r.deck_size(g.state)) if actions.has_deck(g) else None,
        seats=seats.seat_views(g),
        actions=actions.actions(g),
        targets=board.targets(g),
        bank_trades=actions.bank_trades(g),
        choice=actions.choice(g),
        offer=actions.offer(g),
        legal=g.legal,
        forms=g.forms,
        log=log.log(game, r, viewer),
        moved=board.last_move(g),
        can_undo=viewer >= 0 and game.can_undo(viewer),
        result=Result(game.winners, actions.result_words(g), story.story(g)) if game.over else None,
        modules={name: own for name, part in own_parts(r).items() if (own := part.own(g)) is not None},
    )


def events_view(game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
    """Events as one viewer may know them, as plain data."""
    r = Glance(game, viewer).rules
    return [log.event_data(r, event, viewer) for event in events]


def explain(game: Game, text: str, seat: int) -> Reason | None:
    """Why a seat cannot use a button (`road`, `trade`) or play a notation now; None if it can. Raises InvalidAction."""
    return actions.explain(Glance(game, seat), text)
