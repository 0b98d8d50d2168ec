from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from bastide.kernel.catalogue import Catalogue, CatalogueError, UnknownRule, coverage

SECTION = '[[section]]\nid = "trade"\ntitle = { en = "Trade", fr = "Commerce" }\n'


def entry(rule_id: str = "T-001", **fields: str) -> str:
    """A rule as TOML; a field given as "" is left out."""
    values = {
        "id": f'"{rule_id}"',
        "section": '"trade"',
        "title": '{ en = "Swap", fr = "Troc" }',
        "text": '{ en = "Both give.", fr = "Chacun donne." }',
    }
    return "[[rule]]\n" + "".join(f"{key} = {value}\n" for key, value in (values | fields).items() if value)


def test_an_entry_is_read_whole() -> None:
    more = {
        "note": '{ en = "Decided.", fr = "Décidé." }',
        "see": '["T-002"]',
        "words": '{ en = ["barter"], fr = ["échange"] }',
    }
    rules = Catalogue.parse(SECTION + entry(**more) + entry("T-002"), "here.toml")
    rule = rules.get("T-001")
    assert (rule.group, rule.section, rule.title["fr"], rule.text["en"]) == ("T", "trade", "Troc", "Both give.")
    assert (rule.note["fr"], rule.see, rule.words["en"]) == ("Décidé.", ("T-002",), ("barter",))
    assert (rules.get("T-002").note, rules.get("T-002").see, rules.get("T-002").words) == ({}, (), {})
    assert [rule.id for rule in rules] == ["T-001", "T-002"]
    assert len(rules) == 2
    assert "T-001" in rules
    assert "T-003" not in rules
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert hash(rule) == hash(pickle.loads(pickle.dumps(rule)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[rule", "here.toml: not TOML"),
        ("rules = []", "here.toml: no field 'rules'"),
        ("rule = 3", r"here.toml: rule is not a list of tables; write \[\[rule\]\]"),
        (SECTION + entry(id=""), "here.toml: rule number 1: id is missing"),
        (SECTION + entry("t-1"), "here.toml: t-1: the id is not capitals"),
        (SECTION + entry() + entry(), "here.toml: T-001: this id stands twice"),
        (SECTION + entry(section='"war"'), "here.toml: T-001: no section 'war'; declared: trade"),
        (SECTION + entry(title='{ en = "Swap" }'), "here.toml: T-001: title has no language 'fr'"),
        (SECTION + entry(text=""), "here.toml: T-001: text has no language 'en'"),
        (SECTION + entry(text='{ en = "Swap", fr = " " }'), "here.toml: T-001: text: fr is missing or not a text"),
        (SECTION + entry(text='"Swap"'), "here.toml: T-001: text is not a table of languages"),
        (
            SECTION + entry(title='{ en = "a", fr = "b", de = "c" }'),
            "here.toml: T-001: title has an unknown language 'de'",
        ),
        (SECTION + entry(note='{ fr = "b" }'), "here.toml: T-001: note has no language 'en'"),
        (SECTION + entry(words='{ en = ["a"] }'), "here.toml: T-001: words has no language 'fr'"),
        (SECTION + entry(words='{ en = "a", fr = ["b"] }'), "here.toml: T-001: words.en is not a list of texts"),
        (SECTION + entry(words='["a"]'), "here.toml: T-001: words is not a table of languages"),
        (SECTION + entry(see='["T-002"]'), "here.toml: T-001: see: no rule 'T-002'; the nearest: T-001"),
        (SECTION + entry(see='["T-001"]'), "here.toml: T-001: see names the rule itself"),
        (SECTION + entry(see='["A-1", "A-1"]'), "here.toml: T-001: see names something twice"),
        (SECTION + entry(titel='"Swap"'), "here.toml: T-001: no field 'titel'; known: id, note"),
        ('[[section]]\nid = "war"\n', "here.toml: war: title has no language 'en'"),
        (
            SECTION + '[[section]]\nid = "trade"\ntitle = { en = "Barter", fr = "Troc" }\n',
            "section 'trade' has two titles",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_file_and_entry(text: str, message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        Catalogue.parse(text, "here.toml")


def test_an_unknown_id_is_quoted_with_the_nearest() -> None:
    rules = Catalogue.load("bastide.catan.base")
    with pytest.raises(UnknownRule, match=r"^no rule 'BASE-19'; the nearest: BASE-019") as caught:
        rules.get("BASE-19")
    assert isinstance(caught.value, KeyError)
    with pytest.raises(UnknownRule, match=r"^no rule 'nonsense'$"):
        rules.get("nonsense")


def package(folder: Path, name: str, text: str | None) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    if text is not None:
        (folder / name / "rules.toml").write_text(text, encoding="utf-8")


def test_packages_are_loaded_together_and_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "island", None)
    package(tmp_path / "island", "base", SECTION + entry("T-001"))
    package(tmp_path / "island", "guest", entry("G-001", see='["T-001"]'))
    package(tmp_path / "island", "twin", entry("T-001"))
    monkeypatch.syspath_prepend(tmp_path)

    base = Catalogue.load("island.base")
    assert [rule.id for rule in base.extend("island.guest")] == ["T-001", "G-001"]
    assert [rule.id for rule in Catalogue.load("island.guest", "island.base")] == ["G-001", "T-001"]
    assert len(base) == 1
    with pytest.raises(CatalogueError, match=r"island\.guest/rules\.toml: G-001: no section 'trade'; declared: none"):
        Catalogue.load("island.guest")
    with pytest.raises(CatalogueError, match=r"island/rules\.toml: cannot be read"):
        Catalogue.load("island")
    with pytest.raises(CatalogueError, match=r"twin/rules\.toml: T-001: .* taken in island\.base/rules\.toml"):
        Catalogue.discover("island")


def test_catalogues_that_share_a_base_are_merged() -> None:
    base = Catalogue.parse(SECTION + entry("T-001"), "base.toml")
    red = base.merge(Catalogue.parse(SECTION + entry("R-001"), "red.toml"))
    blue = base.merge(Catalogue.parse(SECTION + entry("B-001"), "blue.toml"))
    both = red.merge(blue)
    assert [rule.id for rule in both] == ["T-001", "R-001", "B-001"]
    assert [section.id for section in both.sections] == ["trade"]
    assert both.groups == ("T", "R", "B")
    with pytest.raises(CatalogueError, match=r"other\.toml: T-001: this id is already taken in base\.toml"):
        both.merge(Catalogue.parse(SECTION + entry("T-001"), "other.toml"))


@pytest.mark.parametrize(
    ("query", "language", "first"),
    [
        ("BASE-031", "en", "BASE-031"),
        (" base-031", "fr", "BASE-031"),
        ("distance rule", "en", "BASE-031"),
        ("regle de distance", "fr", "BASE-031"),
        ("RÈGLE de Distance", "fr", "BASE-031"),
        ("défausser", "fr", "BASE-022"),
        ("defausser moitie", "fr", "BASE-022"),
        ("armee", "fr", "BASE-044"),
        ("longest road tie", "en", "BASE-041"),
        ("year of plenty", "en", "BASE-037"),
        ("year of", "en", "BASE-037"),
        ("annuler", "fr", "HOUSE-003"),
        ("4:1", "en", "BASE-027"),
        ("settlements too close", "en", "BASE-031"),
        ("zzz too close", "en", "BASE-031"),
    ],
)
def test_search_finds(query: str, language: str, first: str) -> None:
    assert Catalogue.load("bastide.catan.base").search(query, language)[0].id == first


def test_search_gives_nothing_for_nothing() -> None:
    rules = Catalogue.load("bastide.catan.base")
    assert rules.search("") == []
    assert rules.search("?!") == []
    assert rules.search("xylophone") == []
    assert Catalogue().search("road") == []
    with pytest.raises(ValueError, match="no language 'de'; the catalogue is written in en, fr"):
        rules.search("road", "de")


def test_search_needs_all_words_where_a_rule_has_them() -> None:
    rules = Catalogue.load("bastide.catan.base")
    found = rules.search("robber desert")
    assert {rule.id for rule in found} == {"BASE-015", "BASE-049"}


def test_a_rule_that_waits_is_not_missing_a_test() -> None:
    waits = '{ en = "No ships yet.", fr = "Pas encore de bateaux." }'
    rules = Catalogue.parse(SECTION + entry("T-001", waits=waits) + entry("T-002"))
    (row,) = coverage(rules, {})
    assert (row.total, row.tested, row.missing, row.waiting) == (2, 0, ("T-002",), ("T-001",))
    (row,) = coverage(rules, {"T-001": ["tests/a.py::test_b"]})
    assert (row.tested, row.waiting) == (1, ())
    assert rules.get("T-001").remark("fr") == "Pas encore de bateaux."
    assert rules.get("T-002").remark("fr") == ""


def test_coverage_counts_per_group_and_section() -> None:
    war = '[[section]]\nid = "war"\ntitle = { en = "War", fr = "Guerre" }\n'
    rules = Catalogue.parse(
        SECTION + war + entry("T-001") + entry("T-002") + entry("T-003", section='"war"') + entry("R-001")
    )
    rows = coverage(rules, {"T-002": ["tests/a.py::test_b"], "R-001": []})
    assert [(row.group, row.section.id, row.total, row.tested, row.missing) for row in rows] == [
        ("T", "trade", 2, 1, ("T-001",)),
        ("T", "war", 1, 0, ("T-003",)),
        ("R", "trade", 1, 0, ("R-001",)),
    ]
