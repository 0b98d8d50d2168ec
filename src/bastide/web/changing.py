"""The host of a table that waits changes its game, in the form that makes tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bastide.kernel.errors import ConfigError
from bastide.server.common.faults import RequestRefused, of_engine
from bastide.server.common.model import ChangeGame, Command, SeatPlan
from bastide.server.common.tokens import new_id
from bastide.server.http import api, sessions
from bastide.server.log.state import ChairState, TableState
from bastide.web import create, create_tiles
from bastide.web.at_table import say_at
from bastide.web.forms import SEE_OTHER, form_of, headed
from bastide.web.making import MOST_SEATS, Making, read_form
from bastide.web.making_series import ordered
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import TilesMaking, read_tiles
from bastide.web.settling import form_of_config, kept_form, settled
from bastide.web.site import Site


@headed
async def change(request: Request) -> Response:
    """GET and POST /t/{id}/game: the form as the table is now; sent, it changes the game."""
    found = await api.table_of(request)
    state, site = found.state, Site.of(request)
    who = found.current(await sessions.viewer(request, found))
    if who.seat is None or who.seat != state.host or state.stage != "waiting":
        # Whoever has been host meanwhile sees at the table what there is to do now.
        return RedirectResponse(f"/t/{state.id}", SEE_OTHER)
    game = TILES if state.config.get("game") == TILES else create.GAME
    if request.method in ("GET", "HEAD"):
        making, told = settled(form_of_table(state), reader(game, state), site.words, game)
        return show(site, making, state, told=told)
    form = await form_of(request)
    if again := create.reconsidered(form, reader(game, state), site.words, game):
        return show(site, again[0], state, told=again[1])
    making = reader(game, state)(form)
    try:
        # Somebody who sat on a chair may have left since.
        left = {f"seat{number}": "open" for number in range(1, MOST_SEATS)}
        order = ordered(reader(game, state)(left | form), site.words, start=False)
        seats = [plan_of(state.seats[0]), *order.seats[1:]]
        wanted = ChangeGame(config=order.config, seats=seats, series=order.series, form=kept_form(making))
        _, response = await say_at(request, Command(id=new_id(), do="change", game=wanted))
    except RequestRefused as refusal:
        return api.told_on(request, show(site, making, state, refusal), refusal)
    except ConfigError as error:  # the map cannot be dealt
        return show(site, making, state, of_engine(error))
    return response


def reader(game: str, state: TableState) -> Any:
    """Reads the form of this family of games; the first chair has a name already."""

    def read(form: Mapping[str, str]) -> Making:
        name = state.seats[0].name
        return read_tiles(form, name) if game == TILES else read_form(form, name)

    return read


def form_of_table(state: TableState) -> dict[str, str]:
    """The form that gave the game, with the chairs as they are now."""
    form = dict(state.form) or form_of_config(state.config)
    for number, seat in enumerate(state.seats):
        form.pop(f"seat{number}", None)
        if seat.kind != "person":
            form[f"seat{number}"] = seat.bot or "open"
    return form | {"players": str(len(state.seats)), "undo": "on", "spectators": "on"} | terms_of(state)


def terms_of(state: TableState) -> dict[str, str]:
    """The fields of the form that stay as they are: the clock, and who may come."""
    out = {"public": "public" if state.public else "link", "idle": str(state.patience), "clock": "none"}
    if state.limit is None:
        return out
    out |= {"clock": state.limit.kind, "answer": str(state.limit.answer), "late": state.limit.late}
    if state.limit.kind == "turn":
        return out | {"turn_seconds": str(state.limit.seconds)}
    return out | {"reserve_minutes": str(state.limit.seconds // 60), "increment": str(state.limit.increment)}


def plan_of(seat: ChairState) -> SeatPlan:
    """A chair as it is."""
    return SeatPlan("bot", seat.bot) if seat.kind == "bot" else SeatPlan()


def show(
    site: Site, making: Making, state: TableState, refusal: RequestRefused | None = None, told: list[str] | None = None
) -> Response:
    """The form with the people who keep their seats."""
    people = {number: seat.name for number, seat in enumerate(state.seats) if seat.kind == "person"}
    table = {"link": f"/t/{state.id}", "people": people, "terms": terms_of(state)}
    if isinstance(making, TilesMaking):
        return create_tiles.show(site, making, refusal, told or (), table)
    return create.show_making(site, making, refusal, told or (), table)


ROUTES: Final = [Route("/t/{table_id}/game", change, methods=["GET", "POST"])]
