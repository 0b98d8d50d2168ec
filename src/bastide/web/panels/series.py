"""The series that a table plays: its games, who won them, and the standings."""

from __future__ import annotations

from markupsafe import Markup

from bastide.server.common.model import GameResult, SeriesView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, classes, hidden, tag


def series_box(desk: Desk) -> Markup | None:
    """The games so far and those to come; None at a table's only game."""
    series = desk.table.series
    if series is None:
        return None
    return tag(
        "section",
        tag("h3", heading(desk, series)),
        standings(desk, series) if series.standings else None,
        tag("ol", [game_row(desk, series, number) for number in range(count(series))], cls="games"),
        cls="slab box series",
    )


def count(series: SeriesView) -> int:
    """How many games are listed: those planned, or those played and the one at hand."""
    return len(series.planned) or max(series.number, len(series.results))


def heading(desk: Desk, series: SeriesView) -> str:
    """What is played, and how far it is."""
    if not series.planned:
        return desk._("The games at this table")
    if series.over:
        return desk._("The series is over")
    told = progress(desk, series)
    if series.wins:
        return desk._("{game}, {count} {count:win decides|wins decide}", game=told, count=series.wins)
    return told


def in_short(desk: Desk) -> str | None:
    """How far a planned series is, and who has won games of it, for one line; None at a table without one."""
    series = desk.table.series
    if series is None or not series.planned:
        return None
    game = progress(desk, series)
    won = ", ".join(f"{row.name} {row.wins}" for row in series.standings if row.wins)
    return desk._("{game}: {won}", game=game, won=won) if won else game


def progress(desk: Desk, series: SeriesView) -> str:
    """The number of the game, of a planned series."""
    return desk._("Game {number} of {count}", number=series.number, count=len(series.planned))


def standings(desk: Desk, series: SeriesView) -> Markup:
    """The players by wins."""
    heads = (desk._("Place"), desk._("Player"), desk._("Wins"), desk._("Points"))
    rows = [
        tag(
            "tr",
            tag("td", row.place),
            tag("th", row.name, scope="row"),
            tag("td", tag("b", row.wins)),
            tag("td", row.points),
        )
        for row in series.standings
    ]
    head = tag("thead", tag("tr", [tag("th", name, scope="col") for name in heads]))
    return tag(
        "table", tag("caption", desk._("Standings by games won"), cls="vh"), head, tag("tbody", rows), cls="standings"
    )


def game_row(desk: Desk, series: SeriesView, at: int) -> Markup:
    """One game: what is or was played, and who won it."""
    result = series.results[at] if at < len(series.results) else None
    config = result.config if result is not None else series.planned[at] if series.planned else desk.table.config
    words: list[Child] = [tag("b", title(desk, config))]
    if result is not None:
        words += [tag("span", outcome(desk, result)), replay(desk, result)]
    elif at + 1 == series.number:
        words.append(tag("span", desk._("next") if desk.table.stage == "waiting" else desk._("now")))
    return tag("li", words, cls=classes(at + 1 == series.number and "now", result is not None and "played"))


def title(desk: Desk, config: dict[str, object]) -> str:
    """A game by its expansions, or without any by its family."""
    names = config.get("modules")
    if isinstance(names, list) and names:
        return ", ".join(desk.words.title(f"module_{name}") for name in names)
    return desk._("Carcassonne") if config.get("game") == "carcassonne" else desk._("The hex island")


def outcome(desk: Desk, result: GameResult) -> str:
    """Who won a game."""
    if not result.winners:
        return desk._("A draw")
    names = ", ".join(result.names[seat] for seat in result.winners)
    return desk._("{names} with {count} {count:point|points}", names=names, count=result.points[result.winners[0]])


def replay(desk: Desk, result: GameResult) -> Markup:
    """The link to the replay of a game."""
    return tag(
        "a",
        pictures.mark("eye", 17),
        desk._("Replay"),
        hidden(" " + desk._("of game {number}", number=result.game)),
        href=f"/t/{desk.table.id}/replay?game={result.game}",
        cls="btn",
    )


def next_words(desk: Desk) -> str:
    """What the button after a game says."""
    series = desk.table.series
    if series is None or not series.planned:
        return desk._("Rematch")
    if series.over:
        return desk._("Play the series again")
    return desk._("Next: {game}", game=title(desk, series.planned[series.number]))
