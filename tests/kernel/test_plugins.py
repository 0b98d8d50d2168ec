"""Modules and bots of installed packages, as people use them: in a fresh process, with the package on its path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

RULES = """
from bastide.catan.base.seams import IslandModule, ModuleRules


class MineRules(ModuleRules):
    def __init__(self, r, module):
        super().__init__(r, module)
        r.schema.add("ship", [2], most=9)

    def goal(self, s, seat):
        return -5


class Mine(IslandModule):
    def __init__(self):
        super().__init__("mine", MineRules)
        self.options = {"weather": ("dry", "wet")}


class Tiles:
    pass


def broken():
    raise RuntimeError("no such weather")


MODULE = Mine
"""
SILK = """
    def prepare(self, config):
        config.add_goods({"silk": 12})
"""
VIEW = """
from bastide.view.island.module_view import ModuleView

VIEW = ModuleView()
"""
BOTS = """
from bastide.players import Bot
from bastide.players.bot import legal_codes


class MyBot(Bot):
    def act(self, rules, state, seat, rng):
        return legal_codes(rules, state, seat)[0]
"""
NAMES = 'module_mine = "The weather"\n'
FRENCH = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "The weather"\nmsgstr "La météo"\n'
RULE_TEXTS = """
[[section]]
id = "weather"
title = { en = "Weather", fr = "Météo" }

[[rule]]
id = "MINE-001"
section = "weather"
title = { en = "Rain", fr = "Pluie" }
text = { en = "It rains on the robber.", fr = "Il pleut sur les voleurs." }
see = ["BASE-023"]
"""
ADAPTED = """
def adapt(module):
    module.excludes["friendly_robber"] = "MINE-001"
"""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><g id="cloud"><path d="M0 0h1"/></g></svg>'
SIMULATE = ["simulate", "-n", "2", "--seed", "1", "--jobs", "1"]


def install(site: Path, modules: str = "", bots: str = "", package: str = "my_package") -> None:
    """A package as an installer leaves it, with these entry points."""
    room = site / package
    (room / "words").mkdir(parents=True)
    for name, text in {
        "__init__.py": "",
        "rules.py": RULES,
        "view.py": VIEW,
        "bots.py": BOTS,
        "collapsing.py": "import nowhere_to_be_found\n",
        "leaving.py": "raise SystemExit(3)\n",
        "words/names.toml": NAMES,
        "words/fr.po": FRENCH,
    }.items():
        (room / name).write_text(text, "utf-8")
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    info.joinpath("entry_points.txt").write_text(f"[bastide.modules]\n{modules}\n\n[bastide.bots]\n{bots}\n")


def before_a_game(methods: str) -> str:
    """The rules with further methods of the module before a game."""
    return RULES.replace("\n\n\nclass Tiles", f"\n{methods}\n\nclass Tiles")


def of_tiles(rules: str) -> str:
    """The rules of a module of the island as those of one of Carcassonne."""
    return rules.replace("catan.base.seams", "carcassonne.base.seams").replace("IslandModule", "CarcassonneModule")


def python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with that folder on its path."""
    paths = [str(site), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "COLUMNS": "400",
        "BASTIDE_LANG": "en",
    }
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=120, check=False
    )


RUN = """
import contextlib, io, json, sys
from bastide.cli.app import run
said = []
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    said.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(said))
"""


class Said(NamedTuple):
    """What one run of the command said."""

    code: int
    out: str
    err: str


def bastide(site: Path, *runs: Sequence[str]) -> list[Said]:
    """Run `bastide` with each of these arguments, in one process that has that folder on its path."""
    done = python(site, "-c", RUN, json.dumps(runs))
    assert done.returncode == 0, done.stderr
    return [Said(*said) for said in json.loads(done.stdout)]


@pytest.mark.parametrize("value", ["my_package", "my_package.rules:Mine"])
def test_a_module_and_a_bot_of_a_package_play(tmp_path: Path, value: str) -> None:
    install(tmp_path, f"mine = {value}", "mybot = my_package.bots:MyBot")
    game = [*SIMULATE, "-m", "mine", "-p", "mybot,greedy,random"]
    records = str(tmp_path / "games.jsonl")
    played, kept, replayed = bastide(
        tmp_path,
        [*game, "--option", "weather=wet", "--json"],
        [*game, "--records", records],
        ["replay", records, "--check"],
    )
    assert [said.code for said in (played, kept, replayed)] == [0, 0, 0], (played, kept, replayed)
    assert json.loads(played.out)["players"] == ["mybot", "greedy", "random"]
    header = json.loads(Path(records).read_text("utf-8").splitlines()[0])
    assert header["config"]["modules"] == ["mine"]
    assert header["config"]["options"]["weather"] == "dry"


def test_a_game_with_both_is_shown_and_offered(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package", "mybot = my_package.bots:MyBot")
    done = python(
        tmp_path,
        "-c",
        "import random\n"
        "from bastide import Game, make_bot\n"
        "from bastide.catan.family import MODULES\n"
        "from bastide.carcassonne.family import MODULES as OTHERS\n"
        "from bastide.view import view\n"
        "from bastide.view.text import text\n"
        "from bastide.view.words import Words\n"
        "game = Game.new({'seats': 3, 'modules': ['cities_knights', 'mine']}, seed=1, names=('A', 'B', 'C'))\n"
        "rng, bot = random.Random(1), make_bot('mybot', 1)\n"
        "for _ in range(60):\n"
        "    game.draw(rng) if game.actors == [-1] else game.play(bot.choose(game, game.actors[0]), game.actors[0])\n"
        "assert text(view(game, 0), Words('fr'), game.names)\n"
        "print('mine' in list(MODULES), 'mine' in list(OTHERS), Words('fr').name('module_mine'))\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True False La météo\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ("mine = my_package.collapsing:Mine", ["cannot be loaded: ModuleNotFoundError", "nowhere_to_be_found"]),
        ("mine = my_package.leaving:Mine", ["cannot be loaded: SystemExit"]),
        ("mine = my_package.rules:broken", ["cannot be loaded: RuntimeError: no such weather"]),
        ("mine = my_package.rules:Nothing", ["is misnamed: my_package.rules has no Nothing"]),
        ("mine = my_package.bots", ["cannot be loaded: ModuleNotFoundError", "my_package.bots.rules"]),
        ("mine = my_package.rules:Tiles", ["must make an object of class IslandModule, not Tiles"]),
        ("mine = my_package.rules:", ["must be written like 'my_package.rules:Mine'"]),
    ],
)
def test_a_module_that_cannot_be_used_breaks_no_other_game(tmp_path: Path, modules: str, said: Sequence[str]) -> None:
    install(tmp_path, modules, "mybot = my_package.bots:MyBot")
    named, other, unknown = bastide(
        tmp_path,
        [*SIMULATE, "-m", "mine"],
        [*SIMULATE, "-m", "cities_knights", "--option", "goal=5", "-p", "mybot,mybot,random"],
        [*SIMULATE, "-m", "yours"],
    )
    assert named.code == 2
    for words in ["'mine = my_package", "of the package 'my_package'", *said]:
        assert words in named.err
    assert other.code == 0, other
    assert "'yours' is not a module of the island; there are: barbarian_attack" in unknown.err
    assert "mine" not in unknown.err


@pytest.mark.slow
def test_a_folder_that_hides_the_package_is_named(tmp_path: Path) -> None:
    """A project whose folder is named like its package, installed editable, where Python starts beside that folder."""
    install(tmp_path, "mine = my_package")
    (tmp_path / "my_package").rename(tmp_path / "project")
    (tmp_path / "my_package" / "src").mkdir(parents=True)
    [done] = bastide(tmp_path, [*SIMULATE, "-m", "mine"])
    assert done.code == 2
    assert "Python finds a folder 'my_package' that is no package: start in another folder" in done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("words/names.toml", 'road = "wagon"', "the name 'road' is declared by the base game"),
        ("words/names.toml", "road = ", ""),  # an error for a game with this module, see below
        ("words/fr.po", 'msgid "Bank"\nmsgstr "Rive"\n', "the translation of 'Bank' is declared by"),
        ("view.py", "raise RuntimeError('no view')", ""),
        ("bot.py", "raise RuntimeError('no bot')", ""),
    ],
)
def test_a_broken_room_of_a_package_breaks_no_other_game(tmp_path: Path, file: str, text: str, said: str) -> None:
    install(tmp_path, "mine = my_package")
    (tmp_path / "my_package" / file).write_text(text, "utf-8")
    done = python(
        tmp_path,
        "-c",
        "import random\n"
        "from bastide import Game, make_bot\n"
        "from bastide.view import view\n"
        "from bastide.view.styles import piece_style\n"
        "from bastide.view.text import text\n"
        "from bastide.view.words import Words\n"
        "game, rng, bot = Game.new({'seats': 3}, seed=1), random.Random(1), make_bot('greedy', 1)\n"
        "for _ in range(9):\n"
        "    game.draw(rng) if game.actors == [-1] else game.play(bot.choose(game, game.actors[0]), game.actors[0])\n"
        "assert text(view(game, 0), Words('fr'), ['A', 'B', 'C'])\n"
        "piece_style('road')\n",
    )
    assert done.returncode == 0, done.stderr
    assert said in done.stderr


def test_tiles_and_a_style_that_cannot_be_read_break_no_other_game(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    room = tmp_path / "my_package"
    (room / "rules.py").write_text(of_tiles(RULES), "utf-8")
    (room / "tiles.toml").write_text("set = ", "utf-8")
    (room / "page").mkdir()
    (room / "page" / "page.css").write_bytes(b"\xff")
    done = python(
        tmp_path,
        "-c",
        "from bastide import Game\n"
        "from bastide.carcassonne.family import MODULES\n"
        "from bastide.view import view\n"
        "from bastide.web.rooms import of_rooms\n"
        "view(Game.new({'game': 'carcassonne', 'modules': ['river']}, seed=1), 0)\n"
        "print('mine' in list(MODULES), bool(of_rooms()))\n",
    )
    assert done.stdout == "True True\n", done.stderr


def test_a_file_of_entry_points_that_cannot_be_read_is_no_plugin(tmp_path: Path) -> None:
    (tmp_path / "odd-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    done = python(tmp_path, "-c", "from bastide.kernel.plugins import any_installed; print(any_installed())")
    assert done.stdout == "False\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-m", "yours"], "makes a module that calls itself 'mine': both names must be the same"),
        (["-m", "mine", "--game", "carcassonne"], "must make an object of class CarcassonneModule, not Mine"),
        (["-m", "nobody"], ", mine"),
        (["-m", "cities_knights"], "of the package 'my_package' has the name of one of Bastide's own"),
        (["-p", "greedy,random"], "of the package 'my_package' has the name of one of Bastide's own"),
    ],
)
def test_names_are_checked(tmp_path: Path, arguments: list[str], said: str) -> None:
    install(
        tmp_path,
        "mine = my_package\nyours = my_package\ncities_knights = my_package",
        "greedy = my_package.bots:MyBot",
    )
    named, other = bastide(tmp_path, [*SIMULATE, *arguments], [*SIMULATE, "-p", "random,random"])
    assert (named.code, other.code) == (2, 0)
    assert said in named.err


def test_two_packages_with_one_name_are_both_named(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    install(tmp_path, "mine = other_package", package="other_package")
    (named,) = bastide(tmp_path, [*SIMULATE, "-m", "mine"])
    assert "both bring a plug-in 'mine'" in named.err
    assert {"'my_package'", "'other_package'"} <= set(named.err.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("mybot = my_package.collapsing:MyBot", "cannot be loaded: ModuleNotFoundError"),
        ("mybot = my_package.bots:Nobody", "is misnamed: my_package.bots has no Nobody"),
        ("mybot = my_package.bots:legal_codes", "cannot be loaded: TypeError"),
        ("mybot = bastide.players:Bot", "cannot be loaded: the class Bot has no method act"),
        ("mybot = builtins:str", "must make an object of class Bot, not str"),
        ("mybot = my_package.bots", "must be written like 'my_package.bots:MyBot'"),
    ],
)
def test_a_bot_that_cannot_be_used_is_named(tmp_path: Path, bots: str, said: str) -> None:
    install(tmp_path, bots=bots)
    named, unknown, other = bastide(
        tmp_path,
        [*SIMULATE, "-p", "mybot,random"],
        [*SIMULATE, "-p", "clever,random"],
        [*SIMULATE, "-p", "random,random"],
    )
    assert (named.code, unknown.code, other.code) == (2, 2, 0)
    assert said in named.err
    assert "'mybot = " in named.err
    assert "the levels are random, easy, greedy, strong, master, mybot" in unknown.err


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("0", "the bot 'mybot' chose 'settle 0,-3,S', which is not legal now"),
        ("99999", "the bot 'mybot' chose 99999, which is not legal now"),
        ("None", "the bot 'mybot' chose None, which is not legal now"),
    ],
)
def test_a_bot_that_plays_what_is_not_legal_is_named(tmp_path: Path, action: str, said: str) -> None:
    install(tmp_path, bots="mybot = my_package.bots:MyBot")
    bots = BOTS.replace("legal_codes(rules, state, seat)[0]", action)
    (tmp_path / "my_package" / "bots.py").write_text(bots, "utf-8")
    [done] = bastide(tmp_path, [*SIMULATE, "-p", "mybot,random"])
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_without_plugins_nobody_asks_for_metadata(tmp_path: Path) -> None:
    done = python(
        tmp_path,
        "-c",
        "import sys\n"
        "from bastide.catan.family import MODULES\n"
        "import bastide.view.words\n"
        "print(list(MODULES), 'nothing' in MODULES, 'importlib.metadata' in sys.modules)\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("False False\n")


def test_rules_of_a_room_of_a_package_are_found(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    tmp_path.joinpath("my_package", "rules.toml").write_text(RULE_TEXTS, "utf-8")
    by_id, by_words = bastide(tmp_path, ["rules", "MINE-001"], ["rules", "pluie", "--lang", "fr"])
    assert "It rains on the robber." in by_id.out
    assert "BASE-023" in by_id.out
    assert "Il pleut sur les voleurs." in by_words.out
    done = python(tmp_path, "-c", "from bastide.web.rulebook import book; print(book().get('MINE-001').source)")
    assert done.stdout == "mine/rules.toml\n", done.stderr


def test_a_wrong_rule_of_a_package_leaves_the_others(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    tmp_path.joinpath("my_package", "rules.toml").write_text(RULE_TEXTS.replace("BASE-023", "BASE-999"), "utf-8")
    looked_up, played = bastide(tmp_path, ["rules", "BASE-023"], [*SIMULATE, "-m", "mine"])
    assert looked_up.code == 2
    assert "mine/rules.toml: MINE-001: see: no rule 'BASE-999'" in looked_up.err
    assert played.code == 0
    done = python(tmp_path, "-c", "from bastide.web.rulebook import book; print('BASE-023' in book())")
    assert done.stdout == "True\n", done.stderr
    assert "MINE-001" in done.stderr


@pytest.mark.parametrize("name", ["names.toml", "words/names.toml", "rules.toml"])
def test_a_table_that_is_no_toml_breaks_no_other_game(tmp_path: Path, name: str) -> None:
    install(tmp_path, "mine = my_package")
    tmp_path.joinpath("my_package", name).write_text("module_mine = \n", "utf-8")
    named, other, rules = bastide(tmp_path, [*SIMULATE, "-m", "mine"], SIMULATE, ["rules", "BASE-023"])
    assert (named.code, other.code, rules.code) == (2, 0, 0), named
    assert f"of the package 'my_package' cannot be loaded: {name}: Invalid value (at line 1" in named.err


def test_style_and_drawings_of_a_package_lie_beside_its_floors(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    room = tmp_path / "my_package"
    room.joinpath("page.css").write_text(".mine { color: teal }\n", "utf-8")
    room.joinpath("art").mkdir()
    room.joinpath("art", "sky.svg").write_text(DRAWING, "utf-8")
    done = python(
        tmp_path,
        "-c",
        "from bastide.view.svg.art import sheet\n"
        "from bastide.web.rooms import of_rooms\n"
        "print('.mine { color: teal }' in of_rooms(), list(sheet('sky')))\n",
    )
    assert done.stdout == "True ['cloud']\n", done.stderr


SILKEN = """
from bastide.view.island.module_view import ModuleView
from bastide.view.styles import GoodStyle, Styles


class Silken(ModuleView):
    styles = Styles(goods={"silk": GoodStyle(card=("#112233", "#445566"), chip=("#ABCDEF", "#FEDCBA"))})


VIEW = Silken()
"""


def test_a_good_of_a_package_has_its_ground_on_the_page(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    tmp_path.joinpath("my_package", "view.py").write_text(SILKEN, "utf-8")
    show = (
        "from bastide.web.panels.styles import tokens_css\n"
        "from bastide.web.rooms import of_rooms\n"
        "print(of_rooms().splitlines()[0], '.g-silk' in tokens_css())\n"
    )
    done = python(tmp_path, "-c", show)
    assert ".g-silk{background:linear-gradient(150deg,#ABCDEF,#FEDCBA)}" in done.stdout, done.stderr
    assert done.stdout.endswith(" False\n"), "the stored style sheet has the goods of the base alone"


def test_a_good_without_a_drawing_is_that_of_its_own_module(tmp_path: Path) -> None:
    """Whichever of a game's plug-ins is named last."""
    install(tmp_path, "mine = my_package")
    install(tmp_path, "yours = your_package", package="your_package")
    tmp_path.joinpath("my_package", "rules.py").write_text(before_a_game(SILK), "utf-8")
    yours = RULES.replace('"mine"', '"yours"').replace("weather", "climate")
    tmp_path.joinpath("your_package", "rules.py").write_text(yours, "utf-8")
    for folder in ("my_package", "your_package"):
        for path in (tmp_path / folder / "words").iterdir():
            path.unlink()
    for names in (["mine", "yours"], ["yours", "mine"]):
        [done] = bastide(tmp_path, [*SIMULATE, "-m", names[0], "-m", names[1]])
        assert "'mine' cannot be shown: art/goods.svg has no drawing of its good 'silk'" in done.err


def test_a_room_of_a_package_adapts_to_ours(tmp_path: Path) -> None:
    install(tmp_path, "mine = my_package")
    tmp_path.joinpath("my_package", "with_friendly_robber.py").write_text(ADAPTED, "utf-8")
    both, alone = bastide(tmp_path, [*SIMULATE, "-m", "mine", "-m", "friendly_robber"], [*SIMULATE, "-m", "mine"])
    assert (both.code, alone.code) == (2, 0)
    assert "'The weather' and 'Friendly robber' cannot be combined (MINE-001)" in both.err


SHOWN = """
from bastide.view.island.module_view import ModuleView
from bastide.view.model import Say


class Shown(ModuleView):
    fields = {"storm": ()}
    hints = {"hoist": Say("hoist a sail")}

    def own(self, g):
        return weather()


VIEW = Shown()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("rules.py", RULES.replace("r.schema", "nowhere.schema"), "failed in rules.py, line 8: NameError: "),
        (
            "rules.py",
            before_a_game(SILK),
            "cannot be shown: art/goods.svg has no drawing of its good 'silk'",
        ),
        ("rules.py", RULES.replace("return -5", "raise SystemExit(3)"), "failed in rules.py, line 11: SystemExit: 3"),
        ("rules.py", f"raise RuntimeError({'w' * 1000!r})", f"cannot be loaded: RuntimeError: {'w' * 200}"),
        ("words/names.toml", "module_mine = 3", "cannot be loaded: words/names.toml: module_mine = 3 is no text"),
        ("words/names.toml", f'module_mine = "{"w" * 201}"', "is no text of at most 200 characters"),
        ("words/fr.po", 'msgid "The weather\nmsgstr "La"\n', "'mine' cannot be shown: ValueError: fr.po, line 1: "),
        ("view.py", "VIEW = 3", "must make an object of class ModuleView, not int"),
        ("view.py", SHOWN, "failed in view.py, line 11: NameError: "),
        ("bot.py", "BOT = 3", "cannot be loaded: bot.BOT = 3 makes nothing"),
    ],
)
def test_a_fault_of_a_module_that_is_played_is_told_in_one_line(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    install(tmp_path, "mine = my_package")
    (tmp_path / "my_package" / file).write_text(text, "utf-8")
    simulated, played, other = bastide(tmp_path, [*SIMULATE, "-m", "mine"], ["play", "--text", "-m", "mine"], SIMULATE)
    assert (simulated.code, played.code, other.code) == (2, 2, 0), (simulated, played, other)
    for told in (simulated, played):
        assert said in told.err
        assert "mine" in told.err
        assert len(told.err) < 1000


PANICS = """
class Panic(RuntimeError):
    def __init__(self, first, second):
        super().__init__(f"{first} {second}")


def begin_turn(self, s, seat):
    raise Panic("man", "overboard")


MineRules.begin_turn = begin_turn
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("modules", "said"),
    [(PANICS, "line 36: Panic: man overboard"), (PANICS.replace("raise Panic", "exit"), "SystemExit: ")],
    ids=["error", "exit"],
)
def test_a_fault_in_a_worker_is_told_in_one_line(tmp_path: Path, modules: str, said: str) -> None:
    install(tmp_path, "mine = my_package")
    (tmp_path / "my_package" / "rules.py").write_text(RULES + modules.replace('exit("man", "overboard")', "exit(3)"))
    alone, jobs = bastide(tmp_path, *([*SIMULATE[:-1], n, "-m", "mine"] for n in "12"))
    assert (alone.code, jobs.code) == (2, 2), jobs
    assert jobs.err == alone.err
    assert said in jobs.err
    assert jobs.err.count("\n") == 1


STYLED = """
from bastide.view.island.module_view import ModuleView
from bastide.view.styles import PieceStyle, Styles


class Shown(ModuleView):
    styles = Styles(pieces={"sail": PieceStyle()})


VIEW = Shown()
"""
PAINTED = """
from bastide.view.carcassonne.module_view import ModuleView


class Shown(ModuleView):
    symbols = {"f-sail": "<path/>"}


VIEW = Shown()
"""
NEW = """
import sys
from bastide.kernel.errors import ConfigError
from bastide.server.engine.games import Games
for modules in (["mine"], ["yours"], ["mine", "yours"]):
    try:
        Games().new({"game": sys.argv[1], "seats": 3, "modules": modules})
        print("made")
    except ConfigError as error:
        print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "mine", "yours", "said"),
    [
        ("view.py", SHOWN, SHOWN, "the event 'storm' is declared by mine and by yours"),
        ("view.py", SHOWN.replace("fields", "at"), SHOWN, "the verb 'hoist' is declared by mine and by yours"),
        ("names.toml", 'boat = "boat"', 'boat = "ship"', "the name 'boat' is declared by island/{} and by island/{}"),
        ("page.py", "PAGE = 3", "PAGE = 3", "must make an object of class ModulePage, not int"),
        ("art/sky.svg", DRAWING, DRAWING, "the drawing in sky.svg 'cloud' is declared by mine and by yours"),
        ("rules.toml", RULE_TEXTS, RULE_TEXTS, "{}: MINE-001: this id is already taken in {}"),
        ("view.py", STYLED, STYLED, "the style of the piece 'sail' is declared by mine and by yours"),
        ("view.py", PAINTED, PAINTED, "the drawing 'f-sail' is declared by mine and by yours"),
    ],
)
def test_a_server_makes_no_table_that_it_cannot_show(
    tmp_path: Path, file: str, mine: str, yours: str, said: str
) -> None:
    for name, text in (("mine", mine), ("yours", yours)):
        install(tmp_path, f"{name} = {name}_package", package=f"{name}_package")
        room = tmp_path / f"{name}_package"
        rules = RULES.replace('"mine"', f'"{name}"').replace("weather", name)
        (room / "rules.py").write_text(of_tiles(rules) if mine == PAINTED else rules, "utf-8")
        (room / "words" / "names.toml").unlink()
        (room / file).parent.mkdir(exist_ok=True)
        (room / file).write_text(text.replace("weather()", "None"), "utf-8")
    family = "carcassonne" if mine == PAINTED else "island"
    done = python(tmp_path, "-c", NEW, family)
    assert done.returncode == 0, done.stderr
    both = done.stdout.splitlines()[-1]
    ends = file if file == "rules.toml" else "names.toml"
    names = [f"mine/{ends}", f"yours/{ends}"]
    assert said.format(*names) in both or said.format(*names[::-1]) in both
    if file == "view.py":
        # What is drawn is collected for all tables, so that one of the two is refused even alone.
        assert done.stdout.splitlines().count("made") == (1 if mine in (STYLED, PAINTED) else 2)


DEALING = """
    def lay(self, name, seats, options, rng):
        raise RuntimeError("adrift")
"""
PICTURE = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from bastide.server.common.settings import Settings
from bastide.web.app import create_app
with TestClient(create_app(Settings(data=Path(sys.argv[1])))) as client:
    plain, dealt = (client.get(f"/art/board.svg?layout=random&deal=3{more}") for more in ("", "&modules=mine"))
    print(plain.status_code, dealt.status_code, plain.text == dealt.text)
"""


def test_a_map_that_a_package_cannot_deal_is_shown_plain(tmp_path: Path) -> None:
    pytest.importorskip("httpx", reason="the environment of the compiled engine's tests has no client for HTTP")
    install(tmp_path, "mine = my_package")
    rules = before_a_game(DEALING)
    rules = rules.replace("self.options =", 'self.layouts = ("random",)\n        self.options =')
    (tmp_path / "my_package" / "rules.py").write_text(rules, "utf-8")
    done = python(tmp_path, "-c", PICTURE, str(tmp_path / "data"))
    assert done.stdout == "200 200 True\n", done.stderr
