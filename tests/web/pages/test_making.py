from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from bastide.catan.base.reading import read
from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES, IslandGame
from bastide.kernel.families import configure
from bastide.server.common.model import CreateTable
from bastide.server.common.names import BOTS, nickname, same
from bastide.server.common.settings import Settings
from bastide.server.log.waits import CALM
from bastide.view.words import Words
from bastide.web.app import create_app
from bastide.web.create import picture_of
from bastide.web.making import (
    NICKNAMES,
    Making,
    board_of,
    goal_note,
    new_name,
    numbers_of_players,
    read_form,
    sentence,
)
from bastide.web.maps import dealt, picture
from bastide.web.module_choices import module_choices
from bastide.web.settling import in_brief
from tests.web.making import shown as form_of

ENGLISH, FRENCH = Words("en"), Words("fr")
FULL = {
    "name": "  Low tide ",
    "nickname": "Maud\u200e\n",
    "players": "3",
    "seat1": "open",
    "seat2": "random",
    "seat3": "greedy",
    "layout": "random",
    "harbors": "shuffled",
    "pieces": "free",
    "goal": "8",
    "hand_limit": "9",
    "first": "2",
    "trade": "bank",
    "public": "public",
    "undo": "on",
    "deal": "42",
}


def test_a_form_is_read_as_it_was_filled_in() -> None:
    assert read_form(FULL) == Making(
        name="Low tide",
        nickname="Maud",
        seats=("open", "random"),
        layout="random",
        printed=False,
        harbors="shuffled",
        goal=8,
        hand_limit=9,
        first="2",
        trade=False,
        public=True,
        undo=True,
        spectators=False,
        clock="turn",
        turn_seconds=300,
        answer=120,
        idle=300,
        deal=42,
    )


def test_a_public_table_has_a_calm_clock_and_less_patience_unless_its_maker_chooses() -> None:
    making = read_form({"public": "public", "seat1": "open"})
    order = making.request(ENGLISH)
    assert order.idle == 300
    assert order.clock == CALM, "what the server gives one made through the API"
    chosen = read_form({"public": "public", "seat1": "open", "clock": "none", "idle": "0"})
    assert (chosen.request(ENGLISH).clock, chosen.request(ENGLISH).idle) == (None, 0)
    assert "waits for everybody" in sentence(chosen, ENGLISH)
    friends = read_form({"public": "link", "seat1": "open", "idle": "77"})
    assert (friends.request(ENGLISH).clock, friends.request(ENGLISH).idle) == (None, 86_400)
    assert "one person" not in sentence(friends, ENGLISH) + sentence(making, ENGLISH)
    hour = read_form({"public": "link", "seat1": "open", "idle": "3600"})
    assert "waits 1\u00a0h for one person" in sentence(hour, ENGLISH)
    assert "attend une personne 1\u00a0h" in sentence(hour, FRENCH)


def test_an_empty_form_is_the_game_that_most_people_want() -> None:
    making = read_form({}, "Odile")
    assert (making.players, making.open_seats, making.layout, making.goal) == (4, 0, "beginner", 10)
    assert making.nickname == "Odile"


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("players", "9", {"players": 4}),
        ("players", "many", {"players": 4}),
        ("goal", "-5", {"goal": 3}),
        ("goal", "1e9", {"goal": 10}),
        ("hand_limit", "999", {"hand_limit": 20}),
        ("layout", "<script>", {"layout": "beginner"}),
        ("first", "7", {"first": "roll"}),
        ("seat1", "cheater", {"seats": ("greedy", "random")}),
        ("name", "x" * 99, {"name": "x" * 24}),
    ],
)
def test_what_is_out_of_bounds_falls_back_to_what_is_possible(
    field: str, text: str, expected: dict[str, object]
) -> None:
    making = read_form(FULL | {field: text})
    assert {name: getattr(making, name) for name in expected} == expected


@pytest.mark.parametrize("layout", ["beginner", "spiral", "random"])
@pytest.mark.parametrize("harbors", ["fixed", "shuffled"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_asked_of_the_server_can_be_read_and_dealt(layout: str, harbors: str, players: int) -> None:
    making = Making(seats=("greedy",) * (players - 1), layout=layout, harbors=harbors, deal=7)
    order = msgspec.json.decode(msgspec.json.encode(making.request(ENGLISH)), type=CreateTable)
    assert len(order.seats) == players
    assert order.seats[0].kind == "open"
    assert board_of(order.config) == making.board(), "the map that was shown is the map that is played on"


def test_a_number_always_deals_the_same_map() -> None:
    assert Making(layout="random", deal=5).board() == Making(layout="random", deal=5).board()
    assert Making(layout="random", deal=5).board() != Making(layout="random", deal=6).board()


def test_the_sentence_says_what_was_chosen() -> None:
    assert sentence(Making(), ENGLISH) == (
        "4 players share the island on the beginners' board, with the printed starting pieces. "
        "First to 10 points on their own turn wins. A 7 halves hands of more than 7 cards."
    )
    said = sentence(read_form(FULL), ENGLISH)
    for part in ("shuffled numbers", "harbours are shuffled", "8 points", "9 cards", "bank", "1 seat waits", "public"):
        assert part in said
    assert "duel" in sentence(Making(seats=("greedy",)), ENGLISH)


def test_the_sentence_is_all_french_in_french() -> None:
    said = sentence(read_form(FULL), FRENCH)
    for english in ("island", "points on", "shuffled", "seat", "Anybody"):
        assert english not in said
    assert "1 place attend" in said


def test_who_gives_no_name_gets_one_that_no_bot_has() -> None:
    assert new_name() in NICKNAMES
    for number, name in enumerate(NICKNAMES):
        assert nickname(name, BOTS) == name
        assert not any(same(name, bot) for bot in BOTS)
        assert Making(deal=number).request(ENGLISH).nickname == name


UNTOUCHED = {"goal": "10", "usual_goal": "10"}
"""The goal of a form that was shown without modules."""
KNIGHTS = {"module_cities_knights": "on", "option_edition": "classic", "option_defense": "all"} | UNTOUCHED


def test_a_module_joins_the_form_with_its_options() -> None:
    making = read_form(FULL | KNIGHTS)
    assert (making.modules, making.chosen, making.goal) == (("cities_knights",), (("edition", "classic"),), 13)
    assert read_form(FULL | KNIGHTS | {"option_edition": "1998"}).chosen == ()
    assert read_form(FULL | {"option_edition": "classic"}).own_options() == {}, "no module, no option of it"
    options = making.request(ENGLISH).config["options"]
    assert (options["edition"], options["defense"], options["goal"]) == ("classic", "all", 13)


class Adds(IslandModule):
    def __init__(self) -> None:
        super().__init__("adds")
        self.raises = {"goal": 1}


@pytest.mark.rule("MIX-023")
@pytest.mark.parametrize(
    ("modules", "usual"), [("", 10), ("adds", 11), ("cities_knights", 13), ("cities_knights adds", 14)]
)
def test_the_form_shows_the_sum_of_the_goals(monkeypatch: pytest.MonkeyPatch, modules: str, usual: int) -> None:
    monkeypatch.setitem(MODULES, "adds", Adds)
    chosen = {f"module_{name}": "on" for name in modules.split()}
    assert read_form(chosen | {"players": "3"}).goal == usual, "a form without a goal"
    for shown in ("10", "13", "14"):
        assert read_form(chosen | {"goal": shown, "usual_goal": shown}).goal == usual, "nobody has changed it"
    assert read_form(chosen | {"goal": "12", "usual_goal": "13"}).goal == 12, "somebody has"
    assert str(usual) in goal_note(modules.split(), "beginner", FRENCH)


@pytest.mark.rule("MIX-003")
def test_the_sentence_says_why_there_is_no_such_game() -> None:
    both = {"module_friendly_robber": "on", "module_cities_knights": "on"}
    assert sentence(read_form(both), ENGLISH) == (
        "'Friendly robber' and 'Cities & Knights' cannot be combined:"
        " the rules of the variant name another expansion, not this one."
    )
    assert sentence(read_form(both), FRENCH) == (
        "«\u202fVoleur au grand cœur\u202f» et «\u202fVilles & Chevaliers\u202f» ne se combinent pas\u202f:"
        " la règle de la variante nomme une autre extension, pas celle-ci."
    )


def test_the_map_that_is_shown_is_that_of_the_modules() -> None:
    plain, knights = read_form({"deal": "1"}), read_form(KNIGHTS | {"deal": "1", "pieces": "printed"})
    assert not knights.starts_printed
    assert plain.board() != knights.board()
    rules = configure(knights.request(ENGLISH).config, None)
    assert isinstance(rules, IslandGame)
    assert rules.board.terrain == [hex_.terrain for hex_ in knights.board().hexes]
    assert dealt("beginner", "fixed", 0) != dealt("beginner", "fixed", 0, ("cities_knights",))


def test_the_sentence_tells_of_modules_in_both_languages() -> None:
    told = "They play with Cities & Knights (edition: older). First to 13 points"
    assert told in sentence(read_form(KNIGHTS), ENGLISH)
    more = KNIGHTS | {"option_defense": "chosen", "option_merchant_at": "settlements", "option_fresh_knights": "act"}
    told = (
        "Ils jouent avec Villes & Chevaliers (édition\u202f: ancienne, défense\u202f: au choix, marchand\u202f:"
        " colonies aussi, chevaliers activés\u202f: aussitôt)."
    )
    assert told in sentence(read_form(more), FRENCH)
    options = read_form(more).request(ENGLISH).config["options"]
    assert (options["merchant_at"], options["fresh_knights"]) == ("settlements", "act")
    assert "Cities & Knights. First to" in sentence(read_form(KNIGHTS | {"option_edition": "2025"}), ENGLISH)


@pytest.mark.parametrize("words", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("module", sorted(MODULES))
def test_the_sentence_calls_a_module_by_its_title(module: str, words: Words) -> None:
    with_it = words.gettext("They play with {module}.", module=words.title(f"module_{module}"))
    assert with_it in sentence(Making(modules=(module,), printed=False, layout="random"), words)


def test_every_module_of_the_island_has_names_in_the_form() -> None:
    for module in module_choices(Making(), FRENCH):
        assert not module.on
        for text in [module.label, *(label for _, label, *_ in module.options)]:
            assert "module" not in text.lower()
            assert "option" not in text.lower()


@pytest.mark.parametrize("module", sorted(MODULES))
def test_the_map_of_the_form_is_played_with_any_seed(module: str) -> None:
    for players in numbers_of_players([module]):
        for options in (
            {},
            {f"option_{name}": MODULES[module]().options[name][-1] for name in MODULES[module]().dealing},
        ):
            making = read_form(
                {"what": module, f"module_{module}": "on", "players": str(players), "deal": "7"} | options
            )
            sent = making.request(ENGLISH).config
            played = [read(sent, random.Random(seed), MODULES).layout for seed in (1, 2)]
            assert played[0].to_dict() == played[1].to_dict() == making.dealt().layout.to_dict()


@pytest.mark.parametrize("form", [{}, {"players": "3"}, {"option_islands": "dealt"}, {"map_seafarers": "four_islands"}])
def test_the_picture_is_that_of_the_map_for_so_many_and_with_its_options(tmp_path: Path, form: dict[str, str]) -> None:
    making = read_form({"what": "seafarers", "module_seafarers": "on", "deal": "7"} | form)
    with TestClient(create_app(Settings(data=tmp_path))) as client:
        assert client.get(picture_of(making)).text == picture(making.board())


@pytest.mark.parametrize(
    ("form", "english", "french"),
    [
        (
            {"what": "troy", "players": "6"},
            "on this game's own board. They play with Troy and The 5–6 player extension.",
            "sur le plateau propre à ce jeu. Ils jouent avec Troie et L’extension 5-6 joueurs.",
        ),
        (
            {"what": "seafarers"},
            "on the map Heading for New Shores. They play with Seafarers.",
            "sur la carte « Vers de nouveaux rivages ». Ils jouent avec Marins.",
        ),
    ],
)
def test_the_sentence_names_the_board_of_the_game(form: dict[str, str], english: str, french: str) -> None:
    for told, words in ((english, ENGLISH), (french, FRENCH)):
        said = sentence(read_form(form), words).replace("\u202f", " ").replace("\xa0", " ")
        assert told in said
    assert in_brief(read_form({"what": "troy", "players": "6"}), ENGLISH).startswith("Troy, the 5–6 player")
    assert in_brief(read_form({"what": "great_wall"}), ENGLISH).startswith("The Great Wall, to 10")
    assert in_brief(read_form({"players": "5"}), ENGLISH).startswith("The island, the 5–6 player extension, to")


def test_a_board_that_is_never_shuffled_has_no_choice_of_boards(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path))) as client:
        troy, fishermen = (form_of(client.get(f"/create?what={name}")) for name in ("troy", "fishermen"))
    assert fishermen.offers("layout") == ["beginner", "spiral", "random"]
    assert troy.offers("layout") == []
    assert fishermen.offers("harbors") == ["fixed", "shuffled"]
    assert troy.offers("harbors") == [], "it has none"
    shuffled = [sentence(read_form({"what": name, "harbors": "shuffled"}), ENGLISH) for name in ("troy", "great_wall")]
    assert ["The harbours are shuffled." in said for said in shuffled] == [False, True]
