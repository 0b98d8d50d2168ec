"""Chat: what players and spectators say to each other."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.server.common.model import ChatLine
from bastide.web.panels import manners, pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, tag
from bastide.web.panels.log import rolling

QUICK: Final = (_("Well played"), _("One moment"), _("Your turn!"), _("No deal"))
"""Phrases that are one tap away."""


def chat(desk: Desk) -> Markup:
    """The lines of chat, oldest first."""
    lines = [bubble(desk, said) for said in desk.table.chat]
    nothing = tag("li", desk._("Nobody has said anything yet."), cls="empty")
    return rolling("chat", desk._("Chat"), lines or [nothing], manners=manners.words(desk))


def bubble(desk: Desk, said: ChatLine) -> Markup:
    """One line of chat; one's own stand on the right."""
    mine = said.seat is not None and said.seat == desk.seat
    sign = pictures.mark("eye", 18) if said.seat is None else desk.shield(said.seat, 20)
    author = tag("b", said.name, None if said.seat is not None else f" ({desk._('watching')})")
    return tag(
        "li",
        None if mine else sign,
        tag("p", None if mine else author, said.text),
        cls=classes("bubble", mine and "mine"),
        data_number=said.number,
    )


def quick_phrases(desk: Desk) -> list[Markup]:
    """One button for each ready phrase; it says the phrase in the sender's own language."""
    return [
        tag("button", desk._(phrase), type="button", cls="toggle", data_do="chat", data_text=desk._(phrase))
        for phrase in QUICK
    ]
