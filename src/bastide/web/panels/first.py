"""First times: a card for each, kept in the page until what it explains happens to a newcomer."""

from __future__ import annotations

import json

from markupsafe import Markup

from bastide.lessons.first_times import FirstTime, of_game
from bastide.view.typesetting import typeset
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import join, tag
from bastide.web.panels.why import rule_link


def cards(desk: Desk) -> Markup:
    """The cards of the table's game as templates, each with its name and the event that it waits for."""
    config = desk.table.config
    return join(
        [template(desk, one) for one in of_game(str(config.get("game", "island")), config.get("modules") or ())]
    )


def template(desk: Desk, one: FirstTime) -> Markup:
    """One card; the script shows a copy of it in `#first`."""
    wanted = {name: list(values) for name, values in one.on.items()}
    return tag("template", card(desk, one), data_first=one.key, data_on=json.dumps(wanted))


def card(desk: Desk, one: FirstTime) -> Markup:
    """What is read: what has happened, how it came about, the rule."""
    language = desk.words.language
    return tag(
        "div",
        tag("small", pictures.mark("lamp", 16), desk._("For the first time")),
        tag("h2", typeset(one.title.of(language), language)),
        tag("p", typeset(one.say.of(language), language)),
        tag(
            "div",
            rule_link(desk, one.rule),
            tag("button", desk._("Got it"), type="button", cls="btn"),
            cls="ends",
        ),
        cls="slab",
    )
