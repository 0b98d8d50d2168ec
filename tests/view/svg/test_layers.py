"""The layers of the board, drawn from a view, are well formed, repeatable and complete."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from bastide.view import svg
from bastide.view.island.model import Board, IslandView
from bastide.view.model import Piece, Say, Target
from bastide.view.svg.picture import CSS
from tests.view.svg import table

SVG = "{http://www.w3.org/2000/svg}"
LAYERS: dict[str, Callable[[IslandView], str]] = {
    "land": lambda view: svg.land(view.board),
    "lit": svg.lit,
    "pieces": svg.pieces,
    "targets": lambda view: svg.targets(view, table.plain),
}
ODD = {
    "one desert": ("0,0,desert,", ""),
    "three hexes": ("0,0,forest,3 1,0,hills,8 0,1,gold,", "0,0,W,"),
    "a lake": ("1,0,pasture,4 0,1,fields,5 -1,1,desert, -1,0,mountains,6 0,-1,forest,8 1,-1,hills,9 0,0,sea,", ""),
    "islands": ("0,0,pasture,4 3,-1,fields,5 -4,1,fog, 2,0,sea, 5,-5,swamp,3", "0,0,W,wool 3,-1,E,"),
    "a row": (" ".join(f"{q},0,pasture,{q + 2}" for q in range(11)), ""),
    "nothing": ("", ""),
}


def parse(fragment: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>')


def references(root: ET.Element) -> set[str]:
    """What a drawing refers to, by `href` or by `url()`."""
    found = set()
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "href":
                found.add(value.removeprefix("#"))
            elif value.startswith("url(#"):
                found.add(value[5:-1])
    return found


def ids(root: ET.Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_are_well_formed_and_find_their_symbols(layer: str) -> None:
    view = table.view()
    held = ids(parse(svg.defs(view, svg.SEAT_COLORS[:4])))
    assert len(held) == len(set(held))
    assert references(parse(LAYERS[layer](view))) <= set(held)


@pytest.mark.parametrize("layer", LAYERS)
def test_the_same_view_gives_the_same_text(layer: str) -> None:
    assert LAYERS[layer](table.view()) == LAYERS[layer](table.view())


@pytest.mark.parametrize("name", ODD)
def test_any_layout_draws(name: str) -> None:
    layout = table.board(*ODD[name])
    view = table.view(layout, [], [], robber=None, moved=None)
    root = ET.fromstring(svg.board(view))
    assert references(root) <= set(ids(root))
    tiles = [e for e in root.iter(f"{SVG}use") if "-hex-" in e.attrib["href"]]
    assert len(tiles) == sum(h.terrain != "sea" for h in layout.hexes)
    for drawing in (svg.preview(layout, 100, 60), svg.mini_board(layout)):
        parse(drawing)


def test_a_document_needs_nothing_from_outside() -> None:
    drawing = svg.board(table.view(), label=table.plain, title="Maud & Co")
    root = ET.fromstring(drawing)
    assert references(root) <= set(ids(root))
    assert "var(" not in drawing
    assert "<text" not in drawing
    assert "Maud &amp; Co" in drawing


def test_two_documents_share_no_id() -> None:
    light, dark = (ET.fromstring(svg.board(table.view(), theme=theme)) for theme in ("light", "dark"))
    assert not set(ids(light)) & set(ids(dark))


def test_every_token_is_there_and_those_that_yielded_are_lit() -> None:
    root = parse(svg.lit(table.view()))
    groups = list(root.iter(f"{SVG}g"))
    assert len(groups) == 18
    assert [g[-1].attrib["href"] for g in groups if g.get("class") == "yielded"] == ["#token-8", "#token-8"]
    assert [g[-1].attrib["href"] for g in groups if g.get("class") == "blocked"] == ["#token-11"]


def test_a_hex_under_the_robber_is_not_lit() -> None:
    view = table.view(robber="2,0")
    assert svg.lit(view).count('class="yielded"') == 1


def test_pieces_carry_the_colour_of_their_seat() -> None:
    view = table.view(pieces=[Piece("city", "0,0,N", 2), Piece("road", "0,0,NE", 0)], robber=None, moved=None)
    drawing = svg.pieces(view, ("sky", "ink", "mauve"))
    assert 'class="p-mauve"' in drawing
    assert '#city-mauve"' in drawing
    assert '#road-sky-30"' in drawing


def test_a_building_in_front_covers_one_behind() -> None:
    view = table.view(pieces=[Piece("city", "0,0,S", 0), Piece("city", "0,0,N", 1)], robber=None, moved=None)
    drawing = svg.pieces(view)
    assert drawing.index("azure") < drawing.index("garnet")


@pytest.mark.parametrize(
    ("moved", "pieces", "mark"),
    [
        ("0,0,NE", [Piece("road", "0,0,NE", 0)], "#moved-30"),
        ("0,0,NE", [Piece("settlement", "0,0,NE", 0)], "#moved"),
        ("0,0,E", [], "#moved-90"),
        ("0,0,S", [], "#moved"),
        ("-1,0", [], "#moved"),
    ],
)
def test_the_last_move_is_marked_by_what_stands_there(moved: str, pieces: list[Piece], mark: str) -> None:
    root = parse(svg.pieces(table.view(pieces=pieces, moved=moved)))
    assert [e.attrib["href"] for e in root.iter() if e.get("class") == "moved"] == [mark]


def test_a_piece_without_a_drawing_is_named() -> None:
    with pytest.raises(ValueError, match="zeppelin"):
        svg.defs(None, ("azure",), ("zeppelin",))


def test_nothing_hidden_is_drawn() -> None:
    """The board of a view with secrets is that of the same view without them."""
    open_, closed = table.view(viewer=1), table.view(viewer=-1)
    for layer in ("land", "lit", "pieces"):
        assert LAYERS[layer](open_) == LAYERS[layer](closed)
    assert "development" not in svg.board(open_)


def targets_of(view: IslandView, verbs: set[str] | None = None) -> list[ET.Element]:
    root = parse(svg.targets(view, table.plain, verbs))
    return [e for e in root.iter() if e.get("class") == "target"]


def test_targets_are_buttons_with_notation_label_and_tip() -> None:
    found = targets_of(table.view())
    assert len(found) == 4
    for target in found:
        assert (target.get("role"), target.get("tabindex"), target.get("data-verb")) == ("button", "0", "settlement")
        place = (target.get("data-notation") or "").removeprefix("settle ")
        assert target.get("aria-label") == f"Settlement at {place}"
        assert target.get("data-tip") == "5 in 36 rolls"


def test_targets_go_clockwise_from_the_top() -> None:
    corners = [
        Target(f"s 0,0,{c}", f"0,0,{c}", "settlement", "settlement", Say(c)) for c in ("W", "S", "N", "SE", "NW")[1:]
    ]
    assert [t.get("aria-label") for t in targets_of(table.view(targets=corners))] == ["N", "SE", "S", "NW"]


def test_only_the_targets_of_the_chosen_verbs_are_shown() -> None:
    both = [table.settlement("0,0,N"), Target("road 0,0,E", "0,0,E", "road", "road", Say("road"))]
    view = table.view(targets=both)
    assert len(targets_of(view)) == 2
    assert [t.get("data-notation") for t in targets_of(view, {"road"})] == ["road 0,0,E"]
    assert targets_of(view, set()) == []


def test_what_is_said_of_a_target_is_escaped() -> None:
    evil = '"><script>alert(1)</script>&'
    target = Target(evil, "0,0,N", evil, "settlement", Say(evil), [Say(evil), Say("two")])
    [found] = targets_of(table.view(targets=[target]))
    assert found.get("aria-label") == found.get("data-notation") == found.get("data-verb") == evil
    assert found.get("data-tip") == f"{evil}\ntwo"
    drawing = svg.targets(table.view(targets=[target]), table.plain)
    assert "<script>" not in drawing
    assert "&#10;" in drawing


def test_the_robber_may_go_to_any_other_hex() -> None:
    view = table.view(
        targets=[Target(f"robber {h.name}", h.name, "robber", "robber", Say("x")) for h in table.board().hexes]
    )
    assert len(targets_of(view)) == 19


def test_neighbouring_targets_do_not_answer_for_each_other() -> None:
    roads = [Target(f"road 0,0,{s}", f"0,0,{s}", "road", "road", Say(s)) for s in ("NE", "E", "SE")]
    radii = [float(t[-1].get("r", "0")) for t in targets_of(table.view(targets=roads))]
    assert radii == pytest.approx([43.3] * 3, abs=0.1)


def test_the_pulse_changes_opacity_only() -> None:
    frames = CSS[CSS.index("@keyframes") :].split("}}")[0]
    assert "opacity" in frames
    assert "transform" not in frames
    assert "prefers-reduced-motion" in CSS


def test_an_empty_board_can_be_asked_for_targets() -> None:
    assert svg.targets(table.view(Board([], []), [], [], None), table.plain) == ""
