"""What the form for a new table says of expansions and of options."""

from __future__ import annotations

import pytest

from bastide.carcassonne.base.config import CHOICES
from bastide.catan.base.options import DEFAULTS
from bastide.view.words import Words
from bastide.web.making import read_form
from bastide.web.making_tiles import read_tiles
from bastide.web.module_choices import FAMILIES, Barred, barred_now, module_choices, module_options
from bastide.web.rulebook import book

ENGLISH, FRENCH = Words("en"), Words("fr")


def test_every_option_that_a_rule_names_exists() -> None:
    known = {*DEFAULTS, *CHOICES} | {
        option for family, modules in FAMILIES.items() for name in modules for option in module_options(family, name)
    }
    named = [rule.option for rule in book() if rule.option]
    assert set(named) <= known
    assert len(named) == len(set(named)), "an option is about one rule"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("family", list(FAMILIES))
def test_what_is_folded_has_a_sentence_and_its_rule(family: str, language: str) -> None:
    making = read_form({}) if family == "island" else read_tiles({})
    for module in module_choices(making, Words(language), family):
        assert module.note
        assert module.cover.endswith(f"/{family}/{module.name}.svg")
        for option in module.readings:
            assert option.note, option.name
            assert option.rule in book()
            assert all(label for _value, label in option.choices), option.name


def test_what_is_not_played_together_has_a_reason_and_a_swap() -> None:
    choices = {choice.name: choice for choice in module_choices(read_form({"what": "cities_knights"}), ENGLISH)}
    assert choices["friendly_robber"].barred == Barred(
        "not with Cities & Knights",
        "'Friendly robber' and 'Cities & Knights' cannot be combined:"
        " the rules of the variant name another expansion, not this one",
        ["cities_knights"],
        "Friendly robber instead of Cities & Knights",
    )
    assert choices["seafarers"].barred is None
    assert choices["cities_knights"].barred is None
    barred = barred_now(["cities_knights", "friendly_robber"], FRENCH, "island")["cities_knights"]
    assert barred.reason == "pas avec Voleur au grand cœur"
    assert barred_now([], ENGLISH, "island") == {}
    assert barred_now(list(FAMILIES["carcassonne"]), ENGLISH, "carcassonne") == {}


def test_an_option_of_two_expansions_waits_for_the_other() -> None:
    wheel = next(choice for choice in module_choices(read_tiles({}), ENGLISH, "carcassonne") if choice.name == "wheel")
    assert {option.name: option.needs for option in wheel.options}["famine_pig"] == "traders"
