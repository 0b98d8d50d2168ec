"""The manners of easy bots: a greeting, a thanks after an exchange with the reader, a word at the end of a game.

Each is said at most once a game. They are words of the page, in the language of the reader: no log has them.
"""

from __future__ import annotations

import json
from typing import Final

from markupsafe import Markup

from bastide.server.common.model import Chair
from bastide.view.lines import pair
from bastide.view.model import View
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import tag

LEVEL: Final = "easy"
GREETINGS: Final = (_("Hello! Have a good game."), _("Good luck to all!"), _("Nice to play with you."))
THANKS: Final = (_("Thank you!"), _("A good trade."), _("With pleasure."))
LAST: Final = (_("Thanks for the game."), _("That was a good game."), _("Until next time!"))
PRAISE: Final = (_("Well played!"), _("Congratulations!"), _("You have earned it."))


def polite(desk: Desk) -> list[Chair]:
    """The easy bots of the table; a stand-in says nothing in the name of a person."""
    return [chair for chair in desk.table.chairs if chair.kind == "bot" and chair.bot == LEVEL and not chair.failed]


def phrase(desk: Desk, phrases: tuple[str, ...], chair: Chair) -> str:
    """What this bot says: seats and tables differ."""
    return desk._(phrases[(sum(map(ord, desk.table.id)) + chair.seat) % len(phrases)])


def words(desk: Desk) -> str | None:
    """What the easy bots say during the game, for the script: by seat its thanks, and the greeting of one of them."""
    bots = polite(desk)
    if not bots or desk.seat is None:
        return None
    greeter = bots[sum(map(ord, desk.table.id)) % len(bots)]
    thanks = {str(chair.seat): phrase(desk, THANKS, chair) for chair in bots}
    greeting = {str(greeter.seat): phrase(desk, GREETINGS, greeter)}
    return json.dumps({"greeting": greeting, "thanks": thanks}, ensure_ascii=False)


def last_word(desk: Desk, view: View) -> Markup | None:
    """What one of them says at the end, if possible not the winner: praise for a reader who has won, else thanks."""
    bots, winners = polite(desk), view.result.winners if view.result else []
    speaker = next((chair for chair in bots if chair.seat not in winners), next(iter(bots), None))
    if speaker is None or desk.seat is None:
        return None
    said = phrase(desk, PRAISE if desk.seat in winners else LAST, speaker)
    return tag("p", pair(desk.words, speaker.name, said), cls="word")
