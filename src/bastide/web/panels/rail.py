"""The players: points, hands as backs, cards, knights, route, awards, and what each is doing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import Markup

from bastide.server.common.model import Chair
from bastide.view.island.model import Answer, IslandView, NeutralView, SeatView
from bastide.view.model import View
from bastide.view.words import Words
from bastide.web.panels import pictures
from bastide.web.panels.clock import clock, is_late, seat_clock
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, least, tag
from bastide.web.panels.module_pages import dealing_page, module_pages, seen_of
from bastide.web.panels.seats import bot_notes, is_away, played_by

MOST_BACKS: Final = 6
FEW_BACKS: Final = 4
"""Maximum number of card backs that fit beside the figures of modules."""
MOST_CARD_BACKS: Final = 3
FACE: Final = 18
"""The size of a bot's face: as high as a line."""
GAINS: Final = ("gain", "take")
"""The events by which a seat gets cards from the bank."""
AWARDS: Final = ("route", "army")
"""What a seat has once or not at all."""


def shell(desk: Desk, view: View) -> Markup:
    """All players in the order of play, from the first seat."""
    count = len(view.seats)
    gains = (*GAINS, *(kind for page, _own in module_pages(view) for kind in page.gains))
    return desk.kept.part("rail", (count, gains), lambda: room(desk, count, gains))


def room(desk: Desk, count: int, gains: Sequence[str]) -> Markup:
    """Room for so many players; the page shows at their seats what the events of these kinds bring."""
    return tag(
        "ol",
        id="rail",
        cls="rail",
        data_wall=True,
        data_count=count,
        aria_label=desk._("Players"),
        data_gains=" ".join(gains),
        data_keep="rail",
        data_rows="rail",
    )


def slabs(desk: Desk, view: IslandView) -> dict[str, str]:
    """Each player's slab, then a line for each colour that nobody plays."""
    drawn = {f"rail-{seat.seat}": player(desk, view, seat) for seat in view.seats}
    return drawn | neutrals(desk, view, "rail")


def neutrals(desk: Desk, view: IslandView, panel: str) -> dict[str, str]:
    """A line for each colour that nobody plays, as rows of a panel."""

    def drawn(colour: NeutralView) -> str:
        read = (colour, desk.owner_names, desk.owner_colors)
        return desk.kept.part((panel, colour.seat), read, lambda: str(neutral(desk, colour, f"{panel}-{colour.seat}")))

    return {f"{panel}-{colour.seat}": drawn(colour) for colour in view.unplayed}


def neutral(desk: Desk, colour: NeutralView, name: str | None = None) -> Markup:
    """A colour that nobody plays: its longest route, lit on the board by hover and focus, and what it has won by it."""
    return tag(
        "li",
        pictures.shield(desk.owner_colors[colour.seat], 20),
        tag("h3", desk.owner_names[colour.seat]),
        tag("ul", route_stat(desk, colour), cls="stats"),
        [pictures.award(kind, 24) for kind in colour.awards],
        id=name,
        cls="slab neutral",
        tabindex=0 if colour.trail else None,
    )


def seat_source(desk: Desk, view: View, number: int) -> tuple[Any, ...]:
    """What the drawing of one player depends on in every game, beside what the view says of the seat."""
    return (
        desk.table.chairs[number],
        desk.name(number),
        seat_clock(desk, number),
        number == desk.seat,
        number == view.on_turn,
        number == view.at_move,
        builds_after(view),
        is_waited_for(desk, view, number),
        view.result is None,
    )


def source(desk: Desk, view: IslandView, seat: SeatView) -> tuple[Any, ...]:
    """The inputs of one player's rendering, except the pieces on the board."""
    return (seat, *seat_source(desk, view, seat.seat), view.offer, shown_by_modules(view, seat))


def shown_by_modules(view: IslandView, seat: SeatView) -> tuple[Any, ...]:
    """What the modules' figures of a player are drawn from; empty in the base game."""
    return tuple(seen for _page, seen in seen_of(view, seat))


def player(desk: Desk, view: IslandView, seat: SeatView) -> str:
    """One player's slab."""
    return desk.kept.part(("slab", seat.seat), source(desk, view, seat), lambda: str(slab(desk, view, seat)))


def slab(desk: Desk, view: IslandView, seat: SeatView) -> Markup:
    """The slab itself; all inputs are in `source`."""
    chair = desk.table.chairs[seat.seat]
    name, turn = desk.name(seat.seat), seat.seat == view.at_move and view.result is None
    return tag(
        "li",
        pictures.banner(chair.look),
        tag("h2", tag("span", name, cls="name"), host_mark(desk, chair), sign(desk, chair)),
        tag("div", state(desk, view, seat.seat), cls="state"),
        points(desk, seat),
        clock(desk, seat.seat, "rail"),
        stats(desk, view, seat),
        [page.figures(desk, seat, seen) for page, seen in seen_of(view, seat)],
        tag("div", [award(desk, kind, seat) for kind in seat.awards], cls="awards") if seat.awards else None,
        flag(desk, view, seat.seat),
        breakdown(desk, seat),
        cls=classes("slab player", turn and "turn", is_away(desk, chair) and "away"),
        id=f"rail-{seat.seat}",
        data_seat=seat.seat,
        data_about=f"seat {seat.seat}",
        tabindex=0,
        aria_current="true" if turn else None,
        aria_describedby=f"sources-{seat.seat}",
    )


def host_mark(desk: Desk, chair: Chair) -> Markup | None:
    """The host's crown."""
    return crown(desk._("host")) if chair.host else None


@lru_cache(maxsize=64)
def crown(words: str) -> Markup:
    """A crown, and what it means."""
    return tag("span", pictures.mark("crown", 15), hidden(words), cls="crown", title=words)


def sign(desk: Desk, chair: Chair) -> Markup | None:
    """Away, or the face of the bot that plays, beside the name: for a phone, where words do not fit."""
    away = pictures.mark("nolink", 14) if is_away(desk, chair) else None
    picture = played_by(chair, 16) if chair.stand_in else away
    return tag("span", picture, cls="sign", aria_hidden="true") if picture else None


def is_waited_for(desk: Desk, view: View, number: int) -> bool:
    """Whether the game waits for a player; a paused game waits for nobody."""
    return number in view.actors and desk.table.paused is None


def builds_after(view: View) -> bool:
    """Whether another seat than the one on turn builds after that turn."""
    return view.turn > 0 and view.at_move != view.on_turn


def state(desk: Desk, view: View, number: int) -> list[Markup | str]:
    """What a player is doing: away, to move, waited for, a bot, there."""
    chair = desk.table.chairs[number]
    waited = is_waited_for(desk, view, number)
    if chair.kind == "open":
        return [pictures.mark("lock", 15), desk._("locked")] if chair.locked else [desk._("open seat")]
    if chair.stand_in:
        words = desk._("away, a bot plays") if is_away(desk, chair) else desk._("a bot plays")
        return [played_by(chair, FACE) or "", tag("b", words, cls="waited") if waited else words]
    if is_late(desk, number):
        words = desk._("Your time is up") if number == desk.seat else desk._("time is up")
        return [pictures.mark("hourglass", 14), tag("b", words, cls="waited late")]
    if is_away(desk, chair):
        return [pictures.mark("nolink", 15), desk._("away")]
    if waited and number == desk.seat:
        words = desk._("Your answer?")
        if number == view.at_move:
            words = desk._("You build") if builds_after(view) else desk._("Your turn")
        return [pictures.mark("hourglass", 14), tag("b", words, cls="waited")]
    if waited:
        return [
            played_by(chair, FACE) or pictures.mark("hourglass", 15),
            tag("b", desk._("thinking…"), cls="waited"),
        ]
    if number == view.on_turn and builds_after(view):
        return [pictures.mark("check", 15), desk._("turn over")]
    if chair.kind == "bot":
        return [played_by(chair, FACE) or "", ", ".join(bot_notes(desk, chair))]
    return [pictures.mark("link", 15), desk._("you") if number == desk.seat else desk._("here")]


def points(desk: Desk, seat: SeatView) -> Markup:
    """The public points, and beside them those that only the viewer knows of."""
    return counted(desk.words, seat.points, seat.hidden_points or 0)


@lru_cache(maxsize=1024)
def counted(words: Words, open_: int, count: int) -> Markup:
    """So many points, and so many that are hidden from others."""
    secret = None
    if count:
        label = words.gettext("and {count} hidden {count:point|points} that only you see", count=count)
        secret = tag("sup", tag("span", f"+{count}", aria_hidden="true"), hidden(label), title=label)
    unit = tag("small", words.gettext("{count:point|points}", count=open_), cls="unit")
    return tag("div", tag("b", str(open_).replace("-", "−"), cls="count"), secret, unit, cls="vp")


def stats(desk: Desk, view: IslandView, seat: SeatView) -> Markup:
    """Hand, cards, knights played, what the modules add, longest route: a picture, a figure, and its word for those who
    listen."""
    hand = desk._("{count:card|cards} in hand", count=seat.hand_size)
    added = [figure for page, seen in seen_of(view, seat) for figure in page.stats(desk, seat, seen)]
    many = bool(added or seat.purse)
    figures: list[Markup | None] = [
        stat(
            backs("good", seat.hand_size, FEW_BACKS if many else MOST_BACKS),
            seat.hand_size,
            hand,
            "hand-size",
            seat.over_limit,
        ),
        *[stat(pictures.good(good, 17), seat.purse[good], desk.words.name(good), "purse") for good in seat.purse],
        *(base_stats(desk, seat) if dealing_page(view) is None else []),
        *added,
        route_stat(desk, seat),
    ]
    shown = [figure for figure in figures if figure]
    return tag("ul", shown, cls=classes("stats", many and "many"), data_least=least(len(shown)) if many else None)


def route_stat(desk: Desk, seat: SeatView | NeutralView) -> Markup | None:
    """The length of a longest route, in a game with the longest road."""
    if seat.route < 0:
        return None
    return stat(pictures.mark("route", 17), seat.route, told_route(desk, seat), "route")


def told_route(desk: Desk, seat: SeatView | NeutralView) -> str:
    """The longest route, and of which lines it is where there are several kinds: 4 roads and 3 ships."""
    if not seat.trail:
        return desk._("longest route")
    parts = [f"{len(places)} {desk.words.names(kind, len(places))}" for kind, places in seat.trail.items()]
    lines = parts[0] if len(parts) == 1 else desk._("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1])
    return desk._("longest route {count}: {lines}", count=seat.route, lines=lines)


def base_stats(desk: Desk, seat: SeatView) -> list[Markup]:
    """Development cards, and the knights that were played."""
    cards = desk._("development {count:card|cards}", count=seat.cards_size)
    knights = desk._("{count:knight|knights} played", count=seat.knights)
    return [
        stat(backs("dev", seat.cards_size, MOST_CARD_BACKS), seat.cards_size, cards, "cards-size"),
        stat(pictures.mark("sword", 17), seat.knights, knights, "knights"),
    ]


@lru_cache(maxsize=2048)
def stat(picture: Markup, count: int | str, words: str, kind: str, over: bool = False) -> Markup:
    """One figure of a player: `stat-<kind>` is its class, which carries the module's name where a module adds it."""
    return tag(
        "li",
        picture,
        tag("span", count),
        hidden(f" {words}"),
        cls=classes(f"stat-{kind}", over and "over"),
        title=words,
    )


@cache
def backs(kind: str, count: int, most: int) -> Markup:
    """Card backs, as many as there are cards up to `most`, at least one."""
    return tag("span", [pictures.small_back(kind)] * max(1, min(count, most)), cls="backs")


def award(desk: Desk, kind: str, seat: SeatView) -> Markup:
    """The pill of a special award."""
    worth = sum(source.points for source in seat.sources if source.source == kind)
    words = tag("span", desk.words.title(kind), tag("b", f" +{worth}", cls="worth") if worth else None)
    return tag("span", pictures.award(kind, 30), words, cls="award", title=desk.words.title(kind))


def breakdown(desk: Desk, seat: SeatView) -> Markup:
    """The sources of points: shown on hover and focus, and read out with the player."""
    read = (seat.sources, seat.hidden_points, seat.trail)
    return desk.kept.part(("sources", seat.seat), read, lambda: told_sources(desk, seat))


def told_sources(desk: Desk, seat: SeatView) -> Markup:
    """The list of them."""
    return tag("ul", source_rows(desk, seat), id=f"sources-{seat.seat}", cls="tip sources", role="tooltip")


def source_rows(desk: Desk, seat: SeatView) -> list[Markup]:
    """Its lines."""
    rows = [
        tag(
            "li",
            tag(
                "span",
                f"{source.count} × " if source.source not in AWARDS else None,
                desk.words.name(source.source),
            ),
            tag("b", source.points),
        )
        for source in seat.sources
        if source.points
    ]
    if seat.hidden_points and all(source.source != "cards" for source in seat.sources):
        rows.append(tag("li", tag("span", desk._("hidden, only you see them")), tag("b", seat.hidden_points)))
    if seat.trail:
        rows.append(tag("li", tag("span", told_route(desk, seat)), cls="of-route"))
    return rows or [tag("li", desk._("no points yet"))]


def flag(desk: Desk, view: IslandView, number: int) -> Markup | None:
    """A player's answer to the open offer, flown at the edge of the slab."""
    if view.offer is None:
        return None
    if number == view.offer.seat:
        goods = [pictures.mark("trade", 17), *(pictures.good(good) for good in view.offer.gives)]
        return tag("span", goods, hidden(desk._("offers a trade")), cls="flag but")
    answer = next((given for given in view.offer.answers if given.seat == number), None)
    return None if answer is None else answer_flag(desk, answer)


def answer_flag(desk: Desk, answer: Answer) -> Markup | None:
    """The flag of one answer, none while it is awaited."""
    if answer.kind == "accept":
        return tag("span", pictures.mark("check", 18), hidden(desk._("accepts")), cls="flag yes")
    if answer.kind == "refuse":
        return tag("span", pictures.mark("close", 17), hidden(desk._("refuses")), cls="flag no")
    if answer.kind == "counter":
        goods = [pictures.mark("trade", 17), *(pictures.good(good) for good in answer.wants)]
        return tag("span", goods, hidden(desk._("asks for something else")), cls="flag but")
    return None
