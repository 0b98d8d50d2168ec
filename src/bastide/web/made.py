"""Files that are made from others, such as the script of a page: kept until one of those changes.

Joining and compressing them for each request would hold up everybody: 14 ms for the script of a table.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

K = TypeVar("K", bound=Hashable)

MOST: Final = 64
"""How many files are kept, the last ones asked for: style sheets may be asked for in any order."""


class Made(NamedTuple):
    """A file with its compressed form, its tag, and the files that it was made from, as they were then."""

    data: bytes
    packed: bytes
    tag: str
    stamps: dict[Path, tuple[int, int]]


class MadeFiles(Generic[K]):
    """Files of one media type by name. `make` returns a text and the files that it read; None if there is none.

    `vary` are the headers of a request that a response depends on.
    """

    def __init__(
        self, media_type: str, make: Callable[[K], tuple[str, Iterable[Path]] | None], vary: str = "Accept-Encoding"
    ) -> None:
        self._media_type = media_type
        self._vary = vary
        self._make = make
        self._kept: dict[K, Made] = {}

    def respond(self, request: Request, name: K) -> Response | None:
        """A response that is revalidated on each use, and sent only if it has changed."""
        found = self._found(name)
        if found is None:
            return None
        headers = {"etag": found.tag, "cache-control": "no-cache", "vary": self._vary}
        if found.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        data = found.data
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"], data = "gzip", found.packed
        return Response(data, media_type=self._media_type, headers=headers)

    def text(self, name: K) -> str | None:
        """The text of a file, kept as for `respond`."""
        found = self._found(name)
        return None if found is None else found.data.decode()

    def _found(self, name: K) -> Made | None:
        kept = self._kept.get(name)
        if kept is not None and all(stamp_of(path) == stamp for path, stamp in kept.stamps.items()):
            self._kept[name] = self._kept.pop(name)
            return kept
        made = self._make(name)
        if made is None:
            return None
        data = made[0].encode()
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        self._kept.pop(name, None)
        if len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[name] = Made(data, gzip.compress(data, mtime=0), tag, {path: stamp_of(path) for path in made[1]})
        return self._kept[name]


def stamp_of(path: Path) -> tuple[int, int]:
    """What changes when a file is changed."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
