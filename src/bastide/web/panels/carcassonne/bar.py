"""The viewer's actions: the drawn tile and its rotation, the figures, passing; and the choices of expansions."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.carcassonne import svg
from bastide.view.carcassonne.model import CarcassonneView, Feature, Kind, Part
from bastide.view.carcassonne.svg.pieces import section_number
from bastide.view.carcassonne.text import PICTURED, by_id, described
from bastide.view.carcassonne.tiles import GROUND, STANDING, listed
from bastide.view.model import Action, Target
from bastide.web.panels import hint, pictures
from bastide.web.panels.carcassonne import table
from bastide.web.panels.carcassonne.players import figure_art
from bastide.web.panels.carcassonne.sections import sections
from bastide.web.panels.choice import ready
from bastide.web.panels.desk import Desk, _, may_act
from bastide.web.panels.html import Attribute, Child, classes, hidden, tag
from bastide.web.panels.tabs import Tab, bar
from bastide.web.panels.undo import undo
from bastide.web.panels.why import why_panel

PASS: Final = "pass"
TILE: Final = "tile"
TABS: Final[tuple[Tab, ...]] = (
    Tab("build", "hand", _("Play")),
    Tab("log", "log", _("Log")),
    Tab("chat", "chat", _("Chat")),
    Tab("players", "users", _("Players")),
)


def actions(desk: Desk, view: CarcassonneView) -> Markup:
    """The bar of actions; hidden when the game is over, and for spectators when it would be empty."""
    if view.result is not None or (not view.actions and view.drawn is None):
        return tag("section", id="actions", hidden=True)
    mine = may_act(view, desk.seat)
    figures = [action for action in view.actions if action.verb != PASS]
    return tag(
        "section",
        drawn(desk, view, mine),
        tag("div", [kind(desk, view, action) for action in figures], cls="kinds-of-figures") if figures else None,
        spots(desk, view),
        tag("div", hint.button(desk, view), undo(desk, view), main_button(desk, view), cls="side")
        if view.actions
        else None,
        [reason_panel(desk, action) for action in view.actions],
        id="actions",
        cls="slab acts tile-acts",
        data_wall=True,
        data_turn="mine" if mine else "other",
        aria_label=desk._("Actions"),
    )


def drawn(desk: Desk, view: CarcassonneView, mine: bool) -> Markup:
    """The tile to place, with rotation buttons for the player who places it."""
    if view.drawn is None:
        return tag("div", tag("small", desk._("No tile drawn")), cls="drawn-tile none")
    words = described(desk.words, view.drawn.tile, 0)
    turns = mine and any(target.verb == TILE for target in view.targets)
    face = tag(
        "span", Markup(svg.face(view.drawn.tile, 0, view.drawn.number, 96)), hidden(words), cls="face", title=words
    )
    buttons = [
        tag(
            "button",
            pictures.mark(picture, 20),
            hidden(said),
            type="button",
            cls="btn turn-tile",
            data_turn_by=by,
            data_key="R" if by > 0 else None,
            title=said,
        )
        for picture, by, said in (("turn-left", -90, desk._("Turn left")), ("again", 90, desk._("Turn right (R)")))
    ]
    return tag(
        "div",
        face,
        tag("div", buttons, cls="turns") if turns else None,
        inline(view.drawn) if turns else None,
        cls="drawn-tile",
        data_drawn=view.version,
    )


def inline(kind: Kind) -> list[Markup]:
    """The drawings of a tile with the panel of the player who places it, whose page need not fetch them."""
    tile = PICTURED.get(kind.tile)
    if tile is None:
        return []
    return [
        tag("span", listed(tile, 0, part, kind.number), hidden=True, data_drawing=svg.address(tile.id, 0, part, number))
        for part, number in ((GROUND, 0), (STANDING, kind.number))
    ]


def kind(desk: Desk, view: CarcassonneView, action: Action) -> Markup:
    """A kind of figure: a press shows where it may stand."""
    color = desk.colors[view.viewer] if 0 <= view.viewer < len(desk.colors) else ""
    name = desk.words.title(action.verb)
    left = action.left or 0
    return tag(
        "button",
        figure_art(action.verb, color, 40),
        tag("span", name, cls="name"),
        tag("b", left, hidden(" " + desk._("left")), title=desk._("{count} left", count=left)),
        type="button",
        cls=classes("make figure-kind", not action.enabled and "off"),
        **handle(action),
    )


def spots(desk: Desk, view: CarcassonneView) -> Markup | None:
    """The places for figures as a list under the board, for a phone: a press brings one into view and chooses it."""
    places = [target for target in view.targets if target.verb != TILE]
    if not places:
        return None
    where = sections(desk, view)
    entries = [tag("li", spot(desk, view, target, where(target))) for target in places]
    return tag("ul", entries, cls="spots", aria_label=desk._("What can be chosen"))


def spot(desk: Desk, view: CarcassonneView, target: Target, where: str) -> Markup:
    """One of them: what it is, and what it brings."""
    feature = under_figure(view, target.place)
    if feature is None:
        words, worth = desk.text(target.label) + where, [desk.text(line) for line in target.tip[:1]]
    else:
        words = table.title(desk, feature)
        worth = [desk._("{count} {count:point|points} as it stands", count=feature.value)]
    color = desk.colors[view.viewer] if 0 <= view.viewer < len(desk.colors) else ""
    return tag(
        "button",
        figure_art(target.piece, color, 26),
        tag("span", words, [tag("small", line) for line in worth]),
        type="button",
        cls="btn spot",
        data_choose=target.notation,
        aria_pressed=False,
    )


def under_figure(view: CarcassonneView, square: str) -> Feature | None:
    """The feature on which the figure on this square stands; None if there is none."""
    figure = next((one for one in view.figures if f"{one.x},{one.y}" == square), None)
    if figure is None:
        return None
    number, tile = next((n, tile) for n, tile in enumerate(view.tiles) if (tile.x, tile.y) == (figure.x, figure.y))
    section = section_number(by_id(tile.tile), tile.turns, figure.section)
    return next((one for one in view.features if Part(number, section) in one.parts), None)


def handle(action: Action) -> dict[str, Attribute]:
    """The click handle of a figure."""
    if action.enabled:
        return {"data_verb": action.verb, "aria_pressed": False}
    known: dict[str, Attribute] = {"data_why": action.verb, "aria_disabled": True}
    return known | ({"popovertarget": f"why-{action.verb}"} if action.reason else {})


def reason_panel(desk: Desk, action: Action) -> Markup | None:
    """The popover behind a refused action."""
    if action.enabled or action.reason is None:
        return None
    title = desk._("No follower") if action.verb == PASS else desk.words.title(action.verb)
    return why_panel(desk, action.verb, desk._("{title}: why not?", title=title), action.reason)


def main_button(desk: Desk, view: CarcassonneView, *, on_bar: bool = False) -> Markup | None:
    """The dark button: no figure in this turn."""
    action = next((one for one in view.actions if one.verb == PASS), None)
    if action is None:
        return None
    words: Child = desk._("No follower")
    does: dict[str, Attribute] = {"data_notation": PASS} if action.enabled else handle(action)
    return tag(
        "button",
        words,
        None if on_bar else desk.key("F"),
        type="button",
        cls="btn main",
        data_key=None if on_bar else "F",
        **does,
    )


def choice(desk: Desk, view: CarcassonneView) -> Markup:
    """A decision of an expansion that is neither a place nor a figure."""
    owed = view.choice
    if owed is None:
        return tag("section", id="choice", cls="slab ask-panel", data_wall=True, hidden=True)
    return tag(
        "section",
        tag("h2", desk.html(owed.say), id="choice-title"),
        tag("div", [ready(desk, option) for option in owed.options], cls="ready-options"),
        id="choice",
        cls="slab ask-panel",
        data_live=owed.kind,
        aria_labelledby="choice-title",
        data_wall=True,
    )


def tabs(desk: Desk, view: CarcassonneView) -> Markup:
    """The bar at the foot of a phone."""
    main = main_button(desk, view, on_bar=True) if view.actions and view.result is None else None
    return bar(desk, TABS, main)
