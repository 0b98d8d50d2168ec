"""Notation says every decision in one way, reads it back, and meets any other text with an error that quotes it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.kernel.state import CHANCE
from bastide.testing.play import Config, decision, island
from tests.properties.play import configs, games

PARTS = {"give", "want", "send"}
"""Verbs that only occur inside an offer, and have no notation of their own."""
WHOLE = {"plenty", "offer", "counter"}
"""Verbs that only begin a choice of several cards."""


@given(config=configs())
def test_every_code_has_a_notation_of_its_own(config: Config) -> None:
    rules = island(Game.new(config, seed=1))
    seen: dict[str, int] = {}
    for verb in rules.verbs:
        if verb.word in PARTS | WHOLE:
            continue
        for code in range(int(verb.offset), int(verb.offset + verb.size)):
            text = rules.write([code])
            assert text not in seen, f"{text!r} means two things"
            seen[text] = code
            assert rules.read(text) == [code]
            assert rules.read(f"  {text.replace(' ', '   ')} ") == [code]
            assert text == " ".join(text.split())
            assert text.isascii()


@given(game=games())
def test_what_is_legal_reads_back(game: Game) -> None:
    rules = island(game)
    for seat in seats_to_move(rules, game.state):
        texts = game.legal(seat)
        assert len(set(texts)) == len(texts)
        for text in texts:
            codes = rules.read(text)
            assert rules.write(codes) == text
            assert rules.read(rules.write(codes)) == codes
        if seat != CHANCE:
            alone = {text for text in texts if len(rules.read(text)) == 1 and text.split()[0] != "discard"}
            assert alone <= set(game.simple(seat)) | {text for text in texts if text.startswith("take ")}


@given(game=games(trade="full", offers=20), seed=st.integers(0, 2**32))
def test_choices_of_several_cards_read_back(game: Game, seed: int) -> None:
    """Offers and counter-offers are too many to be listed: random ones, as the engine composes them."""
    rules = island(game)
    rng = random.Random(seed)
    for seat in seats_to_move(rules, game.state):
        for _ in range(8):
            codes = decision(rules, game.state.copy(), seat, rng)
            text = rules.write(codes)
            assert rules.read(text) == codes
            assert rules.write(rules.read(text)) == text
            assert game.is_legal(text, seat)


@pytest.mark.rule("BASE-022")
@given(game=games(hand_limit=3))
def test_sets_may_be_written_in_any_order(game: Game) -> None:
    rules = island(game)
    for seat in seats_to_move(rules, game.state):
        for text in game.legal(seat)[:50]:
            word, *cards = text.split()
            if word in ("discard", "plenty"):
                spread = [card.partition("*")[0] for card in cards for _ in range(int(card.partition("*")[2] or 1))]
                assert rules.read(" ".join([word, *reversed(spread)])) == rules.read(text)


VOCABULARY = """
    roll end buy settle road city knight roads plenty take monopoly discard robber rob steal draw bank offer counter
    accept refuse trade withdraw give want send for to ore ore*2 wool*0 grain*99 wool*-1 brick*1000 lumber* *2
    0,0 0,0,N 0,-1,SE 9,9,N 0,0,0 0 1 2 3 4 -1 7 knight point 1.5 0x1 ٣ ² ore*² NaN None null
"""
"""The verbs, what follows them, and what looks like it."""
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, max_size=8).map(" ".join),
    st.tuples(WORDS, st.text(max_size=20)).map(" ".join),
    st.text(alphabet="ore*, 0123456789-NSEW", min_size=150, max_size=300),
)


@given(game=games(most=80), texts=st.lists(TEXTS, min_size=10, max_size=40))
def test_any_text_is_read_or_refused(game: Game, texts: list[str]) -> None:
    rules = island(game)
    before = (game.hash(), game.save())
    for text in texts:
        try:
            codes = rules.read(text)
        except InvalidAction:
            with pytest.raises(InvalidAction) as invalid:
                game.play(text, 0)
            assert (repr(text)[:40] if text.split() else "empty") in str(invalid.value)
            continue
        assert rules.read(rules.write(codes)) == codes
        for seat in range(int(CHANCE), int(rules.seats)):
            if not game.is_legal(text, seat):
                with pytest.raises(IllegalAction) as illegal:
                    game.play(text, seat)
                assert repr(rules.write(codes))[:60] in str(illegal.value)
    assert (game.hash(), game.save()) == before


@given(game=games(most=80), seat=st.one_of(st.integers(), st.booleans(), st.none()))
def test_who_is_no_seat_cannot_play(game: Game, seat: int | None) -> None:
    text = "end"
    if seat is not None and (isinstance(seat, bool) or not -1 <= seat < game.rules.seats):
        with pytest.raises(InvalidAction):
            game.play(text, seat)
        if not game.over:
            with pytest.raises(InvalidAction):
                game.legal(seat)
    elif seat is None and not game.over and len(game.actors + game.optional) != 1:
        with pytest.raises(InvalidAction):
            game.play(text, seat)
