"""Keeps third-party code from ending the server: a plug-in may raise anything, also what `except Exception` misses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Escaped(Exception):
    """Third-party code tried to end the program."""


@contextmanager
def contained() -> Iterator[None]:
    """Turn a `SystemExit` or `KeyboardInterrupt` into an error like any other; in a task, either ends the event loop.

    Signals do not raise `KeyboardInterrupt` in a server. Also a decorator: `@contained()`.

    :raises Escaped: in place of either.
    """
    try:
        yield
    except (SystemExit, KeyboardInterrupt) as error:
        raise Escaped(type(error).__name__) from error
