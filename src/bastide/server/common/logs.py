"""Structured logging: one line per record on stderr, as text or JSON, with a closed set of fields that hold no secrets.

A table's id is its invitation, and resending the id of a `sit` returns the same seat, so neither is ever logged: `mark`
gives a short one-way fingerprint instead. Of an exception only the types and the stack are logged, since its message
may quote user input or a hand.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import sys
import time
from traceback import extract_tb
from types import TracebackType
from typing import Any, Final, TextIO, TypedDict, Unpack

FORMATS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
FRAMES: Final = 12
"""How many stack frames of an exception are logged, the innermost ones."""
QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "sqlalchemy")
"""Loggers kept at warning level: below that they log URLs with tokens, frames, and SQL with its parameters."""


class Fields(TypedDict, total=False):
    """The fields of a record beside time, level, logger, event and error; docs/operations.md explains each."""

    table: str
    room: str
    seat: int | None
    command: str
    do: str
    result: str
    reason: str
    version: int
    bot: str
    method: str
    route: str
    status: int
    ms: float
    seconds: float
    count: int
    signal: str


def mark(text: str) -> str:
    """A fingerprint of a secret id: 12 hexadecimal digits from which the id cannot be recovered."""
    return hashlib.blake2s(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def milliseconds(since: float) -> float:
    """The milliseconds since a time of `time.perf_counter`."""
    return round((time.perf_counter() - since) * 1000, 1)


def kind(error: BaseException) -> str:
    """The type names of an exception and its causes, with database error codes, but without messages."""
    names: list[str] = []
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen and len(names) < 4:
        seen.add(id(found))
        code = getattr(found, "sqlite_errorname", None) or getattr(found, "sqlstate", None)
        number = found.errno if isinstance(found, OSError) else None
        detail = str(code or number or "")
        names.append(f"{type(found).__name__}({detail})" if detail else type(found).__name__)
        found = found.__cause__
    return "<".join(names)


def trace(traceback: TracebackType | None) -> str:
    """The stack of an exception, innermost frame last."""
    frames = extract_tb(traceback)[-FRAMES:]
    return ">".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}:{frame.name}" for frame in frames)


def write(
    logger: logging.Logger, level: int, event: str, error: BaseException | None = None, **fields: Unpack[Fields]
) -> None:
    """Log an event. `event` is a fixed word or two, never built from user input."""
    if not logger.isEnabledFor(level):
        return
    failed = {} if error is None else {"error": kind(error), "trace": trace(error.__traceback__)}
    logger.log(level, event, extra={"fields": {**fields, **failed}})


def content(record: logging.LogRecord) -> dict[str, Any]:
    """A record as named values in display order. Fields that are None are left out."""
    found: dict[str, Any] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage(),
    }
    fields: dict[str, Any] = getattr(record, "fields", {})
    found.update((name, value) for name, value in fields.items() if value is not None)
    if record.exc_info and record.exc_info[1] is not None:
        found["error"] = kind(record.exc_info[1])
        found["trace"] = trace(record.exc_info[2])
    return found


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return json.dumps(content(record), ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """Formats a record as `time LEVEL logger event name=value ...` on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        found = content(record)
        head = f"{found.pop('time')} {found.pop('level').upper():<7} {found.pop('logger')}"
        event = plain(found.pop("event"), spaces=True)
        return " ".join([head, event, *(f"{name}={plain(value)}" for name, value in found.items())])


def plain(value: object, spaces: bool = False) -> str:
    """A value as it is written in a text line: quoted like JSON if it could be read as several values or lines."""
    text = str(value)
    clean = text.isprintable() and '"' not in text and (spaces or not (set(text) & {" ", "="}))
    return text if clean and text else json.dumps(text, ensure_ascii=False)


def setup(form: str = "text", level: str = "info", stream: TextIO | None = None) -> None:
    """Send all log records of this process to a stream, by default stderr.

    `form` is one of `FORMATS`. `level`, one of `LEVELS`, applies to the project's own loggers; libraries log warnings
    only (see `QUIET`).
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("bastide").setLevel(level.upper())
    for name in QUIET:
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.handlers = []
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True


EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
"""Error numbers for "no file descriptor or memory left for a connection"."""
SELDOM: Final = 10.0
"""The least number of seconds between two log lines about that."""
_told: Final[dict[int, float]] = {}


def unhandled(context: dict[str, Any]) -> None:
    """Log an unhandled exception of the event loop. asyncio's own message names tasks and quotes results: it is left
    out."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        # Out of descriptors, the loop reports this thousands of times a second.
        now = time.monotonic()
        if now - _told.get(error.errno or 0, -SELDOM) < SELDOM:
            return
        _told[error.errno or 0] = now
    write(logging.getLogger("bastide.loop"), logging.ERROR, "unhandled error", error)
