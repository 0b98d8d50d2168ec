"""The JSON API of the ratings: the ladder, one person's games, and whether an account takes part."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from bastide.kernel.errors import quote
from bastide.server.accounts import ladder as ladders
from bastide.server.accounts.accounts import Account
from bastide.server.accounts.ladder import Ladder, PlayerRatings, RuleSet
from bastide.server.accounts.name_folding import folded
from bastide.server.common.faults import RequestRefused
from bastide.server.common.rating import SHOWN_AT
from bastide.server.engine.rule_sets import LONGEST
from bastide.server.http import api, sessions
from bastide.server.http.endpoints import Endpoint, Query, get, post

NEEDED: Final = SHOWN_AT
"""How many games it takes until a rating is shown."""
NAMES: Final = 64
"""A longer text names no account."""


class TakingPart(msgspec.Struct, forbid_unknown_fields=True):
    """Whether an account takes part in the ratings, and whether a program plays under it."""

    rated: bool
    program: bool = False


class LadderView(msgspec.Struct, frozen=True):
    """All rule sets, and the ladder of one of them."""

    rule_sets: list[RuleSet]
    ladder: Ladder


# Shared by the API and the pages.


async def view(request: Request) -> LadderView:
    """The ladder of the rule set in the query, without one of the rule set with most people.

    :raises RequestRefused: there is no such rule set, or nothing can be read now.
    """
    accounts = sessions.accounts_of(request)
    found = await ladders.rule_sets(accounts)
    asked = request.query_params.get("rules", "")
    if asked and asked not in [one.rules for one in found]:
        raise RequestRefused("unknown", "There are no ratings under the rules {input}", input=quote(asked[:LONGEST]))
    return LadderView(found, await ladders.ladder(accounts, asked or (found[0].rules if found else "")))


async def of_player(request: Request) -> PlayerRatings:
    """The ratings of the person in the query.

    :raises RequestRefused: nobody of this name takes part, or nothing can be read now.
    """
    name, rules = request.query_params.get("name", ""), request.query_params.get("rules", "")[:LONGEST]
    accounts = sessions.accounts_of(request)
    row = await accounts.named(folded(name)) if 0 < len(name) <= NAMES else None
    if row is None or not row[0].rated:
        raise RequestRefused("unknown", "Nobody called {input} takes part in the ratings", input=quote(name[:NAMES]))
    found = await ladders.player(accounts, row[0], rules)
    if rules and rules not in found.rule_sets:
        raise RequestRefused("unknown", "There are no ratings under the rules {input}", input=quote(rules))
    return found


async def take_part(request: Request, given: TakingPart) -> Account:
    """Let the signed-in account take part, or no longer.

    :raises RequestRefused: nobody is signed in, or it cannot be changed.
    """
    account = await sessions.signed_in(request)
    return await sessions.accounts_of(request).take_part(account, rated=given.rated, program=given.program)


# The routes.


@api.guarded
async def get_ladder(request: Request) -> Response:
    """GET /api/ladder: the ladder of a rule set."""
    return api.answer(await view(request))


@api.guarded
async def get_player(request: Request) -> Response:
    """GET /api/ladder/player: the ratings and rated games of a person who takes part."""
    return api.answer(await of_player(request))


@api.guarded
async def get_part(request: Request) -> Response:
    """GET /api/account/ratings: whether the account takes part in the ratings."""
    account = await sessions.signed_in(request)
    return api.answer(TakingPart(account.rated, account.program))


@api.guarded
async def post_part(request: Request) -> Response:
    """POST /api/account/ratings: take part in the ratings, or no longer."""
    account = await take_part(request, await api.body(request, TakingPart))
    return api.answer(TakingPart(account.rated, account.program))


RULES: Final = Query("rules", Annotated[str, Meta(max_length=LONGEST)], "A rule set, such as `island`.")
NAME: Final = Query("name", Annotated[str, Meta(max_length=NAMES)], "The name of an account that takes part.")

ROUTES: Final = [
    Endpoint("/api/ladder", get(get_ladder, LadderView, "unknown", "store", query=(RULES,))),
    Endpoint("/api/ladder/player", get(get_player, PlayerRatings, "unknown", "store", query=(NAME, RULES))),
    Endpoint(
        "/api/account/ratings",
        get(get_part, TakingPart, "session", "store"),
        post(post_part, TakingPart, TakingPart, "session", "store", "stage"),
    ),
]
