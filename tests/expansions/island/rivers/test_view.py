"""Rivers as it is shown: tiles and exchanges in the view, the log and the text view, drawings, in both languages."""

from __future__ import annotations

import re

import pytest

from bastide.view import OPEN, SPECTATOR, events_view, view
from bastide.view.island.model import IslandView
from bastide.view.picture import board
from bastide.view.svg.layers import land
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.rivers.kit import BRIDGE, SITES, riverside
from tests.kit import Table

NAMES = ["Maud", "Ada", "Zoe"]


def bridged() -> Table:
    """Seat 0 builds a bridge and becomes the richest."""
    t = riverside(gold=[1, 2, 2], settlements={0: "-1,0,N"}, hands={0: BRIDGE})
    return t.play("bridge -1,-1,SE")


def spent() -> Table:
    """Seat 0 spends the lead."""
    return riverside(gold=[3, 1, 1]).play("bank gold*2 ore")


def shown(t: Table, viewer: int = 0) -> IslandView:
    seen = view(t.game, viewer)
    assert isinstance(seen, IslandView)
    return seen


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_everybody_sees_gold_and_tiles(viewer: int) -> None:
    seen = shown(bridged(), viewer)
    own = seen.modules["rivers"]
    assert (own.fortune, own.misery, own.exchanges) == (0, [1, 2], 2)
    assert [seat.purse for seat in seen.seats] == [{"gold": 4}, {"gold": 2}, {"gold": 2}]
    assert "gold" not in seen.bank, "it never runs out"
    sources = [{source.source: source.points for source in seat.sources} for seat in seen.seats]
    assert sources[0]["rivers_fortune"] == 1
    assert [found.get("rivers_misery") for found in sources] == [None, -2, -2]
    assert [seat.points for seat in seen.seats] == [2, -2, -2]


def test_the_exchanges_left_are_those_of_the_turn() -> None:
    assert shown(spent()).modules["rivers"].exchanges == 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Fortune: Maud",
                "Misery: Ada, Zoe",
                "Exchanges of gold: 2 of 2 left this turn",
                "with the bank: gold 2:1",
            ],
        ),
        (
            "fr",
            [
                "Fortune\u202f: Maud",
                "Misère\u202f: Ada, Zoe",
                "Échanges d’or\u202f: encore 2 sur 2 ce tour-ci",
                "or = gold",
            ],
        ),
    ],
)
def test_the_text_view_tells_the_tiles(language: str, lines: list[str]) -> None:
    told = text(shown(bridged()), Words(language), NAMES)
    for line in lines:
        assert line in told.replace("\u00a0", "\u202f")
    assert "-1,-1,SE" in told


def test_the_text_view_tells_when_nobody_has_them() -> None:
    told = text(shown(riverside(gold=[2, 2, 1])), Words("en"), NAMES)
    assert "Fortune: beside the board" in told
    assert "Misery: Zoe" in told


@pytest.mark.parametrize(
    ("language", "built", "lost"),
    [
        (
            "en",
            ["Maud earns 3 gold by the river", "Maud gives back a Misery tile", "Maud is the richest: Fortune"],
            ["Nobody is richer than all others: Maud returns Fortune", "Maud falls into Misery"],
        ),
        (
            "fr",
            [
                "Maud gagne 3 or au bord d’une rivière",
                "Maud rend sa tuile Misère",
                "Maud a le plus d’or\u202f: tuile Fortune",
            ],
            ["Personne n’est seul le plus riche\u202f: Maud rend la tuile Fortune", "Maud prend une tuile Misère"],
        ),
    ],
)
def test_the_log_tells_gold_and_tiles(language: str, built: list[str], lost: list[str]) -> None:
    for t, expected in ((bridged(), built), (spent(), lost)):
        lines = [Words(language).text(line.say, NAMES).replace("\u00a0", "\u202f") for line in shown(t).log]
        for line in expected:
            assert lines.count(line) == 1, (line, lines)


def test_programs_read_the_events_as_data() -> None:
    t = bridged()
    told = events_view(t.game, t.events, SPECTATOR)
    assert {"kind": "rivers_gold", "seat": 0, "count": 3} in told
    assert {"kind": "rivers_fortune", "seat": 0, "before": -1} in told
    moved = [(event["kind"], event["seat"]) for event in told]
    assert moved[-4:-1] == [("rivers_relief", 0), ("rivers_misery", 1), ("rivers_misery", 2)]


def test_rivers_run_on_through_their_hexes_to_the_sea() -> None:
    drawn = land(shown(riverside()).board)
    assert drawn.count('class="stream"') == 2
    assert drawn.count('class="gilt"') == 1
    assert drawn.count('class="site-river"') == len(SITES)


def test_a_bridge_lies_along_its_path() -> None:
    t = riverside(bridges={0: "-1,-1,SE", 1: "-2,3,NE", 2: "1,1,E"})
    drawn = board(shown(t))
    assert re.findall(r'#\w+-bridge-\w+-(\d+)"', drawn) == ["150", "90", "30"]
    assert "rotate(-30)" in drawn
