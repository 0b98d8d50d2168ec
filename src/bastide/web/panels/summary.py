"""The end: winner and sources of points, hidden points shown, charts, key moments, and what next.

The charts stand where the island was; a button shows the last position again.
"""

from __future__ import annotations

from typing import Final

from babel.lists import format_list
from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Points, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import Attribute, Child, classes, hidden, tag
from bastide.web.panels.manners import last_word
from bastide.web.panels.module_pages import dealing_page, module_pages
from bastide.web.panels.series import next_words, series_box
from bastide.web.panels.summary_charts import charts
from bastide.web.panels.summary_moments import moments, moments_box

COUNTED: Final = {
    "settlements": _("{count} {count:settlement|settlements}"),
    "cities": _("{count} {count:city|cities}"),
    "cards": _("{count} {count:victory point card|victory point cards}"),
}
"""Sources of points shown with a count."""


def summary(desk: Desk, view: IslandView) -> Markup:
    """The summary; empty and hidden before the end."""
    if view.result is None:
        return tag("section", id="summary", hidden=True)
    return framed(
        desk,
        desk._("Points and where they come from"),
        [winner(desk, view), ranks(desk, view)],
        [moments_box(desk, moments(view)), again(desk, told(desk, view), desk._("The island instead of the charts"))],
        charts(desk, view, placed(view)),
    )


def framed(desk: Desk, label: str, score: list[Child], after: list[Child], drawn: list[Markup | None]) -> Markup:
    """The score, called `label`, then what comes after it, and the charts, which stand in the middle on a desk."""
    # Where the score scrolls, nothing in it takes the focus.
    group: dict[str, Attribute] = {"tabindex": 0, "role": "group", "aria_label": label}
    return tag(
        "section",
        tag("div", *score, cls="column final-score", data_wall=True, **group),
        tag("div", *after, series_box(desk), cls="column after", data_wall=True),
        tag("div", drawn, cls="column charts"),
        id="summary",
        cls="summary",
        aria_label=desk._("The game is over"),
    )


def placed(view: IslandView) -> list[SeatView]:
    """The players from the winner down, then by points."""
    winners = view.result.winners if view.result else []
    return sorted(view.seats, key=lambda seat: (seat.seat not in winners, -seat.total, seat.seat))


def winner(desk: Desk, view: IslandView) -> Markup:
    """The winner's banner under a crown, and the score."""
    winners = view.result.winners if view.result else []
    title, score = winning(desk, view), against(desk, view)
    if not winners:
        return over(desk, view, pictures.mark("hourglass", 60), title, score)
    picture = tag("span", pictures.crown(), pictures.banner(desk.colors[winners[0]], 82, 112), cls="bigflag")
    return over(desk, view, picture, title, score)


def winning(desk: Desk, view: IslandView) -> str:
    """Who has won."""
    winners = view.result.winners if view.result else []
    if winners:
        return desk._("{player} wins", player=", ".join(desk.name(seat) for seat in winners))
    lost = view.result is not None and view.result.lost is True
    return desk._("All have lost") if lost else desk._("A draw")


def against(desk: Desk, view: IslandView) -> str | None:
    """The winner's points against the others'; None without either."""
    winners = view.result.winners if view.result else []
    others = [str(seat.total) for seat in placed(view) if seat.seat not in winners]
    listed = format_list(others, locale="fr" if desk.words.language == "fr" else "en_GB")
    if not winners or not others:
        return None
    points = next(seat.total for seat in view.seats if seat.seat == winners[0])
    return desk._("{count} points against {others}", count=points, others=listed)


def told(desk: Desk, view: IslandView) -> str:
    """The result in a sentence, to share."""
    score = against(desk, view)
    return f"{winning(desk, view)}, {score}" if score else winning(desk, view)


def over(desk: Desk, view: View, picture: Markup, title: str, score: str | None = None) -> Markup:
    """How the game ended."""
    words = score or (desk.html(view.result.say) if view.result else None)
    head = tag("small", desk._("Game over, turn {number}", number=view.turn))
    said = tag("div", head, tag("h2", title), tag("p", words), last_word(desk, view))
    return tag("section", picture, said, cls="slab box winner", role="status")


def ranks(desk: Desk, view: IslandView) -> Markup:
    """Every player's points, source by source; formerly hidden ones are dashed."""
    rows = [rank(desk, view, place, seat) for place, seat in enumerate(placed(view), 1)]
    legend = tag(
        "p",
        tag("span", pictures.mark("star", 14), desk._("dashed: hidden until now")),
        tag("span", tag("i", cls="goalmark"), desk._("goal")),
        cls="legend",
    )
    return tag(
        "section", tag("h3", desk._("Points and where they come from")), tag("ol", rows), legend, cls="slab box ranks"
    )


def rank(desk: Desk, view: IslandView, place: int, seat: SeatView) -> Markup:
    """One player's line of the score sheet."""
    color = desk.colors[seat.seat]
    pages = module_pages(view)
    counted = {**COUNTED, **{source: words for page, _own in pages for source, words in page.counted.items()}}
    glyphs = {source: glyph for page, _own in pages for source, glyph in page.glyphs.items()}
    sources = [
        desk._(counted[source.source], count=source.count) if source.source in counted else several(desk, source)
        for source in seat.sources
        if source.points
    ]
    facts = [("route", desk._("route {count}", count=seat.route))] if seat.route >= 0 else []
    if dealing_page(view) is None:
        facts.append(("sword", desk._("knights {count}", count=seat.knights)))
    for page, own in pages:
        facts += page.facts(desk, own, seat.seat)
    return tag(
        "li",
        tag("span", place, cls="rank"),
        pictures.banner(color, 30, 42),
        tag(
            "div",
            tag("b", desk.name(seat.seat)),
            pictures.points_bar(
                color,
                [(source.source, source.points) for source in seat.sources],
                goal=view.goal,
                glyphs={**glyphs, **pictures.SOURCE_GLYPHS},
            ),
            tag("small", ", ".join(sources)),
            tag("p", [tag("span", pictures.mark(mark, 16), words) for mark, words in facts], cls="facts"),
        ),
        tag("b", seat.total, hidden(" " + desk._("{count:point|points}", count=seat.total)), cls="total"),
        cls=classes("ranked", place == 1 and "first"),
    )


def several(desk: Desk, source: Points) -> str:
    """A source of points by name, with its count."""
    name = desk.words.name(source.source)
    return f"{name} ×{source.count}" if source.count > 1 else name


def again(desk: Desk, result: str, instead: str) -> Markup:
    """Rematch, another table, the record, the result to share, and the last position."""
    rematch = None
    if desk.seat is not None:
        rematch = tag(
            "button",
            pictures.mark("again", 19),
            next_words(desk),
            type="button",
            cls="btn main big",
            data_do="rematch",
        )
    record = tag(
        "a",
        pictures.mark("down", 17),
        desk._("Record"),
        href=f"/api/tables/{desk.table.id}/record",
        download=True,
        cls="btn",
    )
    fresh = tag("a", desk._("New table"), href=f"/create?lang={desk.words.language}", cls="btn")
    share = tag(
        "button",
        pictures.mark("share", 18),
        desk._("Share the result"),
        tag("span", f"{desk.table.link}/replay", id="replay-link", cls="vh", aria_hidden="true"),
        type="button",
        cls="btn",
        data_copy="#replay-link",
        data_share=f"{desk.table.name}. {result}",
    )
    island = tag(
        "label",
        tag("input", type="checkbox", id="show-island"),
        pictures.mark("eye", 18),
        instead,
        cls="btn island",
        data_keep="show-island",
    )
    return tag(
        "section",
        tag("h3", desk._("Again?")),
        rematch,
        tag("div", record, fresh, cls="two"),
        share,
        island,
        cls="slab box next",
    )
