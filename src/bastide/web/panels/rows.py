"""Panels made of rows that are sent one by one: the players, the turns of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from bastide.web.panels.desk import Desk

ROOM: Final = ' data-rows="{name}"></'
"""The end of the empty element that holds a panel's rows: `data_rows` is its last attribute."""


@dataclass(frozen=True)
class Rows:
    """A panel of rows: its id, and its renderers.

    `shell` draws it without them: an element with `data_keep`, which the page leaves alone with what it holds, and in
    it or itself one with `data_rows`, the name of the panel. `rows` draws them, by ids that are that name, a hyphen
    and a number: only those go to the page in which something is new. A panel may have several places for rows, which
    are called by its name, a hyphen and a word.
    """

    name: str
    shell: Callable[[Desk, Any], Markup]
    rows: Callable[[Desk, Any], Mapping[str, str]]

    def __call__(self, desk: Desk, view: Any) -> Markup:
        """All of it as one element."""
        return Markup(joined({self.name: str(self.shell(desk, view)), **self.rows(desk, view)})[self.name])


def joined(panels: Mapping[str, str]) -> dict[str, str]:
    """Panels for the initial page: rows are inside their shells.

    >>> joined({"rail": '<ol data-rows="rail"></ol>', "rail-0": "<li>Maud</li>", "rail-1": "<li>Odile</li>"})
    {'rail': '<ol data-rows="rail"><li>Maud</li><li>Odile</li></ol>'}
    """
    out: dict[str, str] = {}
    inside: dict[str, str] = {}
    for name, html in panels.items():
        panel, _, number = name.rpartition("-")
        if number.isdigit():
            inside[panel] = inside.get(panel, "") + html
        else:
            out[name] = html
    for panel, html in inside.items():
        room = ROOM.format(name=panel)
        shell = panel.partition("-")[0]
        out[shell] = out[shell].replace(room, f"{room[:-2]}{html}</", 1)
    return out
