"""A new room: the files that docs/modules.md explains, under a name of one's own."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Final

from bastide.cli.failure import Failure, cannot_write
from bastide.kernel.catalogue import Catalogue
from bastide.kernel.errors import quote
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import names
from bastide.view.words import Words

NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""What a room may be called: its package and its entry point have that name."""
PART: Final = re.compile(r"^=== (?P<path>.+)\n", re.MULTILINE)
"""The line before each file of `new_room.txt`."""


def new_room(words: Words, name: str, into: Path) -> None:
    """Write a package with a room into a folder, and say what comes next.

    :raises Failure: a room cannot be called so, the name is taken, the package's folder exists, or cannot be written.
    """
    if NAME.fullmatch(name) is None or iskeyword(name):
        raise Failure(
            "{given} is no name of a room: write lower-case letters, digits and single underscores, like {example}",
            given=quote(name),
            example="lean_years",
        )
    for family in FAMILIES:
        if name in names(family):
            raise Failure("{given} is a room of {game} already; choose another name", given=quote(name), game=family)
    if find_spec(name) is not None:
        raise Failure("{given} is a package of Python here already; choose another name", given=quote(name))
    # The project's folder has another name than the package: on Python's path it would hide the package.
    project = into / (name.replace("_", "-") if "_" in name else f"{name}-room")
    if project.exists():
        raise Failure("{path} exists already; choose another name or another folder with --into", path=str(project))
    for path, text in skeleton(name).items():
        target = project / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        except OSError as error:
            # The next try would refuse a folder that exists.
            shutil.rmtree(project, ignore_errors=True)
            cannot_write(target, error)
    print(words.gettext("{path} is a room that can be played, the example of docs/modules.md:", path=str(project)))
    print(f"  pip install --editable {project}\n  bastide simulate -m {name} -n 10\n  bastide play --text -m {name}")


def skeleton(name: str) -> dict[str, str]:
    """The files of a new room by path. They are those of docs/modules.md, with another name."""
    _, *parts = PART.split(resources.files("bastide.cli").joinpath("new_room.txt").read_text("utf-8"))
    files = dict(zip(parts[::2], parts[1::2], strict=True))
    if name == "lean_years":
        return files
    title = name.replace("_", " ")
    section, rule = ids(name)
    other = {
        "lean_years": name,
        "lean-years": section,
        "LeanYears": "".join(map(str.capitalize, name.split("_"))),
        "Lean years": title.capitalize(),
        "lean years": title,
        "Années maigres": title.capitalize(),
        "années maigres": title,
        "LEAN": rule,
    }
    found = re.compile("|".join(other))
    return {
        found.sub(lambda match: other[match[0]], path): found.sub(lambda match: other[match[0]], text)
        for path, text in files.items()
    }


def ids(name: str) -> tuple[str, str]:
    """The id of a room's section of rules, and what those of its rules begin with, so that no other rules have them."""
    catalogue = Catalogue.discover()
    sections = {section.id for section in catalogue.sections}
    taken = {rule.id.rpartition("-")[0] for rule in catalogue}
    whole = name.replace("_", "-")
    section = f"{whole}-room" if whole in sections else whole
    begins = (name.partition("_")[0].upper(), whole.upper(), f"{whole.upper()}-ROOM")
    return section, next(each for each in begins if each not in taken)
