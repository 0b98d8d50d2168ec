"""The panels of Carcassonne: drawn from memory as anew, with a handle for all that can be done, and names escaped."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.model import TableView
from bastide.view import SPECTATOR, view
from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import GROUND, STANDING, listed
from bastide.view.model import CHANCE
from bastide.web.panels import IDS, render
from bastide.web.panels.carcassonne.summary import MOST, ending, moments, placed, points_of
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.carcassonne.kit import BLUE, RED, board
from tests.web.panels import tables

EVIL = '"><img src=x onerror=alert(1)>'
EVERYTHING = ["river", "inns", "traders", "hills", "wheel"]


def table(game: Game, viewer: int) -> TableView:
    config = game.rules.resolved()
    stage = "over" if game.over else "playing"
    shown = tables.table(None, None if viewer == SPECTATOR else viewer)
    return replace(shown, view=view(game, viewer), config=config, stage=stage, version=game.version, clock=None)


def step(game: Game, rng: random.Random) -> None:
    if game.actors == [CHANCE]:
        game.draw(rng)
    else:
        seat = game.actors[0]
        game.play(make_bot("random", rng.getrandbits(30)).choose(game, seat), seat)


@pytest.mark.parametrize("modules", [[], EVERYTHING], ids=["base", "everything"])
def test_panels_from_memory_are_those_drawn_anew(modules: list[str]) -> None:
    game = Game.new({"game": "carcassonne", "seats": 4, "modules": modules}, seed=3)
    rng, painter = random.Random(3), Painter()
    for number in range(60):
        step(game, rng)
        for viewer in (SPECTATOR, number % 4):
            seen = table(game, viewer)
            language = ("en", "fr")[number % 2]
            anew = render(seen, language)
            assert joined(painter(seen, language)) == anew, number
            assert set(anew) == set(IDS)


@pytest.mark.slow
def test_a_move_changes_few_features() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "modules": EVERYTHING}, seed=4)
    rng, painter = random.Random(4), Painter()
    before: dict[str, str] = {}
    changes: list[float] = []
    while not game.over:
        step(game, rng)
        seen = table(game, 0)
        assert isinstance(seen.view, CarcassonneView)
        rows = {name: html for name, html in painter(seen, "en").items() if name.startswith("lit-")}
        assert len(rows) == len(seen.view.features)
        if len(rows) > 60:
            changes.append(len(set(rows.items()) - set(before.items())) / len(rows))
        before = rows
    assert len(changes) > 50
    assert sum(changes) / len(changes) < 0.1
    assert max(changes) < 0.9, "names of features stay as the table grows"


def test_a_tile_is_turned_without_a_word_of_keys_and_with_no_sign_of_undo() -> None:
    """A phone has neither R nor a wheel."""
    game = Game.new({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, seed=5)
    step(game, random.Random(5))
    panels = render(table(game, game.actors[0]), "en")
    assert "Your turn: lay the tile.</p>" in panels["prompt"]
    signs = re.findall(r'href="#(u-[a-z-]+)"', panels["actions"].partition('class="turns"')[2].partition("</div>")[0])
    assert signs == ["u-turn-left", "u-again"]


def test_the_drawn_tile_comes_with_its_drawings_to_the_player_who_places_it() -> None:
    position = board(seats=2)
    position.drawn(RED, "city1_straight_road")
    panel = render(table(position.game, RED), "fr")["actions"]
    tile = PICTURED["base.city1_straight_road"]
    for part in (GROUND, STANDING):
        found = re.search(rf'<span hidden data-drawing="([^"]*/{part}\.svg)">(.*?)</span>', panel)
        assert found is not None
        assert f'<image data-art="{found[1]}"' in panel
        assert unescape(found[2]) == listed(tile, 0, part)
    # Who waits has a moment to fetch it.
    for viewer in (BLUE, SPECTATOR):
        assert "data-drawing" not in render(table(position.game, viewer), "fr")["actions"]


def test_a_place_says_what_the_tile_would_join() -> None:
    for degrees, end, other in ((0, "1,1,90", "1,-1,180"), (90, "1,-1,0", "1,1,0")):
        position = board(f"S road_curve@1,0,{degrees}", {"1,0 road:" + "SN"[degrees // 90]: BLUE}, seats=2)
        position.drawn(RED, "crossing3")
        seen = table(position.game, RED)
        said = dict(re.findall(r'data-notation="tile (\S+)".*?aria-label="([^"]*)"', render(seen, "fr")["targets"]))
        assert said[end].endswith(f", prolonge une route ({seen.chairs[BLUE].name})")
        assert "prolonge" not in said[other], "a field"
    position = board("S", seats=2)
    position.drawn(RED, "city1")
    assert (
        'aria-label="Lay it at 0,-1, turned by 180°, joins a city"'
        in render(table(position.game, RED), "en")["targets"]
    )


def test_sections_of_one_kind_are_told_apart_where_a_figure_is_placed() -> None:
    position = board("S", seats=2)
    position.drawn(RED, "road_straight")
    position.game.play("tile 1,0,0", RED)
    for language, words in (("en", "On the field, in the "), ("fr", "Dans le pré, au ")):
        panels = render(table(position.game, RED), language)
        said = re.findall(r'aria-label="([^"]*)"', panels["targets"])
        fields = [unescape(one) for one in said if words in one]
        assert len({one.split(", ")[1] for one in fields}) == len(fields) == 2, said
        assert len(re.findall(f">({words}[^<]*)<", panels["actions"])) == 2
        road = {"en": "On the road, 2 tiles", "fr": "Sur la route, 2 tuiles"}[language]
        assert any(one.startswith(road) for one in said), "the only one of its kind"


def test_only_who_lays_the_drawn_tile_turns_it() -> None:
    position = board(seats=2)
    position.drawn(RED, "city1")
    seen = table(position.game, RED)
    assert isinstance(seen.view, CarcassonneView)
    assert 'class="turns"' in render(seen, "en")["actions"]
    back = replace(seen.view.targets[0], notation="plague 0,0", place="0,0", verb="plague", at=(0.5, 0.5))
    asked = replace(seen, view=replace(seen.view, targets=[back]))
    assert 'class="turns"' not in render(asked, "en")["actions"], "a follower is taken back, no tile laid"


def test_the_figures_of_a_seat_are_counted_in_words() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2}, seed=5)
    for language, words in (("en", "followers"), ("fr", "partisans")):
        assert f'7</span><span class="vh"> {words}</span>' in render(table(game, 0), language)["rail"]


def test_the_tiles_of_the_others_stand_below_the_stack_and_are_marked_on_the_board() -> None:
    b = board("S", seats=3).turn(RED, "road_straight@1,0,0").turn(BLUE, "road_straight@-1,0,0")
    panels = render(table(b.game, RED), "en")
    assert re.findall(r'data-look="([^"]*)"', panels["bank"]) == ["-1,0"]
    assert re.findall(r'class="recent p-[a-z-]*" data-place="([^"]*)"', panels["pieces"]) == ["-1,0"]
    name = table(b.game, RED).chairs[BLUE].name
    assert f'aria-label="{name}: road east west. Show it"' in panels["bank"]
    assert "Depuis votre dernière tuile" in render(table(b.game, RED), "fr")["bank"]
    assert "data-look" not in render(table(b.game, BLUE), "en")["bank"], "nobody has laid one since"


def test_everything_that_can_be_done_has_a_handle() -> None:
    game = Game.new({"game": "carcassonne", "seats": 4, "modules": EVERYTHING}, seed=5)
    rng = random.Random(5)
    for _ in range(120):
        step(game, rng)
        if game.over or game.actors == [CHANCE]:
            continue
        seat = game.actors[0]
        panels = render(table(game, seat), "en")
        handles = set(re.findall(r'data-notation="([^"]*)"', "".join(panels.values())))
        assert set(game.simple(seat)) <= handles
        other = (seat + 1) % 4
        assert "data-notation" not in render(table(game, other), "en")["targets"]


def test_what_people_write_is_never_html() -> None:
    game = Game.new({"game": "carcassonne", "seats": 4, "modules": EVERYTHING}, seed=7)
    rng = random.Random(7)
    for _ in range(150):
        step(game, rng)
    seen = table(game, 0)
    hostile = replace(seen, chairs=[replace(chair, name=EVIL) for chair in seen.chairs])
    for html in render(hostile, "en").values():
        assert "<img src=x" not in html


def test_the_final_scoring_leaves_out_what_the_last_tile_completed() -> None:
    b = board("S road_straight@1,0,0", {"0,0 road:E": BLUE}, seats=2)
    b.stack(city1=1)
    b.turn(RED, "city1@0,-1,180", "meeple city:S")
    assert b.game.over
    finals = render(table(b.game, 0), "en")["summary"].partition('class="finals"')[2].partition("</ul>")[0]
    assert "an unfinished road" in finals
    assert "a finished city" not in finals


def test_the_largest_scores_are_the_key_moments_and_lead_into_the_replay() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "modules": EVERYTHING}, seed=7)
    rng = random.Random(7)
    while not game.over:
        step(game, rng)
    shown = view(game, 0)
    assert isinstance(shown, CarcassonneView)
    found = moments(shown)
    assert [moment.number for moment in found] == list(range(1, MOST + 2))
    largest, end = found[:-1], found[-1]
    assert [moment.line.version for moment in largest] == sorted(moment.line.version for moment in largest)
    assert len({moment.line.version for moment in largest}) == MOST
    least = min(points_of(moment.line) for moment in largest)
    taken = {moment.line.version: points_of(moment.line) for moment in largest}
    final = ending(shown)
    for line in shown.log:
        if line.kind == "score" and line not in final:
            assert points_of(line) <= taken.get(line.version, least)
    assert not any(moment.line in final for moment in largest)
    assert end.line.say.args["winner"] == shown.result.winners[-1] if shown.result else False
    html = render(table(game, 0), "en")["summary"]
    assert all(f"/replay?step={moment.line.version}&" in html.replace("&amp;", "&") for moment in found)
    bars = re.findall(r'<svg class="final shares".*?</svg>', html)
    assert len(bars) == 2
    figures = [sum(map(int, re.findall(r">(\d+)</text>", bar))) for bar in bars]
    assert all(0 < figure <= seat.points for figure, seat in zip(figures, placed(shown), strict=True))


def test_the_prompt_says_what_to_do_once_a_figure_is_chosen() -> None:
    b = board("S", seats=2, modules=["inns"]).lay(RED, "road_straight@1,0,0")
    assert {"meeple", "big"} <= {target.verb for target in view(b.game, RED).targets}
    for language, words in (
        ("en", "Big follower: choose a marked place, 3 possible."),
        ("fr", "Grand partisan\u202f: choisissez un emplacement marqué, 3 possibles."),
    ):
        assert f'data-when="big">{words}</p>' in render(table(b.game, RED), language)["prompt"]
    assert "data-when" not in render(table(b.game, BLUE), "en")["prompt"]
