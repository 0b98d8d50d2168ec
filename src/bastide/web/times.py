"""How long people may think, in words."""

from __future__ import annotations

from bastide.server.common.model import Clock
from bastide.view.words import Words


def duration(seconds: int) -> str:
    """A time as people say it: `90 s`, `2 min`, `1 h`; the same in both languages."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size}\u00a0{unit}"
    return f"{seconds}\u00a0s"


def patience(seconds: int, words: Words) -> str:
    """For how long a table waits for one person, in words; 0 is for ever."""
    if not seconds:
        return words.gettext("wait for ever")
    return words.gettext("a day") if seconds == 86_400 else duration(seconds)


def terms(words: Words, rule: Clock) -> str:
    """What a table has agreed on, in a few words."""
    _ = words.gettext
    if rule.kind == "turn":
        return _("{time} for each turn", time=duration(rule.seconds))
    if rule.increment:
        return _(
            "{time} for the game and {more} more each turn",
            time=duration(rule.seconds),
            more=duration(rule.increment),
        )
    return _("{time} for the game", time=duration(rule.seconds))
