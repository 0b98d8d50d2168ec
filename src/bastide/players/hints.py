"""What a seat could do well now: the best few decisions, each with a value and the term that speaks for it.

The search is that of the level strong, with more rollouts. Words are the view's (`bastide.view.hints`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel import built
from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.greedy.island.bot import IslandBot, tables_of
from bastide.players.greedy.island.decide import judges
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.greedy.island.setup import corner_worths
from bastide.players.greedy.island.tables import Tables
from bastide.players.policies import policy
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.carcassonne.weights import STRONG
from bastide.players.strong.island.value import evaluation_of
from bastide.players.strong.island.weights import GREEDY, QUICK
from bastide.search import Candidate, Found, Policy, search

TILE: Final = "tile "
"""How the decisions that lay a tile begin: with its place, then comes its rotation."""
OFFERS: Final = "offer "
"""How offers to the others begin."""
OFFER: Final = "offer"
"""The term that speaks for one."""
MOST: Final = 3
"""How many decisions a hint has."""
TIMES: Final = {"island": 4.0, "carcassonne": 10.0}
"""How many times the simulations of the level strong a hint has: some tenths of a second."""
OF_GREEDY: Final = 6.0
"""The same where rollouts are greedy's, of which strong has few."""
PLAIN: Final = {"island": 0.15, "carcassonne": 0.4}
"""The same without the compiled engine, which is a hundred times as fast."""
SHARE: Final = 3
"""A term is a reason if it carries one in so many parts of what speaks for a decision."""
LEAST: Final = {"island": 60.0, "carcassonne": 15.0}
"""The least that must speak for a decision, in the unit of the family's evaluation: less is chance."""
AHEAD: Final = 0.003
"""By how much its chance to win must be above that of the others on average."""


class Hint(NamedTuple):
    """A whole decision in notation, the chance to win after it (None if it is the only one, and for an offer, of which
    the others decide), and the term that speaks for it, "" if none does by itself.
    """

    text: str
    value: float | None
    term: str


class Advice(NamedTuple):
    """The best decisions, best first, and in the set-up what all places are worth, from 0 to 100, by notation."""

    hints: list[Hint]
    heat: dict[str, int]


def advise(game: Game, seat: int, seed: int = 0, times: float | None = None) -> Advice:
    """The best decisions of a seat that may act. They depend on nothing that is hidden from the seat.

    `times` multiplies the simulations of the level strong. The game is not changed. The last of them is an offer if
    greedy would rather make it than do anything else.

    :raises IllegalAction: the seat has nothing to decide now.
    """
    rules, s = game.rules, game.state
    if times is None:
        times = usual(rules)
    codes = rules.legal(s, seat)
    if len(codes) == 0:
        raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
    plays: Policy
    if isinstance(rules, Carcassonne):
        plays, heat = policy(rules, "greedy"), dict[str, int]()
        found = TreeBot(seed, max(30, round(STRONG * times))).search(rules, s, seat, explain=True)
    else:
        t = tables_of(rules)
        if t.r.numbers_move:
            t.follow(s)
        plays, heat = GreedyPolicy(t), heat_of(t, s, seat)
        found = searched(t, s, seat, seed, times)
    hints, offer = hints_of(rules, s, seat, found, plays), offer_of(game, seat)
    return Advice(hints if offer is None else [*hints[: MOST - 1], offer], heat)


def usual(rules: Rules) -> float:
    """How many times the simulations of the level strong a hint has in this game, on this engine."""
    if not built.is_compiled():
        return PLAIN[family_of(rules)]
    if isinstance(rules, Carcassonne) or not tables_of(rules).modules:
        return TIMES[family_of(rules)]
    return OF_GREEDY


def family_of(rules: Rules) -> str:
    """The family of a game whose bots search."""
    return "carcassonne" if isinstance(rules, Carcassonne) else "island"


def searched(t: Tables, s: State, seat: int, seed: int, times: float) -> Found:
    """A search of a decision on the island as the level strong makes it, less the offers."""
    rules, ranks = t.r, GreedyPolicy(t)
    effort = GREEDY if t.modules else QUICK
    codes = [int(code) for code in rules.legal(s, seat) if code != t.offer]
    out = Codes()
    if judges(t, s):
        ranks.rank_all(s, seat, rules.legal(s, seat), None, out, effort.width)
    else:
        own = int(ranks.choose(s, seat, Chooser(mixed(seed))))
        for code in [own, *(code for code in codes if code != own)][: effort.width]:
            out.add(code)
    return search(
        rules,
        s,
        seat,
        # There is nothing to compare with a decision that has no other beside it.
        max(2 * out.count, round(effort.budget * times)) if out.count > 1 else 1,
        policy=QuickPolicy(t) if effort.quick else ranks,
        evaluation=evaluation_of(t),
        seed=mixed(seed),
        turns=effort.turns or int(rules.seats) + 1,
        errors=effort.errors / 100,
        codes=[int(code) for code in out.row()],
        explain=True,
    )


def hints_of(rules: Rules, s: State, seat: int, found: Found, plays: Policy) -> list[Hint]:
    """The best candidates of a search as whole decisions, no two alike."""
    candidates = found.candidates
    if isinstance(rules, Carcassonne):
        # Of a tree, what was tried often is good; the value of the others is that of a few tries.
        values, ranked = {one.code: one.value for one in candidates}, found.ranked()
    else:
        # Candidates that were dropped early met fewer worlds: `lead` compares in those that both have met.
        values = {one.code: candidates[0].value + one.lead for one in candidates}
        ranked = sorted(candidates, key=lambda one: (one.code != found.best, -values[one.code]))
    most = values[found.best]
    out: dict[str, Hint] = {}
    least = LEAST[family_of(rules)]
    for one in ranked:
        text = whole(rules, s, seat, one.code, plays)
        # A tile's further rotations at one place are no further hint.
        place = text.rpartition(",")[0] if text.startswith(TILE) else text
        if place not in out and len(out) < MOST:
            value = None if len(candidates) == 1 else min(max(values[one.code], 0.0), most, 1.0)
            out[place] = Hint(text, value, reason(one, candidates, least))
            most = most if value is None else value
    return list(out.values())


def offer_of(game: Game, seat: int) -> Hint | None:
    """The offer that greedy would make, if any: none after another one in this turn, which has been refused."""
    rules = game.rules
    if isinstance(rules, Carcassonne):
        return None
    r = tables_of(rules).r
    if game.state.cells[r.offers] < r.offer_limit or seat not in game.actors:
        return None
    text = IslandBot(0).choose(game, seat)
    return Hint(text, None, OFFER) if text.startswith(OFFERS) else None


def whole(rules: Rules, state: State, seat: int, code: int, plays: Policy) -> str:
    """The decision that begins with an action, in notation; the policy chooses the rest of it."""
    codes, s, chooser = [code], state.copy(), Chooser(0)
    rules.apply(s, seat, code)
    while rules.partial(s, seat):
        codes.append(int(plays.choose(s, seat, chooser)))
        rules.apply(s, seat, codes[-1])
    return rules.write(codes)


def reason(one: Candidate, candidates: Sequence[Candidate], least: float) -> str:
    """The term that carries a third or more of what speaks for a candidate, against the mean of the others.

    Empty if none does, or if less than `least` speaks for it.
    """
    others = [each for each in candidates if each is not one]
    if not others or one.value - sum(each.value for each in others) / len(others) < AHEAD:
        return ""
    return carried(
        {term: worth - sum(each.terms[term] for each in others) / len(others) for term, worth in one.terms.items()},
        least,
    )


def carried(apart: Mapping[str, float], least: float) -> str:
    """The term with a third or more of all that is above 0, if the terms together are at least `least`; else "".

    >>> carried({"points": 500.0, "income": 100.0, "cards": -200.0}, 60)
    'points'
    >>> carried({"points": 100.0, "income": 110.0, "cards": 120.0, "route": 115.0}, 60)
    ''
    >>> carried({"points": 500.0, "income": -480.0}, 60)
    ''
    """
    pros = sum(number for number in apart.values() if number > 0)
    term = max(apart, key=lambda name: apart[name])
    if sum(apart.values()) < least or SHARE * apart[term] < pros:
        return ""
    return term


def heat_of(t: Tables, s: State, seat: int) -> dict[str, int]:
    """What each corner is worth for a piece of the set-up, from 0 for the worst to 100 for the best, by notation."""
    r = t.r
    codes = r.legal(s, seat)
    if s.cells[s.top()] != r.setup_phase or len(codes) < 2:
        return {}
    for first in (t.settle, t.city):
        if first <= codes[0] < first + r.board.corners:
            worths = [int(worth) for worth in corner_worths(t, s, seat, codes, first, first == t.city)]
            least, most = min(worths), max(worths)
            return {
                r.write([int(code)]): 100 * (worth - least) // max(most - least, 1)
                for code, worth in zip(codes, worths, strict=True)
            }
    return {}
