"""Friendly Robber on the page: the heart of spared players, the form for a new table, the rules, a painted game."""

from __future__ import annotations

import pytest

from bastide.view import SPECTATOR
from bastide.view.words import Words
from bastide.web.panels.painter import Painter
from bastide.web.rulebook import shelf
from tests.expansions.island.friendly_robber.test_rules import friendly
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


@pytest.mark.parametrize(("language", "said"), [("en", "spared by the robber"), ("fr", "épargné par le pion Voleurs")])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_rows_of_spared_players_carry_a_heart(language: str, said: str, viewer: int) -> None:
    t = friendly(cities={0: "0,0,N 1,1,S"}, settlements={1: "-1,2,S"}, cards={1: "point*3"})
    panels = Painter()(seen(t.game, viewer), language)
    for seat, spared in ((0, False), (1, True), (2, True)):
        assert (said in panels[f"rail-{seat}"]) is spared
        assert (said in panels[f"players-{seat}"]) is spared


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["friendly_robber"], "layout": "random", "options": {"goal": 5}}
    painted(config, every=25)


@pytest.mark.parametrize(
    ("language", "label", "note"),
    [
        ("en", "Friendly robber", "it keeps away from players with two points"),
        ("fr", "Voleur au grand cœur", "il épargne les joueurs qui n’ont que 2 points"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str) -> None:
    choice = offered("friendly_robber", language)
    assert (choice.label, choice.note, choice.on, choice.options) == (label, note, True, [])
    assert choice.prints  # the printed starting pieces of the beginners' board may be used


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "friendly-robber", None)
    assert [rule.id for rule in page["found"]] == [f"TB-ROB-{n:03}" for n in range(1, 13)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "a player with two points or fewer has a building at this hex"),
        ("fr", "un joueur qui n’a pas plus de 2 points a une colonie ou une ville au bord de cette tuile"),
    ],
)
def test_a_refusal_is_said_in_the_language_of_the_reader(language: str, said: str) -> None:
    from bastide.view import explain

    t = friendly(settlements={1: "0,0,N"}, cards={0: "knight"}, robber="2,-2").play("knight")
    reason = explain(t.game, "robber 0,0", 0)
    assert reason is not None
    assert (reason.rule, Words(language).text(reason.say, [])) == ("TB-ROB-001", said)
