from __future__ import annotations

import random

import pytest

from bastide.carcassonne.base.config import read
from bastide.carcassonne.family import MODULES
from bastide.view.words import Words
from bastide.web.making_tiles import options_of, read_tiles, sentence


def test_a_form_is_read_as_it_was_filled_in() -> None:
    making = read_tiles(
        {"players": "7", "seat1": "open", "module_hills": "on", "option_hill_tie": "most", "option_farmers": "off"}
    )
    assert making.players == 7
    assert making.config()["modules"] == ["hills"]
    assert making.config()["options"] == {"farmers": "off", "hill_tie": "most"}
    assert making.request(Words("en")).config == making.config()


def test_options_of_expansions_that_are_not_chosen_are_left_out() -> None:
    assert read_tiles({"option_hill_tie": "most", "module_nothing": "on"}).config()["options"] == {}
    assert "famine_pig" not in options_of(("wheel",))
    assert "famine_pig" in options_of(("wheel", "traders"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_name_on_the_form_has_words(language: str) -> None:
    words = Words(language)
    for name, values in options_of(tuple(MODULES)).items():
        assert not words.title(f"option_{name}").startswith("Option ")
        for value in values:
            assert words.name(f"{name}_{value}") != f"{name} {value}".replace("_", " ")
    for name in MODULES:
        assert not words.name(f"module_{name}").startswith("module ")
        assert not words.name(f"module_{name}_note").endswith(" note")
    text = sentence(read_tiles({f"module_{name}": "on" for name in MODULES}), words)
    assert all(words.name(f"module_{name}") in text for name in MODULES)


def test_any_form_gives_a_game_that_can_be_made() -> None:
    rng = random.Random(1)
    for seed in range(60):
        form = {f"module_{name}": rng.choice(["on", ""]) for name in MODULES}
        form |= {"players": str(rng.randint(0, 12)), "first": str(rng.randint(0, 9))}
        chosen = tuple(name for name in MODULES if form[f"module_{name}"])
        form |= {f"option_{name}": rng.choice(values) for name, values in options_of(chosen).items()}
        read(read_tiles(form).config(), random.Random(seed), MODULES)
