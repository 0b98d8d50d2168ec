"""The archipelago: an expansion of tests with all that an island room may bring, on a board of its own.

Its parts have tests of their own (`test_lagoon`, `test_lines`, `test_mint`); here they are played, recorded, shown and
judged together, with a cart that rolls a die and goes along the paths.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import view
from bastide.view.text import text
from bastide.view.words import Words
from tests.island import plain_lines
from tests.island.archipelago.rules import Archipelago
from tests.kernel.test_plugins import python
from tests.kit import Table, table
from tests.properties.invariants import check_cards
from tests.properties.play import island, play
from tests.sizes import sized
from tests.web.rooms import entered

SEEDS = range(sized(4, 60))
HOME, EAST, FAR = "0,-1,E", "1,-2,SE", "-1,1,SE"
"""An edge of the plain, the next one with a market at its end, and one beyond."""
HANDS = {0: "gold*7 brick wool ore*2", 1: "ore gold*2"}


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "archipelago", Archipelago)


def new(seed: int = 0, seats: int = 3, **options: object) -> Game:
    """A new game there."""
    config = {"seats": seats, "modules": ["archipelago"], "layout": "archipelago", "options": options}
    return Game.new(config, seed=seed)


def there(**position: Any) -> Table:
    """A position there."""
    return table(3, layout="archipelago", modules=["archipelago"], **position)


def carts(t: Table, edges: dict[int, str]) -> Table:
    """Set carts down."""
    [m] = t.r.modules
    assert isinstance(m, Archipelago)
    for seat, edge in edges.items():
        t.game.state.cells[m.cart + seat] = t.r.board.edge_index[edge] + 1
    return t


# -- carts


def test_a_cart_goes_as_far_as_a_die_says() -> None:
    t = carts(there(roads={0: "0,-1,E 0,-1,SE"}), {0: HOME})
    t.play("haul")
    assert t.game.chances() == [(f"throw {n}", 1) for n in range(1, 7)]
    t.play("throw 1")
    assert t.places("cart") == {"0,-1,SE"}, "a road costs a point, a bare path two"
    t.play("cart 0,-1,SE").check(phase="main")
    t.refuses("haul", "CART-001")
    assert [(event.seat, event.a) for event in t.told("carts_go")] == [(0, t.r.board.edge_index["0,-1,SE"])]


def test_a_cart_may_stay_and_drives_again_next_turn() -> None:
    t = carts(there(roads={0: HOME}), {0: HOME})
    t.play("haul", "throw 6", "pass").check(phase="main", hands={0: ""})
    t.refuses("haul", "CART-001")
    t.play("end", *["roll", "roll 1 1", "end"] * 2)
    t.refuses("haul", "BASE-016")
    t.play("roll", "roll 1 1")
    assert t.can("haul")


def test_a_cart_that_is_not_there_cannot_be_driven() -> None:
    there().refuses("haul", "CART-001")


def test_a_market_stops_a_cart_and_pays_it() -> None:
    t = carts(there(roads={0: HOME}), {0: HOME})
    t.play("haul", "throw 6")
    beyond = {"1,-2,SE", "1,-1,NE", "1,-2,E"}
    assert EAST in t.places("cart")
    t.play(f"cart {EAST}").check(hands={0: "gold*2"})
    assert [event.b for event in t.told("mint_gold")] == [2]
    assert beyond - t.places("cart")


def test_another_building_bars_the_way_and_water_too() -> None:
    t = carts(there(roads={0: HOME}, settlements={1: "0,-1,N 1,-1,S"}), {0: "2,-1,NE"}).play("haul", "throw 6")
    assert not {e for e in t.places("cart") if e.startswith("3,-2")}
    free = carts(there(), {0: HOME}).play("haul", "throw 3").places("cart")
    barred = carts(there(settlements={1: "0,0,N"}), {0: HOME}).play("haul", "throw 3").places("cart")
    assert barred < free


def test_carts_begin_on_a_line_of_their_seat() -> None:
    t = Table(new(first=0))
    play(t.game, random.Random(1), 14)
    r, s = t.r, t.game.state
    [m] = r.modules
    assert isinstance(m, Archipelago)
    for seat in range(3):
        assert s.cells[r.road + s.cells[m.cart + seat] - 1] == seat + 1


# -- whole games


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_keep_to_the_rules_and_are_recorded(seed: int) -> None:
    game = new(seed, 2 + seed % 3)
    r = island(game)
    words: Counter[str] = Counter()

    def look(g: Game) -> None:
        words[g.decisions[-1].text.split()[0]] += 1
        if g.version % 10 == 0:
            plain_lines.check(r, g.state)
            check_cards(r, g.state)

    play(game, random.Random(seed), 500, look)
    assert words.keys() >= {"haul", "throw", "cart", "ferry", "unmoor", "road", "endow", "bank"}
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(20):
        again.undo()
    assert again.hash() == Game.load(again.save()).hash() != game.hash()


def test_the_bot_takes_its_module_s_judgement() -> None:
    def played() -> Counter[str]:
        game = new(3)
        bots, rng = [make_bot("greedy", seat) for seat in range(3)], random.Random(3)
        while not game.over and int(game.state.cells[island(game).turn]) < 30:
            if game.actors == [-1]:
                game.draw(rng)
            else:
                game.play(bots[game.actors[0]].choose(game, game.actors[0]), game.actors[0])
        return Counter(event.kind for events in game.history for event in events)

    with entered(["tests.island.archipelago"]):
        judged = played()
    plain = played()
    assert judged["carts_go"] > 5 > plain["carts_go"]
    assert judged["mint_gold"] > plain["mint_gold"]


# -- as a room

PAGES = """
import json, sys
from tests.island.test_archipelago import pages
print(json.dumps(pages()))
"""


def pages() -> dict[str, Any]:
    """What text and page show of a game with the room; run in a process that has it as a plug-in."""
    from bastide.web.panels import render  # the views of rooms are read once a process
    from tests.web.panels.test_painter import seen as at_table

    position = {"hands": HANDS, "roads": {0: HOME}, "cards": {0: "jubilee knight"}, "rolled": False}
    t = table(4, modules=["archipelago"], layout="archipelago", **position)  # type: ignore[arg-type] # keywords of table
    carts(t, {0: HOME}).play("roll", "roll 1 1")
    out: dict[str, Any] = {}
    for language in ("en", "fr"):
        out[language] = render(at_table(t.game, 0), language)
        out[f"{language}-other"] = render(at_table(t.game, 1), language)
        out[f"{language}-text"] = text(view(t.game, 0), Words(language), ())
    t.play("jubilee", "mint", "bank gold*2 wool", "haul", "throw 4")
    out["driving"] = render(at_table(t.game, 0), "fr")
    t.play(f"cart {EAST}")
    out["after"] = render(at_table(t.game, 0), "fr")
    out["log"] = text(view(t.game, 1), Words("fr"), ("Ada",))
    return out


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    site = tmp_path_factory.mktemp("site")
    info = site / "archipelago-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: archipelago\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text("[bastide.modules]\narchipelago = tests.island.archipelago\n")
    done = python(site, "-c", PAGES)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("language", "mint", "gold", "jubilee"),
    [("en", "Mint", "gold", "Jubilee"), ("fr", "Atelier monétaire", "or", "Jubilé")],
)
def test_the_page_names_and_shows_all_of_it(
    drawn: dict[str, Any], language: str, mint: str, gold: str, jubilee: str
) -> None:
    html = drawn[language]
    [tile] = [button for button in html["actions"].split("<button") if 'data-notation="mint"' in button]
    assert mint in tile
    assert 'href="#i-gold"' in tile, "the price"
    assert html["rail"].count('class="stat-purse"') == 4
    assert f" {gold}</span>" in html["rail"].split('class="stat-purse"')[1]
    assert html["players"].count('href="#i-gold"') == 4
    assert 'data-notation="jubilee"' in html["hand"]
    assert jubilee in html["hand"]
    assert 'data-good="gold"' not in html["hand"], "gold is no card"
    assert html["offer"].count('data-good="gold"') == 2, "given and wanted"
    assert 'data-notation="bank gold*2 wool"' in html["offer"]
    assert "stat-purse" in drawn[f"{language}-other"]["rail"]
    assert jubilee not in drawn[f"{language}-other"]["hand"]
    assert 'id="mint-' in html["defs"]


def test_the_text_names_it_in_both_languages(drawn: dict[str, Any]) -> None:
    assert "gold 7" in drawn["en-text"]
    assert "with the bank: gold 2:1" in drawn["en-text"]
    assert "mint – buy a mint" in drawn["en-text"]
    assert "or 7" in drawn["fr-text"]
    assert "mint – acheter un atelier monétaire" in drawn["fr-text"]
    assert "atelier monétaire 2" in drawn["fr-text"]
    assert "or = gold" in drawn["fr-text"]
    assert "Ada gagne 3" in drawn["log"]
    assert "Ada construit un atelier monétaire" in drawn["log"]


def test_the_page_says_what_the_mint_lacks(drawn: dict[str, Any]) -> None:
    assert "Atelier monétaire\u202f: vous ne pouvez pas payer" in drawn["after"]["actions"].replace("\xa0", "\u202f")
    assert "MINT-002" in drawn["after"]["actions"]


def test_page_and_text_tell_the_carts_and_the_side_roll(drawn: dict[str, Any]) -> None:
    driving = drawn["driving"]
    assert 'href="#cart"' in driving["pieces"]
    assert driving["targets"].count('data-verb="cart"') > 2
    assert 'data-notation="pass"' in driving["choice"]
    assert "lance un dé" in driving["log"]
    assert "lance un dé" in driving["dice"]
    assert "Charrettes" in driving["east"]
    assert "Où va votre charrette" in driving["prompt"]
    assert f"Carts: seat 0 at {HOME}" in drawn["en-text"]
    assert f"Charrettes\u202f: place 0 en {HOME}" in drawn["fr-text"]
    assert "Ada lance un dé" in drawn["log"]
    assert "Ada fait avancer sa charrette" in drawn["log"]


def test_page_and_text_show_the_board_and_the_colours_that_nobody_plays(drawn: dict[str, Any]) -> None:
    html = drawn["en"]
    for word in ("market", "ford", "boat", "vane", "zone", "chest"):
        assert f'class="site-{word}"' in html["land"]
    assert 'class="inner"' in html["land"]
    for terrain in ("lagoon", "grove", "salt_pan", "shallows"):
        assert f'href="#hex-{terrain}-0"' in html["land"]
        assert f'id="hex-{terrain}-0"' in html["defs"]
    assert html["rail"].count("slab neutral") == html["players"].count("slab neutral") == 2
    for look in ("stone", "driftwood"):
        assert f'href="#settlement-{look}"' in html["pieces"]
        assert f'id="settlement-{look}"' in html["defs"]
    assert "Paths within hexes:\n  2,-2,CSE; 2,-2,CS; 2,-2,CSW; 2,-2,CNW" in drawn["en-text"]
    assert "1,-1,N market 2" in drawn["en-text"]
    assert "1,-1,N marché 2" in drawn["fr-text"]
    assert "0,0 lagoon 2 3 11 12" in drawn["en-text"]
