"""The sentences about the levels of bots."""

from __future__ import annotations

import pytest

from bastide.players import LEVELS
from bastide.view.levels import ABOUT, about, described
from bastide.view.words import Words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_level_has_a_sentence_of_its_own(language: str) -> None:
    words = Words(language)
    said = [about(words, level) for level in LEVELS]
    assert all(sentence.endswith(".") for sentence in said)
    assert len(set(said)) == len(LEVELS) == len(ABOUT)
    assert [described(words, level).endswith(sentence) for level, sentence in zip(LEVELS, said, strict=True)]


def test_french_has_sentences_of_its_own() -> None:
    assert not {about(Words("fr"), level) for level in LEVELS} & {about(Words("en"), level) for level in LEVELS}


def test_a_bot_of_a_plug_in_has_only_its_name() -> None:
    assert about(Words("en"), "mybot") == ""
    assert described(Words("en"), "mybot") == "bot, mybot"
