"""The host's controls of the table's password: set, change or remove it, ask all spectators for it again."""

from __future__ import annotations

from markupsafe import Markup

from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Child, tag


def gate(desk: Desk) -> Markup | None:
    """The host's forms; they work without the script."""
    if not desk.table.host:
        return None
    there = desk.table.password
    new = form(
        desk,
        "set",
        tag("label", desk._("New password"), _for="new-password"),
        tag(
            "input",
            _type="text",
            id="new-password",
            name="password",
            minlength=4,
            maxlength=64,
            required=True,
            autocomplete="off",
            cls="field",
            data_keep="new-password",
        ),
        tag("button", desk._("Set the password"), type="submit", cls="btn main"),
    )
    rest = [
        form(desk, "withdraw", tag("button", desk._("Ask all spectators for it again"), type="submit", cls="btn")),
        form(desk, "remove", tag("button", desk._("Remove the password"), type="submit", cls="btn")),
    ]
    note = desk._("Players keep their seats. Spectators must give the password.")
    summary = tag("summary", desk._("The table's password…"), cls="btn quiet")
    return tag("details", summary, tag("p", note, cls="note"), new, rest if there else None, cls="gate")


def form(desk: Desk, do: str, *inside: Child) -> Markup:
    """A form that changes the table's password in one way."""
    what = tag("input", _type="hidden", name="do", value=do)
    return tag("form", what, inside, action=f"{desk.table.link}/password", method="post", cls="sit")
