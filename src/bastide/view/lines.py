"""What the text views of all families share: the log, the prompt, reasons, and line wrapping."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from bastide.kernel.errors import IllegalAction
from bastide.view.model import Reason, Say, View
from bastide.view.typesetting import NARROW
from bastide.view.words import Words

WIDTH: Final = 79
"""Maximum line length; a drawing of a large board may be wider."""
LOG_LINES: Final = 8


def latest(view: View, words: Words, names: Sequence[str], since: int | None = None) -> str:
    """The last lines of the log; with `since`, all lines of decisions after that version."""
    if since is None:
        lines = view.log[-LOG_LINES:]
    else:
        lines = [line for line in view.log if line.version > since]
    shown = []
    for line in lines:
        detail = ", ".join(words.text(say, named(view, words, names)) for say in line.detail)
        shown.append(
            wrapped(words.text(line.say, named(view, words, names)) + (f" ({detail})" if detail else ""), 2, 4)
        )
    return "\n".join([words.gettext("What happened last:"), *shown]) if shown else ""


def prompt(view: View, words: Words, names: Sequence[str]) -> str:
    """What is asked, of whom."""
    said = view.choice.say if view.choice is not None else view.prompt
    return wrapped(words.text(said, named(view, words, names)))


def reason_words(words: Words, reason: Reason, names: Sequence[str]) -> str:
    """Why something is not possible, with what is missing and the rule's id."""
    missing = f" ({pair(words, words.gettext('missing'), words.goods(reason.missing))})" if reason.missing else ""
    return f"{words.text(reason.say, names)}{missing} [{reason.rule}]"


def reason(error: IllegalAction) -> Reason:
    """A rule's refusal as a view reason."""
    return Reason(Say(error.text, dict(error.values)), error.rule, dict(error.missing))


def named(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """Player names by seat, numbers for seats without one; then the names of the colours that nobody plays."""
    return [
        names[seat.seat] if seat.seat < len(names) else words.gettext("seat {number}", number=seat.seat)
        for seat in view.seats
    ] + neutral_names(words, view.owners - len(view.seats))


def neutral_names(words: Words, count: int) -> list[str]:
    """The names of so many colours that nobody plays."""
    return [words.gettext("neutral {number}", number=k + 1) for k in range(count)]


def pair(words: Words, name: str, value: str) -> str:
    """A name and its value, with the colon as the language sets it."""
    return f"{name}{NARROW if words.language == 'fr' else ''}: {value}"


def listed(words: Words, parts: Sequence[str]) -> str:
    """Several parts that may have commas, with semicolons as the language sets them."""
    return f"{NARROW if words.language == 'fr' else ''}; ".join(parts)


def wrapped(what: str, indent: int = 0, more: int | None = None) -> str:
    """A text wrapped to fit, with `more` as the indent of all lines but the first."""
    return textwrap.fill(
        what,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent if more is None else more),
        break_long_words=False,
        break_on_hyphens=False,
    )
