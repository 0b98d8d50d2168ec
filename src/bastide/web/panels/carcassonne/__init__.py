"""The page of Carcassonne."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from bastide.view.carcassonne import svg
from bastide.view.carcassonne.model import CarcassonneView
from bastide.web.panels import hint, log, prompt, rail
from bastide.web.panels.carcassonne import bar, players, stack, summary, table
from bastide.web.panels.clock import pause
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.family import Box, FamilyPage
from bastide.web.panels.html import tag
from bastide.web.panels.rows import Rows


def facts(desk: Desk, view: CarcassonneView) -> list[str]:
    """How many tiles are left."""
    return [desk._("{count} {count:tile|tiles} left", count=view.stack)]


def box(view: CarcassonneView) -> Box:
    """The tiles and a ring of places around."""
    return svg.box(view)


def game(desk: Desk, config: Mapping[str, Any]) -> tuple[Markup | None, list[str]]:
    """A few tiles, and the expansions."""
    modules = [desk.words.name(f"module_{name}") for name in config.get("modules", [])]
    options = config.get("options") or {}
    words = [desk._("Carcassonne"), *modules]
    if options.get("farmers") == "off":
        words.append(desk._("without farmers"))
    picture = Markup(svg.face("base.city1_curve_right", 0, size=64))
    return tag("span", picture, cls="faces"), words


def nothing(name: str) -> Any:
    """A panel that this family does not use."""

    def hidden(desk: Desk, view: CarcassonneView) -> Markup:
        return tag("section", id=name, hidden=True)

    return hidden


FAMILY: Final = FamilyPage(
    name="carcassonne",
    board=_("The table"),
    sea=False,
    trades=False,
    grows=True,
    panels={
        "prompt": prompt.prompt,
        "land": Rows("land", table.land, table.tiles),
        "lit": Rows("lit", table.layers, table.features),
        "pieces": Rows("pieces", table.pieces, table.figures),
        "targets": table.targets,
        "ghosts": table.ghosts,
        "rail": Rows("rail", rail.shell, players.slabs),
        "bank": Rows("bank", stack.bank, stack.kinds),
        "dice": nothing("dice"),
        "log": log.LOG,
        "hand": nothing("hand"),
        "actions": bar.actions,
        "choice": bar.choice,
        "offer": nothing("offer"),
        "hint": hint.hint,
        "players": Rows("players", players.shell, players.details),
        "pause": pause,
        "summary": summary.summary,
        "tabs": bar.tabs,
    },
    defs=table.defs,
    box=box,
    facts=facts,
    keys=(("R", _("turn the tile")), ("F", _("no follower")), ("I", _("a hint"))),
    replayed=("land", "lit", "pieces", "bank", "dice"),
    opened={"rail": players.open_rail},
    game=game,
)
