"""A bot of another version of Bastide, in a process of that version.

    Elsewhere("/path/to/python", "greedy", 7)

That Python, which has the other version installed, runs this file. It gets the position with each question and answers
with an action code. Both versions must have the same rules: a position of another length is refused.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache

from mypy_extensions import i64

from bastide.kernel.families import configure
from bastide.kernel.rules import Rules
from bastide.kernel.state import State, unpickled
from bastide.players import Bot, make_bot


class Elsewhere(Bot):
    """Asks the other version for each action."""

    def __init__(self, python: str, level: str, seed: int) -> None:
        super().__init__(seed)
        self._python = python
        self._begin = {"level": level, "seed": seed}
        self._rules: Rules | None = None

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """The other version's action."""
        if self._rules is not rules:
            self._rules = rules
            self._ask(json.dumps(self._begin | {"config": rules.resolved(), "cells": len(state.cells)}))
        return i64(int(self._ask(f"{seat} {state.row().hex()}")))

    def _ask(self, line: str) -> str:
        process = worker(self._python)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        if not answer:
            raise RuntimeError(f"{self._python} does not answer")
        return answer


@cache
def worker(python: str) -> subprocess.Popen[str]:
    """The process of the other version, for one game after the other."""
    return subprocess.Popen([python, "-P", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def main() -> None:
    """Answer questions until the input ends."""
    bot, rules = make_bot("random", 0), None
    for line in sys.stdin:
        if line.startswith("{"):
            begin = json.loads(line)
            rules = configure(begin["config"], None)
            if len(rules.start().cells) != begin["cells"]:
                raise SystemExit("the two versions do not have the same rules")
            bot = make_bot(begin["level"], begin["seed"])
            answer = "ready"
        else:
            assert rules is not None
            seat, row = line.split()
            answer = str(int(bot.act(rules, unpickled(bytes.fromhex(row)), int(seat), bot.rng)))
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
