"""The island's page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from markupsafe import Markup

from bastide.kernel.errors import ConfigError
from bastide.view import svg
from bastide.view.island.model import IslandView
from bastide.web.making import board_of, options_of
from bastide.web.panels import (
    actions,
    bank,
    choice,
    dice,
    hand,
    hint,
    log,
    offer,
    pictures,
    players,
    prompt,
    rail,
    summary,
)
from bastide.web.panels.clock import pause
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.family import Box, FamilyPage
from bastide.web.panels.island import board, sides
from bastide.web.panels.island.replay import open_east, open_rail
from bastide.web.panels.island.tabs import tabs
from bastide.web.panels.rows import Rows


def free(draw: Callable[[Desk, IslandView], Markup]) -> Callable[[Desk, IslandView], Markup]:
    """A panel of what the reader can do, which stays offered while an own offer is out: it is withdrawn first."""
    return lambda desk, view: draw(desk, view.beyond or view)


def facts(desk: Desk, view: IslandView) -> list[str]:
    """With what is played, and to how many points."""
    named = [desk.words.name(f"module_{name}") for name in view.modules]
    return [*named, desk._("to {count} points", count=view.goal)]


def box(view: IslandView) -> Box:
    """The island with its harbours."""
    return svg.viewbox(view.board)


def game(desk: Desk, config: Mapping[str, Any]) -> tuple[Markup | None, list[str]]:
    """The map, if it is dealt already, and the options that people ask for."""
    options = options_of(config)
    words = [
        desk._("The hex island"),
        *(desk.words.name(f"module_{name}") for name in config.get("modules") or []),
        desk._("first to {count} points", count=options["goal"]),
        desk._("hand limit {count}", count=options["hand_limit"]),
    ]
    if options["trade"] == "bank":
        words.append(desk._("trade with the bank only"))
    try:
        return pictures.mini_board(board_of(config), 300, 260, lettered=True), words
    except ConfigError:
        return None, words


FAMILY: Final = FamilyPage(
    name="island",
    board=_("The island"),
    sea=True,
    trades=True,
    grows=False,
    panels={
        "prompt": prompt.prompt,
        "land": board.land,
        "lit": board.lit,
        "pieces": board.pieces,
        "targets": free(board.targets),
        "ghosts": board.ghosts,
        "rail": Rows("rail", rail.shell, rail.slabs),
        "bank": bank.bank,
        "west": free(sides.west),
        "dice": dice.dice,
        "east": free(sides.east),
        "log": log.LOG,
        "hand": free(hand.hand),
        "actions": free(actions.actions),
        "choice": free(choice.choice),
        "offer": offer.offer,
        "hint": hint.hint,
        "players": Rows("players", players.shell, players.details),
        "pause": pause,
        "summary": summary.summary,
        "tabs": free(tabs),
    },
    defs=board.defs,
    box=box,
    facts=facts,
    keys=(
        (actions.KEYS, _("road, settlement, city, development card")),
        ("T", _("trade")),
        ("1 – 9 ⌫", _("choose a card of your hand, take it back")),
        ("E", _("roll the dice, end the turn")),
        ("I", _("a hint")),
        ("O", _("what hexes and seats give")),
    ),
    replayed=("lit", "pieces", "bank", "dice"),
    opened={"rail": open_rail, "east": open_east},
    game=game,
)
