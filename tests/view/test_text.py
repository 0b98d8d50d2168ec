"""The table as text: what the drawing shows stands in words too, and nothing that its viewer may not know."""

from __future__ import annotations

import random
import re

import pytest
from msgspec.structs import replace

from bastide.catan.base.island import Island
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.view import OPEN, SPECTATOR
from bastide.view.island import text as words_of
from bastide.view.island.model import IslandView
from bastide.view.island.shown import view
from bastide.view.model import Piece
from bastide.view.words import Words
from tests.kit import table

NAMES = ["Maud", "Odile", "Paul", "Denis"]
START = r"""
              3:1                     2:1
                     *           *   grain   ·
                  /     \     /     \     /     \
               *   0,-2    ·   1,-2    *   2,-2    ·
               | mountains |  pasture  |  forest   |    2:1
               ·    10     ·     2     ·     9     *    ore
            /     \     /     \     /    \2\    /     \
         *   -1,-1   ·   0,-1    ·   1,-1   (2)  2,-1    *
  2:1    |  fields   |   hills   |  pasture  |   hills   |
lumber   *    12    (1)    6     ·     4     ·    10     ·
      /     \    /1/    \     /     \     /     \     /     \
   ·   -2,0    ·   -1,0    ·    0,0    ·    1,0    ·    2,0    *
   |  fields   |  forest   |  desert   |  forest  |1|mountains |    3:1
   ·     9     ·    11     ·     R     ·     3    (1)    8     *
      \     /     \     /     \     /     \     /     \     /
         *   -2,1    ·   -1,1    ·    0,1    ·    1,1    ·
  2:1    |  forest   | mountains |  fields  |0| pasture  |
 brick   *     8    (0)    3    (2)    4    (0)    5     *
            \     /    \0\    /    \2\    /     \     /
               ·   -2,2    ·   -1,2    ·    0,2    *
               |   hills   |  fields   |  pasture  |    2:1
               *     5     ·     6     *    11     ·   wool
                  \     /     \     /     \     /
                     *           *           ·
              3:1                     3:1
"""


def game_at(version: int, seats: int = 4, seed: int = 3) -> Game:
    """A game between random bots after so many decisions."""
    game = Game.new({"seats": seats, "layout": "random"}, seed=seed, names=NAMES[:seats])
    bots = [make_bot("random", seed + seat) for seat in range(seats)]
    rng = random.Random(seed)
    while game.version < version and not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bots[seat].choose(game, seat), seat)
    return game


def lines(view: IslandView, language: str = "en") -> list[str]:
    return words_of.text(view, Words(language), NAMES).splitlines()


def test_the_beginners_board() -> None:
    game = Game.new({"seats": 3, "options": {"first": 0}}, names=NAMES[:3])
    assert words_of.chart(view(game, 0), Words("en")) == START.strip("\n")


def test_pieces_of_expansions_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view(Game.new({"seats": 3, "options": {"first": 0}}), 0)
    more = [
        Piece("knight", "0,0,S", 1),
        Piece("knight", "0,0,N", 1),
        Piece("pirate", "0,0", -1),
        Piece("dots", "1,0", 0),
    ]
    seen = replace(seen, pieces=[*seen.pieces, *more])
    said = lines(seen)
    at = said.index("Other pieces on the board:")
    assert said[at + 1 : at + 3] == ["  pirate 0,0", "  Odile: knight 0,0,S; knight 0,0,N"]
    assert "Autres pièces sur le plateau\u202f:" in lines(seen, "fr")
    # What an expansion says itself is not said again.
    monkeypatch.setattr(words_of, "modules", lambda *_: "A pirate (0,0), a knight at 0,0,N.")
    assert "  Odile: knight 0,0,S" in lines(seen)
    assert "  pirate 0,0" not in lines(seen)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("version", [0, 7, 31, 150, 400])
def test_it_fits_a_terminal_and_lists_all_that_may_be_done(language: str, version: int) -> None:
    game = game_at(version)
    for viewer in (*range(4), SPECTATOR, OPEN):
        shown = view(game, viewer)
        text = lines(shown, language)
        assert max(map(len, text)) < 80
        assert "{" not in "".join(text)
        whole = " ".join(line.strip() for line in text)
        if language == "fr":
            assert re.search(r"\S;", whole) is None, "French has a space before a semicolon"
        for notation in shown.legal:
            verb, _, place = notation.partition(" ")
            assert f"{verb} – " in whole
            assert place in whole
        for form in shown.forms:
            assert f"{form} – " in whole


def test_every_piece_stands_in_words_and_in_the_drawing() -> None:
    shown = view(game_at(400), SPECTATOR)
    in_words = words_of.players(shown, Words("en"), NAMES)
    drawing = words_of.chart(shown, Words("en"))
    for piece in shown.pieces:
        assert piece.place in in_words
    for kind, left, right in (("settlement", "(", ")"), ("city", "[", "]")):
        for seat in range(4):
            count = sum(piece.kind == kind and piece.seat == seat for piece in shown.pieces)
            assert drawing.count(f"{left}{seat}{right}") == count
    for seat in range(4):
        roads = sum(drawing.count(f"{line}{seat}{line}") for line in "/\\|")
        assert roads == sum(piece.kind == "road" and piece.seat == seat for piece in shown.pieces)


def test_hands_stay_hidden() -> None:
    game = game_at(300)
    other = game.copy()
    assert isinstance(other.rules, Island)
    hand = [int(other.state.cells[other.rules.hand + n]) for n in range(20)]
    for n, count in enumerate(reversed(hand[5:10])):
        other.state.cells[other.rules.hand + 5 + n] = count
    assert lines(view(game, 0)) == lines(view(other, 0))
    assert lines(view(game, SPECTATOR)) == lines(view(other, SPECTATOR))
    assert sum("hand:" in line for line in lines(view(game, 0))) == 1
    assert sum("hand:" in line for line in lines(view(game, OPEN))) == 4


def test_the_robber_and_the_harbours_stand_in_words() -> None:
    shown = view(game_at(200), 0)
    land = words_of.land(shown, Words("fr"))
    assert f"{shown.robber} " in land
    assert land.count("(pion Voleurs)") == 1
    for harbor in shown.board.harbors:
        assert f"{harbor.q},{harbor.r} {harbor.side} {harbor.ratio}:1" in " ".join(land.split())


def test_a_place_tells_what_it_gives() -> None:
    game = Game.new({"layout": "random", "options": {"first": 0}}, seed=1)
    shown = view(game, 0)
    assert "in 36 rolls" in words_of.place(shown, Words("en"), NAMES, "0,0,N")
    assert words_of.place(shown, Words("en"), NAMES, "0,0").startswith("0,0 ")
    assert words_of.place(shown, Words("en"), NAMES, "0,0,E").count(";") == 1
    for nonsense in ("", "x", "0", "9,9,N", "0,0,X", "a,b,N", "9,9", "0,0,N,N"):
        assert words_of.place(shown, Words("en"), NAMES, nonsense) == ""


def test_every_target_names_what_lies_beside_it() -> None:
    game = Game.new({"layout": "random", "options": {"first": 0}}, seed=1)
    for most in (3, 2):  # round a corner, then along an edge
        shown = view(game, 0)
        assert shown.targets
        for target in shown.targets:
            beside = [line for line in target.tip if "terrain" in line.args]
            assert 1 <= len(beside) <= most, target.notation
        game.play("settle 0,0,N" if most == 3 else shown.legal[0], 0)


def test_the_best_places_to_settle_stand_first() -> None:
    game = Game.new({"layout": "random", "options": {"first": 0}}, seed=1)
    said = " ".join(words_of.decisions(view(game, 0), Words("en")).split())
    counts = [int(part.partition(")")[0]) for part in said.partition("first): ")[2].split("(")[1:]]
    assert counts == sorted(counts, reverse=True)
    assert len(counts) == 54


def test_a_large_board_of_ones_own_is_drawn() -> None:
    hexes = [{"q": q, "r": r, "terrain": "forest", "number": 8} for q in range(6) for r in range(6)]
    game = Game.new({"seats": 2, "layout": {"hexes": hexes, "harbors": [{"q": 0, "r": 0, "side": "NW"}]}})
    drawing = words_of.chart(view(game, 0), Words("en"))
    assert drawing.count("forest") == 36
    assert "3:1" in drawing


def test_an_offer_with_its_answers() -> None:
    game = game_at(2000)
    offered = next(n for n, decision in enumerate(game.decisions, 1) if decision.text.startswith("offer "))
    shown = view(game.at(offered), SPECTATOR)
    assert shown.offer is not None
    said = words_of.offer(shown, Words("en"), NAMES)
    assert f"{NAMES[shown.offer.seat]} offers " in said
    assert said.count("\n") == len(shown.offer.answers)


def test_players_without_names_are_numbers() -> None:
    game = game_at(40)
    assert "seat 3" in words_of.text(view(game, 0), Words("en"), [])


def test_who_an_offer_is_by_for_the_player_who_offers_and_those_asked() -> None:
    t = table(hands={0: "brick", 1: "grain", 2: "grain"}).play("offer brick for grain to 1")
    assert [view(t.game, viewer).offered_by for viewer in (0, 1, 2, SPECTATOR)] == [0, 0, None, None]
