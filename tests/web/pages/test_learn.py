"""The list of lessons, the page of one, and what becomes of a learner's requests."""

from __future__ import annotations

import html
import re
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from bastide.lessons.lessons import lesson, lessons
from bastide.web.making import enlarging
from bastide.web.panels.guide import offering
from tests.web.pages.test_pages import client, table_of

__all__ = ["client"]

FIRST = "settle -2,2,N"


def asked(client: TestClient, do: str, done: list[str], text: str = "", language: str = "en") -> dict[str, Any]:
    body = {"do": do, "done": done, "text": text}
    answer = client.post(f"/learn/island?lang={language}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_list_has_every_lesson(client: TestClient) -> None:
    page = client.get("/learn?lang=fr").text
    assert all(f'href="/learn/{name}"' in page for name in lessons())
    assert "Apprendre l’île" in page


def test_a_page_shows_the_guide_in_the_place_of_the_prompt(client: TestClient) -> None:
    page = client.get("/learn/island?lang=fr").text
    assert 'data-lesson="island"' in page
    assert page.count('id="prompt"') == 1
    assert "1 sur 10" in page
    assert 'action="/t/' not in page, "nobody chats in a lesson"


def test_a_move_is_shown_decision_by_decision(client: TestClient) -> None:
    reply = asked(client, "play", [FIRST], "road -2,2,NE")
    assert reply["done"] == [FIRST, "road -2,2,NE"]
    assert len(reply["frames"]) == 9, "the own road, and eight pieces of two bots"
    assert [event["kind"] for event in reply["frames"][1]["events"]] == ["settlement"]
    watching = reply["frames"][0]["panels"]
    assert "Watch what happens now." in watching["prompt"]
    assert "data-notation" not in watching["targets"]
    assert 'data-notation="settle -1,2,N"' in reply["frames"][-1]["panels"]["targets"]


def test_a_wrong_move_is_answered_in_the_language_of_the_page(client: TestClient) -> None:
    for language, word in (("en", "dots"), ("fr", "points")):
        reply = asked(client, "play", [], "settle 0,0,N", language)
        assert word in reply["missed"]
        assert (reply["done"], reply["frames"], reply["fault"]) == ([], [], None)


def test_an_illegal_move_is_refused_with_its_rule(client: TestClient) -> None:
    fault = asked(client, "play", [FIRST], "road 2,0,NE")["fault"]
    assert (fault["code"], fault["rule"]) == ("illegal", "BASE-013")
    assert "raod" in asked(client, "play", [], "raod 1")["fault"]["message"]
    assert asked(client, "why", [], "city")["fault"]["rule"]
    assert asked(client, "why", [], FIRST)["fault"] is None


def test_back_skip_and_again(client: TestClient) -> None:
    skipped = asked(client, "skip", [])
    assert (skipped["step"], skipped["of"], len(skipped["done"])) == (1, 10, 4)
    assert asked(client, "back", [FIRST])["done"] == []
    assert asked(client, "again", skipped["done"])["done"] == []
    assert asked(client, "seen", [FIRST, "nonsense"])["done"] == [FIRST]
    assert asked(client, "seen", [])["frames"][0]["whole"]


def test_the_end_offers_a_whole_game(client: TestClient) -> None:
    done = [move.shown for move in lesson("island").moves]
    prompt = asked(client, "seen", done)["frames"][0]["panels"]["prompt"]
    assert 'action="/play"' in prompt
    assert 'data-guide="again"' in prompt
    assert asked(client, "skip", done)["done"] == done


def test_bad_requests_are_refused(client: TestClient) -> None:
    assert client.get("/learn/chess").status_code == 404
    assert client.post("/learn/chess", json={"do": "seen", "done": []}).status_code == 404
    assert client.post("/learn/island", json={"do": "cheat", "done": []}).status_code == 400
    assert client.post("/learn/island", json={"do": "seen", "done": ["end"] * 201}).status_code == 400
    assert client.post("/learn/island", content=b"{", headers={"content-type": "application/json"}).status_code == 400
    strange = client.post(
        "/learn/island", json={"do": "seen", "done": []}, headers={"origin": "https://elsewhere.example"}
    )
    assert strange.status_code == 403


def test_an_offer_is_lit_card_by_card() -> None:
    hand, want, send, *opens = offering("offer grain*2 for brick to 1 3")
    assert hand.endswith('#hand [data-adds="grain"]')
    assert '[data-side="give"] .some[data-good="grain"]' in hand
    assert want.endswith('[data-side="want"] [data-adds="brick"]')
    assert send.endswith('[data-send][aria-disabled="false"]')
    assert opens == ['form[data-form="offer"]', 'button[data-form="offer"]', '#tabs [data-tab="trade"]']


def test_the_lesson_lights_what_an_offer_needs(client: TestClient) -> None:
    moves = lesson("island").moves
    before = [
        move.shown for move in moves[: next(n for n, move in enumerate(moves) if move.shown.startswith("offer "))]
    ]
    prompt = asked(client, "seen", before)["frames"][0]["panels"]["prompt"]
    assert "data-adds=" in html.unescape(prompt).partition("data-lights=")[2]


def ended(client: TestClient, name: str) -> dict[str, str]:
    """The panels at the end of a lesson."""
    done = [move.shown for move in lesson(name).moves]
    reply = client.post(f"/learn/{name}", json={"do": "seen", "done": done})
    panels: dict[str, str] = reply.json()["frames"][0]["panels"]
    return panels


@pytest.mark.parametrize("name", lessons())
def test_the_end_leads_to_a_game_of_the_lesson_against_easy_bots(client: TestClient, name: str) -> None:
    learned, prompt = lesson(name), ended(client, name)["prompt"]
    if learned.room in enlarging().values():
        found = re.search(r'href="(/create[^"]*)"', prompt)
        assert found is not None
        assert re.search(r'name="players"[^>]*value="5"[^>]* checked', client.get(html.unescape(found[1])).text)
        return
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', prompt))
    state = cast(Any, client.app).state.hub.tables[table_of(client.post("/play", data=fields))].state
    assert state.config["game"] == learned.family
    assert not learned.room or learned.room in state.config["modules"]
    assert [seat.level for seat in state.seats][1:] == ["easy"] * (len(state.seats) - 1)
    assert state.slow


@pytest.mark.parametrize("name", lessons())
def test_nothing_is_asked_after_the_end(client: TestClient, name: str) -> None:
    panels = ended(client, name)
    offered = [
        part for part in ("actions", "targets", "choice", "hand", "offer") if "data-notation" in panels.get(part, "")
    ]
    assert not offered
    done = [move.shown for move in lesson(name).moves]
    late = client.post(f"/learn/{name}", json={"do": "play", "done": done, "text": "end"})
    assert late.status_code == 200, late.text
    assert late.json()["done"] == done
    assert 'data-guide="again"' in late.json()["frames"][0]["panels"]["prompt"]
