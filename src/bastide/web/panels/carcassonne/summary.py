"""The end: who won, everybody's points by source, the course of the game, and what next."""

from __future__ import annotations

from itertools import dropwhile
from typing import Final

from markupsafe import Markup

from bastide.view import svg
from bastide.view.carcassonne.model import CarcassonneView, TileSeat
from bastide.view.model import LogLine
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, hidden, tag
from bastide.web.panels.summary import again, framed, over
from bastide.web.panels.summary_charts import box, sheet
from bastide.web.panels.summary_moments import Moment, moments_box

WIDE, SLIM, HEIGHT = 600, 340, 260
BAR_WIDTH, BAR_HEIGHT = 250, 20
MOST: Final = 6
"""How many scores are key moments: those of the most points before final scoring."""


def summary(desk: Desk, view: CarcassonneView) -> Markup:
    """The summary; empty and hidden before the end."""
    if view.result is None:
        return tag("section", id="summary", hidden=True)
    ranked, found = placed(view), moments(view)
    return framed(
        desk,
        desk._("Final score"),
        [winner(desk, view), ranks(desk, ranked)],
        [
            moments_box(desk, found),
            finals(desk, view),
            again(desk, told(desk, view), desk._("The table instead of the charts")),
        ],
        [chart(desk, view, ranked, found), sources(desk, view, ranked)],
    )


def placed(view: CarcassonneView) -> list[TileSeat]:
    """The players by points."""
    return sorted(view.seats, key=lambda seat: (-seat.points, seat.seat))


def winner(desk: Desk, view: CarcassonneView) -> Markup:
    """The winner's banner under a crown, and the score."""
    winners = view.result.winners if view.result else []
    picture = tag("span", pictures.crown(), pictures.banner(desk.colors[winners[0]], 82, 112), cls="bigflag")
    return over(desk, view, picture, winning(desk, view))


def winning(desk: Desk, view: CarcassonneView) -> str:
    """Who has won."""
    winners = view.result.winners if view.result else []
    names = ", ".join(desk.name(seat) for seat in winners)
    if len(winners) < 2:
        return desk._("{player} wins", player=names)
    return desk._("Shared victory: {names}", names=names)


def told(desk: Desk, view: CarcassonneView) -> str:
    """The result in a sentence, to share."""
    score = ", ".join(f"{desk.name(seat.seat)} {seat.points}" for seat in placed(view))
    return f"{winning(desk, view)}. {score}"


def ranks(desk: Desk, ranked: list[TileSeat]) -> Markup:
    """Every player's points by source."""
    most = ranked[0].points
    rows = [rank(desk, 1 + sum(other.points > seat.points for other in ranked), seat, most) for seat in ranked]
    return tag("section", tag("h3", desk._("Final score")), tag("ol", rows), cls="slab box ranks")


def rank(desk: Desk, place: int, seat: TileSeat, most: int) -> Markup:
    """One player's line of the score sheet; `most` are the points of the first."""
    words = ", ".join(f"{desk.words.name(one.source)} {one.points}" for one in seat.sources)
    return tag(
        "li",
        tag("span", place, cls="rank"),
        pictures.banner(desk.colors[seat.seat], 30, 42),
        tag(
            "div",
            tag("b", desk.name(seat.seat)),
            pictures.points_bar(
                desk.colors[seat.seat],
                [(one.source, one.points) for one in seat.sources],
                unit=BAR_WIDTH / max(most, 1),
                height=BAR_HEIGHT,
                width=BAR_WIDTH,
            ),
            tag("small", words),
        ),
        tag("b", seat.points, hidden(" " + desk._("{count:point|points}", count=seat.points)), cls="total"),
        cls=classes("ranked", place == 1 and "first"),
    )


def moments(view: CarcassonneView) -> list[Moment]:
    """The largest scores of the game, one a decision, in their order, and its end."""
    final = {id(line) for line in ending(view)}
    scores = [line for line in view.log if line.kind == "score" and id(line) not in final]
    largest = {line.version: line for line in sorted(scores, key=points_of)}
    most = sorted(largest.values(), key=points_of, reverse=True)[:MOST]
    found = sorted(most, key=lambda line: line.version)
    found += [line for line in view.log[-1:] if line.kind == "win"]
    return [Moment(number, line) for number, line in enumerate(found, 1)]


def points_of(line: LogLine) -> int:
    """The points that a line of the log tells of."""
    count = line.say.args.get("count", 0)
    return count if isinstance(count, int) else 0


def ending(view: CarcassonneView) -> list[LogLine]:
    """The lines of final scoring, without those of what the last tile completes before it."""
    last = view.log[-1].version if view.log else 0
    return [*dropwhile(lambda line: line.version != last or line.kind != "win", view.log)]


def finals(desk: Desk, view: CarcassonneView) -> Markup:
    """Final scoring, line by line."""
    rows = []
    for line in ending(view):
        if line.kind == "score":
            why = [desk.text(say) for say in line.detail]
            rows.append(
                tag(
                    "li",
                    desk.shield(line.seat, 18),
                    tag("span", desk.html(line.say), tag("small", f" ({', '.join(why)})") if why else None),
                )
            )
    return tag(
        "section",
        tag("h3", desk._("Scored at the end")),
        tag("ul", rows or [tag("li", desk._("nothing"))], cls="finals", tabindex=0),
        cls="slab box scored",
    )


def chart(desk: Desk, view: CarcassonneView, ranked: list[TileSeat], found: list[Moment]) -> Markup | None:
    """Everybody's points turn by turn, with the numbers of the key moments."""
    story = view.result.story if view.result else None
    if story is None:
        return None
    tracks = [svg.Track(desk.colors[seat.seat], desk.name(seat.seat), story.points[seat.seat]) for seat in ranked]
    most = max(max(track.values) for track in tracks)
    final = ", ".join(f"{track.name} {track.values[-1]}" for track in tracks)
    label = desk._("Points over {turns} turns; at the end {points}.", turns=len(tracks[0].values) - 1, points=final)
    marks = [svg.Mark(moment.line.turn, moment.number) for moment in found]
    picture = [
        Markup('<div class="{}">{}</div>').format(
            size, Markup(svg.points_chart(tracks, most, marks, label, width=width, height=HEIGHT, names=named))
        )
        for size, width, named in (("wide", WIDE, True), ("slim", SLIM, False))
    ]
    heads: list[Child] = [desk._("Turn"), *(desk.name(seat.seat) for seat in ranked)]
    rows: list[tuple[Child, list[Child]]] = [
        (turn, [track.values[turn] for track in tracks])
        for turn in range(len(tracks[0].values))
        if turn in (0, len(tracks[0].values) - 1)
        or any(track.values[turn] != track.values[turn - 1] for track in tracks)
    ]
    title = desk._("Points over turns")
    note = desk._("numbers are the key moments") if marks else None
    return box(desk, "points", title, note, picture, sheet(title, heads, rows))


def sources(desk: Desk, view: CarcassonneView, ranked: list[TileSeat]) -> Markup:
    """A table of all points by source."""
    names = dict.fromkeys(one.source for seat in view.seats for one in seat.sources)
    heads: list[Child] = [desk._("Points"), *(desk.name(seat.seat) for seat in ranked)]
    rows: list[tuple[Child, list[Child]]] = []
    for name in names:
        cells: list[Child] = [next((one.points for one in seat.sources if one.source == name), 0) for seat in ranked]
        rows.append((desk.words.title(name), cells))
    title = desk._("Points by source")
    return tag(
        "section",
        tag("h3", title),
        sheet(title, heads, rows),
        cls="slab box sources-table",
        tabindex=0,
        aria_label=title,
    )
