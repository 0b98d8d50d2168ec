"""Batches play the games of `Game`, for any number of rows and processes, and show them as single environments do."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from bastide import CHANCE, Chooser, ConfigError, Game, IllegalAction, OutOfRange
from bastide.kernel.bits import lowest
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.playout import random_action
from bastide.learn.actions import Actions
from bastide.learn.batch import Batch
from bastide.learn.candidates import Candidates
from bastide.learn.features import Features
from tests.differential.sets import Set
from tests.learn.games import config_of, sets
from tests.sizes import sized

STEPS = sized(60, 1500)
SHORT: dict[str, Any] = {"seats": 2, "layout": "random", "options": {"goal": 3, "trade": "bank"}}
FREE: dict[str, Any] = {"seats": 2, "options": {"pieces": "free", "first": 0}}
TILES: dict[str, Any] = {"game": "carcassonne", "seats": 2}


def picks(batch: Batch, rngs: list[random.Random]) -> list[int]:
    """A place in each row, drawn by the row's own generator."""
    return [rng.randrange(count) for rng, count in zip(rngs, batch.count.tolist(), strict=True)]


def generators(first: int, n: int) -> list[random.Random]:
    return [random.Random(row) for row in range(first, first + n)]


class Replayed:
    """A game of a row, played on the facade by the codes that the row was given."""

    def __init__(self, batch: Batch, k: int) -> None:
        board, chance = batch.seeds(k)
        self.game = Game.new(batch.config(k), seed=board)
        self.chooser = Chooser(chance)

    def follow(self, codes: list[int]) -> None:
        """Play these codes, and what is forced before, between and after them."""
        game, rules = self.game, self.game.rules
        while not game.over:
            mask = rules.actors(game.state)
            if mask == 0:
                game.chance(rules.write([int(random_action(rules, game.state, CHANCE, self.chooser))]))
                continue
            seat = int(lowest(mask))
            after = game.state.copy()
            decision: list[int] = []
            while not decision or rules.partial(after, seat):
                legal = [int(code) for code in rules.legal(after, seat)]
                if len(legal) > 1 and not codes:
                    return
                decision.append(codes.pop(0) if len(legal) > 1 else legal[0])
                rules.apply(after, seat, decision[-1])
            game.play(rules.write(decision), seat)


@pytest.mark.parametrize("set_", sets(1))
def test_it_plays_the_games_of_the_facade(set_: Set) -> None:
    batch = Batch(config_of(set_), 2, 5, features=False)
    rngs = generators(0, 2)
    given: list[list[int]] = [[], []]
    for _ in range(STEPS):
        replays = [Replayed(batch, k) for k in range(2)]
        places = picks(batch, rngs)
        for k, place in enumerate(places):
            given[k].append(batch.codes(k)[place])
        batch.choose(places)
        for k in np.flatnonzero(batch.terminated).tolist():
            replays[k].follow(given[k])
            assert replays[k].game.over
            assert replays[k].game.rules.returns(replays[k].game.state) == batch.reward[k].tolist()
            given[k] = []
    for k in range(2):
        replay = Replayed(batch, k)
        replay.follow([*given[k]])
        state, rules = batch.state(k), batch.rules(k)
        if not rules.partial(state, int(batch.seat[k])):
            assert replay.game.hash() == fingerprint(rules, state)


@pytest.mark.parametrize("config", [SHORT, {**TILES, "modules": ["river"]}], ids=["island", "carcassonne"])
def test_a_game_that_ends_is_a_game_of_the_facade(config: dict[str, Any]) -> None:
    batch = Batch(config, 1, 3, features=False)
    rng = random.Random(1)
    for _ in range(2):
        replay = Replayed(batch, 0)
        codes: list[int] = []
        while not codes or not batch.terminated[0]:
            place = rng.randrange(int(batch.count[0]))
            codes.append(batch.codes(0)[place])
            batch.choose([place])
        replay.follow(codes)
        assert replay.game.over
        assert not codes
        assert batch.reward[0].tolist() == replay.game.rules.returns(replay.game.state)


def hashes(batch: Batch, steps: int, rngs: list[random.Random]) -> list[list[str]]:
    """By row, a hash of all that it shows after each step."""
    out: list[list[str]] = [[] for _ in range(batch.n)]
    for _ in range(steps):
        batch.choose(picks(batch, rngs))
        for k in range(batch.n):
            shown = [getattr(batch, name) for name in ("seat", "count", "observation", "mask", "reward")]
            said = [part[k].tobytes().hex() for part in shown if part is not None]
            ended = batch.last[k].tobytes().hex() if batch.terminated[k] or batch.truncated[k] else ""
            out[k].append(fingerprint(batch.rules(k), batch.state(k)) + "".join(said) + ended)
    return out


@pytest.mark.parametrize("boards", ["new", "fixed", 2])
def test_a_row_plays_the_same_games_in_every_batch(boards: Any) -> None:
    given: dict[str, Any] = {"opponents": {1: "uniform"}, "boards": boards, "limit": 300}
    eight = hashes(Batch(SHORT, 8, 7, **given), 70, generators(0, 8))
    assert hashes(Batch(SHORT, 1, 7, **given), 70, generators(0, 1)) == eight[:1]
    assert hashes(Batch(SHORT, 3, 7, **given), 70, generators(0, 3)) == eight[:3]
    assert hashes(Batch(SHORT, 3, 7, first=4, **given), 70, generators(4, 3)) == eight[4:7]
    assert len({row[0] for row in eight}) == 8
    assert hashes(Batch(SHORT, 1, 8, **given), 70, generators(0, 1)) != eight[:1]


@pytest.mark.parametrize(
    ("given", "count"), [({"boards": "new"}, 12), ({"boards": "fixed"}, 1), ({"boards": 3}, 3)], ids=str
)
def test_boards_are_new_or_fixed_or_some(given: dict[str, Any], count: int) -> None:
    batch = Batch(SHORT, 4, 2, limit=15, **given)
    terrain = [k for k, name in enumerate(batch.features.names) if name.startswith("board.terrain")]
    seen: set[bytes] = set()
    games: set[tuple[int, int]] = set()
    rngs = generators(0, 4)
    while len(games) < 12:
        for k in range(4):
            if batch.game(k) < 3:
                games.add((k, batch.game(k)))
                seen.add(batch.observation[k][terrain].tobytes())
        batch.choose(picks(batch, rngs))
    assert len(seen) == count


class Shown:
    """A batch of two rows beside the interfaces for single positions."""

    def __init__(self, config: dict[str, Any], **given: Any) -> None:
        self.batch = Batch(config, 2, 3, limit=40, boards="fixed", **given)
        rules = self.batch.rules(0)
        features = self.batch.features
        self.actions = Actions(rules)
        self.features = Features(rules, relative=features.relative, board=features.board, dtype=features.dtype)
        self.candidates = Candidates(rules)

    def check(self) -> None:
        batch = self.batch
        for k in range(2):
            state, seat = batch.state(k), int(batch.seat[k])
            assert (batch.observation[k] == self.features.row(state, seat)).all()
            mask = np.zeros(self.actions.size, np.int8)
            assert self.actions.mask(state, seat, mask) == batch.count[k]
            assert batch.legal(k) == self.actions.legal(state, seat)
            if batch.candidates is not None:
                assert (batch.candidates[k] == self.candidates.rows(batch.codes(k))).all()
            elif batch.mask is not None:
                wanted = np.packbits(mask, bitorder="little") if batch.form == "packed" else mask
                assert (batch.mask[k] == wanted).all()


@pytest.mark.parametrize("set_", sets(1))
def test_it_shows_what_the_single_interfaces_show(set_: Set) -> None:
    config = config_of(set_)
    shown = [
        Shown(config, actions="mask"),
        Shown(config, actions="packed", relative=False, board=False),
        Shown(config, actions="candidates", dtype=np.float32),
    ]
    plain, packed, listed = (each.batch for each in shown)
    rngs = generators(0, 2)
    games = 0
    while games < sized(2, 20):
        for each in shown:
            each.check()
        places = picks(plain, rngs)
        plain.step([plain.legal(k)[place] for k, place in enumerate(places)])
        packed.choose(places)
        listed.step(np.array(places))
        for other in (packed, listed):
            assert [other.state(k) for k in range(2)] == [plain.state(k) for k in range(2)]
            assert (other.truncated == plain.truncated).all()
        games += int(plain.truncated.sum() + plain.terminated.sum())
    scaled = listed.features.scaled(plain.last)
    assert (scaled == listed.last).all()


def test_a_row_that_ends_keeps_its_last_position_and_begins_anew() -> None:
    batch = Batch(SHORT, 3, 1)
    rngs = generators(0, 3)
    over = batch.features.names.index("over")
    ended = 0
    while ended < 4:
        games = [batch.game(k) for k in range(3)]
        batch.choose(picks(batch, rngs))
        for k in range(3):
            assert batch.observation[k][over] == 0
            assert batch.count[k] >= 2
            if batch.terminated[k]:
                ended += 1
                assert batch.game(k) == games[k] + 1
                assert batch.steps(k) < 30
                assert batch.last[k][over] == 1
                won = batch.reward[k].tolist()
                assert sorted(won) == [-1, 1]
                mine = batch.features.names.index("winners[0]")
                assert batch.last[k][mine] == (won[batch.last_seat[k]] == 1)
            else:
                assert batch.game(k) == games[k]
                assert not batch.reward[k].any()


def test_a_game_that_is_cut_off_is_truncated_and_nobody_has_won() -> None:
    batch = Batch({"seats": 3}, 2, 1, limit=30)
    rngs = generators(0, 2)
    for _ in range(200):
        batch.choose(picks(batch, rngs))
        if batch.truncated.any():
            break
    assert batch.truncated.any()
    assert not batch.terminated.any()
    assert not batch.reward.any()
    with pytest.raises(ValueError, match="100 games of row 0 ended before a decision; limit = 1 is too low"):
        Batch({"seats": 3}, 2, 1, limit=1)


def test_greedy_opponents_play_as_the_bot_and_draw_nothing_of_the_game() -> None:
    from bastide.players import make_bot

    config = {"seats": 3, "layout": "random", "options": {"goal": 4}}
    batch = Batch(config, 1, 4, opponents={0: "greedy", 2: "greedy"}, features=False)
    board, chance = batch.seeds(0)
    game = Game.new(config, seed=board)
    rules, state, chooser = game.rules, game.rules.start(), Chooser(chance)
    bots = {seat: make_bot("greedy", 1) for seat in (0, 2)}
    rng = random.Random(2)
    while batch.game(0) == 0:
        while not rules.is_over(state):
            mask = rules.actors(state)
            seat = int(lowest(mask)) if mask else int(CHANCE)
            if seat == 1 and len(rules.legal(state, seat)) > 1:
                break
            if seat in bots:
                code = int(bots[seat].act(rules, state, seat, bots[seat].rng))
            elif seat == 1:
                code = int(rules.legal(state, seat)[0])
            else:
                code = int(random_action(rules, state, CHANCE, chooser))
            rules.apply(state, seat, code)
        assert batch.state(0) == state
        assert batch.seat[0] == 1
        place = rng.randrange(int(batch.count[0]))
        rules.apply(state, 1, batch.codes(0)[place])
        batch.choose([place])
    assert batch.terminated[0]


def test_rows_are_saved_and_loaded() -> None:
    given: dict[str, Any] = {"opponents": {1: "greedy", 2: "greedy"}, "limit": 2000}
    config = {"seats": 3, "layout": "random"}
    batch = Batch(config, 2, 7, **given)
    rngs = generators(0, 2)
    while not any(sum(memory) for row in batch.save() for memory in row["memories"].values()):
        hashes(batch, 10, rngs)
    kept = pickle.loads(pickle.dumps(batch.save()))
    drawn = [rng.getstate() for rng in rngs]
    after = hashes(batch, 60, rngs)
    other = Batch(config, 2, 1, **given)
    hashes(other, 5, generators(3, 2))
    for rng, state in zip(rngs, drawn, strict=True):
        rng.setstate(state)
    other.load(kept)
    assert other.save() == kept
    assert hashes(other, 60, rngs) == after
    assert other.seed == 7
    with pytest.raises(ValueError, match="the batch has 2 rows, got 1"):
        other.load(kept[:1])
    with pytest.raises(ConfigError, match="these actions are numbered otherwise"):
        Batch({"seats": 4}, 2, 1).load(kept)


def test_a_seed_begins_anew() -> None:
    batch = Batch(SHORT, 2, 3)
    first = hashes(batch, 30, generators(0, 2))
    batch.reset()
    assert hashes(batch, 30, generators(0, 2)) == first
    batch.reset(4)
    assert hashes(batch, 30, generators(0, 2)) == hashes(Batch(SHORT, 2, 4), 30, generators(0, 2)) != first


def test_several_configs_take_turns_by_row() -> None:
    goals = [{"seats": 2, "options": {"goal": goal}} for goal in (3, 5)]
    batch = Batch(goals, 4, 1)
    assert [batch.config(k)["options"]["goal"] for k in range(4)] == [3, 5, 3, 5]
    assert [batch.rules(k).resolved()["options"]["goal"] for k in range(4)] == [3, 5, 3, 5]
    with pytest.raises(ConfigError, match=r"numbered otherwise: 'rob 2 \w+', and in this game 'rob 3 \w+'"):
        Batch([{"seats": 2}, {"seats": 3}], 2)
    with pytest.raises(ConfigError, match=r"these features differ: 'turn, 0 to \d+', and in this game 'turn, 0 to"):
        Batch([{"seats": 2}, {"seats": 2, "options": {"turns": 50}}], 2)


def test_illegal_actions_play_nothing() -> None:
    batch = Batch(FREE, 3, 1)
    before = [batch.state(k) for k in range(3)]
    good = [batch.legal(k)[0] for k in range(3)]
    assert batch.mask is not None
    illegal = int(np.flatnonzero(batch.mask[2] == 0)[0])
    for given, said in (
        ([*good[:2], illegal], rf"{illegal} \(.+\) is not legal for seat 0 in row 2 now"),
        ([good[0], -1, good[2]], r"-1 \(nothing\) is not legal for seat 0 in row 1 now"),
        ([batch.size, *good[1:]], rf"{batch.size} \(nothing\) is not legal for seat 0 in row 0 now"),
    ):
        with pytest.raises(IllegalAction, match=said):
            batch.step(given)
    with pytest.raises(IllegalAction, match="row 1 has 54 legal actions, and no place 54"):
        batch.choose([0, 54, 0])
    for wrong in (good[:2], np.zeros(3), [[0], [0], [0]]):
        with pytest.raises(ValueError, match="a whole number for each of 3 rows"):
            batch.step(wrong)  # type: ignore[arg-type] # that is what is refused
    assert [batch.state(k) for k in range(3)] == before
    batch.step(np.array(good, np.int16))
    assert [batch.state(k) for k in range(3)] != before


def test_arrays_are_the_memory_of_the_batch_and_read_only() -> None:
    batch = Batch({"seats": 2}, 2, 1)
    for name in ("seat", "count", "mask", "observation", "reward", "terminated", "truncated", "last", "last_seat"):
        array = getattr(batch, name)
        assert not array.flags.owndata
        assert not array.flags.writeable
    seen, kept = batch.observation, batch.observation.copy()
    batch.choose([0, 0])
    assert seen is batch.observation
    assert (seen != kept).any()


def test_wrong_arguments_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"n": 0}, ValueError, "n must be a whole number from 1 on, got 0"),
        ({"first": -1}, ValueError, "first must be a whole number from 0 on, got -1"),
        ({"limit": True}, ValueError, "limit must be a whole number from 1 on, got True"),
        ({"seed": 1.5}, ValueError, "seed must be a whole number, got 1.5"),
        ({"actions": "bits"}, ValueError, "actions must be one of mask, packed, candidates, got 'bits'"),
        ({"boards": 0}, ValueError, "boards must be 'new', 'fixed' or how many there are, at least 1, got 0"),
        ({"config": []}, ValueError, "there must be at least one config, got none"),
        ({"opponents": {4: "greedy"}}, ValueError, "opponents name seat 4; seats are 0 to 3"),
        ({"opponents": dict.fromkeys(range(4), "greedy")}, ValueError, "none is left to play"),
        ({"opponents": {1: "strong"}}, ConfigError, "'strong' is unknown; inside a batch there is greedy, uniform"),
        ({"dtype": np.int8}, ValueError, "dtype must be int16"),
    ]
    for given, error, said in wrong:
        with pytest.raises(error, match=said):
            Batch(**{"config": {}, "n": 2, **given})
    with pytest.raises(OutOfRange, match=r"54 actions are legal, more than 53: make Batch\(..., most=...\)"):
        Batch(FREE, 1, actions="candidates", most=53)
