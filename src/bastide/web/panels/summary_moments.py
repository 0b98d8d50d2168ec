"""The key moments of a finished game, each with its place in the replay.

On the island these are honours that changed hands, what the modules tell of, and the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from bastide.view.island.log import PLAIN
from bastide.view.island.model import IslandView
from bastide.view.model import LogLine, Say
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag
from bastide.web.panels.module_pages import module_pages

HONOURS: Final = frozenset(PLAIN[event][1].text for event in ("route", "no_route", "army", "no_army"))
"""The lines that tell who holds an honour; expansions have other lines of the same kinds."""
MOST: Final = 9
"""Maximum shown; the last moments decided the game."""


@dataclass(frozen=True)
class Moment:
    """A log line that changed the standing, with its details."""

    number: int
    line: LogLine
    note: Say | None = None


def moments(view: IslandView) -> list[Moment]:
    """The moments of a game in order, numbered from one."""
    holders: dict[str, int] = {}
    told = {kind: lost for page, _own in module_pages(view) for kind, lost in page.moments.items()}
    losers: dict[str, int] = {}
    found: list[tuple[LogLine, Say | None]] = []
    for line in view.log:
        if line.say.text in HONOURS:
            before = holders.get(line.kind, -1)
            holders[line.kind] = line.seat
            taken = Say("taken from {other}", {"other": before}) if before >= 0 else None
            found.append((line, taken))
        elif line.kind in told:
            loser = losers.pop(told[line.kind], -1)
            found.append((line, Say("taken from {other}", {"other": loser}) if loser >= 0 else None))
        elif line.kind in told.values():
            losers[line.kind] = line.seat
        elif line.kind == "win":
            found.append((line, _shown_at_the_end(view, line.seat)))
    return [Moment(number, line, note) for number, (line, note) in enumerate(found[-MOST:], 1)]


def _shown_at_the_end(view: IslandView, winner: int) -> Say | None:
    """The victory point cards that the winner laid open."""
    sources = next((seat.sources for seat in view.seats if seat.seat == winner), [])
    count = next((source.count for source in sources if source.source == "cards"), 0)
    if count == 0:
        return None
    return Say("shows {count} {count:victory point card|victory point cards}", {"count": count})


def moments_box(desk: Desk, found: list[Moment]) -> Markup:
    """The slab of moments, with the way into the replay."""
    rows = [_row(desk, moment) for moment in found]
    return tag(
        "section",
        tag("h3", desk._("Key moments")),
        tag("ol", rows) if rows else tag("p", desk._("None: an even game."), cls="empty"),
        replay_link(desk),
        cls="slab box moments",
    )


def replay_link(desk: Desk) -> Markup:
    """The way into the replay."""
    return tag(
        "a",
        pictures.mark("play", 15),
        desk._("Replay from the start"),
        href=f"{desk.table.link}/replay?lang={desk.words.language}",
        cls="btn wide",
    )


def _row(desk: Desk, moment: Moment) -> Markup:
    line = moment.line
    words = tag(
        "span",
        desk.html(line.say),
        tag("small", desk.html(moment.note)) if moment.note else None,
        cls="words",
    )
    return tag(
        "li",
        tag(
            "a",
            tag("i", moment.number, cls="num"),
            tag("span", desk._("Turn {number}", number=line.turn), cls="turn"),
            desk.shield(line.seat, 20) or pictures.mark("route", 20),
            words,
            pictures.mark("play", 15),
            href=f"{desk.table.link}/replay?step={line.version}&lang={desk.words.language}",
        ),
    )
