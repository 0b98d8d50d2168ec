"""`check_module` notices each kind of fault of a module, and says which one, where, and how to repeat it."""

from __future__ import annotations

import importlib
import re
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.kernel import rooms
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError, IllegalAction, Refusal
from bastide.kernel.game import Game
from bastide.kernel.plugins import Plugin
from bastide.kernel.rules import Verb
from bastide.kernel.state import NOBODY, OWNER, State
from bastide.testing import CHECKS, CheckFailed, Own, check_module
from bastide.testing import own as known
from bastide.testing.lessons import faults
from bastide.testing.words import unworded
from bastide.view.island import module_views
from bastide.view.island.glance import Glance
from bastide.view.island.model import IslandView, SeatView
from bastide.view.island.module_view import ModuleView
from bastide.web.panels import module_pages
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, SidePanel
from tests.combinations.test_broken import Broken, Nameless, Pointing, changing, enter

pytestmark = pytest.mark.interpreted


class Above(Broken):
    def spoil(self, s: State, r: Island) -> None:
        s.cells[self.own] = 10


class Forgetful(Broken):
    """Counts in the object, which undo does not take back."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.turns = 0

    def spoil(self, s: State, r: Island) -> None:
        self.turns += 1
        s.cells[self.own] = self.turns % 9


class Restless(Broken):
    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        s.cells[self.own] = (s.cells[self.own] + 1) % 9


class Twice(Broken):
    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            out.add(self.r.verb_named("end").offset)


class Mumble(Broken):
    """Its notation cannot be read."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.verb = Mumbled("mumble", 1)
        r.add_verb(self.verb)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            out.add(self.verb.offset)


class Asking(Broken):
    """A decision that its view does not show."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.hum = r.add_verb(Hum("hum"))

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            out.add(self.hum)


class Hum(Verb):
    def apply(self, s: State, seat: i64, arg: i64) -> None:
        pass


class Mumbled(Verb):
    def describe(self, arg: i64) -> str:
        return super().describe(arg) if self.names else "mumble something"

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        pass


class Double(Broken):
    """Two of its actions have one notation."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        r.add_verb(Mumbled("mumble", names=["water", "water"]))


class Failing(Broken):
    def spoil(self, s: State, r: Island) -> None:
        raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("rules", "check", "reason"),
    [
        (changing(lambda r: int(r.bank), 1), "positions", "lumber is not conserved"),
        (Above, "positions", "broken.own[0] = 10 is not in 0 to 9"),
        (Pointing, "positions", "points of seat 0"),
        (Forgetful, "undo", "decisions were taken back differs in broken.own"),
        (Forgetful, "records", "the end does not match the position that the decisions lead to"),
        (Restless, "counts", "the position was changed by listing its actions"),
        (Twice, "positions", "assert len(set(codes)) == len(codes) (invariants.py, line"),
        (Nameless, "actions", "is refused by no rule of the catalogue"),
        (Mumble, "playing", "'mumble something'"),
        (Double, "actions", "'mumble water' is the notation of two actions"),
        (Failing, "playing", "ZeroDivisionError: by zero (test_check_module.py, line"),
    ],
)
def test_a_fault_is_named_with_its_check(
    monkeypatch: pytest.MonkeyPatch, rules: type[Broken], check: str, reason: str
) -> None:
    enter(monkeypatch, rules)
    monkeypatch.setattr("bastide.testing.module.STEPS", 150)
    with pytest.raises(CheckFailed, match=re.escape(reason)) as caught:
        check_module("broken", 1, first=7, only=[check])
    said = str(caught.value)
    assert said.startswith(f"broken: the check '{check}' fails ")
    assert "the game with seed 7 of {'game': 'island'" in said
    assert said.endswith(f"Repeat it with check_module('broken', 1, first=7, only=['{check}'])")


def test_a_view_that_shows_what_is_hidden_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Broken)

    def peeking(game: Game, viewer: int, brief: bool = False) -> Any:
        return [int(game.state.cells[game.rules.hand + k]) for k in range(5)]  # type: ignore[attr-defined] # an island

    monkeypatch.setattr("bastide.testing.checks.view", peeking)
    with pytest.raises(CheckFailed, match="the view of seat -1 differs in worlds that it cannot tell apart"):
        check_module("broken", 3, only=["secrecy"])


class Smuggling(Broken):
    """For one turn, the first seat has a card in a hidden hand."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.deck = r.schema.add("deck", [2], NOBODY, "wares", most=3)
        self.hand = r.schema.add("hand", [int(r.seats), 2], OWNER, "wares", most=3)

    def begin(self, s: State) -> None:
        s.cells[self.deck] = s.cells[self.deck + 1] = 3

    def spoil(self, s: State, r: Island) -> None:
        turn = s.cells[self.own]
        if turn < 2:
            s.cells[self.own] = turn + 1
            s.cells[self.deck] -= 1 - 2 * turn
            s.cells[self.hand] += 1 - 2 * turn


class Watching(ModuleView):
    """Shows nothing, and remembers what it has seen."""

    def __init__(self) -> None:
        self.version = 0
        self.hand: list[int] = []

    def own(self, g: Glance) -> Any:
        m = g.rules.module(Smuggling)
        self.version = g.game.version
        self.hand = [g.cell(int(m.hand) + k) for k in range(2)]
        return []


class Telling(Watching):
    def own(self, g: Glance) -> Any:
        super().own(g)
        return self.hand


class Plain(ModulePage):
    """A page that reads more than its arguments: the view's memory."""

    def __init__(self, view: Watching) -> None:
        self.watching = view


class Raising(Plain):
    def east(self, desk: Desk, view: IslandView, own: Any) -> list[SidePanel]:
        assert not any(self.watching.hand), "no room for a card"
        return []


class Gossiping(Plain):
    def east(self, desk: Desk, view: IslandView, own: Any) -> list[SidePanel]:
        return [SidePanel("smuggling", "wares", lambda: tag("p", str(self.watching.hand)))]


class Keeping(Plain):
    """Its figures change, and it does not say from what they are drawn."""

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> list[Any]:
        return [tag("li", self.watching.version)]


def smuggle(monkeypatch: pytest.MonkeyPatch, view: ModuleView, page: ModulePage | None = None) -> None:
    """Enter a module with a hidden hand, a view and a page."""
    shown = {"view": view, "page": page}

    def floor(family: str, name: str, kind: str) -> Any:
        return shown[kind] if name == "smuggling" else rooms.floor(family, name, kind)

    monkeypatch.setitem(MODULES, "smuggling", partial(IslandModule, "smuggling", Smuggling))
    monkeypatch.setattr("bastide.testing.module.STEPS", 40)
    monkeypatch.setattr(module_views, "floor", floor)
    monkeypatch.setattr(module_pages, "floor", floor)
    for kept in (module_views.view_of, module_views._views):
        kept.cache_clear()


def test_a_hand_is_looked_at_when_it_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards are hidden for a few decisions only, and none of these is sampled."""
    smuggle(monkeypatch, Telling())
    with pytest.raises(CheckFailed, match=r"'secrecy' fails after .* differs in worlds that it cannot tell apart"):
        check_module("smuggling", 1, only=["secrecy"])
    monkeypatch.setattr("bastide.testing.module.WHEN_DEALT", {})
    check_module("smuggling", 1, only=["secrecy"])


class Late(Smuggling):
    """Deals at every turn; a refusal tells whether the hand has two cards of each kind, which takes four deals."""

    def spoil(self, s: State, r: Island) -> None:
        turn = s.cells[self.own]
        if turn < 6:
            s.cells[self.own] = turn + 1
            s.cells[self.deck + turn % 2] -= 1
            s.cells[self.hand + turn % 2] += 1

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return (
            no.say("BASE-016", "you hold no such favour") if s.cells[self.hand] == s.cells[self.hand + 1] == 2 else None
        )


def test_positions_with_more_than_the_first_cards_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    smuggle(monkeypatch, Watching())
    monkeypatch.setitem(MODULES, "smuggling", partial(IslandModule, "smuggling", Late))
    monkeypatch.setattr("bastide.testing.module.STEPS", 70)
    with pytest.raises(CheckFailed, match="a refusal tells seat"):
        check_module("smuggling", 3, only=["secrecy"])


def test_a_hand_that_is_kept_secret_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    smuggle(monkeypatch, Watching(), ModulePage())
    check_module("smuggling", 1, only=["secrecy", "page"])


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (Raising, "no room for a card"),
        (Gossiping, "the panel east of seat .* differs in worlds that it cannot tell apart"),
        (Keeping, "is out of date: it reads more than what it is compared by"),
    ],
)
def test_a_panel_that_cannot_be_shown_is_noticed(
    monkeypatch: pytest.MonkeyPatch, page: type[Plain], reason: str
) -> None:
    view = Watching()
    smuggle(monkeypatch, view, page(view))
    with pytest.raises(CheckFailed, match=f"'page' fails after .*{reason}"):
        check_module("smuggling", 1, only=["page"])


def test_a_decision_without_a_button_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Asking)
    with pytest.raises(
        CheckFailed, match=r"'page' fails after .* no button, place or form for hum: its view needs a choice"
    ):
        check_module("broken", 1, only=["page"])


def test_a_lesson_that_cannot_be_played_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    folder = {"mine": tmp_path}
    for place in ("bastide.testing.lessons.folders", "bastide.lessons.lessons.folders"):
        monkeypatch.setattr(place, lambda family: folder)
    assert list(faults("island", "mine")) == []
    for path in (files("bastide.catan") / "lessons").iterdir():
        (tmp_path / "lessons" / path.name).write_text(path.read_text("utf-8"), "utf-8")
    [first, *_] = sorted((tmp_path / "lessons").glob("*.toml"))
    first.write_text(first.read_text("utf-8").replace('do = ["', 'do = ["dance", "', 1), "utf-8")
    [said] = faults("island", "mine")
    assert said.startswith("'dance' cannot be read")
    (tmp_path / "briefing.toml").write_text("minutes = 0", "utf-8")
    [said] = faults("island", "mine")
    assert said.startswith("mine/briefing.toml: minutes")


def test_a_sound_module_passes_and_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Broken)
    monkeypatch.setattr("bastide.testing.module.rooms", lambda family: {"harbors": ""})
    report = check_module("broken", 1, only=["playing", "combinations", "speed"])
    assert (report.games, report.beside) == (2, ["harbors"])
    assert report.speed is not None
    assert [hook.name for hook in report.speed.hooks] == ["begin_turn"]
    assert report.speed.hooks[0].calls > 10
    assert re.search(r"an action takes [\d.]+ µs, [\d.]+ µs without.*\n  begin_turn: \d+ calls", str(report))


def test_its_author_says_what_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    class More(Own):
        def points(self, r: Any, module: Any, s: State, seat: int) -> int:
            return 1

    enter(monkeypatch, Pointing)
    monkeypatch.setitem(known.OWN, "broken", Own())  # forgets what follows
    check_module("broken", 1, own=More(), only=["positions"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "misnamed: smugglers.invariants has no OWN"),
        ("OWN = 3", "must make an object of class Own, not int"),
        ("OWN = Own()", "cannot be loaded: NameError: name 'Own' is not defined"),
    ],
)
def test_invariants_of_a_plug_in_that_are_wrong_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, reason: str
) -> None:
    bring(monkeypatch, tmp_path, text)
    with pytest.raises(ConfigError, match=f"the plug-in 'smugglers = smugglers' of the package 'smugglers'.*{reason}"):
        known.own_of("smugglers")


def test_a_plug_in_brings_its_invariants(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bring(monkeypatch, tmp_path, None)
    assert type(known.own_of("smugglers")) is Own
    importlib.invalidate_caches()
    (tmp_path / "smugglers" / "invariants.py").write_text(
        "from bastide.testing import Own\nOWN = Own()\nOWN.negative = {'chest'}\n", "utf-8"
    )
    assert known.own_of("smugglers").negative == {"chest"}


def test_rules_alone_bring_theirs_if_they_are_in_a_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bring(monkeypatch, tmp_path, "from bastide.testing import Own\nOWN = Own()\n", "smugglers.rules:Smugglers")
    assert known.own_of("smugglers") is known.OWN["smugglers"]
    monkeypatch.setattr(known, "OWN", {})
    monkeypatch.setattr(known, "plugin", lambda group, name: Plugin(name, "smugglers:Smugglers", name))
    known.own_of("smugglers")
    assert known.OWN == {}


def bring(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str | None, value: str = "smugglers") -> None:
    """Install a plug-in with these invariants; None for none."""
    (folder / "smugglers").mkdir()
    (folder / "smugglers" / "__init__.py").write_text("", "utf-8")
    if text is not None:
        (folder / "smugglers" / "invariants.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(folder)
    for name in ("smugglers", "smugglers.invariants"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(known, "OWN", {})
    monkeypatch.setattr(known, "plugin", lambda group, name: Plugin(name, value, name))


def test_the_documentation_has_every_check() -> None:
    page = (Path(__file__).parents[2] / "docs" / "testing-modules.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    listed = [name for row in rows[: len(CHECKS)] for name in re.findall(r"`(\w+)`", row)]
    assert set(CHECKS) <= set(listed)


def test_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(ConfigError, match="'nothing_like_it' is not a module of the island"):
        check_module("nothing_like_it", 1)
    with pytest.raises(ValueError, match="only = 'word' is no check; there are playing, positions"):
        check_module("harbors", 1, only=["word"])


def test_a_translation_with_a_field_of_its_own_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "view.py").write_text('LINE = Say("{player} digs {count:Name}")\n', "utf-8")
    monkeypatch.setattr("bastide.testing.words.catalogue", lambda language: {"{player} digs {count:Name}": "{joueur}"})
    assert list(unworded(tmp_path, IslandModule("harbors"))) == [
        "'{player} digs {count:Name}' of view.py has no field 'joueur', which its fr names"
    ]


def test_missing_words_are_named(tmp_path: Any) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "names.toml").write_text('module_mine = "my module"\n', "utf-8")
    (tmp_path / "view.py").write_text('LINE = Say("{player} sings out of tune")\nEMPTY = Say("{count}")\n', "utf-8")
    module = IslandModule("mine")
    (tmp_path / "rules.py").write_text('WHY = "MINE-001", "you are sharp" if late else "you are flat"\n', "utf-8")
    module.options = {"pitch": ("high", "440")}
    assert list(unworded(tmp_path, module)) == [
        "module_mine has no name in en: write one in names.toml and in the translations",
        "module_mine has no name in fr: write one in names.toml and in the translations",
        "option_pitch has no name in en: write one in names.toml and in the translations",
        "option_pitch has no name in fr: write one in names.toml and in the translations",
        "pitch_high has no name in en: write one in names.toml and in the translations",
        "pitch_high has no name in fr: write one in names.toml and in the translations",
        "'my module' of names.toml has no fr",
        "'you are sharp' of rules.py has no fr",
        "'you are flat' of rules.py has no fr",
        "'{player} sings out of tune' of view.py has no fr",
    ]
