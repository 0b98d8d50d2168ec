"""What a search finds out, for bots, notebooks and hints: every candidate with its value and its reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.search.halving import LINE, Halving
from bastide.search.policy import WHOLE, Evaluation, Policy, check_question

LIMIT = 2_000
"""The most actions of a rollout, for policies that do not get on."""
MOST = 1_000_000_000
"""The most that any number of a question may be."""


@dataclass(frozen=True)
class Candidate:
    """An action of the searching seat, by its code, and what came of it in `visits` rollouts.

    `values[seat]` are mean expected shares of the win, from 0 to 1, and `value` is the searching seat's; `points[seat]`
    are mean points where the rollouts end, and `ranks[seat]` mean ranks there: 0 is the best, and seats that tie share
    the better one. `spread`, `spreads`, `point_spreads` and `rank_spreads` are the standard deviations of all these.
    `wins[seat]` counts the games that ended with a win. `lead` is by how much `values` of the searching seat exceeds
    that of the first candidate in the same worlds. `line` are the codes of the first rollout, chance and other seats
    included. `terms` are means of the terms of the evaluation, empty unless asked for. A tree counts no points, ranks
    or wins and has no `spreads`, its `line` is what it tried most, and its `lead` is not of the same worlds.
    """

    code: int
    visits: int
    value: float
    spread: float
    lead: float
    values: tuple[float, ...]
    points: tuple[float, ...]
    wins: tuple[int, ...]
    line: tuple[int, ...]
    terms: dict[str, float]
    ranks: tuple[float, ...] = ()
    spreads: tuple[float, ...] = ()
    point_spreads: tuple[float, ...] = ()
    rank_spreads: tuple[float, ...] = ()


@dataclass(frozen=True)
class Found:
    """A search of one decision: the `best` code, and the candidates in the order of the policy.

    `rollouts` and `steps` (actions, chance included) tell what it cost.
    """

    best: int
    candidates: tuple[Candidate, ...]
    rollouts: int
    steps: int

    def ranked(self) -> list[Candidate]:
        """The candidates, best first: the others follow by how often they were tried, then by value."""
        return sorted(self.candidates, key=lambda c: (c.code != self.best, -c.visits, -c.value))


def search(
    rules: Rules,
    state: State,
    seat: int,
    budget: int,
    *,
    policy: Policy,
    evaluation: Evaluation,
    seed: int = 0,
    width: int = 5,
    turns: int = 4,
    errors: float = 0.0,
    margin: float = 0.0,
    codes: Sequence[int] = (),
    explain: bool = False,
) -> Found:
    """Judge the best `width` actions of a seat by about `budget` rollouts. The position is not changed.

    The policy ranks the actions, or `codes` names them, the policy's own choice first. Each is played in worlds that
    the seat cannot tell from the true one; `policy` plays on for every seat over `turns` turns, and `evaluation`
    judges where that ends. The search departs from the first candidate only for one that leads by more than `margin`
    (a share of the win) after `errors` standard errors are taken off. Equal arguments give equal results, and nothing
    that is hidden from the seat changes them.

    :raises IllegalAction: the seat has nothing to decide now, or a code, also one that the policy ranks, is not legal.
    :raises OutOfRange: there is no such seat or code, or the position is of another game.
    :raises ImpossiblePosition: no deal of the hidden cards fits what the seat knows.
    :raises ValueError: a number is too small or too large.
    :raises TypeError: an argument is of another kind, such as the name of a policy.
    """
    for name, number in {"seat": seat, "budget": budget, "width": width, "turns": turns, "seed": seed}.items():
        if not isinstance(number, int):
            raise TypeError(f"{name} must be a whole number, got {number!r}")
    for name, share in {"errors": errors, "margin": margin}.items():
        if not isinstance(share, (int, float)):
            raise TypeError(f"{name} must be a number, got {share!r}")
    # Compiled, a greater number is none that a method takes.
    rules.check_player(min(max(seat, -1), MOST))
    for given, kind in ((policy, Policy), (evaluation, Evaluation)):
        if not isinstance(given, kind):
            what = kind.__name__.lower()
            raise TypeError(
                f"{what} must be a bastide.search.{kind.__name__}, such as one of bastide.players.policies.{what}, "
                f"got {given!r}"
            )
    check_question(rules, state, seat, policy, evaluation)
    least: dict[str, tuple[float, int]] = {
        "budget": (budget, 1),
        "width": (width, 1),
        "turns": (turns, 0),
        "errors": (errors, 0),
        "margin": (margin, 0),
    }
    for name, (amount, bound) in least.items():
        # Nor is it `nan`, which is neither less nor more.
        if not amount >= bound:
            raise ValueError(f"{name} must be at least {bound}, got {amount}")
        if amount > MOST:
            raise ValueError(f"{name} must be at most {MOST}, got {amount}")
    legal = {int(code) for code in rules.legal(state, seat)}
    found = Codes()
    for code in codes:
        if not isinstance(code, int):
            raise TypeError(f"codes must be the numbers of actions, got {code!r}")
        found.add(checked(rules, seat, code, legal))
    if found.count == 0:
        # In a world that is dealt: a policy may not see what the seat does not.
        world = resample(rules, state, seat, mixed(seed))
        policy.rank(world, seat, found, width)
        if found.count == 0:
            own = int(policy.choose(world, seat, Chooser(seed)))
            for code in [own, *sorted(legal - {own})][:width]:
                found.add(code)
        found.count = min(found.count, width)
        for i in range(found.count):
            # A rollout would play it, whatever it is.
            checked(rules, seat, int(found.items[i]), legal)
    row = found.row()
    halving = Halving(rules, state, seat, row, policy, evaluation, turns, LIMIT, seed, explain)
    best: i64 = halving.run(budget)
    if best != 0 and halving.lead(best, round(100 * errors)) <= round(int(WHOLE) * margin):
        best = 0
    candidates = tuple(_candidate(halving, k) for k in range(len(row)))
    rollouts = sum(c.visits for c in candidates)
    return Found(int(row[best]), candidates, rollouts, int(halving.steps))


def checked(rules: Rules, seat: int, code: int, legal: Collection[int]) -> int:
    """The code, if it is legal. Raises OutOfRange and IllegalAction."""
    # Compiled, a greater number is none that a method takes.
    rules.check_code(min(max(code, -1), MOST))
    if code not in legal:
        raise IllegalAction(f"{rules.write([code])} is not legal for seat {seat} now", rules.turn_rule)
    return code


def _spreads(means: tuple[float, ...], squares: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sqrt(max(square - mean**2, 0.0)) for mean, square in zip(means, squares, strict=True))


def _candidate(halving: Halving, k: int) -> Candidate:
    seats, seat, n = int(halving.rules.seats), int(halving.seat), int(halving.visits[k])

    def row(numbers: vec[i64], scale: float) -> tuple[float, ...]:
        return tuple(int(number) / scale for number in numbers[k * seats : (k + 1) * seats])

    values = row(halving.sums, n * int(WHOLE))
    spreads = _spreads(values, row(halving.squares, n * int(WHOLE)))
    points, ranks = row(halving.points, n), row(halving.ranks, n)
    names = halving.evaluation.terms if halving.n_terms else []
    return Candidate(
        code=int(halving.codes[k]),
        visits=n,
        value=values[seat],
        spread=spreads[seat],
        lead=int(halving.lead(k, 0)) / int(WHOLE),
        values=values,
        points=points,
        wins=tuple(int(number) for number in halving.wins[k * seats : (k + 1) * seats]),
        line=tuple(int(code) for code in halving.lines[k * LINE : (k + 1) * LINE] if code >= 0),
        terms={name: int(halving.terms[k * len(names) + i]) / n for i, name in enumerate(names)},
        ranks=ranks,
        spreads=spreads,
        point_spreads=_spreads(points, row(halving.point_squares, n)),
        rank_spreads=_spreads(ranks, row(halving.rank_squares, n)),
    )
