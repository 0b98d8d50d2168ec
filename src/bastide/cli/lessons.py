"""Lessons in the terminal: their list, and their check."""

from __future__ import annotations

from bastide.cli.failure import Failure
from bastide.cli.output import emit
from bastide.lessons.check import Checked, check
from bastide.lessons.lessons import lesson, lessons
from bastide.view.typesetting import typeset
from bastide.view.words import Words


def show(words: Words, as_json: bool) -> None:
    """Print the lessons with their titles."""
    rows = [
        (one.name, typeset(one.title.of(words.language), words.language), len(one.steps)) for one in lessons().values()
    ]
    if as_json:
        emit([{"name": name, "title": title, "steps": steps} for name, title, steps in rows])
        return
    for name, title, steps in rows:
        print(words.gettext("{name}: {title}, {count} {count:step|steps}", name=name, title=title, count=steps))


def check_all(words: Words, names: list[str], as_json: bool) -> None:
    """Play lessons in every way, and print what was tried.

    :raises Failure: one of them has a fault.
    """
    checked = [check(lesson(name)) for name in names or list(lessons())]
    if as_json:
        emit([plain(one) for one in checked])
    else:
        for one in checked:
            print(
                words.gettext(
                    "{name}: {moves} moves, {ways} ways, {answered} other moves answered",
                    name=one.lesson.name,
                    moves=one.moves,
                    ways=one.ways,
                    answered=one.answered,
                )
            )
    faults = [fault for one in checked for fault in one.faults]
    if faults:
        raise Failure("{count} {count:fault|faults}: {reason}", 1, count=len(faults), reason="; ".join(faults))


def plain(one: Checked) -> dict[str, object]:
    """A check as plain data."""
    return {
        "name": one.lesson.name,
        "moves": one.moves,
        "ways": one.ways,
        "answered": one.answered,
        "faults": list(one.faults),
    }
