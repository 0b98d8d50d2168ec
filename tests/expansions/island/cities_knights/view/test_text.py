"""Cities & Knights as text: all that lies open is told, drawn and explained, in both editions and languages."""

from __future__ import annotations

import pytest

from bastide.view import OPEN, SPECTATOR, view
from bastide.view.catalogues import LANGUAGES
from bastide.view.text import chart, decisions, legend, place, text
from bastide.view.words import Words
from tests.expansions.island.cities_knights.page.test_editions import positions
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table

NAMES = ["Maud", "Odile", "Tibor"]


def late(edition: str = "2025") -> KnightsState:
    """A position in which something of everything lies on the table."""
    return knights_table(
        cities={0: "0,0,S 0,-1,S", 1: "2,-1,S"},
        settlements={1: "-2,1,N", 2: "1,1,S"},
        tipped="-2,1,N",
        walls="0,0,S",
        damaged="2,-1,S" if edition == "classic" else "",
        levels={0: "science 4 trade 3", 1: "politics 1"},
        metropolises={"science": "0,-1,S"},
        knights={0: "0,1,N strong active; -1,1,N", 1: "1,0,N mighty"},
        roads={0: "0,0,SE"},
        hands={0: "paper*2 wool", 1: "ore"},
        progress={0: "crane taxes merchant", 1: "wedding"},
        tokens={0: 2, 2: 1},
        merchant=(1, "1,0"),
        ship=3,
        edition=edition,
    )


def said(t: KnightsState, viewer: int = 0, language: str = "en") -> str:
    """The whole text without its line breaks."""
    return " ".join(text(view(t.game, viewer), Words(language), NAMES).split())


def test_what_lies_open_is_told() -> None:
    told = said(late())
    for line in (
        "cards in hand, 3 progress cards, road 1 long",
        "hand: 1 wool, 2 paper",
        "progress cards: 1 crane; 1 merchant; 1 taxes",
        "with the bank: paper 2:1; cloth 2:1; coin 2:1",
        "Barbarians: 3 of 7; cities 3, defenders 2. If they landed now, they would win. "
        "A city each would lose: Odile. Attacks so far: 1.",
        "Piles of progress cards: science 17, trade 16, politics 17",
        "Maud: science 4 (theatre, metropolis 0,-1,S), trade 3 (guild), politics 0",
        "knights, strength 2 of 3: -1,1,N basic knight, resting; 0,1,N strong knight, active",
        "wall: 0,0,S",
        "also worth points: defender of the island ×2",
        "progress cards: science 1, trade 2",
        "left to build: wall ×2; knight: basic ×1, strong ×1, mighty ×2",
        "Odile: science 0, trade 0, politics 1 (town hall)",
        "knights, strength 0 of 3: 1,0,N mighty knight, resting",
        "city on its side: -2,1,N",
        "also worth points: merchant 1,0",
        "What your progress cards do: Crane: One improvement of this turn",
        "1,0 pasture 3 (merchant)",
    ):
        assert line in told
    for wrong in ("development", "resource cards", "resource card"):
        assert wrong not in told


def test_the_older_edition_has_its_own_words_in_the_terminal() -> None:
    told = said(late("classic"), language="fr").replace(" :", ":").replace(" ;", ";")
    for line in (
        "main: 1 laine, 2 livres",
        "cartes Progrès: 1 grue; 1 marchand; 1 expert",
        "Maud: culturel 4 (théâtre, métropole 0,-1,S), économique 3 (guilde), politique 0",
        "1,0,N chevalier intrépide, inactif",
        "ville sabotée: 2,-1,S",
        "valent aussi des points: sauveur de l’île ×2",
        "en réserve: rempart ×2; chevalier: faible ×1, fort ×1, intrépide ×2",
        "Expert: Regardez la main",
    ):
        assert line in told


def test_the_drawing_shows_knights_fallen_cities_and_the_merchant_and_says_what_they_are() -> None:
    shown = view(late().game, 0)
    drawn = chart(shown, Words("en"))
    for sign in ("<0>", "<1>", "[0]", "(1]", "(2)", "3 M"):
        assert sign in drawn
    told = " ".join(legend(shown, Words("en")).split())
    assert told.endswith("<0> is a knight, (0] a city on its side; M is the merchant.")
    plain = view(knights_table().game, 0)
    assert "<0>" not in chart(plain, Words("en"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_place_tells_all_that_stands_there(edition: str) -> None:
    shown = view(late(edition).game, 0)
    told = place(shown, Words("en"), NAMES, "0,-1,S").splitlines()
    metropolis = "metropolis (science)" if edition == "2025" else "metropolis (cultural)"
    assert [f"0,-1,S {what} (Maud)" for what in ("city", metropolis)] == told[:2]
    assert "0,0,S wall (Maud)" in place(shown, Words("en"), NAMES, "0,0,S")


def test_cards_are_told_where_they_may_be_played() -> None:
    shown = view(late().game, 0)
    told = " ".join(decisions(shown, Words("en")).split())
    assert "crane – crane (one improvement costs 1 less)" in told
    assert "merchant – merchant (2:1 at one hex, and 1 point): " in told
    older = " ".join(decisions(view(late("classic").game, 0), Words("fr")).split())
    assert "grue (une amélioration coûte 1 de moins)" in older


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_fits_a_terminal(edition: str) -> None:
    for game in [late(edition).game, *list(positions(edition, "random", 7))[::6]]:
        for viewer in (0, SPECTATOR, OPEN):
            for language in LANGUAGES:
                lines = text(view(game, viewer), Words(language), NAMES).splitlines()
                assert max(map(len, lines)) < 80
                assert "{" not in "".join(lines)
