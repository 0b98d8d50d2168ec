"""The log: what happened, by turns, with the reason of every gain on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from bastide.view.model import LogLine, View
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import between, classes, tag
from bastide.web.panels.module_pages import module_pages
from bastide.web.panels.rows import Rows

MOST_LINES: Final = 150
"""The log shows the last turns up to this many lines; the replay shows the whole game."""


def shell(desk: Desk, view: View) -> Markup:
    """The log without its turns, which are sent one by one. The page keeps it with its content."""
    if not view.log:
        return rolling("log", desk._("Log"), [tag("li", desk._("Nothing has happened yet."), cls="empty")])
    return desk.kept.part("log", None, lambda: rolling("log", desk._("Log"), [], rows="log"))


GAINS: Final = ("gain", "production")
"""The kinds of lines that tell what a seat has gained."""


class Past(NamedTuple):
    """The finished turns of a log: all lines of them, and the last turns, drawn, with the number of their lines.

    `about` is what else they were drawn from.
    """

    about: tuple[Any, ...]
    lines: Sequence[LogLine]
    turns: list[tuple[int, int, str]]

    def begins(self, about: tuple[Any, ...], lines: Sequence[LogLine]) -> bool:
        """Whether a log begins like this, and goes on with another turn; with an undo it may not."""
        count = len(self.lines)
        if self.about != about or self.lines != lines[:count]:
            return False
        return count in (0, len(lines)) or lines[count].turn != lines[count - 1].turn


def turns(desk: Desk, view: View) -> dict[str, str]:
    """The turns that are shown, oldest first. Only the last one changes, and the first ones fall away."""
    count = len(view.log)
    while count and view.log[count - 1].turn == view.turn:
        count -= 1
    over, current = view.log[:count], view.log[count:]
    about = (desk.names, desk.colors, desk.table.automatic)
    # The log grows: what was drawn for this reader before is mostly its beginning.
    past: Past | None = desk.kept.last.get(("log", desk.seat))
    if past is None or not past.begins(about, over):
        past = Past(about, [], [])
    further = over[len(past.lines) :]
    added = drawn_turns(desk, view, further)
    # If not all of the further turns are shown, none before them is.
    whole = sum(number for _, number, _ in added) == len(further)
    past = Past(about, over, past.turns + added if whole else added)
    desk.kept.last["log", desk.seat] = past
    cut(past.turns)
    shown = past.turns + drawn_turns(desk, view, current)
    cut(shown)
    return {f"log-{turn}": html for turn, _, html in shown}


def drawn_turns(desk: Desk, view: View, lines: Sequence[LogLine]) -> list[tuple[int, int, str]]:
    """The last turns of these lines: each one's number, how many lines it has, and its panel."""
    return [(turn, len(entries), drawn(desk, view, turn, entries)) for turn, entries in last_turns(lines)]


def cut(turns: list[tuple[int, int, str]]) -> None:
    """Leave out the first turns while there are more lines than are shown."""
    count = sum(number for _, number, _ in turns)
    while len(turns) > 1 and count > MOST_LINES:
        count -= turns.pop(0)[1]


def drawn(desk: Desk, view: View, turn: int, entries: Sequence[LogLine]) -> str:
    """The panel of one turn."""
    automatic = desk.table.automatic
    late = [entry.version for entry in entries if entry.version in automatic] if automatic else None
    reader = desk.seat if turn == view.turn else None
    source = (entries, late, reader, turn == view.turn, desk.names, desk.colors)
    return desk.kept.part(("turn", turn), source, lambda: str(told(desk, view, turn, entries)))


def last_turns(lines: Sequence[LogLine]) -> list[tuple[int, Sequence[LogLine]]]:
    """The last turn and as many before it as have no more lines than are shown, oldest first; the log may be long."""
    out: list[tuple[int, Sequence[LogLine]]] = []
    end = len(lines)
    while end:
        turn, begin = lines[end - 1].turn, end - 1
        while begin and lines[begin - 1].turn == turn:
            begin -= 1
        if out and len(lines) - begin > MOST_LINES:
            break
        out.insert(0, (turn, lines[begin:end]))
        end = begin
    return out


def told(desk: Desk, view: View, turn: int, entries: Sequence[LogLine]) -> Markup:
    """The lines of one turn under its heading."""
    heading = desk._("Turn {number}", number=turn) if turn else desk._("Set-up")
    lines = []
    before = 0
    for entry in entries:
        # A decision may have several lines: the first says what was done.
        late = entry.version != before and entry.version in desk.table.automatic
        lines.append(line(desk, view, entry, late))
        before = entry.version
    title = tag("div", tag("h3", heading), cls="turnline")
    return tag("li", title, tag("ol", lines), id=f"log-{turn}")


LOG: Final = Rows("log", shell, turns)
"""The log; its turns are sent separately."""


def rolling(name: str, label: str, lines: list[Markup], rows: str | None = None, manners: str | None = None) -> Markup:
    """A list that grows at its end, the chat read out; `rows` names it where lines come to the page alone.

    `manners` are the words of polite bots.
    """
    return tag(
        "div",
        tag("ol", lines, data_rows=rows),
        id=name,
        cls="lines",
        role="log",
        # The script announces what happens in the game, with what is asked.
        aria_live="off" if name == "log" else None,
        tabindex=0,
        data_tail=True,
        data_keep=rows,
        data_manners=manners,
        aria_label=label,
    )


def signs(view: View) -> dict[str, tuple[str, str]]:
    """The icons of module log lines that belong to no seat."""
    return {kind: piece for page, _own in module_pages(view) for kind, piece in page.signs.items()}


def line(desk: Desk, view: View, entry: LogLine, late: bool = False) -> Markup:
    """One line, from the cache if possible; `late` is whether it was played because a time was up."""
    own = entry.seat == desk.seat and entry.turn == view.turn and entry.kind in GAINS
    if entry.turn != view.turn:
        # Past turns are kept whole; their lines beside them would only push others out.
        return written(desk, view, entry, own, late)
    source = (entry, own, late, desk.names, desk.colors)
    name = ("line", entry.version, entry.kind, entry.seat)
    return desk.kept.part(name, source, lambda: written(desk, view, entry, own, late))


def written(desk: Desk, view: View, entry: LogLine, own: bool, late: bool) -> Markup:
    """The line itself: whose shield (or the sign of the thing), the sentence, the reasons in brackets.

    `own` is whether it tells the reader what they have just gained. The reason of a gain unfolds from its line, or a
    turn's gains would fill the log; the keyboard stops at those of the current turn alone.
    """
    said, why = desk.html(entry.say), None
    if entry.detail:
        why = tag("small", " (", between(", ", [desk.html(detail) for detail in entry.detail]), ")")
    if why is not None and entry.kind in GAINS:
        stop = None if entry.turn == view.turn else -1
        said, why = tag("details", tag("summary", said, tabindex=stop), why), None
    sign = desk.shield(entry.seat, 20) or pictures.sign(entry.kind, signs(view))
    return tag(
        "li",
        sign,
        tag("span", said, why, tag("small", f" ({desk._('time up')})") if late else None),
        cls=classes("line", own and "now", entry.seat < 0 and "aside"),
        data_kind=entry.kind,
        data_version=entry.version,
    )
