"""What an expansion of the island brings to the page: the seam of its panels.

A guest draws from the struct that its module has put into `View.modules`. The island's panels ask the guests of a game
and know none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from bastide.view.model import IslandView, Option, SeatView
from bastide.web.panels.desk import Desk

Drawn = Callable[[Desk, IslandView, Any], Markup | None]


@dataclass(frozen=True)
class Guest:
    """One expansion on the page.

    `pieces` are the kinds of its pieces and marks on the board. `keys` are the letters of its actions, `arts` the
    pieces on their buttons, `placing` what is asked while one of its verbs is armed, by the first word of the verb.
    `west` stands under the bank and `east` under the dice. `figures` are a player's, in place of the base's; they may
    read nothing but the player and what `seen` gives. On a player's card of the phone `cells` are in place of the
    base's cards and knights, and `more` stands below; they may read no more than `figures`. `dice` are the dice of the
    last roll, `stock` what lies beside the bank's goods. `answer` is what a ready answer shows, where it is more than a
    sentence; `forms` are the forms of its cards. `sheets` are its tabs on a phone: name, mark, words. `counted` says
    sources of points with their number, `facts` what the summary tells of a player beside, `moments` the kinds of log
    lines that are key moments of a game, each with the kind of line that tells who lost it before, or nothing. In a
    replay `opened` stands under the dice, `open_figures` in a player's row, and `open_card` is a card of an open hand.
    """

    pieces: Sequence[str]
    keys: Mapping[str, str]
    arts: Mapping[str, str]
    placing: Mapping[str, str]
    west: Drawn
    east: Drawn
    seen: Callable[[Any, int], Any]
    figures: Callable[[Desk, SeatView, Any], Markup]
    cells: Callable[[Desk, SeatView, Any], Sequence[Markup]]
    more: Callable[[Desk, SeatView, Any], Markup | None]
    dice: Drawn
    stock: Drawn
    answer: Callable[[Desk, IslandView, Any, Option], Markup | None]
    forms: Callable[[Desk, IslandView, Any], Sequence[Markup]]
    sheets: Sequence[tuple[str, str, str]]
    facts: Callable[[Desk, Any, int], Sequence[tuple[str, str]]]
    opened: Drawn
    open_figures: Callable[[Desk, SeatView, Any], Markup]
    open_card: Callable[[str], Markup]
    counted: Mapping[str, str] = field(default_factory=dict)
    moments: Mapping[str, str] = field(default_factory=dict)
