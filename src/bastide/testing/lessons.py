"""The lessons, the briefing and the first times of a room."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.kernel.errors import BastideError
from bastide.kernel.rooms import folders
from bastide.lessons import briefings, first_times, lessons
from bastide.lessons.check import check


def faults(family: str, name: str) -> Iterator[str]:
    """What is wrong with the lessons, the briefing and the first times of a room; nothing where it has none."""
    folder = folders(family).get(name)
    if folder is None:
        return
    sheet, cards = folder.joinpath(briefings.FILE), folder.joinpath(first_times.FILE)
    try:
        if sheet.is_file():
            briefings.read(family, name, sheet)
        if cards.is_file():
            first_times.read(family, name, cards)
        for room, lesson, place in lessons.found(family):
            if room == name:
                yield from check(lessons.read(family, name, lesson, place)).faults
    except BastideError as error:
        yield str(error)
