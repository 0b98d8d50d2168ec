"""One server for each SQLite file: a lock that the system releases when the process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from threading import Lock

if sys.platform != "win32":
    import fcntl


class DatabaseInUse(OSError):
    """Another server uses the database."""


class ServerLock:
    """A locked file beside the database. It holds the number of the process that serves, and stays when that ends."""

    def __init__(self, database: Path) -> None:
        self._path = lock_file(database)
        self._handle: int | None = None
        self._mutex = Lock()

    def take(self) -> None:
        """Lock the file, where the system and the folder allow it.

        :raises DatabaseInUse: another server has.
        """
        if sys.platform == "win32":
            return
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            # A folder that cannot be written to is reported when the database is opened.
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            raise DatabaseInUse(
                f"another server uses it (process {process or 'unknown'}); stop that one, or use PostgreSQL for several"
            ) from None
        except OSError:
            # A file system without locks.
            os.close(handle)
            return
        self.release()
        self._handle = handle
        with contextlib.suppress(OSError):
            os.ftruncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())

    def keep(self) -> None:
        """Lock the file again if somebody has removed it: another server might start.

        :raises DatabaseInUse: another server has started meanwhile.
        """
        with self._mutex:
            if self._handle is None:
                return
            ours = os.fstat(self._handle)
            with contextlib.suppress(OSError):
                found = os.stat(self._path)
                if (found.st_dev, found.st_ino) == (ours.st_dev, ours.st_ino):
                    return
            self.take()

    def release(self) -> None:
        """Unlock the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def lock_file(database: Path) -> Path:
    """The file that is locked for a database. Servers that reach it by different links use one database."""
    return Path(f"{database.resolve()}-lock")
