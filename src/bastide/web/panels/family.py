"""What a family of games adds to the page of a table: its panels, and its few texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from bastide.web.panels.desk import Desk

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class FamilyPage:
    """A family on the page.

    `board` is the board's name; `sea` says that it lies in the sea, `trades` that players trade, `grows` that it has no
    end, so that its view may follow the action. `panels` render a view of this family, by the id of their element; all
    ids of `bastide.web.panels.GAME_PANELS` are there. `defs` are the symbols that they use, also drawn before a game
    begins. `box` is what must be seen of the board: x, y, width and height. `facts` is what the head tells of a
    running game. `keys` are the family's own letters, for the menu. `replayed` are the panels that change from step to
    step in a replay, and `opened` draws those that differ there: the players with what they hold. `game` is what
    the waiting room tells of a config: a picture if there is one, and a few words.
    """

    name: str
    board: str
    sea: bool
    trades: bool
    grows: bool
    panels: Mapping[str, Callable[[Desk, Any], Markup]]
    defs: Callable[[Desk], Markup]
    box: Callable[[Any], Box]
    facts: Callable[[Desk, Any], list[str]]
    keys: Sequence[tuple[str, str]]
    replayed: Sequence[str]
    opened: Mapping[str, Callable[[Desk, Any], Markup]]
    game: Callable[[Desk, Mapping[str, Any]], tuple[Markup | None, list[str]]]
