"""What an expansion of the island adds to the page: the extension point of the panels.

A module's package has its `ModulePage` as `page.PAGE`. The island's panels call the pages of a game's modules, in the
order of the modules, and add the answers to their own; they know none of them. Every default adds nothing.

`own` is the module's data in `View.modules`: a struct, or None. A member may read its arguments and nothing
else, since renders are cached until their inputs change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Option
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag


class Sheet(NamedTuple):
    """A phone tab and the sheet that it opens: its name, its icon and its label."""

    name: str
    mark: str
    words: str


@dataclass(frozen=True)
class SidePanel:
    """A panel beside the board, which folds to its heading.

    Where a column has no room for all its panels, those of the lowest `priority` are folded first; the reader can open
    each. `urgent` panels stay while something is asked of the reader, when the others give way. Where the content of a
    panel under the bank has the class `wants-room`, the players' rows are short in a low window.

    `key` is the panel's id behind `side-`, and carries the module's name. `note` stands beside the title, and `summary`
    in its place while the panel is folded: one short line that says the most important thing. `tone` is `good` or `bad`
    where the note and the summary are coloured. `sheet` is the name of the sheet in which the panel stands on a phone;
    the panels of a sheet stand on one side. The tab of that sheet is marked once the
    `summary` has changed, and while something in the panel is `due`: it waits for the reader.
    """

    key: str
    title: str
    content: Callable[[], Markup]
    summary: str = ""
    note: str = ""
    tone: str = ""
    priority: int = 0
    sheet: str = ""
    urgent: bool = False
    due: bool = False


class ModulePage:
    """One expansion on the page."""

    pieces: Sequence[str] = ()
    """The kinds of its pieces and marks on the board, whose symbols the page must hold."""
    keys: Mapping[str, str] = {}
    """The keys of its actions, by verb. A key of an earlier module or the base is not assigned."""
    arts: Mapping[str, str] = {}
    """The pieces on the buttons of its actions, by verb, if not named like the verb."""
    placing: Mapping[str, str] = {}
    """The prompt while one of its verbs is armed, by the first word of the verb."""
    loose: Sequence[str] = ()
    """The verbs whose places answer at once while nothing is armed: they show when pointed at."""
    gives: Sequence[str] = ()
    """The verbs that give a card of the reader's hand: a click on the card chooses it."""
    gains: Sequence[str] = ()
    """The events, with the fields `good` and `count`, by which a seat gets cards from the bank: the cards fly to it."""
    sheets: Sequence[Sheet] = ()
    """Its tabs on a phone. A tab is shown while its sheet holds a side panel."""
    number_button: tuple[str, str] | None = None
    """The words and the mark on the button that brings the number, in place of those of the dice."""
    die_colors: Sequence[str] = ()
    """The colours of the base's two dice, if they differ."""
    counted: Mapping[str, str] = {}
    """Sources of points shown in the summary with a count: the message by source."""
    glyphs: Mapping[str, str] = {}
    """The signs of its sources of points on the bars of the summary: SVG in a box of 24 by 24."""
    moments: Mapping[str, str] = {}
    """The kinds of log lines that are key moments, each with the kind that tells who lost it before, or nothing."""
    signs: Mapping[str, tuple[str, str]] = {}
    """By kind of log line without a player, the symbol beside it, and its box."""

    replays: bool = False
    """Whether its `east` panels are also shown in a replay, where nobody acts."""
    replay_class: str = ""
    """The class of the list of its `stats` beside a player's hand in a replay; without it they are not shown there."""

    def west(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        """Its panels under the bank: what the reader holds. [collected]"""
        return ()

    def east(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        """Its panels under the dice: what goes on at the table. [collected]"""
        return ()

    def overlays(self, desk: Desk, view: IslandView, own: Any) -> Markup | None:
        """What is in no column: menus that open on the board, a line above the board of a phone. [collected]"""
        return None

    def seen(self, own: Any, seat: int) -> Any:
        """What the figures of a player are drawn from; compared with `==` to tell whether they must be drawn again.

        [own]
        """
        return None

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """Figures in a player's row, each an `<li>`: between those of the base and the longest route. [collected]"""
        return ()

    def figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup | None:
        """Elements in a player's row beside the line of figures. [collected]"""
        return None

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """Figures on a player's card of the phone, each a `cell`. [collected]"""
        return ()

    def more(self, desk: Desk, seat: SeatView, seen: Any) -> Markup | None:
        """Elements below the figures of that card. [collected]"""
        return None

    def dice(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        """Its dice of the last roll, placed before the base's. [collected]"""
        return ()

    def in_place_of_dice(self, desk: Desk, view: IslandView, own: Any) -> Markup | None:
        """What shows where the number came from, if not from the two dice; one module at most has an answer. [first]"""
        return None

    def roll_effect(self, desk: Desk, view: IslandView, own: Any) -> str:
        """The effect of the last roll, in one line. [collected]"""
        return ""

    def stock(self, desk: Desk, view: IslandView, own: Any) -> Markup | None:
        """Its supply beside the bank's goods. [collected]"""
        return None

    def answer(self, desk: Desk, view: IslandView, own: Any, option: Option) -> Markup | None:
        """A ready answer's content, if more than its sentence; the first module with one is used. [first]"""
        return None

    def forms(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        """The forms of its decisions that take arguments, beside those of the base's cards. [collected]"""
        return ()

    def facts(self, desk: Desk, own: Any, seat: int) -> Sequence[tuple[str, str]]:
        """The facts about a player in the summary, besides points. [collected]"""
        return ()

    def opened(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        """Its panels in a replay; default: those of `east`, if it `replays`. [collected]"""
        return self.east(desk, view, own) if self.replays else ()

    def open_figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup | None:
        """Its part of a player's row in a replay; default: its `stats`, with the class `replay_class`. [collected]"""
        stats = self.stats(desk, seat, seen) if self.replay_class else ()
        return tag("ul", stats, cls=self.replay_class) if stats else None

    def open_card(self, kind: str) -> Markup | None:
        """A card of an open hand in a replay; from the module that deals the cards. [own]"""
        return None
