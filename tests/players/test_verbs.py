"""The count of the verbs that bots use."""

from __future__ import annotations

from tests.players.verbs import game, lines


def test_a_verb_is_played_where_it_is_legal() -> None:
    config = {"game": "island", "seats": 2, "layout": "random", "options": {"turns": 12}}
    use = game(config, "greedy", 1)
    assert use.played.keys() <= use.legal.keys()
    assert use.played["settle"] >= 4
    assert use.played["roll"] == use.legal["roll"] == 12
    assert all(use.played[verb] <= count for verb, count in use.legal.items())
    assert lines(use)[-1].endswith("100.0%")


def test_the_kinds_of_a_verb_are_told_apart() -> None:
    config = {"game": "island", "seats": 3, "modules": ["fishermen"], "options": {"turns": 40}}
    use = game(config, "greedy", 1, kinds=True)
    assert {verb for verb in use.legal if verb.startswith(("settle", "bank"))} == {"settle", "bank"}
    assert {"fish steal", "fish resource"} <= use.legal.keys()
    assert use.drawn["roll"] >= use.played["roll"]
    assert {verb for verb in use.drawn if verb.startswith("catch")} == {"catch"}
