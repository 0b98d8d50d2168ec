"""The looks of players: a colour with its emblem, or with another."""

from __future__ import annotations

import pytest

from bastide.server.common.banners import EMBLEM_OF, look
from bastide.view import svg
from bastide.view.carcassonne.svg.pieces import figure
from bastide.view.svg.palette import EMBLEMS, PLAYERS, SEAT_COLORS, color_of


def test_the_server_knows_the_colours_and_emblems_that_are_drawn() -> None:
    assert {name: player.emblem for name, player in PLAYERS.items()} == dict(EMBLEM_OF)
    assert tuple(EMBLEM_OF) == SEAT_COLORS
    assert tuple(EMBLEM_OF.values()) == EMBLEMS


@pytest.mark.parametrize("emblem", EMBLEMS)
def test_pieces_bear_the_emblem_that_was_chosen(emblem: str) -> None:
    name = look("azure", emblem)
    assert PLAYERS[name] == PLAYERS["azure"]._replace(emblem=emblem)
    assert f'href="#e-{emblem}"' in svg.banner(name, 26, 36)
    assert f'href="#e-{emblem}"' in figure("meeple", name)
    assert f".p-{name}{{" in svg.player_css().replace(",", "{")


@pytest.mark.parametrize("name", ["pink", "azure-fish", "pink-sun", "azure-", "-sun"])
def test_no_other_look_is_known(name: str) -> None:
    with pytest.raises(KeyError):
        PLAYERS[name]


def test_colours_that_nobody_plays_are_none_of_the_players() -> None:
    assert color_of(["garnet-key", "ivory"], 4) == "azure"
