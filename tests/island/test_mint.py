"""Purses, a rate that is "not now", things to buy, further cards and sets of goods: the island with a mint."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from mypy_extensions import i64

from bastide.catan.base.config import UNLIMITED, IslandConfig
from bastide.catan.base.island import KNIGHT, Island
from bastide.catan.base.seams import CardPile, IslandModule, ModuleRules
from bastide.catan.family import MODULES
from bastide.kernel.errors import ConfigError, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.state import State
from bastide.players import make_bot
from bastide.testing.play import island
from bastide.view import SPECTATOR, view
from bastide.view.text import text
from bastide.view.words import Words
from tests.island.archipelago.rules.mint import JUBILEES, Mint
from tests.kit import Table, table
from tests.view.island.seen import seen


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "mint", Mint)


def at_mint(**position: Any) -> Table:
    """A position of a game with the mint."""
    return table(3, modules=["mint"], **position)


def reloaded(game: Game) -> Game:
    return Game.load(game.save())


# -- purses


def test_a_purse_is_no_hand() -> None:
    t = at_mint(settlements={0: "0,0,N"}, hands={0: "gold*9 wool", 1: "gold*9 ore*8"}, rolled=False)
    r, s = t.r, t.game.state
    assert [int(r.hand_size(s, seat)) for seat in range(3)] == [1, 8, 0]
    assert [int(r.tradable(s, seat)) for seat in range(3)] == [10, 17, 0]
    t.play("roll", "roll 3 4")
    assert t.actors == [1], "a seven asks for half of eight cards, and nothing for gold"
    t.refuses("1: discard gold*4", "BASE-022")
    t.play("1: discard ore*4").check(hands={1: "gold*9 ore*4"})


def test_a_monopoly_and_free_goods_are_of_cards() -> None:
    t = at_mint(hands={1: "gold*3"}, cards={0: "monopoly plenty"})
    assert not t.can("monopoly gold")
    t.refuses("monopoly gold", "BASE-038")
    t.refuses("plenty gold*2", "BASE-037")
    assert not any("gold" in line for line in t.legal() if line.startswith(("plenty", "monopoly")))


def test_a_purse_alone_can_trade() -> None:
    t = at_mint(hands={0: "gold", 1: "gold*2", 2: "ore"})
    t.play("offer gold for ore")
    assert t.actors == [1, 2], "a seat with gold alone may answer"
    t.refuses("1: accept", "HOUSE-008", "ore")
    t.play("1: refuse", "2: counter ore for gold*1").play("trade 2").check(hands={0: "ore", 2: "gold"})


def test_a_purse_lies_open() -> None:
    t = at_mint(hands={0: "gold*4 wool", 1: "gold*2"})
    for viewer in (0, 1, 2, SPECTATOR):
        now = seen(t, viewer)
        assert [seat.purse for seat in now.seats] == [{"gold": 4}, {"gold": 2}, {"gold": 0}]
        assert [seat.hand_size for seat in now.seats] == [1, 0, 0]
        assert all("gold" not in (seat.hand or {}) for seat in now.seats)
    for _ in range(20):
        dealt = resample(t.r, t.game.state, 1, random.Random(1))
        gold = t.r.hand + t.r.good_names.index("gold")
        assert [int(dealt.cells[gold + seat * t.r.goods]) for seat in range(3)] == [4, 2, 0]


def test_cards_come_before_purses() -> None:
    config = IslandConfig(3, Game.new({"seats": 3}).rules.resolved()["options"], *given())
    config.add_goods({"gold": UNLIMITED}, purse=True)
    config.add_goods({"paper": 12})
    assert config.good_names[5:] == ["paper", "gold"]
    assert config.stock[5:] == [12, UNLIMITED]
    assert config.held == 6
    assert config.costs[7:14] == [1, 1, 1, 1, 0, 0, 0]


def given() -> tuple[Any, list[str], dict[str, Any]]:
    rules = Game.new({"seats": 3}).rules
    assert isinstance(rules, Island)
    return rules.config.layout, [], rules.config.terrains


# -- a rate that is not now


def test_the_bank_changes_gold_twice_a_turn() -> None:
    t = at_mint(hands={0: "gold*9"})
    t.play("bank gold*2 wool", "bank gold*2 ore").check(hands={0: "gold*5 wool ore"})
    assert seen(t, 0).seats[0].rates["gold"] == 0
    assert not any(line.startswith("bank") for line in t.legal())
    assert seen(t, 0).bank_trades == []
    t.refuses("bank gold*2 wool", "MINT-003")
    t.play("end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "bank gold*2 wool")
    back = reloaded(Table(played(["bank gold*2 wool"])).game)
    assert back.decisions[-1].text == "bank gold*2 wool"


def played(last: list[str]) -> Game:
    """A game in which seat 0 has rolled, and these decisions."""
    game = Game.new({"seats": 3, "modules": ["mint"], "options": {"first": 0}})
    for line in ("roll", "roll 1 1", *last):
        game.play(line)
    return game


class Closed(ModuleRules):
    """The bank takes no wool at all, and says nothing about it."""

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        return 0 if self.r.good_names[good] == "wool" else rate


class Generous(ModuleRules):
    """Everything goes two to one."""

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        return 2


def test_a_refused_good_stays_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "closed", partial(IslandModule, "closed", Closed))
    monkeypatch.setitem(MODULES, "generous", partial(IslandModule, "generous", Generous))
    t = table(3, modules=["closed", "generous"], hands={0: "wool*4 ore*2"})
    assert {line.split()[1] for line in t.legal() if line.startswith("bank")} == {"ore*2"}
    t.refuses("bank wool*4 ore", "BASE-027")
    assert "harbours: 2:1\n" in text(view(t.game, 0), Words("en"), ())


# -- things to buy


def test_a_mint_is_paid_for_and_counted() -> None:
    t = at_mint(hands={0: "brick*3 gold*6"})
    t.play("mint", "mint").check(hands={0: "brick gold*2"}, points={0: 2})
    assert seen(t, 0).seats[0].left["mint"] == 0
    assert seen(t, 0).seats[1].left["mint"] == 2
    t.refuses("mint", "MINT-002")
    [tile] = [action for action in seen(t, 0).actions if action.verb == "mint"]
    assert (tile.enabled, tile.left, tile.cost) == (False, 0, {"brick": 1, "gold": 2})
    assert tile.reason is not None
    assert Words("en").text(tile.reason.say, []) == "you have no mint left in your supply"


def test_the_table_says_what_a_mint_lacks() -> None:
    t = at_mint(hands={0: "gold"})
    t.refuses("mint", "MINT-002", "brick gold")
    [tile] = [action for action in seen(t, 0).actions if action.verb == "mint"]
    assert tile.reason is not None
    assert tile.reason.missing == {"brick": 1, "gold": 1}
    assert [action.verb for action in seen(t, 0).actions] == [
        *("road", "settlement", "city", "card", "mint", "trade", "bank", "roll", "end")
    ]
    t = at_mint(hands={0: "brick gold*2"})
    [tile] = [action for action in seen(t, 0).actions if action.verb == "mint"]
    assert (tile.enabled, tile.notation, tile.left) == (True, "mint", 2)
    t = at_mint(hands={0: "brick gold*2"}, rolled=False)
    t.refuses("mint", "BASE-016")


class Clash(IslandModule):
    """It adds something of a name that exists, or prices it in a good that does not."""

    what = ""

    def __init__(self) -> None:
        super().__init__("clash")

    def prepare(self, config: IslandConfig) -> None:
        if self.what == "item":
            config.add_item("mint", {})
        elif self.what == "card":
            config.add_card("knight", 1)
        else:
            config.add_item("bell", {"bronze": 1})


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("item", "the item 'mint' of 'clash' is already declared by 'mint'"),
        ("card", "the card 'knight' of 'clash' is already declared by 'island'"),
        ("price", "the item 'bell' of 'clash' costs 'bronze', which is no good of this game"),
    ],
)
def test_a_name_declared_twice_is_refused(monkeypatch: pytest.MonkeyPatch, what: str, said: str) -> None:
    monkeypatch.setattr(Clash, "what", what)
    monkeypatch.setitem(MODULES, f"clash_{what}", Clash)
    with pytest.raises(ConfigError, match=said):
        Game.new({"seats": 3, "modules": ["mint", f"clash_{what}"]})


# -- cards


def test_a_further_card_is_drawn_and_played() -> None:
    t = at_mint(hands={0: "wool grain ore"}, deck={"jubilee": 1})
    t.play("buy")
    assert t.game.chances() == [("draw jubilee", 1)]
    t.play("draw jubilee").check(cards={0: "jubilee"})
    t.refuses("jubilee", "BASE-034")
    [card] = seen(t, 0).seats[0].cards or []
    assert (card.kind, card.count, card.fresh, card.notation) == ("jubilee", 1, 1, None)
    assert card.reason is not None
    assert seen(t, 1).seats[0].cards is None
    assert seen(t, 1).seats[0].cards_size == 1
    t.play("end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end")
    assert [c.notation for c in seen(t, 0).seats[0].cards or []] == ["jubilee"], "before the roll too"
    t.play("jubilee").check(hands={0: "gold*3"}, cards={0: ""})
    assert not t.game.can_undo(0)
    t.refuses("jubilee", "BASE-034")
    assert "Seat 0 plays the jubilee card" in text(view(t.game, 1), Words("en"), ("Seat 0",))


def test_the_deck_holds_the_cards_of_all() -> None:
    game = Game.new({"seats": 3, "modules": ["mint"]})
    r = island(game)
    assert r.card_names == ["knight", "roads", "plenty", "monopoly", "point", "jubilee"]
    assert int(r.deck_size(game.state)) == 25 + JUBILEES
    assert seen(Table(game), 0).deck == 25 + JUBILEES


class BazaarRules(ModuleRules):
    """Cards are sold from a pile of the module's own: each is a gift of wool, until there are no more."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        r.sell_from(Gifts(r, r.schema.add("sold", [], most=2)))


class Gifts(CardPile):
    """A pile of cards that each bring wool; `sold` is the cell that counts those sold."""

    def __init__(self, r: Island, sold: i64) -> None:
        self.r = r
        self.sold = sold

    def for_sale(self, s: State, seat: i64, count: i64) -> i64:
        return count + 2 - s.cells[self.sold]

    def sell(self, s: State, seat: i64) -> bool:
        s.cells[self.sold] += 1
        self.r.draw_goods(s, seat, self.r.good_names.index("wool"), 1)
        return True


class Bazaar(IslandModule):
    """The module before a game: there are no other cards."""

    def __init__(self) -> None:
        super().__init__("bazaar", BazaarRules)

    def prepare(self, config: IslandConfig) -> None:
        config.deck = [0] * len(config.deck)


def test_a_module_sells_cards_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "bazaar", Bazaar)
    t = table(3, modules=["bazaar"], hands={0: "wool*3 grain*3 ore*3"})
    assert seen(t, 0).deck == 2
    t.play("buy", "buy").check(hands={0: "wool*3 grain ore"}, phase="main")
    assert seen(t, 0).deck == 0
    t.refuses("buy", "BASE-033")
    t = table(3, modules=["bazaar"], hands={0: "wool grain"})
    t.refuses("buy", "BASE-033", "ore")


# -- sets


def test_a_verb_brings_its_own_set() -> None:
    t = at_mint(hands={0: "wool*3 ore gold"})
    assert "endow GOODS" in t.game.forms()
    t.play("endow ore wool*2").check(hands={0: "wool gold*4"})
    assert t.game.decisions[-1].text == "endow wool*2 ore"
    t.refuses("endow wool", "MINT-005")
    assert not any(line.startswith(("endow", "lay", "done")) for line in t.legal())


@pytest.mark.parametrize("line", ["endow", "endow bronze", "endow 3", "lay wool", "done", "endow wool*0"])
def test_a_set_that_cannot_be_read_is_no_notation(line: str) -> None:
    t = at_mint(hands={0: "wool*3"})
    with pytest.raises(InvalidAction):
        t.game.play(line)


def test_a_set_that_is_not_held_is_refused() -> None:
    t = at_mint(hands={0: "wool gold"})
    for line in ("endow wool*2", "endow gold", "endow wool gold"):
        t.refuses(line, "BASE-016")


# -- all of it


def test_bots_play_with_it() -> None:
    game = Game.new({"seats": 3, "modules": ["mint"], "options": {"first": 0}}, seed=5)
    rng, bots = random.Random(5), [make_bot("greedy", seat) for seat in range(3)]
    while not game.over:
        if game.actors == [-1]:
            game.draw(rng)
        else:
            seat = game.actors[0]
            game.play(bots[seat].choose(game, seat), seat)
    assert {d.text.split()[0] for d in game.decisions} >= {"mint"}
    assert any(d.text.startswith("bank gold*2") for d in game.decisions)
    assert game.winners
    story = seen(Table(game), 0).result
    assert story is not None
    assert story.story is not None
    assert all(n >= 0 for goods in story.story.goods for n in goods.values())


def test_a_module_may_change_the_base_s_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    class Army(IslandModule):
        def __init__(self) -> None:
            super().__init__("army_of_two")

        def prepare(self, config: IslandConfig) -> None:
            config.deck[KNIGHT] = 2

    monkeypatch.setitem(MODULES, "army_of_two", Army)
    t = table(3, modules=["army_of_two", "mint"])
    assert t.r.deck_stock[KNIGHT] == 2
    assert seen(t, 0).deck == 2 + 11 + JUBILEES
