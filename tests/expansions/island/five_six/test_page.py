"""Five and six players on the page: its panel, the button, the form for a new table, the rules, painted games."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game
from bastide.view import explain
from bastide.view.words import Words
from bastide.web.making import read_form, sentence
from bastide.web.panels.painter import Painter
from bastide.web.rulebook import shelf
from tests.expansions.island.five_six.kit import KNIGHTS, SIX, many, paired
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


@pytest.mark.parametrize(
    ("language", "title", "done", "out"),
    [
        ("en", "Special building phase", "Done building", "sits out"),
        ("fr", "Construction spéciale", "Fin de construction", "ne participe pas"),
    ],
)
def test_the_panel_and_the_button(language: str, title: str, done: str, out: str) -> None:
    panels = Painter()(seen(many().play("end", "sit-out").game, 2), language)
    assert title in panels["east"]
    assert out in panels["east"]
    assert panels["east"].count('aria-current="step"') == 1
    assert 'data-notation="sit-out"' in panels["east"]
    assert 'data-notation="pass"' in panels["actions"]
    assert done in panels["actions"]
    assert 'data-notation="pass"' in panels["tabs"]
    other = Painter()(seen(many().play("end", "sit-out").game, 3), language)
    assert 'data-notation="sit-out"' not in other["east"]
    assert done not in other["actions"]


@pytest.mark.parametrize(
    ("language", "mine", "over"), [("en", "You build", "turn over"), ("fr", "Vous construisez", "tour fini")]
)
def test_the_row_of_the_player_who_builds_is_marked(language: str, mine: str, over: str) -> None:
    game = many().play("end").game
    for viewer in (1, 3):
        panels = Painter()(seen(game, viewer), language)
        marked = [seat for seat in range(6) if 'aria-current="true"' in panels[f"rail-{seat}"]]
        assert marked == [1]
        assert over in panels["rail-0"]
        assert (mine in panels["rail-1"]) is (viewer == 1)
        assert ('data-key="U"' in panels["actions"]) is (viewer == 1)
        assert ('popovertarget="standing"' in panels["actions"]) is (viewer != 1)


def test_the_row_of_the_player_who_places_is_marked_in_the_set_up() -> None:
    game = Game.new({"seats": 6, "modules": SIX, "options": {"first": 0}})
    for text in ("settle 0,0,N", "road 0,0,NE"):
        game.play(text)
    panels = Painter()(seen(game, 1), "en")
    assert [seat for seat in range(6) if 'aria-current="true"' in panels[f"rail-{seat}"]] == [1]
    assert "Your turn" in panels["rail-1"]
    assert "turn over" not in panels["rail-0"]


def test_the_row_of_a_player_who_sits_out_says_so() -> None:
    panels = Painter()(seen(many().play("end", "sit-out").game, 2), "en")
    for seat in range(6):
        assert ("sits out the special building phases" in panels[f"rail-{seat}"]) is (seat == 1)


@pytest.mark.parametrize(("language", "said"), [("en", "first turn"), ("fr", "premier tour")])
def test_the_pair(language: str, said: str) -> None:
    panels = Painter()(seen(paired().play("end").game, 3), language)
    assert said in panels["east"]


@pytest.mark.parametrize(
    ("modules", "options"),
    [(SIX, {}), (SIX, {"between_turns": "paired"}), (KNIGHTS, {"goal": 8})],
)
def test_the_painter_draws_a_game_as_it_is(modules: list[str], options: dict[str, Any]) -> None:
    config = {"seats": 6, "modules": modules, "layout": "random", "options": {"goal": 5, **options}}
    painted(config, every=40, most=160)


@pytest.mark.parametrize(
    ("language", "label", "option"),
    [
        ("en", "The 5–6 player extension", "Between two turns"),
        ("fr", "L’extension 5-6 joueurs", "Entre deux tours"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, option: str) -> None:
    choice = offered("five_six", language, option_between_turns="paired")
    assert (choice.label, choice.on) == (label, True)
    [(name, title, _, values, chosen, *_rest)] = choice.options
    assert (name, title, [value for value, _ in values], chosen) == (
        "between_turns",
        option,
        ["building", "paired"],
        "paired",
    )
    assert not choice.prints
    assert sentence(read_form({"module_five_six": "on", "option_between_turns": "paired"}), Words(language))


@pytest.mark.parametrize(("players", "with_it", "without"), [("2", 5, 2), ("4", 5, 4), ("5", 5, 5), ("6", 6, 6)])
def test_choosing_it_sets_the_number_of_players(players: str, with_it: int, without: int) -> None:
    assert read_form({"players": players, "module_five_six": "on"}).players == with_it
    assert read_form({"players": players}).players == without
    for form in ({"players": players, "module_five_six": "on"}, {"players": players}):
        making = read_form(form)
        assert making.dealt().seats == making.players


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "five-six", None)
    assert [rule.id for rule in page["found"]] == [f"X56-{n:03}" for n in range(1, 14)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "there is no trade in the special building phase"),
        ("fr", "on n’échange pas pendant la phase de construction spéciale"),
    ],
)
def test_a_refusal_is_said_in_the_language_of_the_reader(language: str, said: str) -> None:
    reason = explain(many().play("end").game, "bank brick*4 ore", 1)
    assert reason is not None
    assert (reason.rule, Words(language).text(reason.say, [])) == ("X56-006", said)
