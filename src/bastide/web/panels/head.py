"""The head of the page: the table's name, what is played, and the tools."""

from __future__ import annotations

from markupsafe import Markup

from bastide.web.panels import hint, pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.families import family_at
from bastide.web.panels.html import Attribute, join, tag
from bastide.web.panels.series import in_short


def head(desk: Desk) -> Markup:
    """The head panel; `data-stage` tells style sheet and script the table's stage."""
    table = desk.table
    told, shown = facts(desk), tools(desk)
    return desk.kept.part("head", (table.name, table.stage, told, shown), lambda: drawn(desk, told, shown))


def drawn(desk: Desk, told: list[tuple[str, str | None]], shown: Markup) -> Markup:
    """The panel itself: `told` are its facts, each with its class, `shown` its tools."""
    table = desk.table
    known = [tag("span", fact, cls=kind) for fact, kind in told]
    return tag(
        "header",
        tag("a", pictures.brand(36), href="/", cls="home", aria_label=desk._("Bastide, to the first page")),
        tag("div", tag("h1", table.name), tag("p", known, cls="facts"), cls="title"),
        tag("nav", shown, cls="tools", aria_label=desk._("Tools")),
        id="head",
        cls="head",
        data_stage=table.stage,
        data_wall=True,
    )


def facts(desk: Desk) -> list[tuple[str, str | None]]:
    """The game, its progress, and the turn, each with its class."""
    view = desk.table.view
    if view is None:
        return [(desk._("Waiting room"), None)]
    series = in_short(desk)
    known = [*([series] if series else []), *family_at(desk.table).facts(desk, view)]
    if desk.table.rated:
        known.append(desk._("rated"))
    if desk.seat is None:
        known.append(desk._("you are watching"))
    elif desk.table.watchers:
        known.append(desk._("{count} {count:spectator|spectators}", count=desk.table.watchers))
    turn = desk._("Turn {number}", number=view.turn) if view.turn else desk._("Set-up")
    return [*((fact, None) for fact in known), (turn, "turn-now")]


def tools(desk: Desk) -> Markup:
    """Board size, rules, sound, light, the column on narrow windows, and the rest behind one button."""
    view = desk.table.view
    back: tuple[bool, ...] = ()
    if view is not None and desk.table.undo:
        back = (view.can_undo, bool(view.can_redo), view.on_turn == desk.seat)
    lamp = view is not None and hint.asks(desk, view)
    return desk.kept.part(
        "tools", (back, may_pause(desk), lamp), lambda: join(*hinting(desk, lamp), *buttons(desk, *back))
    )


def hinting(desk: Desk, lamp: bool) -> list[Markup]:
    """Asks for a hint; a wide page has this beside the actions."""
    words = f"{desk._('Hint')} ({hint.KEY})"
    return (
        [tool("lamp", words, data_do="hint", data_key=hint.KEY, aria_pressed=False, cls_="narrow lamp")] if lamp else []
    )


def buttons(desk: Desk, can_undo: bool = False, can_redo: bool = False, on_turn: bool = False) -> list[Markup]:
    """The tools one by one. On the viewer's turn a wide page has the undo button beside the actions."""
    correcting = []
    if can_undo:
        correcting = [
            tool("undo", f"{desk._('Undo')} (U)", data_do="undo", data_key="U", cls_="narrow" if on_turn else "")
        ]
    if can_redo:
        correcting += [tool("redo", f"{desk._('Redo')} (Y)", data_do="redo", data_key="Y", cls_="")]
    return [
        *correcting,
        *pausing(desk),
        tool("minus", f"{desk._('Smaller board')} (-)", data_zoom="out", cls_="narrow zoom"),
        tool("plus", f"{desk._('Larger board')} (+)", data_zoom="in", cls_="narrow zoom"),
        tool("fit", desk._("Whole board"), data_zoom="fit", cls_="wide"),
        tag(
            "a",
            pictures.mark("book", 20),
            href=f"/rules?lang={desk.words.language}",
            target="_blank",
            rel="noopener",
            cls="tool wide",
            aria_label=desk._("Rules"),
            title=desk._("Rules"),
        ),
        tool("sound", desk._("Sound"), data_setting="sound", data_keep="sound", aria_pressed=True, cls_="wide"),
        tool("moon", desk._("Dark colours"), data_setting="theme", data_keep="theme", aria_pressed=False, cls_="wide"),
        tool("log", desk._("Log and chat"), data_drawer="side", cls_="drawer-tool", aria_expanded=False),
        tool("menu", desk._("Menu"), popovertarget="menu", data_key="?", cls_="menu-tool"),
    ]


def pausing(desk: Desk) -> list[Markup]:
    """Pauses the game, for those allowed; the banner resumes it."""
    if not may_pause(desk):
        return []
    return [tool("pause", desk._("Pause the game"), data_do="pause", cls_="pause-tool")]


def may_pause(desk: Desk) -> bool:
    """Whether the viewer may interrupt the game, and nobody has."""
    return desk.table.may_pause and desk.table.paused is None


def tool(picture: str, words: str, *, cls_: str, **attributes: Attribute) -> Markup:
    """One square button of the head."""
    return tag(
        "button",
        pictures.mark(picture, 20),
        type="button",
        cls=f"tool {cls_}",
        aria_label=words,
        title=words,
        **attributes,
    )
