"""Builds the view of a game of Carcassonne."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.carcassonne import actions, board, hints, log, seats
from bastide.view.carcassonne.glance import Glance
from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.carcassonne.module_views import views_of
from bastide.view.hints import HintLine
from bastide.view.island.model import OpenOffer
from bastide.view.model import Reason, Result, last_turn


def rules_of(game: Game) -> Carcassonne:
    """The rules of a game that is known to be of this family."""
    rules = game.rules
    assert isinstance(rules, Carcassonne)
    return rules


def view(game: Game, viewer: int, brief: bool = False) -> CarcassonneView:
    """The view of one viewer. Everything is public; what a viewer can do depends only on who is to act.

    All viewers share one log, built once, so a `brief` view saves nothing.
    """
    g = Glance(game, rules_of(game), viewer, views_of(rules_of(game)))
    r = g.rules
    return CarcassonneView(
        version=game.version,
        viewer=viewer,
        turn=g.cell(r.turn),
        phase=g.phase,
        on_turn=g.on_turn,
        actors=g.actors,
        optional=g.optional,
        prompt=actions.prompt(g),
        seats=seats.seat_views(g),
        actions=actions.actions(g),
        targets=actions.targets(g),
        choice=actions.choice(g),
        legal=g.legal,
        forms=g.forms,
        log=last_turn(log.log(g)) if brief else log.log(g),
        moved=log.last_move(g),
        can_undo=viewer >= 0 and game.can_undo(viewer),
        can_redo=(viewer >= 0 and game.can_redo(viewer)) or UNSET,
        result=Result(game.winners, actions.result_words(g), seats.story(g)) if game.over else None,
        tiles=board.tiles(g),
        figures=board.figures(g),
        tokens=board.tokens(g),
        features=board.features(g),
        drawn=board.drawn(g),
        stack=g.cell(r.stack),
        kinds=board.kinds(g),
        claiming=board.claiming(g),
        recent=log.recent(g),
        modules=[module.name for module in r.modules],
    )


def events_view(game: Game, events: Sequence[Event], viewer: int) -> list[dict[str, Any]]:
    """Events as plain data; all are public."""
    return [log.event_data(rules_of(game), event) for event in events]


def turn(game: Game) -> tuple[int, int]:
    """Which turn it is, and whose."""
    r, c = rules_of(game), game.state.cells
    return int(c[r.turn]), int(c[r.on_turn])


def plain(game: Game, seat: int, notation: str) -> bool:
    """Whether everybody can see a seat's options: always."""
    return True


def open_offer(game: Game) -> OpenOffer | None:
    """None: nothing is traded."""
    return None


def explain(game: Game, text: str, seat: int) -> Reason | None:
    """Why a seat cannot use a button or play a notation now; None if it can. Raises InvalidAction."""
    return actions.explain(Glance(game, rules_of(game), seat, views_of(rules_of(game))), text)


def hint(game: Game, seat: int, text: str, value: float | None, term: str) -> HintLine:
    """A legal decision of a seat in words, with the reason if a term of the evaluation speaks for it."""
    g = Glance(game, rules_of(game), seat, views_of(rules_of(game)))
    say, near = hints.says(g, text)
    return HintLine(text, say, value, hints.why(g, text, term), near)
