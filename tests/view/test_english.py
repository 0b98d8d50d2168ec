"""English as players read it: articles before names, the number of what is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bastide.view.catalogues import catalogue
from bastide.view.model import Arg, Say
from bastide.view.typesetting import with_article
from bastide.view.words import Words
from tests.catalogue import every_rule
from tests.view.messages import messages

NAMES = ["Maud", "Odile"]
ENGLISH = Words("en")


@pytest.mark.parametrize("value", ["intrepid", "Odile", "umbrella", "ore", "elf"])
def test_the_article_before_a_vowel_is_an(value: str) -> None:
    assert with_article("drives away a ", value) == "drives away an "
    assert with_article("A ", value) == "An "


@pytest.mark.parametrize("value", ["mighty", "unit", "8", "😀", "", "<b>ore</b>", "-1,0"])
def test_before_anything_else_it_is_a(value: str) -> None:
    assert with_article("A ", value) == "A "


@pytest.mark.parametrize("before", ["extra ", "plus à ", "d’a ", "a", ""])
def test_no_other_word_is_an_article(before: str) -> None:
    assert with_article(before, "ore") == before


def test_the_ranks_of_either_edition_take_their_article() -> None:
    say = Say("A {rank} knight takes the side of {player}", {"rank": "rank-3", "player": 1})
    assert ENGLISH.text(say, NAMES) == "A mighty knight takes the side of Odile"
    assert Words("en", "classic").text(say, NAMES) == "An intrepid knight takes the side of Odile"


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("{count} {piece:count} at {terrain} {number}", {"count": 1, "piece": "city"}, "1 city at fields 4"),
        ("{count} {piece:count} at {terrain} {number}", {"count": 3, "piece": "city"}, "3 cities at fields 4"),
        (
            "{count} {piece:count} at {terrain} {number}",
            {"count": 2, "piece": "city-tipped"},
            "2 cities on their sides at fields 4",
        ),
        ("{count} progress {count:card|cards} of {domain}", {"count": 1}, "1 progress card of science"),
        ("{count} progress {count:card|cards} of {domain}", {"count": 0}, "0 progress cards of science"),
        (
            "{knights} {knights:holds|hold} against {barbarians}: the barbarians are beaten",
            {"knights": 1, "barbarians": 0},
            "1 holds against 0: the barbarians are beaten",
        ),
        ("{player} returns {card}", {"card": "diplomacy"}, "Maud returns the diplomacy card"),
        ("{player} moves the robber to {terrain}", {"terrain": "desert"}, "Maud moves the robber to the desert"),
    ],
)
def test_a_sentence_reads_as_players_say_it(message: str, args: dict[str, Arg], expected: str) -> None:
    more: dict[str, Arg] = {"terrain": "fields", "number": 4, "domain": "domain-science", "player": 0}
    assert ENGLISH.text(Say(message, more | args), NAMES) == expected


ALWAYS_SEVERAL = {
    "All {count} games",
    "{count} games",
    "{count} games one after the other",
    "{count} games one after the other, with the same players: {names}.",
    "{count} players",
    "{count} players, without {names}",
    "At most {count} cards, face down, for one trade point.",
    "The row is full: at the end of this turn {count} cards are turned up.",
    "The row of {count} cards is shuffled: {cards} of them fight for Troy",
    "The wall has been passed {count} times: all have lost",
    "The wall has been passed {count} times: all have lost. Best of them is {player}, with {poi"
    "nts} {points:point|points}.",
    "The wall has been passed {count} times: all have lost. The best have {points} {points:point|points}.",
    "a donation has at most {count} cards",
    "level {level}: {points} points a move, {gold} gold for a delivery, {attack}",
    "of {count} points left",
    "{count} players win the war together, with {points} points each.",
    "{missing} more {missing:card brings|cards bring} a battle: {count} cards are turned up.",
    "{winner} and {other} win the war together, with {count} points each.",
    "{winner} wins the war with {count} points.",
    "A 7 halves hands of more than {limit} cards.",
    "A seven: choose {count} cards to discard.",
    "At least {count} characters. No e-mail address is needed: if you forget the password, "
    "only the operator of this server can help.",
    "First to {goal} points on their own turn wins.",
    "Games of {count} seats",
    "Waiting for {count} players to answer.",
    "Waiting for {count} players to choose cards.",
    "counts as {count} followers",
    "+{each} for each finished city here if you have the majority: +{points} as it stands",
    "first to {count} points",
    "give back exactly {count} cards that you hold",
    "layout: the neutral colours begin on {number} corners, not on {count}",
    "layout.hexes: {count} hexes are too many; at most {most}",
    "layout: this board has {count} corners; {seats} seats need at least {needed}, "
    "so that everybody finds room for the first buildings",
    "options.goal = {goal}: seat {seat} begins with {count} points; set a higher goal",
    "names: {given} are {count}, but there are {seats} seats",
    "to {count} points",
    "to {goal} points",
    "{count} bytes",
    "{count} players lay tiles round Carcassonne.",
    "{count} players share the island",
    "{count} players share the victory with {points} points.",
    "{group}: {tested} of {total} rules have a test",
    "{player} has the largest army, {count} knights",
    "{points} points on average",
    "{where}: seat {seat} has only {count} cities",
    "{where}: seat {seat} has only {count} settlements",
    "They play the best of {count} games.",
    "You have the old boot: you need {count} points.",
    "no knight marches further than {count} paths",
    "the boot goes to a player with at least {number} points, not {count}",
    "with the old boot {count} points are needed",
    "you need a grain to march further than {count} paths",
    "{name} has the old boot and needs {count} points",
    "{number} is freed: {knights} against {count}",
    "{number} is not freed: {knights} against {count}",
}
"""Messages whose number is never one, or names a hex."""
PLURAL = re.compile(
    r"\{(?:count|number|points|limit|goal|seats|tiles|most|total|needed)\} (?!is\b|was\b|of\b|gives\b|progress\b)\w+s\b"
)


def test_the_plural_stands_only_where_there_are_always_several() -> None:
    own = catalogue("en")
    plural = {message for message in messages() if PLURAL.search(own.get(message, message))}
    assert plural <= ALWAYS_SEVERAL, plural - ALWAYS_SEVERAL


UNNATURAL = {
    r"\b[Ww](?:hoever|hatever)\b": "name the player or the thing",
    r"(?:^|[.;:] )(?:Only )?[Ww]ho [a-z][^.?]*\.": "a player who",
    r"\b(?:[Tt]he|[Aa]n|[Aa]ny|[Nn]ext|[Bb]y|[Aa]long) own\b|^Own ": "a city of yours, of its owner",
    r"\b(?:he|his|him|she|her)\b": "they, their",
    r"\blies? out\b": "is laid out",
    r"\b(?:sea|land|home|bank|harbours|number|turn) alone\b": "only",
}
"""English that nobody says, and what to say instead."""


def texts() -> Iterator[tuple[str, str]]:
    """Everything English, by the message or the rule that it belongs to; no titles, which may ask who does what."""
    own = catalogue("en")
    yield from ((message, own.get(message, message)) for message in messages())
    for rule in every_rule():
        yield from ((rule.id, words["en"]) for words in (rule.text, rule.note, rule.waits) if words)


@pytest.mark.parametrize("phrase", sorted(UNNATURAL))
def test_nothing_is_said_as_nobody_says_it(phrase: str) -> None:
    found = {key: text for key, text in texts() if re.search(phrase, text)}
    assert found == {}, f"say {UNNATURAL[phrase]}"
