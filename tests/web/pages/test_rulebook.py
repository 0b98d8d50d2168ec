from __future__ import annotations

import pytest

from bastide.kernel.catalogue import UnknownRule
from bastide.web.rulebook import extract, marked, nearest, shelf


def test_all_rules_stand_on_the_shelf_by_section() -> None:
    shown = shelf("en", "", "", None)
    assert len(shown["found"]) == shown["total"] == sum(section["count"] for section in shown["sections"])
    assert shown["rule"] is None


def test_a_section_shows_its_own_rules_only() -> None:
    shown = shelf("fr", "", "robber", None)
    count = next(section["count"] for section in shown["sections"] if section["id"] == "robber")
    assert 0 < len(shown["found"]) == count < shown["total"]


def test_a_rule_is_open_among_those_of_its_section() -> None:
    shown = shelf("en", "", "", "base-031")
    assert shown["rule"].id == "BASE-031"
    assert shown["section"] == "building"
    assert shown["chosen"]


def test_a_search_marks_what_it_found_and_opens_the_best() -> None:
    shown = shelf("fr", "prés", "", None)
    assert shown["found"]
    assert shown["rule"].id == shown["found"][0].id
    assert not shown["chosen"], "on a phone the list is shown, not the rule"
    assert any("<mark>" in entry.extract for entry in shown["found"])


def test_an_unknown_rule_names_its_neighbours() -> None:
    with pytest.raises(UnknownRule) as caught:
        shelf("en", "", "", "BASE-31")
    assert nearest(caught.value, "en")


def test_marks_escape_what_they_do_not_mark() -> None:
    assert marked("a <b> robber", "robber") == "a &lt;b&gt; <mark>robber</mark>"


def test_an_extract_is_cut_round_the_first_hit() -> None:
    text = "word " * 60 + "robber " + "word " * 60
    piece = extract(text, "robber")
    assert "robber" in piece
    assert piece.startswith("… ")
    assert piece.endswith(" …")
    assert len(piece) < 170
