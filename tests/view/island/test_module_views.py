"""Several modules at one table: what they declare, what is collected from all, and what only one can answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.kernel.rooms import floor, floors
from bastide.view import view
from bastide.view.island import module_views
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView
from bastide.view.island.module_views import all_views, check_together, check_views
from bastide.view.island.text import hint
from bastide.view.model import Action, Piece, Points, Say
from bastide.view.owners import BASE, Collision
from bastide.view.styles import PieceStyle, Styles
from bastide.view.text import text
from bastide.view.words import Words

PLACES = {"wagons": "0,0,N", "caravans": "0,0,S"}


class Stub(ModuleView):
    """A module that adds one of everything, under its own name."""

    def __init__(self, name: str, prompt: Say | None = None) -> None:
        self.name = name
        self.fields = {f"{name}_moves": (("count", "number"),)}
        self.hints = {f"{name}-go": Say(f"move the {name}")}
        self.signs = {name: "{}"}
        self.legend = Say(f"Braces are {name}.")
        self.turn_prompt = prompt

    def own(self, g: Glance) -> str:
        return self.name

    def pieces(self, g: Glance) -> list[Piece]:
        return [Piece(self.name, PLACES[self.name], 0)]

    def actions(self, g: Glance) -> list[Action]:
        return [Action(self.name, False)]

    def points(self, g: Glance, seat: int) -> list[Points]:
        return [Points(self.name, 1, 0)]

    def marks(self, own: Any) -> dict[str, str]:
        return {"0,0": self.name}

    def text(self, view: IslandView, own: Any, words: Words, names: Any) -> list[str]:
        return [f"{self.name} stand ready"]


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Stub]]:
    """Two modules that have no room, and how they are shown."""
    views = {name: Stub(name) for name in PLACES}
    monkeypatch.setattr(module_views, "floor", lambda family, name, kind: views.get(name) or floor(family, name, kind))
    monkeypatch.setattr(module_views, "floors", lambda family, kind: {**floors(family, kind), **views})
    for name in views:
        MODULES[name] = partial(IslandModule, name)
    forget()
    yield views
    for name in views:
        del MODULES[name]
    forget()


def forget() -> None:
    """Look anew which modules there are."""
    for kept in (module_views.view_of, module_views.all_views, module_views._views):
        kept.cache_clear()


def started() -> Game:
    """A game of both modules, at the first turn."""
    config = {"layout": "beginner", "seats": 3, "modules": list(PLACES), "options": {"first": 0}}
    game = Game.new(config)
    game.play("roll")
    game.chance("roll 4 6")
    return game


def test_two_modules_keep_each_other(stubs: dict[str, Stub]) -> None:
    shown = view(started(), 0)
    assert isinstance(shown, IslandView)
    assert list(shown.modules) == list(PLACES)
    assert [piece.kind for piece in shown.pieces if piece.kind in PLACES] == list(PLACES)
    assert [action.verb for action in shown.actions if action.verb in PLACES] == list(PLACES)
    assert [source.source for source in shown.seats[0].sources if source.source in PLACES] == list(PLACES)
    told = " ".join(text(shown, Words("en"), ["A", "B", "C"]).split())
    for name in PLACES:
        assert f"{name} stand ready" in told
        assert f"Braces are {name}." in told
    assert "wagons, caravans)" in told
    assert told.count("{0}") == 2


def test_the_prompt_of_a_turn_is_that_of_the_only_module_that_has_one(stubs: dict[str, Stub]) -> None:
    usual = view(started(), 0).prompt
    stubs["wagons"].turn_prompt = Say("Your turn: lead your wagons.")
    assert view(started(), 0).prompt == Say("Your turn: lead your wagons.")
    assert view(started(), 1).prompt.text != "Your turn: lead your wagons."
    stubs["caravans"].turn_prompt = Say("Your turn: lead your caravans.")
    assert view(started(), 0).prompt == usual


def test_no_rooms_of_the_island_declare_the_same() -> None:
    check_views(all_views())
    assert all_views()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"fields": {"wagons_moves": ()}}, "the event 'wagons_moves' is declared by wagons and by caravans"),
        ({"hints": {"wagons-go": Say("go")}}, "the verb 'wagons-go' is declared by wagons and by caravans"),
        ({"signs": {"wagons": "()"}}, "the sign 'wagons' is declared by wagons and by caravans"),
        ({"fields": {"roll": ()}}, f"the event 'roll' is declared by {BASE} and by caravans"),
        ({"hints": {"road": Say("go")}}, f"the verb 'road' is declared by {BASE} and by caravans"),
        ({"signs": {"city": "()"}}, f"the sign 'city' is declared by {BASE} and by caravans"),
        ({"styles": Styles(pieces={"city": PieceStyle()})}, f"the piece 'city' is declared by {BASE} and by caravans"),
        ({"secrets": {"roll": "first"}}, "caravans tells of the event 'roll', which is not among its own"),
    ],
)
def test_two_modules_that_declare_the_same_are_refused(change: dict[str, Any], told: str) -> None:
    views = {name: Stub(name) for name in PLACES}
    check_views(views)
    for name, value in change.items():
        setattr(views["caravans"], name, value)
    with pytest.raises(Collision, match=told):
        check_views(views)


def test_two_modules_that_deal_the_cards_are_refused() -> None:
    views = {name: Stub(name) for name in PLACES}
    views["wagons"].deals_cards = True
    check_together(views)
    views["caravans"].signs = views["wagons"].signs
    with pytest.raises(Collision, match="the sign 'wagons' is declared by wagons and by caravans"):
        check_together(views)
    views["caravans"].signs = {}
    views["caravans"].deals_cards = True
    with pytest.raises(Collision, match="the cards of a seat are dealt by wagons and by caravans"):
        check_together(views)


def test_modules_that_are_never_at_one_table_may_explain_the_same_verb(stubs: dict[str, Stub]) -> None:
    taken = next(verb for view in floors("island", "view").values() for verb in view.hints)
    stubs["wagons"].hints = {taken: Say("lead the wagons")}
    stubs["wagons"].signs = {"wagons": "[]"}
    forget()
    assert {"caravans", "wagons"} <= all_views().keys()
    shown = view(started(), 0)
    assert isinstance(shown, IslandView)
    assert hint(shown, Words("en"), taken) == "lead the wagons"
    assert "[0]" in text(shown, Words("en"), ["A", "B", "C"])


def test_a_plug_in_that_repeats_the_base_is_left_out(stubs: dict[str, Stub], caplog: pytest.LogCaptureFixture) -> None:
    stubs["wagons"].hints = {"road": Say("lead the wagons")}
    forget()
    assert "wagons" not in all_views()
    [message] = caplog.messages
    assert message.startswith("the plug-in wagons is left out: the verb 'road' is declared by the base")
    assert "\n" not in message
