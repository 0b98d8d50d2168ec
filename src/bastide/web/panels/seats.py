"""The seats: who has which, and the actions on it; in the waiting room and, once the game runs, in a dialog."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from bastide.players import offered
from bastide.server.common.banners import COLORS, EMBLEM_OF, EMBLEMS, look
from bastide.server.common.model import Chair, SeatPlan, TableView
from bastide.server.common.names import same
from bastide.view.levels import described
from bastide.view.lines import pair
from bastide.web.faces import face
from bastide.web.making import NICKNAMES
from bastide.web.panels import pictures
from bastide.web.panels.clock import is_late
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.gate import gate
from bastide.web.panels.html import Child, classes, hidden, tag
from bastide.web.panels.short_code import short_code

USUAL_LEVEL: Final = SeatPlan("bot").bot
"""The level of the bot that stands in for a person."""


def people(desk: Desk) -> Markup:
    """The dialog with all seats, once the game has begun; before that the waiting room shows them."""
    if desk.table.stage == "waiting":
        return tag("section", id="people", popover="auto", hidden=True)
    return tag(
        "section",
        tag("h2", desk._("Seats")),
        tag("ul", [seat_row(desk, chair) for chair in desk.table.chairs], cls="seats-list"),
        all_seats(desk),
        short_code(desk),
        gate(desk),
        sit(desk) if desk.table.stage == "playing" else None,
        id="people",
        cls="menu people",
        popover="auto",
        role="dialog",
        aria_label=desk._("Seats"),
    )


def seat_row(desk: Desk, chair: Chair) -> Markup:
    """One seat: whose, and what the viewer can do with it."""
    if chair.kind == "open":
        picture = tag("span", pictures.mark("lock", 18) if chair.locked else None, cls=f"empty-seat p-{chair.color}")
        name = desk._("Locked seat") if chair.locked else desk._("Open seat")
    else:
        picture = pictures.banner(chair.look, 30, 42)
        name = chair.name
    return tag(
        "li",
        picture,
        tag("div", tag("b", name), tag("small", played_by(chair), ", ".join(seat_notes(desk, chair)))),
        tag("div", seat_tools(desk, chair), cls="seat-tools"),
        cls=classes("seat-row", chair.kind, chair.seat == desk.seat and "mine", chair.ready and "ready"),
        data_seat=chair.seat,
    )


def played_by(chair: Chair, size: int = 20) -> Markup | None:
    """The face of the bot that plays this seat."""
    level = chair.stand_in or (chair.bot if chair.kind == "bot" else "")
    return face(level, size) if level else None


def is_away(desk: Desk, chair: Chair) -> bool:
    """Whether a person has been gone for more than a moment. The viewer never is, even before the socket is open."""
    return chair.kind == "person" and chair.away is not None and chair.seat != desk.seat


def seat_notes(desk: Desk, chair: Chair) -> list[str]:
    """What there is to know about who sits here."""
    if chair.kind == "open":
        return [desk._("nobody can sit down here") if chair.locked else desk._("waiting for someone")]
    if chair.kind == "bot":
        return bot_notes(desk, chair)
    notes = [desk._("you")] if chair.seat == desk.seat else []
    if chair.host:
        notes.append(desk._("host"))
    if chair.seat != desk.seat:
        notes.append(desk._("away") if is_away(desk, chair) else desk._("here"))
    if chair.stand_in:
        notes += [desk._("a bot plays"), *bot_notes(desk, chair)[1:]]
    if chair.offered:
        notes.append(desk._("anybody may take the seat"))
    if desk.table.stage == "waiting" and not chair.host:
        notes.append(desk._("ready") if chair.ready else desk._("not ready yet"))
    return notes


def bot_notes(desk: Desk, chair: Chair) -> list[str]:
    """Which bot plays a seat, and for which other one."""
    notes = [desk._("bot, {level}", level=desk.words.name(chair.bot or chair.stand_in))]
    if chair.failed:
        notes.append(desk._("{level} failed three times", level=desk.words.name(chair.failed)))
    return notes


def seat_tools(desk: Desk, chair: Chair) -> list[Markup]:
    """What players may do with their own seat, and the host with the others."""
    if chair.seat == desk.seat:
        return own_tools(desk, chair)
    if not desk.table.host:
        return []
    if chair.kind == "person":
        return person_tools(desk, chair)
    over = desk.table.stage == "over"
    if chair.kind == "bot":
        return [] if over else [levels(desk, chair, chair.bot), free(desk, chair)]
    lock = desk._("Unlock") if chair.locked else desk._("Lock")
    toggle = button(lock, "unlock" if chair.locked else "lock", chair, desk._("Seat {number}", number=chair.seat + 1))
    return [toggle] if over or chair.locked else [levels(desk, chair, None), toggle]


def own_tools(desk: Desk, chair: Chair) -> list[Markup]:
    """Let a bot play, take the seat back, leave, end the seat elsewhere."""
    if desk.table.stage != "playing":
        return [leave(desk, "btn quiet"), other_devices(desk)]
    for_now = take_back(desk) if chair.stand_in else stand_in(desk, chair, desk._("Let a bot play"))
    return [for_now, leaving(desk), other_devices(desk)]


def leave(desk: Desk, cls: str) -> Markup:
    """Gives the viewer's seat back."""
    return tag("button", desk._("Leave"), type="button", cls=cls, data_do="leave")


def leaving(desk: Desk) -> Markup:
    """Leaving during a game, with a warning first: the next person in the seat keeps it."""
    return tag(
        "details",
        tag("summary", desk._("Leave the game…"), cls="btn quiet"),
        tag("p", desk._("Your seat is open to others from then on. For a break, let a bot play.")),
        leave(desk, "btn"),
        cls="leaving",
    )


def other_devices(desk: Desk) -> Markup:
    """Ends the seat on all other devices; a form, because the answer's cookie holds the new token."""
    words = desk._("Wherever else this seat is open, it shows the table as to a spectator. You play on here.")
    send = tag("button", desk._("Play only here"), type="submit", cls="btn")
    return tag(
        "details",
        tag("summary", desk._("Other devices…"), cls="btn quiet"),
        tag("p", words),
        tag("form", send, action=f"{desk.table.link}/renew", method="post"),
        cls="elsewhere",
    )


def person_tools(desk: Desk, chair: Chair) -> list[Markup]:
    """The host's actions on another person."""
    tools = []
    gone = chair.absent or is_late(desk, chair.seat)
    if desk.table.stage == "playing" and gone and not chair.stand_in:
        tools.append(stand_in(desk, chair, desk._("Let a bot play")))
    if not is_away(desk, chair):
        tools.append(button(desk._("Make host"), "host", chair, chair.name))
    if desk.table.stage == "waiting" or (desk.table.stage == "playing" and chair.absent and chair.stand_in):
        tools.append(free(desk, chair))
    return tools


def button(
    words: str, do: str, chair: Chair, about: str, picture: str = "", cls: str = "btn", text: str = ""
) -> Markup:
    """A button that sends a command about a seat; screen readers are told which."""
    return tag(
        "button",
        pictures.mark(picture, 16) if picture else None,
        words,
        hidden(f": {about}") if about else None,
        type="button",
        cls=cls,
        data_do=do,
        data_seat=chair.seat,
        data_text=text or None,
    )


def stand_in(desk: Desk, chair: Chair, words: str) -> Markup:
    """Lets a bot play for the person of this seat."""
    about = "" if chair.seat == desk.seat else chair.name
    return button(words, "stand-in", chair, about, "bot", text=USUAL_LEVEL)


def take_back(desk: Desk) -> Markup:
    """Ends the bot's play for the viewer."""
    return tag("button", desk._("Take my seat back"), type="button", cls="btn main", data_do="back")


def free(desk: Desk, chair: Chair) -> Markup:
    """Frees a seat."""
    words = desk._("Free this seat")
    return tag(
        "button",
        pictures.mark("close", 16),
        type="button",
        cls="btn quiet",
        data_do="open",
        data_seat=chair.seat,
        aria_label=pair(desk.words, words, chair.name),
        title=words,
    )


def levels(desk: Desk, chair: Chair, current: str | None) -> Markup:
    """One face for each level of bot, with its name for an open chair, where it seats one."""
    buttons = [
        tag(
            "button",
            face(level, 26 if current is None else 30),
            desk.words.title(level) if current is None else None,
            type="button",
            cls="btn" if current is None else None,
            title=described(desk.words, level),
            data_do="bot",
            data_seat=chair.seat,
            data_text=level,
            aria_pressed=None if current is None else level == current,
            aria_label=desk._("Seat {number}: bot, {level}", number=chair.seat + 1, level=desk.words.name(level)),
        )
        for level in desk.table.bots or offered(0)
    ]
    return tag(
        "span",
        buttons,
        cls="seg levels" if current is not None else "bot-buttons",
        role="group",
        aria_label=desk._("Bot"),
    )


def banners(desk: Desk) -> Markup | None:
    """The colours and the emblems, of which the viewer chooses one each before the game."""
    if desk.seat is None:
        return None
    own = desk.table.chairs[desk.seat]
    people = [chair for chair in desk.table.chairs if chair.kind == "person"]
    colored = {chair.color: chair for chair in people}
    marked = {chair.emblem: chair for chair in people}
    # A colour brings its emblem, unless the viewer has chosen one.
    kept = "" if own.emblem == EMBLEM_OF[own.color] else own.emblem
    return tag(
        "div",
        tag("h3", desk._("Your banner"), id="h-banner"),
        tag(
            "div",
            [banner_button(desk, "color", color, look(color, kept), colored.get(color)) for color in COLORS],
            cls="banner-row",
            role="group",
            aria_label=desk._("Colour"),
        ),
        tag(
            "div",
            [banner_button(desk, "emblem", each, look(own.color, each), marked.get(each)) for each in EMBLEMS],
            cls="banner-row",
            role="group",
            aria_label=desk._("Emblem"),
        ),
        role="group",
        aria_labelledby="h-banner",
        cls="banners",
    )


def banner_button(desk: Desk, what: str, name: str, shown: str, owner: Chair | None) -> Markup:
    """Takes a colour or an emblem; disabled if another person has it."""
    mine = owner is not None and owner.seat == desk.seat
    words = desk.words.title(f"{what}_{name}")
    if owner is not None and not mine:
        taken = _("{color}: taken by {name}") if what == "color" else _("{emblem}: taken by {name}")
        words = desk._(taken, **{what: words}, name=owner.name)
    return tag(
        "button",
        pictures.banner(shown, 26, 36),
        type="button",
        data_do=what,
        data_text=name,
        aria_pressed=mine,
        disabled=owner is not None and not mine,
        aria_label=words,
        title=words,
    )


def all_seats(desk: Desk) -> Markup | None:
    """The host's buttons for all open seats at once; for a single one its own is enough."""
    chairs = [chair for chair in desk.table.chairs if chair.kind == "open"]
    if not desk.table.host or len(chairs) < 2:
        return None
    words = {"lock": desk._("Lock all open seats"), "unlock": desk._("Unlock all seats")}
    wanted = ["lock"] * any(not chair.locked for chair in chairs) + ["unlock"] * any(chair.locked for chair in chairs)
    return tag(
        "p",
        [tag("button", pictures.mark("lock", 16), words[do], type="button", cls="btn", data_do=do) for do in wanted],
        cls="all-seats",
    )


def proposed(table: TableView) -> str:
    """A name for a guest that nobody at the table has, another one at each table."""
    first = sum(map(ord, table.id)) % len(NICKNAMES)
    taken = [chair.name for chair in table.chairs]
    free = (name for name in NICKNAMES[first:] + NICKNAMES[:first] if not any(same(name, other) for other in taken))
    return next(free, "")


def sit(desk: Desk) -> Markup | None:
    """The form by which a page takes a seat, with only a nickname."""
    if desk.seat is not None:
        return None
    if all((chair.kind != "open" or chair.locked) and not chair.offered for chair in desk.table.chairs):
        locked = any(chair.locked for chair in desk.table.chairs)
        words = (
            desk._("The open seats are locked. You can watch.")
            if locked
            else desk._("All seats are taken. You can watch.")
        )
        return tag("section", tag("p", words), cls="slab box")
    field: Child = tag(
        "input",
        _type="text",
        id="nickname",
        name="text",
        value=proposed(desk.table),
        maxlength=24,
        required=True,
        autocomplete="nickname",
        cls="field",
        data_keep="nickname",
    )
    return tag(
        "section",
        tag(
            "form",
            tag("label", desk._("Your name"), _for="nickname"),
            field,
            tag("button", desk._("Take a seat"), type="submit", cls="btn main"),
            data_do="sit",
            action=f"{desk.table.link}/sit",
            method="post",
            cls="sit",
        ),
        tag("p", desk._("Or stay as you are: you will watch."), cls="note"),
        cls="slab box",
    )
