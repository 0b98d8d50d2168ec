"""Shared by the commands: the language, one JSON document on stdout, files written atomically."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from bastide.cli.failure import Failure, cannot_read, cannot_write
from bastide.kernel.errors import quote
from bastide.view.catalogues import LANGUAGES
from bastide.view.words import Words

if TYPE_CHECKING:
    from rich.progress import Progress

    from bastide.server.common.settings import Settings

VARIABLES: Final = ("BASTIDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language, the first that is set goes."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""A file larger than this is no config and no record."""


def language(requested: str | None = None) -> Words:
    """The texts of the requested language, else of the environment's, else English.

    :raises Failure: the requested language does not exist.
    """
    if requested is None:
        set_ = (os.environ.get(name, "") for name in VARIABLES)
        return Words(next((value for value in set_ if value), "en"))
    if requested not in LANGUAGES:
        raise Failure(
            "--lang {given} is not a language of Bastide; choose one of {known}",
            given=quote(requested),
            known=", ".join(LANGUAGES),
        )
    return Words(requested)


def settings_of(data: Path | None, database: str | None) -> Settings:
    """The settings, with a line on stderr for each variable of the environment that is none.

    :raises Failure: a variable cannot be read.
    """
    from bastide.server.common.settings import Settings, unknown_variables  # other commands need no server

    words = language()
    for name, nearest in unknown_variables().items():
        said = words.gettext("{name} is ignored; the nearest variable is {nearest}", name=name, nearest=nearest)
        print(f"bastide: {said}", file=sys.stderr)
    try:
        return Settings.from_environment(data=data, database=database)
    except ValueError as error:
        raise Failure("{reason}", reason=str(error)) from None


def emit(document: Any) -> None:
    """Print a JSON document."""
    print(json.dumps(document, ensure_ascii=False, indent=2))


def progress(total: int, text: str, quiet: bool) -> tuple[Progress, Any]:
    """A progress bar on stderr, with its task; hidden when `quiet` or not on a TTY."""
    # Imported late: most commands show no bar, and a server should start quickly.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
    return bar, bar.add_task(text, total=total)


def read_text(path: Path) -> str:
    """The text of a file; of stdin for `-`.

    :raises Failure: it is missing, not text, or too large.
    """
    try:
        if str(path) == "-":
            return sys.stdin.read()
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise Failure("{path} is too large: at most {count} MiB", path=str(path), count=MOST_BYTES >> 20)
        return path.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        raise Failure("{path} is not UTF-8 text (byte {count})", path=str(path), count=error.start) from None
    except OSError as error:
        cannot_read(path, error)


def write_text(path: Path, text: str) -> None:
    """Write a file atomically, even if interrupted.

    :raises Failure: it cannot be written: no folder, permission or space.
    """
    with replaced(path) as file:
        file.write(text)


@contextmanager
def replaced(path: Path, newline: str | None = None) -> Iterator[TextIO]:
    """A text file to write to, which takes the place of `path` only if nothing was raised meanwhile.

    :raises Failure: it cannot be written: no folder, permission or space.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline=newline) as file:
                yield file  # a pipe or a device has no content to replace
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline=newline) as file:
                yield file
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except (OSError, UnicodeEncodeError) as error:
        cannot_write(path, error)


def table(rows: list[tuple[str, str]]) -> None:
    """Print pairs of a word and a value."""
    width = max(len(word) for word, _ in rows)
    for word, value in rows:
        print(f"{word:<{width}}  {value}")


def thin(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that are not None."""
    return {key: value for key, value in values.items() if value is not None}
