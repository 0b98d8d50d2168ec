"""The sheet that tells what a table's modules bring: what is new, how one wins, what to do first."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.lessons.briefings import GOAL, Briefing, of_modules
from bastide.view.island.model import IslandView
from bastide.view.typesetting import typeset
from bastide.web.covers import cover_address
from bastide.web.lengths import length_of
from bastide.web.making import options_of
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, tag
from bastide.web.shelf import difficulty, rules_of

HARDEST: Final = 5


def briefings_of(desk: Desk) -> list[Briefing]:
    """The briefings of the table's modules, in their order."""
    config = desk.table.config
    return of_modules(str(config.get("game", "island")), config.get("modules") or ())


def sheet(desk: Desk) -> Markup | None:
    """The sheet as a dialog, with a tab for each module; None if no module brings one.

    `data-briefs` names its modules: the script shows the sheet by itself to a reader who has not seen one of them.
    """
    found = briefings_of(desk)
    if not found:
        return None
    several = len(found) > 1
    names = [f"{one.family}.{one.room}" for one in found]
    return tag(
        "dialog",
        tag("div", [tab(desk, one, n) for n, one in enumerate(found)], cls="brief-tabs", role="tablist")
        if several
        else None,
        [page(desk, one, n, several) for n, one in enumerate(found)],
        tag(
            "form",
            tag(
                "label",
                tag("input", type="checkbox", checked=True, data_brief_known=True),
                tag("span", desk._("Do not show this automatically again")),
            ),
            tag(
                "a", pictures.mark("book", 18), desk._("Rules"), href=f"/rules?lang={desk.words.language}",
                target="_blank", rel="noopener", cls="btn",
            ),
            tag("button", desk._("Begin"), type="submit", cls="btn main", autofocus=True),
            method="dialog",
        ),
        id="briefing",
        cls="brief slab",
        aria_label=desk._("What is new here"),
        data_briefs=" ".join(names),
    )  # fmt: skip


def tab(desk: Desk, one: Briefing, number: int) -> Markup:
    """The tab of one module."""
    return tag(
        "button",
        desk.words.title(f"module_{one.room}"),
        type="button",
        role="tab",
        id=f"brief-tab-{one.room}",
        cls="tab",
        data_brief=one.room,
        aria_selected=number == 0,
        aria_controls=f"brief-{one.room}",
    )


def facts(desk: Desk, one: Briefing) -> tuple[int, int]:
    """The minutes and the difficulty, as the front page says them; those of the briefing if nobody has measured it."""
    length = length_of(one.family, one.room)
    if length is None:
        return one.minutes, one.difficulty
    people = sum(chair.kind != "bot" for chair in desk.table.chairs)
    minutes = length.against_bots if people < 2 else length.among_people
    return minutes, difficulty(rules_of(one.family, one.room), length, one.family)


def goal(desk: Desk) -> int:
    """The points to which this table plays: modules, the map and the host change them."""
    shown = desk.table.view
    return shown.goal if isinstance(shown, IslandView) else int(options_of(desk.table.config)["goal"])


def page(desk: Desk, one: Briefing, number: int, several: bool) -> Markup:
    """What one module brings."""
    language = desk.words.language
    world = one.world(desk.table.config.get("layout"))
    title = desk.words.title(f"module_{one.room}")
    if world is not None:
        title = f"{title}: {world.title.of(language)}" if language == "en" else f"{title} : {world.title.of(language)}"
    first = [*one.first[: 3 if world is None else 2], *([] if world is None else [world.first])]
    minutes, hard = facts(desk, one)
    win = (one.win if world is None else world.win).of(language)
    if GOAL in win:
        win = win.replace(GOAL, str(goal(desk)))
    level = desk._("Difficulty: {count} of {most}", count=hard, most=HARDEST)
    dots = [tag("i", cls="on" if n < hard else None) for n in range(HARDEST)]
    return tag(
        "section",
        tag(
            "div",
            tag("img", src=cover_address(one.family, one.room), alt="", width="230", height="160"),
            tag(
                "div",
                tag("h2", typeset(title, language)),
                tag(
                    "p",
                    tag("span", desk._("{count} {count:minute|minutes}", count=minutes)),
                    tag("span", tag("span", dots, cls="level", aria_hidden=True), hidden(level), title=level),
                    cls="facts",
                ),
                tag("p", typeset(win, language), cls="win"),
            ),
            cls="top",
        ),
        tag(
            "div",
            tag(
                "section",
                tag("h3", desk._("What is new")),
                tag("ul", [tag("li", typeset(text.of(language), language)) for text in one.new]),
            ),
            tag(
                "section",
                tag("h3", desk._("Three things to do")),
                tag("ol", [tag("li", tag("span", typeset(text.of(language), language))) for text in first]),
            ),
            cls="two",
        ),
        id=f"brief-{one.room}",
        cls="page",
        data_brief_page=one.room,
        role="tabpanel" if several else None,
        aria_labelledby=f"brief-tab-{one.room}" if several else None,
        hidden=number > 0,
    )
