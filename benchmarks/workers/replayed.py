"""Replays recorded games, or plays random ones inside the engine, and nothing else: for `benchmarks.instructions`.

    python -P -m benchmarks.workers.replayed KIND TIMES [IDLE]
    python -P -m benchmarks.workers.replayed playouts:KIND TIMES [IDLE]

Legal actions are listed before each decision of a seat, as every player needs them. One line of JSON reports the
work done, which must be the same for all builds. IDLE is the number of further modules of the island, which override no
seam. Only the kernel, the families and the games are imported.
"""

from __future__ import annotations

import gc
import json
import sys
from functools import partial
from typing import Final

from bastide.kernel.codes import Codes
from bastide.kernel.families import configure
from bastide.kernel.playout import Chooser, playouts
from bastide.kernel.rules import Rules
from benchmarks.recorded import Recorded, read

PLAYOUTS: Final = 20
"""How many random games make one turn of `playouts`."""
MOST: Final = 1_000_000


def replay(games: list[tuple[Rules, list[tuple[int, int]]]], out: Codes) -> list[int]:
    """Replay all games; return the numbers of actions, of legal actions listed, and of games ended."""
    steps = listed = ended = 0
    for rules, actions in games:
        s = rules.start()
        # Without the checks of arguments, which `apply` made only later: a loop inside the engine has none either.
        perform = getattr(rules, "perform", rules.apply)
        for seat, code in actions:
            if seat >= 0:
                out.clear()
                rules.phase(s).legal(s, seat, out)
                listed += int(out.count)
            perform(s, seat, code)
        steps += len(actions)
        ended += bool(rules.is_over(s))
    return [steps, listed, ended]


def with_idle(game: Recorded, count: int) -> Recorded:
    """The same game with so many further modules that override no seam; only on the island."""
    from bastide.catan.base.seams import IslandModule
    from bastide.catan.family import MODULES

    if game.config["game"] != "island":
        raise SystemExit(f"idle modules are for games of the island, not of {game.config['game']!r}")
    names = [f"idle {number}" for number in range(count)]
    for name in names:
        MODULES[name] = partial(IslandModule, name)
    return Recorded({**game.config, "modules": [*game.config["modules"], *names]}, game.decisions)


def coded(game: Recorded) -> tuple[Rules, list[tuple[int, int]]]:
    """A game's rules, and its decisions as this build's action codes."""
    rules = configure(game.config, None)
    return rules, [(seat, int(code)) for seat, text in game.decisions for code in rules.read(text)]


def main() -> None:
    """Run the command line's task."""
    what, times = sys.argv[1], int(sys.argv[2])
    kind = what.removeprefix("playouts:")
    games = read(kind)
    idle = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if idle:
        games = [with_idle(game, idle) for game in games]
    done: list[list[int]] = []
    gc.disable()
    if what == kind:
        coded_games = [coded(game) for game in games]
        out = Codes()
        for _ in range(times):
            done.append(replay(coded_games, out))
    else:
        rules = configure(games[0].config, None)
        for _ in range(times):
            tally = playouts(rules, rules.start(), PLAYOUTS, Chooser(1), MOST)
            done.append([int(tally.games), int(tally.steps), *map(int, tally.wins)])
    assert all(one == done[0] for one in done), "the same games went otherwise"
    print(json.dumps({"games": PLAYOUTS if what != kind else len(games), "done": done[0]}))


if __name__ == "__main__":
    main()
