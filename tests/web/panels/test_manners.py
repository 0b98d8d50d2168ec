"""The words of easy bots: in the language of the reader, of easy bots alone, and at most one of them at an occasion."""

from __future__ import annotations

import json

from msgspec.structs import replace

from bastide.server.common.model import TableView
from bastide.view.island.model import IslandView
from bastide.view.model import Result, Say
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.desk import Desk
from bastide.web.panels.manners import last_word, words
from tests.web.panels.tables import table, view


def with_bots(*levels: str, winner: int | None = None) -> TableView:
    """A table at which the reader has seat 1, and bots of these levels the others."""
    shown = view()
    if winner is not None:
        shown = replace(shown, result=Result([winner], Say("{winner} wins with {count} points", {"winner": winner})))
    found = table(shown)
    seats = [chair.seat for chair in found.chairs if chair.seat != 1][: len(levels)]
    bots = dict(zip(seats, levels, strict=False))
    chairs = [
        replace(chair, kind="bot", bot=bots[chair.seat])
        if chair.seat in bots
        else replace(chair, kind="person", bot="")
        for chair in found.chairs
    ]
    return replace(found, chairs=chairs)


def said(shown: TableView, language: str = "en") -> dict[str, dict[str, str]]:
    found = words(Desk(shown, Words(language)))
    return json.loads(found) if found else {}


def word(shown: TableView, language: str = "en") -> str:
    assert isinstance(shown.view, IslandView)
    return str(last_word(Desk(shown, Words(language)), shown.view) or "")


def test_one_easy_bot_greets_and_each_may_thank() -> None:
    spoken = said(with_bots("easy", "easy"))
    assert [len(spoken[what]) for what in ("greeting", "thanks")] == [1, 2]
    assert said(with_bots("greedy", "easy"))["thanks"].keys() == said(with_bots("greedy", "easy"))["greeting"].keys()
    assert said(with_bots("greedy", "strong")) == {}
    assert said(replace(with_bots("easy"), seat=None)) == {}


def test_the_words_are_those_of_the_language_and_reach_the_page() -> None:
    shown = with_bots("easy")
    english, french = said(shown), said(shown, "fr")
    for what in english:
        assert english[what].keys() == french[what].keys()
        assert not set(english[what].values()) & set(french[what].values())
    assert "data-manners=" in render(shown, "en")["chat"]
    assert "data-manners=" not in render(with_bots("greedy"), "en")["chat"]


def test_the_last_word_is_praise_for_a_reader_who_has_won() -> None:
    for language, praise in (("en", "Well played|Congrat|earned"), ("fr", "Bien joué|Félicit|mérité")):
        won, lost = word(with_bots("easy", winner=1), language), word(with_bots("easy", winner=0), language)
        assert any(one in won for one in praise.split("|"))
        assert lost
        assert not any(one in lost for one in praise.split("|"))
    assert word(with_bots("greedy", winner=1)) == ""
