"""A server that times its own stages: `python -m benchmarks.server.stages FILE serve ...`.

On SIGUSR1 it appends a line to the file: the processor seconds of its main thread in each stage so far, those of the
garbage collector, of the other threads, and the rest. A stage does not contain the stages called by it.
"""

from __future__ import annotations

import gc
import json
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import Any, Final

STAGES: Final = (
    "rules of the game",
    "draft of the table",
    "readers are told",
    "views",
    "panels",
    "frames: what is new",
    "JSON",
    "compression",
    "garbage collector",
)
"""The stages of the main thread. The rest of it is the event loop, the network and the WebSocket protocol."""
REST: Final = "event loop and network"
THREADS: Final = "other threads"


class Stages:
    """The processor time of the main thread, by stage."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(STAGES, 0.0)
        self._stack: list[str] = []
        self._since = 0.0
        self._thread = threading.get_ident()

    def enter(self, stage: str) -> None:
        """A stage begins, perhaps within another."""
        now = time.thread_time()
        if self._stack:
            self.spent[self._stack[-1]] += now - self._since
        self._stack.append(stage)
        self._since = now

    def leave(self) -> None:
        """The innermost stage ends."""
        now = time.thread_time()
        self.spent[self._stack.pop()] += now - self._since
        self._since = now

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        @wraps(function)
        def call(*args: Any, **more: Any) -> Any:
            if threading.get_ident() != self._thread:
                return function(*args, **more)
            self.enter(stage)
            try:
                return function(*args, **more)
            finally:
                self.leave()

        return call

    def collected(self, phase: str, info: dict[str, int]) -> None:
        """The garbage collector begins or ends."""
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self.enter("garbage collector")
        else:
            self.leave()

    def figures(self) -> dict[str, float]:
        """Seconds by stage."""
        main = time.thread_time()
        return {
            **self.spent,
            REST: main - sum(self.spent.values()),
            THREADS: time.process_time() - main,
        }


def install(stages: Stages) -> None:
    """Time the functions of the server that make up the stages."""
    from websockets.extensions.permessage_deflate import PerMessageDeflate

    from bastide.server.http import socket
    from bastide.server.log import commands
    from bastide.server.log.draft import Draft
    from bastide.server.log.state import TableState
    from bastide.server.tables.feed import Feed
    from bastide.server.tables.table import Table
    from bastide.web.panels.painter import Painter

    for holder, name, stage in (
        (commands, "play", "rules of the game"),
        (TableState, "fork", "draft of the table"),
        (Draft, "sealed", "draft of the table"),
        (Table, "announce", "readers are told"),
        (Table, "events", "views"),
        (Table, "view", "views"),
        (Painter, "__call__", "panels"),
        (Feed, "next", "frames: what is new"),
        (socket, "frame_text", "JSON"),
        (socket, "decode", "JSON"),
        (PerMessageDeflate, "encode", "compression"),
        (PerMessageDeflate, "decode", "compression"),
    ):
        setattr(holder, name, stages.timed(stage, getattr(holder, name)))
    gc.callbacks.append(stages.collected)


def main() -> None:
    """Run `bastide` with the remaining arguments."""
    file, *arguments = sys.argv[1:]
    stages = Stages()
    install(stages)

    def tell(number: int, frame: FrameType | None) -> None:
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(json.dumps(stages.figures()) + "\n")

    signal.signal(signal.SIGUSR1, tell)
    sys.argv = ["bastide", *arguments]
    from bastide.cli.app import main as bastide

    bastide()


if __name__ == "__main__":
    main()
