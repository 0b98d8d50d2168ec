"""Friendly Robber as it is shown: the spared players, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.view import OPEN, SPECTATOR, view
from bastide.view.island.model import IslandView
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.friendly_robber.test_rules import NO_DESERT, SEVEN, TRIO, friendly

NAMES = ["Maud", "Ada", "Zoe"]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_everybody_sees_whom_the_robber_spares(viewer: int) -> None:
    # The hidden points of seat 1 tell nobody anything.
    t = friendly(cities={0: "0,0,N 1,1,S"}, settlements={1: "-1,2,S"}, cards={1: "point*3"})
    seen = view(t.game, viewer)
    assert isinstance(seen, IslandView)
    assert seen.modules["friendly_robber"].spared == [1, 2]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The robber spares: Maud, Ada, Zoe"), ("fr", "Le pion Voleurs épargne\u202f: Maud, Ada, Zoe")],
)
def test_the_text_view_names_them(language: str, said: str) -> None:
    assert said in text(view(friendly().game, 0), Words(language), NAMES)


def test_the_text_view_says_nothing_when_nobody_is_spared() -> None:
    t = friendly(2, cities={0: "0,0,N 1,1,S", 1: "-1,2,S -2,0,N"})
    assert "spares" not in text(view(t.game, 0), Words("en"), NAMES)


@pytest.mark.parametrize(
    ("layout", "language", "said"),
    [
        (TRIO, "en", "Maud finds no hex for the robber: it stands in the desert"),
        (TRIO, "fr", "Maud ne trouve aucune tuile pour le pion Voleurs\u202f: il est dans le désert"),
        (NO_DESERT, "en", "Maud finds no hex for the robber: it stands beside the board"),
        (NO_DESERT, "fr", "Maud ne trouve aucune tuile pour le pion Voleurs\u202f: il est à côté du plateau"),
    ],
)
def test_the_log_tells_where_the_robber_went(layout: dict[str, object], language: str, said: str) -> None:
    t = friendly(2, layout=layout, settlements={1: "0,1,N"}, rolled=False, robber="1,0").play(*SEVEN)
    lines = [Words(language).text(line.say, NAMES) for line in view(t.game, 0).log]
    assert said in lines


def test_programs_read_the_event_as_data() -> None:
    from bastide.view import events_view

    t = friendly(2, layout=TRIO, settlements={1: "0,1,N"}, rolled=False, robber="1,0").play(*SEVEN)
    assert {"kind": "friendly_robber_home", "seat": 0, "hex": "0,0"} in events_view(t.game, t.events, SPECTATOR)
