"""What tests of runs share: folders, their results, and bots that do what they should not."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bastide.arena.results import FILE, Results
from bastide.arena.run import PLAN
from bastide.kernel.game import Game
from tests.arena.test_plan import DUEL
from tests.kernel.test_plugins import install

PATIENCE: Final = 60.0
"""How many seconds a test waits for what takes less."""
ODD: Final = """
import os, time
from bastide.players import Bot
from bastide.players.bot import legal_codes

class Odd(Bot):
    what = "raise"
    asked = 0

    def act(self, rules, state, seat, rng):
        self.asked += 1
        if self.asked == 5:
            if self.what == "raise":
                raise KeyError("nothing")
            if self.what == "leave":
                raise SystemExit(0)
            if self.what == "exit":
                os._exit(0)
            if self.what == "hang":
                while True:
                    pass
            if self.what == "hoard":
                self.kept = [bytearray(1 << 20) for _ in range(10_000)]
            if self.what == "cheat":
                return -1
        return legal_codes(rules, state, seat)[0]
"""
KINDS: Final = {
    "raise": "error: KeyError: 'nothing'",
    "leave": "error: SystemExit: 0",
    "cheat": "illegal: the bot 'cheat' chose -1",
    "hang": "time",
    "hoard": "memory",
    "exit": "exit",
}


def folder_of(tmp_path: Path, text: str = DUEL) -> Path:
    """A folder with a plan."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / PLAN).write_text(text, "utf-8")
    return folder


def rows(folder: Path) -> list[str]:
    """The results by number, all but processor times."""
    with sqlite3.connect(folder / FILE) as database:
        names = [name for _, name, *_ in database.execute("PRAGMA table_info(game)") if name != "seconds"]
        return [repr(row) for row in database.execute(f"SELECT {', '.join(names)} FROM game ORDER BY number")]


def count(folder: Path) -> int:
    """How many games a run has; 0 before it has begun."""
    try:
        with sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error:
        return 0


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so.

    :raises TimeoutError: it is not.
    """
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > seconds:
            raise TimeoutError
        time.sleep(0.05)


def with_bot(tmp_path: Path, kind: str, source: str) -> dict[str, str]:
    """An environment with a package that has a bot of that name: of this source the class of that name as a title."""
    site = tmp_path / "site"
    site.mkdir()
    install(site, bots=f"{kind} = my_package.bots:{kind.title()}")
    (site / "my_package" / "bots.py").write_text(source, "utf-8")
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path}


def a_bot_loses_its_own_games(tmp_path: Path, kind: str, fault: str, *options: str) -> None:
    """Play a run with such a bot, which forfeits all its games and disturbs nothing else."""
    environment = with_bot(tmp_path, kind, f'{ODD}\nclass {kind.title()}(Odd):\n    what = "{kind}"\n')
    text = (
        DUEL.replace('bot = "random"', f'bot = "{kind}"')
        + f"[limits]\nseconds = {2 if kind == 'hang' else 60}\nmemory = 512\n"
    )
    folder = folder_of(tmp_path, text)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "bastide", "arena", "run", str(folder), "-j", "2", "--json", *options],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE * 10,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["games"], report["faults"]) == (4, 4)
    assert report["pairs"][0]["score"] == 1
    results = Results(folder)
    for game in results.games():
        seat = game.seating.index("dice")
        assert game.fault.startswith(f"{seat} {fault}")
        assert game.winners == (1 - seat,)
        assert Game.load(game.text).version == game.decisions > 4
    results.close()
