"""French as players read it: elision before names and goods, the number of what is counted, one word for a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bastide.view.catalogues import all_folders, catalogue, editions, po_files
from bastide.view.model import Arg, Say
from bastide.view.typesetting import elided, typeset
from bastide.view.words import Words
from tests.catalogue import every_rule

NAMES = ["Maud", "Odile"]
COLORS = ["azure", "garnet"]
FRENCH = Words("fr")


def said(message: str, **args: Arg) -> str:
    return FRENCH.text(Say(message, args), NAMES)


# Elision


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("une ville de ", "une ville d’"),
        ("On attend que ", "On attend qu’"),
        ("Que ", "Qu’"),
        ("(de ", "(d’"),
        ("avant que le ", "avant que l’"),
        ("la ", "l’"),
        ("ne ", "n’"),
        ("se ", "s’"),
        ("je ", "j’"),
        ("lorsque ", "lorsqu’"),
    ],
)
def test_a_short_word_loses_its_vowel_before_another(before: str, after: str) -> None:
    assert elided(before, "Odile") == after
    assert elided(before, "Maud") == before


@pytest.mark.parametrize(
    "before", ["la ville en ", "sa ", "le code ", "presque ", "quatre ", "d’une ", "la ville de", ""]
)
def test_no_other_word_is_touched(before: str) -> None:
    assert elided(before, "Odile") == before


@pytest.mark.parametrize("name", ["Odile", "élise", "ÎLE", "Œdipe", "Ælia", "Yves", "Hélène", "hugo", "Hypatie", "A"])
def test_what_begins_with_a_vowel_or_a_mute_h_elides(name: str) -> None:
    assert elided("de ", name) == "d’"


@pytest.mark.parametrize(
    "name",
    [
        "Maud",
        "Yann",
        "Hans",
        "Hássan",
        "onze",
        "Oui-Oui",
        "8",
        "11",
        "-1,0",
        "'Odile'",
        "«",
        "Хелена",
        "H",
        "Y",
        "😀",
        "☺ Odile",
        "",
    ],
)
def test_what_begins_otherwise_does_not_elide(name: str) -> None:
    assert elided("de ", name) == "de "


def test_elision_looks_past_tags() -> None:
    say = Say("{player} sabotages a city of {victim}", {"player": 0, "victim": 1})
    html = FRENCH.html(say, NAMES, COLORS)
    assert str(html) == ('<b class="who p-azure">Maud</b> sabote une ville d’<b class="who p-garnet">Odile</b>')
    assert "ville de <b" in FRENCH.html(Say(say.text, {"player": 1, "victim": 0}), NAMES, COLORS)


def test_a_name_that_looks_like_a_tag_does_not_elide() -> None:
    say = Say("{player} sabotages a city of {victim}", {"player": 0, "victim": 1})
    html = FRENCH.html(say, ["Maud", "<i>Odile"], COLORS)
    assert str(html).endswith('ville de <b class="who p-garnet">&lt;i&gt;Odile</b>')
    assert FRENCH.text(say, ["Maud", "&Odile"]).endswith("de &Odile")


def test_english_does_not_elide() -> None:
    assert Words("en").text(Say("le {player}", {"player": 1}), NAMES) == "le Odile"


# Sentences


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        # Elision
        ("Waiting for {player} to choose cards.", {"player": 1}, "On attend qu'Odile choisisse des cartes."),
        ("Waiting for {player} to answer.", {"player": 1}, "On attend la réponse d'Odile."),
        ("{player} sabotages a city of {victim}", {"player": 0, "victim": 1}, "Maud sabote une ville d'Odile"),
        ("{piece:Name} of {owner}", {"piece": "sabotaged", "owner": 1}, "Ville sabotée d'Odile"),
        ("Flock of {player}: {count} sheep", {"player": 1, "count": 1}, "Troupeau d'Odile : 1 mouton"),
        # Goods
        (
            "{player} gives {other} {good} for a commodity",
            {"player": 0, "other": 1, "good": "wool"},
            "Maud donne 1 laine à Odile contre un article de commerce",
        ),
        (
            "{player} trades {good} two for one this turn",
            {"player": 0, "good": "wool"},
            "Maud échange ce tour-ci ses cartes Laine à deux contre une",
        ),
        ("{player} takes all {good}", {"player": 0, "good": "brick"}, "Maud prend toutes les cartes Argile"),
        (
            "{player} takes {good} from all others",
            {"player": 0, "good": "ore"},
            "Maud prend des cartes Minerai à tous les autres",
        ),
        (
            "The bank has only {count} {good} left",
            {"count": 1, "good": "ore"},
            "La Réserve n'a plus que 1 carte Minerai",
        ),
        ("the bank has no {good} left", {"good": "grain"}, "la Réserve n'a plus de carte Blé"),
        ("offer {player} {good}", {"player": 0, "good": "wool"}, "proposer 1 laine à Maud"),
        (
            "{count} {piece:count} at {terrain} {number}",
            {"count": 2, "piece": "settlement", "terrain": "mountains", "number": 6},
            "2 colonies sur Montagne 6",
        ),
        # What was no French
        (
            "{player} holds a card too many and parts with one.",
            {"player": 0},
            "Maud a une carte Progrès de trop et doit s'en défaire.",
        ),
        (
            "nobody with more points than you holds a card",
            {},
            "aucun joueur ayant plus de points que vous n'a de carte en main",
        ),
        (
            "there is no free corner where the knight could be placed",
            {},
            "il n'y a pas d'intersection libre où placer le chevalier",
        ),
        ("there is no damaged city of yours", {}, "aucune de vos villes n'est sabotée"),
        # A Roman numeral is a figure: no elision
        (
            "{player} leads a rider from territory {territory} to {to}",
            {"player": 0, "territory": "III", "to": "I"},
            "Maud mène un coureur du territoire III au territoire I",
        ),
        (
            "A rider comes from territory {territory} before section {section}, of {player}: {count} there",
            {"territory": "I", "section": 2, "player": 1, "count": 1},
            "Un coureur va du territoire I devant la section 2, d'Odile : 1 sur place",
        ),
        (
            "{player} drives a rider from {terrain} {number}",
            {"player": 0, "terrain": "hills", "number": 6},
            "Maud chasse un coureur de la tuile Colline 6",
        ),
        ("{piece:Name} towards {terrain}", {"piece": "road", "terrain": "barren"}, "Route côté terre aride"),
        # One word for a thing
        (
            "Displace this knight of {other}",
            {"other": 1},
            "Expulser ce chevalier d'Odile",
        ),
        (
            "Your knight was driven off: choose where it goes.",
            {},
            "Votre chevalier a été expulsé : choisissez où il va.",
        ),
        (
            "Place your knight on a marked corner: {count} possible.",
            {"count": 2},
            "Placez votre chevalier sur une intersection marquée : 2 possibles.",
        ),
        ("Refuse the bots", {}, "Refuser les robots"),
        ("No offers by bots", {}, "Pas d'offre de robot"),
        (
            "{game}: you and {count} {count:bot|bots}, about {minutes} min.",
            {"game": "L’île", "count": 3, "minutes": 15},
            "L'île : vous et 3 robots, 15 min environ.",
        ),
        # The colon
        ("{player} +{count}: {source}", {"player": 0, "count": 10, "source": "goods"}, "Maud +10 : marchandises"),
        ("{player} +{count}: a field", {"player": 0, "count": 6}, "Maud +6 : un pré"),
        ("{source}: {number} × {worth}", {"source": "vineyards", "number": 2, "worth": 3}, "vignobles : 2 × 3"),
    ],
)
def test_a_sentence_reads_as_players_say_it(message: str, args: dict[str, Arg], expected: str) -> None:
    assert said(message, **args) == typeset(expected, "fr")


# Numbers


@pytest.mark.parametrize(
    "message",
    [
        "Choose the city that gets a wall: {count} possible.",
        "Choose the knight to displace: {count} possible.",
        "Choose a hex for the merchant: {count} possible.",
        "Move the robber to a marked hex: {count} possible.",
    ],
)
def test_one_is_possible_and_two_are(message: str) -> None:
    ends = [said(message, count=count).rpartition("\u202f: ")[2] for count in (0, 1, 2)]
    assert ends == ["0 possible.", "1 possible.", "2 possibles."]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_progress_cards_are_counted(count: int) -> None:
    cards = "cartes" if count == 2 else "carte"
    assert (
        said("{count} progress {count:card|cards} of {domain}", count=count, domain="domain-science")
        == f"{count} {cards} Progrès Science"
    )
    classic = Words("fr", "classic").text(
        Say("{count} progress {count:card|cards} of {domain}", {"count": count, "domain": "domain-science"}), NAMES
    )
    assert classic == f"{count} {cards} Progrès du domaine culturel"


ALWAYS_SEVERAL = {
    "{count} games",
    "{count} games one after the other",
    "{count} games one after the other, with the same players: {names}.",
    "{count} players",
    "{count} players, without {names}",
    "At most {count} cards, face down, for one trade point.",
    "The row is full: at the end of this turn {count} cards are turned up.",
    "The row of {count} cards is shuffled: {cards} of them fight for Troy",
    "a donation has at most {count} cards",
    "a ship costs {count} trade points too",
    "layout: the barbarians begin on {number} different paths, not on {count}: name them with sites {word}",
    "level {level}: {points} points a move, {gold} gold for a delivery, {attack}",
    "of {count} points left",
    "{count} players win the war together, with {points} points each.",
    "{missing} more {missing:card brings|cards bring} a battle: {count} cards are turned up.",
    "{winner} and {other} win the war together, with {count} points each.",
    "{winner} wins the war with {count} points.",
    "counts as {count} followers",
    "At least {count} characters. No e-mail address is needed: if you forget the password, "
    "only the operator of this server can help.",
    "First to {goal} points on their own turn wins.",
    "A 7 halves hands of more than {limit} cards.",
    "first to {count} points",
    "layout: this board has {count} corners; {seats} seats need at least {needed}, "
    "so that everybody finds room for the first buildings",
    "give back exactly {count} cards that you hold",
    "layout: the neutral colours begin on {number} corners, not on {count}",
    "layout.hexes: {count} hexes are too many; at most {most}",
    "to {count} points",
    "to {goal} points",
    "{count} files are too many: only --check takes several",
    "{where}: {key} must be a text of 1 to {most} characters, got {given}",
    "{count} players lay tiles round Carcassonne.",
    "{count} players share the island",
    "{count} players share the victory with {points} points.",
    "{figure} games a second",
    "{input} is too long: at most {limit} characters",
    "{points} points on average",
    "{player} takes the harbour card, with {count} harbour points",
    "{player} takes the harbour card from {other}, with {count} harbour points",
    "--players must name 2 to {most} bots, separated by commas, got {given}",
    "The id {input} is too short to take a seat with: choose {limit} characters at random",
    "The password is too long: at most {limit} characters",
    "The password is too short: at least {limit} characters",
    "This message is too large: at most {limit} bytes are read",
    "All {count} games",
    "They play the best of {count} games.",
    "no knight marches further than {count} paths",
    "you need a grain to march further than {count} paths",
}
"""Messages whose number is never nought or one."""
NUMBERS = "count|number|points|limit|goal|seats|tiles|most|figure|total|needed"
PLURAL = re.compile(rf"\{{(?:{NUMBERS})\}} (?!fois|dans)\w+[sx]\b")


def test_the_plural_stands_only_where_there_are_always_several() -> None:
    for edition in ("", *editions()):
        plural = {message for message, text in catalogue("fr", edition).items() if PLURAL.search(text)}
        assert plural <= ALWAYS_SEVERAL, plural - ALWAYS_SEVERAL


# One word for a thing: that of the French rulebooks

RETIRED = {
    r"\bcroisement": "intersection",
    r"\bhorloge": "pendule",
    r"\bblason": "bouclier",
    r"\bvignes?\b": "vignoble",
    r"\babîmée": "sabotée",
    r"\bsiège": "place",
    r"\bbanque\b": "Réserve",
    r"cartes? (?:développement|progrès|point de|ressource)": "the name of the card with its capital",
    r"[Cc]hass\w+ (?:un|le|ce) chevalier": "expulser",
    r"\b[Ll]es voleurs": "le pion Voleurs",
    r"[Éé]vénement": "évènement",
    r"\bbâtiment": "colonie ou ville",
    r"\bnavire": "bateau, of the barbarians: flotte barbare",
    r"\bhexagone": "tuile",
    r"\btuiles? de mer\b": "tuile Mer",
    r"\bpâturage": "pré",
    r"\bfleuve": "rivière d'or",
    r"\bl[Ee] pirate\b|\bLe pirate\b|\b[ad]u pirate\b": "le pion Pirates",
    r"[Rr]oute commerciale la plus longue": "route la plus longue",
    r"(?:\d|\}) Or\b": "or",
    r"\bPV\b": "points",
    r"\b[àÀ] ce tour\b": "ce tour-ci",
    r"\ben sens horaire": "dans le sens horaire",
    r"\bheaume": "actif, inactif",
    r"\bpromouvoir\b": "faire évoluer",
    r"\b[Uu]ne pièce de \{": "colonie ou ville",
    r"\bprésent ici": "se trouve ici: nobody knows whether a player is présent or présente",
    r"\bd['’]ici serait": "ce port",
}
KEPT = {
    "bank (a building)": r"\bbanque\b",  # an improvement of Cities & Knights
    "CKO-013": r"\bbâtiment",  # what the older edition calls improvements
    "BASE-040": r"[Rr]oute commerciale la plus longue",  # the name of the card
    "BASE-041": r"[Rr]oute commerciale la plus longue",
    "The hex island": r"\bhexagone",  # the name of the game here
    "A table for the hex island and for Carcassonne, in the browser.": r"\bhexagone",
}
OF_TILES = {
    "figurine": "pion",
    r"\bélément": "construction",
    r"(?:ville|route|abbaye)s? complètes?\b": "complétée",
    "enterr|enfou": "glisser sous la colline",
}
"""Words that the rules of Carcassonne do not use."""
TILE_RULES = ("CARC", "COMBO", "INN", "RIVER", "TRD", "SHEEP", "WHEEL")


def test_one_space_stands_before_the_signs_in_all_texts() -> None:
    wrong = re.compile(r"\u00a0|(?<!\u202f)[:;!?»](?=\s|$)|«(?!\u202f)")
    plain = [re.sub(r"\{[^{}]*\}", "0", text) for _, text in [*texts(), *rules()]]
    assert [text for text in plain if wrong.search(text.replace("Content-Type:", ""))] == []
    for where, path in po_files("fr", "", all_folders()).items():
        assert not re.search("[\u00a0\u202f]", path.read_text("utf-8")), f"{where}: write spaces, they are typeset"


def texts() -> Iterator[tuple[str, str]]:
    """Everything French, by the message or the rule that it belongs to."""
    for edition in ("", *sorted(editions())):
        yield from catalogue("fr", edition).items()
    yield from rules()


def rules() -> Iterator[tuple[str, str]]:
    """The rules in French, by their ids."""
    for rule in every_rule():
        for words in (rule.title, rule.text, rule.note, rule.waits):
            if words:
                yield rule.id, words["fr"]


@pytest.mark.parametrize("word", sorted(RETIRED))
def test_a_retired_word_is_not_used(word: str) -> None:
    found = {key: text for key, text in texts() if re.search(word, text) and KEPT.get(key) != word}
    assert found == {}, f"say {RETIRED[word]}"


@pytest.mark.parametrize("word", sorted(OF_TILES))
def test_the_rules_of_carcassonne_use_the_words_of_its_rulebook(word: str) -> None:
    found = {rule: text for rule, text in rules() if rule.startswith(TILE_RULES) and re.search(word, text)}
    assert found == {}, f"say {OF_TILES[word]}"


def test_the_rules_of_the_island_have_no_word_of_carcassonne_for_commodities() -> None:
    found = {rule: text for rule, text in rules() if not rule.startswith(TILE_RULES) and "marchandise" in text}
    assert found == {}, "say article de commerce"


def test_the_bank_is_la_reserve_with_its_capital() -> None:
    of_supply = re.compile(r"\b(?:supply|supplies|stock|left to build)\b")
    pairs = [(rule.text["en"], rule.text["fr"]) for rule in every_rule()]
    pairs += [pair for edition in ("", *sorted(editions())) for pair in catalogue("fr", edition).items()]
    found = [
        (english, french)
        for english, french in pairs
        if re.search(r"\bbank\b", english) and not of_supply.search(english) and re.search(r"\bréserve\b", french)
    ]
    assert found == []
