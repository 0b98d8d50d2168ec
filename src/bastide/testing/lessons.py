"""The lessons and the briefing of a room."""

from __future__ import annotations

from collections.abc import Iterator

from bastide.kernel.errors import ConfigError
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
        brought = [lessons.read(*one) for one in [(family, *each) for each in lessons.found(family)] if one[1] == name]
    except ConfigError as error:
        yield str(error)
        return
    for lesson in brought:
        yield from check(lesson).faults
