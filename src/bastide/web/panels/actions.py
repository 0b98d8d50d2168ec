"""The viewer's actions on their turn: build, buy, trade, undo, roll or end; and for each, if not, why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.view.model import Action
from bastide.view.words import Words
from bastide.web.panels import hint, pictures
from bastide.web.panels.desk import Desk, _, goods_order, may_act
from bastide.web.panels.html import Attribute, Child, classes, hidden, least, tag
from bastide.web.panels.module_pages import module_pages, pages_of
from bastide.web.panels.standing import standing_button
from bastide.web.panels.undo import undo
from bastide.web.panels.why import why_panel

BUILT: Final = ("road", "settlement", "city", "card")
KEYS: Final = _("R S C D")
"""The letters of these, in this order: the initials of their names in each language."""
TAKEN: Final = ("T", "U", "Y", "E", hint.KEY)
"""The letters of trade, undo, redo, end or roll, and the hint."""
SIDE: Final = frozenset({"trade", "bank", "roll", "end", "done"})
"""Verbs that have a button of their own beside the things to be built."""


MAIN: Final = {"roll": _("Roll"), "end": _("End turn"), "done": _("Done building")}
TITLES: Final = {"card": _("Development card"), "trade": _("Trade"), "bank": _("Trade"), **MAIN}
"""Names that differ from the piece's."""
MANY: Final = 8
"""The most things to build that stand in one row on a phone."""


def actions(desk: Desk, view: IslandView) -> Markup:
    """The bar of actions; hidden for spectators and when the game is over."""
    if not view.actions or view.result is not None:
        return tag("section", id="actions", hidden=True)
    held = view.held
    places = {target.verb for target in view.targets}
    turn = desk.seat is not None and view.at_move == desk.seat
    # Only on one's turn the bar has the undo button.
    asks = hint.asks(desk, view) and (hint.shown(desk) is not None,)
    moment = (may_act(view, desk.seat), turn, turn and desk.table.undo and (view.can_undo,), asks)
    needed = [held_of(action, held) for action in view.actions]
    read = (view.actions, needed, places, moment, desk.seat, view.viewer, desk.names, desk.colors)
    return desk.kept.part("actions", read, lambda: bar(desk, view, held))


def bar(desk: Desk, view: IslandView, held: Mapping[str, int]) -> Markup:
    """The bar itself; `held` are the viewer's goods."""
    places = {target.verb for target in view.targets}
    parts = [means(desk, view, action, held, action.verb in places) for action in view.actions]
    makes = [made for made, _ in parts if made is not None]
    mine = may_act(view, desk.seat)
    return tag(
        "section",
        makes,
        tag("div", trade(desk, view), hint.button(desk, view), undo(desk, view), main_button(desk, view), cls="side"),
        [why for _, why in parts],
        id="actions",
        cls="slab acts",
        data_wall=True,
        data_turn="mine" if mine else "other",
        data_makes=len(makes),
        data_many=len(makes) > MANY,
        aria_label=desk._("Actions"),
    )


def means(
    desk: Desk, view: IslandView, action: Action, held: Mapping[str, int], placed: bool
) -> tuple[Markup | None, Markup | None]:
    """The tile of an action, unless its button is beside the tiles, and the popover that says why not."""
    turn = has_turn(desk, view)
    read = (action, placed, turn, view.viewer, held_of(action, held), desk.names, desk.colors)

    def drawn() -> tuple[Markup | None, Markup | None]:
        made = None if action.verb in SIDE else make(desk, view, action, held)
        return made, reason_panel(desk, action, held)

    return desk.kept.part(("means", action.verb), read, drawn)


def held_of(action: Action, held: Mapping[str, int]) -> list[int] | None:
    """How many of the goods of an action's cost are held: shown only where something is missing."""
    missing = action.reason is not None and action.reason.missing
    return [held.get(good, 0) for good in action.cost] if missing else None


def make(desk: Desk, view: IslandView, action: Action, held: Mapping[str, int]) -> Markup:
    """A tile of something to be built or bought: picture, what is left, cost, or what is missing."""
    art = next((page.arts[action.verb] for page, _own in module_pages(view) if action.verb in page.arts), action.verb)
    color = desk.colors[view.viewer] if 0 <= view.viewer < len(desk.colors) else ""
    shown = price(desk, action, held, has_turn(desk, view))
    key = key_of(desk.words, view.modules, action.verb)
    return tile(desk, action, pictures.piece_art(art, color), handle(view, action), shown, key)


def has_turn(desk: Desk, view: IslandView) -> bool:
    """Whether it is the viewer's turn, the set-up apart: then a tile that is off says so, and else what it costs."""
    return view.turn > 0 and view.at_move == desk.seat


def key_of(words: Words, names: Iterable[str], verb: str) -> str | None:
    """The key of an action, beside these modules."""
    return own_keys(words).get(verb) or module_keys(words, names).get(verb)


def own_keys(words: Words) -> dict[str, str]:
    """The keys of what the base game builds and buys, by verb."""
    return dict(zip(BUILT, words.gettext(KEYS).split(), strict=True))


def module_keys(words: Words, names: Iterable[str]) -> dict[str, str]:
    """The keys that these modules add, by verb. None is given again that is taken: it would click the first button."""
    own, keys = own_keys(words), dict[str, str]()
    for page in pages_of(names):
        for verb, key in page.keys.items():
            if verb not in own and key not in (*own.values(), *TAKEN, *keys.values()):
                keys.setdefault(verb, key)
    return keys


def tile(
    desk: Desk,
    action: Action,
    picture: Markup,
    does: Mapping[str, Attribute],
    shown: Markup,
    key: str | None,
) -> Markup:
    """The tile itself."""
    title = desk._("Development card") if action.verb == "card" else desk.words.title(action.verb)
    name = desk._("Card") if action.verb == "card" else title
    spoken = [title] if name != title else []
    left = None
    if action.left is not None:
        left = tag("span", action.left, hidden(" " + desk._("left")), title=desk._("{count} left", count=action.left))
    return tag(
        "button",
        tag("span", desk.key(key) if key else None, left, cls="top"),
        picture,
        tag("span", name, [hidden(f" ({word})") for word in spoken], cls="name"),
        shown,
        type="button",
        cls=classes("make", not action.enabled and "off"),
        data_key=key,
        title=f"{title} ({key})" if key else None,
        **does,
    )


def handle(view: IslandView, action: Action) -> dict[str, Attribute]:
    """The click handle of an action."""
    if not action.enabled:
        known: dict[str, Attribute] = {"data_why": action.verb, "aria_disabled": True}
        return known | ({"popovertarget": f"why-{action.verb}"} if action.reason else {})
    if action.notation is not None:
        return {"data_notation": action.notation}
    if any(target.verb == action.verb for target in view.targets):
        return {"data_verb": action.verb, "aria_pressed": False}
    return {"data_form": "offer" if action.verb in ("trade", "bank") else action.verb, "aria_expanded": False}


def price(desk: Desk, action: Action, held: Mapping[str, int], turn: bool) -> Markup:
    """The cost; if unaffordable, the missing goods as held out of needed; on one's turn, that there is a reason."""
    if action.reason is not None and action.reason.missing and action.cost:
        return lacking(desk, action, held)
    if not action.enabled and (turn or not action.cost):
        return tag(
            "span",
            tag("span", desk._("Why not?"), cls="words"),
            tag("em", "?", aria_hidden="true"),
            cls="cost ask quiet",
        )
    cells = [
        tag(
            "i",
            action.cost[good] if action.cost[good] > 1 else hidden("1 "),
            pictures.good(good, 19),
            hidden(desk.words.name(good)),
        )
        for good in goods_order(action.cost)
    ]
    return tag("span", cells, cls="cost", data_least=least(len(cells)))


def lacking(desk: Desk, action: Action, held: Mapping[str, int]) -> Markup:
    """The missing goods: one good as held out of needed, several as icons only."""
    short = goods_order(action.reason.missing) if action.reason else []
    cells = []
    for good in short:
        figures = f"{held.get(good, 0)}/{action.cost.get(good, 0)}"
        shown = figures if len(short) == 1 else hidden(f" {figures} ")
        cells.append(tag("i", shown, pictures.good(good, 18), hidden(desk.words.name(good))))
    why = [tag("em", "?", aria_hidden="true"), hidden(desk._("why not?"))]
    return tag("span", cells, why, cls="cost ask", data_least=least(len(cells)))


def reason_panel(desk: Desk, action: Action, held: Mapping[str, int]) -> Markup | None:
    """The popover behind a refused action."""
    if action.enabled or action.reason is None:
        return None
    title = desk._(TITLES[action.verb]) if action.verb in TITLES else desk.words.title(action.verb)
    said = desk._("{title}: why not?", title=title)
    return why_panel(desk, action.verb, said, action.reason, action.cost, held)


def find(view: IslandView, verb: str) -> Action | None:
    """The action of a verb."""
    return next((action for action in view.actions if action.verb == verb), None)


def trade(desk: Desk, view: IslandView) -> Markup | None:
    """The button that opens the composer; on other players' turns, the standing answer to their offers."""
    if view.at_move != desk.seat:
        return standing_button(desk, "wide")
    chosen = [action for action in (find(view, "trade"), find(view, "bank")) if action is not None]
    action = next((one for one in chosen if one.enabled), chosen[0] if chosen else None)
    if action is None:
        return None
    attributes = handle(view, action)
    if action.enabled:
        attributes = {"data_form": "offer", "aria_expanded": False, "aria_controls": "offer"}
    return side_button(desk, [desk._("Trade (to do)")], "T", **attributes)


def main_button(desk: Desk, view: IslandView, *, bar: bool = False) -> Markup | None:
    """The one dark button: roll the dice, end the turn, or build no more."""
    shown = view.turn_action
    if shown is None:
        return None
    words: list[Child] = [desk._(MAIN[shown.verb])]
    if shown.verb == "roll":
        says, mark = next(
            (page.number_button for page, _own in module_pages(view) if page.number_button is not None),
            (MAIN["roll"], "dice"),
        )
        words = [pictures.mark(mark, 20), desk._(says)]
    if bar:  # its key works there too, and there is no room to show it
        return tag("button", words, type="button", cls="btn main", data_key="E", **handle(view, shown))
    return side_button(desk, words, "E", "main", **handle(view, shown))


def side_button(
    desk: Desk, words: list[Child], key: str | None, kind: str | None = None, /, **attributes: Attribute
) -> Markup:
    """A button beside the tiles, with its key."""
    return tag(
        "button",
        words,
        desk.key(key) if key else None,
        type="button",
        cls=classes("btn", kind),
        data_key=key,
        **attributes,
    )
