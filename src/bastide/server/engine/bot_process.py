"""A process in which bots think. It reads questions from the server, one a line of JSON, and answers each with a line.

It is given one position at a time, as the seat that decides sees it, and nothing else of the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import random
import select
import signal
import sys
import threading
from pathlib import Path
from typing import Any, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.plugins import FOREIGN
from bastide.kernel.state import State
from bastide.players import make_bot
from bastide.players.hints import advise
from bastide.server.engine.child import Refusal

PR_SET_PDEATHSIG: Final = 1
"""Of Linux: which signal a process gets when the one that has started it ends."""


def die_with_server() -> None:
    """Let Linux kill this process when the server ends, also while C code holds the interpreter."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def end_with_server(pipe: int) -> None:
    """End this process, and all that it has started, once the server has closed the pipe, however busy a bot is."""
    closed = select.poll()
    closed.register(pipe, 0)
    closed.poll()
    # Its own group, also if a bot has joined another.
    with contextlib.suppress(OSError):
        os.killpg(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def limit(memory: int) -> None:
    """Limit the data of this process, in bytes; 0 is no limit."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if memory and (most == resource.RLIM_INFINITY or memory < most):
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The bot's decision as `text`, or a hint; or the `error` that was raised, with its place in the code."""
    try:
        # Also bots that draw from Python's own generator decide the same in every process.
        random.seed(question["seed"])
        try:
            bot = make_bot(question["level"], question["seed"])
        except ConfigError as refused:
            return {"error": "ConfigError", "refused": Refusal.of(refused)}
        if "cells" not in question:
            return {"text": ""}
        game = Game(configure(question["config"], None))
        game.state = State(vec[i64](question["cells"]))
        game.opening, game.has_past = [], False
        if question.get("hint"):
            advice = advise(game, question["seat"], question["seed"])
            return {"text": msgspec.json.encode(advice).decode()}
        return {"text": str(bot.choose(game, question["seat"]))}
    except FOREIGN as error:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = f" in {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place is not None else ""
        # Without its message: that may tell the hand.
        return {"error": type(error).__name__ + where}


def main() -> None:
    """Answer until the server closes the pipe. The only argument is the limit of memory, in bytes."""
    die_with_server()
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
    # What a bot reads or prints is no question and no answer. Nor does a process that it leaves behind hold the pipes.
    for standard in (0, 1):
        os.dup2(2, standard)
    for pipe in (questions, answers):
        os.register_at_fork(after_in_child=pipe.close)
    threading.Thread(target=end_with_server, args=(questions.fileno(),), daemon=True).start()
    # Loads what is needed before it says that it is ready.
    answer({"level": "random", "seed": 0})
    limit(int(sys.argv[1]))
    answers.write(b"\n")
    for line in questions:
        question = json.loads(line)
        # The thread does not run while a bot's C code holds the interpreter.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(question["seconds"])
        # From here on the bot's time counts.
        answers.write(msgspec.json.encode({"id": question["id"], "begun": True}) + b"\n")
        told = msgspec.json.encode({"id": question["id"], **answer(question)})
        signal.alarm(0)
        answers.write(told + b"\n")
    # At once: a thread of a bot must not hold this up.
    os._exit(0)


if __name__ == "__main__":
    main()
