"""What a plug-in's view, page or bot misspells is refused: nothing would ever call it."""

from __future__ import annotations

import pytest

from bastide.kernel.errors import ConfigError
from bastide.kernel.rooms import floors
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.view.island.module_view import ModuleView
from bastide.view.plugged import check_hooks
from bastide.web.panels.module_page import ModulePage


class View(ModuleView):
    def endings(self) -> None: ...


class Page(ModulePage):
    def told_by_dice(self) -> None: ...


class Bot(ModuleBot):
    def before_rol(self) -> None: ...

    def _before_rol(self) -> None: ...

    def sum_of_pips(self) -> None: ...


@pytest.mark.parametrize(
    ("kind", "brought", "name", "now"),
    [
        ("view", View(), "endings", "ending"),
        ("page", Page(), "told_by_dice", "roll_effect"),
        ("bot", Bot, "before_rol", "before_roll"),
    ],
)
def test_a_misspelt_or_former_hook_is_refused(kind: str, brought: object, name: str, now: str) -> None:
    with pytest.raises(ConfigError, match=f"the {kind} of the plug-in 'mine' has a method '{name}'.*hook '{now}'"):
        check_hooks("mine", kind, brought)


@pytest.mark.parametrize("kind", ["view", "page", "bot"])
def test_no_room_of_ours_has_a_hook_that_nothing_calls(kind: str) -> None:
    for family in ("island", "carcassonne"):
        for name, brought in floors(family, kind).items():
            check_hooks(name, kind, brought)
