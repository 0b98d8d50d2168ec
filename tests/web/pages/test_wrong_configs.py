"""A wrong config is answered in the sender's language: as JSON, and on the page that makes a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from bastide.carcassonne import family as tiles
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.catan import family as island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web.app import create_app


class Wrong(NamedTuple):
    """A wrong config and its French."""

    config: dict[str, Any]
    french: str
    rule: str = ""


def hexes(**entry: Any) -> dict[str, Any]:
    """A layout of which the second hex is told."""
    return {"hexes": [{"q": 0, "r": 0, "terrain": "forest", "number": 8}, {"q": 1, "r": 0, "terrain": "hills"} | entry]}


START = {"seat": 0, "corner": "0,0,N", "edge": "0,0,NE"}

WRONG = {
    "game": Wrong({"game": "whist"}, "game = 'whist' est inconnu\u202f; valeurs possibles\u202f: island, carcassonne"),
    "key": Wrong({"board": 1}, "'board' est inconnu dans une configuration de l’île\u202f; elle peut contenir game, "),
    "tiles key": Wrong(
        {"game": "carcassonne", "layout": 1}, "'layout' est inconnu dans une configuration de Carcassonne"
    ),
    "seats": Wrong({"seats": 8}, "seats doit être une de ces valeurs\u202f: 2, 3, 4, et non 8"),
    "modules": Wrong(
        {"modules": ["x"]},
        "modules[0] = 'x' n’est pas un module de l’île\u202f; les modules sont\u202f: barbarian_attack",
    ),
    "twice": Wrong({"modules": ["cities_knights"] * 2}, "modules[1] = 'cities_knights' y figure deux fois"),
    "range": Wrong({"options": {"goal": 99}}, "options.goal doit être un nombre entier de 3 à 30, et non 99"),
    "choice": Wrong(
        {"modules": ["cities_knights"], "options": {"edition": "1998"}},
        "options.edition doit être une de ces valeurs\u202f: 2025, classic, et non '1998'",
    ),
    "printed": Wrong(
        {"modules": ["cities_knights"], "options": {"pieces": "printed"}},
        "pieces = «\u202fprinted\u202f»\u202f: cette extension n’a pas de pièces de départ imprimées",
        "CK-011",
    ),
    "spiral": Wrong(
        {"layout": "spiral", "options": {"spiral_from": "0,0"}},
        "options.spiral_from = '0,0'\u202f: indiquez «\u202fcorner\u202f» ou une tuile de la côte, parmi ",
        "BASE-004",
    ),
    "hex": Wrong(
        {"layout": hexes(terrain="swamp")},
        "layout.hexes[1] = {'q': 1, 'r': 0, 'terrain': 'swamp'}\u202f: terrain doit être une de ces valeurs\u202f: ",
    ),
    "token": Wrong({"layout": hexes(terrain="desert", number=8)}, "une tuile Désert n’a pas de numéro", "BASE-002"),
    "harbour": Wrong(
        {"layout": hexes() | {"harbors": [{"q": 0, "r": 0, "side": "E"}]}},
        "layout.harbors[0] = {'q': 0, 'r': 0, 'side': 'E'}\u202f: le côté E de 0,0 n’est pas sur la côte",
        "BASE-006",
    ),
    "room": Wrong({"layout": hexes()}, "layout\u202f: ce plateau a 10 intersections\u202f; pour 4 places", "BASE-013"),
    "start": Wrong({"starts": [START, {"seat": 1}]}, "starts[1] = {'seat': 1}\u202f: une pièce de départ a les clés"),
    "road": Wrong(
        {"starts": [START | {"edge": "1,1,E"}]},
        "starts[0]\u202f: la route 1,1,E ne touche pas la colonie 0,0,N",
        "BASE-013",
    ),
    "tiles seats": Wrong(
        {"game": "carcassonne", "options": {"first": 9}},
        "options.first doit être «\u202fdraw\u202f» ou une place",
        "CARC-004",
    ),
    "needed": Wrong(
        {"game": "carcassonne", "modules": ["wheel"], "options": {"famine_pig": "on"}},
        "options\u202f: 'famine_pig' ne veut rien dire sans le module 'traders'",
    ),
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(
        data=tmp_path, bot_delay=(0.0, 0.0), address_burst=10_000, new_table_burst=1000, address_tables=1000
    )
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def fault(client: TestClient, config: dict[str, Any], language: str) -> dict[str, Any]:
    """What the API answers to a table with that config."""
    chairs = [{"kind": "open"}] * int(config.get("seats", 4))
    order = {"name": "Quay", "nickname": "Maud", "config": config, "seats": chairs}
    answer = client.post("/api/tables", json=order, headers={"accept-language": language})
    assert answer.status_code == 400
    found: dict[str, Any] = answer.json()["fault"] if "fault" in answer.json() else answer.json()
    return found


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_config_is_answered_in_the_language_of_whoever_sent_it(client: TestClient, kind: str) -> None:
    wrong = WRONG[kind]
    french, english = fault(client, wrong.config, "fr"), fault(client, wrong.config, "en")
    assert wrong.french in french["message"]
    assert (french["code"], french.get("rule", "")) == ("config", wrong.rule)
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 4} | wrong.config, seed=1)
    assert str(caught.value) == english["message"] + (f" ({wrong.rule})" if wrong.rule else "")


def test_a_bot_that_there_is_not_is_refused_in_french(client: TestClient) -> None:
    chairs = [{"kind": "open"}, {"kind": "bot", "bot": "oracle"}]
    order = {"name": "Quay", "nickname": "Maud", "config": {}, "seats": chairs}
    answer = client.post("/api/tables", json=order, headers={"accept-language": "fr"})
    assert "le niveau de robot 'oracle' est inconnu" in answer.text


def excluding(module: type[Any]) -> Any:
    """A module that cannot be combined with one that there is."""

    def made() -> Any:
        one = module("alone")
        one.excludes = {"cities_knights": "HOUSE-001", "hills": "HOUSE-001"}
        return one

    return made


@pytest.mark.parametrize(
    ("path", "family", "module", "other"),
    [
        ("/create", island, IslandModule, "cities_knights"),
        ("/create/carcassonne", tiles, CarcassonneModule, "hills"),
    ],
)
def test_the_page_says_in_french_why_a_table_cannot_be_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str, family: Any, module: type[Any], other: str
) -> None:
    monkeypatch.setitem(family.MODULES, "alone", excluding(module))
    form = {"players": "2", "seat1": "greedy", "module_alone": "on", f"module_{other}": "on", "do": "make"}
    title = Words("fr").title(f"module_{other}")
    french = f"«\u202falone\u202f» et «\u202f{title}\u202f» ne se combinent pas"
    for language, said in (("fr", french), ("en", "cannot be combined")):
        answer = client.post(path, data=form, headers={"accept-language": language})
        assert answer.status_code == 400
        alert = answer.text.partition('role="alert"')[2].partition("</p>")[0]
        assert said in unescape(alert)
        assert 'href="/rules/HOUSE-001"' in alert
        for name in ("alone", other):
            chosen = rf'name="(module_{name}"|what" value="{name}")[^>]* checked'
            assert re.search(chosen, answer.text), "what was chosen is kept"
