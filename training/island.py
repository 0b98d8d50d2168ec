"""The weights of the searching bots' evaluation of the island (`bastide.players.strong.island.value`).

    python -m training.island label --seats 2 --shards 12   make data, about 4 minutes a shard; resumes
    python -m training.island fit --seats 2                 fit weights to all of it but the first shard
    python -m training.island write                         write `learned.py` from the fitted weights

**Data.** Bots play random boards: `strong` with few rollouts, and greedy, with one action in 25 at random. At one
decision in six the best five actions are played in the same twelve worlds: as a search does up to where its rollout
ends, where the features of every seat are written down, and then by the quick policy to the end of the game. So a row
knows the position that a search would value, and what came of it.

**Fit.** Shares of the win are a softmax over the seats of weights * features. The loss is that of the logarithm of the
share of who won, and of the squared error of the differences between the actions of a decision, each the mean over its
worlds: a search compares actions, and common worlds take most of the luck out of a difference.

**Acceptance** is by games alone, never by loss: `python -m tests.players.paired strong value:FILE` plays fitted weights
against those in use on common boards. The log is in docs/decisions/0069-values-fitted-to-sibling-moves.md.

It takes a compiled engine: with the interpreted one a shard takes hours.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.codes import Codes
from bastide.kernel.families import configure
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, OVER, State
from bastide.players import Bot, make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.decide import judges
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.greedy.island.tables import Tables
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.value import COUNT, FEATURES, UNIT, Value
from bastide.players.strong.island.weights import QUICK
from bastide.search.chance import Streams
from bastide.search.policy import WHOLE, share_win
from tools.marked import ROOT, git

DATA: Final = ROOT / "build" / "training" / "island"
LEARNED: Final = ROOT / "src" / "bastide" / "players" / "strong" / "island" / "learned.py"
NAMES: Final = [name for name, _term in FEATURES]

# -- the recipe of the data
DECISIONS: Final = 2_000
"""In a shard."""
EVERY: Final = 6
WORLDS: Final = 12
WIDTH: Final = 5
ASTRAY: Final = 0.04
FIRST: Final = 1_000_000
"""The number of the first board, of which no measured board is a later one."""
LONGEST: Final = 3_000
"""No rollout has so many actions."""

# -- of the fit
BETWEEN: Final = 20.0
"""What the error between the actions of a decision weighs against that of results."""
RIDGE: Final = 1e-5
STEPS: Final = 200


class Row(NamedTuple):
    """A rollout of an action in a world. Without `leaf`, the game ended before a search would have stopped."""

    decision: int
    action: int
    seat: int
    leaf: list[list[int]] | None
    shares: list[float]


class Rollouts:
    """Rollouts of the quick policy in one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.t: Tables = tables_of(rules)
        self.value = Value(self.t)
        self.quick = QuickPolicy(self.t)
        self.streams = Streams(rules)
        self.chooser = Chooser(0)
        self.out: vec[i64] = vec[i64]([0] * COUNT)
        self.shares: vec[i64] = vec[i64]([0] * rules.seats)

    def play(self, world: State, seat: int, code: int, stop: int, numbers: Chooser) -> tuple[Any, list[float]]:
        """The features of all seats at the turn `stop`, or None, and how the seats share the win."""
        rules, s = self.rules, world.copy()
        cells = s.cells
        self.streams.begin(numbers.a, numbers.b)
        self.chooser.a, self.chooser.b = numbers.b, numbers.a
        leaf = None
        for _step in range(LONGEST):
            verb = rules.verb_of[code]
            verb.apply(s, seat, code - verb.offset)
            if cells[OVER]:
                break
            if leaf is None and self.value.clock(s) >= stop:
                leaf = self.features(s)
            phase = rules.phases[cells[s.top()]]
            mask = phase.actors(s)
            seat = CHANCE if mask == 0 else int(lowest(mask))
            code = int(self.streams.sample(phase, s) if mask == 0 else self.quick.choose(s, seat, self.chooser))
        share_win(rules.winners(s), rules.seats, self.shares)
        return leaf, [int(share) / int(WHOLE) for share in self.shares]

    def features(self, s: State) -> list[list[int]]:
        """Those of each seat."""
        found = []
        for seat in range(self.rules.seats):
            self.value.features(s, seat, self.out)
            found.append([int(number) for number in self.out])
        return found


def labelled(shard: int, seats: int, decisions: int = DECISIONS) -> list[Row]:
    """The rows of one shard: a function of its number and the number of seats. The last game is played to its end."""
    rows: list[Row] = []
    decision = 0
    board = FIRST + 1000 * shard
    while decision < decisions:
        rng = random.Random(f"training {seats} {board}")
        board += 1
        rules = configure({"game": "island", "seats": seats, "layout": "random", "options": {"first": 0}}, rng)
        rollouts, streams = Rollouts(rules), Streams(rules)
        ranks = GreedyPolicy(rollouts.t)
        bots = [bot_of(rng) for _ in range(seats)]
        start = Chooser(mixed(rng.getrandbits(40)))
        streams.begin(start.a, start.b)
        s = rules.start()
        while not rules.is_over(s):
            mask = rules.actors(s)
            if mask == 0:
                rules.apply(s, CHANCE, streams.sample(rules.phase(s), s))
                continue
            seat = int(lowest(mask))
            codes = rules.legal(s, seat)
            if len(codes) > 1 and judges(rollouts.t, s) and rng.randrange(EVERY) == 0:
                found = Codes()
                ranks.rank_all(s, seat, codes, None, found, WIDTH)
                if found.count > 1:
                    rows += siblings(rollouts, s, seat, list(found.row()), decision, rng.getrandbits(40))
                    decision += 1
            code = bots[seat].act(rules, s, seat, bots[seat].rng)
            rules.apply(s, seat, codes[rng.randrange(len(codes))] if rng.random() < ASTRAY else code)
    return rows


def bot_of(rng: random.Random) -> Bot:
    """A bot for one seat of a game that makes data."""
    seed = rng.getrandbits(30)
    if rng.random() < 0.4:
        return make_bot("greedy", seed)
    return SearchBot(seed, effort=QUICK._replace(budget=rng.choice((40, 80))))


def siblings(rollouts: Rollouts, s: State, seat: int, codes: Sequence[int], decision: int, seed: int) -> list[Row]:
    """The rows of one decision."""
    rules = rollouts.rules
    stop = int(rollouts.value.clock(s)) + int(rules.seats) + 1
    out = []
    for number in range(WORLDS):
        world = resample(rules, s, seat, mixed(seed) + number)
        for action, code in enumerate(codes):
            numbers = Chooser(mixed(mixed(seed) + number))
            out.append(Row(decision, action, seat, *rollouts.play(world, seat, code, stop, numbers)))
    return out


def label(seats: int, first: int, shards: int) -> None:
    """Make those of so many shards that are missing. Several processes may share the work."""
    folder = DATA / str(seats)
    folder.mkdir(parents=True, exist_ok=True)
    for shard in range(first, first + shards):
        path = folder / f"{shard:03}.npz"
        if path.exists():
            continue
        began = time.process_time()
        rows = labelled(shard, seats)
        nothing = [[0] * COUNT] * seats
        part = path.with_name(f"part{shard}.npz")
        np.savez_compressed(
            part,
            leaves=np.array([row.leaf or nothing for row in rows], dtype=np.int32),
            ended=np.array([row.leaf is None for row in rows]),
            shares=np.array([row.shares for row in rows], dtype=np.float32),
            keys=np.array([(row.decision, row.action, row.seat) for row in rows], dtype=np.int32),
        )
        os.replace(part, path)
        print(f"{path}: {len(rows)} rows, {time.process_time() - began:.0f} s", flush=True)


# -- the fit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Rows:
    """Rows of shards; the seat that decides comes first."""

    def __init__(self, paths: Sequence[Path]) -> None:
        parts = [np.load(path) for path in paths]
        seats = parts[0]["shares"].shape[1]
        keys = np.concatenate(
            [each["keys"].astype(np.int64) + np.array([[2 * DECISIONS * n, 0, 0]]) for n, each in enumerate(parts)]
        )
        turned = (np.arange(seats)[None, :] + keys[:, 2:]) % seats
        leaves = np.concatenate([each["leaves"] for each in parts])
        shares = np.concatenate([each["shares"] for each in parts])
        self.leaves: Floats = np.take_along_axis(leaves, turned[:, :, None], 1).astype(np.float64)
        self.shares: Floats = np.take_along_axis(shares, turned, 1).astype(np.float64)
        self.live: npt.NDArray[np.bool_] = ~np.concatenate([each["ended"] for each in parts])
        actions, self.action_of = np.unique(keys[:, 0] * WIDTH + keys[:, 1], return_inverse=True)
        decisions, self.decision_of = np.unique(actions // WIDTH, return_inverse=True)
        self.action: Ints = actions % WIDTH
        self.rows_of: Ints = np.bincount(self.action_of)
        self.actions_of: Ints = np.bincount(self.decision_of)
        self.decisions = len(decisions)
        self.won = self.by_action(self.shares[:, 0])
        self.apart = self.centred(self.won)

    def by_action(self, values: Floats) -> Floats:
        """The mean over the worlds of an action."""
        return np.bincount(self.action_of, values) / self.rows_of

    def centred(self, values: Floats) -> Floats:
        """Of each action, less the mean of its decision."""
        return values - (np.bincount(self.decision_of, values) / self.actions_of)[self.decision_of]

    def predicted(self, weights: Floats) -> Floats:
        """The share of each seat by the weights, of rows that had not ended."""
        worth = self.leaves @ weights
        odds = np.exp(worth - worth.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True))

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """What is minimised, and its gradient."""
        p, live = self.predicted(weights), self.live
        own = np.where(live, p[:, 0], self.shares[:, 0])
        error = self.centred(self.by_action(own)) - self.apart
        between = BETWEEN * float((error**2).sum()) / self.decisions
        count = int(live.sum())
        results = -float((self.shares[live] * np.log(p[live] + 1e-9)).sum()) / count
        slope = (2 * BETWEEN * self.centred(error) / self.decisions / self.rows_of)[self.action_of] * live
        by_worth = -p[:, :1] * p * slope[:, None]
        by_worth[:, 0] += p[:, 0] * slope
        by_worth += (p - self.shares) * live[:, None] / count
        gradient = np.einsum("rsf,rs->f", self.leaves, by_worth) + 2 * RIDGE * weights
        return between + results + RIDGE * float((weights**2).sum()), gradient

    def report(self, weights: Floats) -> str:
        """How well weights order actions: what the best gains, and the share of differences explained."""
        own = self.by_action(np.where(self.live, self.predicted(weights)[:, 0], self.shares[:, 0]))
        told = 1 - float(((self.centred(own) - self.apart) ** 2).sum() / (self.apart**2).sum())
        order = np.lexsort((-own, self.decision_of))
        best = order[np.unique(self.decision_of[order], return_index=True)[1]]
        first = self.won[self.action == 0]
        gain = 100 * (self.won[best] - first)
        error = gain.std() / len(gain) ** 0.5
        gained = f"gains {gain.mean():.2f} +- {error:.2f} hundredths of a win a decision"
        return f"{gained}, explains {told:.1%} of the differences"


def fit(seats: int, steps: int) -> None:
    """Fit weights to all shards but the first, which judges them, and keep them beside the shards."""
    paths = sorted((DATA / str(seats)).glob("[0-9]*.npz"))
    if len(paths) < 2:
        sys.exit(f"there are {len(paths)} shards in {DATA / str(seats)}; a fit needs two: make them with `label`")
    from scipy.optimize import minimize  # here, since it takes half a second to load

    rows = Rows(paths[1:])
    scale = np.abs(rows.leaves).mean((0, 1)) + 1e-3
    rows.leaves /= scale
    found = minimize(rows.loss, np.zeros(COUNT), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    weights = found.x / scale
    whole = [round(int(UNIT) * float(weight)) for weight in weights]
    print(f"{seats} seats, {rows.decisions} decisions: {Rows(paths[:1]).report(np.array(whole) / int(UNIT))}")
    made = {
        "seats": seats,
        "weights": dict(zip(NAMES, whole, strict=True)),
        "decisions": rows.decisions,
        "shards": len(paths) - 1,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": git(ROOT, "rev-parse", "--short=10", "HEAD"),
    }
    (DATA / f"{seats}.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


HEAD: Final = '''"""The weights of the searching bots' evaluation, written by `python -m training.island write`.

{provenance}
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WEIGHTS: Final[list[vec[i64]]] = [
'''


def written(made: Sequence[dict[str, Any]]) -> str:
    """The text of `learned.py`."""
    lines = [
        f"For {each['seats']} seats: {each['decisions']:,} decisions ({each['shards']} shards), fitted on "
        f"{each['date']} at {each['commit']}."
        for each in made
    ]
    text = HEAD.format(provenance="\n".join(lines))
    for each in made:
        text += f"    # {each['seats']} seats\n    vec[i64](\n        [\n"
        text += "".join(f"            {each['weights'][name]},  # {name}\n" for name in NAMES)
        text += "        ]\n    ),\n"
    return (
        text
        + ']\n"""Of each feature of `FEATURES`, in millionths; the first row is for two seats, the last for more."""\n'
    )


def main() -> None:
    """Make data, fit, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["label", "fit", "write"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard")
    parser.add_argument("--shards", type=int, default=12)
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args()
    if given.step == "label":
        label(given.seats, given.first, given.shards)
    elif given.step == "fit":
        fit(given.seats, given.steps)
    else:
        made = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("[0-9].json"))]
        LEARNED.write_text(written(made), encoding="utf-8")


if __name__ == "__main__":
    main()
