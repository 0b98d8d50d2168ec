"""The words: messages, names, plurals, French typography, and that nothing is left in English."""

from __future__ import annotations

import re

import pytest

from bastide.testing.words import unknown_fields
from bastide.view.catalogues import LOCALE, NAMES, catalogue
from bastide.view.model import Say
from bastide.view.typesetting import typeset
from bastide.view.words import Words
from tests.view.messages import messages

NAMES_OF_PLAYERS = ["Maud", "<img src=x onerror=alert(1)>"]
COLORS = ["azure", "garnet"]


@pytest.mark.parametrize(
    "area", ["carcassonne", "catan", "cli", "expansions", "kernel", "players", "server", "view", "web"]
)
def test_every_message_has_french(area: str) -> None:
    known = catalogue("fr")
    lacking = {
        message: files
        for message, where in messages().items()
        if message not in known and (files := sorted({file for file in where if file.startswith(f"{area}/")}))
    }
    assert lacking == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_translations_name_no_field_that_the_message_lacks(language: str) -> None:
    wrong = {message: text for message, text in catalogue(language).items() if unknown_fields(message, text)}
    assert wrong == {}


def test_an_unknown_language_is_english() -> None:
    assert Words("pt-BR").language == "en"
    assert Words("fr_CA").language == "fr"
    assert Words("pt").text(Say("{player} accepts", {"player": 0}), NAMES_OF_PLAYERS) == "Maud accepts"


def test_a_message_fills_players_goods_and_names() -> None:
    say = Say("{player} gives the bank {paid} for {gained}", {"player": 0, "paid": {"wool": 4}, "gained": {"brick": 1}})
    assert Words("en").text(say, NAMES_OF_PLAYERS) == "Maud gives the bank 4 wool for 1 brick"
    assert Words("fr").text(say, NAMES_OF_PLAYERS) == "Maud donne 4 laines à la Réserve contre 1 argile"


def test_a_name_may_stand_at_the_head() -> None:
    say = Say("{piece:Name} at {place}", {"piece": "settlement", "place": "0,0,N"})
    assert Words("en").text(say, []) == "Settlement at 0,0,N"
    assert Words("fr").text(say, []) == "Colonie en 0,0,N"
    assert str(Words("fr").html(say, [], [])) == "Colonie en 0,0,N"


def test_plurals_follow_the_language() -> None:
    english, french = Words("en"), Words("fr")
    message = "{count} {count:card|cards}"
    assert [english.gettext(message, count=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french.gettext(message, count=n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


def test_html_escapes_players_and_shows_goods_with_their_words() -> None:
    say = Say("{player} steals {goods} from {victim}", {"player": 0, "victim": 1, "goods": {"ore": 1}})
    html = str(Words("fr").html(say, NAMES_OF_PLAYERS, COLORS))
    assert '<b class="who p-azure">Maud</b>' in html
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert 'href="#i-ore"' in html
    assert ">minerai<" in html


def test_html_escapes_words_from_elsewhere() -> None:
    assert str(Words("en").html(Say("{place}", {"place": "<b>"}), [], [])) == "&lt;b&gt;"


def test_a_price_is_icons_a_gain_is_figures() -> None:
    words = Words("en")
    assert str(words.goods_html({"lumber": 1}, price=True)).count('class="vh"') == 2
    assert "1 <svg" in str(words.goods_html({"lumber": 1}))


def test_a_missing_argument_is_left_to_be_seen() -> None:
    assert Words("en").text(Say("{player} rolls {number}", {"player": 0}), NAMES_OF_PLAYERS) == "Maud rolls {number}"


def test_french_is_typeset() -> None:
    assert typeset("Oui ; non : l'un ! ou ?", "fr") == "Oui\u202f; non\u202f: l’un\u202f! ou\u202f?"
    assert typeset("« oui »", "fr") == "«\u202foui\u202f»"
    assert typeset("It's this: no!", "en") == "It's this: no!"
    straight = [text for text in catalogue("fr").values() if "'" in text or re.search(r" [;:!?]", text)]
    assert straight == []


def test_every_good_and_card_has_a_french_name() -> None:
    french = Words("fr")
    # Some words are the same in both languages, and are translated all the same.
    assert {name for name in NAMES.values() if name not in catalogue("fr")} == set()
    assert french.name("ore") == "minerai"
    assert french.title("army") == "Armée la plus puissante"


def test_catalogues_hold_each_message_once() -> None:
    for folder in LOCALE.iterdir():
        seen: dict[str, str] = {}
        for path in sorted(folder.glob("*.po")):
            for message in re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE):
                assert message not in seen, f"{message!r} is in {seen.get(message)} and {path.name}"
                seen[message] = path.name
