from __future__ import annotations

import pytest

from bastide.kernel.catalogue import UnknownRule
from bastide.view.words import Words
from bastide.web.rulebook import SectionLink, contents, extract, marked, nearest, shelf


def sections(language: str) -> list[SectionLink]:
    """The sections of all families."""
    return [section for family in contents(Words(language)) for part in family.parts for section in part.sections]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_families_and_expansions_stand_apart(language: str) -> None:
    families = contents(Words(language))
    assert [family.title for family in families][1] == "Carcassonne"
    for family in families:
        assert [part.title for part in family.parts].count("") == 1
        assert family.parts[0].title == "", "the base game comes first"
        assert len(family.parts) > 4
        titles = [section.title for part in family.parts for section in part.sections if not part.title]
        assert len(titles) == len(set(titles))
    end = {"en": "The end of the game", "fr": "Fin de partie"}[language]
    assert [[one.title for one in family.parts[0].sections].count(end) for family in families] == [1, 1]
    knights = next(part for part in families[0].parts if part.sections[0].id == "ck-box")
    assert not any(part_title_repeated(knights.title, section.title) for section in knights.sections)


def part_title_repeated(title: str, section: str) -> bool:
    """Whether a heading of a section begins with the title above it."""
    return section.casefold().startswith(title.casefold())


def test_all_rules_stand_on_the_shelf_by_section() -> None:
    shown = shelf("en", "", "", None)
    assert len(shown["found"]) == shown["total"] == sum(section.count for section in sections("en"))
    assert shown["rule"] is None
    assert [one.id for one in shown["found"]][:1] == ["BASE-001"], "in the order of the contents"
    assert len({one.id for one in shown["found"]}) == shown["total"]


def test_a_section_shows_its_own_rules_only() -> None:
    shown = shelf("fr", "", "robber", None)
    count = next(section.count for section in sections("fr") if section.id == "robber")
    assert 0 < len(shown["found"]) == count < shown["total"]
    assert shown["rule"].id == shown["found"][0].id, "the reading pane is not empty"
    assert not shown["chosen"]


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
