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
