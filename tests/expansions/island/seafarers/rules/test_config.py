"""Maps: printed, dealt, given by coordinates; what is refused; goals and seats."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bastide import Game
from bastide.catan.board.grid import SIDES, neighbour
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA
from bastide.expansions.island.seafarers.rules.figures import MAPS, parts_of, printed
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.testing.invariants import check
from bastide.testing.play import island, play
from tests.expansions.island.seafarers.rules.kit import SEA, sea
from tests.sizes import sized

Layout = dict[str, Any]


def begun(layout: str | Layout = "beginner", seats: int = 4, seed: int | None = None, **more: Any) -> Game:
    options = {"first": 0, **more.pop("options", {})}
    return Game.new(
        {"seats": seats, "modules": more.pop("modules", SEA), "layout": layout, "options": options}, seed=seed
    )


@pytest.mark.rule("SEA-015", "SEA-016", "SEA-017", "SEA-018", "SEA-020", "SEA-023")
@pytest.mark.parametrize(
    ("layout", "seats", "hexes", "land", "areas", "goal", "robber"),
    [
        ("new_shores", 3, 59, 22, 3, 14, "2,1"),
        ("new_shores", 4, 68, 28, 3, 14, "1,5"),
        ("through_the_desert", 3, 59, 25, 4, 14, "2,2"),
        ("through_the_desert", 4, 68, 30, 4, 14, "2,2"),
        ("four_islands", 3, 59, 20, 4, 13, "-1,7"),
        ("four_islands", 4, 59, 23, 4, 13, "4,2"),
    ],
)
def test_the_printed_maps(layout: str, seats: int, hexes: int, land: int, areas: int, goal: int, robber: str) -> None:
    game = begun(layout, seats)
    r, m = island(game), sea(game)
    assert (int(r.board.hexes), int(r.board.land), int(m.area_count)) == (hexes, land, areas)
    assert r.board.hex_names[r.robber_start] == robber
    assert int(r.goal_points) == goal
    free = layout == "four_islands"
    home = [c for c in range(int(r.board.ashore)) if m.corner_area[c] == HOME_AREA]
    settles = {text.split()[1] for text in game.legal() if text.startswith("settle")}
    assert settles == {r.board.corner_names[c] for c in (range(int(r.board.ashore)) if free else home)}


@pytest.mark.rule("SEA-016")
def test_the_robber_of_three_stands_on_the_hills_with_12() -> None:
    board = island(begun("new_shores", 3)).board
    there = board.hex_index["2,1"]
    assert (board.terrain[there], int(board.number[there])) == ("hills", 12)


@pytest.mark.rule("SEA-017")
def test_the_kinds_of_harbors_of_four_are_drawn() -> None:
    kinds = {tuple(h.good for h in island(begun("new_shores", seed=seed)).board.layout.harbors) for seed in range(8)}
    assert len(kinds) > 4
    assert {tuple(sorted(one)) for one in kinds} == {("", "", "", "", "brick", "grain", "lumber", "ore", "wool")}
    places = {
        tuple((h.q, h.r, h.side) for h in island(begun("new_shores", seed=seed)).board.layout.harbors)
        for seed in range(3)
    }
    assert len(places) == 1


@pytest.mark.rule("SEA-015")
def test_nobody_begins_abroad() -> None:
    game = begun("new_shores", 4)
    with pytest.raises(Exception, match="SEA-015"):
        game.play("settle 5,1,S")


def test_the_usual_layouts_lay_new_shores() -> None:
    assert island(begun("beginner")).board.layout.hexes == island(begun("new_shores")).board.layout.hexes
    for name in ("random", "spiral"):
        assert int(island(begun(name, seed=1)).board.hexes) == 68


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_dealt_map_keeps_what_its_parts_have(name: str, seats: int, seed: int) -> None:
    before = printed(name, seats)
    after = island(begun(name, seats, seed, options={"islands": "dealt"})).board.layout
    spots = {(h.q, h.r): h for h in after.hexes}
    home = {site.place for site in before.sites if site.word == "home"}
    land = {(h.q, h.r) for h in before.hexes if h.terrain != "sea"}
    old = {(h.q, h.r): h for h in before.hexes}
    for part in parts_of(land, home):
        assert Counter(old[at].terrain for at in part) == Counter(spots[at].terrain for at in part)
        assert Counter(old[at].number for at in part) == Counter(spots[at].number for at in part)
    assert {at for at, h in spots.items() if h.terrain == "sea"} == {at for at, h in old.items() if h.terrain == "sea"}
    red = {at for at, h in spots.items() if h.number in (6, 8)}
    assert not any(neighbour(at, side) in red for at in red for side in SIDES)
    if name == "through_the_desert":  # the border stays
        assert {at for at, h in spots.items() if h.terrain == "desert"} == {
            at for at, h in old.items() if h.terrain == "desert"
        }
    [robber] = [site.place for site in after.sites if site.word == "robber"]
    if name == "new_shores" and seats == 4:
        assert next(h.terrain for h in after.hexes if f"{h.q},{h.r}" == robber) == "desert"


@pytest.mark.rule("SEA-016")
@pytest.mark.parametrize("name", ["new_shores", "random", "spiral"])
def test_the_robber_of_three_stands_on_the_hills_with_12_of_a_dealt_map(name: str) -> None:
    met: set[str] = set()
    for seed in range(8):
        layout = island(begun(name, 3, seed, options={"islands": "dealt"})).board.layout
        [robber] = [site.place for site in layout.sites if site.word == "robber"]
        [hex_] = [h for h in layout.hexes if f"{h.q},{h.r}" == robber]
        assert (hex_.terrain, hex_.numbers) == ("hills", (12,))
        met.add(robber)
    assert met == {"2,1", "3,1"}, "the hills are dealt, too"


def test_dealing_needs_a_seed() -> None:
    with pytest.raises(ConfigError, match="seed"):
        configure({"seats": 4, "modules": SEA, "layout": "random"}, None)


def test_another_seed_deals_another_map() -> None:
    one, other = (island(begun("random", seed=seed)).board.layout for seed in (1, 2))
    assert one.hexes != other.hexes


def own(change: Any = None) -> Layout:
    """The map of New Shores for four by coordinates, changed."""
    layout = printed("new_shores", 4).to_dict()
    if change is not None:
        change(layout)
    return layout


@pytest.mark.rule("SEA-025")
def test_any_map_may_be_given_by_coordinates() -> None:
    assert int(sea(begun(own())).area_count) == 3
    assert int(island(begun(own())).goal_points) == 14


def test_a_map_by_coordinates_is_not_dealt_without_a_word() -> None:
    with pytest.raises(ConfigError, match="islands = 'dealt': a map by coordinates is laid as it is given"):
        begun(own(), options={"islands": "dealt"})
    assert begun(own(), options={"islands": "printed"}).hash() == begun(own()).hash()


def test_the_config_of_a_dealt_game_begins_the_same_game() -> None:
    game = begun("four_islands", seed=3, options={"islands": "dealt"})
    resolved = game.record().config
    assert (resolved["options"]["islands"], Game.new(resolved).hash()) == ("dealt", game.hash())
    assert Game.load(game.save()).hash() == game.hash()


def test_a_stored_game_goes_on_with_gold_without_a_number() -> None:
    stored = own(gold_without_number)
    options = island(begun(own())).resolved()["options"] | {"islands": "dealt"}  # a stored config names all
    config = {"seats": 4, "modules": SEA, "layout": stored, "options": options}
    assert configure(config, None).resolved()["layout"] == stored


@pytest.mark.rule("SEA-025", "MIX-019")
def test_five_and_six_play_on_a_map_by_coordinates_alone() -> None:
    modules = ["seafarers", "five_six"]
    game = begun(own(), 6, modules=modules)
    assert game.actors == [0]
    assert island(game).stock[0] == 24
    with pytest.raises(ConfigError) as caught:
        begun("new_shores", 6, modules=modules)
    assert caught.value.rule == "MIX-019"
    with pytest.raises(ConfigError) as caught:
        begun("new_shores", 5)
    assert caught.value.rule == "MIX-022"


def no_home_left(layout: Layout) -> None:
    layout["sites"] = [site for site in layout["sites"] if site["word"] != "home"] + [{"word": "home", "place": "2,1"}]


def no_sea(layout: Layout) -> None:
    layout["hexes"] = [h for h in layout["hexes"] if h["terrain"] != "sea"]
    layout["sites"] = [site for site in layout["sites"] if site["word"] != "pirate"]


def home_at_sea(layout: Layout) -> None:
    layout["sites"].append({"word": "home", "place": "6,4"})


def pirate_ashore(layout: Layout) -> None:
    layout["sites"] = [site for site in layout["sites"] if site["word"] != "pirate"] + [
        {"word": "pirate", "place": "1,5"}
    ]


def two_pirates(layout: Layout) -> None:
    layout["sites"].append({"word": "pirate", "place": "2,8"})


def gold_without_number(layout: Layout) -> None:
    [gold] = [h for h in layout["hexes"] if (h["q"], h["r"]) == (5, 1)]
    del gold["number"]


def an_islet_far_away(layout: Layout) -> None:
    layout["hexes"].append({"q": 20, "r": 20, "terrain": "forest", "number": 3})


@pytest.mark.parametrize(
    ("change", "rule", "said"),
    [
        (no_home_left, "SEA-015", "starting buildings need 29 corners to begin on"),
        (no_sea, "SEA-022", "two hexes of sea"),
        (home_at_sea, "SEA-015", "the home is land"),
        (pirate_ashore, "SEA-020", "starts on the sea"),
        (two_pirates, "SEA-020", "there is one pirate, not 2"),
        (gold_without_number, "BASE-002", "the gold hex '5,1' needs a number"),
        (an_islet_far_away, "SEA-004", "nobody can reach the island at '20,19,S"),
    ],
)
def test_a_map_that_cannot_be_played_is_refused_with_the_reason(change: Any, rule: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        begun(own(change))
    assert caught.value.rule == rule


@pytest.mark.rule("SEA-015", "SEA-023", "CKS-009", "CKO-024", "CKS-001", "CKO-042")
@pytest.mark.parametrize(
    ("layout", "edition", "goal"),
    [
        ("new_shores", "2025", 16),
        ("through_the_desert", "2025", 16),
        ("four_islands", "2025", 15),
        ("new_shores", "classic", 14),
        ("four_islands", "classic", 13),
    ],
)
def test_goals_with_knights(layout: str, edition: str, goal: int) -> None:
    game = begun(layout, modules=["cities_knights", "seafarers"], options={"edition": edition})
    assert int(island(game).goal_points) == goal


def test_a_goal_that_is_given_stands() -> None:
    assert int(island(begun("four_islands", options={"goal": 12})).goal_points) == 12
    again = Game.load(begun("four_islands").save())
    assert int(island(again).goal_points) == 13


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_three_or_four_play(seats: int) -> None:
    with pytest.raises(ConfigError) as caught:
        begun("new_shores", seats)
    assert caught.value.rule == ("TB-GEN-012" if seats == 2 else "MIX-022")


@pytest.mark.rule("SEA-025", "X56-005")
@pytest.mark.parametrize("between", ["building", "paired"])
def test_five_and_six_play_on_a_map_by_coordinates(between: str) -> None:
    def look(game: Game) -> None:
        if game.version % 17 == 0:
            check(island(game), game.state)

    for seats in (5, 6):
        layout = printed("new_shores", 4).to_dict()
        options = {"between_turns": between, "offers": 1}
        config = {"seats": seats, "modules": ["seafarers", "five_six"], "layout": layout, "options": options}
        game = Game.new(config, seed=seats)
        play(game, random.Random(seats), sized(400, 3000), look)
        assert Game.load(game.save()).hash() == game.hash()
