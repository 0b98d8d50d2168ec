"""The database file as it was opened: whether its path still leads to it.

A file that is removed or replaced stays open and takes commits, which nobody will find after a restart.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

BESIDE: Final = ("-wal", "-shm")
"""The files that SQLite keeps beside an open database; the newest commits are in the first."""


class FileReplaced(OSError):
    """The path of the open database leads to another file, or to none."""


class DatabaseFile:
    """A database file that is about to be opened, and the files beside it, told apart by device and inode."""

    def __init__(self, path: Path) -> None:
        # SQLite keeps its files beside the database that a link leads to.
        self._paths = {"": str(path), **{end: f"{path.resolve()}{end}" for end in BESIDE}}
        self._open = {"": identity(str(path))}

    def check(self, *, is_open: bool = True) -> None:
        """Compare the paths with the files that were found there first.

        Before the database is open, other processes may still make and remove the files beside it.

        :raises FileReplaced: one of the files was removed or replaced.
        """
        for end, path in self._paths.items():
            found = identity(path)
            known = self._open.get(end)
            if known is not None and found != known:
                raise FileReplaced("the database file was removed or replaced while it was open")
            if found is not None and is_open:
                self._open[end] = found


def identity(path: str) -> tuple[int, int] | None:
    """The device and inode of the file at a path; None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
