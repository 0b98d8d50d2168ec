"""The end: who won and with what, the hidden points shown, the dice, and what next. The board stays in the middle."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.view.model import SeatView, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag

WAYS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
"""How many of the 36 throws of two dice make each sum."""


COUNTED: Final = {
    "settlements": _("{count} {count:settlement|settlements}"),
    "cities": _("{count} {count:city|cities}"),
    "cards": _("{count} {count:victory point card|victory point cards}"),
}
"""Sources of points that are counted; others are named."""


def summary(desk: Desk, view: View) -> Markup:
    """The summary; empty and hidden before the end."""
    if view.result is None:
        return tag("section", id="summary", hidden=True)
    return tag(
        "section",
        tag("div", winner(desk, view), ranks(desk, view), cls="column", data_wall=True),
        tag("div", luck(desk, view), again(desk), cls="column", data_wall=True),
        id="summary",
        cls="summary",
        aria_label=desk._("The game is over"),
    )


def total(seat: SeatView) -> int:
    """All points of a player, those that were hidden as well, as far as the viewer may know them."""
    return max(seat.points, sum(source.points for source in seat.sources))


def placed(view: View) -> list[SeatView]:
    """The players from the winner down, then by points."""
    winners = view.result.winners if view.result else []
    return sorted(view.seats, key=lambda seat: (seat.seat not in winners, -total(seat), seat.seat))


def winner(desk: Desk, view: View) -> Markup:
    """The winner's banner under a crown, and the score."""
    winners = view.result.winners if view.result else []
    others = [str(total(seat)) for seat in placed(view) if seat.seat not in winners]
    if not winners:
        title, picture = desk._("A draw"), pictures.mark("hourglass", 60)
    else:
        names = ", ".join(desk.name(seat) for seat in winners)
        title = desk._("{player} wins", player=names)
        picture = tag("span", pictures.crown(), pictures.banner(desk.colors[winners[0]], 82, 112), cls="bigflag")
    score = None
    if winners and others:
        points = next(total(seat) for seat in view.seats if seat.seat == winners[0])
        score = desk._("{count} points against {others}", count=points, others=", ".join(others))
    return tag(
        "section",
        picture,
        tag(
            "div",
            tag("small", desk._("Game over, turn {number}", number=view.turn)),
            tag("h2", title),
            tag("p", score) if score else None,
            tag("p", desk.html(view.result.say)) if view.result else None,
        ),
        cls="slab box winner",
        role="status",
    )


def ranks(desk: Desk, view: View) -> Markup:
    """Every player's points, source by source; what was hidden until now is dashed."""
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


def rank(desk: Desk, view: View, place: int, seat: SeatView) -> Markup:
    """One player's line of the score sheet."""
    color = desk.colors[seat.seat]
    sources = [
        desk._(COUNTED[source.source], count=source.count)
        if source.source in COUNTED
        else desk.words.name(source.source)
        for source in seat.sources
        if source.points
    ]
    facts = [
        ("route", desk._("route {count}", count=seat.route)),
        ("sword", desk._("knights {count}", count=seat.knights)),
    ]
    return tag(
        "li",
        tag("span", place, cls="rank"),
        pictures.banner(color, 30, 42),
        tag(
            "div",
            tag("b", desk.name(seat.seat)),
            pictures.final_bar(color, [(source.source, source.points) for source in seat.sources], view.goal),
            tag("small", ", ".join(sources)),
            tag("p", [tag("span", pictures.mark(mark, 16), words) for mark, words in facts], cls="facts"),
        ),
        tag("b", total(seat), hidden(" " + desk._("{count:point|points}", count=total(seat))), cls="total"),
        cls=classes(place == 1 and "first"),
    )


def luck(desk: Desk, view: View) -> Markup | None:
    """The dice of the whole game against what was to be expected."""
    count = sum(view.rolls)
    if not count:
        return None
    table = tag(
        "table",
        tag("caption", desk._("Rolls of each sum")),
        tag("tr", tag("th", desk._("Sum")), tag("th", desk._("Rolls")), tag("th", desk._("Expected"))),
        [
            tag("tr", tag("th", total), tag("td", view.rolls[total]), tag("td", expected(count, WAYS[total])))
            for total in range(2, 13)
        ],
        cls="vh",
    )
    both, sevens = view.rolls[6] + view.rolls[8], view.rolls[7]
    facts = tag(
        "dl",
        tag("dt", desk._("6 and 8")),
        tag("dd", both, tag("small", desk._("expected {number}", number=expected(count, 10)))),
        tag("dt", desk._("Sevens")),
        tag("dd", sevens, tag("small", desk._("expected {number}", number=expected(count, 6)))),
    )
    head = tag(
        "div",
        tag("h3", desk._("Dice")),
        tag("small", desk._("{count} {count:roll|rolls}", count=count)),
        cls="chart-head",
    )
    return tag("section", head, pictures.histogram(view.rolls, None, 256, 140), table, facts, cls="slab box luck")


def expected(count: int, ways: int) -> str:
    """How many of `count` rolls should have been among `ways` of the 36 throws."""
    return f"{count * ways / 36:.1f}"


def again(desk: Desk) -> Markup:
    """Rematch, replay, another table."""
    link = desk.table.link
    language = desk.words.language
    rematch = None
    if desk.seat is not None:
        rematch = tag(
            "button",
            pictures.mark("again", 19),
            desk._("Rematch"),
            type="button",
            cls="btn main big",
            data_do="rematch",
        )
    return tag(
        "section",
        tag("h3", desk._("Again?")),
        rematch,
        tag(
            "a",
            pictures.mark("play", 15),
            desk._("Replay from the start"),
            href=f"{link}/replay?lang={language}",
            cls="btn",
        ),
        tag(
            "div",
            tag(
                "a",
                pictures.mark("down", 17),
                desk._("Record"),
                href=f"/api/tables/{desk.table.id}/record",
                download=True,
                cls="btn",
            ),
            tag("a", desk._("New table"), href=f"/create?lang={language}", cls="btn"),
            cls="two",
        ),
        cls="slab box next",
    )
