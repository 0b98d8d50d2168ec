"""Harbours as it is shown: points and the card in the view, the log and the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.view import OPEN, SPECTATOR, events_view, view
from bastide.view.island.model import IslandView
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.harbors.kit import harbored
from tests.expansions.island.harbors.test_rules import CITY, EAST, NORTH, SOUTH, WEST
from tests.kit import Table

NAMES = ["Maud", "Ada", "Zoe"]


def overtaken() -> Table:
    """Seat 0 takes the card from seat 1."""
    t = harbored(cities={0: SOUTH, 1: EAST}, settlements={0: NORTH, 1: WEST}, hands={0: CITY}, card=1)
    return t.play(f"city {NORTH}")


def first() -> Table:
    """Seat 0 is the first to take the card."""
    return harbored(settlements={0: f"{EAST} {SOUTH}"}, hands={0: CITY}).play(f"city {EAST}")


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_everybody_sees_points_and_card(viewer: int) -> None:
    t = harbored(cities={0: EAST}, settlements={0: NORTH, 1: SOUTH}, cards={1: "point*3"})
    seen = view(t.game, viewer)
    assert isinstance(seen, IslandView)
    own = seen.modules["harbors"]
    assert (own.points, own.holder) == ([3, 1, 0], 0)
    assert [(source.source, source.count, source.points) for source in seen.seats[0].sources if source.points] == [
        ("settlements", 1, 1),
        ("cities", 1, 2),
        ("harbors_card", 1, 2),
    ]
    assert all(source.source != "harbors_card" for source in seen.seats[1].sources)
    assert seen.seats[0].points == 5
    assert seen.goal == 11


def test_nobody_holds_it_at_first() -> None:
    seen = view(harbored().game, 0)
    assert isinstance(seen, IslandView)
    assert (seen.modules["harbors"].points, seen.modules["harbors"].holder) == ([0, 0, 0], -1)


@pytest.mark.parametrize(
    ("language", "points", "card"),
    [
        ("en", "Harbour points: Maud 4, Ada 3, Zoe 0", "Harbour card: Maud"),
        ("fr", "Points portuaires\u00a0: Maud 4, Ada 3, Zoe 0", "Première Puissance Portuaire\u00a0: Maud"),
    ],
)
def test_the_text_view_tells_both(language: str, points: str, card: str) -> None:
    told = text(view(overtaken().game, 0), Words(language), NAMES).replace("\u202f:", "\u00a0:")
    assert points in told
    assert card in told


def test_the_text_view_names_no_holder_where_there_is_none() -> None:
    assert "card: " not in text(view(harbored().game, 0), Words("en"), NAMES).lower().replace("your card", "")


@pytest.mark.parametrize(
    ("language", "said", "again"),
    [
        (
            "en",
            "Maud takes the harbour card, with 3 harbour points",
            "Maud takes the harbour card from Ada, with 4 harbour points",
        ),
        (
            "fr",
            "Maud prend la fiche Première Puissance Portuaire avec 3 points portuaires",
            "Maud prend la fiche Première Puissance Portuaire à Ada avec 4 points portuaires",
        ),
    ],
)
def test_the_log_tells_who_takes_the_card(language: str, said: str, again: str) -> None:
    for t, line in ((first(), said), (overtaken(), again)):
        lines = [Words(language).text(line.say, NAMES) for line in view(t.game, 0).log]
        assert lines.count(line) == 1


def test_programs_read_the_event_as_data() -> None:
    t = overtaken()
    assert {"kind": "harbors_card", "seat": 0, "count": 4, "before": 1} in events_view(t.game, t.events, SPECTATOR)
