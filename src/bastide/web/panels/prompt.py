"""The prompt: who must do what, in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from bastide.view.model import CHANCE, Say, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _, may_act
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_pages import module_pages

PLACING: Final = {
    "road": _("Place your road on a marked path: {count} possible."),
    "settlement": _("Place your settlement on a marked corner: {count} possible."),
    "city": _("Choose the settlement that becomes a city: {count} possible."),
    "robber": _("Move the robber to a marked hex: {count} possible."),
}
"""The prompt once the player has chosen what to build."""
PAUSED: Final = Say("The game is paused")
"""In place of the prompt: while a game is paused, it is nobody's turn."""
ANY_PLACE: Final = _("{what}: choose a marked place, {count} possible.")
"""The same for any other action that has places."""


def prompt(desk: Desk, view: View) -> Markup:
    """The slab above the board, which the script announces. While a verb is armed it tells its prompt."""
    paused = desk.table.paused is not None
    mine = may_act(view, desk.seat) and not paused
    who = view.actors[0] if view.actors and view.actors[0] != CHANCE else view.on_turn
    if mine and desk.seat is not None:
        who = desk.seat
    if desk.table.paused is not None:
        who = desk.table.paused
    elif view.offered_by is not None:
        who = view.offered_by  # the sentence is about the player who offers
    shield = desk.shield(who, 24)
    counts = Counter(target.verb for target in (view.beyond or view).targets)
    placed = [(verb, words, count) for verb, count in counts.items() if (words := placing(view, verb)) is not None]
    # All waiting readers get the same text.
    asked = PAUSED if paused else view.prompt
    read = (shield, mine, asked, placed, view.result is None, desk.names, desk.colors)
    return desk.kept.part("asked", read, lambda: slab(desk, view, shield, mine, placed, asked))


def slab(
    desk: Desk, view: View, shield: Markup | None, mine: bool, placed: Sequence[tuple[str, str, int]], asked: Say
) -> Markup:
    """The slab itself: the sentence that is `asked`; `placed` are the verbs with places: the prompt once each is armed,
    and their number."""
    name = desk.words.title
    return tag(
        "div",
        shield,
        tag("p", desk.html(asked), cls="ask"),
        [tag("p", desk._(words, what=name(verb), count=count), data_when=verb) for verb, words, count in placed],
        desk.kept.part("prompt", None, lambda: tick(desk) + again(desk)),
        id="prompt",
        cls=classes("slab prompt", mine and "mine"),
        role="status",
        aria_live="off",
        data_wall=True,
        hidden=view.result is not None,
    )


def placing(view: View, verb: str) -> str | None:
    """The prompt once that verb is armed."""
    if verb in PLACING:
        return PLACING[verb]
    first = verb.split()[0]
    named = ANY_PLACE if any(action.verb == verb for action in view.actions) else None
    return next((page.placing[first] for page, own in module_pages(view) if first in page.placing), named)


def again(desk: Desk) -> Markup:
    """The button that disarms a verb."""
    return tag(
        "button",
        tag("span", desk._("Choose again"), cls="long"),
        tag("span", pictures.mark("close", 18), hidden(desk._("Choose again")), cls="short"),
        desk.key(desk._("Esc")),
        type="button",
        cls="btn cancel",
        data_verb="",
    )


def tick(desk: Desk) -> Markup:
    """On a touch screen: builds at the place that was tapped once."""
    return tag(
        "button",
        pictures.mark("check", 20),
        hidden(desk._("Confirm this place")),
        type="button",
        cls="btn good tick",
        data_tick=True,
    )
