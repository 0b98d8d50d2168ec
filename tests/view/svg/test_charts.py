"""The charts: what they say is in them, nothing lies on something else, and names are only text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from bastide.view import svg
from bastide.view.svg.lines import END_STEP, MARK_STEP, RHYTHM, spread, tick_step
from bastide.view.svg.palette import PLAYERS
from bastide.view.svg.stacks import CAUSES

EVIL = '<b onclick="x">&'
SVG = "{http://www.w3.org/2000/svg}"


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawing}</svg>')[0]


def words(drawing: str) -> list[str]:
    return [text.text or "" for text in parse(drawing).iter(f"{SVG}text")]


def tracks(*values: list[int]) -> list[svg.Track]:
    return [svg.Track(color, f"{color}'s", row) for color, row in zip(PLAYERS, values, strict=False)]


def lines(drawing: str) -> list[str]:
    """The players' lines, the winner's last."""
    return [path.get("d", "") for path in parse(drawing).iter(f"{SVG}path") if path.get("stroke-width") == "2.8"]


def test_every_pattern_of_roads_has_its_own_dashes() -> None:
    assert set(RHYTHM) == {player.pattern for player in PLAYERS.values()}
    assert len(set(RHYTHM.values())) == len(RHYTHM)


def test_points_have_axis_goal_names_and_a_sentence() -> None:
    drawing = svg.points_chart(tracks([2, 3, 5], [2, 2, 4]), 10, [svg.Mark(2, 1)], "Points over 2 turns")
    root = parse(drawing)
    assert root.get("role") == "img"
    assert root.get("aria-label") == "Points over 2 turns"
    said = words(drawing)
    assert {"0", "2", "10", "garnet's", "azure's"} <= set(said)
    assert "8" in said
    assert 'stroke-dasharray="5 4"' in drawing


def test_a_line_steps_where_points_change_and_nowhere_else() -> None:
    line = lines(svg.points_chart(tracks([2, 2, 3, 3, 6, 5]), 10))[0]
    assert line.count("V") == 3
    heights = [float(y) for y in re.findall(r"V([\d.]+)", line)]
    assert heights[0] > heights[1] < heights[2]


def test_points_above_the_goal_stay_inside() -> None:
    line = lines(svg.points_chart(tracks([2, 12]), 10))[0]
    assert [float(y) for y in re.findall(r"V([\d.]+)", line)] == [26]


@pytest.mark.parametrize("count", range(1, 9))
def test_names_at_the_ends_never_lie_on_each_other(count: int) -> None:
    drawing = svg.points_chart(tracks(*([2, 9] for _ in range(count))), 10, height=300)
    places = sorted(float(text.get("y", "")) for text in parse(drawing).iter(f"{SVG}text") if text.get("class") == "nm")
    assert len(places) == count
    assert all(after - before >= END_STEP - 0.2 for before, after in pairwise(places))
    assert places[0] > 14
    assert places[-1] < 300


def test_moments_of_one_turn_stand_side_by_side() -> None:
    drawing = svg.points_chart(tracks([2] * 41), 10, [svg.Mark(40, 1), svg.Mark(40, 2), svg.Mark(39, 3)])
    circles = [circle for circle in parse(drawing).iter(f"{SVG}circle") if circle.get("r") == "9.5"]
    places = sorted(float(circle.get("cx", "")) for circle in circles)
    assert len(places) == 3
    assert all(after - before >= MARK_STEP - 0.2 for before, after in pairwise(places))


def test_a_game_without_turns_can_be_drawn() -> None:
    parse(svg.points_chart(tracks([2], [2]), 10))


def test_long_and_evil_names_are_short_text() -> None:
    drawing = svg.points_chart([svg.Track("ink", EVIL, [0, 1]), svg.Track("sky", "W" * 24, [0, 1])], 3, label=EVIL)
    assert EVIL in words(drawing)
    assert parse(drawing).get("aria-label") == EVIL
    assert any(word.endswith("…") and len(word) <= 16 for word in words(drawing))


def test_places_are_spread_without_leaving_their_order() -> None:
    assert spread([], 10, 0, 100) == []
    assert spread([0, 0, 0], 10, 0, 100) == [0, 10, 20]
    assert spread([99, 100], 10, 0, 100) == [90, 100]


def test_an_axis_has_few_round_ticks() -> None:
    for length in range(1, 400):
        assert length / tick_step(length, 8) <= 8


GOT = [("dice", 40), ("trade", 9), ("robber", 0)]
LOST = [("built", 30), ("seven", 4)]


def test_goods_say_parts_and_sums() -> None:
    drawing = svg.goods_chart([svg.Stack("amber", GOT, LOST)], "Cards", lost="perdues", got="gagnées")
    assert {"49", "34", "40", "30", "perdues", "gagnées"} <= set(words(drawing))
    assert set(re.findall(r"url\(#cause-(\w+)\)", drawing)) == {"dice", "trade", "built", "seven"}
    assert parse(drawing).get("aria-label") == "Cards"


@pytest.mark.parametrize("width", [340, 600])
@pytest.mark.parametrize(("got", "lost"), [(0, 0), (1, 0), (0, 1), (60, 58), (400, 390), (200, 1), (1, 200)])
def test_goods_stay_inside_their_picture(width: int, got: int, lost: int) -> None:
    drawing = svg.goods_chart([svg.Stack("green", [("dice", got)], [("built", lost)])], width=width)
    for bar in parse(drawing).iter(f"{SVG}rect"):
        left = float(bar.get("x", "0"))
        assert left >= 30
        assert left + float(bar.get("width", "0")) <= width - 30


def test_every_cause_has_its_hatching() -> None:
    patterns = svg.cause_patterns()
    assert all(f'id="cause-{cause}"' in patterns and f"cause-{cause})" in svg.cause_swatch(cause) for cause in CAUSES)
    assert len({hatch for _, hatch in CAUSES.values() if hatch}) == 4


def test_a_counted_histogram_says_every_number() -> None:
    rolls = [0, 0, 1, 2, 3, 3, 4, 5, 4, 3, 3, 1, 11]
    silent, told = svg.histogram(rolls), svg.histogram(rolls, label="Rolls", counted=True)
    assert parse(silent).get("aria-hidden") == "true"
    assert parse(told).get("aria-label") == "Rolls"
    assert len(words(silent)) == 11
    assert len(words(told)) == 22


@pytest.mark.parametrize("most", [10, 30, 60, 221, 900])
def test_points_on_the_axis_do_not_overlap(most: int) -> None:
    track = svg.Track("azure", "Maud", [0, most // 2, most])
    drawn = svg.points_chart([track], most, [], "", width=600, height=260, names=True)
    ys = sorted(float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)" text-anchor="end">\d+<', drawn))
    assert all(b - a >= 10 for a, b in pairwise(ys))
