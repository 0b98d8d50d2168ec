"""The names of an edition: a whole game in the older one shows none of the newer one's, and the other way round."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.server.common.faults import of_engine
from bastide.server.engine.games import Games
from bastide.view import explain, view
from bastide.view.catalogues import LANGUAGES, NAMES, catalogue
from bastide.view.island.model import IslandView
from bastide.view.model import OPEN, SPECTATOR
from bastide.view.text import text
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.chosen import by_turns, sampled, seed
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table
from tests.server.tables import hub_in, playing, refused, run
from tests.view.messages import messages
from tests.web.panels.test_painter import seen

PLAYERS = ["Maud", "Odile", "Tibor"]
BARE = {"en": {"trade", "sabotage", "smith", "basic"}, "fr": {"commerce", "port", "politique", "culturel", "faible"}}
"""Names that are also other words of the page."""
BOTH = {"en": (), "fr": ("flotte barbare",)}
"""What both editions say and what holds a name of one: the Merchant Fleet is also called "flotte"."""
SPOKEN = frozenset({"aria-label", "title", "alt", "placeholder", "aria-description"})
"""Attributes that people read or hear."""


class Heard(HTMLParser):
    """The words of a page, less what only programs read."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += [value for name, value in attrs if name in SPOKEN and value]


def heard(html: str) -> str:
    """Everything that a reader of this HTML may see or hear."""
    parser = Heard()
    parser.feed(html)
    return "\n".join(parser.words)


def names(edition: str, language: str) -> set[str]:
    """What only this edition calls so, of all names that differ between the two."""
    words = {one: Words(language, one) for one in EDITIONS}
    differing = [key for key in NAMES if len({words[one].name(key) for one in EDITIONS}) > 1]
    called = {one: {words[one].name(key).lower() for key in differing} for one in EDITIONS}
    (other,) = set(EDITIONS) - {edition}
    return called[edition] - called[other] - BARE[language]


def strange(said: str, edition: str, language: str) -> set[str]:
    """The names of the other edition that stand in a text."""
    (other,) = set(EDITIONS) - {edition}
    plain = " ".join(said.lower().split())
    for own in (*BOTH[language], *sorted(names(edition, language), key=len, reverse=True)):
        plain = plain.replace(own, "")  # some hold a name of the other edition
    return {name for name in names(other, language) if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", plain)}


def positions(edition: str, bot: str, seed: int) -> Iterator[Game]:
    """Positions of a whole game: two of each phase and some more, its end last."""
    options = {"first": 0, "edition": edition, "goal": 10}
    game = Game.new({"seats": 3, "modules": ["cities_knights"], "options": options}, seed=seed, names=PLAYERS)
    bots = [make_bot(bot, seed * 10 + seat) for seat in range(3)]
    rng = random.Random(seed)
    looked: Counter[str] = Counter()
    while not game.over:
        if game.actors == [-1]:
            game.draw(rng)
            continue
        seat = game.actors[0]
        phase = game.rules.phases[int(game.state.cells[int(game.state.top())])].name
        looked[phase] += 1
        if game.version % 101 == 0 or looked[phase] <= 2:
            yield game
        game.play(bots[seat].choose(game, seat), seat)
    yield game


@pytest.mark.slow
@pytest.mark.rule("CKO-012", "CKO-013")
@pytest.mark.parametrize("edition", sampled(["classic", "2025"], count=1, rest=pytest.mark.campaign))
def test_no_word_of_the_other_edition_is_on_the_page_or_in_the_text(edition: str) -> None:
    bot = random.Random(seed()).choice(["greedy", "random"])
    for number, game in enumerate(positions(edition, bot, 5)):
        viewer = (*game.actors, SPECTATOR, OPEN)[number % (len(game.actors) + 2)]
        table = seen(game, viewer, config=game.rules.resolved(), stage="over" if game.over else "playing")
        for language in LANGUAGES:
            html = render(table, language)
            assert {name: found for name in html if (found := strange(heard(html[name]), edition, language))} == {}
            told = text(view(game, viewer), Words(language), PLAYERS)
            said = told.partition(Words(language).gettext("You may send:"))[0]  # what follows is notation
            assert strange(said, edition, language) == set(), said
    log = view(game, OPEN).log
    for language in LANGUAGES:
        words = Words(language, edition)
        assert strange("\n".join(words.text(line.say, PLAYERS) for line in log), edition, language) == set()
    happened = {event.kind for events in game.history for event in events}
    assert {"improve", "progress", "play_progress", "attack", "recruit", "promote"} <= happened


OLDER = {
    "paper": ("Book", "Livre"),
    "domain-science": ("Cultural", "Culturel"),
    "domain-trade": ("Economic", "Économique"),
    "domain-politics": ("Political", "Politique"),
    "rank-1": ("Weak", "Faible"),
    "rank-2": ("Strong", "Fort"),
    "rank-3": ("Intrepid", "Intrépide"),
    "knight-1-active": ("Weak knight, active", "Chevalier faible, actif"),
    "knight-3-resting": ("Intrepid knight, resting", "Chevalier intrépide, inactif"),
    # Of each domain the five buildings.
    "school": ("Convent", "Couvent"),
    "library": ("Library", "Bibliothèque"),
    "aqueduct": ("Aqueduct", "Aqueduc"),
    "theatre": ("Theatre", "Théâtre"),
    "university": ("University", "Université"),
    "market": ("Market", "Marché"),
    "corporation": ("Corporation", "Corporation"),
    "guild": ("Guild", "Guilde"),
    "bank-house": ("Bank", "Banque"),
    "trade-centre": ("Trade centre", "Centre commercial"),
    "town-hall": ("Town hall", "Mairie"),
    "church": ("Church", "Église"),
    "fortress": ("Fortress", "Forteresse"),
    "court": ("Cathedral", "Cathédrale"),
    "council": ("Council", "Conseil"),
    # The cards.
    "alchemist": ("Alchemist", "Alchimiste"),
    "road-building": ("Road building", "Artisans"),
    "smithing": ("Smith", "Forge"),
    "crane": ("Crane", "Grue"),
    "engineering": ("Engineer", "Ingénieur"),
    "invention": ("Inventor", "Inventeur"),
    "irrigation": ("Irrigation", "Irrigation"),
    "medicine": ("Medicine", "Médecine"),
    "mining": ("Mining", "Mine"),
    "printing": ("Printing", "Imprimerie"),
    "merchant-fleet": ("Merchant fleet", "Flotte"),
    "merchant": ("Merchant", "Marchand"),
    "resource-monopoly": ("Resource monopoly", "Monopole"),
    "trade-monopoly": ("Trade monopoly", "Monopole avancée"),
    "commercial-harbor": ("Commercial harbour", "Port"),
    "card-taxes": ("Master merchant", "Expert"),
    "intrigue": ("Intrigue", "Intrigue"),
    "diplomacy": ("Diplomat", "Diplomate"),
    "espionage": ("Spy", "Espion"),
    "encouragement": ("Warlord", "Maître d’arme"),
    "taxation": ("Bishop", "Évêque"),
    "wedding": ("Wedding", "Mariage"),
    "constitution": ("Constitution", "Constitution"),
    "sabotage": ("Saboteur", "Saboteur"),
    "treason": ("Deserter", "Transfuge"),
    "defender": ("Saviour of the island", "Sauveur de l’île"),
}


@pytest.mark.rule("CKO-012", "CKO-013")
def test_the_older_edition_has_its_own_names() -> None:
    told = {key: tuple(Words(language, "classic").title(key) for language in LANGUAGES) for key in OLDER}
    assert told == OLDER


@pytest.mark.rule("CKO-012", "CKO-013")
def test_they_are_words_only() -> None:
    """Notation, keys and what programs read are the same in both editions: only the sentence differs."""
    boards = {}
    for edition in EDITIONS:
        t = knights_table(
            edition=edition,
            cities={0: "0,0,S"},
            hands={0: "paper*3 coin"},
            progress={0: "smithing"},
            levels={0: "science 3"},
            knights={0: "0,1,N mighty; 0,0,N"},
        )
        t.play("improve politics")
        boards[edition] = view(t.game, 0)
    one, other = (boards[edition] for edition in EDITIONS)
    assert isinstance(one, IslandView)
    assert isinstance(other, IslandView)
    assert one.legal == other.legal
    assert one.log[-1] == other.log[-1]
    assert one.modules["cities_knights"].steps == other.modules["cities_knights"].steps
    assert one.pieces == other.pieces
    assert [(card.kind, card.notation) for card in one.seats[0].cards or []] == [("smithing", "smithing")]
    said = {edition: text(boards[edition], Words("en"), PLAYERS) for edition in EDITIONS}
    assert "Smith:" in said["classic"]
    assert "Smithing:" in said["2025"]


@pytest.mark.rule("CKO-012", "CKO-013")
@pytest.mark.parametrize(
    ("language", "edition", "expected"),
    [
        ("en", "2025", "for a mighty knight you need the Fortress"),
        ("en", "classic", "for an intrepid knight you need the Fortress"),
        ("fr", "2025", "pour un chevalier puissant, il vous faut la Forteresse"),
        ("fr", "classic", "pour un chevalier intrépide, il vous faut la Forteresse"),
    ],
)
def test_refusals_use_them(language: str, edition: str, expected: str) -> None:
    t = knights_table(knights={0: "0,0,N strong"}, hands={0: "wool ore"}, edition=edition)
    with pytest.raises(IllegalAction) as refused:
        t.game.play("promote 0,0,N", 0)
    assert expected in of_engine(refused.value, PLAYERS, edition=edition).fault(language).message
    reason = explain(t.game, "promote 0,0,N", 0)
    assert reason is not None
    assert Words(language, edition).text(reason.say, PLAYERS) == expected


@pytest.mark.rule("CKO-012")
def test_a_table_that_is_played_again_in_the_other_edition_is_drawn_anew() -> None:
    paint = Painter()
    for edition in (*EDITIONS, *EDITIONS):
        t = knights_table(edition=edition, cities={0: "0,0,S"}, hands={0: "paper*3"}, progress={0: "smithing"})
        table = seen(t.game, 0, config=t.game.rules.resolved())
        for language in LANGUAGES:
            html = joined(paint(table, language))
            assert html == render(table, language)
            assert strange("\n".join(heard(panel) for panel in html.values()), edition, language) == set()


@by_turns("language", LANGUAGES)
def test_an_edition_says_only_what_there_is_to_say(language: str) -> None:
    known, own = messages(), catalogue(language, "classic")
    several = {f"{name} (several)" for name in NAMES.values()}
    differs = {message for message, said in own.items() if catalogue(language).get(message) != said}
    assert differs, "an edition without a word of its own"
    assert {message for message in differs if message not in known and message not in several} == set()


KNIGHTLY = "expansions/island/cities_knights/"
"""Where Cities & Knights has its sentences."""


@pytest.mark.rule("CKO-012", "CKO-013")
@by_turns("language", LANGUAGES)
def test_no_sentence_of_the_expansion_has_a_name_of_the_newer_edition_left(language: str) -> None:
    own = catalogue(language, "classic")
    said = {message for message, files in messages().items() if any(file.startswith(KNIGHTLY) for file in files)}
    assert len(said) > 300
    left = {
        own.get(message, message): found
        for message in said
        if (found := strange(own.get(message, message), "classic", language))
    }
    assert left == {}


@pytest.mark.rule("CKO-012")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_server_refuses_in_the_words_of_the_edition(tmp_path: Path, edition: str) -> None:
    config = {"seats": 3, "modules": ["cities_knights"], "options": {"edition": edition}}
    expected = "a mighty knight" if edition == "2025" else "an intrepid knight"

    async def go() -> None:
        async with hub_in(tmp_path, Games()) as hub:
            (maud, *_) = await playing(hub, *PLAYERS, config=config)
            match = maud.table.state.match
            assert match is not None
            match.game = knights_table(knights={0: "0,0,N strong"}, hands={0: "wool ore"}, edition=edition).game
            asked = maud.table.why(maud.who, "promote 0,0,N")
            assert asked is not None
            assert expected in asked.fault("en").message
            assert expected in (await refused(maud.do("play", "promote 0,0,N"), "illegal")).fault("en").message

    run(go())
