"""The form for a new table, walked through as it is rendered: every set that is played is made, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.carcassonne.family import MODULES as TILES
from bastide.catan.family import MODULES
from bastide.kernel.rules import Module
from bastide.server.common.settings import Settings
from bastide.web.app import create_app
from bastide.web.making import enlarged, enlarging
from tests.chosen import now_and_then
from tests.combinations.table import ENTRIES, allowed, present, sets_of
from tests.web.making import Form, shown
from tests.web.pages.test_pages import table_of

LARGER = frozenset(enlarging().values())
CAMPAIGN = "campaign"

Names = frozenset[str]
Step = tuple[str, str]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    many: dict[str, Any] = {"address_burst": 10_000, "new_table_burst": 1000, "address_tables": 1000, "cost_rate": 1e4}
    with TestClient(create_app(Settings(data=tmp_path, **many)), follow_redirects=False) as client:
        yield client


@dataclass
class Walk:
    """Pages of the form by the clicks that lead to them from the first one."""

    client: TestClient
    path: str = "/create"
    pages: dict[tuple[Step, ...], Form] = field(default_factory=dict)

    @cached_property
    def first(self) -> Form:
        """The form as somebody meets it who has chosen nothing."""
        return shown(self.client.get(self.path))

    def page(self, steps: tuple[Step, ...]) -> Form:
        """The form after these clicks, each on a field that the page before it shows."""
        if not steps:
            return self.first
        if steps not in self.pages:
            form = self.page(steps[:-1]).clicked(*steps[-1])
            self.pages[steps] = page = shown(self.client.post(self.path, data=form | {"do": "show"}))
            self.same_as_script(form, page)
        return self.pages[steps]

    def same_as_script(self, form: dict[str, str], page: Form) -> None:
        """The script, which asks for the preview, would show this page too."""
        told = self.client.post(f"{self.path}/preview", data=form).json()
        assert (told["what"], str(told["players"])) == (page.sent["what"], page.sent["players"])
        assert sorted(told["offered"]) == sorted(page.ticks())
        assert sorted(told["added"]) == sorted(name for name in page.ticks() if f"module_{name}" in page.sent)
        assert not set(told["numbers"]) & set(page.offers("players"))
        offers = {name for why in (told["barred"], told["numbers"]) for name, (_, _, offer) in why.items() if offer}
        assert offers == set(page.swaps)

    def keyed(self, clicks: tuple[Step, ...]) -> Form:
        """The form after the same choices by keys: an arrow also chooses what lies on the way."""
        steps: tuple[Step, ...] = ()
        for name, value in clicks:
            steps += tuple((name, each) for each in self.page(steps).keyed(name, value))
        return self.page(steps)

    def made(self, page: Form) -> tuple[Names, int]:
        """The expansions and the number of seats of the table that the form makes."""
        table = table_of(self.client.post(self.path, data=page.clicked("seat1", "open") | {"do": "make"}))
        config = self.client.get(f"/api/tables/{table}").json()["config"]
        return frozenset(config["modules"]), config["seats"]


def clicks_for(names: Names, cards: list[str]) -> tuple[Step, ...]:
    """The clicks that make a set: a card, then what is played with it, then a number of players."""
    first = next((name for name in cards if name in names), "base")
    ticked = tuple((f"module_{name}", "on") for name in sorted(names - LARGER - {first}))
    number = next((str(number) for number, name in enlarging().items() if brings(names, number, name)), "")
    return (("what", first), *ticked, *((("players", number),) if number else ()))


def brings(names: Names, number: int, name: str) -> bool:
    """Whether this number of players brings the expansion that is named, in this set."""
    return name in names and name in enlarged(tuple(names - LARGER), number)


def operable(page: Form) -> None:
    """Every field has a name for its reader, keys reach it, and Enter in it makes the table."""
    for each in page.fields:
        assert each.labelled, each
        assert each.stop, each
    assert page.submits[0].get("name") is None
    assert any(button.get("value") == "make" and "hidden" not in button for button in page.submits)


def sets_that_are_played() -> list[Names]:
    return sorted(sets_of(present()), key=lambda names: (len(names), sorted(names)))


@now_and_then(3)
@pytest.mark.slow
@pytest.mark.rule("MIX-002")
def test_every_set_of_the_island_is_made_by_clicks_and_by_keys(client: TestClient) -> None:
    walk = Walk(client)
    cards = walk.first.offers("what")
    for names in sets_that_are_played():
        clicks = clicks_for(names, cards)
        page = walk.page(clicks)
        operable(page)
        assert walk.keyed(clicks).sent | {"deal": ""} == page.sent | {"deal": ""}, sorted(names)
        assert walk.made(page) == (names, int(page.sent["players"])), sorted(names)
    for steps, page in walk.pages.items():
        if page.sent["what"] != CAMPAIGN:
            only_what_goes_together(steps, page)


def chosen_in(page: Form) -> Names:
    """The set that a page makes."""
    ticked = {name.removeprefix("module_") for name in page.sent if name.startswith("module_")}
    names = ticked | ({page.sent["what"]} - {"base"})
    return frozenset(enlarged(tuple(names), int(page.sent["players"])))


def only_what_goes_together(steps: tuple[Step, ...], page: Form) -> None:
    """A page offers just what makes a set that is played, and to take the rest instead of what bars it."""
    what, chosen = page.sent["what"], chosen_in(page)
    assert allowed(chosen), steps
    for name in set(present()) - chosen - LARGER:
        fits, alone = allowed({*chosen, name}), what == "base" and MODULES[name]().role != "variant"
        assert (name in page.ticks()) == (fits and not alone), (steps, name)  # alone it is a card
        assert (name in page.swaps) == (not fits), (steps, name)
    for number, larger in enlarging().items():
        free = larger in enlarged(tuple(chosen - LARGER), number)
        assert (str(number) in page.offers("players")) == free, (steps, number)
        assert (str(number) in page.swaps) != free, (steps, number)


REFUSED = [pair for pair, entry in ENTRIES.items() if not entry.allowed]


@pytest.mark.slow
@pytest.mark.rule("MIX-002")
def test_no_pair_that_is_refused_is_made_and_each_is_swapped(client: TestClient) -> None:
    walk = Walk(client)
    cards, numbers = walk.first.offers("what"), {name: str(number) for number, name in enlarging().items()}
    pairs = (pair for names in REFUSED if names <= set(present()) for pair in permutations(sorted(names)))
    for one, other in pairs:
        page = walk.page(clicks_for(frozenset({one}), cards))
        if not {one, other} & LARGER:
            forged = page.sent | {f"module_{other}": "on", "do": "make"}
            refused = client.post("/create", data=forged)
            assert (refused.status_code, "cannot be combined" in refused.text) == (400, True), (one, other)
        offer = numbers.get(other, other)
        assert offer in page.swaps, (one, other)
        names = chosen_in(shown(client.post("/create", data=page.sent | {"swap": offer})))
        assert other in names, (one, other)
        assert one not in names, (one, other)
        assert allowed(names), (one, other)


@pytest.mark.slow
def test_every_set_of_tiles_is_made_by_clicks_and_by_keys(client: TestClient) -> None:
    walk = Walk(client, "/create/carcassonne")
    cards = walk.first.offers("what")
    assert set(cards) == {"base", *TILES}
    for count in range(len(TILES) + 1):
        for names in map(frozenset, combinations(TILES, count)):
            clicks = clicks_for(names, cards)
            page = walk.page(clicks)
            operable(page)
            assert walk.keyed(clicks).sent | {"deal": ""} == page.sent | {"deal": ""}, sorted(names)
            assert walk.made(page) == (names, int(page.sent["players"])), sorted(names)


def test_the_cards_are_what_may_be_played_in_the_first_place(client: TestClient) -> None:
    made: dict[str, Module] = {name: MODULES[name]() for name in present()}
    first = {name for name in made if made[name].role != "variant" and name not in LARGER}
    assert set(shown(client.get("/create")).offers("what")) == {"base", CAMPAIGN} | first
