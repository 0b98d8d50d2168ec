"""The facade: asking, acting, taking back, keeping; and what each refuses."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bastide.kernel import record
from bastide.kernel.errors import BastideError, ConfigError, IllegalAction, InvalidAction, RecordError, quote
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.game import Game
from bastide.kernel.playout import Chooser, first_actor, playout, random_action
from bastide.kernel.resample import resample
from bastide.kernel.rules import Module, Phase, Rules, Verb
from bastide.kernel.state import CHANCE, NOBODY, OWNER, State
from tests.kit import table

BEGINNER: dict[str, Any] = {"seats": 3, "layout": "beginner", "options": {"first": 0}}


def game(**options: Any) -> Game:
    return Game.new({**BEGINNER, "options": {"first": 0, **options}}, names=["Maud", "Odile", "Guilhem"])


def rolled() -> Game:
    g = game()
    g.play("roll")
    g.chance("roll 1 2")
    return g


@pytest.mark.rule("BASE-048")
def test_chance_has_exact_weights() -> None:
    g = game()
    assert g.chances() == []
    g.play("roll")
    assert g.actors == [CHANCE]
    assert g.legal() == g.legal(CHANCE) == [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)]
    assert all(weight == 1 for _, weight in g.chances())
    t = table(hands={0: "ore wool grain", 1: "ore*3 wool"}, deck="knight*3 monopoly", cards={0: "knight"})
    assert t.play("buy").game.chances() == [("draw knight", 3), ("draw monopoly", 1)]
    t = table(settlements={1: "0,0,N"}, hands={1: "ore*3 wool"}, cards={0: "knight"})
    assert dict(t.play("knight", "robber 0,-1").game.chances()) == {"steal wool": 1, "steal ore": 3}


def test_chance_is_drawn_by_its_weights_and_reproducibly() -> None:
    t = table(settlements={1: "0,0,N"}, hands={1: "ore*3 wool"}, cards={0: "knight"}).play("knight", "robber 0,-1")
    drawn = Counter(t.game.copy().draw(random.Random(seed)) for seed in range(400))
    assert set(drawn) == {"steal ore", "steal wool"}
    assert 0.65 < drawn["steal ore"] / 400 < 0.85
    assert [t.game.copy().draw(random.Random(5)) for _ in range(2)] == [t.game.copy().draw(random.Random(5))] * 2


def test_nothing_is_drawn_when_a_seat_decides() -> None:
    with pytest.raises(IllegalAction) as caught:
        game().draw(random.Random(1))
    assert caught.value.rule == "BASE-016"


def test_an_outcome_that_cannot_come_is_refused() -> None:
    t = table(hands={0: "ore wool grain"}, deck="monopoly").play("buy")
    t.refuses("chance: draw knight", "BASE-048")
    t.refuses("0: draw monopoly", "BASE-048")
    t.refuses("chance: roll 1 1", "BASE-048")
    t.play("draw monopoly").check(cards={0: "monopoly"})


@pytest.mark.parametrize("seat", [-2, 3, 99, 10**30, True, False, 0.0, "0", [0]])
def test_a_seat_that_is_none_is_refused(seat: Any) -> None:
    g = game()
    for ask in (g.legal, g.forms, g.simple):
        with pytest.raises(InvalidAction, match="is no seat"):
            ask(seat)
    with pytest.raises(InvalidAction, match="seats are 0 to 2"):
        g.play("roll", seat)


@pytest.mark.parametrize("text", [None, 7, b"roll", ["roll"]])
def test_what_is_no_text_is_no_decision(text: Any) -> None:
    with pytest.raises(InvalidAction, match="is no text"):
        game().play(text)


def test_where_several_may_act_the_seat_must_be_said() -> None:
    t = table(hands={0: "ore*8", 1: "wool*8"}, rolled=False).play("roll", "roll 3 4")
    assert t.actors == [0, 1]
    with pytest.raises(InvalidAction, match=r"several seats may act \(0, 1\)"):
        t.game.play("discard ore*4")
    t.play("1: discard wool*4", "discard ore*4").check(phase="robber")


def test_listed_decisions_forms_and_simple_ones() -> None:
    t = table(hands={0: "ore*4 wool*4", 1: "grain"}, cards={0: "plenty"}, bank="ore brick", rolled=False)
    assert set(t.legal()) == {"roll", "plenty brick ore"}
    assert (t.game.forms(), t.game.simple()) == (["plenty GOODS"], ["roll"])
    assert t.legal(1) == []
    t.play("roll", "roll 3 4")
    assert t.game.forms() == ["discard GOODS"]
    assert t.game.simple() == []
    assert len(t.legal()) == 5  # of wool and ore, four cards
    t.play("discard ore*4", "robber -2,0")
    assert t.game.forms() == ["plenty GOODS", "offer GOODS for GOODS"]
    assert not any(text.startswith("offer") for text in t.legal())


def test_a_choice_of_a_single_card_is_listed() -> None:
    t = table(hands={0: "ore*7 wool"}, rolled=False).play("roll", "roll 3 4")
    t.game.state.cells[t.r.discards] = 1  # the base never asks for one, but modules do
    assert (t.game.simple(), t.game.forms()) == (["discard ore", "discard wool"], [])


def test_why_not_answers_what_play_would_raise() -> None:
    g = rolled()
    assert g.why_not("end") is None
    assert g.is_legal("end")
    error = g.why_not("city 0,0,N")
    assert error is not None
    assert (error.rule, set(error.missing)) == ("BASE-032", {"grain", "ore"})
    assert not g.is_legal("city 0,0,N")
    with pytest.raises(IllegalAction) as caught:
        g.play("city 0,0,N")
    assert str(caught.value) == str(error)
    with pytest.raises(InvalidAction):
        g.why_not("dance")
    assert g.version == 2


@pytest.mark.rule("HOUSE-003")
def test_only_the_last_own_decision_is_taken_back() -> None:
    g = game()
    assert not g.can_undo()
    with pytest.raises(IllegalAction, match="nothing"):
        g.undo()
    g.play("roll")
    assert g.can_undo(0)
    assert not g.can_undo(1)
    g.chance("roll 1 2")
    assert not any(g.can_undo(seat) for seat in range(3))
    assert g.can_undo()
    with pytest.raises(IllegalAction) as caught:
        g.undo(0)
    assert caught.value.rule == "HOUSE-003"
    assert g.undo().text == "roll 1 2"
    assert g.undo(0).text == "roll"
    assert g.hash() == game().hash()
    assert (g.version, g.history, g.decisions) == (0, [], [])


@pytest.mark.rule("HOUSE-003")
def test_no_seat_takes_back_what_chance_brought() -> None:
    g = rolled()
    assert not g.can_undo(int(CHANCE))
    with pytest.raises(IllegalAction, match=r"'roll 1 2'.*\(HOUSE-003\)"):
        g.undo(int(CHANCE))


@pytest.mark.rule("HOUSE-003")
def test_what_was_taken_back_is_taken_again() -> None:
    g = Game.new({"seats": 3, "layout": "random", "options": {"first": 2}}, seed=1)
    with pytest.raises(IllegalAction, match="nothing to redo"):
        g.redo()
    g.play("settle 0,0,N")
    g.play("road 0,0,NE")
    before, told = g.hash(), [str(events) for events in g.history]
    taken = [g.undo(2), g.undo(2)]
    assert [d.text for d in taken] == ["road 0,0,NE", "settle 0,0,N"]
    assert g.undone == taken
    assert [g.can_redo(seat) for seat in range(3)] == [False, False, True]
    assert not g.can_redo(int(CHANCE))
    with pytest.raises(IllegalAction, match=r"\(HOUSE-003\)"):
        g.redo(1)
    assert g.redo(2).text == "settle 0,0,N"
    assert g.can_redo(2)
    assert g.can_undo(2)
    assert g.redo().text == "road 0,0,NE"
    assert (g.hash(), [str(events) for events in g.history]) == (before, told)
    assert not g.can_redo()


@pytest.mark.rule("HOUSE-003")
def test_a_new_decision_ends_redoing() -> None:
    g = Game.new({"seats": 3, "layout": "random", "options": {"first": 2}}, seed=1)
    g.play("settle 0,0,N")
    g.undo(2)
    with pytest.raises(IllegalAction):
        g.play("road 0,0,NE")
    assert g.can_redo(2)
    other = g.copy()
    g.play("settle 0,0,S")
    assert not g.can_redo()
    assert g.undo(2).text == "settle 0,0,S"
    assert g.redo(2).text == "settle 0,0,S"
    assert other.redo(2).text == "settle 0,0,N"
    assert Game.load(g.save()).undone == []
    assert g.at(1).undone == []


def random_game(decisions: int) -> Game:
    g = Game.new({"seats": 3, "layout": "random", "options": {"trade": "bank"}}, seed=1)
    rng = random.Random(1)
    while g.version < decisions:
        seat = g.actors[0]
        g.draw(rng) if seat == CHANCE else g.play(rng.choice(g.legal(seat)), seat)
    return g


@pytest.mark.interpreted
def test_taking_back_a_whole_game_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    g = random_game(400)
    whole = g.copy()
    applied: list[int] = []
    perform = type(g.rules).apply

    def counted(rules: Rules, s: State, seat: int, action: int) -> None:
        applied.append(action)
        perform(rules, s, seat, action)

    monkeypatch.setattr(type(g.rules), "apply", counted)
    while g.can_undo():
        g.undo()
        assert len(g._passed) < 40
    assert len(applied) < 5 * 400
    applied.clear()
    while g.can_redo():
        g.redo()
    assert len(applied) < 2 * 400
    # A search that plays and takes back repeats hardly anything.
    g.undo()
    applied.clear()
    for _ in range(50):
        g.redo()
        g.undo()
    assert len(applied) < 50 * 4
    g.redo()
    assert (g.save(), [str(events) for events in g.history]) == (
        whole.save(),
        [str(events) for events in whole.history],
    )


def test_games_that_go_back_and_on_are_those_of_their_decisions() -> None:
    """Also where a game and its copies take back and play different things, or one takes over the other's past."""
    games = [random_game(60)]
    rng = random.Random(2)
    for _ in range(150):
        g = rng.choice(games)
        for _ in range(rng.randrange(1, 12)):
            if g.can_undo():
                g.undo()
        for _ in range(rng.randrange(12)):
            if rng.random() < 0.3 and g.can_redo():
                g.redo()
                continue
            seat = g.actors[0]
            g.draw(rng) if seat == CHANCE else g.play(rng.choice(g.legal(seat)), seat)
        if rng.random() < 0.2:
            games.append(g.copy())
        if rng.random() < 0.2:
            other = rng.choice(games).copy()
            g.state, g.decisions, g.history, g.undone = other.state, other.decisions, other.history, other.undone
        replayed = g.at(g.version)
        assert (replayed.hash(), replayed.decisions) == (g.hash(), g.decisions)
        assert [str(events) for events in replayed.history] == [str(events) for events in g.history]


def test_chance_is_not_drawn_again() -> None:
    g = game()
    g.play("roll")
    g.chance("roll 1 2")
    assert g.undo().text == "roll 1 2"
    assert not any(g.can_redo(seat) for seat in range(-1, 3))
    assert g.redo().text == "roll 1 2"
    g.undo()
    g.undo()
    assert not g.can_redo(int(CHANCE))
    assert [g.redo(0).text, g.redo().text] == ["roll", "roll 1 2"]
    g.undo()
    g.chance("roll 5 5")
    assert not g.can_redo()


@pytest.mark.parametrize("names", ["Maud", [1], ["Maud", None], ["a", "b", "c", "d"]])
def test_names_are_texts_one_a_seat_at_most(names: Any) -> None:
    with pytest.raises(ConfigError, match="names"):
        Game.new(BEGINNER, names=names)


def test_going_back_to_a_version() -> None:
    g = rolled()
    g.play("end")
    assert [g.at(n).actors for n in range(4)] == [[0], [CHANCE], [0], [1]]
    assert g.at(3).hash() == g.hash()
    assert g.at(1).decisions == g.decisions[:1]
    assert g.at(0).names == g.names
    for version in (-1, 4):
        with pytest.raises(IndexError, match="not between 0 and 3"):
            g.at(version)


def test_the_end_of_a_game() -> None:
    g = game(turns=1)
    for text in ("roll", "roll 1 2", "end"):
        g.play(text)
    assert (g.over, g.winners, g.actors, g.optional, g.legal(), g.forms(), g.simple()) == (True, [], [], [], [], [], [])
    assert g.chances() == []
    for seat in range(3):
        with pytest.raises(IllegalAction) as caught:
            g.play("roll", seat)
        assert caught.value.rule == "BASE-045"
        assert not g.can_undo(seat)
    assert Game.load(g.save()).over


def test_a_record_says_all_and_checks_all() -> None:
    g = rolled()
    kept = g.record()
    assert [decision.text for decision in kept.decisions] == ["roll", "roll 1 2"]
    assert kept.config["options"]["goal"] == 10
    assert (kept.names, kept.over, kept.winners, kept.hash) == (("Maud", "Odile", "Guilhem"), False, (), g.hash())
    lines = g.save().splitlines()
    assert len(lines) == 4
    assert lines[1].startswith('{"n": 1, "by": 0, "do": "roll", "x": "')
    assert lines[2].startswith('{"n": 2, "by": "chance", "do": "roll 1 2", "x": "')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the record is empty"),
        ("\n\n", "line 1: the record is empty"),
        ("hello", "line 1: 'hello' is no JSON"),
        ("[1]", "line 1: expected a JSON object"),
        ('{"bastide": 2}', "line 1: format version 2 cannot be read"),
        ('{"bastide": 1, "config": 3, "names": []}', "line 1: config must be an object, got 3"),
        ('{"bastide": 1, "config": {}, "names": [1]}', "line 1: names must be a list of texts"),
        ('{"bastide": 1, "config": {}, "names": []}', "line 1: the record is truncated"),
        ('{"bastide": 1, "config": {}, "names": []}\n{"n": 2}', "line 2: expected decision 1, got 2"),
        ('{"bastide": 1, "config": {}, "names": []}\n{"n": 1, "by": -1, "do": "roll"}', "line 2: .* is no decision"),
        ('{"bastide": 1, "config": {}, "names": []}\n{"n": 1, "by": 0, "do": "roll", "x": "0"}', "line 2: .*checksum"),
        ('{"bastide": 1, "config": {}, "names": []}\n{"end": 1}', "line 2: the end counts 1 decisions, there are 0"),
        ('{"bastide": 1, "config": {}, "names": []}\n{"end": 0}', "line 2: the end must hold winners, over and hash"),
    ],
)
def test_a_broken_record_names_the_line(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        Game.load(text)


@pytest.mark.parametrize("text", [None, 7, b"{}"])
def test_a_record_is_text(text: Any) -> None:
    with pytest.raises(RecordError, match="line 1: a record is text"):
        Game.load(text)


def test_a_record_whose_config_or_decisions_break_the_rules_names_the_line() -> None:
    kept = rolled().record()
    wrong = record.Record({**kept.config, "seats": 9}, (), (), (), False, kept.hash)
    with pytest.raises(RecordError, match="line 1: seats must be one of 2, 3, 4, got 9"):
        Game.load(record.write(wrong))
    with pytest.raises(RecordError, match=r"line 1: names: .* but there are 3 seats"):
        Game.load(record.write(replace(kept, names=("a", "b", "c", "d"))))
    for text in ("end", "dance", "roll 1 2"):
        decisions = (kept.decisions[0], record.Decision(0, text))
        with pytest.raises(RecordError, match=r"line 3: "):
            Game.load(record.write(record.Record(kept.config, (), decisions, (), False, kept.hash)))
    for altered in (replace(kept, hash="0"), replace(kept, over=True), replace(kept, winners=(0,))):
        with pytest.raises(RecordError, match="line 4: the end does not match the position"):
            Game.load(record.write(altered))


@pytest.mark.parametrize("config", [None, 3, "island", [], {"game": "chess"}, {"game": ["island"]}])
def test_what_is_no_config_is_quoted(config: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new(config)
    assert quote(config.get("game") if isinstance(config, dict) else config) in str(caught.value)


def test_a_layout_that_is_dealt_needs_a_seed_where_nothing_may_be_drawn() -> None:
    for config in ({"layout": "spiral"}, {"layout": "random"}, {"options": {"harbors": "shuffled"}}):
        with pytest.raises(ConfigError, match="give a seed"):
            configure(config, None)
    assert (
        Game.new({"layout": "spiral"}, seed=4).rules.resolved()
        == Game.new({"layout": "spiral"}, seed=4).rules.resolved()
    )


def test_errors_are_of_one_family_and_quote_no_more_than_is_readable() -> None:
    for kind in (ConfigError, InvalidAction, IllegalAction, RecordError):
        assert issubclass(kind, BastideError)
    assert quote("x" * 500) == "'" + "x" * 78 + "…"
    with pytest.raises(InvalidAction) as caught:
        game().play("road " * 5000)
    assert len(str(caught.value)) < 250


def test_what_a_family_must_say_is_asked_of_it() -> None:
    rules, s = Rules(2), table().game.state
    for ask in (rules.start, rules.resolved, lambda: rules.read("x"), lambda: rules.write([0])):
        with pytest.raises(NotImplementedError):
            ask()
    with pytest.raises(NotImplementedError):
        rules.why_not(s, 0, [0])
    with pytest.raises(NotImplementedError):
        Verb("dance", 1).apply(s, 0, 0)


def test_defaults_change_nothing() -> None:
    s = table(on_turn=1).game.state
    phase, verb, module, rules = Phase("idle"), Verb("wait", 1), Module("none"), Rules(2)
    assert phase.actors(s) == 2
    assert (phase.optional(s), phase.partial(s, 0)) == (0, False)
    assert (verb.describe(0), verb.parse([]), verb.parse(["x"])) == ("wait", 0, -1)
    assert (module.after, module.before, module.excludes) == ([], [], {})
    rules.add_verb(verb)
    assert (rules.form(0, whole=True), rules.is_final([0]), rules.opening()) == ("", False, [])
    assert (rules.consistent(s), rules.floor(s, 0, 0, 0, -1)) == (True, 0)


def test_codes_are_dense_and_belong_to_one_verb() -> None:
    rules = game().rules
    at = 0
    for verb in rules.verbs:
        assert verb.offset == at
        for code in range(at, at + int(verb.size)):
            assert rules.verb_of[code] is verb
        at += int(verb.size)
    assert rules.actions == at == len(rules.verb_of)
    assert [phase.id for phase in rules.phases] == list(range(len(rules.phases)))


# -- random games inside the engine


def test_a_playout_ends_and_is_the_same_on_every_machine() -> None:
    config = {"seats": 3, "layout": "beginner", "options": {"turns": 100, "trade": "bank"}}
    hashes = set()
    for _ in range(2):
        g = Game.new(config)
        steps = playout(g.rules, g.state, Chooser(7), 10_000)
        assert g.over
        assert steps < 10_000
        hashes.add(g.hash())
    assert len(hashes) == 1
    g = Game.new(config)
    assert playout(g.rules, g.state, Chooser(7), 10) == 10
    assert not g.over


def test_the_chooser_chooses_evenly() -> None:
    chooser = Chooser(1)
    counts = Counter(int(chooser.below(6)) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < n < 1150 for n in counts.values())
    assert [int(Chooser(2).below(1000)) for _ in range(2)] == [int(Chooser(2).below(1000))] * 2
    assert len({int(Chooser(seed).below(10**6)) for seed in range(100)}) > 95


def test_chance_comes_by_weight_in_playouts_too() -> None:
    t = table(settlements={1: "0,0,N"}, hands={1: "ore*9 wool"}, cards={0: "knight"}).play("knight", "robber 0,-1")
    assert first_actor(t.r, t.game.state) == CHANCE
    chooser = Chooser(3)
    drawn = Counter(t.r.write([int(random_action(t.r, t.game.state, CHANCE, chooser))]) for _ in range(500))
    assert 0.85 < drawn["steal ore"] / 500 < 0.95
    assert first_actor(t.r, table(on_turn=2).game.state) == 2


# -- dealing anew


def hidden(t_state: State, rules: Rules) -> list[int]:
    return [
        int(t_state.cells[field.offset + k])
        for field in rules.schema.fields
        if field.sees in (OWNER, NOBODY)
        for k in range(int(field.size))
    ]


def test_the_viewers_own_cards_and_every_size_stay() -> None:
    t = table(hands={0: "ore*3 wool", 1: "grain*4 brick*2", 2: "lumber*5"}, cards={0: "knight", 1: "point*2"})
    r, s = t.r, t.game.state
    for viewer in range(3):
        for seed in range(20):
            dealt = resample(r, s, viewer, random.Random(seed))
            for seat in range(3):
                at = int(r.hand + seat * r.goods)
                before, after = ([int(one.cells[at + g]) for g in range(5)] for one in (s, dealt))
                assert sum(before) == sum(after)
                assert seat != viewer or before == after
            assert sum(hidden(dealt, r)) == sum(hidden(s, r))
            assert int(r.deck_size(dealt)) == int(r.deck_size(s))


@pytest.mark.rule("BASE-039")
def test_a_running_game_is_never_dealt_as_won() -> None:
    """Seat 1 has nine open points on its own turn, and an unplayed card that is no point: it must stay none."""
    cities = "0,0,N 0,-1,N 1,0,N 0,1,N"
    t = table(cities={1: cities}, settlements={1: "-1,0,N"}, cards={1: "knight"}, on_turn=1)
    assert t.points(1) == 9
    for seed in range(60):
        dealt = resample(t.r, t.game.state, 0, random.Random(seed))
        assert t.r.hidden_points(dealt, 1) == 0


@pytest.mark.rule("HOUSE-007")
def test_cards_shown_in_a_negotiation_stay_where_they_are() -> None:
    t = table(hands={0: "ore*2 wool*3", 1: "grain*2 brick*3", 2: "lumber*5"})
    t.play("offer ore*2 for grain*2", "1: accept", "2: counter lumber*4 for wool*3")
    r, s = t.r, t.game.state
    moved = set()
    for seed in range(60):
        dealt = resample(r, s, -1, random.Random(seed))
        cell = {
            (seat, good): int(dealt.cells[r.hand + seat * r.goods + g])
            for seat in range(3)
            for g, good in enumerate(r.good_names)
        }
        assert cell[0, "ore"] >= 2
        assert cell[1, "grain"] >= 2
        assert cell[2, "lumber"] >= 4
        moved.add(cell[1, "brick"])
    assert len(moved) > 1


def test_an_ended_game_is_dealt_as_it_is() -> None:
    t = table(hands={0: "ore*3", 1: "wool*3"})
    t.r.finish(t.game.state, 1)
    assert hidden(resample(t.r, t.game.state, 2, random.Random(1)), t.r) == hidden(t.game.state, t.r)


def test_steps_are_the_positions_after_each_decision() -> None:
    g = rolled()
    g.play("end")
    kept = [(step.version, step.hash(), [d.text for d in step.decisions], len(step.history)) for step in g.steps()]
    assert kept == [(n, g.at(n).hash(), [d.text for d in g.decisions[:n]], n) for n in range(g.version + 1)]
    states = [step.state for step in g.steps()]  # each its own, though the game is the same
    assert [state_hash(state) for state in states] == [state_hash(g.at(n).state) for n in range(g.version + 1)]
    assert all(step.names == g.names and not step.undone for step in g.steps())


def test_a_changed_step_is_noticed() -> None:
    g = rolled()
    steps = g.steps()
    step = next(steps)
    step.copy().play("roll")
    assert next(steps) is step
    step.undo()
    with pytest.raises(RecordError, match=r"step 1 was changed, .*step\.copy\(\)"):
        next(steps)


@pytest.mark.interpreted
def test_steps_apply_each_decision_once(monkeypatch: pytest.MonkeyPatch) -> None:
    g = rolled()
    g.play("end")
    applied: list[int] = []
    perform = type(g.rules).apply

    def counted(rules: Rules, s: State, seat: int, action: int) -> None:
        applied.append(action)
        perform(rules, s, seat, action)

    monkeypatch.setattr(type(g.rules), "apply", counted)
    assert len(list(g.steps())) == g.version + 1
    assert len(applied) == g.version
