"""No shared file knows an expansion, and no room knows another but in a file `with_<other>.py`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from tests.expansions.ignorance import ORDINARY, OTHER_MEANINGS, SHARED_THINGS, Room, type_names, without_order

ROOT = Path(__file__).parents[2]
if not (ROOT / "src").is_dir():
    pytest.skip("there is no source tree beside these tests", allow_module_level=True)
EXPANSIONS = Path("src/bastide/expansions")
LOOKED_AT = ("src", "tools", "benchmarks", "build_backend", "examples", "training")
FILES = (
    "CONTRIBUTING.md",
    "Makefile",
    "mkdocs.yml",
    "pyproject.toml",
    "package.json",
    "tsconfig.json",
    ".ci/run",
    ".pre-commit-config.yaml",
)
LEFT = {"__pycache__", "vendor", "bastide.egg-info"}
TEXT = {
    ".py",
    ".toml",
    ".po",
    ".html",
    ".css",
    ".js",
    ".svg",
    ".json",
    ".sh",
    ".cpp",
    ".yml",
    ".yaml",
    ".txt",
    ".md",
    "",
}


@cache
def texts() -> dict[Path, str]:
    """Every file of text that belongs to the program or makes it, by its path from the root."""
    found = [path for folder in LOOKED_AT for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
    found += [ROOT / name for name in FILES]
    short = [path.relative_to(ROOT) for path in found]
    return {
        path: (ROOT / path).read_text("utf-8") for path in short if path.suffix in TEXT and not LEFT & set(path.parts)
    }


def room_of(path: Path) -> tuple[str, str] | None:
    """Family and name of the room in which a file lies; None for a shared file."""
    if not path.is_relative_to(EXPANSIONS) or len(path.relative_to(EXPANSIONS).parts) < 3:
        return None
    family, name = path.relative_to(EXPANSIONS).parts[:2]
    return family, name


def names_rooms(path: Path) -> bool:
    """Whether a file of a family names its rooms: the list of them, and what may be played together."""
    return path.parent.parent == EXPANSIONS and path.name in ("registry.py", "combinations.toml", "rules.toml")


@cache
def shared() -> dict[Path, str]:
    """The files that belong to no room, without those of a family that name its rooms."""
    return {path: text for path, text in texts().items() if room_of(path) is None and not names_rooms(path)}


@cache
def all_rooms() -> list[Room]:
    base = frozenset(name for path, text in shared().items() if path.suffix == ".py" for name in type_names(text))
    return [
        Room(family, name, ROOT / EXPANSIONS / family / name, base) for family in FAMILIES for name in rooms(family)
    ]


each_room = pytest.mark.parametrize("name", [name for family in FAMILIES for name in rooms(family)])


def named(name: str) -> Room:
    return next(room for room in all_rooms() if room.name == name)


@each_room
def test_no_shared_file_knows_the_expansion(name: str) -> None:
    room = named(name)
    found = [trace for path, text in shared().items() for trace in room.known_in(path, text)]
    assert not found, "\n".join(["", *found])


@pytest.mark.rule("MIX-024")
@each_room
def test_no_other_room_knows_the_expansion(name: str) -> None:
    room = named(name)
    found: list[str] = []
    for path, text in texts().items():
        home = room_of(path)
        if home is None or home == (room.family, room.name) or path.suffix == ".md":
            continue
        if path.name in (f"with_{room.name}.py", f"bench_with_{room.name}.toml"):
            continue
        found += room.known_in(path, without_order(text) if path.suffix == ".py" else text)
    assert not found, "\n".join(["", *found])


@each_room
def test_the_readme_or_the_page_of_the_family_lists_the_expansion(name: str) -> None:
    """README.md and the pages of docs/ tell readers what there is, so the search leaves them out."""
    room = named(name)
    path = f"expansions/{room.family}/{room.name}/README.md)"
    pages = [ROOT / "README.md", ROOT / "docs" / f"{room.family}.md"]
    assert any(path in page.read_text("utf-8") for page in pages if page.is_file())


# The search finds what it looks for.


def room(folder: Path, name: str, names: str = "") -> Room:
    """A room with a class of a plain name and one of a telling name."""
    (folder / "words").mkdir(parents=True)
    (folder / "rules.toml").write_text('[[rule]]\nid = "QUIET-001"\n', "utf-8")
    (folder / "rules.py").write_text("class QuietState: ...\nclass Quiet: ...\nclass Game: ...\n", "utf-8")
    (folder / "words" / "names.toml").write_text(names, "utf-8")
    return Room("island", name, folder, frozenset({"Game"}))


@pytest.mark.parametrize(
    ("where", "text", "what"),
    [
        ("src/a.py", "from bastide.expansions.island.quiet_sea import rules", "import"),
        ("src/a.py", "from bastide.expansions.island import quiet_sea", "import"),
        ("Makefile", "test: tests/expansions/island/quiet_sea", "path"),
        ("src/a.js", "fetch('/quiet_sea/page.css')", "path"),
        ("src/a.toml", "games = ['quiet_sea']", "name"),
        ("src/a.po", 'msgid "module quiet_sea"', "name"),
        ("src/a.html", "<h1>The Quiet Sea</h1>", "title"),
        ("src/a.html", "<h1>the quiet sea</h1>", "title"),
        ("src/a.css", "/* QuietState */", "class"),
        ("src/a.css", ".quiet-sea { color: teal }", "name"),
        ("src/a.js", "dataset.quietSea", "name"),
        ("src/a.py", "QUIET_SEA = 1", "name"),
        ("src/a.py", "GAMES = ('quiet' '_sea',)", "name"),
        ("src/a.py", "GAME = 'quiet_' + 'sea'", "name"),
        ("src/a.py", "GAME = ('quiet'\n    '_sea')", "name"),
        ("src/a.html", "<h1>The Quiet\n  Sea</h1>", "title"),
        ("src/a.py", "TITLE = 'The Quiet ' 'Sea'", "title"),
        ("src/a.py", "base.Quiet()", "class"),
        ("src/a.py", "GOODS = ('pearl',)", "thing"),
        ("src/a.css", ".g-pearl{color:white}", "thing"),
        ("src/a.py", "# QUIET-001: nobody speaks", "rule"),
    ],
)
def test_a_trace_of_a_room_is_found(tmp_path: Path, where: str, text: str, what: str) -> None:
    quiet = room(tmp_path, "quiet_sea", 'pearl = "pearl"\nmodule_quiet_sea = "The Quiet Sea"\n')
    assert any(f"{where}:2: {what}" in trace for trace in quiet.known_in(Path(where), f"\n{text}"))


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("src/a.py", "# a quiet sea\nQUIET = Game()"),
        ("src/a.po", 'msgid "pearl"'),
        ("src/bastide/carcassonne/a.py", "GOODS = ('pearl',)"),
        ("benchmarks/a.py", "GOODS = ('pearl',)"),
        ("src/bastide/expansions/island/rules.toml", 'see = ["QUIET-001"]'),
    ],
)
def test_a_word_that_is_no_trace_of_a_room_is_left_alone(tmp_path: Path, where: str, text: str) -> None:
    assert list(room(tmp_path, "quiet_sea", 'pearl = "pearl"').known_in(Path(where), text)) == []


def test_a_name_that_is_an_ordinary_word_is_looked_for_where_it_is_a_name(tmp_path: Path) -> None:
    hills, inns = room(tmp_path / "hills", "hills"), room(tmp_path / "inns", "inns")
    assert not list(hills.known_in(Path("src/a.py"), "TERRAINS = ['hills']"))
    assert list(inns.known_in(Path("src/a.py"), "SETS = ['inns']"))
    for text in ("config['modules'] = ['hills']", "say('module hills')", "TILE = 'hills.wedge'"):
        assert list(hills.known_in(Path("src/a.py"), text)), text


@pytest.mark.parametrize(
    ("where", "text", "what"),
    [
        ("src/a.py", "INNS = 3", "name"),
        ("src/a.py", "SETS = ['inns']", "name"),
        ("src/a.toml", "inns = 3", "name"),
        ("src/a.toml", "[inns]", "name"),
        ("src/a.css", ".inns-lake, .reeds { color: teal }", "style"),
    ],
)
def test_a_name_of_one_word_is_found(tmp_path: Path, where: str, text: str, what: str) -> None:
    inns = room(tmp_path, "inns")
    assert any(f"{where}:2: {what}" in trace for trace in inns.known_in(Path(where), f"\n{text}"))
    assert not list(inns.known_in(Path(where), f"# the inns\n{text.replace('inns', 'yard').replace('INNS', 'YARD')}"))


def test_a_module_may_say_its_order_by_the_names_of_others(tmp_path: Path) -> None:
    quiet = room(tmp_path, "quiet_sea")
    text = "class Loud:\n    def __init__(self):\n        self.after = ['quiet_sea']\n        self.to = {}\n"
    assert not list(quiet.known_in(Path("src/a.py"), without_order(text)))
    assert list(quiet.known_in(Path("src/a.py"), without_order(text.replace("self.after", "self.other"))))


def test_what_is_exempt_is_there() -> None:
    named = {room.name for room in all_rooms()}
    assert set(ORDINARY) | {word for word, _ in OTHER_MEANINGS} <= named
    assert set(SHARED_THINGS) <= {key for room in all_rooms() for key in room.names}
    for word, where in OTHER_MEANINGS:
        found = [text for path, text in texts().items() if path.match(where)]
        assert any(f'"{word}"' in text or word.upper() in text for text in found), (word, where)


def test_only_the_rules_of_a_room_may_name_another_by_its_title(tmp_path: Path) -> None:
    quiet = room(tmp_path, "quiet_sea", 'module_quiet_sea = "Quiet Sea"')
    text = 'text.en = "With Quiet Sea nothing changes."'
    rules = "src/bastide/expansions/island/inns/rules/rules.toml"
    assert not list(quiet.known_in(Path(rules), text))
    for where in (rules.replace("rules.toml", "a.toml"), "src/bastide/catan/base/rules.toml"):
        assert list(quiet.known_in(Path(where), text)), where
