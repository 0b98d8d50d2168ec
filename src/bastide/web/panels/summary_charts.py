"""The charts of the summary, each also as a table: points over turns, goods by cause, the dice of the whole game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from babel.numbers import format_decimal
from markupsafe import Markup

from bastide.view import svg
from bastide.view.island.model import IslandView, SeatView
from bastide.view.lines import listed
from bastide.view.model import Story
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.dice import in_place_of_dice
from bastide.web.panels.html import Child, classes, tag
from bastide.web.panels.summary_moments import moments

WAYS: Final = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
"""How many of the 36 throws of two dice make each sum."""

GOT: Final = {"dice": ("production",), "trade": ("trade", "bank"), "robber": ("robber",), "cards": ("cards",)}
"""The bars of gains, from the axis outwards, and the story's causes behind each."""
LOST: Final = {
    "built": ("spent",),
    "trade": ("trade_out", "bank_out"),
    "robber": ("robber_out",),
    "cards": ("cards_out",),
    "seven": ("discard",),
}
LEGEND: Final = {
    "dice": _("production"),
    "trade": _("trade, bank"),
    "robber": _("robber, theft"),
    "cards": _("cards"),
    "built": _("built, bought"),
    "seven": _("a 7"),
}
ROWS: Final = (
    (_("Production"), "production", ""),
    (_("Trade"), "trade", "trade_out"),
    (_("Bank"), "bank", "bank_out"),
    (_("Robber"), "robber", "robber_out"),
    (_("Cards"), "cards", "cards_out"),
    (_("Built"), "", "spent"),
    (_("A 7"), "", "discard"),
)
"""The table of goods: the head of each row, and the causes of the story that it counts as got and as lost."""

WIDE, SLIM = 600, 340
"""Drawn separately for a desk and for a phone: scaled down, its text would be unreadable."""
MANY: Final = 4
"""With more players than these the lines get more height."""


def charts(desk: Desk, view: IslandView, placed: list[SeatView]) -> list[Markup | None]:
    """Every chart that has data; `placed` are the players from the winner down."""
    story = view.result.story if view.result else None
    drawn = [points(desk, view, placed, story), goods(desk, placed, story)] if story else []
    return [*drawn, luck(desk, view)]


def box(desk: Desk, name: str, title: str, note: str | None, picture: Child, table: Markup, kind: str = "") -> Markup:
    """A chart in its slab with the switch between picture and table; screen readers always get the table."""
    choices = [
        tag(
            "label",
            tag("input", type="radio", name=f"show-{name}", value=value, checked=value == "chart"),
            tag("span", words),
        )
        for value, words in (("chart", desk._("Chart")), ("table", desk._("Table")))
    ]
    label = desk._("{title}: show as", title=title)
    switch = tag("span", choices, cls="seg small", role="radiogroup", aria_label=label, data_keep=f"show-{name}")
    head = tag("div", tag("h3", title), tag("small", note) if note else None, switch, cls="chart-head")
    return tag(
        "section",
        head,
        tag("div", picture, cls="drawn"),
        tag("div", table, cls="figures"),
        cls=classes("slab box chartbox", kind),
    )


def sheet(caption: str, heads: list[Child], rows: list[tuple[Child, list[Child]]]) -> Markup:
    """A table whose first column names the rows."""
    head = tag("tr", [tag("th", words, scope="col") for words in heads])
    lines = [tag("tr", tag("th", first, scope="row"), [tag("td", cell) for cell in cells]) for first, cells in rows]
    return tag("table", tag("caption", caption), tag("thead", head), tag("tbody", lines))


def player(desk: Desk, seat: SeatView) -> Markup:
    """A player at the head of a row or a column."""
    return tag("span", desk.shield(seat.seat, 17), tag("span", desk.name(seat.seat), cls="name"), cls="who")


# Points over turns.


def points(desk: Desk, view: IslandView, placed: list[SeatView], story: Story) -> Markup:
    """Everybody's points turn by turn, with the numbers of the key moments."""
    tracks = [svg.Track(desk.colors[seat.seat], desk.name(seat.seat), story.points[seat.seat]) for seat in placed]
    marks = [svg.Mark(moment.line.turn, moment.number) for moment in moments(view)]
    final = ", ".join(f"{track.name} {track.values[-1]}" for track in tracks)
    label = desk._("Points over {turns} turns; at the end {points}.", turns=len(tracks[0].values) - 1, points=final)
    height = 236 if len(tracks) <= MANY else 300
    picture = [
        Markup('<div class="{}">{}</div>').format(
            size, Markup(svg.points_chart(tracks, view.goal, marks, label, width=width, height=height, names=named))
        )
        for size, width, named in (("wide", WIDE, True), ("slim", SLIM, False))
    ]
    note = desk._("numbers are the key moments") if marks else None
    return box(desk, "points", desk._("Points over turns"), note, picture, points_table(desk, placed, story))


def points_table(desk: Desk, placed: list[SeatView], story: Story) -> Markup:
    """A row for each turn in which somebody's points changed, and for the first and last."""
    by_turn = list(zip(*(story.points[seat.seat] for seat in placed), strict=True))
    rows: list[tuple[Child, list[Child]]] = [(0, list(by_turn[0]))]
    for turn, (before, after) in enumerate(pairwise(by_turn), 1):
        if after != before or turn == len(by_turn) - 1:
            cells = [tag("b", now) if now != was else now for was, now in zip(before, after, strict=True)]
            rows.append((turn, list(cells)))
    caption = desk._("Points after each turn in which they changed")
    return sheet(caption, [desk._("Turn"), *(player(desk, seat) for seat in placed)], rows)


# Goods by cause.


def stack(desk: Desk, seat: SeatView, counts: Mapping[str, int]) -> svg.Stack:
    """One player's bars."""

    def side(parts: Mapping[str, tuple[str, ...]]) -> list[tuple[str, int]]:
        return [(cause, sum(counts.get(name, 0) for name in names)) for cause, names in parts.items()]

    return svg.Stack(desk.colors[seat.seat], side(GOT), side(LOST))


def goods(desk: Desk, placed: list[SeatView], story: Story) -> Markup:
    """Cards won and lost by cause."""
    stacks = [stack(desk, seat, story.goods[seat.seat]) for seat in placed]
    told = [
        desk._(
            "{player} got {got} and lost {lost}",
            player=desk.name(seat.seat),
            got=sum(count for _cause, count in bars.got),
            lost=sum(count for _cause, count in bars.lost),
        )
        for seat, bars in zip(placed, stacks, strict=True)
    ]
    label = desk._("Cards by cause: {list}.", list=listed(desk.words, told))
    lost, got = desk._("lost or spent"), desk._("got")
    drawings = [
        Markup('<div class="{}">{}</div>').format(
            size, Markup(svg.goods_chart(stacks, label, lost=lost, got=got, width=width))
        )
        for size, width in (("wide", WIDE), ("slim", SLIM))
    ]
    seen = {cause for bars in stacks for cause, count in (*bars.got, *bars.lost) if count}
    legend = [
        tag("span", Markup(svg.cause_swatch(cause)), desk._(words)) for cause, words in LEGEND.items() if cause in seen
    ]
    picture: list[Child] = [*drawings, tag("p", legend, cls="legend")]
    whole = box(desk, "goods", desk._("Goods by cause"), None, picture, goods_table(desk, placed, story))
    return Markup("{}{}").format(Markup(svg.cause_patterns()), whole)


def goods_table(desk: Desk, placed: list[SeatView], story: Story) -> Markup:
    """A row for each cause: gains with a plus, losses with a minus."""
    counts = [story.goods[seat.seat] for seat in placed]
    rows: list[tuple[Child, list[Child]]] = [
        (desk._(words), [signed(count.get(came, 0), count.get(went, 0)) for count in counts])
        for words, came, went in ROWS
        if any(count.get(came, 0) or count.get(went, 0) for count in counts)
    ]
    sums = [
        (
            sum(count.get(came, 0) for _words, came, _went in ROWS),
            sum(count.get(went, 0) for _words, _came, went in ROWS),
        )
        for count in counts
    ]
    rows.append((desk._("All"), [signed(came, went) for came, went in sums]))
    heads: list[Child] = [desk._("Cause"), *(player(desk, seat) for seat in placed)]
    return sheet(desk._("Cards got (+) and lost (−) by cause"), heads, rows)


def signed(came: int, went: int) -> Markup:
    """Cards in and out; nothing is a dash."""
    parts = [tag("span", f"+{came}", cls="in") if came else None, tag("span", f"−{went}", cls="out") if went else None]
    return tag("span", parts if came or went else "–", cls="flow")


# The dice, or the cards in their place.


def luck(desk: Desk, view: IslandView) -> Markup | None:
    """The numbers of the whole game against expectation."""
    count = sum(view.rolls)
    if not count:
        return None
    rolled = in_place_of_dice(desk, view) is None
    label = desk._("How often each number came; the strokes are what was to be expected.")
    drawing = Markup(svg.histogram(view.rolls, None, 330, 140, label=label, counted=True))
    rows: list[tuple[Child, list[Child]]] = [
        (total, [view.rolls[total], expected(desk, count, WAYS[total])]) for total in range(2, 13)
    ]
    table = sheet(desk._("How often each number came"), [desk._("Number"), desk._("Times"), desk._("Expected")], rows)
    hot, sevens = view.rolls[6] + view.rolls[8], view.rolls[7]
    facts = tag(
        "dl",
        tag("dt", desk._("6 and 8")),
        tag("dd", hot, tag("small", desk._("expected {number}", number=expected(desk, count, 10)))),
        tag("dt", desk._("Sevens")),
        tag("dd", sevens, tag("small", desk._("expected {number}", number=expected(desk, count, 6)))),
    )
    if rolled:
        title, note = desk._("Dice"), desk._("{count} {count:roll|rolls}", count=count)
    else:
        title, note = desk._("Numbers"), desk._("{count} {count:number|numbers}", count=count)
    return box(desk, "dice", title, note, [drawing, facts], table, "luck")


def expected(desk: Desk, count: int, ways: int) -> str:
    """How many of `count` rolls should have been among `ways` of the 36 throws."""
    return format_decimal(count * ways / 36, "0.0", desk.words.language)
