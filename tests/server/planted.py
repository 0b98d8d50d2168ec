"""A package with bots that search, hang, end their process, hoard memory or write to whatever is open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bastide.kernel.game import Game
from bastide.kernel.plugins import any_installed, plugins
from bastide.server.engine.bot_pool import BotPool
from bastide.server.engine.games import Games
from tests.kernel.test_plugins import install

BOTS: Final = '''
import hashlib, json, os, random, signal, sys, threading, time
from bastide.players import Bot
from bastide.players.bot import legal_codes

ANSWER = b'{"id": "1", "text": "end"}\\n'


class Sound(Bot):
    """Takes the first legal action, after whatever a subclass does."""

    def choose(self, game, seat):
        self.before(game, seat)
        return super().choose(game, seat)

    def act(self, rules, state, seat, rng):
        return legal_codes(rules, state, seat)[0]

    def before(self, game, seat):
        pass


class Searches(Sound):
    """Burns 200 ms."""

    def before(self, game, seat):
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass


class Hangs(Sound):
    def before(self, game, seat):
        while True:
            pass


class HoldsOn(Sound):
    """Hangs in C, where no other thread of Python's runs."""

    def before(self, game, seat):
        9 ** 9 ** 9


class Sleeps(Sound):
    """Hangs, and waits for nobody's processor."""

    def before(self, game, seat):
        time.sleep(1000)


class Deaf(Sound):
    """Hangs in another group of processes, and is not to be told to end."""

    def before(self, game, seat):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        os.setsid() if os.getpid() != os.getpgid(0) else os.setpgid(0, os.getpgid(os.getppid()))
        time.sleep(1000)


class Forks(Sound):
    """Leaves a process behind, and tells its number in place of a decision."""

    def choose(self, game, seat):
        child = os.fork()
        if not child:
            time.sleep(1000)
        return str(child)


class Lingers(Sound):
    """Leaves a thread behind that soon holds the interpreter."""

    def before(self, game, seat):
        threading.Thread(target=self.compute, daemon=True).start()

    def compute(self):
        time.sleep(0.2)
        9 ** 9 ** 9


class Delegates(Sound):
    """Hangs in C code in another thread, for which it waits; any thread may have the interpreter meanwhile."""

    def before(self, game, seat):
        thread = threading.Thread(target=hashlib.pbkdf2_hmac, args=("sha256", b"", b"", 10 ** 9))
        thread.start()
        thread.join()


class Ponders(Sound):
    """Computes on after its answer."""

    def before(self, game, seat):
        threading.Thread(target=self.compute, daemon=True).start()

    def compute(self):
        while True:
            pass


class Employs(Sound):
    """Lets another process compute on after its answer."""

    def before(self, game, seat):
        if not os.fork():
            while True:
                pass


class Crowds(Sound):
    """Hangs, on one core with many processes that it has started and that are always busy."""

    def before(self, game, seat):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
        for _ in range(30):
            if not os.fork():
                break
        while True:
            pass


class Overflows(Forks):
    """Leaves a process behind, and later more in the pipe than is read, and ends."""

    def choose(self, game, seat):
        threading.Thread(target=self.write, daemon=True).start()
        threading.Timer(1.0, os._exit, (0,)).start()
        return super().choose(game, seat)

    def write(self):
        time.sleep(0.2)
        Babbles.what *= 10
        Babbles(0).before(None, 0)


class Multiplies(Sound):
    """Leaves very many threads behind, and tells how many."""

    def choose(self, game, seat):
        threading.stack_size(32_768)
        for n in range(1000):
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        return str(n + 1)


class Steals(Sound):
    """Leaves a thread behind that reads the next question itself."""

    def before(self, game, seat):
        threading.Thread(target=self.read, daemon=True).start()
        time.sleep(0.5)  # of those who wait at a pipe, the first one reads

    def read(self):
        for pipe in range(3, 20):
            try:
                if os.readlink("/proc/self/fd/%d" % pipe).startswith("pipe"):
                    os.read(pipe, 1_000_000)
            except OSError:
                pass


class Spoils(Sound):
    """Leaves behind that every question in its process ends in an error, but its own first one."""

    def before(self, game, seat):
        from bastide.players import Bot

        Bot.choose, Sound.before = self.fail, self.fail

    def choose(self, game, seat):
        self.before(game, seat)
        return "roll"

    @staticmethod
    def fail(*given):
        raise ValueError("spoilt")


class Quits(Sound):
    """Ends its process soon after its answer."""

    def before(self, game, seat):
        threading.Timer(0.1, os._exit, (0,)).start()


class Raises(Sound):
    def before(self, game, seat):
        raise ValueError("my hand is a secret")


class Exits(Sound):
    def before(self, game, seat):
        raise SystemExit(0)


class Interrupts(Sound):
    def before(self, game, seat):
        raise KeyboardInterrupt


class Ends(Sound):
    def before(self, game, seat):
        os._exit(0)


class Crashes(Sound):
    def before(self, game, seat):
        os.kill(os.getpid(), 11)


class Hoards(Sound):
    def before(self, game, seat):
        self.kept = []
        while True:
            self.kept.append(bytearray(10_000_000))


class Prints(Sound):
    """Prints answers, and reads questions, as one does by mistake."""

    def before(self, game, seat):
        print(ANSWER.decode(), flush=True)
        sys.stderr.write(ANSWER.decode())
        for pipe in (0, 1, 2):
            os.write(pipe, ANSWER)
        assert sys.stdin.read() == ""


class Writes(Sound):
    """Writes to everything that is open."""

    what = ANSWER

    def before(self, game, seat):
        for pipe in range(3, 20):
            try:
                os.write(pipe, self.what)
            except OSError:
                pass


class Babbles(Writes):
    what = b"x" * 100_000


class Forges(Sound):
    """Answers in its own name, with its own question's id."""

    def before(self, game, seat):
        frame = sys._getframe()
        while frame.f_code.co_name != "main":
            frame = frame.f_back
        own = json.dumps(frame.f_locals["question"]["id"]).encode()
        frame.f_locals["answers"].write(b'{"id": ' + own + self.what + b"\\n")

    what = b', "text": "end"}'


class Nests(Forges):
    what = b', "refused": {"text": "", "values": ' + b"[" * 60_000


class Repeats(Forges):
    """An error that would take 270 MB when its fields are filled in."""

    what = b', "error": "x", "refused": {"text": "' + b"{a}" * 9000 + b'", "values": {"a": "' + b"a" * 30_000 + b'"}}}'


class Counts(Forges):
    what = b', "error": "x", "refused": {"text": "{a}", "values": {"a": ' + b"9" * 10_000 + b"}}}"


class Halves(Forges):
    what = b', "text": "\\ud800"}'


class Floods(Sound):
    """Writes lines for ever."""

    def before(self, game, seat):
        while True:
            for pipe in range(3, 20):
                try:
                    os.write(pipe, b"{}\\n" * 1000)
                except OSError:
                    pass


class Closes(Sound):
    def before(self, game, seat):
        os.closerange(0, 20)


class Wrong(Sound):
    def choose(self, game, seat):
        return "city 0,0,N"


class Verbose(Sound):
    def choose(self, game, seat):
        return "end " * 1000


class Drawn(Sound):
    """Draws a legal action, after a while."""

    def choose(self, game, seat):
        time.sleep(self.rng.random())
        return self.rng.choice(game.legal(seat))


class Nothing(Sound):
    def choose(self, game, seat):
        return None


class Unreliable(Sound):
    """Does one of these things now and then."""

    def choose(self, game, seat):
        draw = random.SystemRandom()
        if draw.random() < 0.3:
            kinds = [Exits, Ends, Crashes, Hoards, Writes, Wrong]
            kind = draw.choice([Hangs, Sleeps] if draw.random() < 0.04 else kinds)
            return kind(0).choose(game, seat)
        return super().choose(game, seat)


class Told(Sound):
    """Tells what it was given, in place of a decision."""

    def choose(self, game, seat):
        links = []
        for number in os.listdir("/proc/self/fd"):
            try:
                links.append(os.readlink("/proc/self/fd/" + number).partition(":")[0])
            except OSError:
                pass
        return json.dumps({
            "process": os.getpid(),
            "environment": dict(os.environ),
            "arguments": sys.orig_argv[1:],
            "open": sorted(links),
            "folder": os.getcwd(),
            "expendable": open("/proc/self/oom_score_adj").read().strip(),
            "nice": os.getpriority(os.PRIO_PROCESS, 0),
            "names": game.names,
            "decisions": len(game.decisions),
            "cells": [int(cell) for cell in game.state.cells],
            "drawn": self.rng.random(),
        })


class Broken(Bot):
    """Cannot be made."""

    def __init__(self, seed):
        raise RuntimeError("no such weights")
'''
NAMES: Final = (
    *("Sound", "Searches", "Hangs", "HoldsOn", "Raises", "Exits", "Interrupts", "Ends", "Crashes", "Hoards"),
    *("Prints", "Writes", "Babbles", "Closes", "Wrong", "Nothing", "Unreliable", "Told", "Broken", "Sleeps", "Deaf"),
    *("Forks", "Forges", "Nests", "Repeats", "Counts", "Halves", "Floods", "Verbose", "Drawn"),
    *("Delegates", "Lingers", "Ponders", "Steals", "Quits", "Employs", "Crowds", "Overflows", "Multiplies", "Spoils"),
)
COLLAPSE: Final = ("collapsing", "leaving")
"""Bots whose modules raise an error, and `SystemExit`, when they are imported."""
CONFIG: Final[dict[str, Any]] = {"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0}}
MEMORY: Final = 200_000_000
LONG: Final = 60.0
"""For how many seconds a process is waited for on a busy machine."""


@contextmanager
def planted(site: Path) -> Iterator[None]:
    """The package installed in this folder, on the path of this process; its bots have the names of their classes in
    small letters.
    """
    bots = [f"{name.lower()} = my_package.bots:{name}" for name in NAMES]
    bots += [f"{name} = my_package.{name}:Bot" for name in COLLAPSE]
    install(site, bots="\n".join(bots))
    (site / "my_package" / "bots.py").write_text(BOTS, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")])))
        for known in (plugins, any_installed):
            known.cache_clear()
        yield
    for known in (plugins, any_installed):
        known.cache_clear()


def question(level: str, seed: int = 1, seat: int = 0, game: Game | None = None) -> dict[str, Any]:
    """What a process is asked for a decision."""
    return Games().question(game or Game.new(CONFIG, seed=1, names=["Maud", "Odile", "Tibor"]), level, seat, seed)


async def loaded(pool: BotPool, level: str, table: str) -> int:
    """The process that has loaded a bot for a table."""
    assert await pool.ask({"level": level, "seed": 0}, LONG, table) == ""
    return pool._idle[-1].number


def processes(pool: BotPool) -> list[int]:
    """The processes of a pool."""
    return [process.number for process in pool._live]


def runs(process: int) -> bool:
    """Whether a process runs still."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
