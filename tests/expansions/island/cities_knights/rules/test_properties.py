"""What holds in every game of Cities & Knights, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.catan.family import IslandGame
from bastide.expansions.island.cities_knights.rules.module import CitiesKnights
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.view import SPECTATOR, events_view, view
from tests.properties.invariants import check
from tests.properties.play import decision, decisions, play, richly
from tests.sizes import examples


@st.composite
def configs(draw: st.DrawFn) -> dict[str, Any]:
    """A config of either edition."""
    return {
        "seats": draw(st.integers(2, 4)),
        "modules": ["cities_knights"],
        "layout": draw(st.sampled_from(["beginner", "random", "spiral"])),
        "options": {
            "edition": draw(st.sampled_from(["2025", "classic"])),
            "defense": draw(st.sampled_from(["all", "chosen"])),
            "merchant_at": draw(st.sampled_from(["edition", "settlements"])),
            "fresh_knights": draw(st.sampled_from(["rest", "act"])),
            "trade": draw(st.sampled_from(["bank", "bank", "full"])),
            "offers": 2,
            "goal": draw(st.sampled_from([10, 13, 20])),
            "turns": 300,
        },
    }


def parts(rules: object) -> tuple[IslandGame, CitiesKnights]:
    """The rules and the module."""
    assert isinstance(rules, IslandGame)
    (module,) = rules.modules
    assert isinstance(module, CitiesKnights)
    return rules, module


@pytest.mark.rule("CK-002", "CK-003", "CK-004", "CK-053", "CK-055", "CK-069", "CK-070")
@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32), rich=st.booleans())
def test_every_position_is_sound(config: dict[str, Any], seed: int, rich: bool) -> None:
    rng = random.Random(seed)
    r, _ = parts(configure(config, rng))
    s = r.start()
    for n, _ in enumerate(decisions(r, s, rng)):
        if n % 2:
            check(r, s)
        if rich and n % 5 == 0 and not r.is_over(s) and r.phases[s.cells[s.top()]].name == "main":
            richly(r, s, rng)
        if n > 700:
            break


def test_random_games_see_everything() -> None:
    """Every verb and every phase of the expansion comes up in a few rich games, so the property above sees them."""
    words: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for seed in range(14):
        rng = random.Random(seed)
        options: dict[str, Any] = {
            "edition": ["2025", "classic"][seed % 2],
            "defense": ["all", "chosen"][seed // 2 % 2],
        }
        options |= {"trade": "bank", "goal": 22, "turns": 400}
        r, m = parts(configure({"seats": 4, "modules": ["cities_knights"], "options": options}, rng))
        s = r.start()
        for n, (_, codes) in enumerate(decisions(r, s, rng)):
            words.update(r.verb_of[code].word for code in codes)
            if r.is_over(s) or n > 4000:
                break
            phases[r.phases[s.cells[s.top()]].name] += 1
            if n % 3 == 0 and r.phases[s.cells[s.top()]].name == "main":
                richly(r, s, rng)
    own = {verb.word for verb in r.verbs[r.verbs.index(r.verb_named("pass")) :]}
    assert own <= words.keys(), own - words.keys()
    named = {phase.name for phase in r.phases[m.event_phase :]}
    assert named - {"fight", "aftermath"} <= phases.keys(), named - phases.keys()


@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_records_replay(config: dict[str, Any], seed: int) -> None:
    game = play(Game.new(config, seed=seed), random.Random(seed), 400)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    assert [d.text for d in again.decisions] == [d.text for d in game.decisions]


@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_notation_goes_both_ways(config: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    r, _ = parts(configure(config, rng))
    s = r.start()
    for n, _ in enumerate(decisions(r, s, rng)):
        if r.is_over(s) or n > 300:
            break
        for seat in range(-1, int(r.seats)):
            for code in r.legal(s, seat):
                if r.form(code, False) == "" and r.verb_of[code].word not in ("give", "want", "send"):
                    assert r.read(r.write([int(code)])) == [int(code)]


@pytest.mark.rule("CK-025", "CK-028", "CK-183")
@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_what_a_viewer_cannot_know_is_shown_in_no_way(config: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    asked = [
        "crane",
        "spy crane",
        "seize ore",
        "return crane",
        "pay cloth",
        "espionage 1",
        "taxes 1",
        "exchange 1 wool",
    ]
    looked = 0

    def look(game: Game) -> None:
        nonlocal looked
        if game.over or rng.random() > 0.06:
            return
        looked += 1
        r, _ = parts(game.rules)
        for viewer in range(SPECTATOR, int(r.seats)):
            other = game.copy()
            other.state = resample(r, game.state, viewer, rng)
            check(r, other.state)
            assert msgspec.json.encode(view(game, viewer)) == msgspec.json.encode(view(other, viewer))
            if viewer != SPECTATOR:
                if viewer in game.actors + game.optional:
                    assert game.legal(viewer) == other.legal(viewer)
                for text in asked:
                    assert str(game.why_not(text, viewer)) == str(other.why_not(text, viewer))

    play(Game.new(config, seed=seed), rng, 300, look)
    assert looked


@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_events_tell_a_viewer_only_what_it_may_know(config: dict[str, Any], seed: int) -> None:
    secret = {"progress_card", "returned_card", "spied_card", "give"}

    def heard(game: Game) -> None:
        events = game.history[-1]
        for viewer in range(SPECTATOR, int(game.rules.seats)):
            for event, told in zip(events, events_view(game, events, viewer), strict=True):
                if event.kind in secret:
                    may = viewer >= 0 and bool(int(event.sees) >> viewer & 1)
                    assert (("good" if event.kind == "give" else "card") in told) == may
                    assert bin(int(event.sees)).count("1") in (1, 2)

    play(Game.new(config, seed=seed), random.Random(seed), 200, heard)


def test_dealing_anew_changes_hidden_cards_and_what_was_returned() -> None:
    """A card that a seat has put under a pile is dealt anew for the others and stays for that seat."""
    changed = Counter[int]()
    for seed in range(40):
        rng = random.Random(seed)
        config = {"seats": 3, "modules": ["cities_knights"], "options": {"edition": "classic", "trade": "bank"}}
        r, m = parts(configure(config, rng))
        s = r.start()
        for _ in range(60):
            decision(r, s, int(r.actors(s)).bit_length() - 1 if r.actors(s) else -1, rng)
        if r.is_over(s):
            continue
        c = s.cells
        c[m.pile[0]] -= 1  # an alchemist that seat 1 has returned
        c[m.bottom[0]], c[m.bottom_known[0]], c[m.bottom_size] = 1, 2, 1
        for viewer in (0, 1, 2):
            dealt = resample(r, s, viewer, rng)
            check_known = int(dealt.cells[m.bottom[0]]) == 1
            changed[viewer] += not check_known
            assert viewer != 1 or check_known
    assert changed[0] > 20
    assert changed[2] > 20
