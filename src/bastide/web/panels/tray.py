"""The cards of a form: a tray with the chosen ones, and the cards from which they are chosen.

Cards of the reader's own are chosen in the hand, all others beside the tray. The script counts; the server sets the
limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from bastide.view.words import Words
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, hidden, tag

SIZE: Final = 38
"""The side of a card of a form, in pixels."""


def card_line(
    desk: Desk,
    side: str,
    most: Mapping[str, int],
    keep: str,
    *,
    hand: Mapping[str, int] | None = None,
    start: Mapping[str, int] | None = None,
    below: Mapping[str, str] | None = None,
    label: str = "",
) -> Markup:
    """A line of goods, each from none to `most`. Those in `hand` are chosen there, the others by a card of the line.

    `start` are the initial numbers, `below` a word under each chosen card.
    """
    chosen = [
        pick(desk, good, limit, f"{keep}-{side}-{good}", (start or {}).get(good, 0), (below or {}).get(good))
        for good, limit in most.items()
    ]
    here = [good for good in most if hand is None or good not in hand]
    words = desk._("Choose cards below.") if hand is None else desk._("Choose cards of your hand.")
    return tag(
        "div",
        tag("div", chosen, tag("p", words, cls="none-chosen"), cls="tray"),
        tag("div", [choosable(desk.words, good, most[good] == 0) for good in here], cls="palette") if here else None,
        tag("p", cls="vh", role="status", data_says=True, data_keep=f"{keep}-{side}-says"),
        cls="goods",
        data_side=side,
        role="group",
        aria_label=label or None,
    )


def pick(desk: Desk, good: str, most: int, keep: str, count: int, below: str | None) -> Markup:
    """The chosen cards of one good; a click takes one back."""
    label = desk.words.gettext("one {good} less", good=desk.words.name(good))
    return tag(
        "button",
        tag("span", pictures.chip(good, SIZE), cls="face"),
        tag("b", count or None, data_count=True, data_keep=keep, cls="n"),
        tag("small", below, cls="have") if below else None,
        hidden(label),
        type="button",
        cls=classes("pick", count > 0 and "some"),
        data_step=-1,
        data_key="Backspace",
        data_good=good,
        data_max=most,
        data_name=desk.words.title(good),
        title=label,
    )


@lru_cache(maxsize=1024)
def choosable(words: Words, good: str, off: bool) -> Markup:
    """A card beside the tray; a click chooses one of its good."""
    label = words.gettext("one {good} more", good=words.name(good))
    picture = pictures.chip(good, SIZE)
    return tag(
        "button",
        picture,
        type="button",
        cls="choosable",
        data_adds=good,
        aria_label=label,
        title=label,
        aria_disabled=off,
    )


def goods_form(
    desk: Desk,
    kind: str,
    *children: Child,
    prefix: str | None = None,
    need: int | None = None,
    hand: bool = False,
    most: int | None = None,
) -> Markup:
    """A form of goods with its handles; see docs/handles.md.

    `need` are the cards that it takes, or `most` the most of them. `hand`: it takes cards of the reader's hand.
    """
    return tag(
        "form",
        *children,
        data_form=kind,
        data_prefix=prefix or kind,
        data_need=need,
        data_most=most,
        data_hand=hand,
        cls=f"goods-form {kind}",
    )


def send_button(desk: Desk, words: str, off: bool = True) -> Markup:
    """The button that sends a form of goods once it is complete."""
    return tag("button", words, type="button", cls="btn main", data_send=True, aria_disabled=off)
