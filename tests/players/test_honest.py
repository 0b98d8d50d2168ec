"""The check of bots, games as a seat sees them, and points without others' hidden ones."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import IllegalAction, RecordError
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.bot import legal_codes
from bastide.players.honest import assert_honest
from bastide.players.playouts import playouts
from bastide.view import SPECTATOR, view
from tests.kit import table

KNIGHTS: dict[str, Any] = {"seats": 3, "modules": ["cities_knights"]}


class OnePly(Bot):
    """Takes the action after which the seat has the most points, of equal ones a random one."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> int:
        worth: dict[int, list[int]] = {}
        for code in legal_codes(rules, state, seat):
            after = state.copy()
            rules.apply(after, seat, code)
            worth.setdefault(self.worth(rules, after, seat), []).append(code)
        return rng.choice(worth[max(worth)])

    def worth(self, rules: Rules, state: State, seat: int) -> int:
        return 2 * int(rules.points(state, seat, seat)) - sum(
            int(rules.points(state, other)) for other in range(int(rules.seats))
        )


class Peeking(Bot):
    """The greedy bot, unless another seat hides points."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.greedy = make_bot("greedy", seed)

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> int:
        hidden = sum(int(rules.hidden_points(state, other)) for other in range(int(rules.seats)) if other != seat)
        return legal_codes(rules, state, seat)[0] if hidden else int(self.greedy.act(rules, state, seat, rng))


class Envious(Bot):
    """A random bot that takes its last action while another seat hides points, which needs bought cards."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> int:
        codes = legal_codes(rules, state, seat)
        hidden = sum(int(rules.hidden_points(state, other)) for other in range(int(rules.seats)) if other != seat)
        return codes[-1] if hidden else rng.choice(codes)


class Counting:
    """Decides by the number of decisions so far."""

    def choose(self, game: Game, seat: int) -> str:
        simple = game.simple(seat) or game.legal(seat)
        return simple[game.version % len(simple)]


class ByHand(Bot):
    """Decides by the next seat's cards."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> int:
        codes = legal_codes(rules, state, seat)
        return codes[hash(tuple(int(cell) for cell in state.cells)) % len(codes)]


class Reading:
    """Decides by the events of the game, those hidden from its seat too."""

    def choose(self, game: Game, seat: int) -> str:
        seen = sum(int(event.a) for events in game.history for event in events if event.sees >= 0)
        simple = game.simple(seat) or game.legal(seat)
        return simple[seen % len(simple)]


class Dealing(Bot):
    """Compares actions by playouts of positions that it deals itself."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> int:
        codes = legal_codes(rules, state, seat)[:2]
        dealt = resample(rules, state, seat, rng)
        results = []
        for code in codes:
            after = dealt.copy()
            rules.apply(after, seat, code)
            results.append(playouts(rules, after, 1, 5, policy="bank", limit=20).points[seat])
        return codes[results.index(max(results))]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "greedy"])
@pytest.mark.parametrize("config", [None, KNIGHTS, {"game": "carcassonne", "seats": 2}], ids=["base", "knights", "c"])
def test_our_own_bots_are_honest(level: str, config: dict[str, Any] | None) -> None:
    assert assert_honest(make_bot(level, 1), config, decisions=90) == 30


def test_honest_bots_of_others_pass() -> None:
    assert assert_honest(OnePly(1), decisions=150) == 50
    assert assert_honest(Dealing(1), decisions=60) == 20


class Wrapping:
    """Leaves its decisions to a random bot that is one of its parts."""

    def __init__(self) -> None:
        self.inner = {"all": [make_bot("random", 1)]}

    def choose(self, game: Game, seat: int) -> str:
        return self.inner["all"][0].choose(game, seat)


class Choosing:
    """Draws its decisions with the engine's generator."""

    def __init__(self) -> None:
        self.chooser = Chooser(1)

    def choose(self, game: Game, seat: int) -> str:
        texts = game.simple(seat) or game.legal(seat)
        return texts[int(self.chooser.below(len(texts)))]


class Slotted:
    """Keeps a random bot in a slot."""

    __slots__ = ("bots",)

    def __init__(self) -> None:
        self.bots = deque([make_bot("random", 1)])

    def choose(self, game: Game, seat: int) -> str:
        return self.bots[0].choose(game, seat)


@pytest.mark.compiled
@pytest.mark.parametrize("bot", [Wrapping(), Choosing(), Slotted()], ids=lambda bot: type(bot).__name__)
def test_the_generators_of_a_bots_parts_are_put_back(bot: Any) -> None:
    assert assert_honest(bot, decisions=90) == 30


@pytest.mark.parametrize("bot", [Peeking(1), ByHand(1)], ids=lambda bot: type(bot).__name__)
def test_a_bot_that_looks_is_found_out(bot: Any) -> None:
    with pytest.raises(AssertionError, match=r"seat \d chose '.*the decision depends on what the seat cannot know"):
        assert_honest(bot, decisions=3000, deals=3)


def test_late_positions_are_tried_too() -> None:
    """At the start of a game nobody holds hidden points, and random play buys few cards."""
    with pytest.raises(AssertionError, match=r"game [2-9] after \d{2,} decisions: .* what the seat cannot know"):
        assert_honest(Envious(1))


@pytest.mark.parametrize("bot", [Reading(), Counting()], ids=lambda bot: type(bot).__name__)
def test_a_bot_that_needs_the_past_is_told_so(bot: Any) -> None:
    with pytest.raises(AssertionError, match=r"in the same position without the game's past"):
        assert_honest(bot)


@pytest.mark.parametrize(
    ("bot", "more", "error", "said"),
    [
        ("greedy", {}, TypeError, r"a method choose\(game, seat\), got 'greedy'"),
        (None, {}, TypeError, "got None"),
        (OnePly, {}, TypeError, "got <class .*OnePly"),
        (OnePly(1), {"decisions": 0}, ValueError, "decisions must be at least 1, got 0"),
        (OnePly(1), {"deals": 0}, ValueError, "deals must be at least 1, got 0"),
        (OnePly(1), {"decisions": "90"}, ValueError, "decisions must be a whole number, got '90'"),
    ],
)
def test_a_check_of_nothing_is_refused(bot: Any, more: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        assert_honest(bot, **more)


class Faulty:
    """Changes the game, plays what is illegal, or differently each time."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.source = random.SystemRandom()
        self.asked = 0

    def choose(self, game: Game, seat: int) -> str:
        self.asked += 1
        text = game.legal(seat)[0]
        if self.fault == "changes":
            game.play(text, seat)
        elif self.fault == "varies":
            return game.legal(seat)[self.asked % 2]
        return {"illegal": "end", "unreadable": "xyzzy"}.get(self.fault, text)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("changes", "changed the game"),
        ("illegal", "'end', which is illegal"),
        ("unreadable", "'xyzzy', which is illegal"),
        ("varies", "in the same position"),
    ],
)
def test_other_faults_are_told_apart(fault: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        assert_honest(Faulty(fault), decisions=3)


def played(decisions: int) -> Game:
    game = Game.new({"seats": 3, "options": {"first": 0}}, seed=1)
    bot, rng = make_bot("greedy", 1), random.Random(1)
    while game.version < decisions or game.actors == [CHANCE]:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bot.choose(game, seat), seat)
    return game


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_a_seen_game_shows_the_same_and_holds_another_deal(viewer: int) -> None:
    game = played(160)
    deals = {game.seen_by(viewer, seed).hash() for seed in range(20)}
    assert len(deals) > 5
    seen = game.seen_by(viewer, 3)
    assert seen.hash() == game.seen_by(viewer, 3).hash()
    here, there = view(game, viewer), view(seen, viewer)
    assert (here.seats, here.legal, here.actors) == (there.seats, there.legal, there.actors)
    assert len({game.seen_by(viewer).hash() for _ in range(20)}) > 5
    assert seen.names == game.names
    assert seen.state is not game.state


def test_a_seen_game_has_no_past() -> None:
    """Earlier events and decisions tell hidden cards, and undoing would lead to them."""
    game = played(160)
    seen = game.seen_by(0, 3)
    assert (seen.version, seen.history, seen.decisions, seen.undone, seen.opening) == (0, [], [], [], [])
    for further in (seen, seen.copy()):
        for ask in (Game.record, Game.save, Game.steps, lambda g: g.at(0)):
            with pytest.raises(RecordError, match="has no record"):
                ask(further)
    assert not seen.can_undo()
    seat = seen.actors[0]
    text = make_bot("greedy", 1).choose(seen, seat)
    seen.play(text, seat)
    assert not seen.can_undo()
    assert not seen.can_undo(seat)
    with pytest.raises(IllegalAction, match="nothing to take back"):
        seen.undo()
    assert game.version >= 160
    assert game.can_undo()


def test_points_of_others_leave_out_hidden_ones() -> None:
    t = table(settlements={0: "0,0,N", 1: "0,0,S"}, cards={1: "point*2"})
    rules, s = t.r, t.game.state
    for viewer, points in ((CHANCE, 1), (0, 1), (1, 3), (2, 1)):
        assert rules.points(s, 1, viewer) == points
    assert (rules.points(s, 1), rules.open_points(s, 1), rules.hidden_points(s, 1)) == (1, 1, 2)
    assert rules.total_points(s, 1) == 3
    assert 1 in rules.ranking(s)[0]


def test_points_of_an_ended_game_are_everybodys() -> None:
    game = played(1)
    bot, rng = make_bot("greedy", 1), random.Random(1)
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bot.choose(game, seat), seat)
    for seat in range(3):
        assert game.rules.points(game.state, seat) == game.rules.total_points(game.state, seat)
