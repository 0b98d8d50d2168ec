"""The database file as it was opened: whether its path still leads to it.

A file that is removed or replaced stays open and takes commits, which nobody will find after a restart. One that is
overwritten takes them too, and is damaged by them.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

BESIDE: Final = ("-wal", "-shm")
"""The files that SQLite keeps beside an open database; the newest commits are in the first."""
LOGGING: Final = b"\x02\x02"
"""The bytes of an open database that say that it has a write-ahead log. An empty file and our backups differ there."""
LOGGING_AT: Final = 18


class FileReplaced(OSError):
    """The path of the open database leads to another file, or to none."""


class DatabaseFile:
    """A database file that is about to be opened, and the files beside it, told apart by device and inode."""

    def __init__(self, path: Path) -> None:
        # SQLite keeps its files beside the database that a link leads to.
        self._paths = {"": str(path), **{end: f"{path.resolve()}{end}" for end in BESIDE}}
        self._open = {"": identity(str(path))}
        self._handle: int | None = None
        if sys.platform != "win32":
            # What cannot be opened is reported when the connection fails.
            with contextlib.suppress(OSError):
                self._handle = os.open(path, os.O_RDONLY)

    def check(self, *, is_open: bool = True) -> None:
        """Compare the paths with the files that were found there first.

        Before the database is open, other processes may still make and remove the files beside it.

        :raises FileReplaced: one of the files was removed or replaced, or the database was overwritten.
        """
        for end, path in self._paths.items():
            found = identity(path)
            known = self._open.get(end)
            if known is not None and found != known:
                raise FileReplaced("the database file was removed or replaced while it was open")
            if found is not None and is_open:
                self._open[end] = found
        if sys.platform != "win32" and is_open and self._handle is not None:
            if os.pread(self._handle, len(LOGGING), LOGGING_AT) != LOGGING:
                raise FileReplaced("the database file was overwritten while it was open")

    def close(self) -> None:
        """Let go of the file, after all connections: this gives up the locks of SQLite in this process."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def identity(path: str) -> tuple[int, int] | None:
    """The device and inode of the file at a path; None if there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
