"""Writes what follows from the hooks of modules: `combined.py` of both families, and `docs/hooks.md`.

A hook is a public method of one of the classes in `FLOORS`. Its docstring ends with how the answers of several modules
combine, in brackets: `[sum]`, one of `HOW`. Behind it, and behind a semicolon, may stand

- `agenda untouched`: the modules may not push or pop frames;
- `by name`: the modules answer in an order that does not depend on the config;
- `given x`: the combined answers have the attribute `x` of the modules that override the hook, joined with `or`;
- `asked x & BITS[kind]`: the same, joined with `|`, and only modules for which that is not 0 are asked.

A hook of the rules without brackets is called while a game is configured, and needs no combined answer.
An attribute of these classes with a text behind it has a section in the page, too.
`python -m tools.hooks` writes the files; `tests/build/test_hooks.py` compares them with the hooks.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "bastide"
PAGE: Final = ROOT / "docs" / "hooks.md"
COMMON: Final = SOURCE / "kernel" / "rules.py"
"""The file of the class `Module`, from which those of both families derive."""

HOW: Final[Mapping[str, str]] = {
    "each": "All modules are called.",
    "all": "True if every module says so; the first one that does not ends the question.",
    "any": "True if a module says so; the first one that does ends the question.",
    "some": "True if a module says so; all are called.",
    "sum": "The sum of the answers.",
    "most": "The greatest answer, at least 0.",
    "union": "The union of the masks.",
    "first": "The first answer that says something.",
    "last": "If several modules answer, the last one counts.",
    "fold": "Each module is given the answer so far.",
    "fold until": "Each module is given the answer so far, until one answers {end}.",
    "collected": "The answers of all modules, one after the other.",
    "own": "Only the module is asked that the thing belongs to.",
}
"""What each way to combine means; `fold until` has a number behind it."""
NOTHING: Final = {"i64": ("0", "!= 0"), "IllegalAction | None": ("None", "is not None")}
"""By type, the answer of `first` that says nothing, and the test for one that does."""
ONE_MODULE: Final = r"^(module|page|part|limit|pile|knowledge|m|view|deal\w+|view_of\(.*\)|dealer\(.*\))$"
"""How the base calls a part, a view, a page or a bot of one module."""
MARK: Final = re.compile(r"\s*\[([^\]]*(?:\[\w+\])?)\]$")
"""The brackets at the end of a docstring."""


class Hook(NamedTuple):
    """One hook: the heading above it, its docstring, its parameters with types (without `self`), its answer's type.

    `how` is the first word or words in the brackets, `more` what stands behind it.
    """

    name: str
    part: str
    doc: str
    how: str
    more: dict[str, str]
    parameters: list[tuple[str, str]]
    answer: str

    @property
    def signature(self) -> str:
        """As it is defined."""
        return f"def {self.name}({', '.join(['self', *map(': '.join, self.parameters)])}) -> {self.answer}:"

    @property
    def meaning(self) -> str:
        """How its answers combine, as a sentence; "" for a hook without brackets."""
        way, until, end = self.how.partition(" until ")
        return HOW[f"{way} until"].format(end=end) if until else HOW[way] if way else ""

    @property
    def attribute(self) -> str:
        """The attribute of modules that is part of the combined answers; "" for none."""
        return self.more.get("given", "") or self.more.get("asked", "").partition(" ")[0]


class Attribute(NamedTuple):
    """An attribute that a module sets: its name, how it is declared, and its meaning.

    `given` is whether the class gets its value when it is made, so that modules only read it.
    """

    name: str
    declared: str
    doc: str
    given: bool


class Floor(NamedTuple):
    """The hooks of one floor: its title and anchor, the class and its file, where it is called, who overrides it."""

    title: str
    anchor: str
    name: str
    file: str
    called_in: str
    family: str
    floor: str

    @property
    def source(self) -> Path:
        """The file with the hooks."""
        return SOURCE / self.file

    @property
    def target(self) -> Path:
        """The file with their combined answers; of rules alone."""
        return self.source.with_name("combined.py")

    def hooks(self) -> list[Hook]:
        """Its hooks, in order."""
        return hooks(self.source.read_text("utf-8"), self.name)

    def attributes(self) -> list[Attribute]:
        """Its attributes, in order: first those of the modules of all families."""
        shared = attributes(COMMON.read_text("utf-8"), "Module") if self.name.endswith("Module") else []
        return shared + attributes(self.source.read_text("utf-8"), self.name)


FLOORS: Final = (
    Floor(
        "The island before a game", "island-module", "IslandModule", "catan/base/module.py", "catan", "island", "rules"
    ),
    Floor(
        "Carcassonne before a game",
        "carcassonne-module",
        "CarcassonneModule",
        "carcassonne/base/module.py",
        "carcassonne",
        "carcassonne",
        "rules",
    ),
    Floor("Rules of the island", "island", "ModuleRules", "catan/base/seams.py", "catan", "island", "rules"),
    Floor(
        "Rules of Carcassonne",
        "carcassonne",
        "ModuleRules",
        "carcassonne/base/seams.py",
        "carcassonne",
        "carcassonne",
        "rules",
    ),
    *(
        Floor(title, anchor, name, "catan/base/seams.py", "catan", "island", "rules")
        for title, anchor, name in (
            ("Limits of the robber", "robber-limit", "RobberLimit"),
            ("Piles of development cards", "card-pile", "CardPile"),
            ("What is known of hidden cards", "knowledge", "Knowledge"),
            ("What another room changes", "partner", "Partner"),
        )
    ),
    Floor("View of the island", "island-view", "ModuleView", "view/island/module_view.py", "view", "island", "view"),
    Floor(
        "View of Carcassonne",
        "carcassonne-view",
        "ModuleView",
        "view/carcassonne/module_view.py",
        "view/carcassonne",
        "carcassonne",
        "view",
    ),
    Floor("Page of the island", "page", "ModulePage", "web/panels/module_page.py", "web", "island", "page"),
    Floor(
        "Bot of the island",
        "island-bot",
        "ModuleBot",
        "players/greedy/island/module_bot.py",
        "players/greedy/island",
        "island",
        "bot",
    ),
    Floor(
        "Bot of Carcassonne",
        "carcassonne-bot",
        "ModuleBot",
        "players/greedy/carcassonne/module_bot.py",
        "players/greedy/carcassonne",
        "carcassonne",
        "bot",
    ),
)
RULES: Final = tuple(floor for floor in FLOORS if floor.name == "ModuleRules")
PARTS: Final = tuple(floor for floor in FLOORS if floor.name in ("RobberLimit", "CardPile", "Knowledge", "Partner"))


def hooks(source: str, name: str) -> list[Hook]:
    """The hooks of a class, in order.

    :raises ValueError: a hook has no docstring, or says of its answers what this program does not know.
    """
    headings = {n: line.strip()[5:] for n, line in enumerate(source.splitlines(), 1) if line.startswith("    # -- ")}
    found = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ClassDef) and statement.name == name:
            for one in statement.body:
                if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
                    above = [headings[n] for n in sorted(headings) if statement.lineno < n < one.lineno]
                    found.append(hook(one, above[-1] if above else ""))
    return found


def attributes(source: str, name: str) -> list[Attribute]:
    """The attributes of a class that have a text behind them, in the class or in its constructor, in order."""
    found = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.ClassDef) and statement.name == name:
            makes = [one for one in statement.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
            passed = {argument.arg for made in makes for argument in made.args.args[1:]}
            for body, names in ((statement.body, set[str]()), *((made.body, passed) for made in makes)):
                for one, after in pairwise(body):
                    match after:
                        case ast.Expr(value=ast.Constant(value=str() as text)) if set_by(one):
                            found.append(attribute(one, text, names))
    return found


def set_by(node: ast.stmt) -> str:
    """The name of the attribute that an assignment sets, in a class or in one of its methods; "" for none."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    match targets:
        case [ast.Name(id=name)]:
            return name
        case [ast.Attribute(value=ast.Name(id="self"), attr=name)]:
            return name
    return ""


def attribute(node: ast.stmt, doc: str, passed: set[str]) -> Attribute:
    """The attribute that an assignment declares, where these names are passed to a constructor."""
    kind = re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(node.annotation)) if isinstance(node, ast.AnnAssign) else ""
    value = getattr(node, "value", None)
    given = any(isinstance(part, ast.Name) and part.id in passed for part in ast.walk(value or node))
    name = set_by(node)
    declared = f"{name}: {kind}" if kind else name
    if value is not None and not given:
        declared += f" = {ast.unparse(value)}"
    return Attribute(name, declared, cleandoc(doc), given)


def hook(node: ast.FunctionDef, part: str) -> Hook:
    """The hook that a method declares. Raises ValueError."""
    doc = (ast.get_docstring(node) or "").strip()
    if not doc:
        raise ValueError(f"the hook {node.name} has no docstring")
    mark = MARK.search(doc)
    how, *rest = mark[1].split("; ") if mark else [""]
    more = {word: value for word, _, value in (each.partition(" ") for each in rest)}
    known = how in ("", *HOW) and how != "fold until"
    if not known and not re.fullmatch(r"fold until -?\d+", how):
        raise ValueError(f"the hook {node.name} ends with [{how}], which is none of {', '.join(HOW)}")
    if unknown := set(more) - {"agenda", "by", "given", "asked"}:
        raise ValueError(f"the hook {node.name} says {', '.join(unknown)}, which nobody reads")
    parameters = [(a.arg, ast.unparse(a.annotation) if a.annotation else "") for a in node.args.args[1:]]
    answer = ast.unparse(node.returns) if node.returns else "None"
    return Hook(node.name, part, MARK.sub("", doc), how, more, parameters, answer)


# The combined answers


def combined(floor: Floor) -> str:
    """The text of `combined.py` of a family."""
    played = [each for each in floor.hooks() if each.how]
    given = {each.attribute: each for each in played if each.attribute}
    ordered = any("by" in each.more for each in played)
    watched = any("agenda" in each.more for each in played)
    masks = any("asked" in each.more for each in played)
    state = ", ".join([*(["BITS"] if masks else []), *(["DEPTH"] if watched else []), "State"])
    out = [
        '"""The combined answers of the active modules at each hook: the base calls these, never a module directly.',
        "",
        f"Written by `python -m tools.hooks` from the hooks of `{floor.name}`.",
        "",
        "Only modules whose class overrides a hook are called there, in their order. `has_<hook>` says whether there",
        "is one. If no module overrides any, `modular` of the game is false. The base checks it first, because the C",
        "compiler can then inline the base's small functions, which loops over modules would prevent.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import final",
        "",
        "from librt.vecs import vec",
        "from mypy_extensions import i64",
        "",
        f"from bastide.{floor.called_in}.base.seams import {floor.name}",
        "from bastide.kernel.codes import Codes",
        "from bastide.kernel.errors import IllegalAction, Refusal",
        f"from bastide.kernel.state import {state}",
        "",
        "",
        "@final",
        "class CombinedSeams:",
        f'    """For each hook of `{floor.name}`, the modules that override it, and their combined answer.',
        "",
        "    Read from the classes when the game is configured: methods set on an instance later are ignored.",
    ]
    if ordered:
        out += ["    `by_name` are the same modules in an order that does not depend on the config."]
    out += [f"    `{name}` is that of all modules that override `{each.name}`." for name, each in given.items()]
    out += ['    """', "", f"    def __init__(self, classes: list[type[{floor.name}]]) -> None:"]
    out += [f'        self.has_{each.name}: bool = overridden(classes, "{each.name}")' for each in played]
    out += ["        self.any_hook: bool = ("]
    out += [f"            {'or ' if n else ''}self.has_{each.name}" for n, each in enumerate(played)] + ["        )"]
    out += [f"        nobody = vec[{floor.name}]()", *(f"        self._{each.name} = nobody" for each in played)]
    for name, each in given.items():
        out += [f"        self.{name}: {'i64 = 0' if 'asked' in each.more else 'bool = False'}"]
    second = f", by_name: list[{floor.name}]" if ordered else ""
    out += ["", f"    def fill(self, modules: list[{floor.name}]{second}) -> None:"]
    out += ['        """Take the modules of the game, once their fields are declared."""']
    for each in played:
        out += [
            f'        self._{each.name} = overriding({"by_name" if "by" in each.more else "modules"}, "{each.name}")'
        ]
    for name, each in given.items():
        out += [f"        for m in self._{each.name}:"]
        out += [f"            self.{name} = self.{name} {'|' if 'asked' in each.more else 'or'} m.{name}"]
    for each in played:
        out += ["", f"    {each.signature}", f'        """{each.meaning}"""', *(f"        {x}" for x in body(each))]
    out += [
        "",
        "",
        f"def overridden(classes: list[type[{floor.name}]], hook: str) -> bool:",
        '    """Whether any of the classes overrides a hook."""',
        f"    plain = getattr({floor.name}, hook)",
        "    return any(getattr(made, hook) is not plain for made in classes)",
        "",
        "",
        f"def overriding(modules: list[{floor.name}], hook: str) -> vec[{floor.name}]:",
        '    """The modules whose class overrides a hook."""',
        f"    plain = getattr({floor.name}, hook)",
        f"    return vec[{floor.name}]([m for m in modules if getattr(type(m), hook) is not plain])",
    ]
    return "\n".join(out) + "\n"


def body(each: Hook) -> list[str]:
    """The statements of a combined answer."""
    loop = f"for m in self._{each.name}:"
    call = f"m.{each.name}({', '.join(name for name, _ in each.parameters)})"
    way, _, end = each.how.partition(" until ")
    so_far = each.parameters[-1][0]
    asked = f"m.{each.more['asked']} and " if "asked" in each.more else ""
    lines: list[str] = []
    match way:
        case "each":
            lines = [loop, f"    {call}"]
            if "agenda" in each.more:
                error = f'raise RuntimeError("{each.name} changed the agenda: what follows belongs into follow_build")'
                lines = ["depth = s.cells[DEPTH]", *lines, "if s.cells[DEPTH] != depth:", f"    {error}"]
        case "all":
            lines = [loop, f"    if {asked}not {call}:", "        return False", "return True"]
        case "any":
            lines = [loop, f"    if {asked}{call}:", "        return True", "return False"]
        case "some":
            lines = ["answer = False", loop, f"    if {call}:", "        answer = True", "return answer"]
        case "sum":
            lines = ["total: i64 = 0", loop, f"    total += {call}", "return total"]
        case "most":
            lines = ["most: i64 = 0", loop, f"    n = {call}", "    if n > most:", "        most = n", "return most"]
        case "union":
            lines = ["mask: i64 = 0", loop, f"    mask |= {call}", "return mask"]
        case "first":
            nothing, says = NOTHING[each.answer]
            lines = [loop, f"    answer = {call}", f"    if answer {says}:", "        return answer"]
            lines += [f"return {nothing}"]
        case "fold":
            lines = [loop, f"    {so_far} = {call}"]
            lines += [f"    if {so_far} == {end}:", f"        return {so_far}"] if end else []
            lines += [f"return {so_far}"]
    return lines


# The reference


INTRODUCTION: Final = """# Hooks

This page is written by `python -m tools.hooks` from the docstrings of the hooks.

A module overrides the hooks that concern it; the default of every other hook changes nothing. [Modules](modules.md)
shows step by step how to write a room, and the [module reference](modules-reference.md) what a module may add besides
hooks. *Several modules* says how the answers combine where more than one module overrides a hook; the order is that of
the config, unless `after` and `before` of a module change it. *Called in* are the functions of the base that ask,
*used by* the rooms of Bastide that override it: each is an example. An attribute is set in the class, or in its
constructor where it is declared there.
"""


def reference() -> str:
    """The text of `docs/hooks.md`."""
    out = [INTRODUCTION]
    for floor in FLOORS:
        out.append(f"## {floor.title} {{#{floor.anchor}}}\n")
        out.append(f"`{floor.name}` in `bastide/{floor.file}`.\n")
        out += ["### Attributes\n"] if floor.attributes() else []
        for one in floor.attributes():
            out.append(f"#### `{one.name}` {{#{floor.anchor}-{one.name}}}\n")
            out.append(f"```text\n{one.declared}\n```\n")
            out.append(f"{one.doc}\n")
            out += [f"- *Set by:* {', '.join(rooms)}\n"] if (rooms := setters(floor).get(one.name)) else []
        part = ""
        for each in floor.hooks():
            if each.part != part:
                part = each.part
                out.append(f"### {part[0].upper()}{part[1:]}\n")
            out.append(f"#### `{each.name}` {{#{floor.anchor}-{each.name}}}\n")
            out.append(f"```text\n{each.signature[:-1]}\n```\n")
            out.append(f"{each.doc}\n")
            facts = [("Several modules", each.meaning)] if each.meaning else []
            facts += [("Called in", ", ".join(f"`{name}`" for name in callers(floor).get(each.name, [])))]
            facts += [("Used by", ", ".join(users(floor).get(each.name, [])))]
            out += [f"- *{title}:* {text}" for title, text in facts if text]
            out.append("")
    return "\n".join(out)


@cache
def parsed(path: Path) -> ast.Module:
    """A source file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def callers(floor: Floor) -> dict[str, list[str]]:
    """By hook, the functions that ask modules: of rules through `seams`, of other floors by a module's own name."""
    asks = re.compile(r"(^|\.)seams$" if floor in RULES else ONE_MODULE)
    names = {each.name for each in floor.hooks()}
    found: dict[str, list[str]] = {}
    for path in sorted((SOURCE / floor.called_in).rglob("*.py")):
        others = {one.family for one in FLOORS} - {floor.family}
        if path in (floor.source, floor.target) or others & set(path.relative_to(SOURCE).parts):
            continue
        module = path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
        for name, node in functions(parsed(path)):
            called = [getattr(n, "func", None) for n in ast.walk(node)]
            calls = [func for func in called if isinstance(func, ast.Attribute)]
            asked = {call.attr for call in calls if call.attr in names and asks.search(ast.unparse(call.value))}
            for hook_name in sorted(asked):
                found.setdefault(hook_name, []).append(f"{module}.{name}")
    return found


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The functions and constants of a module and the methods of its classes, by qualified name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), node


@cache
def users(floor: Floor) -> dict[str, list[str]]:
    """By hook, the rooms that override it."""
    found: dict[str, list[str]] = {}
    names = {each.name for each in floor.hooks()}
    for room, classes in rooms_of(floor):
        own = derived(classes, floor)
        methods = {one.name for node in own for one in node.body if isinstance(one, ast.FunctionDef)}
        for name in sorted(methods & names):
            found.setdefault(name, []).append(room)
    return found


@cache
def setters(floor: Floor) -> dict[str, list[str]]:
    """By attribute, the rooms that set it."""
    found: dict[str, list[str]] = {}
    names = {each.name for each in floor.attributes() if not each.given}
    for room, classes in rooms_of(floor):
        inside = [node for made in derived(classes, floor) for node in ast.walk(made) if isinstance(node, ast.stmt)]
        for name in sorted(names & {set_by(node) for node in inside}):
            found.setdefault(name, []).append(room)
    return found


def rooms_of(floor: Floor) -> Iterator[tuple[str, list[ast.ClassDef]]]:
    """The rooms of a family with the classes of one floor."""
    for room in sorted(path for path in (SOURCE / "expansions" / floor.family).iterdir() if path.is_dir()):
        files = [*room.glob(f"{floor.floor}.py"), *room.glob(f"{floor.floor}/**/*.py")]
        files += room.glob("with_*.py") if floor.floor == "rules" else []
        yield room.name, [node for path in files for node in parsed(path).body if isinstance(node, ast.ClassDef)]


def derived(classes: list[ast.ClassDef], floor: Floor) -> list[ast.ClassDef]:
    """Those of a room's classes that derive from the floor's, also by way of each other."""
    names = {floor.name}
    own: list[ast.ClassDef] = []
    while found := [node for node in classes if node not in own and names & set(map(named, node.bases))]:
        own += found
        names |= {node.name for node in found}
    return own


def named(base: ast.expr) -> str:
    """The name of a base class, without its module."""
    return ast.unparse(base).rpartition(".")[2]


def written() -> dict[Path, Callable[[], str]]:
    """What the files are to hold."""
    return {floor.target: partial(combined, floor) for floor in RULES} | {PAGE: reference}


def main() -> int:
    """Write the files; say which ones have changed."""
    for path, writer in written().items():
        text = writer()
        if not path.exists() or text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            print(f"{path.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
