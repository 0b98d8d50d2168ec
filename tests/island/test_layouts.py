"""Layouts given by coordinates: what they may hold, what is refused and how; and layouts that modules deal."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bastide.catan.base.reading import read
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.grid import CORNER, HEX
from bastide.catan.board.layout import LaidHarbor, LaidHex, LaidSite, Layout, lettered
from bastide.catan.board.terrain import Terrain
from bastide.catan.family import MODULES, configure
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.view.catalogues import catalogue
from tests.island.archipelago.rules.lagoon import Lagoon, lagoon
from tests.kit import land, table

Register = Callable[..., None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Makes modules known to the family for one test."""

    def known(*makers: Callable[[], IslandModule]) -> None:
        for maker in makers:
            monkeypatch.setitem(MODULES, maker().name, maker)

    return known


@pytest.fixture
def known_lagoon(register: Register) -> None:
    register(Lagoon)


def given_lagoon(**layout: Any) -> dict[str, Any]:
    """A config with the lagoon by coordinates, parts of it changed."""
    return {"seats": 3, "modules": ["lagoon"], "layout": lagoon().to_dict() | layout, "options": {"first": 0}}


def refusal(config: dict[str, Any], *values: str) -> str:
    """The message with which a config is refused; it names these values, and there is French for it."""
    with pytest.raises(ConfigError) as caught:
        configure(config, None)
    message = str(caught.value)
    for value in values:
        assert value in message
    assert caught.value.text in catalogue("fr")
    return message


# -- what a module brings


@pytest.mark.usefixtures("known_lagoon")
@pytest.mark.parametrize("layout", ["lagoon", "plain_lagoon", "drifting_lagoon"])
def test_a_game_on_a_board_of_a_module_is_saved_and_loaded(layout: str) -> None:
    game = Game.new({"seats": 3, "modules": ["lagoon"], "layout": layout, "options": {"first": 0}}, seed=4)
    again = Game.load(game.save())
    assert again.rules.resolved() == game.rules.resolved()
    assert again.hash() == game.hash()


@pytest.mark.usefixtures("known_lagoon")
def test_what_is_dealt_at_random_stands_in_the_record() -> None:
    config = {"seats": 3, "modules": ["lagoon"], "layout": "drifting_lagoon"}
    homes = set()
    for seed in range(12):
        resolved = Game.new(config, seed=seed).rules.resolved()
        homes |= {site["place"] for site in resolved["layout"]["sites"] if site["word"] == "robber"}
    assert homes == {"4,-2", "4,-1"}
    refusal(config, "the lagoon", "give a seed")


@pytest.mark.usefixtures("known_lagoon")
def test_a_layout_reads_as_it_is_written() -> None:
    layout = read(given_lagoon(), None, MODULES).layout
    assert sorted(layout.hexes, key=str) == sorted(lagoon().hexes, key=str)
    assert layout.sites == lagoon().sites
    assert layout.harbors == lagoon().harbors
    assert read(given_lagoon(**layout.to_dict()), None, MODULES).layout == layout


@pytest.mark.usefixtures("known_lagoon")
def test_terrains_and_layouts_of_a_module_are_unknown_without_it() -> None:
    config = {**given_lagoon(), "modules": []}
    refusal(config, "terrain must be one of forest, hills, pasture, fields, mountains, desert, sea, got ")
    refusal({**config, "layout": "lagoon"}, "layout must be one of beginner, spiral, random or", "'lagoon'")
    refusal(
        {**config, "modules": ["lagoon"], "layout": "atoll"},
        "one of beginner, spiral, random, lagoon, plain_lagoon, drifting_lagoon or",
    )


class Bringing(IslandModule):
    """A module that brings something of a name."""

    def __init__(self, name: str, **brought: Any) -> None:
        super().__init__(name)
        for what, value in brought.items():
            assert hasattr(self, what)
            setattr(self, what, value)


@pytest.mark.parametrize(
    ("what", "brought"),
    [
        ("the terrain 'tundra'", {"terrains": {"tundra": Terrain()}}),
        ("the site 'cairn'", {"sites": {"cairn": HEX}}),
        ("the layout 'north'", {"layouts": ("north",)}),
        ("the layout 'spiral'", {"layouts": ("spiral",)}),
    ],
)
def test_what_two_modules_bring_alike_is_refused(register: Register, what: str, brought: dict[str, Any]) -> None:
    register(lambda: Bringing("one", **brought), lambda: Bringing("two", **brought))
    configure({"modules": ["one"]}, None)
    refusal({"modules": ["one", "two"]}, f"{what} of 'two' is already declared by 'one'")


@pytest.mark.parametrize(
    ("what", "brought"),
    [
        ("the terrain 'sea'", {"terrains": {"sea": Terrain(water=True)}}),
        ("the terrain 'forest'", {"terrains": {"forest": Terrain("wool")}}),
        ("the site 'inner'", {"sites": {"inner": HEX}}),
        ("the site 'robber'", {"sites": {"robber": HEX}}),
    ],
)
def test_what_the_base_has_is_not_brought_again(register: Register, what: str, brought: dict[str, Any]) -> None:
    register(lambda: Bringing("one", **brought))
    refusal({"modules": ["one"]}, f"{what} of 'one' is already declared by 'island'")


def test_a_terrain_yields_a_good_of_the_game(register: Register) -> None:
    register(lambda: Bringing("one", terrains={"reef": Terrain("coral")}))
    refusal({"modules": ["one"]}, "'reef'", "'coral'", "there are lumber, brick, wool, grain, ore")


def test_a_module_deals_its_board_instead_of_the_base(register: Register) -> None:
    class North(Bringing):
        def lay(self, name: str, seats: int, options: dict[str, Any], rng: object) -> Layout:
            hexes = tuple(LaidHex(q, r, "fields", (6,)) for q in range(5) for r in range(seats))
            return Layout(hexes, (LaidHarbor(0, 0, "NW", "ore"), LaidHarbor(4, 0, "E", "wool")))

    register(lambda: North("one", layouts=("beginner",)))
    for seats in (2, 3):
        r = table(seats, modules=["one"]).r
        assert r.board.terrain == ["fields"] * 5 * seats
        assert [h.good for h in r.board.layout.harbors] == ["ore", "wool"]
    shuffled = {
        tuple(h.good for h in table(2, modules=["one"], harbors="shuffled", seed=seed).r.board.layout.harbors)
        for seed in range(9)
    }
    assert shuffled == {("ore", "wool"), ("wool", "ore")}


def test_the_board_of_an_expansion_gives_way_to_nobody_silently(register: Register) -> None:
    register(lambda: Bringing("one", layouts=("beginner",)))
    refusal({"modules": ["cities_knights", "one"]}, "'beginner'", "'one'", "'cities_knights'")


@pytest.mark.parametrize(
    ("laid", "message"),
    [
        (Layout((LaidHex(0, 0, "lava"),), ()), "terrain must be one of"),
        (Layout((LaidHex(0, 0, "forest"), LaidHex(0, 0, "hills")), ()), "laid twice"),
        (Layout((LaidHex(0, 0, "forest"),), (), (), (LaidSite("cairn", "0,0"),)), "word must be one of inner, robber"),
    ],
)
def test_a_module_deals_nothing_that_a_record_could_not_be_read_with(
    register: Register, laid: Layout, message: str
) -> None:
    class Careless(Bringing):
        def lay(self, name: str, seats: int, options: dict[str, Any], rng: object) -> Layout:
            return laid

    register(lambda: Careless("one", layouts=("careless",)))
    refusal({"modules": ["one"], "layout": "careless"}, "layout.", message)


# -- sites


@pytest.mark.usefixtures("known_lagoon")
def test_sites_are_found_on_the_board() -> None:
    b = table(3, layout="lagoon", modules=["lagoon"]).r.board
    assert b.sites("boat") == [(b.corner_index["1,-3,S"], 9), (b.corner_index["-3,2,N"], 4)]
    assert b.sites("vane") == [(b.edge_index["0,-1,E"], 0)]
    assert b.sites("zone") == [(b.hex_index["4,-2"], 1), (b.hex_index["4,-1"], 1)]
    assert b.sites("chest") == [(-1, 3), (-1, 4)]
    assert b.sites("anchor") == []
    with pytest.raises(KeyError):
        b.place("9,9")


@pytest.mark.usefixtures("known_lagoon")
@pytest.mark.parametrize(
    ("site", "message"),
    [
        (
            {"word": "anchor", "place": "0,0"},
            "word must be one of inner, robber, boat, vane, zone, chest, got 'anchor'",
        ),
        ({"word": ["boat"], "place": "0,0"}, "word must be one of"),
        ({"place": "0,0"}, "word must be one of"),
        ({"word": "boat", "place": "0,0"}, "there is no corner '0,0' on this board"),
        ({"word": "boat", "place": "9,9,N"}, "there is no corner '9,9,N' on this board"),
        ({"word": "boat"}, "there is no corner '' on this board"),
        ({"word": "vane", "place": "0,0,N"}, "there is no edge '0,0,N' on this board"),
        ({"word": "vane", "place": "0,0,CN"}, "there is no edge '0,0,CN' on this board"),
        ({"word": "zone", "place": "0,0,N"}, "there is no hex '0,0,N' on this board"),
        ({"word": "chest", "place": "0,0"}, "a chest lies beside the board"),
        ({"word": "boat", "place": "0,0,N", "value": 101}, "value must be a whole number between -100 and 100"),
        ({"word": "boat", "place": "0,0,N", "value": True}, "value must be a whole number"),
        ({"word": "boat", "place": 3}, "a site has the keys word, place"),
        ({"word": "boat", "place": "0,0,N", "seat": 1}, "a site has the keys word, place"),
        ("boat", "a site has the keys word, place"),
        ({"word": "boat", "place": "1,-3,S", "value": 4}, "there is a boat already"),
        ({"word": "chest", "value": 4}, "there is a chest already"),
        ({"word": "inner", "place": "0,0,SE"}, "'0,0,SE' is no path within a land hex"),
        ({"word": "inner", "place": "9,9,CN"}, "'9,9,CN' is no path within a land hex"),
        ({"word": "inner", "place": "3,0,CN"}, "'3,0,CN' is no path within a land hex"),
        ({"word": "inner"}, "'' is no path within a land hex"),
        ({"word": "inner", "place": "2,-2,CS"}, "there is a inner already"),
        ({"word": "vane", "place": "2,-2,CS"}, "there is one vane, not 2"),
    ],
)
def test_a_site_that_cannot_be_is_refused(site: object, message: str) -> None:
    sites = [s.to_dict() for s in lagoon().sites]
    with pytest.raises(ConfigError) as caught:
        configure(given_lagoon(sites=[*sites, site]), None)
    assert message in str(caught.value)
    assert "vane, not" in message or f"layout.sites[{len(sites)}] = " in str(caught.value)
    assert "vane, not" in message or caught.value.text in catalogue("fr")


def test_sites_are_a_list() -> None:
    refusal({"layout": land("0,0 forest 8") | {"sites": "inner"}}, "layout.sites: expected a list, got 'inner'")


def test_a_layout_without_sites_is_written_as_before() -> None:
    assert set(configure({}, None).resolved()["layout"]) == {"hexes", "harbors"}


# -- where the robber begins


@pytest.mark.rule("BASE-015")
def test_a_layout_sets_the_robber_down() -> None:
    hexes = ["0,0 forest 8", "1,0 desert", "0,1 hills 12"]
    assert table(2, layout=land(*hexes, sites=["robber 0,1"])).r.robber_start == 2
    t = table(2, layout=land(*hexes, sites=["robber 0,1"]))
    assert t.r.board.hex_names[t.cell(t.r.robber)] == "0,1"
    assert t.r.board.hex_names[t.r.desert] == "1,0"


@pytest.mark.rule("BASE-015")
def test_the_robber_begins_in_the_first_desert_or_beside_a_board_without_one() -> None:
    several = table(2, layout=land("1,1 desert", "0,1 desert", "0,0 hills 4", "1,0 desert", "-1,0 sea")).r
    assert several.board.hex_names[several.desert] == "1,0"
    none = table(2, layout=land("0,0 hills 4", "1,0 sea"))
    assert none.r.desert == none.cell(none.r.robber) == -1


@pytest.mark.rule("BASE-015")
@pytest.mark.parametrize(
    ("sites", "message"),
    [(["robber 0,0", "robber 1,0"], "starts on one hex, not on 2"), (["robber 9,0"], "cannot stand on hex 9,0")],
)
def test_the_robber_begins_on_one_hex_of_land(sites: list[str], message: str) -> None:
    spots = [f"{q},{r} desert" for q in range(5) for r in range(3)]
    refusal({"seats": 2, "layout": land(*spots, "9,0 sea", sites=sites)}, message, "(BASE-015)")


# -- numbers


@pytest.mark.rule("BASE-002")
@pytest.mark.parametrize(
    "numbers", [[7], [1], [2, 2], [2, 13], "2 12", 2, [True, 2], [None], {"2": 12}, [2.0, 12], [[2]]]
)
def test_numbers_that_cannot_be_are_refused(numbers: object) -> None:
    layout = land("0,0 mountains 2 12") | {"hexes": [{"q": 0, "r": 0, "terrain": "mountains", "numbers": numbers}]}
    refusal({"layout": layout}, "layout.hexes[0]", "(BASE-002)")


def test_a_hex_has_a_number_or_numbers() -> None:
    hex_ = {"q": 0, "r": 0, "terrain": "mountains", "number": 4, "numbers": [4]}
    refusal({"layout": {"hexes": [hex_]}}, "number or numbers")


@pytest.mark.rule("BASE-002")
def test_only_some_terrains_bear_numbers() -> None:
    for terrain in ("desert", "sea"):
        refusal({"layout": land(f"0,0 {terrain} 2 12")}, f"a {terrain} hex has no number", "(BASE-002)")


def test_one_number_is_written_alone_and_several_as_a_list() -> None:
    layout = land("0,0 mountains 12 2", "1,0 hills 5", "0,1 desert")
    assert table(2, layout=layout).r.resolved()["layout"]["hexes"] == layout["hexes"]
    one = {"q": 0, "r": 0, "terrain": "hills", "numbers": [5]}
    assert table(2, layout={"hexes": [one]}).r.resolved()["layout"]["hexes"][0]["number"] == 5


# -- harbours and water


@pytest.mark.rule("BASE-006")
def test_a_harbour_may_look_out_on_listed_water() -> None:
    t = table(2, layout=land("0,0 forest 8", "1,0 sea", harbors=["0,0 E ore"]), settlements={0: "0,1,N"})
    assert t.cell(t.r.rates + t.r.good_names.index("ore")) == 2


@pytest.mark.rule("BASE-006")
def test_a_harbour_lies_at_land() -> None:
    refusal({"layout": land("0,0 forest 8", "1,0 sea", harbors=["1,0 W"])}, "there is no land hex at 1,0")


@pytest.mark.rule("BASE-013")
def test_water_gives_no_room_for_settlements() -> None:
    spots = [f"{q},{r}" for q in range(5) for r in range(5)]
    refusal(
        {"seats": 4, "layout": land("0,0 forest 8", *(f"{at} sea" for at in spots[1:]))},
        "this board has 6 corners",
        "(BASE-013)",
    )


@pytest.mark.rule("BASE-013")
@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"corner": "2,0,N", "edge": "1,0,E"}, "nothing is built at '2,0,N'"),
        ({"corner": "0,0,C", "edge": "0,0,CN"}, "nothing is built at '0,0,C'"),
        ({"corner": "1,-1,S", "edge": "1,-1,SE"}, "no road lies at '1,-1,SE'"),
    ],
)
def test_printed_pieces_stand_on_land(start: dict[str, Any], message: str) -> None:
    layout = land("0,0 forest 8", "1,0 sea", "1,-1 sea", "2,0 sea", sites=["inner 0,0,CN"])
    refusal({"seats": 2, "layout": layout, "starts": [{"seat": 0, **start}]}, message, "(BASE-013)")


def test_letters_of_tokens_are_left_out() -> None:
    assert lettered("A5 Za3 Zc12") == [5, 3, 12]
    with pytest.raises(ValueError, match="invalid"):
        lettered("A")


def test_a_kind_of_place_is_named(register: Register) -> None:
    register(lambda: Bringing("one", sites={"cairn": CORNER}))
    refusal({"modules": ["one"], "layout": land("0,0 forest 8", sites=["cairn 0,0"])}, "there is no corner '0,0'")


@pytest.mark.parametrize("rng", [None, Random(1)], ids=["stored", "new"])
@pytest.mark.parametrize(("name", "value"), [("harbors", "shuffled"), ("spiral_from", "0,-2")])
def test_options_that_deal_are_refused_with_a_map_by_coordinates(name: str, value: str, rng: Random | None) -> None:
    board = configure({"layout": "beginner"}, None).resolved()["layout"]
    with pytest.raises(ConfigError, match=f"options.{name} = '{value}': a map by coordinates is laid as it is given"):
        configure({"layout": board, "options": {name: value}}, rng)


def test_the_config_of_a_dealt_map_can_be_used_again() -> None:
    config = Game.new(
        {"layout": "spiral", "options": {"harbors": "shuffled", "spiral_from": "0,-2"}}, seed=1
    ).rules.resolved()
    assert Game.new(config, seed=2).rules.resolved() == config
    assert configure(config, None).resolved() == config


@pytest.mark.parametrize("rng", [None, Random(1)], ids=["stored", "new"])
@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, maker in MODULES.items() for name in maker().dealing]
)
def test_a_module_s_options_that_deal_are_refused_with_a_map_by_coordinates(
    module: str, name: str, rng: Random | None
) -> None:
    board = configure({"modules": [module]}, Random(1)).resolved()["layout"]
    for value in MODULES[module]().options[name][1:]:
        with pytest.raises(ConfigError, match=f"options.{name} = '{value}': a map by coordinates is laid as it is"):
            configure({"modules": [module], "layout": board, "options": {name: value}}, rng)
