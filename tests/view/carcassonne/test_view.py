"""What a viewer of Carcassonne is shown: tiles, features with what they are worth, choices, the log, the end."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from bastide.expansions.carcassonne.wheel.rules.board import squares
from bastide.expansions.carcassonne.wheel.view.board import board_outlines
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.testing.play import play
from bastide.view import OPEN, SPECTATOR, text, view
from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.carcassonne.svg import scene, targets
from bastide.view.carcassonne.svg.scene import tiles
from bastide.view.carcassonne.text import by_id
from bastide.view.model import CHANCE
from bastide.view.picture import board
from bastide.view.views import AnyView
from bastide.view.words import Words

EVERYTHING = ("river", "inns", "traders", "hills", "wheel")
NAMES = ["Maud", "Odile", "Tibor"]


def new(**more: Any) -> Game:
    return Game.new({"game": "carcassonne", "seats": 3, "options": {"first": 0}, **more}, seed=5)


def shown(game: Game, viewer: int = 0) -> CarcassonneView:
    made = view(game, viewer)
    assert isinstance(made, CarcassonneView)
    return made


@lru_cache(maxsize=8)
def played(modules: tuple[str, ...], steps: int) -> Game:
    game, rng, bot = new(modules=list(modules)), random.Random(2), make_bot("random", 3)
    for _ in range(steps):
        if game.over:
            break
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(bot.choose(game, game.actors[0]), game.actors[0])
    return game


def test_the_text_tells_where_figures_and_tokens_are() -> None:
    seen = shown(played(EVERYTHING, 120))
    lines = text.text(seen, Words("fr"), NAMES).splitlines()
    said = " ".join(" ".join(lines[lines.index("Sur la table\u202f:") :]).split())
    assert seen.figures
    for figure in seen.figures:
        assert f"{Words('fr').name(figure.kind)} {figure.x},{figure.y} {figure.section}".rstrip() in said, figure
    labels = [Words("fr").text(token.label, NAMES) for token in seen.tokens if token.label is not None]
    assert labels
    assert all(" ".join(label.split()) in said for label in labels)


def test_places_and_rotations_of_the_drawn_tile() -> None:
    game = new()
    game.chance("draw road_straight")
    seen = shown(game)
    assert seen.drawn is not None
    assert seen.drawn.tile == "base.road_straight"
    assert {target.notation for target in seen.targets} == set(game.simple(0))
    assert shown(game, 1).targets == []
    assert shown(game, SPECTATOR).actions == []


def test_a_claim_tells_what_it_would_bring() -> None:
    game = new()
    game.chance("draw city1")
    game.play("tile 0,-1,180")
    city = next(target for target in shown(game).targets if target.place.startswith("city"))
    assert "finished" in city.tip[0].text
    assert city.tip[0].args["points"] == 4
    game.play(city.notation)
    assert shown(game).seats[0].points == 4
    line = next(line for line in shown(game).log if line.kind == "score")
    assert (line.say.args["count"], line.detail[0].args) == (4, {"number": 2, "worth": 2, "source": "tiles"})


@pytest.mark.parametrize("modules", [(), EVERYTHING], ids=["base", "everything"])
def test_features_are_whole_and_values_are_the_sum_of_their_terms(modules: tuple[str, ...]) -> None:
    game = played(modules, 160)
    seen = shown(game)
    parts = [part for feature in seen.features for part in feature.parts]
    assert len(parts) == len({(part.tile, part.section) for part in parts})
    for feature in seen.features:
        assert feature.value == sum(term.points for term in feature.terms)
        assert set(feature.owners) <= set(feature.followers)
        assert feature.finished is None or feature.finished >= 0
    before = msgspec.json.encode(seen)
    assert msgspec.json.encode(shown(game)) == before
    assert shown(game, 1).features == seen.features


@pytest.mark.parametrize("modules", [(), pytest.param(EVERYTHING, marks=pytest.mark.slow)], ids=["base", "everything"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_told_and_drawn(modules: tuple[str, ...], language: str) -> None:
    game = played(modules, 2000)
    assert game.over
    seen = shown(game, OPEN)
    assert seen.result is not None
    assert seen.result.story is not None
    for seat, points in enumerate(seen.result.story.points):
        assert points[-1] == seen.seats[seat].points == sum(source.points for source in seen.seats[seat].sources)
    told = text.text(seen, Words(language), NAMES)
    assert "{" not in told
    words = Words(language)
    for line in seen.log:
        assert "{" not in words.text(line.say, NAMES)
        assert all("{" not in words.text(say, NAMES) for say in line.detail)
    for line in seen.log:
        if line.kind == "score":
            assert line.say.args["count"] == sum(
                int(str(say.args["number"])) * int(str(say.args["worth"])) for say in line.detail
            )
    picture = board(seen)
    assert picture.startswith("<svg")
    assert "nan" not in picture


def test_every_step_with_everything_on_can_be_shown_and_sent() -> None:
    game, rng, bot = new(modules=list(EVERYTHING)), random.Random(8), make_bot("random", 8)
    decoder = msgspec.json.Decoder(AnyView)
    asked = set()
    while not game.over:
        viewer = max(game.actors[0], 0)
        seen = shown(game, viewer)
        notations = {target.notation for target in seen.targets} | {"pass"}
        if seen.choice is not None:
            notations |= {option.notation for option in seen.choice.options}
        assert set(seen.legal) <= notations, "everything that can be done has a handle"
        asked.add(seen.phase)
        if game.version % 40 == 0:
            assert decoder.decode(msgspec.json.encode(seen)) == seen
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(bot.choose(game, viewer), viewer)
    assert {"tile", "figure", "draw", "flock", "source"} <= asked


def test_a_move_taken_back_is_forgotten() -> None:
    game = new()
    game.chance("draw road_straight")
    before = shown(game)
    game.play(game.simple(0)[0])
    shown(game)
    game.undo(0)
    assert shown(game) == msgspec.structs.replace(before, can_redo=True)


def test_the_crown_is_chosen_on_the_wheel_and_plague_where_followers_stand() -> None:
    game = new(modules=["wheel"])
    game.chance("draw road_curve/1")
    game.play("tile 2,-1,0")
    seen = shown(game)
    crown = {target.notation: target for target in seen.targets if target.at is not None}
    assert len(crown) == 6
    assert seen.choice is None, "what has its place on the table needs no button"
    assert crown["meeple crown:famine"].at != crown["meeple crown:storm"].at
    assert crown["meeple crown:taxes"].tip[0].args == {"points": 6}
    assert crown["meeple crown:fortune"].tip[0].args == {"points": 3}
    game.play("meeple crown:taxes")
    game.chance("draw road_curve")
    game.play(game.legal()[0])
    later = {target.notation: target for target in shown(game, 1).targets}
    assert later["meeple crown:taxes"].tip[0].args == {"points": 3}, "two share the sector"
    assert later["meeple crown:taxes"].at != crown["meeple crown:taxes"].at, "the first space is taken"


def test_plague_takes_back_a_follower_where_it_stands() -> None:
    game = new(modules=["wheel"])
    game.chance("draw road_curve")
    game.play("tile 2,-1,0")
    game.play(next(text for text in game.legal() if text.startswith("meeple road")))
    game.chance("draw road_straight/3")
    game.play(game.legal()[0])
    game.play("pass")
    game.chance("draw road_straight/2")
    assert shown(game).phase == "plague"
    (target,) = shown(game).targets
    assert (target.notation, target.place, target.piece) == ("plague 2,-1", "2,-1", "meeple")
    assert shown(game).choice is None
    drawn = targets(shown(game), lambda say: say.text, lambda one: "")
    assert 'data-notation="plague 2,-1"' in drawn


@pytest.mark.parametrize("tile", [tile.id for tile in squares()])
def test_every_section_of_the_wheel_board_that_can_be_pointed_at_has_an_outline(tile: str) -> None:
    """A field goes round several squares and is drawn once; all else has an outline of its own."""
    outlines = board_outlines()
    kinds = [section.kind for square in squares() if square.id == tile for section in square.sections]
    assert [bool(path) or kind == "field" for path, kind in zip(outlines[tile], kinds, strict=True)] == [True] * len(
        kinds
    )
    assert sum(bool(path) for paths in outlines.values() for path in paths) == 3 + 3 + 3


def test_the_scene_of_the_front_page_is_laid_by_the_rules() -> None:
    at = {(tile.x, tile.y): tile for tile in tiles()}
    for (x, y), tile in at.items():
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            beside = at.get((x + dx, y + dy))
            if beside is not None:
                own = by_id(tile.tile).edge(side, tile.turns)
                assert own == by_id(beside.tile).edge(side ^ 2, beside.turns), (x, y)
    assert scene().startswith("<svg")


@pytest.mark.parametrize("modules", [(), EVERYTHING], ids=["base", "everything"])
def test_the_last_tiles_of_the_others_are_those_since_the_own_one(modules: tuple[str, ...]) -> None:
    laid: list[int] = []

    def look(game: Game) -> None:
        laid.extend(int(event.seat) for event in game.history[-1] if event.kind == "tile")
        for viewer in (0, 1, 2, SPECTATOR):
            own = max((at for at, seat in enumerate(laid) if seat == viewer), default=-1)
            last = {seat: at for at, seat in enumerate(laid) if at > own}
            found = shown(game, viewer)
            first = len(found.tiles) - len(laid)
            wanted = [(seat, first + at) for seat, at in sorted(last.items(), key=lambda pair: pair[1])]
            assert [(one.seat, one.tile) for one in found.recent] == wanted

    play(new(modules=list(modules)), random.Random(4), 90, look)
    assert len(laid) > 20
