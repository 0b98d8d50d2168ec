"""The lessons and the briefing of a room."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.kernel.errors import BastideError
from bastide.kernel.rooms import folders
from bastide.lessons import briefings, lessons
from bastide.lessons.check import check


def faults(family: str, name: str) -> Iterator[str]:
    """What is wrong with the lessons and the briefing of a room; nothing where it has none."""
    folder = folders(family).get(name)
    if folder is None:
        return
    sheet = folder.joinpath(briefings.FILE)
    try:
        if sheet.is_file():
            briefings.read(family, name, sheet)
        for room, lesson, place in lessons.found(family):
            if room == name:
                yield from check(lessons.read(family, name, lesson, place)).faults
    except BastideError as error:
        yield str(error)
