"""Lessons in the terminal: their list, and their check."""

from __future__ import annotations

from bastide.cli.failure import Failure
from bastide.cli.output import emit
from bastide.learn.check import Checked, check
from bastide.learn.lessons import lesson, lessons
from bastide.view.words import Words, typeset


def show(words: Words, as_json: bool) -> None:
    """Print the lessons with their titles."""
    rows = [
        {"name": one.name, "title": typeset(one.title.of(words.language), words.language), "steps": len(one.steps)}
        for one in lessons().values()
    ]
    if as_json:
        emit(rows)
        return
    for one in lessons().values():
        title = typeset(one.title.of(words.language), words.language)
        told = "{name}: {title}, {count} {count:step|steps}"
        print(words.gettext(told, name=one.name, title=title, count=len(one.steps)))


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
