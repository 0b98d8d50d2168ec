"""Properties of positions and of acting: nothing is lost, refusals leave no trace, copies share nothing, games end."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.fingerprint import fingerprint, state_hash
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.kernel.state import CHANCE, State
from bastide.testing.invariants import check
from bastide.testing.play import Config, decisions, island, play
from tests.catalogue import every_rule
from tests.properties.play import configs, games
from tests.sizes import examples


@pytest.mark.compiled
@pytest.mark.rule("BASE-009", "BASE-010", "BASE-031", "BASE-041", "BASE-044", "BASE-045", "BASE-050", "BASE-052")
@given(config=configs(), seed=st.integers(0, 2**32))
def test_every_position_of_a_game_holds_together(config: Config, seed: int) -> None:
    game = Game.new(config, seed=seed)
    rules = island(game)
    check(rules, game.state)
    for n, _ in enumerate(decisions(rules, game.state, random.Random(seed))):
        check(rules, game.state)
        if n == 300:
            break


@pytest.mark.rule("HOUSE-013")
@given(config=configs(turns=12, goal=30), seed=st.integers(0, 2**32))
def test_the_limit_of_turns_ends_a_game_as_a_draw(config: Config, seed: int) -> None:
    game = Game.new(config, seed=seed)
    for _ in decisions(island(game), game.state, random.Random(seed)):
        pass
    assert game.over
    assert game.winners == []
    assert game.state.cells[island(game).turn] == 13
    assert game.legal() == []


@given(game=games(), other=games(), data=st.data())
def test_what_is_refused_changes_nothing(game: Game, other: Game, data: st.DataObject) -> None:
    """Decisions of another game and of every verb, tried by every seat: listed, or refused by a rule."""
    rules = island(game)
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    texts = [decision.text for decision in other.decisions[-20:]]
    alone = [verb for verb in rules.verbs if verb.word not in ("give", "want", "send", "offer", "counter")]
    for verb in alone:
        code = int(verb.offset) + rng.randrange(int(verb.size))
        texts.append(rules.write([code]))
    before = (game.hash(), game.save(), list(game.history), game.version)
    listed = {seat: set(game.legal(seat)) for seat in seats_to_move(rules, game.state)}
    for text in texts:
        for seat in range(int(CHANCE), int(rules.seats)):
            try:
                error = game.why_not(text, seat)
            except InvalidAction:
                continue  # the other game has places or seats that this one lacks
            if error is None:
                assert text.startswith(("offer ", "counter ")) or text in listed[seat]
                continue
            assert text not in listed.get(seat, ())
            assert error.rule in every_rule()
            assert repr(text) in str(error)
            assert error.rule in str(error)
            with pytest.raises(IllegalAction):
                game.play(text, seat)
    assert (game.hash(), game.save(), list(game.history), game.version) == before


@given(game=games(most=120))
def test_all_that_is_listed_can_be_played(game: Game) -> None:
    before = game.hash()
    for seat in seats_to_move(island(game), game.state):
        for text in game.legal(seat):
            after = game.copy()
            after.play(text, seat)
            assert after.version == game.version + 1
            assert after.hash() != before
    assert game.hash() == before


@given(game=games(most=60), seed=st.integers(0, 2**32))
def test_copies_share_nothing(game: Game, seed: int) -> None:
    kept: list[tuple[Game, State, str, str, int]] = []

    def keep(now: Game) -> None:
        kept.append((now.copy(), now.state.copy(), now.hash(), state_hash(now.state), now.version))

    played = game.copy()
    first = (game.hash(), game.version, len(game.history))
    play(played, random.Random(seed), 60, keep)
    assert (game.hash(), game.version, len(game.history)) == first
    for copied, state, hash_, cells, version in kept:
        assert copied.hash() == hash_ == fingerprint(game.rules, state)
        assert state_hash(copied.state) == cells == state_hash(state)
        assert (copied.version, len(copied.history)) == (version, version)
    for _, _, hash_, _, version in kept[::10]:
        assert played.at(version).hash() == hash_


@given(game=games(), back=st.integers(0, 25))
def test_undo_and_redo_lead_to_the_same_position(game: Game, back: int) -> None:
    whole = game.save()
    back = min(back, game.version)
    hashes = [game.at(n).hash() for n in (game.version - back, game.version)]
    assert hashes[1] == game.hash()
    taken = [game.undo() for _ in range(back)]
    assert game.hash() == hashes[0]
    assert game.undone == taken
    other = game.copy()
    for decision in reversed(taken):
        game.play(decision.text, decision.seat)
        assert other.redo() == decision
    assert not other.can_redo()
    assert str(other.history) == str(game.history)
    assert game.hash() == hashes[1] == other.hash()
    assert game.save() == whole == other.save()


def assert_redone(game: Game, seat: int) -> None:
    """Undo and redo of a seat lead back, and end no other seat's turn to act."""
    other = game.copy()
    taken = other.undo(seat)
    assert taken.seat == seat
    assert other.version == game.version - 1
    assert not any(other.can_redo(n) for n in range(int(CHANCE), int(game.rules.seats)) if n != seat)
    assert other.redo(seat) == taken
    assert other.hash() == game.hash()
    assert Game.load(other.save()).hash() == game.hash()
    assert not other.can_redo(seat)


@pytest.mark.compiled
@pytest.mark.rule("HOUSE-003")
@given(game=games(), seed=st.integers(0, 2**32))
def test_a_seat_takes_back_only_its_own_last_decision(game: Game, seed: int) -> None:
    def last_only(now: Game) -> None:
        for seat in range(int(now.rules.seats)):
            if now.can_undo(seat):
                # Answers to one offer may be taken back in any order.
                at = max(n for n, d in enumerate(now.decisions) if d.seat == seat)
                since = now.decisions[at + 1 :]
                last = now.decisions[at]
                answers = [d.text.split()[0] in ("accept", "refuse", "counter") for d in (last, *since)]
                assert not since or (all(answers) and rules.phase(now.state).name == "answer")
                assert not now.over
                assert last.text.split()[0] not in ("monopoly", "trade", "offer")
                assert_redone(now, seat)

    rules = island(game)
    play(game, random.Random(seed), 30, last_only)
    for seat in range(int(game.rules.seats)):
        if not game.can_undo(seat):
            before = (game.hash(), game.version)
            with pytest.raises(IllegalAction):
                game.undo(seat)
            assert (game.hash(), game.version) == before


@examples(100)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_games_of_one_seed_are_the_same(config: Config, seed: int) -> None:
    one, other = (play(Game.new(config, seed=seed), random.Random(seed), 40) for _ in range(2))
    assert one.save() == other.save()
    assert one.opening is not other.opening
