"""Steppers: how many of each good, with plus and minus. The script counts; the server sets the limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from bastide.view.words import Words
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, tag


def steppers(
    desk: Desk,
    side: str,
    most: Mapping[str, int],
    keep: str,
    *,
    start: Mapping[str, int] | None = None,
    below: Mapping[str, str] | None = None,
    label: str = "",
) -> Markup:
    """A row of goods, each from none to `most`. `start` are the initial numbers, `below` a word under each."""
    picks = [
        pick(desk, good, limit, f"{keep}-{side}-{good}", (start or {}).get(good, 0), (below or {}).get(good))
        for good, limit in most.items()
    ]
    return tag("div", picks, cls="goods", data_side=side, role="group", aria_label=label or None)


def pick(desk: Desk, good: str, most: int, keep: str, count: int, below: str | None) -> Markup:
    """One good: plus, its figure and picture, minus."""
    return tag(
        "div",
        step(desk.words, good, 1, count >= most),
        tag(
            "span",
            tag("b", count or None, data_count=True, data_keep=keep, aria_live="polite", aria_label=None),
            pictures.good(good, 26),
            cls="face",
            title=desk.words.title(good),
        ),
        step(desk.words, good, -1, count == 0),
        tag("small", below, cls="have") if below else None,
        cls=classes("pick", count > 0 and "some"),
        data_good=good,
        data_max=most,
        role="group",
        aria_label=desk.words.title(good),
    )


@lru_cache(maxsize=1024)
def step(words: Words, good: str, by: int, off: bool) -> Markup:
    """One of the two buttons of a stepper."""
    name = words.name(good)
    label = words.gettext("one {good} more", good=name) if by > 0 else words.gettext("one {good} less", good=name)
    picture = pictures.mark("plus" if by > 0 else "minus", 15)
    return tag("button", picture, type="button", data_step=by, aria_label=label, title=label, aria_disabled=off)


def goods_form(
    desk: Desk, kind: str, *children: Child, prefix: str | None = None, need: int | None = None, have: int | None = None
) -> Markup:
    """A form of goods with its handles; see `bastide.web.panels`."""
    return tag(
        "form",
        *children,
        data_form=kind,
        data_prefix=prefix or kind,
        data_need=need,
        data_have=have,
        cls=f"goods-form {kind}",
    )


def send_button(desk: Desk, words: str, off: bool = True) -> Markup:
    """The button that sends a form of goods once it is complete."""
    return tag("button", words, type="button", cls="btn main", data_send=True, aria_disabled=off)
