"""Checks, before a game starts, that its plug-ins can be shown: the rules alone do not tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bastide.catan.base.island import Island
from bastide.kernel.catalogue import Catalogue, CatalogueError, SharedId
from bastide.kernel.errors import BastideError, ConfigError, quote
from bastide.kernel.game import Game
from bastide.kernel.plugins import FOREIGN, MODULES, failed, plugins, reason_of
from bastide.kernel.rooms import floor, folders, rooms
from bastide.kernel.spelling import misspelt
from bastide.view import OPEN, view
from bastide.view.carcassonne.module_views import check_view
from bastide.view.catalogues import all_folders, check_words
from bastide.view.island.module_views import view_of as island_view
from bastide.view.owners import Collision
from bastide.view.styles import check_styles, styles
from bastide.view.svg.art import check_drawings, sheet

FORMER: Final = {"page": {"told_by_dice": "roll_effect"}, "bot": {"laid": "tile_laid"}}
"""Hooks of the floors of earlier versions, with their present names."""


def check_plugins(game: Game, floors: Sequence[str] = ("view", "bot")) -> None:
    """Refuse a game with plug-ins whose words, drawings, rule ids, view or other `floors` cannot be used, or collide
    with another's.

    A game without plug-ins costs nothing: tests check our own rooms. Raises ConfigError.
    """
    config = game.rules.resolved()
    family = str(config["game"])
    names = [name for name in config.get("modules", ()) if name in plugins(MODULES)]
    for name in names:
        if name in rooms(family):
            continue
        for kind in floors:
            check_hooks(name, kind, floor(family, name, kind))
        key = f"{family}/{name}"
        own = folders(family)
        if name in own and key not in all_folders():
            try:
                check_words({**all_folders(), key: own[name]})
            except FOREIGN as error:
                # Its texts may be wrong in any way: a name declared twice, a file that cannot be read.
                raise unshown(name, error) from error
        if name in own:
            try:
                if family == "island":
                    check_drawings(name)
                    check_styles(name, island_view(name).styles)
                else:
                    check_view(name)
            except FOREIGN as error:
                # Its drawings may be wrong in any way: an id that is taken, a file that is no SVG.
                raise unshown(name, error) from error
    if names:
        try:
            Catalogue.installed(names)
        except SharedId as error:
            raise unshown(names[-1], error) from error
        except CatalogueError:
            pass  # only the rule book suffers: `bastide rules` says what is wrong
        try:
            view(game, OPEN)
        except BastideError:
            raise
        except FOREIGN as error:
            named = unshown(names[-1], error) if isinstance(error, Collision) else failed(error)
            if named is None:
                raise
            raise named from error
        if isinstance(game.rules, Island):
            check_goods(game.rules.config.good_owners)


def check_hooks(owner: str, kind: str, brought: object) -> None:
    """Refuse a floor with a method that is named almost like a hook which it lacks, or like a former one: nothing would
    call it. Raises ConfigError.
    """
    made: Any = brought if isinstance(brought, type) else type(brought)
    base = next((each for each in made.__mro__ if each.__module__.startswith("bastide.")), made)
    former = [(name, now) for name, now in FORMER.get(kind, {}).items() if hasattr(made, name)]
    for name, now in (*former, *misspelt(made, base)):
        raise ConfigError(
            "the {floor} of the plug-in {owner} has a method {name}, which nothing calls: if it is the hook {now},"
            " correct its name; otherwise begin it with an underscore",
            {"floor": kind, "owner": quote(owner), "name": quote(name), "now": quote(now)},
        )


def check_goods(owners: Mapping[str, str]) -> None:
    """Refuse a game with a good that cannot be drawn; the error names the module that adds it. Raises ConfigError."""
    for good, owner in owners.items():
        if good not in sheet("goods"):
            raise unshown(owner, f"art/goods.svg has no drawing of its good {quote(good)}")
        if good not in styles().goods:
            raise unshown(owner, f"its VIEW.styles has no GoodStyle of its good {quote(good)}")


def unshown(name: str, error: BaseException | str) -> ConfigError:
    """The error for a plug-in that cannot be shown; a collision names both owners."""
    reason = str(error) if isinstance(error, Collision | SharedId | str) else reason_of(error)
    return ConfigError("the plug-in {name} cannot be shown: {reason}", {"name": quote(name), "reason": reason})
